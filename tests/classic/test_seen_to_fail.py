"""Each comparison is seen to fail: a mistake is put into the reference, and shows as what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.classic import test_plays
from tests.classic.in_step import Difference, play_in_step
from tests.classic.said import said
from tests.classic.test_hands import play_ends
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

# The mistake, the table at which it shows, and as what.
HANDS: list[tuple[type[Hand], str, str]] = [
    (m.KeepsBombedTricks, "two", "captured"),
    (m.KeepsBombedTricks, "three", "captured"),
    (m.KeepsBombedTricks, "tournament", "captured"),
    (m.LeaderCapturesBombedTricks, "tournament", "captured"),
    (m.LedBombsGoLeft, "tournament", "captured"),
    (m.WhoIsOutCapturesNothing, "three", "captured"),
    (m.WhoIsOutCapturesNothing, "tournament", "captured"),
    (m.PaysForTheSum, "three", "going.out"),
    (m.PaysForPipsAlone, "two", "going.out"),
    (m.BetsAreOverwritten, "two", "moves"),
    (m.BetsAreMadeInTurn, "two", "seats to act"),
    (m.BetsAreMadeLate, "two", "seats to act"),
    (m.BetsAreMadeAtTheEnd, "three", "seats to act"),
    (m.ReadsTheHighestAlone, "two", "moves"),
    (m.CourtsAreAlwaysWild, "two", "moves"),
    (m.EqualPlaysFollow, "two", "moves"),
    (m.BombsDoNotFall, "two", "moves"),
    (m.TheNextLeads, "two", "seats to act"),
    (m.TheRightLeads, "three", "seats to act"),
    (m.TricksEndAtAPass, "three", "captured"),
    (m.TwoAlwaysPass, "three", "moves"),
    (m.TheLastKeepsHisCards, "two", "captured"),
    (m.AllCardsCountOne, "two", "captured.points"),
    (m.FailedBetsPayFirstOutAlone, "three", "bets.paid"),
    (m.FailedBetsPayAllOthers, "three", "bets.paid"),
    (m.FailedBetsPayNobody, "two", "bets.paid"),
]
# As above, with the target and the match at which it shows.
MATCHES: list[tuple[type[Match], str, int, int, str]] = [
    (m.FirstOutDeals, "three", 350, 1, "dealer"),
    (m.TheFirstOfEqualsDeals, "three", 350, 10, "dealer"),
    (m.TheLeftLeads, "three", 350, 0, "first leader"),
    (m.TheDealerLeadsWhenFewestAreShared, "two", 83, 0, "first leader"),
    (m.ASharedLeadWins, "two", 83, 0, "end of the match"),
    (m.TheTargetHasToBePassed, "two", 41, 0, "end of the match"),
]


@pytest.mark.rotates
@pytest.mark.parametrize(("hands", "table", "what"), HANDS)
def test_a_hand_with_a_mistake_is_told_apart(hands: type[Hand], table: str, what: str) -> None:
    with pytest.raises(Difference) as caught:
        play_ends(table, range(400), hands)
    assert caught.value.what == what


@pytest.mark.rotates
@pytest.mark.parametrize(("matches", "table", "target", "seed", "what"), MATCHES)
def test_a_match_with_a_mistake_is_told_apart(
    matches: type[Match], table: str, target: int, seed: int, what: str
) -> None:
    with pytest.raises(Difference) as caught:
        play_in_step(said(table, target), seed, matches=matches)
    assert caught.value.what == what


def test_the_literal_left_makes_no_difference_with_three() -> None:
    # Only one of them can be out while the hand goes on, and that is the winner then.
    happened = play_ends("three", range(100), m.TheLiteralLeftLeads)
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


@pytest.mark.rotates
def test_a_comparison_of_readings_fails_when_only_the_highest_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(test_plays, "readings", only_the_highest)
    with pytest.raises(AssertionError):
        test_plays.compare_readings("two", 500)


@pytest.mark.rotates
def test_a_comparison_of_plays_fails_when_suits_do_not_repeat() -> None:
    with pytest.raises(AssertionError):
        test_plays.compare_plays("two", 10, (17,), without_repeated_suits)


@pytest.mark.rotates
def test_a_comparison_of_what_beats_what_fails_when_all_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_plays, "beats", always)
    with pytest.raises(AssertionError):
        test_plays.test_readings_that_hands_hold_beat_those_that_the_reference_says("two")
