"""Each comparison is seen to fail: a mistake is put into the reference, and shows as what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.classic import test_plays
from tests.classic.in_step import Difference, play_in_step
from tests.classic.said import said
from tests.reference import mistakes as m
from tests.reference.cards import COURTS, suit_of
from tests.reference.hand import Hand
from tests.reference.layouts import laid_out
from tests.reference.match import Match
from tests.reference.plays import Grid, readings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.reference.cards import Card
    from tests.reference.plays import Play, Reading

# The mistake, the table and the match at which it shows, and as what.
HANDS: list[tuple[type[Hand], str, int, str]] = [
    (m.KeepsBombedTricks, "two", 0, "captured"),
    (m.KeepsBombedTricks, "three", 0, "moves"),
    (m.KeepsBombedTricks, "tournament", 0, "captured"),
    (m.LeaderCapturesBombedTricks, "tournament", 0, "captured"),
    (m.LedBombsGoLeft, "tournament", 0, "captured"),
    (m.WhoIsOutCapturesNothing, "three", 0, "moves"),
    (m.WhoIsOutCapturesNothing, "tournament", 0, "captured"),
    (m.PaysForTheSum, "three", 0, "going.out"),
    (m.PaysForPipsAlone, "two", 0, "going.out"),
    (m.BetsAreOverwritten, "two", 0, "moves"),
    (m.BetsAreMadeInTurn, "two", 0, "seats to act"),
    (m.BetsAreMadeLate, "two", 0, "moves"),
    (m.BetsAreMadeAtTheEnd, "three", 0, "seats to act"),
    (m.ReadsTheHighestAlone, "two", 0, "moves"),
    (m.CourtsAreAlwaysWild, "two", 0, "moves"),
    (m.EqualPlaysFollow, "two", 0, "moves"),
    (m.BombsDoNotFall, "two", 0, "moves"),
    (m.TheNextLeads, "two", 0, "moves"),
    (m.TheRightLeads, "three", 0, "moves"),
    (m.TricksEndAtAPass, "three", 0, "moves"),
    (m.TwoAlwaysPass, "three", 0, "moves"),
    (m.TheLastKeepsHisCards, "two", 0, "captured"),
    (m.AllCardsCountOne, "two", 0, "captured.points"),
    (m.FailedBetsPayFirstOutAlone, "three", 0, "bets.paid"),
    (m.FailedBetsPayAllOthers, "three", 0, "bets.paid"),
    (m.FailedBetsPayNobody, "two", 0, "bets.paid"),
]
# As above, with the target that is played for.
MATCHES: list[tuple[type[Match], str, int, int, str]] = [
    (m.FirstOutDeals, "three", 0, 350, "dealer"),
    (m.TheFirstOfEqualsDeals, "three", 0, 350, "dealer"),
    (m.TheLeftLeads, "three", 0, 350, "first leader"),
    (m.TheDealerLeadsWhenFewestAreShared, "three", 0, 350, "first leader"),
    (m.ASharedLeadWins, "two", 0, 1, "end of the match"),
    (m.TheTargetHasToBePassed, "two", 0, 1, "end of the match"),
]


@pytest.mark.parametrize(("hands", "table", "seed", "what"), HANDS)
def test_a_hand_with_a_mistake_is_told_apart(
    hands: type[Hand], table: str, seed: int, what: str
) -> None:
    with pytest.raises(Difference) as caught:
        play_in_step(said(table), seed, hands=hands)
    assert caught.value.what == what


@pytest.mark.parametrize(("matches", "table", "seed", "target", "what"), MATCHES)
def test_a_match_with_a_mistake_is_told_apart(
    matches: type[Match], table: str, seed: int, target: int, what: str
) -> None:
    with pytest.raises(Difference) as caught:
        play_in_step(said(table, target), seed, matches=matches)
    assert caught.value.what == what


def test_the_literal_left_makes_no_difference_with_three() -> None:
    # Only one of them can be out while the hand goes on, and that is the winner then.
    happened = play_in_step(said("three"), 0, hands=m.TheLiteralLeftLeads)
    assert happened["the winner of a trick is out"]


def only_the_highest(cards: Sequence[Card]) -> frozenset[Reading]:
    found = readings(cards)
    tops = [one.top for one in found if isinstance(one, Grid)]
    return frozenset(one for one in found if not isinstance(one, Grid) or one.top == max(tops))


def without_repeated_suits(hand: Sequence[Card]) -> frozenset[Play]:
    """Leave out the stairs that need a suit twice: those wider than their pips have suits."""
    return frozenset(
        play
        for play in laid_out(hand)
        if not isinstance(play.reading, Grid)
        or play.reading.kind != "stair"
        or len({suit_of(card) for card in play.cards if card not in COURTS}) == play.reading.width
    )


def always(_higher: Reading, _lower: Reading) -> bool:
    return True


def test_a_comparison_of_readings_fails_when_only_the_highest_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(test_plays, "readings", only_the_highest)
    with pytest.raises(AssertionError):
        test_plays.compare_readings("two", 500)


def test_a_comparison_of_plays_fails_when_suits_do_not_repeat() -> None:
    with pytest.raises(AssertionError):
        test_plays.compare_plays("two", 10, (17,), without_repeated_suits)


def test_a_comparison_of_what_beats_what_fails_when_all_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_plays, "beats", always)
    with pytest.raises(AssertionError):
        test_plays.test_readings_that_hands_hold_beat_those_that_the_reference_says("two")
