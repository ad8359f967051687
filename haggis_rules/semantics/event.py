"""What happened at a table: an action or a step, with what it moved."""

from typing import NamedTuple

from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState, size
from haggis_rules.semantics.transition import Moved


class Event(NamedTuple):
    """An action, or a step by its name; the cards that it moved; and the state after it."""

    done: Action | str
    moved: tuple[Moved, ...]
    state: GameState

    def __repr__(self) -> str:
        cards = sum(size(one.cards) for one in self.moved)
        return f"<Event {self.done!r}, {cards} card{'s' * (cards != 1)} moved>"
