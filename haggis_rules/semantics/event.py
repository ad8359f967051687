"""What happened at a table: an action or a step, with what it moved."""

from typing import NamedTuple

from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import Moved


class Event(NamedTuple):
    """An action, or a step by its name; the cards that it moved; and the state after it."""

    done: Action | str
    moved: tuple[Moved, ...]
    state: GameState
