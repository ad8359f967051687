"""Sanderling, in which a seat plays another's cards: who may, what is seen, how it is written."""

from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Action, Combination
from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.semantics.action import IllegalAction
from haggis_rules.semantics.state import counts, holds, size
from haggis_rules.verdicts.show import is_green
from tests.games import game_of, rules_of
from tests.small_games import changed
from tests.verify.asking import results_of

SANDERLING = Path(__file__).parent / "sanderling.haggis"
SINGLE, PAIR = 0, 1


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    for result in results_of(game_of(SANDERLING)):
        assert is_green(result.verdict), result


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seat s, combination p from board of s", "combination p from board of s, seat s"),
        ("seat s, combination p from board of s", "team s, combination p from board of s"),
        ("seat s, combination p from board of s", "rank s, combination p from board of s"),
    ],
)
def test_cards_are_taken_from_a_place_that_was_chosen_before(
    old: str, new: str, tmp_path: Path
) -> None:
    with pytest.raises(SeveralFaultsError):
        changed(SANDERLING, old, new, tmp_path)


def _plays(cards: int) -> list[Combination]:
    """Return singles and pairs of cards by looking at ranks alone; jacks have no suit."""
    held = [(card, min(card // 4, 4), number) for card, number in counts(cards)]
    found = [Combination((SINGLE, rank), 1 << 8 * card) for card, rank, _ in held]
    found += [Combination((PAIR, 4), 2 << 8 * card) for card, _, number in held if number > 1]
    found += [
        Combination((PAIR, rank), (1 << 8 * one) + (1 << 8 * other))
        for one, rank, _ in held
        for other, same, _ in held
        if one < other and rank == same
    ]
    return found


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Say what each player may do from the cards alone, beside the engine."""
    rules = rules_of(SANDERLING)
    shown = 0
    for seed in range(40):
        chance, table = Random(seed), rules.new_hand(seed)
        assert table.to_act == (0, 1, 2, 3)
        declarer = chance.randrange(4)
        table = table.apply(Action("claim", declarer, ()))
        turn, dummy, top, passes = declarer, (declarer + 2) % 4, None, 0
        while not table.finished:
            hands, boards = (cast("tuple[int, ...]", zone) for zone in table.state.zones[:2])
            assert (hands[dummy], table.to_act) == (0, (turn,))
            offered: set[tuple[object, ...]] = set() if top is None else {("pass",)}
            places = [turn, dummy] if turn == declarer else [turn]
            laid = [(play, ("lay", play)) for play in _plays(hands[turn])]
            shows = [(play, ("show", at, play)) for at in places for play in _plays(boards[at])]
            for play, choice in (*laid, *shows):
                kind, rank = play.reading
                if top is None or (kind == top[0] and rank > top[1]):
                    offered.add(choice)
            actions = table.actions(turn)
            assert {(one.name, *one.arguments) for one in actions} == offered
            action = chance.choice(actions)
            if action.name == "pass":
                passes += 1
                top, passes = (None, 0) if passes == 2 else (top, passes)
            else:
                top, passes = cast("Combination", action.arguments[-1]).reading, 0
                shown += action.name == "show" and action.arguments[0] == dummy
            assert rules.parse_action(rules.show_action(action, seated=True)) == action
            assert rules.action_from_json(rules.action_to_json(action)) == action
            table = table.apply(action)
            turn = (turn + 1) % 4
            turn = (turn + 1) % 4 if turn == dummy else turn
    assert shown > 20


def test_the_same_cards_of_another_board_are_not_the_same_choice() -> None:
    """Each board has a jack, and from which it goes is said."""
    rules = rules_of(SANDERLING)
    table = rules.new_hand(1).apply(Action("claim", 0, ()))
    own, dummy = (Action("show", 0, (seat, _jack())) for seat in (0, 2))
    assert {own, dummy} <= set(table.actions(0))
    boards = cast("tuple[int, ...]", table.apply(dummy).state.zones[1])
    assert [holds(board, _jack().cards) for board in boards] == [True, True, False, True]
    with pytest.raises(IllegalAction, match="it needs"):
        table.apply(Action("show", 0, (1, _jack())))


def _jack() -> Combination:
    return Combination((SINGLE, 4), 1 << 8 * 16)


def test_what_is_seen_of_the_dummy_can_be_made_of_any_view() -> None:
    rules = rules_of(SANDERLING)
    for seed in range(5):
        chance, table = Random(seed), rules.new_hand(seed)
        while not table.finished:
            for seat in range(4):
                other = rules.determinize(table.view(seat), chance)
                assert other.view(seat) == table.view(seat)
                assert size(sum(cast("tuple[int, ...]", other.state.zones[0]))) == size(
                    sum(cast("tuple[int, ...]", table.state.zones[0]))
                )
            table = table.apply(chance.choice(table.actions(chance.choice(table.to_act))))
