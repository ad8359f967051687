"""What happened in a hand or a match that seldom does, so that tests can count it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.hand import Bets, Gives, Hand, Lays, Move, Trick
from tests.reference.plays import Bomb

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.reference.match import Match

_AMOUNTS = {0: "no bet", 15: "a little bet", 30: "a big bet"}

_RARE = frozenset(
    {
        *(f"{amount} is declared" for amount in _AMOUNTS.values()),
        "a bet is declared out of turn",
        "a bet succeeds",
        "a bet fails",
        "a trick is won by a bomb",
        "a bomb that was led wins",
        "a bomb falls on a bomb",
        "the last trick is won by a bomb",
    }
)
_WITH_THREE = frozenset(
    {
        "a bet is declared after a pass",
        "a bet is declared when somebody is out",
        "a failed bet is paid to two",
        "another who bet gets nothing from a failed bet",
        "who passed comes back",
        "two go out in one trick",
        "the winner of a trick is out",
        "a trick is captured by who is out",
    }
)
_WITH_A_CHOICE = frozenset(
    {
        "a taker is chosen",
        "a taker is chosen by who is out",
        "a taker is chosen for the last trick",
        "a bet is declared while a taker is chosen",
    }
)

# What has to have happened when enough was played at each table.
RARE_IN_A_HAND = {
    "two": _RARE,
    "three": _RARE | _WITH_THREE | _WITH_A_CHOICE,
    "tournament": _RARE | _WITH_THREE,
}
RARE_IN_A_MATCH = frozenset(
    {
        "most points are shared, and the first to go out deals",
        "fewest points are shared, and the dealer's left leads",
        "the target is reached and the lead is shared",
        "the match is won by who was not first out",
    }
)


def of_move(hand: Hand, move: Move, passed: set[int]) -> Iterator[str]:
    """Name what is rare about a move that is about to be made.

    ``passed`` has the seats that have passed in this trick.
    """
    match move:
        case Bets(seat=seat, amount=amount):
            yield f"{_AMOUNTS[amount]} is declared"
            if hand.is_giving:
                yield "a bet is declared while a taker is chosen"
            elif seat != hand.turn:
                yield "a bet is declared out of turn"
            if seat in passed:
                yield "a bet is declared after a pass"
            if hand.out:
                yield "a bet is declared when somebody is out"
        case Lays(seat=seat) if seat in passed:
            yield "who passed comes back"
        case Gives(seat=seat):
            yield "a taker is chosen"
            if not hand.hands[seat]:
                yield "a taker is chosen by who is out"
            if hand.hand_is_done():
                yield "a taker is chosen for the last trick"
        case _:
            return


def of_hand(hand: Hand) -> Iterator[str]:
    """Name what was rare in a hand that is over."""
    for trick in hand.tricks:
        yield from _of_trick(trick)
    for seat, bet in enumerate(hand.bets):
        others = [own for own in hand.seats if own not in {seat, hand.out[0]}]
        if bet and seat == hand.out[0]:
            yield "a bet succeeds"
        elif bet:
            yield "a bet fails"
            if others:
                both = not any(hand.bets[own] for own in others)
                what = "a failed bet is paid to two"
                yield what if both else "another who bet gets nothing from a failed bet"
    emptied = [_last_of(hand, seat) for seat in hand.out]
    if len(emptied) != len(set(emptied)):
        yield "two go out in one trick"
    for place, trick in enumerate(hand.tricks[:-1]):
        gone = {seat for seat, last in zip(hand.out, emptied, strict=True) if last <= place}
        if trick.laid[-1][0] in gone:
            yield "the winner of a trick is out"
        if trick.taker in gone and trick.taker != trick.laid[-1][0]:
            yield "a trick is captured by who is out"


def _of_trick(trick: Trick) -> Iterator[str]:
    bombs = [isinstance(play.reading, Bomb) for _, play in trick.laid]
    if bombs[-1]:
        yield "a trick is won by a bomb"
        if len(bombs) == 1:
            yield "a bomb that was led wins"
        if trick.last:
            yield "the last trick is won by a bomb"
    if sum(bombs) > 1:
        yield "a bomb falls on a bomb"


def _last_of(hand: Hand, seat: int) -> int:
    """Return the trick in which a seat that is out played its last cards."""
    return max(i for i, trick in enumerate(hand.tricks) if seat in {own for own, _ in trick.laid})


def of_match(match: Match, hand: Hand) -> Iterator[str]:
    """Name what is rare about a match after a hand."""
    if match.points.count(max(match.points)) > 1:
        yield "most points are shared, and the first to go out deals"
        if max(match.points) >= match.target:
            yield "the target is reached and the lead is shared"
    if match.points.count(min(match.points)) > 1:
        yield "fewest points are shared, and the dealer's left leads"
    if match.winner is not None and hand.out[0] != match.winner:
        yield "the match is won by who was not first out"
