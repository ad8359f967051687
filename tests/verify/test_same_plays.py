"""Two texts let a hand play the same, by proof; or the shortest play that only one of them has."""

import re

import pytest

from haggis_rules import load
from haggis_rules.analysis.comparison.equal_parts import differing_parts, same_order
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower
from haggis_verify.analysis.same_plays import (
    EqualPlays,
    UncomparedPlays,
    UnequalPlays,
    UnmatchedPlay,
    compare_plays,
)
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits
from tests.engine.games import rules_of
from tests.verify.changed import heron_with

LOWER = "wild court c in set, sequence, stair as rank r when r is at most rank of c"
ANY = "wild court in set, sequence, stair as any rank"
STRICTLY = (
    "wild court c in set, sequence, stair as rank r"
    " when r is below rank of c or r is rank of c and c is court"
)
COURTS = "always every seat s has (every card c where (c is court) has (c in hand of s is at most"


def compared(first: Game, second: Game) -> EqualPlays | UnequalPlays | UncomparedPlays:
    return compare_plays(first, second, SolverPool(Limits()))


def reworded(variant: str, players: int, *changes: tuple[str, str]) -> Game:
    source = source_of(variant)
    text = source.text
    for old, new in changes:
        text, times = re.subn(r"\s+".join(map(re.escape, old.split())), new, text)
        assert times == 1, old
    return lower(lineage(SourceFile(source.path, text)), players=players)


def test_a_game_has_the_plays_of_the_same_game() -> None:
    heron = rules_of("heron").game
    found = compared(heron, heron_with('note "Nothing is changed."'))
    assert isinstance(found, EqualPlays)
    assert found.readings == len(rules_of("heron").patterns.readings)
    assert found.premises == ()
    assert found.without is None
    assert found.z3 > 0 < found.cvc5


def test_the_shortest_play_that_only_one_has_is_shown() -> None:
    heron = rules_of("heron").game
    found = compared(heron, heron_with("need at least 3 plain in pair, quake"))
    assert isinstance(found, UnequalPlays)
    assert found.play.game == "heron"
    assert found.play.reading.startswith("pair@")
    assert len(found.play.cards.split()) == 2


def test_it_is_found_whichever_game_comes_first() -> None:
    heron = rules_of("heron").game
    found = compared(heron_with("need at least 3 plain in pair, quake"), heron)
    assert isinstance(found, UnequalPlays)
    assert found.play.game == "heron"


def test_other_cards_are_not_compared() -> None:
    found = compared(rules_of("heron").game, rules_of("neeps-core").game)
    assert found == UncomparedPlays("their cards are not the same")


def test_the_order_is_compared_pair_by_pair() -> None:
    heron = rules_of("heron")
    same = same_order(heron, Rules(heron_with('note "Nothing is changed."')))
    assert same is not None
    assert same.apart is None
    assert same.pairs == len(heron.patterns.readings) ** 2
    changed = Rules(heron_with("except beats when a is pair and b is single as true"))
    other = same_order(heron, changed)
    assert other is not None
    assert other.apart is not None
    over, under, name = other.apart
    assert over.startswith("pair@")
    assert under.startswith("single@")
    assert name == "changed"


def test_what_is_written_otherwise_is_named() -> None:
    heron = rules_of("heron").game
    assert differing_parts(heron, heron_with('note "Nothing is changed."')) == ()
    assert differing_parts(heron, heron_with("on sleep let done be done")) == ("actions",)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(
    "wording", [pytest.param(STRICTLY, marks=pytest.mark.long), ANY], ids=["strictly", "any"]
)
@pytest.mark.parametrize(
    ("variant", "players"),
    [
        ("classic", 2),
        pytest.param("classic", 3, marks=pytest.mark.long),
        pytest.param("neeps", 4, marks=pytest.mark.long),
        pytest.param("neeps", 6, marks=pytest.mark.long),
    ],
)
def test_the_three_wordings_of_what_a_court_card_stands_for_allow_the_same(
    variant: str, players: int, wording: str
) -> None:
    usual = load(variant, players=players).game
    found = compared(usual, reworded(variant, players, (LOWER, wording)))
    assert isinstance(found, EqualPlays)
    assert (found.premises == ("courts.own",)) == (wording == ANY)


@pytest.mark.rotates
@pytest.mark.slow
def test_they_do_not_when_somebody_may_hold_two_equal_court_cards() -> None:
    two = (f"{COURTS} 1))", f"{COURTS} cards in hand of s))")
    usual, wider = reworded("classic", 2, two), reworded("classic", 2, two, (LOWER, ANY))
    found = compared(usual, wider)
    assert isinstance(found, UnequalPlays)
    cards = found.play.cards.split()
    assert len(set(cards)) < len(cards) == 3
    assert found.play == UnmatchedPlay("classic", "sequence3@Q", found.play.cards)
