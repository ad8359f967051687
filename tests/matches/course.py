"""The course of a match after the rules in words: points, who deals, who leads, and when it ends.

It is the eleventh section of the ledger, written down once more for each family of rules.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.matches.faults import see
from tests.matches.haggis import points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from haggis_rules import MatchState
    from tests.matches.lying import Lying
    from tests.matches.seatings import Seating
    from tests.systems.tricks import Tricks


@dataclass(eq=False)
class Course:
    """A match between its hands. ``points`` are those of each seat, in Neeps of each team."""

    seating: Seating
    dealer: int
    target: int
    deals: int  # the hands that were agreed on; with 0 the target counts
    points: list[int] = field(init=False)
    leader: int = field(init=False)  # who leads in a hand, where the rules say so before it
    hands: int = 0
    happened: Counter[str] = field(default_factory=Counter[str])

    def __post_init__(self) -> None:
        self.points = [0] * (2 if self.seating.name == "neeps" else self.seating.players)
        self.leader = self._left_of(self.dealer)

    def add(self, referee: Tricks) -> None:
        """Add what a hand has brought, and settle who deals and leads the next."""
        brought = [sum(own) for own in zip(*referee.sheet().values(), strict=True)]
        self.points = [a + b for a, b in zip(self.points, brought, strict=True)]
        self.hands += 1
        first = referee.out[0]
        match self.seating.name:
            case "neeps":
                self.dealer = self._dealer_of_teams(first)
            case "tatties":
                self.dealer = self._with_most(self._left_of(self.dealer))
            case _:
                self.dealer = self._with_most(first)
                self.leader = self._with_fewest(self._left_of(self.dealer))
        self.happened["a tie at the end that is played off"] += (
            self.is_reached and self.winner is None
        )

    @property
    def is_reached(self) -> bool:
        """Whether the agreed hands have been played, or else somebody has reached the target."""
        if self.deals:
            return self.hands >= self.deals
        return max(self.points) >= self.target

    @property
    def winner(self) -> int | None:
        """Who has won: the one with most points, when the match has come to its length."""
        most = _all_with(max(self.points), self.points)
        return most[0] if self.is_reached and len(most) == 1 else None

    def see_between(self, match: MatchState) -> None:
        """See that a match stands as it should when a hand is over."""
        see("score", "the points of the match", list(match.scores), self.points)
        see("score", "the points kept in mind", match.value("tally"), tuple(self.points))
        see("score", "the end of the match", match.finished, self.winner is not None)
        if match.finished:
            see("score", "the winner", match.query("winner"), self.winner)
        see("score", "the next dealer", match.value("dealer"), self.dealer)
        if self.seating.name not in {"neeps", "tatties"}:
            see("score", "the next leader", match.value("hand.leader"), self.leader)

    def _dealer_of_teams(self, first_out: int) -> int:
        """Return the next player of the team that deals, clockwise from the last dealer."""
        ahead = _all_with(max(self.points), self.points)
        self.happened["a tie for the deal"] += len(ahead) > 1
        team = ahead[0] if len(ahead) == 1 else first_out % 2
        dealer = self._left_of(self.dealer)
        while dealer % 2 != team:
            dealer = self._left_of(dealer)
        return dealer

    def _with_most(self, otherwise: int) -> int:
        most = _all_with(max(self.points), self.points)
        self.happened["a tie for the deal"] += len(most) > 1
        return most[0] if len(most) == 1 else otherwise

    def _with_fewest(self, otherwise: int) -> int:
        fewest = _all_with(min(self.points), self.points)
        self.happened["a tie for the lead"] += len(fewest) > 1
        return fewest[0] if len(fewest) == 1 else otherwise

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seating.players


def course_of(seating: Seating, match: MatchState) -> Course:
    """Follow a match that begins. Chance finds the first dealer, so he is asked for."""
    options, dealer = match.rules.options, match.value("dealer")
    assert isinstance(dealer, int)
    return Course(seating, dealer, int(options["target"]), int(options.get("deals", 0)))


def see_sheet(seating: Seating, match: MatchState, referee: Tricks, ended: Lying) -> None:
    """See that the sheet of the last hand says what it should, and its entries make the sums.

    ``ended`` has the cards as they lay when the hand was over.
    """
    sheet, wanted = match.sheet[-1], referee.sheet()
    for name, points in wanted.items():
        found = [one.points for one in sheet.entries if one.name == name]
        see("score", f"`{name}` on the sheet", found, points)
    see("score", "entries on the sheet", {one.name for one in sheet.entries}, set(wanted))
    for owner in range(match.rules.scorers):
        entries = sum(one.points for one in sheet.entries if one.owner == owner)
        see("score", f"the sum of the entries of {owner}", sheet.total(owner), entries)
        hands = sum(one.total(owner) for one in match.sheet)
        see("score", f"the sum of the hands of {owner}", match.scores[owner], hands)
    given = [
        one.points for one in sheet.entries if one.name in {"captured.points", "captured.cards"}
    ]
    see("score", "points for captured cards in all", sum(given), worth_of_deck(seating))
    captured: Counter[str] = Counter()
    for (zone, owner), cards in ended.items():
        if zone == "captured":
            captured.update(cards)
            worth = cards.total() if seating.name in {"neeps", "tatties"} else points_of(cards)
            see("score", f"the worth of what {owner} has captured", given[owner], worth)
    see("score", "the captured cards in all", captured, seating.deck)


def worth_of_deck(seating: Seating) -> int:
    """Return the points that the captured cards of a hand are worth in all, by the ledger."""
    worth = {("neeps", 4): 84, ("neeps", 6): 126, ("tatties", 3): 54, ("tatties", 5): 105}
    return worth.get((seating.name, seating.players), 36 if seating.players == 2 else 50)


def _all_with(points: int, of_all: Sequence[int]) -> list[int]:
    return [one for one, own in enumerate(of_all) if own == points]
