"""A match that comes to a breach is cut down to what matters, and can be played again."""

from functools import cache
from io import BytesIO

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.records.reader import read
from haggis_rules.verdicts.model import ExpectedBreach, Reached, Refuted, ShrunkCase
from haggis_verify.counterexample.moments import Moment, shown_at
from haggis_verify.counterexample.reach import Hands
from haggis_verify.counterexample.shrink import MOST_KEPT
from tests.engine.games import rules_of
from tests.verify.asking import result_of
from tests.verify.changed import heron_promising

SLEEPER = "always every seat s has (asleep of s implies cards in fist of s is at least 6)"

WAKEFUL = "always every seat s has (asleep of s implies cards in fist of s is at most 5)"


@cache
def reached(claim: str = SLEEPER) -> tuple[Game, Reached]:
    game = heron_promising(claim)
    result = result_of(game, "tried", hands=3)
    assert isinstance(result.verdict, Refuted)
    assert isinstance(result.verdict.case.play, Reached)
    return game, result.verdict.case.play


def small_of(play: Reached) -> ShrunkCase:
    assert play.small is not None
    return play.small


def test_the_small_position_leads_to_the_same_breach() -> None:
    game, play = reached()
    small, rules = small_of(play), Rules(game)
    table = rules.at(rules.state_from_text(small.line))
    form = next(one.form for one in game.promises if one.name == "tried")
    for number, text in enumerate(small.actions, start=1):
        seen = len(table.history)
        table = table.apply(rules.parse_action(text))
        last = [event.state for event in table.history[seen:]]
        broken = [shown_at("tried", form, Moment(state), rules.patterns) for state in last]
        assert any(broken) == (number == len(small.actions))


def test_the_small_position_holds_no_card_that_can_go() -> None:
    small = small_of(reached(WAKEFUL)[1])
    assert len(small.actions) <= MOST_KEPT
    held = [line for line in small.position if line.startswith("fist of")]
    dealt = sum(len(line.split(": ")[1].split()) for line in held)
    assert dealt == 6 + 1 + 1  # six for the sleeper, so that he is at fault


def test_the_record_of_the_match_is_read_again_and_comes_to_the_breach() -> None:
    game, play = reached()
    found = read(BytesIO("\n".join((*play.record, "")).encode()))
    assert found.head.rules == Rules(game).digest
    assert sum("action" in line for line in play.record) >= len(play.actions)


def test_a_breach_is_looked_for_in_first_hands_when_it_matters() -> None:
    rules = Rules(heron_promising(SLEEPER))
    form = next(one.form for one in rules.game.promises if one.name == "tried")
    assert Hands(rules, 0).search("tried", form) is None
    found = Hands(rules, 0).search_first_hands("tried", form, 20)
    assert found is not None
    assert found.hand == 1
    assert found.small is not None


@pytest.mark.slow
@pytest.mark.long
def test_the_sheet_that_pays_a_failed_bet_to_its_player_is_seen_to_do_so() -> None:
    game = rules_of("rogers for 2").game
    result = result_of(game, "bets.lost", hands=1)
    assert isinstance(result.verdict, ExpectedBreach)
    assert isinstance(result.verdict.case.play, Reached)
    small = small_of(result.verdict.case.play)
    assert len(small.actions) == 1
    (hand,) = [line for line in small.position if line.startswith("hand of seat 1: ")]
    assert len(hand.split(": ")[1].split()) == 1
