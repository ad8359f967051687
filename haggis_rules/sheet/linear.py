"""Numbers as so many for each card in a place, and bounds of the rest.

It alone knows how to read off a text what a card is worth where it lies. Words of the text are
followed as far as they have no exceptions; what hangs on the state is known by its bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import High, added, highest, multiplied
from haggis_rules.ir.game import Game, group_cards
from haggis_rules.ir.reads import reads
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene, evaluate
from haggis_rules.run.state import State
