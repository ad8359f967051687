"""Classic and what comes from it, after the rules in words: bets, bombs, ends and score sheets.

A second opinion, as for Neeps and Tatties: which cards beat which is not looked at here.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from tests.matches.seatings import COURTS
from tests.systems.tricks import Lays, Tricks, Words

WORTH = {"3": 1, "5": 1, "7": 1, "9": 1, "J": 2, "Q": 3, "K": 5}


@dataclass(eq=False)
class Haggis(Tricks):
    """One hand of classic. ``won`` has the cards that each seat has captured."""

    amounts: ClassVar[dict[str, int]] = {"zero": 0, "little": 15, "big": 30}
    opening: int = 0
    aside: list[str] = field(default_factory=list[str])
    won: dict[int, Counter[str]] = field(default_factory=dict[int, Counter[str]])
    bets: dict[int, str] = field(default_factory=dict[int, str])
    begun: set[int] = field(default_factory=set[int])
    under: int | None = None  # who made the next highest play
    chooser: int | None = None  # who has to give the cards of a trick away
    heir: int | None = None  # who gets what lies aside

    def __post_init__(self) -> None:
        self.playing, self.turn = True, self.opening
        self.won = {seat: Counter() for seat in self.seats}

    # What may be done.

    def may_play(self, seat: int) -> bool:
        """Whether it is for a seat to play cards."""
        return self.chooser is None and super().may_play(seat)

    def moves(self, seat: int) -> set[Words]:
        """Return all that a seat may do but play cards."""
        if self.over:
            return set()
        found: set[Words] = set()
        others = [f"seat {one + 1}" for one in self.others(seat)]
        if self.chooser is None:
            found |= super().moves(seat)
        elif seat == self.chooser:
            found |= {("award", to) for to in others}
        if not self.playing and self.heir is None and seat == self.best:
            found |= {("grant", to) for to in others}
        if self.playing and self.may_bet(seat):
            found |= {("bet", amount) for amount in self.amounts}
        return found

    def may_bet(self, seat: int) -> bool:
        """Whether a seat has said nothing yet and played no card."""
        return seat not in self.bets and seat not in self.begun

    # What comes of it.

    def lay(self, seat: int, laid: Lays) -> None:
        """Play cards."""
        self.under = self.best if self.pile else None
        self.begun.add(seat)
        super().lay(seat, laid)

    def prepare(self, seat: int, words: Words) -> None:
        """Bet, or give cards away."""
        match words:
            case ("bet", amount):
                self.bets[seat] = amount
            case ("award", to):
                self._take(_seat(to))
                self.chooser = None
                self._settle()
            case ("grant", to):
                self.heir = _seat(to)
                self._settle()
            case _:
                raise ValueError(words)

    def _capture(self) -> None:
        assert self.best is not None
        takers = self.takers(self.best)
        if len(takers) == 1:
            self._take(takers[0])
        else:
            self.chooser = self.best

    def _take(self, taker: int) -> None:
        self.won[taker] += Counter(self.pile)
        self.captured[taker] += len(self.pile)
        self.pile = []

    def _finish(self) -> None:
        self.playing, self.turn = False, None
        heirs = self.heirs()
        self.heir = heirs[0] if len(heirs) == 1 else None
        self._settle()

    def _settle(self) -> None:
        """End the hand as soon as nothing is left to be given away."""
        if self.playing or self.chooser is not None or self.heir is None:
            return
        self.won[self.heir] += Counter(self.aside)
        for hand in self.hands:
            self.won[self.out[0]] += hand
            hand.clear()
        self.aside, self.over = [], True

    # Who gets what.

    def takers(self, winner: int) -> list[int]:
        """Return who may capture a trick; if there are several, its winner chooses."""
        return self.others(winner) if self.bombed else [winner]

    def heirs(self) -> list[int]:
        """Return who may get what lies aside; if there are several, somebody chooses."""
        return self.out[:1]

    def taker(self, seat: int) -> int:
        """Say who captures, where nobody has to choose."""
        (one,) = self.takers(seat)
        return one

    def side(self, seat: int) -> int:
        """Everybody captures for himself."""
        return seat

    def others(self, seat: int) -> list[int]:
        """Return everybody else."""
        return [one for one in self.seats if one != seat]

    def helpers(self, seat: int) -> list[int]:  # noqa: ARG002
        """Nobody hands over the lead."""
        return []

    def ended(self) -> bool:
        """Whether all but one are out."""
        return len(self.holding) == 1

    # The score.

    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet of each seat."""
        return {
            "going.out": [self.earned[seat] for seat in self.seats],
            "captured.points": [self.points(seat) for seat in self.seats],
            "bets.paid": [self.paid(seat) for seat in self.seats],
        }

    def points(self, seat: int) -> int:
        """Count what the cards are worth that a seat has captured."""
        return points_of(self.won[seat])

    def bet(self, seat: int) -> int:
        """Return the amount of a seat's bet."""
        return self.amounts[self.bets[seat]] if seat in self.bets else 0

    def good(self, seat: int) -> bool:
        """Whether a bet succeeds."""
        return seat == self.out[0]

    def paid(self, seat: int) -> int:
        """Count what a seat gets for all bets."""
        failed = [self.bet(one) for one in self.seats if self.bet(one) and not self.good(one)]
        gets = seat == self.out[0] or not self.bet(seat)
        return (self.bet(seat) if self.good(seat) else 0) + (sum(failed) if gets else 0)


class Tournament(Haggis):
    """The cards that a bomb has won go to the player of the next highest play."""

    def takers(self, winner: int) -> list[int]:
        """Return the one who captures: on the right of the winner, when the bomb was led."""
        if not self.bombed:
            return [winner]
        return [self.after(winner, -1) if self.under is None else self.under]


class Cats(Haggis):
    """Bets end with the first card that anybody plays."""

    def may_bet(self, seat: int) -> bool:
        """Whether a seat has said nothing yet and nobody has played a card."""
        return seat not in self.bets and not self.begun


class Rogers(Haggis):
    """Going out pays the winner of a trick, bets are on points, the last play gets the haggis."""

    def heirs(self) -> list[int]:
        """Return the last to play, or after a bomb his opponents."""
        assert self.best is not None
        return self.others(self.best) if self.bombed else [self.best]

    def lay(self, seat: int, laid: Lays) -> None:
        """Play cards; only the end of the hand pays at once."""
        super().lay(seat, laid)
        if self.playing:
            del self.earned[seat]

    def _close(self) -> None:
        assert self.best is not None
        if self.best not in self.holding:
            self.earned[self.best] = 5 * max(self.hands[one].total() for one in self.holding)
        super()._close()

    def good(self, seat: int) -> bool:
        """Whether the points of a bettor, but for those of bets, reach his bet."""
        return self.earned[seat] + self.points(seat) >= self.bet(seat)


class RogersForNeeps(Rogers):
    """The bet cards are turned to their other side."""

    amounts: ClassVar[dict[str, int]] = {"baby": 5, "little": 15, "big": 30}


def points_of(cards: Counter[str]) -> int:
    """Count what captured cards are worth."""
    ranks = ((card if card in COURTS else card[:-1], count) for card, count in cards.items())
    return sum(WORTH.get(rank, 0) * count for rank, count in ranks)


def _seat(name: str) -> int:
    return int(name.removeprefix("seat ")) - 1
