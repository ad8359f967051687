"""The promises of Neeps and Tatties are proved, and each is seen to fail when a rule is broken."""

from functools import cache

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import Counterexample, NotReached, Proved, Reached, Refuted
from haggis_verify.report import verify
from tests.systems.broken import ALL, Broken, broken_game
from tests.verify.asking import result_of

pytestmark = pytest.mark.slow

TABLES = [("neeps", 4), ("neeps", 6), ("tatties", 3), ("tatties", 5)]
MOVES_MAKE_NO_CARDS = {"cards.kept"}  # whatever a text says: no broken rule breaks it
# Chance is slow to come to a breach among five; for fewer, play comes to all breaches but these.
SEARCHED = {3: 2, 4: 2, 6: 2, 5: 0}
FAR = {
    "tatties-3-auction.bidder",
    "tatties-3-auction.turns",
    "tatties-3-exchange.most",
    "tatties-3-bids.whole",
    "neeps-4-turn.ready",
    "neeps-4-slam.ends",
    "neeps-4-slam.pays",
    "neeps-4-hand.least",
    "neeps-4-hand.all",
    "neeps-4-match.grows",
    "neeps-4-match.bounded",
    "neeps-6-slam.ends",
    "neeps-6-slam.grand",
    "neeps-6-hand.least",
    "neeps-6-hand.all",
    "neeps-6-match.rises",
    "neeps-6-match.grows",
    "neeps-6-match.bounded",
    "tatties-3-out.captured",
    "tatties-3-out.most",
    "tatties-3-hand.least",
    "tatties-3-hand.all",
    "tatties-3-match.deals",
    "tatties-3-match.bounded",
}


def named(one: Broken) -> str:
    return f"{one.variant}-{one.players}-{one.promise}"


@cache
def table(variant: str, players: int) -> Game:
    return load_game(variant, players=players)


def of_its_own(variant: str, players: int) -> set[str]:
    """Name the promises that a variant states itself."""
    game = table(variant, players)
    return {
        promise.name for promise in game.promises if game.clauses[promise.clause].variant == variant
    }


def case_of(one: Broken, hands: int) -> Counterexample:
    """Return the case that breaks a promise, after a search of so many hands for one."""
    found = result_of(broken_game(one), one.promise, hands=hands)
    assert isinstance(found.verdict, Refuted), found.verdict
    return found.verdict.case


@pytest.mark.planted("broken rule")
@pytest.mark.parametrize("one", ALL, ids=named)
def test_a_broken_rule_breaks_its_promise(one: Broken) -> None:
    case = case_of(one, 0)
    assert case.replay
    begins = case.obligation in {"at first", "for any values"} or " and " in case.obligation
    assert begins == (case.play is None)  # a match begins with it, or it is of no state


@pytest.mark.long
@pytest.mark.parametrize("one", [one for one in ALL if SEARCHED[one.players]], ids=named)
def test_play_comes_to_what_a_broken_rule_breaks(one: Broken) -> None:
    match case_of(one, SEARCHED[one.players]).play:
        case Reached(breach=breach):
            assert breach
            assert named(one) not in FAR
        case NotReached():
            assert named(one) in FAR
        case None:
            assert named(one) not in FAR


@pytest.mark.parametrize("variant", ["neeps", "tatties"])
def test_every_promise_of_their_own_is_broken_somewhere(variant: str) -> None:
    tables = [players for name, players in TABLES if name == variant]
    own = {name for players in tables for name in of_its_own(variant, players)}
    assert own - MOVES_MAKE_NO_CARDS == {one.promise for one in ALL if one.variant == variant}


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_promise_that_one_table_alone_makes_is_broken_at_that_table(
    variant: str, players: int
) -> None:
    clauses = {
        promise.name: table(variant, players).clauses[promise.clause]
        for promise in table(variant, players).promises
    }
    guarded = {name for name in of_its_own(variant, players) if clauses[name].guard}
    broken = {one.promise for one in ALL if (one.variant, one.players) == (variant, players)}
    assert guarded - broken == set()


@pytest.mark.long  # the site is built from the same proofs
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_all_promises_are_proved(variant: str, players: int) -> None:
    game = table(variant, players)
    results = verify(game)
    assert {promise.name for promise in game.promises} <= {one.promise for one in results}
    for result in results:
        assert isinstance(result.verdict, Proved), result
