"""Each comparison is seen to fail: a mistake is put into the reference, and shows.

The mistakes are those that players and programs make, and one for every rule besides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from tests.classic import test_plays
from tests.classic.in_step import Difference, play_in_step
from tests.classic.said import said
from tests.reference.cards import COURTS, rank_of
from tests.reference.hand import NO_BET, Hand
from tests.reference.layouts import laid_out
from tests.reference.match import Match
from tests.reference.plays import Bomb, Grid, readings

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.reference.cards import Card
    from tests.reference.plays import Play, Reading


@dataclass(frozen=True, slots=True)
class Mistake:
    """A rule got wrong: the method that it stands in, a wrong one, and where it shows as what."""

    words: str
    place: type[Hand | Match]
    method: str
    wrong: Callable[..., object]
    shows: str
    table: str = "three"
    seed: int = 0
    target: int = 350


def highest(hand: Hand, cards: set[Card]) -> frozenset[Play]:  # noqa: ARG001 - a method
    best: dict[object, Play] = {}
    for play in sorted(laid_out(cards), key=_top):
        best[play.cards] = play
    return frozenset(best.values())


def never_as_itself(hand: Hand, cards: set[Card]) -> frozenset[Play]:  # noqa: ARG001 - a method
    return frozenset(play for play in laid_out(cards) if len(play.cards) == 1 or _top(play) <= 10)


def _top(play: Play) -> int:
    return play.reading.top if isinstance(play.reading, Grid) else 0


def paid_to_first_out_alone(hand: Hand, bettor: int, seat: int) -> int:
    return (hand.bets[bettor] or NO_BET) if seat == hand.out[0] else 0


def paid_to_all_others(hand: Hand, bettor: int, seat: int) -> int:
    gets = seat == bettor if bettor == hand.out[0] else seat != bettor
    return (hand.bets[bettor] or NO_BET) if gets else 0


def paid_to_nobody(hand: Hand, bettor: int, seat: int) -> int:
    return (hand.bets[bettor] or NO_BET) if seat == bettor == hand.out[0] else 0


def lower_too(hand: Hand, play: Play) -> bool:
    top = hand.laid[-1][1].reading if hand.laid else play.reading
    if isinstance(top, Bomb) or isinstance(play.reading, Bomb):
        return not isinstance(top, Bomb) or play.reading == top
    return (top.width, top.length) == (play.reading.width, play.reading.length)


def to_the_leader(hand: Hand) -> list[int]:
    if isinstance(hand.laid[-1][1].reading, Bomb) and len(hand.laid) > 1:
        return [hand.laid[0][0]]
    return [hand.right_of(hand.winner)]


MISTAKES = [
    Mistake(
        "the winner keeps a trick that he won by a bomb",
        *(Hand, "takers", lambda hand: [hand.winner], "captured"),
        table="two",
    ),
    Mistake(
        "the winner keeps a trick that he won by a bomb, with three",
        *(Hand, "takers", lambda hand: [hand.winner], "seats to act"),
    ),
    Mistake(
        "in a tournament the leader captures a trick won by a bomb",
        *(Hand, "takers", to_the_leader, "captured"),
        table="tournament",
    ),
    Mistake(
        "in a tournament a bomb that was led goes to the left",
        *(Hand, "right_of", lambda _, seat: (seat + 1) % 3, "captured"),
        table="tournament",
    ),
    Mistake(
        "going out pays five times the sum of the hands",
        *(Hand, "points_for_going_out", lambda hand, _: 5 * sum(map(len, hand.hands)), "going.out"),
    ),
    Mistake(
        "going out does not count courts",
        Hand,
        "points_for_going_out",
        lambda hand, _: 5 * max(len(cards.difference(COURTS)) for cards in hand.hands),
        "going.out",
        table="two",
    ),
    Mistake(
        "a bet may be overwritten",
        Hand,
        "may_bet",
        lambda hand, seat: not hand.has_played[seat] and not hand.hand_is_done(),
        "moves",
    ),
    Mistake(
        "a bet is made in turn alone",
        Hand,
        "may_bet",
        lambda hand, seat: (
            seat == hand.turn and hand.bets[seat] is None and not hand.has_played[seat]
        ),
        "seats to act",
    ),
    Mistake(
        "a bet may be made at any time",
        Hand,
        "may_bet",
        lambda hand, seat: hand.bets[seat] is None,
        "moves",
    ),
    Mistake(
        "cards have their highest reading alone",
        *(Hand, "all_plays", highest, "moves"),
    ),
    Mistake(
        "a court in a combination never stands for itself",
        *(Hand, "all_plays", never_as_itself, "moves"),
    ),
    Mistake(
        "a play of the same type beats any other",
        *(Hand, "is_high_enough", lower_too, "moves"),
    ),
    Mistake(
        "the lead goes to the player after the winner",
        *(Hand, "next_leader", lambda hand, winner: hand.next_to_play(winner), "moves"),
    ),
    Mistake(
        "the lead stays with the winner, out or not",
        *(Hand, "next_leader", lambda _, winner: winner, "seats to act"),
    ),
    Mistake(
        "a trick ends at the first pass",
        *(Hand, "has_everyone_passed", lambda hand: hand.passed == 1, "seats to act"),
    ),
    Mistake(
        "two have to pass even when one is out",
        *(Hand, "has_everyone_passed", lambda hand: hand.passed == 2, "moves"),
    ),
    Mistake(
        "the last player keeps his cards and gets the haggis",
        Hand,
        "taker_of_rest",
        lambda hand: next(seat for seat in hand.seats if seat not in hand.out),
        "captured",
        table="two",
    ),
    Mistake(
        "every captured card counts one",
        *(Hand, "points_for_captured", lambda hand, seat: len(hand.captured[seat])),
        "captured.points",
    ),
    Mistake(
        "a failed bet is paid to first out alone",
        *(Hand, "paid", paid_to_first_out_alone, "bets.paid"),
    ),
    Mistake(
        "a failed bet is paid to who bet as well",
        *(Hand, "paid", paid_to_all_others, "bets.paid"),
    ),
    Mistake(
        "a failed bet is paid to nobody",
        *(Hand, "paid", paid_to_nobody, "bets.paid"),
        table="two",
    ),
    Mistake(
        "who was first out always deals",
        *(Match, "next_dealer", lambda _, first_out: first_out, "dealer"),
    ),
    Mistake(
        "the first of those who share most points deals",
        Match,
        "next_dealer",
        lambda match, _: match.points.index(max(match.points)),
        "dealer",
    ),
    Mistake(
        "the dealer's left always leads",
        *(Match, "next_leader", lambda match: match.left_of(match.dealer), "first leader"),
    ),
    Mistake(
        "a shared lead at the target ends the match",
        Match,
        "winner",
        property(lambda match: 0 if max(match.points) >= match.target else None),
        "end of the match",
        target=1,
    ),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.words)
def test_a_mistake_in_the_reference_shows(
    mistake: Mistake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mistake.place, mistake.method, mistake.wrong)
    with pytest.raises(Difference) as caught:
        play_in_step(said(mistake.table, mistake.target), mistake.seed, target=mistake.target)
    assert caught.value.what == mistake.shows


def test_the_literal_left_neighbour_makes_no_difference_with_three(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The winner is the only one who can be out when a trick has ended and the hand goes on.
    def literal(hand: Hand, winner: int) -> int:
        return winner if hand.hands[winner] else (winner + 1) % len(hand.hands)

    monkeypatch.setattr(Hand, "next_leader", literal)
    assert play_in_step(said("three"), 0, target=350)["the winner of a trick is out"]


def only_the_highest(cards: list[Card]) -> frozenset[Reading]:
    found = readings(cards)
    tops = [one.top for one in found if isinstance(one, Grid)]
    return frozenset(one for one in found if not isinstance(one, Grid) or one.top == max(tops))


def without_repeated_suits(hand: list[Card]) -> frozenset[Play]:
    return frozenset(
        play
        for play in laid_out(hand)
        if not isinstance(play.reading, Grid)
        or play.reading.length == 1
        or play.reading.width == 1
        or all(
            len({card[-1] for card in play.cards if card not in COURTS}) == play.reading.width
            for _ in play.cards
        )
    )


def test_a_comparison_of_readings_is_seen_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_plays, "readings", only_the_highest)
    with pytest.raises(AssertionError):
        test_plays.compare_readings("two", 500)


def test_a_comparison_of_plays_is_seen_to_fail() -> None:
    with pytest.raises(AssertionError):
        test_plays.compare_plays("two", 10, (17,), without_repeated_suits)


def test_a_comparison_of_what_beats_what_is_seen_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        test_plays, "beats", lambda one, other: rank_of("J") < len(str((one, other)))
    )
    with pytest.raises(AssertionError):
        test_plays.test_readings_that_hands_hold_beat_those_that_the_reference_says("two")
