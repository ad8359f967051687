"""Whimbrel, in which runs go round by the ace and pass the fox by: all readings say the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import (
    NameTwiceError,
    RuleError,
    SeveralFaultsError,
    UndeclaredCardError,
    WrongTypeError,
)
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game, Part, Run
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.mutation import KilledBy, MutantJudge, OriginalRules, mutants
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination, pack
from haggis_rules.site.ask.vectors import vectors
from tests.ask.asked import answered, asked_of, needs_node, put
from tests.games import game_of, rules_of
from tests.secrets.test_determinize import check_hand
from tests.small_games import assert_all_are_proved
from tests.verify.exactness import looked_at

WHIMBREL = Path(__file__).parent / "whimbrel.haggis"
RANKS = ("3", "4", "J", "Q", "fox", "K", "A", "2", "stag")
RUNS = ("A", "2", "3", "4", "J", "Q", "K", "A")
ANIMALS = ("fox", "stag")
DECK = (*(r + s for r in RANKS if r not in ANIMALS for s in "rg"), *ANIMALS)


def readings(cards: Sequence[str]) -> frozenset[str]:
    """Return all readings of some cards, by the sheet: every rank is tried for every animal."""
    found = set[str]()
    if len(cards) == 1:
        found.add(f"single@{cards[0] if cards[0] in ANIMALS else cards[0][:-1]}")
    plain = [card[:-1] for card in cards if card not in ANIMALS]
    stands = [RANKS[: RANKS.index(card)] for card in cards if card in ANIMALS]
    for chosen in product(*stands):
        ranks = Counter([*plain, *chosen])
        if list(ranks.values()) == [2]:
            found.add(f"pair@{next(iter(ranks))}")
        for first, last in combinations_with_replacement(range(len(RUNS)), 2):
            window = RUNS[first : last + 1]
            if len(window) == len(cards) >= 3 and ranks == Counter(window):
                found.add(f"run{len(window)}@{window[-1]}")
    return frozenset(found)


def hands() -> Iterator[list[str]]:
    """Yield cards by chance, and cards that make a run but for one of them."""
    chance = Random("whimbrel")
    for _ in range(1500):
        yield chance.sample(DECK, chance.randint(1, 6))
    for _ in range(700):
        length = chance.randint(3, 6)
        first = chance.randint(0, len(RUNS) - length)
        cards = [rank + chance.choice("rg") for rank in RUNS[first : first + length]]
        if chance.random() < 2 / 3:
            cards[chance.randrange(length)] = chance.choice(DECK)
        if max(Counter(cards).values()) == 1:
            yield cards


@pytest.mark.rotates
@pytest.mark.slow
def test_cards_make_what_the_sheet_says_by_definition_by_counting_and_by_search() -> None:
    rules, game = rules_of(WHIMBREL), game_of(WHIMBREL)
    patterns, counting = Patterns(game), Counting(Patterns(game))
    made = Counter[str]()
    for cards in hands():
        held = pack((_card(game, name), 1) for name in cards)
        wanted = readings(cards)
        assert {rules.show(one) for one in rules.readings(held)} == wanted, cards
        for reading in patterns.readings:
            said = rules.show(reading) in wanted
            assert counting.makes(reading, held) == said, cards
        if wanted or len(cards) < 4:
            defined = [one for one in patterns.readings if patterns.makes(one, held)]
            assert {rules.show(one) for one in defined} == wanted, cards
        made.update(wanted)
    assert {"run3@3", "run3@A", "run3@K", "run4@4", "pair@2", "run5@A"} <= made.keys()
    assert not {one for one in made if one.startswith("run") and one.endswith(("fox", "stag"))}


def _card(game: Game, name: str) -> int:
    return next(index for index in range(len(game.cards)) if game.card_name(index) == name)


def test_plays_beat_one_another_in_the_order_of_ranks_and_not_of_runs() -> None:
    """Play hands by chance; every play laid on another is higher by the list of ranks."""
    rules, seen = rules_of(WHIMBREL), Counter[str]()
    for seed in range(25):
        chance, table, before = Random(seed), rules.new_hand(seed), ""
        while not table.finished:
            (seat,) = table.to_act
            action = chance.choice(table.actions(seat))
            table = table.apply(action)
            if action.name == "pass":
                before = ""
                continue
            said = rules.show(cast("Combination", action.arguments[0]).reading)
            kind, top = said.split("@")
            if before:
                assert before.split("@")[0] == kind
                assert RANKS.index(top) > RANKS.index(before.split("@")[1])
                seen[kind] += 1
            before = said
    assert seen["single"] > seen["pair"] > 0


def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(WHIMBREL))


def test_the_form_that_is_proved_says_what_the_definition_says() -> None:
    found = Counter(looked_at(game_of(WHIMBREL), 60))
    assert found[True, True] > 20
    assert found[False, True] > 20
    assert found.keys() == {(True, True), (False, True)}  # both say the same each time


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Whimbrel with one thing said otherwise."""
    text = WHIMBREL.read_text("utf-8")
    assert text.count(old) == 1
    path = folder / "changed.haggis"
    path.write_text(text.replace(old, new), "utf-8")
    return load_game(path)


@needs_node
def test_the_page_reads_runs_as_the_rules_do(tmp_path: Path) -> None:
    rules = rules_of(WHIMBREL)
    asked = [*vectors(rules, "whimbrel", count=250, seed=4)]
    file = put(tmp_path, [asked_of(rules, "whimbrel")], asked)
    number, wrong, said = answered(tmp_path, file)
    assert number >= 250
    assert wrong == 0, said
    put(tmp_path, [asked_of(Rules(_without_order(rules.game)), "whimbrel")], asked)
    _, wrong, _ = answered(tmp_path, file)
    assert wrong > 0


def _without_order(game: Game) -> Game:
    """Return Whimbrel with runs in the order of its ranks."""
    patterns = [
        replace(one, parts=tuple(_in_order_of_ranks(part) for part in one.parts))
        for one in game.patterns
    ]
    return replace(game, patterns=tuple(patterns))


def _in_order_of_ranks(part: Part) -> Part:
    match part.place:
        case Run() as run:
            return replace(part, place=replace(run, order=()))
        case _:
            return part


def test_no_seat_learns_what_it_does_not_see() -> None:
    found = check_hand(rules_of(WHIMBREL), 1, 8)
    assert found["another"] > found["looked at"] / 2


FAULTS = [
    (NameTwiceError, "A 2 3 4 J Q K A", "A 2 3 4 3 J Q K"),
    (NameTwiceError, "A 2 3 4 J Q K A", "A 2 3 4 J Q K A 2"),
    (UndeclaredCardError, "A 2 3 4 J Q K A", "A 2 3 4 J Q king"),
    (WrongTypeError, "A 2 3 4 J Q K A", "Q to J"),
    (WrongTypeError, "on each of length ranks ending at top", "of rank top"),
]


@pytest.mark.parametrize(("fault", "old", "new"), FAULTS)
def test_an_order_that_cannot_be_is_refused(
    fault: type[RuleError], old: str, new: str, tmp_path: Path
) -> None:
    with pytest.raises(SeveralFaultsError) as several:
        changed(old, new, tmp_path)
    assert any(isinstance(one, fault) for one in several.value.faults)


def test_changes_to_the_order_of_runs_are_made_and_noticed() -> None:
    whole = OriginalRules.of(lineage(source_of(WHIMBREL)))
    made = {one.name: one for one in mutants(whole.line, whole.games)}
    judge = MutantJudge(whole)
    own = {name: one for name, one in made.items() if name.startswith("runs.order/1: ")}
    wanted = {"Q to fox", "K and A swapped", "without Q in ranks"}
    assert {f"runs.order/1: {what}" for what in wanted} <= own.keys(), [*own]
    noticed = [judge.judge(one).by is not KilledBy.NOTHING for one in own.values()]
    assert sum(noticed) > len(noticed) * 2 / 3
