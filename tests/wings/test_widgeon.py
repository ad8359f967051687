"""Widgeon, in which threes come with other ranks: its plays are what its sheet says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from random import Random

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.semantics.empty_patterns import empty_pattern_faults
from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.semantics.state import counts
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

WIDGEON = Path(__file__).parent / "widgeon.haggis"
RANKS = "345678"

FALSE = [
    "no cards make slab and wings",
    "any wings p from one hand has (length of p is 1)",
    "any pair-wings p from one hand has (top of p is above 3)",
]

Held = tuple[tuple[str, str], ...]  # cards, each by its rank and suit


@pytest.mark.slow
@pytest.mark.long
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(WIDGEON))


@pytest.mark.slow
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise ends measure"
    game = changed(old, f"  promise tried {promise} \n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Widgeon with one thing said otherwise."""
    return changed_game(WIDGEON, old, new, folder)


def readings(held: Held) -> set[str]:
    """Return what cards make, by the sheet: by the numbers of cards that each rank has."""
    found: set[str] = set()
    each = Counter(RANKS.index(rank) for rank, _ in held)
    if len(held) == 1:
        found.add(f"single@{held[0][0]}")
    if len(held) == len(each) == 4 and len({suit for _, suit in held}) == 1:
        found.add(f"flush{held[0][1]}")
    threes = {rank for rank, count in each.items() if count == 3}
    for length in range(1, len(threes) + 1):
        for row in combinations(sorted(threes), length):
            if all(high == low + 1 for low, high in pairwise(row)):
                left = [count for rank, count in each.items() if rank not in row]
                found |= _with_others(length, RANKS[row[-1]], left)
    return found


def _with_others(length: int, top: str, left: list[int]) -> set[str]:
    names = {
        f"wings{length}@{top}": sum(left) == length,
        f"pair-wings{length}@{top}": left == [2] * length,
        f"slab@{top}": length == 2 and left == [2],
    }
    return {name for name, fits in names.items() if fits}


def test_a_rank_taken_twice_or_not_is_a_change_that_is_tried() -> None:
    line = lineage(source_of(WIDGEON))
    games, _ = lower_everywhere(line)
    tried = {one.name for one in mutants(line, games)}
    assert {"plays/2: without alike or not", "plays/3: alike or not"} <= tried


def test_suits_cannot_match_where_ranks_may_be_alike(tmp_path: Path) -> None:
    old = "on each of length other ranks, alike or not"
    with pytest.raises(
        SeveralFaultsError, match="ranks that may be alike cannot have matching suits"
    ):
        changed(old, f"{old} in matching suits", tmp_path)


def test_more_layouts_than_can_be_gone_through_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SeveralFaultsError, match="`flush` can be laid out in"):
        changed("4 other ranks", "40 other ranks, alike or not", tmp_path)


def test_more_ranks_than_there_are_make_nothing(tmp_path: Path) -> None:
    game = changed("each of 4 other", "each of 1000000 other", tmp_path)
    (fault,) = empty_pattern_faults(game, Patterns(game))
    assert fault.message == "no cards of this deck make a `flush`"


def test_a_number_of_ranks_without_sense_is_refused_soon(tmp_path: Path) -> None:
    suit = 'other ranks in suit colour written "flush{colour}'
    old = f"with suit colour made of 1 card on each of 4 {suit}"
    new = f"with many from 1 to 1000000, suit colour made of 1 card on each of many {suit}{{many}}"
    with pytest.raises(SeveralFaultsError, match="`flush` can be laid out in 300,"):
        changed(old, new, tmp_path)


def test_hands_by_chance_have_the_plays_that_the_sheet_says() -> None:
    rules, chance, seen = rules_of(WIDGEON), Random(0), Counter[str]()
    game = rules.game
    deck = [game.card_name(card) for card in range(len(game.cards))]
    for number in range(60):
        # Every other hand is of few ranks: hands that hold wings are rare otherwise.
        some = deck if number % 2 else [name for name in deck if name[0] in "3456"]
        hand = chance.sample(some, 8)
        wanted = {
            (name, tuple(sorted(cards)))
            for size in range(1, 9)
            for cards in combinations(hand, size)
            for name in readings(tuple((card[0], card[1]) for card in cards))
        }
        found = {
            (show_reading(game, play.reading), tuple(sorted(_names(game, play.cards))))
            for play in rules.plays(" ".join(hand))
        }
        assert found == wanted
        seen.update(name.partition("@")[0] for name, _ in found)
    assert {"wings1", "wings2", "pair-wings1", "slab", "flushr"} <= seen.keys()


def _names(game: Game, cards: int) -> list[str]:
    return [game.card_name(card) for card, count in counts(cards) for _ in range(count)]
