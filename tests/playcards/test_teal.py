"""Teal, in which suits break ties: it plays as its sheet says, and its order is proved."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.semantics.state import Cards, Combination, counts
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

TEAL = Path(__file__).parent / "teal.haggis"
RANKS, SUITS = "3456", "cdhs"

_SAME_TOP = "top of a is top of b implies not a beats b"
_NO_TIE = "(not some combination p from hand of s has (top of p is top of top and p beats top))"
FALSE = [
    "any pair p from one hand has (best of p is spade)",
    "any run p from one hand has (top of p is 5)",
    f"for any reading a, reading b has (a is flush and b is flush and {_SAME_TOP})",
    f"always top is not none implies every seat s has {_NO_TIE}",
]
HIGHEST = "with the highest in suit best"

Key = tuple[str, tuple[int, ...]]  # a kind, and what its plays are compared by, the first first


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(TEAL))


@pytest.mark.slow
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted(promise: str, tmp_path: Path) -> None:
    old = "  promise kept always"
    game = changed(old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=40).verdict, Refuted)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (f"2 cards of rank top {HIGHEST}", f"2 cards of rank top in one suit {HIGHEST}",
         "cannot be asked where a rule says how suits hang together"),
        (f"2 cards of rank top {HIGHEST}",
         "2 cards of another rank with the highest of rank top in suit best",
         "can only be the highest of several other ranks"),
        ("each of 3 other ranks", "each of 1 other ranks", "there may be only 1 of these ranks"),
        (f"2 cards of rank top {HIGHEST}", "2 cards of rank top with the highest in suit top",
         "`top` is not a suit"),
        (f"2 cards of rank top {HIGHEST}", "2 cards of rank top", "says what `best` is"),
    ],
)  # fmt: skip
def test_what_the_highest_card_cannot_say_is_refused(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    with pytest.raises(SeveralFaultsError, match=message):
        changed(old, new, tmp_path)


def test_what_the_highest_card_says_is_left_out_and_turned_round_as_a_change() -> None:
    line = lineage(source_of(TEAL))
    games, _ = lower_everywhere(line)
    tried = {one.name for one in mutants(line, games)}
    assert any("top and next" in name or "next and top" in name for name in tried), tried


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Teal with one thing said otherwise."""
    return changed_game(TEAL, old, new, folder)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Referee each hand beside the engine, by trying every few cards of a hand."""
    rules, ties, flushes = rules_of(TEAL), Counter[str](), 0
    for seed in range(100):
        chance, hand = Random(seed), rules.new_match(seed).position
        top: Key | None = None
        while not hand.finished:
            (seat,) = hand.to_act
            held = names(rules, cast("tuple[Cards, ...]", hand.state.zones[0])[seat])
            wanted = {
                (*cards, kind)
                for cards in few(held)
                for kind, worth in made_of(cards)
                if top is None or (top[0] == kind and worth > top[1])
            }
            actions = hand.actions(seat)
            plays = [one for one in actions if one.name == "lay"]
            found = {(*names(rules, play_of(one).cards), kind_of(rules, one)) for one in plays}
            assert found == wanted
            assert len(plays) == len(found)
            assert ("pass" in {one.name for one in actions}) is (top is not None)
            # Longer plays first, for these meet rarely otherwise.
            long = [one for one in plays if kind_of(rules, one) != "single"]
            action = chance.choice(long or plays or actions)
            if action.name == "pass":
                top = None
            else:
                cards, kind = names(rules, play_of(action).cards), kind_of(rules, action)
                worth = dict(made_of(cards))[kind]
                ties[kind] += top is not None and top[1][0] == worth[0]
                flushes += kind == "flush"
                top = kind, worth
            hand = hand.apply(action)
    assert ties["single"] > 9
    assert ties["run"] > 2
    assert ties["pair"]
    assert flushes


def few(held: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return every few cards of a hand."""
    return [cards for size in (1, 2, 3) for cards in combinations(held, size)]


def made_of(cards: tuple[str, ...]) -> list[Key]:
    """Return what exactly these cards make, by the sheet."""
    each = sorted(((RANKS.index(c[0]), SUITS.index(c[1])) for c in cards), reverse=True)
    ranks, suits = [rank for rank, _ in each], {suit for _, suit in each}
    high, best = each[0]
    found: list[Key] = []
    if len(cards) == 1:
        found.append(("single", (high, best)))
    if len(cards) == 2 and len({*ranks}) == 1:
        found.append(("pair", (high, best)))
    if ranks == [high, high - 1, high - 2]:
        found.append(("run", (high, best)))
    if len(cards) == 3 and len(suits) == 1:
        found.append(("flush", (high, ranks[1], best)))
    return found


def names(rules: Ruleset, cards: Cards) -> tuple[str, ...]:
    """Name each card, in order."""
    return tuple(rules.game.card_name(card) for card, n in counts(cards) for _ in range(n))


def play_of(action: object) -> Combination:
    """Return the combination of an action."""
    return cast("Combination", cast("tuple[object, ...]", getattr(action, "arguments", ()))[0])


def kind_of(rules: Ruleset, action: object) -> str:
    """Return the kind of what an action lays."""
    return rules.game.patterns[play_of(action).reading[0]].name
