"""A match: the points of the players from hand to hand, who deals, who leads, and who has won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.reference.hand import Hand


@dataclass(eq=False)
class Match:
    """A match between hands. The first dealer is given, since chance finds him."""

    players: int
    dealer: int
    target: int = 350
    points: list[int] = field(init=False)
    leader: int = field(init=False)  # who leads to the first trick of the next hand

    def __post_init__(self) -> None:
        self.points = [0] * self.players
        self.leader = self.left_of(self.dealer)

    def left_of(self, seat: int) -> int:
        """Return the next seat clockwise."""
        return (seat + 1) % self.players

    def add(self, hand: Hand) -> None:
        """Add the points of a hand, and settle who deals and who leads the next one."""
        self.points = [a + b for a, b in zip(self.points, hand.scores(), strict=True)]
        self.dealer = self.next_dealer(hand.out[0])
        self.leader = self.next_leader()

    def next_dealer(self, first_out: int) -> int:
        """Return who has most points, or who was first out where that is shared."""
        most = _all_with(max(self.points), self.points)
        return most[0] if len(most) == 1 else first_out

    def next_leader(self) -> int:
        """Return who has fewest points, or the dealer's left neighbour where that is shared."""
        fewest = _all_with(min(self.points), self.points)
        return fewest[0] if len(fewest) == 1 else self.left_of(self.dealer)

    @property
    def winner(self) -> int | None:
        """Who has won: alone with most points, the target reached; until then nobody."""
        most = _all_with(max(self.points), self.points)
        return most[0] if max(self.points) >= self.target and len(most) == 1 else None


def _all_with(points: int, of_seats: Sequence[int]) -> list[int]:
    return [seat for seat, own in enumerate(of_seats) if own == points]
