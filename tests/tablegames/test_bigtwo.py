"""Big Two: its promises are proved, and it is played as a referee says who never saw its text."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Breach, Combination, MatchState, Rules
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.state import counts, pack
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved, changed
from tests.tablegames.bigtwo_referee import FIVES, NAMES, SIZES, BigTwoReferee, Spread
from tests.verify.asking import result_of

BIGTWO = Path(__file__).parent / "bigtwo.haggis"
PLAYERS = (3, 4)
MANNERS = ("any", "any", "lays most", "passes")

FALSE = [
    "for any reading a, reading b has (a beats b or b beats a or a is b)",
    "any pair p from one hand has (best of p is above clubs)",
    "always every seat s has (cards in hand of s is at most 12)",
    "after each move before (top) is not none implies top is not none",
    "always top is none implies cards in played is 0",
]
NOTICED = [
    ('ranked by top, best written "flush', 'ranked by best, top written "flush'),
    ("(r is at most top of p and", "(r is below top of p and"),
    ("when a is quads", "when a is single"),
    ("when 3d in spare is 1", "when 4d in spare is 1"),
    ("s is opener otherwise 17", "s is turn otherwise 17"),
    ("is at least 10 otherwise 1", "is at least 11 otherwise 1"),
    ("on close let top be none", "on close let turn be 1 seats after turn let top be none"),
]


def deal(rules: Rules, chance: Random) -> tuple[Dealing, list[set[int]], set[int]]:
    """Return a deal for the engine, and the hands and what is left over for the referee."""
    cards, each = chance.sample(range(52), 52), 52 // rules.game.seats
    hands = [cards[each * seat : each * (seat + 1)] for seat in range(rules.game.seats)]
    spare = cards[each * rules.game.seats :]
    lies: dict[str, int | tuple[int, ...]] = {
        "hand": tuple(map(packed, hands)),
        "played": 0,
        "spare": packed(spare),
    }
    zones = tuple(lies[zone.name] for zone in rules.game.zones)
    return Dealing(zones), [set(hand) for hand in hands], set(spare)


def packed(cards: list[int]) -> int:
    """Return cards of the referee as those of the engine."""
    names = [rules_of(BIGTWO, 4).game.card_name(card) for card in range(52)]
    return pack((names.index(NAMES[card]), 1) for card in sorted(cards))


@cache
def said(rules: Rules, action: Action) -> str:
    """Return an action as the referee says it."""
    if action.name != "play":
        return action.name
    play = cast("Combination", action.arguments[0])
    names = " ".join(NAMES[card] for card in sorted(unpacked(rules, play.cards)))
    return f"play {names} = {rules.show(play.reading)}"


def unpacked(rules: Rules, cards: int) -> set[int]:
    """Return cards of the engine as those of the referee."""
    return {NAMES.index(rules.game.card_name(card)) for card, _ in counts(cards)}


def chosen(legal: dict[str, Spread | None], manner: str, chance: Random) -> str:
    """Return what a player does: anything, what lays most, or nothing where that is legal."""
    names = sorted(legal)
    if manner == "passes" and "pass" in legal:
        return "pass"
    if manner == "lays most" and any(legal.values()):
        return max(names, key=lambda name: height(legal[name]))
    return chance.choice(names)


def height(play: Spread | None) -> tuple[int, int]:
    """Return how many cards are played, and then how high their kind is."""
    if play is None:
        return 0, 0
    return len(play.cards), FIVES.index(play.kind) if play.kind in FIVES else 0


def check_match(players: int, seed: int, **options: int) -> Counter[str]:
    """Play a match beside the referee, and return how often what was seen in it."""
    return beside(rules_of(BIGTWO, players, **options), seed, **options)


def beside(rules: Rules, seed: int, **options: int) -> Counter[str]:
    """Play a match by these rules beside the referee, with what was agreed on."""
    chance, seen, players = Random(seed), Counter[str](), rules.game.seats
    tallies, match = [0] * players, None
    while match is None or not match.finished:
        dealt, hands, spare = deal(rules, chance)
        match = rules.dealt_match(dealt) if match is None else match.deal(dealt)
        referee = BigTwoReferee(hands, spare, options.get("unplayed", 3))
        match = check_hand(rules, match, referee, chance, seen)
        tallies = [sum(both) for both in zip(tallies, referee.scores(), strict=True)]
        seen["hands"] += 1
        assert match.value("tally") == tuple(tallies)
        agreed = options.get("rounds", 0)
        over = seen["hands"] == agreed if agreed else max(tallies) >= options.get("target", 100)
        assert match.finished == over
    leaders = [seat for seat in range(players) if match.query("leader", seat)]
    assert leaders == [seat for seat in range(players) if tallies[seat] == max(tallies)]
    return seen


def check_hand(
    rules: Rules, match: MatchState, referee: BigTwoReferee, chance: Random, seen: Counter[str]
) -> MatchState:
    """Play a hand beside the referee: all that can be done, who wins each trick, and the score."""
    manners = [chance.choice(MANNERS) for _ in referee.hands]
    while not referee.over:
        compare(rules, match, referee)
        actions = {said(rules, one): one for one in match.actions(referee.turn)}
        legal = referee.legal(referee.turn)
        assert actions.keys() == legal.keys()
        deed, tricks = chosen(legal, manners[referee.turn], chance), len(referee.winners)
        play = legal[deed]
        seen[play.kind if play else deed] += 1
        match = match.apply(actions[deed])
        referee.do(play)
        if len(referee.winners) > tricks and not referee.over:
            assert match.value("top") is None
            assert match.value("turn") == referee.winners[-1]
    compare_end(match, referee, seen)
    return match


def compare(rules: Rules, match: MatchState, referee: BigTwoReferee) -> None:
    """Compare what lies and whose turn it is while a hand goes on."""
    assert match.to_act == (referee.turn,)
    hands = cast("tuple[int, ...]", match.state.zones[0])
    assert [unpacked(rules, hand) for hand in hands] == referee.hands
    top = match.value("top")
    assert (top is None) == (referee.top is None)
    if top is not None:
        assert str(referee.top).endswith(f"= {rules.show(cast('tuple[int, ...]', top))}")


def compare_end(match: MatchState, referee: BigTwoReferee, seen: Counter[str]) -> None:
    """Compare the score of a hand that is over, and who has won it."""
    position = match.last_hand
    assert position is not None
    seats = range(len(referee.hands))
    scores = [
        sum(cast("int", position.query(name, seat)) for name in ("won", "lost")) for seat in seats
    ]
    assert tuple(scores) == referee.scores()
    assert [seat for seat in seats if position.query("winner", seat)] == referee.winners[-1:]
    seen["unplayed"] += len(referee.idle)
    seen["ten or more"] += sum(len(referee.hands[seat]) >= 10 for seat in seats)


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_hands_go_as_the_referee_says(players: int) -> None:
    seen = sum((check_match(players, seed, rounds=5) for seed in range(3)), Counter[str]())
    assert seen["hands"] == 15
    assert min(seen["pass"], seen["single"]) > 5 * seen["pair"] > 50


@pytest.mark.parametrize("players", PLAYERS)
def test_a_match_goes_to_the_target(players: int) -> None:
    assert check_match(players, 1, target=100, unplayed=5)["hands"] > 1


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_a_thousand_hands_go_as_the_referee_says(players: int) -> None:
    seen = sum((check_match(players, seed, rounds=10) for seed in range(100)), Counter[str]())
    assert seen["hands"] == 1000
    assert all(seen[name] > 0 for name in (*SIZES, *FIVES, "pass", "ten or more", "unplayed")), seen


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(("old", "new"), NOTICED)
def test_the_referee_notices_other_rules(old: str, new: str, tmp_path: Path) -> None:
    rules = Rules(changed(BIGTWO, old, new, tmp_path, players=3))
    with pytest.raises((AssertionError, Breach)):
        sum((beside(rules, seed, target=100) for seed in range(60)), Counter[str]())


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_every_promise_is_proved_by_both_solvers(players: int) -> None:
    assert_all_are_proved(game_of(BIGTWO, players))


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted(promise: str, tmp_path: Path) -> None:
    old = "promise kept always"
    game = changed(BIGTWO, old, f"promise tried {promise} {old}", tmp_path, players=4)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)
