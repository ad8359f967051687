"""A hand of Haggis from the deal to its scores, as the rulebook tells it: a table with cards on it.

The table changes with every move. What a player may do, who captures and what is paid each stand
in a method of their own, so that a test can put a wrong one in its place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from tests.reference.cards import Card, points_of
from tests.reference.layouts import laid_out
from tests.reference.plays import Bomb, Play, beats

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NO_BET, LITTLE, BIG = 0, 15, 30
FOR_EACH_CARD = 5  # what a card in the largest hand of an opponent pays to who goes out


@dataclass(frozen=True, slots=True)
class Bets:
    """A seat declares its bet."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Lays:
    """A seat plays cards."""

    seat: int
    play: Play


@dataclass(frozen=True, slots=True)
class Passes:
    """A seat passes."""

    seat: int


@dataclass(frozen=True, slots=True)
class Gives:
    """The winner of a trick, won by a bomb, says which opponent captures it."""

    seat: int
    to: int


Move: TypeAlias = Bets | Lays | Passes | Gives


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick that has been captured: its plays in order, each with its seat."""

    laid: tuple[tuple[int, Play], ...]
    taker: int
    last: bool


@dataclass(eq=False)
class Hand:
    """The table while a hand is played. Seats count from 0, clockwise."""

    hands: list[set[Card]]
    haggis: list[Card]
    turn: int
    tournament: bool = False
    captured: list[list[Card]] = field(init=False)
    bets: list[int | None] = field(init=False)
    has_played: list[bool] = field(init=False)
    out: list[int] = field(init=False, default_factory=list[int])  # in the order of going out
    for_cards: list[int] = field(init=False)  # points for cards in hand
    laid: list[tuple[int, Play]] = field(init=False, default_factory=list[tuple[int, Play]])
    passed: int = field(init=False, default=0)  # since the highest play
    is_giving: bool = field(init=False, default=False)  # the winner of the trick has to choose
    is_over: bool = field(init=False, default=False)
    tricks: list[Trick] = field(init=False, default_factory=list[Trick])

    def __post_init__(self) -> None:
        self.captured = [[] for _ in self.seats]
        self.bets = [None for _ in self.seats]
        self.has_played = [False for _ in self.seats]
        self.for_cards = [0 for _ in self.seats]

    # What may be done.

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    def moves(self, seat: int) -> list[Move]:
        """Return all that a seat may do now, each once and always in the same order."""
        if self.is_over:
            return []
        bets = (
            [Bets(seat, amount) for amount in (NO_BET, LITTLE, BIG)] if self.may_bet(seat) else []
        )
        return [*bets, *self._moves_in_turn(seat)]

    def may_bet(self, seat: int) -> bool:
        """Whether a seat may declare a bet, in turn or not: once, before its first play."""
        return self.bets[seat] is None and not self.has_played[seat] and not self.hand_is_done()

    def _moves_in_turn(self, seat: int) -> Iterator[Move]:
        if self.is_giving:
            if seat == self.winner:
                yield from (Gives(seat, to) for to in self.takers())
        elif seat == self.turn:
            yield from (Lays(seat, play) for play in self.plays(seat) if self.is_high_enough(play))
            if self.laid:
                yield Passes(seat)

    def plays(self, seat: int) -> Iterator[Play]:
        """Return all plays of the cards that a seat holds: those of its first hand still left."""
        held = self.hands[seat]
        return (play for play in self._first_plays[seat] if held.issuperset(play.cards))

    @cached_property
    def _first_plays(self) -> list[list[Play]]:
        if any(self.has_played):
            message = "the plays of the first hands are asked for too late"
            raise ValueError(message)
        return [sorted(self.all_plays(hand), key=str) for hand in self.hands]

    def all_plays(self, cards: set[Card]) -> frozenset[Play]:
        """Return all plays of some cards."""
        return laid_out(cards)

    def is_high_enough(self, play: Play) -> bool:
        """Whether a play may follow the highest one; who leads is free."""
        return not self.laid or beats(play.reading, self.laid[-1][1].reading)

    # What comes of it.

    def make(self, move: Move) -> None:
        """Make a move and all that follows from it. Raises ``ValueError`` if it is not allowed."""
        if move not in self.moves(move.seat):
            message = f"{move} is not allowed"
            raise ValueError(message)
        match move:
            case Bets(seat=seat, amount=amount):
                self.bets[seat] = amount
            case Lays(seat=seat, play=play):
                self._lay(seat, play)
            case Passes(seat=seat):
                self.passed += 1
                self.turn = self.next_to_play(seat)
                if self.has_everyone_passed():
                    self._end_trick()
            case Gives(to=to):
                self._capture(to)

    def _lay(self, seat: int, play: Play) -> None:
        self.hands[seat].difference_update(play.cards)
        self.has_played[seat] = True
        self.laid.append((seat, play))
        self.passed = 0
        if not self.hands[seat]:
            self.out.append(seat)
            self.for_cards[seat] = self.points_for_going_out(seat)
        if self.hand_is_done():
            self._end_trick()
        else:
            self.turn = self.next_to_play(seat)

    def _end_trick(self) -> None:
        takers = self.takers()
        if len(takers) == 1:
            self._capture(takers[0])
        else:
            self.is_giving = True

    def _capture(self, taker: int) -> None:
        self.captured[taker] += [card for _, play in self.laid for card in play.cards]
        winner = self.winner
        self.tricks.append(Trick(tuple(self.laid), taker, last=self.hand_is_done()))
        self.laid, self.passed, self.is_giving = [], 0, False
        if self.hand_is_done():
            self._end_hand()
        else:
            self.turn = self.next_leader(winner)

    def _end_hand(self) -> None:
        self.is_over = True
        self.captured[self.taker_of_rest()] += [
            *self.haggis,
            *(card for hand in self.hands for card in hand),
        ]
        self.haggis = []
        self.hands = [set() for _ in self.seats]

    # The trick.

    @property
    def winner(self) -> int:
        """Who made the highest play so far."""
        return self.laid[-1][0]

    def has_everyone_passed(self) -> bool:
        """Whether all others who hold cards have passed since the highest play."""
        return self.passed == len([s for s in self.seats if self.hands[s] and s != self.winner])

    def next_to_play(self, seat: int) -> int:
        """Return the next seat clockwise that holds cards; it may have passed before."""
        return self._first_holding(seat + 1)

    def next_leader(self, winner: int) -> int:
        """Return who leads after a trick: its winner, or else the next one who holds cards."""
        return self._first_holding(winner)

    def _first_holding(self, start: int) -> int:
        places = ((start + step) % len(self.seats) for step in self.seats)
        return next(seat for seat in places if self.hands[seat])

    def takers(self) -> list[int]:
        """Return who may capture this trick; the winner chooses if there are several."""
        if not isinstance(self.laid[-1][1].reading, Bomb):
            return [self.winner]
        if self.tournament:
            return [self.laid[-2][0] if len(self.laid) > 1 else self.right_of(self.winner)]
        return [seat for seat in self.seats if seat != self.winner]

    def right_of(self, seat: int) -> int:
        """Return the seat to the right, which is the one before in the order of play."""
        return (seat - 1) % len(self.seats)

    # The end and the scores.

    def hand_is_done(self) -> bool:
        """Whether all but one are out, after which nobody plays."""
        return len(self.out) >= len(self.seats) - 1

    def taker_of_rest(self) -> int:
        """Return who captures the haggis and what is left in hands: who was out first."""
        return self.out[0]

    def points_for_going_out(self, seat: int) -> int:
        """Count what a seat gets for the cards in the largest hand of its opponents now."""
        return FOR_EACH_CARD * max(len(self.hands[s]) for s in self.seats if s != seat)

    def points_for_captured(self, seat: int) -> int:
        """Count what the cards are worth that a seat has captured."""
        return points_of(self.captured[seat])

    def points_for_bets(self, seat: int) -> int:
        """Count what a seat gets for its own bet and for those of others."""
        return sum(self.paid(bettor, seat) for bettor in self.seats)

    def paid(self, bettor: int, seat: int) -> int:
        """Count what a seat gets for the bet of one bettor."""
        if bettor == self.out[0]:
            gets = seat == bettor
        else:
            gets = seat == self.out[0] or (seat != bettor and not self.bets[seat])
        return (self.bets[bettor] or NO_BET) if gets else 0

    def sheet(self) -> list[tuple[int, int, int]]:
        """Return the points of each seat: for cards in hand, for captured cards, and for bets."""
        self._require_over()
        return [
            (self.for_cards[seat], self.points_for_captured(seat), self.points_for_bets(seat))
            for seat in self.seats
        ]

    def scores(self) -> list[int]:
        """Return the points of each seat."""
        return list(map(sum, self.sheet()))

    def _require_over(self) -> None:
        if not self.is_over:
            message = "a hand is scored when it is over"
            raise ValueError(message)


def at_the_table(
    hands: Sequence[Sequence[Card]],
    *,
    turn: int = 0,
    haggis: Sequence[Card] = (),
    tournament: bool = False,
) -> Hand:
    """Seat players with these cards, of whom one leads."""
    return Hand([set(hand) for hand in hands], list(haggis), turn, tournament)
