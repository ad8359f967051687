"""Doudizhu: its promises are proved, and it is played as a referee says who never saw its text."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Combination, MatchState, Rules
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import counts
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved, changed
from tests.tablegames.doudizhu_referee import BIDS, PLAYERS, RANKS, Laid, LandlordHand
from tests.verify.asking import result_of

DOUDIZHU = Path(__file__).parent / "doudizhu.haggis"
ROUNDS = 10
KINDS = (
    *("single", "pair", "triple", "triple-single", "triple-pair", "straight", "pair-straight"),
    *("plane", "plane-singles", "plane-pairs", "quad-singles", "quad-pairs", "bomb", "rocket"),
)
ENDS = ("landlord", "landlord by spring", "farmers", "farmers by spring", "thrown in")

FALSE = [
    "for any reading a, reading b has (a beats b or b beats a or a is b)",
    "always bidder is none implies stage is auction",
    "after each move before (top) is not none implies top is not none",
    "any pair-straight p from one hand has (length of p is at most 3)",
]


def dealt(match: MatchState) -> LandlordHand:
    """Return the referee's table for the cards that lie in a match."""
    hands, kitty = match.state.zones[0], cast("int", match.state.zones[1])
    return LandlordHand(
        hands=[_by_rank(hand) for hand in cast("tuple[int, ...]", hands)],
        kitty=_by_rank(kitty),
        turn=cast("int", match.value("opener")),
    )


def _by_rank(cards: int) -> list[int]:
    found = [0] * len(RANKS)
    for card, count in counts(cards):
        found[RANKS.index(rules_of(DOUDIZHU).game.card_name(card))] = count
    return found


@cache
def said(rules: Rules, action: Action) -> str:
    """Return an action as the referee says it."""
    if action.name == "bid":
        return f"bid {list(BIDS)[cast('int', action.arguments[0])]}"
    if action.name != "play":
        return action.name
    play = cast("Combination", action.arguments[0])
    names = [rules.game.card_name(card) for card, n in counts(play.cards) for _ in range(n)]
    return f"play {' '.join(names)} = {rules.show(play.reading)}"


def chosen(legal: dict[str, Laid | None], manner: str, chance: Random) -> str:
    """Return what a player does: anything, what lays most cards, or nothing where that is legal."""
    names = sorted(legal)
    if manner == "passes" and "pass" in legal:
        return "pass"
    if manner == "lays most" and any(legal.values()):
        return max(names, key=lambda name: len(play.cards) if (play := legal[name]) else 0)
    return chance.choice(names)


def check_matches(seeds: range) -> Counter[str]:
    """Play matches beside the referee, and return how often what was seen in them."""
    rules, seen = rules_of(DOUDIZHU), Counter[str]()
    for seed in seeds:
        chance, match = Random(seed), rules.new_match(seed)
        tallies, played = [0] * PLAYERS, 0
        while not match.finished:
            match, table = check_hand(rules, match, chance, seen)
            tallies = [sum(both) for both in zip(tallies, table.scores(), strict=True)]
            played += table.landlord is not None
            assert match.value("tally") == tuple(tallies)
            assert match.value("hands.played") == played
        assert played == ROUNDS
        leaders = [seat for seat in range(PLAYERS) if match.query("leader", seat)]
        assert leaders == [seat for seat in range(PLAYERS) if tallies[seat] == max(tallies)]
    return seen


def check_hand(
    rules: Rules, match: MatchState, chance: Random, seen: Counter[str]
) -> tuple[MatchState, LandlordHand]:
    """Play a hand beside the referee: all that can be done, who wins each trick, and the score."""
    table, hand = dealt(match), match.hand
    manners = [chance.choice(["any", "any", "lays most", "passes"]) for _ in range(PLAYERS)]
    while True:
        assert match.to_act == (table.turn,)
        actions = {said(rules, one): one for one in match.actions(table.turn)}
        legal = table.legal(table.turn)
        assert actions.keys() == legal.keys()
        deed, tricks = chosen(legal, manners[table.turn], chance), len(table.winners)
        play = legal[deed]
        seen[play.kind if play else deed] += 1
        match = match.apply(actions[deed])
        table.do(deed)
        if table.over:
            break
        assert hand == match.hand
        assert not any(match.actions(seat) for seat in range(PLAYERS) if seat != table.turn)
        compare(rules, match, table)
        if len(table.winners) > tricks:
            assert match.value("top") is None
            assert match.value("turn") == table.winners[-1]
    compare_end(match, table, seen)
    return match, table


def compare(rules: Rules, match: MatchState, table: LandlordHand) -> None:
    """Compare what lies and what is known while a hand goes on."""
    hands = cast("tuple[int, ...]", match.state.zones[0])
    assert [_by_rank(one) for one in hands] == table.hands
    assert match.value("bidder") == table.landlord
    top = match.value("top")
    assert (top is None) == (table.top is None)
    if top is not None:
        assert str(table.top).endswith(f"= {rules.show(cast('tuple[int, ...]', top))}")


def compare_end(match: MatchState, table: LandlordHand, seen: Counter[str]) -> None:
    """Compare the score of a hand that is over, and who has won it."""
    position = match.last_hand
    assert position is not None
    scores = table.scores()
    entries = [[position.query(name, seat) for name in ("won", "lost")] for seat in range(PLAYERS)]
    assert tuple(sum(cast("list[int]", one)) for one in entries) == scores
    winners = [seat for seat in range(PLAYERS) if position.query("winner", seat)]
    assert winners == [seat for seat in range(PLAYERS) if scores[seat] > 0]
    if table.landlord is None:
        seen["thrown in"] += 1
        return
    side = "landlord" if table.winners[-1] == table.landlord else "farmers"
    spring = (
        " by spring"
        if table.stake != table.bid * 2 ** cast("int", position.value("doubles"))
        else ""
    )
    seen[side + spring] += 1


@pytest.mark.rotates
@pytest.mark.slow
def test_three_matches_go_as_the_referee_says() -> None:
    seen = check_matches(range(3))
    assert seen["pass"] > seen["single"] > seen["pair"] > 50


@pytest.mark.slow
@pytest.mark.long
def test_two_thousand_hands_go_as_the_referee_says() -> None:
    seen = check_matches(range(3, 203))
    assert all(seen[name] > 0 for name in (*KINDS, *ENDS)), seen


@pytest.mark.slow
@pytest.mark.long
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(DOUDIZHU))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "promise kept always"
    game = changed(DOUDIZHU, old, f"promise tried {promise} {old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)
