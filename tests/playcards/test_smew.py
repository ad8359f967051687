"""Smew, whose rules look for some play of a hand: it plays as its sheet says, and is proved."""

from itertools import combinations
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import Cards, Combination, counts
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

SMEW = Path(__file__).parent / "smew.haggis"
Play = tuple[str, int, int, str]  # its kind, how long it is, its highest rank, and its suit

FALSE = [
    "always every seat s has (not s is rich)",
    "at rest every seat s where (s is rich) has (s is able)",
    "always every seat s has (some combination p from hand of s has (p is pair) implies s is rich)",
]


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(SMEW))


@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise kept always"
    game = changed(old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=40).verdict, Refuted)


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("some combination p from every hand has (p is run)", "the cards of one zone"),
        ("some combination p from hand of s has (3d in p)", "not by its cards"),
    ],
)
def test_what_is_looked_for_comes_from_one_zone_and_is_known_by_its_reading(
    claim: str, message: str, tmp_path: Path
) -> None:
    old = "  define seat s is able"
    with pytest.raises(SeveralFaultsError, match=message):
        changed(old, f"  define seat s is odd as {claim}\n{old}", tmp_path)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Smew with one thing said otherwise."""
    return changed_game(SMEW, old, new, folder)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Referee each hand beside the engine, by trying every few cards of a hand."""
    rules, seen = rules_of(SMEW), {"call": 0, "pass": 0, "forced": 0}
    for seed in range(80):
        chance, hand = Random(seed), rules.new_match(seed).position
        top: Play | None = None
        while not hand.finished:
            (seat,) = hand.to_act
            held = names(rules, cast("tuple[Cards, ...]", hand.state.zones[0])[seat])
            plays = made_of(held)
            able = any(top is None or beats(play, top) for play in plays)
            rich = any(play[0] in {"run", "flush"} and play[2] >= 5 for play in plays)
            actions = hand.actions(seat)
            found = {one.name for one in actions}
            forced = top is not None and top[0] == "single" and able
            assert ("call" in found) is (top is None and rich)
            assert ("pass" in found) is (top is not None and not forced)
            assert ("lay" in found) is able
            action = chance.choice(actions)
            seen["forced"] += forced
            if action.name in seen:
                seen[action.name] += 1
                top = None
            else:
                top = laid(rules, cast("Combination", action.arguments[0]))
            hand = hand.apply(action)
    assert min(seen.values()) > 5


def made_of(held: list[str]) -> set[Play]:
    """Return each play that some cards of a hand make."""
    several = (some for size in range(1, len(held) + 1) for some in combinations(held, size))
    return {play for some in several for play in readings(list(some))}


def readings(cards: list[str]) -> set[Play]:
    plain = [(int(card[0]), card[1]) for card in cards if card != "fox"]
    ranks, suits = [rank for rank, _ in plain], {suit for _, suit in plain}
    if len(cards) == 1:
        return {("single", 1, ranks[0] if ranks else 8, "")}
    if len(cards) == 2:
        same = len(plain) == 2 and ranks[0] == ranks[1]
        return {("pair", 1, ranks[0], "")} if same else set()
    found = set[Play]()
    for top in range(3, 8):
        rows = {*range(top - len(cards) + 1, top + 1)}
        fills = len({*ranks}) == len(ranks) and {*ranks} <= rows and min(rows) >= 3
        if fills and len(cards) - len(ranks) <= 1:
            found.add(("run", len(cards), top, ""))
            if len(cards) == 3 and len(suits) == 1:
                found.add(("flush", 3, top, next(iter(suits))))
    return found


def beats(play: Play, top: Play) -> bool:
    return play[:2] == top[:2] and play[2] > top[2]


def laid(rules: Ruleset, play: Combination) -> Play:
    pattern = rules.game.patterns[play.reading[0]].name
    rank = play.reading[-1 if pattern == "run" else 1] + 3
    size = len(names(rules, play.cards)) if pattern in {"run", "flush"} else 1
    return pattern, size, rank, ""


def names(rules: Ruleset, cards: Cards) -> list[str]:
    """Name some cards, which are there once in a hand."""
    return sorted(rules.game.card_name(card) for card, _ in counts(cards))
