"""A referee for President, from the rules in words: it shares the names of cards with the engine.

It keeps sets of cards and lists of players. Who still has to answer a play is a list from which
passes take one player at a time, where the rules file counts passes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
Cards = frozenset[str]
Deed = tuple[str, Cards]
PASS: Deed = ("pass", frozenset())
# What is laid down for whom, and how many cards, when the Scums give and when they get back.
GIVING = {"scum": ("president", 2), "vice-scum": ("vice-president", 1)}
RETURNING = {"president": ("scum", 2), "vice-president": ("vice-scum", 1)}


def strength(card: str) -> int:
    """Return how high a card is: its rank, without the letter of its suit."""
    return RANKS.index(card[:-1])


def sizes(players: int, dealer: int) -> list[int]:
    """Return how many cards each player gets when 52 are dealt round from the dealer's left."""
    counts = [0] * players
    for number in range(52):
        counts[(dealer + 1 + number) % players] += 1
    return counts


@dataclass(slots=True)
class PresidentReferee:
    """One hand of President on paper: ``hands`` are sets of cards, ``roles`` one word for each."""

    hands: list[set[str]]
    roles: list[str]
    revolutions: bool
    waiting: list[int] = field(default_factory=list[int])
    laid: list[set[str]] = field(default_factory=list[set[str]])
    out: list[int] = field(default_factory=list[int])
    highest: Cards = frozenset()
    best: int | None = None
    phase: dict[str, tuple[str, int]] | None = None
    opening: bool = False
    upside_down: bool = False

    def __post_init__(self) -> None:
        """Find who leads, and whether cards are exchanged before."""
        self.laid = [set() for _ in self.hands]
        if "president" in self.roles:
            self.phase = GIVING
            self.waiting = [self.roles.index("president")]
        else:
            self.opening = True
            self.waiting = [next(s for s, held in enumerate(self.hands) if "3c" in held)]

    @property
    def over(self) -> bool:
        """Whether all players but one are out."""
        return len(self.out) >= len(self.hands) - 1

    def deeds(self, seat: int) -> set[Deed]:
        """Return all that a player may do now."""
        if self.over:
            return set()
        if self.phase is not None:
            return {("give", frozenset({card})) for card in self._gifts(seat)}
        if seat != self.waiting[0]:
            return set()
        found = {("play", cards) for cards in self._sets(seat) if self._may_lay(cards)}
        return found | {PASS} if self.highest else found

    def act(self, seat: int, deed: Deed) -> None:
        """Write down what a player does, and all that follows."""
        what, cards = deed
        self.hands[seat] -= cards
        if what == "give":
            self.laid[seat] |= cards
            self._exchange()
        elif what == "pass":
            self.waiting.pop(0)
        else:
            self._lay(seat, cards)
        if not self.waiting and not self.over:
            self._new_trick()

    def last(self) -> int:
        """Return the player who has cards left when all others are out."""
        return next(seat for seat, held in enumerate(self.hands) if held)

    def places(self) -> list[int]:
        """Return all players in the order in which they went out, the last with cards behind."""
        return [*self.out, self.last()]

    def _gifts(self, seat: int) -> set[str]:
        assert self.phase is not None
        _, wanted = self.phase.get(self.roles[seat], ("", 0))
        held = self.hands[seat]
        if len(self.laid[seat]) == wanted:
            return set()
        if self.phase is RETURNING:
            return set(held)
        return {card for card in held if strength(card) == max(map(strength, held))}

    def _exchange(self) -> None:
        phase = self.phase
        assert phase is not None
        if any(self._gifts(seat) for seat in range(len(self.hands))):
            return
        for giver, (taker, _) in phase.items():
            gift = self.laid[self.roles.index(giver)]
            self.hands[self.roles.index(taker)] |= gift
            gift.clear()
        self.phase = RETURNING if phase is GIVING else None

    def _sets(self, seat: int) -> list[Cards]:
        alike = [[card for card in self.hands[seat] if card[:-1] == rank] for rank in RANKS]
        return [
            frozenset(cards)
            for held in alike
            for number in range(1, len(held) + 1)
            for cards in combinations(held, number)
        ]

    def _may_lay(self, cards: Cards) -> bool:
        if self.opening:
            return "3c" in cards
        if not self.highest:
            return True
        mine, theirs = strength(min(cards)), strength(min(self.highest))
        higher = mine < theirs if self.upside_down else mine > theirs
        return len(cards) == len(self.highest) and higher

    def _lay(self, seat: int, cards: Cards) -> None:
        self.opening, self.highest, self.best = False, cards, seat
        if self.revolutions and len(cards) == len("cdhs"):
            self.upside_down = not self.upside_down
        if not self.hands[seat]:
            self.out.append(seat)
        self.waiting = [other for other in self._round(seat)[1:] if self.hands[other]]

    def _new_trick(self) -> None:
        assert self.best is not None
        self.waiting = [seat for seat in self._round(self.best) if self.hands[seat]][:1]
        self.highest = frozenset()

    def _round(self, seat: int) -> list[int]:
        players = len(self.hands)
        return [(seat + away) % players for away in range(players)]


def next_roles(places: list[int]) -> list[str]:
    """Return what each player is in the next hand, from the order in which they went out."""
    roles = ["neutral"] * len(places)
    roles[places[0]], roles[places[1]] = "president", "vice-president"
    roles[places[-1]], roles[places[-2]] = "scum", "vice-scum"
    return roles
