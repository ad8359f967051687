"""Phalarope, with zones for pairs of seats: it plays as its sheet says, and its promises hold."""

from pathlib import Path
from random import Random
from re import escape
from typing import cast

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.knowledge.seen import ZonePlace
from haggis_rules.mutation import OriginalRules, mutants
from haggis_rules.mutation.judge import KilledBy, MutantJudge
from haggis_rules.semantics.state import GameState, count_of
from haggis_rules.verdicts.model import Refuted
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved, changed
from tests.verify.asking import result_of

PHALAROPE = Path(__file__).parent / "phalarope.haggis"
CARDS = range(12)
SEATS = range(3)

FALSE = [
    "always cards in every gift is at most 5",
    "always every seat s has (every seat t has (cards in taken of s for t is 0))",
    "always every seat s has (cards in gift of s for 1 seats after s is 0 or 1r in hand of s)",
]
GIFT = "zone gift of each seat for each seat, seen by owner"
SEEN = ("gifts/1: seen", "take/1: seen")
LEAK = "let turn be 1 seats after turn when 1r in gift of turn for 1 seats after turn"
FAULTS = [
    ("cards in board of t", "cards in gift of t", "say whose and for whom: `gift of ... for ...`"),
    ("cards in board of t", "cards in board of t for t", "has one owner, and is for nobody else"),
    ("zone board of each seat, seen by all", "zone board of each seat, seen by other", "for pairs"),
    (
        "state turn is seat, at first by chance",
        "state debt of each seat for each seat is seat, at first by chance",
        "no value is kept for each pair of seats",
    ),
    (
        "deal 4 plain to hand of each seat",
        "deal 1 plain to gift of each seat for each seat",
        "no cards are dealt for each pair of seats",
    ),
]


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(PHALAROPE))


@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "  promise fresh"
    game = changed(PHALAROPE, old, f"  promise tried {promise}\n{old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=20).verdict, Refuted)


@pytest.mark.parametrize(("old", "new", "words"), FAULTS)
def test_a_bad_use_is_refused_with_a_way_out(
    old: str, new: str, words: str, tmp_path: Path
) -> None:
    with pytest.raises(SeveralFaultsError, match=escape(words)):
        changed(PHALAROPE, old, new, tmp_path)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Play on paper: cards by name, gifts and takings by who has them and for whom."""
    rules = rules_of(PHALAROPE)
    for seed in range(30):
        chance, table = Random(seed), rules.new_hand(seed)
        hands, board = _each(table.state)[0], dict[int, int]()
        gifts, taken = dict[tuple[int, int], int](), dict[tuple[int, int], int]()
        while not table.finished:
            seat = chance.choice(table.to_act)
            action = chance.choice(table.actions(seat))
            chosen = [cast("int", one) for one in action.arguments]
            match action.name:
                case "pass":
                    for away, card in zip((1, 2), chosen, strict=True):
                        hands[seat].remove(card)
                        gifts[seat, (seat + away) % 3] = card
                case "lay":
                    hands[seat].remove(chosen[0])
                    board[seat] = chosen[0]
                case _:
                    assert board.pop(chosen[0]) == chosen[1]
                    taken[seat, chosen[0]] = chosen[1]
            if len(gifts) == len(SEATS) * 2:
                for (_, taker), card in gifts.items():
                    hands[taker].append(card)
                gifts.clear()
            table = table.apply(action)
            held, lain, there, kept = _each(table.state)
            assert held == [sorted(hand) for hand in hands]
            assert there == [[board[seat]] if seat in board else [] for seat in SEATS]
            assert lain == [[gifts[pair]] if pair in gifts else [] for pair in _PAIRS]
            assert kept == [[taken[pair]] if pair in taken else [] for pair in _PAIRS]
        for seat in SEATS:
            points = [1 if pair == (seat, seat) else 2 for pair in taken if pair[0] == seat]
            assert table.query("haul", seat) == sum(points)


def test_each_seat_sees_what_the_sheet_shows_it_and_no_more() -> None:
    """Of a gift the giver alone sees the card, and of what was taken the two; views are met."""
    rules = rules_of(PHALAROPE)
    for seed in range(6):
        chance, table = Random(seed), rules.new_hand(seed)
        while not table.finished:
            _, gifts, _, taken = _each(table.state)
            for seat in SEATS:
                view = table.view(seat)
                there = {one.place: one for one in view.zones}
                for index, (giver, taker) in enumerate(_PAIRS):
                    gift = there[ZonePlace("gift", index)]
                    assert (gift.unseen > 0) == (bool(gifts[index]) and seat != giver)
                    prize = there[ZonePlace("taken", index)]
                    assert (prize.unseen > 0) == (bool(taken[index]) and seat not in {giver, taker})
                assert rules.determinize(view, chance).view(seat) == view
                assert rules.view_from_json(view.to_json()) == view
                assert rules.view_from_text(view.to_text()).zones == view.zones
            assert rules.state_from_text(rules.state_to_text(table.state)) == table.state
            table = table.apply(chance.choice(table.actions(chance.choice(table.to_act))))


def test_pairs_are_written_as_two_seats() -> None:
    rules = rules_of(PHALAROPE)
    table = rules.new_hand(0)
    table = table.apply(table.actions(1)[0])
    found = cast("dict[str, list[dict[str, object]]]", table.view(0).to_json())["zones"]
    held = [(one["of"], one["unseen"]) for one in found if one["zone"] == "gift" and one["unseen"]]
    assert held == [([1, 0], 1), ([1, 2], 1)]


def test_examples_notice_who_gives_to_whom_and_who_sees_it() -> None:
    """But for a pair turned round where all pairs are asked for, which means the same."""
    line = lineage(source_of(PHALAROPE))
    whole = OriginalRules.of(line)
    judge = MutantJudge(whole)
    found = {
        one.name: judge.judge(one).by
        for one in mutants(line, whole.games)
        if "the other for the one" in one.name or one.name.startswith(SEEN)
    }
    assert len(found) == 15
    unnoticed = [name for name, by in found.items() if by is KilledBy.NOTHING]
    assert unnoticed == ["gifts/6: the other for the one"]


_PAIRS = [(giver, taker) for giver in SEATS for taker in SEATS]


def _each(state: GameState) -> list[list[list[int]]]:
    """Return the cards in each place of each zone, by the index of the zone."""
    return [
        [[card for card in CARDS for _ in range(count_of(held, card))] for held in owned]
        for owned in cast("tuple[tuple[int, ...], ...]", state.zones)
    ]
