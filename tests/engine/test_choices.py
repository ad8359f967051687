"""All legal actions are found, in an order that stands, and no guard is asked too early."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from haggis_rules import Action, Breach, Combination, Position, Rules, load
from haggis_rules.ir import game as ir
from haggis_rules.ir.types import ChoiceType
from haggis_rules.semantics import transition
from haggis_rules.semantics.breach import Endless, Overlap
from haggis_rules.semantics.evaluate import Environment, cards_in
from haggis_rules.semantics.state import GameState, Value, counts, pack
from tests.engine.games import random_hand, rules_of

# A tiny game with an action of three choices, one of them a combination, and every kind of guard.
TINY = """
language 2
variant tiny "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 3 seats
  ranks 1 2 3
  suits red r, blue b
  deck plain of ranks 1 to 3 in each suit, 1 copy
  zone fist of each seat, seen by owner
  zone heap, seen by all
  deal 2 plain to fist of each seat
  choice mood is calm or keen
  state dealer is seat, at first by chance, seen by all
  state turn is seat or none, at first dealer, seen by all
  state last is reading or none, at first none, seen by all
  state count is 0 to 2, at first 0, seen by all
  pattern single with rank top made of 1 card of rank top ranked by top written "single@{top}"
  pattern pair with rank top made of 2 cards of rank top ranked by top written "pair@{top}"
  action lay of combination p from fist of actor, seat s, mood m by turn
  may lay only when count is at most 1
  may lay only when count is 0 or p is single or 1 seats after dealer is actor
  may lay only when m is calm or s is not actor
  may lay only when last is none or p outranks last or m is keen
  may lay only when s is 0 seats after actor
    or (some card c where (rank of c is 1) has (c in fist of s is 1))
  on lay
    move p from fist of actor to heap
    let last be p
    let count be count + 1
    let turn be s
  action look of card c from fist of actor by any seat s where (count is above 0)
  may look only when not (last is none) and rank of c is top of last
  on look
    move c from fist of actor to heap
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    file = tmp_path_factory.mktemp("tiny") / "tiny.haggis"
    file.write_text(TINY, encoding="utf-8")
    return load(file)


def every_action(rules: Rules, state: GameState, seat: int) -> list[Action]:
    """Try every choice there could be, in order, by evaluation alone."""
    game, patterns = rules.game, rules.patterns
    found: list[Action] = []
    for action in game.actions:
        offered = [_all_values(rules, state, param, seat) for param in action.params]
        found += [
            Action(action.name, seat, arguments)
            for arguments in product(*offered)
            if transition.is_legal(game, patterns, state, action, seat, arguments)
        ]
    return found


def _all_values(rules: Rules, state: GameState, param: ir.ActionParam, seat: int) -> list[Value]:
    match param:
        case ir.CombinationParam():
            hand = cards_in(param.zone, Environment(rules.game, state, {ir.ACTOR: seat}))
            held = list(counts(hand))
            chosen = product(*(range(count + 1) for _, count in held))
            hands = [pack((c, n) for (c, _), n in zip(held, some, strict=True)) for some in chosen]
            readings = rules.patterns.readings
            return [Combination(reading, cards) for reading in readings for cards in sorted(hands)]
        case ir.CardParam():
            return list(range(len(rules.game.cards)))
        case ir.FreeParam(type=kind):
            chosen_from = kind.choices if isinstance(kind, ChoiceType) else range(3)
            return list(range(len(chosen_from)))


def positions(rules: Rules) -> list[Position]:
    return [table for seed in range(12) for table, _, _ in hand(rules, seed)]


def hand(rules: Rules, seed: int) -> list[tuple[Position, Action, Position]]:
    return list(random_hand(rules, seed))


def test_all_legal_actions_are_found_in_the_order_of_their_choices(tiny: Rules) -> None:
    tables, many = positions(tiny), 0
    for table in tables:
        for seat in range(3):
            found = every_action(tiny, table.state, seat)
            assert table.actions(seat) == found
            many += len(found)
    assert many > 100


def test_what_a_guard_says_of_readings_is_not_taken_for_another_seat_or_state(tiny: Rules) -> None:
    dealt, names = tiny.new_hand(1).start, [one.name for one in tiny.game.states]
    pairs = tuple(pack([(2 * rank, 1), (2 * rank + 1, 1)]) for rank in range(3))
    found: set[int] = set()
    for dealer, turn, count in product(range(3), range(3), range(2)):
        given: dict[str, Value] = {"dealer": dealer, "turn": turn, "count": count, "last": (0, 0)}
        values = tuple(given[name] for name in names)
        table = tiny.at(GameState(values, (pairs, *dealt.zones[1:])))
        assert table.actions(turn) == every_action(tiny, table.state, turn)
        found.add(len(table.actions(turn)))
    assert len(found) > 1


def test_what_a_guard_says_of_readings_is_asked_again_for_another_actor(tmp_path: Path) -> None:
    file = tmp_path / "tiny.haggis"
    file.write_text(TINY.replace("when count is 0 or p is", "when p is"), encoding="utf-8")
    rules = load(file)
    dealt, names = rules.new_hand(1).start, [one.name for one in rules.game.states]
    pairs = tuple(pack([(2 * rank, 1), (2 * rank + 1, 1)]) for rank in range(3))
    given: dict[str, Value] = {"dealer": 0, "count": 0, "last": None}
    found: set[int] = set()
    for turn in range(3):
        values = tuple({**given, "turn": turn}[name] for name in names)
        table = rules.at(GameState(values, (pairs, *dealt.zones[1:])))
        assert table.actions(turn) == every_action(rules, table.state, turn)
        found.add(len(table.actions(turn)))
    assert len(found) > 1


def test_a_seat_that_can_do_nothing_is_not_to_act(tiny: Rules) -> None:
    for table in positions(tiny):
        able = tuple(seat for seat in range(3) if every_action(tiny, table.state, seat))
        assert table.to_act == able


def test_a_game_that_does_not_say_so_is_over_when_nobody_can_act(tiny: Rules) -> None:
    for seed in range(6):
        *_, (before, _, end) = hand(tiny, seed)
        assert not before.finished
        assert end.finished
        assert end.to_act == ()


def test_a_guard_never_overtakes_one_that_keeps_it_from_a_breach(tiny: Rules) -> None:
    # `look` asks for the top of the last play only after it has asked whether there is one.
    start = tiny.new_hand(1)
    for seat, card in product(range(3), range(6)):
        assert not start.is_legal(Action("look", seat, (card,)))


SWAPPED = TINY.replace(
    "may look only when not (last is none) and rank of c is top of last",
    "may look only when rank of c is top of last\n  may look only when not (last is none)",
)


def test_a_guard_that_may_fail_waits_for_those_before_it(tmp_path: Path) -> None:
    file = tmp_path / "tiny.haggis"
    file.write_text(SWAPPED.replace("where (count is above 0)", "where (true)"), encoding="utf-8")
    table = load(file).new_hand(1)
    with pytest.raises(Breach):
        len(table.actions(0))  # as by evaluation, which asks for the top of no play


OVERLAP = """
  step refill when count is 2
  on refill let count be 0
  step refresh when count is 2 and last is not none
  on refresh let count be 1
"""


def test_two_steps_that_wait_at_once_are_noticed_when_the_rules_are_checked(
    tmp_path: Path,
) -> None:
    file = tmp_path / "tiny.haggis"
    file.write_text(TINY + OVERLAP, encoding="utf-8")
    game = load(file).game
    dealt = Rules(game).new_hand(1).start
    given: dict[str, Value] = {"count": 2, "last": (0, 1)}
    kept = zip(game.states, dealt.values, strict=True)
    state = GameState(tuple(given.get(one.name, value) for one, value in kept), dealt.zones)
    assert Rules(game).at(state).history[0].done == "refill"
    with pytest.raises(Overlap, match="`refill` and `refresh`"):
        Rules(game, checked=True).at(state)


def test_steps_without_end_are_stopped(tiny: Rules) -> None:
    def nothing(values: object, zones: object, _: object) -> tuple[object, object]:
        return values, zones

    def always(_values: object, _zones: object) -> int:
        return 0

    endless = replace(
        tiny.code,
        waiting=always,
        steps=(nothing,),  # type: ignore[arg-type]
    )
    with pytest.raises(Endless):
        endless.follow(((), ()))


def test_checked_rules_play_a_hand_like_any_other() -> None:
    quick = rules_of("neeps-core")
    checked = Rules(quick.game, checked=True)
    assert hand(checked, 3)[-1] == hand(quick, 3)[-1]


BARE = """
language 2
variant bare "A game without combinations."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 2 seats
  ranks 1 2 3
  deck plain of ranks 1 to 3 without suit, 2 copies
  zone fist of each seat, seen by owner
  zone heap, seen by all
  deal 3 plain to fist of each seat
  state dealer is seat, at first by chance, seen by all
  state turn is seat or none, at first dealer, seen by all
  action drop of card c from fist of actor by turn
  on drop
    move c from fist of actor to heap
    let turn be 1 seats after actor
"""


def test_a_game_without_suits_teams_and_combinations_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "bare.haggis"
    file.write_text(BARE, encoding="utf-8")
    rules = load(file)
    *_, (_, _, end) = hand(rules, 1)
    assert end.finished
    assert rules.position(end.to_json()) == end
    assert rules.plays(1) == []
    first = rules.new_hand(1)
    shown = [rules.show_action(action) for action in first.actions(first.to_act[0])]
    assert shown[0] == "drop 1"
