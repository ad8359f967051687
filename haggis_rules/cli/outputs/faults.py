"""What any command prints instead of its answer when the rules or the call are at fault."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from haggis_rules.diagnostics.errors.base import FaultJson


class CallFaultJson(TypedDict):
    """What is wrong with a call."""

    name: Annotated[str, "what `haggis explain` knows it by"]
    message: str
    hint: Annotated[str, "a way out; empty where there is none to tell"]


class FaultsJson(TypedDict):
    """Faults: those of a text with their places, or the one of a call."""

    form: Literal[1]
    faults: Sequence[FaultJson | CallFaultJson]
    held_back: NotRequired[Annotated[int, "the number of faults that follow from these"]]
