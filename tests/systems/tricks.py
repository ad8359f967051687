"""The tricks of Neeps and Tatties after the rules in words: turns, leads, captures and ends.

A second opinion on all but the plays themselves: which cards beat which is not looked at. Each
game says who captures, whose hands count, and when it is over.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Words: TypeAlias = tuple[str, ...]  # what is done, and its choices as they are written
COURTS = frozenset("JQK")


class Lays(NamedTuple):
    """Cards that are played."""

    cards: tuple[str, ...]
    is_bomb: bool


@dataclass(eq=False)
class Tricks(ABC):
    """One hand: what lies where, who is out, and what everybody has earned by going out."""

    hands: list[Counter[str]]
    dealer: int
    playing: bool = False
    over: bool = False
    turn: int | None = None
    best: int | None = None
    bombed: bool = False
    passes: int = 0
    giving: bool = False
    pile: list[str] = field(default_factory=list[str])
    out: list[int] = field(default_factory=list[int])
    earned: Counter[int] = field(default_factory=Counter[int])
    captured: Counter[int] = field(default_factory=Counter[int])

    @property
    def seats(self) -> range:
        """All seats, from 0."""
        return range(len(self.hands))

    @property
    def holding(self) -> list[int]:
        """Who holds cards."""
        return [seat for seat in self.seats if self.hands[seat].total()]

    def after(self, seat: int, steps: int = 1) -> int:
        """Return the seat so many steps clockwise."""
        return (seat + steps) % len(self.hands)

    def may_play(self, seat: int) -> bool:
        """Whether it is for a seat to play cards, if it has any that are high enough."""
        return self.playing and self.turn == seat and seat in self.holding

    def moves(self, seat: int) -> set[Words]:
        """Return all that a seat may do but play cards."""
        found: set[Words] = set()
        if self.playing and self.turn == seat:
            if self.pile:
                found.add(("pass",))
            if self.giving:
                found |= {("give", f"seat {to + 1}") for to in self.helpers(seat)}
        return found

    def lay(self, seat: int, laid: Lays) -> None:
        """Play cards."""
        self.hands[seat] -= Counter(laid.cards)
        self.pile += laid.cards
        self.best, self.bombed, self.passes, self.giving = seat, laid.is_bomb, 0, False
        if not self.hands[seat].total():
            self.out.append(seat)
            self.earned[seat] = 5 * max(self.hands[other].total() for other in self.others(seat))
        if self.ended():
            self._capture()
            self._finish()
        else:
            self.turn = self._next_holding(seat)

    def do(self, seat: int, words: Words) -> None:
        """Do anything but play cards."""
        match words:
            case ("pass",):
                self.passes += 1
                self.turn = self._next_holding(seat)
                if self.passes == len([one for one in self.holding if one != self.best]):
                    self._close()
            case ("give", to):
                self.turn, self.giving = int(to.removeprefix("seat ")) - 1, False
            case _:
                self.prepare(seat, words)

    def _close(self) -> None:
        assert self.best is not None
        self._capture()
        helped = self.bombed and bool(self.helpers(self.best))
        self.giving = helped
        if helped or self.best in self.holding:
            self.turn = self.best
        else:
            self.turn = self._next_holding(self.best)

    def _capture(self) -> None:
        assert self.best is not None
        self.captured[self.taker(self.best)] += len(self.pile)
        self.pile = []

    def _finish(self) -> None:
        for hand in self.hands:
            self.captured[self.side(self.out[0])] += hand.total()
            hand.clear()
        self.over, self.playing = True, False

    def _next_holding(self, seat: int) -> int:
        order = [self.after(seat, steps) for steps in range(1, len(self.hands) + 1)]
        return next(one for one in order if one in self.holding)

    @abstractmethod
    def prepare(self, seat: int, words: Words) -> None:
        """Do what comes before the tricks, or beside them."""

    @abstractmethod
    def side(self, seat: int) -> int:
        """Say for whom a seat captures: a team or a seat."""

    @abstractmethod
    def taker(self, seat: int) -> int:
        """Say who captures a trick that a seat has won."""

    @abstractmethod
    def others(self, seat: int) -> Sequence[int]:
        """Return those whose largest hand counts when a seat goes out."""

    @abstractmethod
    def helpers(self, seat: int) -> Sequence[int]:
        """Return those who hold cards and may be handed the lead by a seat after a bomb."""

    @abstractmethod
    def ended(self) -> bool:
        """Whether the last play has ended the hand."""

    @abstractmethod
    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet, of each team or seat."""


def pips(hand: Counter[str]) -> set[str]:
    """Return the kinds of cards in a hand that are no courts."""
    return set(+hand) - COURTS
