"""What the facts of an obligation can speak of besides states and moves: values, and cards."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.ir import game as ir
from haggis_verify.encode import View
from haggis_verify.symbols import Counts


@dataclass(frozen=True, slots=True)
class Values:
    """Any values of some parameters. The view names them; its state is any state."""

    view: View
    params: tuple[ir.Param, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Any cards that the deck has, as many as ``counts`` says of each."""

    counts: Counts
