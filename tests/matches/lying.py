"""Which cards lie where, by their names, and who may see them there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from tests.matches.seatings import COURTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from haggis_rules import Cards, Rules
    from haggis_rules.semantics.state import GameState, StateZones

# A zone by its name, and its owner: a seat or a team, or 0 when it is there once.
Place: TypeAlias = tuple[str, int]
Lying: TypeAlias = "Mapping[Place, Counter[str]]"

OPEN = frozenset({"pile", "captured", "laid"})
OWN = frozenset({"sent", "offered"})
NO_CARDS: Counter[str] = Counter()
MOST_STATES = 50  # states whose places are remembered
CLOSED = frozenset({"haggis", "kitty", "kitty.top", "kitty.middle", "kitty.bottom"})
MOST_KEPT = 5000  # zones whose cards are remembered


class Names:
    """Names the cards of the states of one game. What it gives must not be changed."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.zones = [zone.name for zone in rules.game.zones]
        self._known: dict[Cards, Counter[str]] = {}
        self._courts: dict[Cards, Counter[str]] = {}
        self._last: dict[StateZones, Lying] = {}

    def of(self, state: GameState) -> Lying:
        """Name the cards of each place."""
        known = self._last.get(state.zones)
        if known is None:
            if len(self._last) > MOST_STATES:
                self._last.clear()
            known = self._last[state.zones] = {
                place: self.cards(cards) for place, cards in self.parts(state)
            }
        return known

    def parts(self, state: GameState) -> Iterator[tuple[Place, Cards]]:
        """Yield the cards of each place as they are, without names."""
        for zone, held in zip(self.zones, state.zones, strict=True):
            if isinstance(held, tuple):
                for owner, part in enumerate(held):
                    yield (zone, owner), part
            else:
                yield (zone, 0), held

    def cards(self, cards: Cards) -> Counter[str]:
        """Name cards."""
        known = self._known.get(cards)
        if known is None:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            known = self._known[cards] = Counter(self.rules.show(cards).split())
        return known

    def open(self, seat: int, place: Place, cards: Cards) -> Counter[str]:
        """Name those of the cards in a place that a seat sees there."""
        if sees_all(seat, place):
            return self.cards(cards)
        if place[0] != "hand":
            return NO_CARDS
        known = self._courts.get(cards)
        if known is None:
            if len(self._courts) >= MOST_KEPT:
                self._courts.clear()
            named = self.cards(cards)
            known = Counter({court: named[court] for court in COURTS if named[court]})
            self._courts[cards] = known
        return known


def alike(one: Counter[str], other: Counter[str]) -> bool:
    """Whether two hold the same cards. Counters are slow to compare, so as mappings first."""
    return one is other or dict(one) == dict(other) or one == other


def sees_all(seat: int, place: Place) -> bool:
    """Whether a seat sees every card in a place; in a hand it always sees the courts."""
    zone, owner = place
    if zone in OPEN:
        return True
    if zone in CLOSED:
        return False
    if zone in OWN or zone == "hand":
        return owner == seat
    message = f"who sees what lies in `{zone}`?"
    raise ValueError(message)
