"""Positions: what can be asked of them, and that they never change."""

import copy
import pickle
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import haggis_rules
from haggis_rules import (
    Action,
    Combination,
    IllegalAction,
    NoSuchQueryError,
    Position,
    Rules,
)
from haggis_rules.engine import position as position_module
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import OptionType, Plain
from haggis_rules.semantics.breach import Breach, NoValue
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import GameState, counts, pack, size
from tests.engine.games import NAMES, random_hand, rules_of

# What seed 1 deals to the first seat, and who deals then.
DEALT, DEALER = "2r 2r 2g 3r 3g 4y 4y 4g 5g 6g 6g 7r 7y 7g 8r 8g 9r 10y J Q K", 4


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of("neeps-core")


def after(rules: Rules, seed: int, plies: int) -> Position:
    """Return the position after so many actions of a random hand, or at its end."""
    tables = [
        after for _, (_, _, after) in zip(range(plies), random_hand(rules, seed), strict=False)
    ]
    return tables[-1] if tables else rules.new_hand(seed)


def single(rules: Rules, card: str) -> Combination:
    """Read one card as a single."""
    names = [rules.game.card_name(index) for index in range(len(rules.game.cards))]
    kind = names.index(card)
    return Combination((0, rules.game.cards[kind].rank), pack([(kind, 1)]))


def test_one_seed_deals_one_hand(rules: Rules) -> None:
    assert rules.new_hand(7) == rules.new_hand(7)
    assert rules.new_hand(7) != rules.new_hand(8)


def test_a_deal_is_the_same_in_every_version_of_python(rules: Rules) -> None:
    # Written down once: a record must deal the same for ever.
    table = rules.new_hand(1)
    hands = table.state.zones[0]
    assert isinstance(hands, tuple)
    assert show_cards(rules.game, hands[0]) == DEALT
    assert table.state.values[0] == DEALER


@pytest.mark.parametrize("name", NAMES)
@given(seed=st.integers(0, 2**32))
def test_a_deal_uses_every_card_of_the_deck_once(name: str, seed: int) -> None:
    game = rules_of(name).game
    zones = rules_of(name).new_hand(seed).start.zones
    dealt = sum(sum(zone) if isinstance(zone, tuple) else zone for zone in zones)
    assert dealt == pack((index, card.copies) for index, card in enumerate(game.cards))


def test_every_hand_gets_its_courts_and_eighteen_pips(rules: Rules) -> None:
    hands = rules.new_hand(4).start.zones[0]
    assert isinstance(hands, tuple)
    for hand in hands:
        kinds = [rules.game.card_name(card) for card, n in counts(hand) for _ in range(n)]
        assert size(hand) == 21
        assert kinds[-3:] == ["J", "Q", "K"]


def test_everybody_may_act_in_the_messages_and_one_seat_in_the_tricks(rules: Rules) -> None:
    table = rules.new_hand(1)
    assert table.to_act == (0, 1, 2, 3, 4, 5)
    table = table.apply(table.actions(3)[0])
    assert table.to_act == (0, 1, 2, 4, 5)
    dealer = table.state.values[0]
    assert isinstance(dealer, int)
    assert after(rules, 1, 12).to_act == ((dealer + 1) % 6,)


def test_actions_come_in_the_order_of_the_text_and_each_once(rules: Rules) -> None:
    order = [action.name for action in rules.game.actions]
    for table, _, _ in random_hand(rules, 2):
        for seat in table.to_act:
            found = table.actions(seat)
            places = [order.index(action.name) for action in found]
            assert places == sorted(places)
            assert len(found) == len(set(found))


def test_a_list_of_actions_may_be_changed_without_harm(rules: Rules) -> None:
    table = rules.new_hand(1)
    seat = table.to_act[0]
    for some in (list(table.actions(seat)), table.actions(seat)[:]):
        some.clear()
    assert table.actions(seat)


def test_applying_an_action_leaves_the_position_as_it_was(rules: Rules) -> None:
    table = after(rules, 3, 20)
    state, history = table.state, table.history
    for action in table.actions(table.to_act[0])[:5]:
        assert table.apply(action) != table
    assert (table.state, table.history) == (state, history)


def test_an_illegal_action_names_the_clauses_that_stand_against_it(rules: Rules) -> None:
    table = after(rules, 1, 12)
    seat = (table.to_act[0] + 1) % 6
    with pytest.raises(IllegalAction) as caught:
        table.apply(Action("pass", seat))
    assert [reason.clause for reason in caught.value.reasons] == ["trick.pass"]
    assert str(caught.value).startswith("`pass` is not allowed: ")
    assert "The leader may not pass." in str(caught.value)
    with pytest.raises(IllegalAction, match="`fly 3` is not allowed: no action is called `fly`"):
        table.apply(Action("fly", seat, (3,)))


@pytest.mark.parametrize(
    ("action", "clauses"),
    [
        (Action("send", 0, (38, 0)), {"passing.pips"}),
        (Action("pass", 0), {"trick.pass"}),
        (Action("give", 0, (2,)), {"lead.gift"}),
        (Action("fly", 0), {""}),
        (Action("send", 0), {"passing.choose"}),
        (Action("send", 0, (39, 0)), {"passing.choose"}),
        (Action("send", 6, (0, 0)), {"passing.choose"}),
        (Action("play", 0, (1,)), {"trick.play"}),
        (Action("play", 0, (Combination((1, 2, 0), 1),)), {"trick.play"}),
    ],
)
def test_every_reason_against_an_action_is_given(
    rules: Rules, action: Action, clauses: set[str]
) -> None:
    reasons = rules.new_hand(1).why_not(action)
    assert clauses <= {reason.clause for reason in reasons}
    assert all(reason.words for reason in reasons)
    assert not rules.new_hand(1).is_legal(action)


@given(
    name=st.sampled_from(["send", "play", "pass", "give", ""]),
    actor=st.integers(-1, 7) | st.booleans(),
    arguments=st.lists(
        st.none() | st.integers(-1, 40) | st.booleans() | st.tuples(st.integers(0, 6)),
        max_size=3,
    ).map(tuple),
)
def test_nonsense_is_refused_and_never_a_crash(
    name: str, actor: int, arguments: tuple[int, ...]
) -> None:
    for table in (rules_of("neeps-core").new_hand(1), after(rules_of("neeps-core"), 1, 15)):
        action = Action(name, actor, arguments)
        assert table.is_legal(action) is (table.why_not(action) == [])


def test_a_combination_that_is_not_held_or_is_too_large_is_refused(rules: Rules) -> None:
    table = after(rules, 1, 12)
    seat = table.to_act[0]
    hands = table.state.zones[0]
    assert isinstance(hands, tuple)
    for card in range(len(rules.game.cards)):
        play = Action("play", seat, (single(rules, rules.game.card_name(card)),))
        assert table.is_legal(play) is bool(hands[seat] >> 8 * card & 255)
    for cards in (0, -1, 1 << 8 * 39, 128, hands[seat] + 1):
        assert not table.is_legal(Action("play", seat, (Combination((0, 0), cards),)))


def test_a_hand_is_over_when_the_rules_say_so_and_then_nobody_acts(rules: Rules) -> None:
    end = after(rules, 5, 10_000)
    assert end.finished
    assert end.to_act == ()
    scores = [end.query("captured.cards", team) for team in (0, 1)]
    assert sum(score for score in scores if isinstance(score, int)) == 126


def test_what_the_rules_do_not_export_cannot_be_asked(rules: Rules) -> None:
    with pytest.raises(NoSuchQueryError, match=r"this variant has no `next\.player`"):
        rules.new_hand(1).query("next.player", 0)


def test_a_query_that_has_no_answer_here_is_a_breach(rules: Rules) -> None:
    with pytest.raises(NoValue):
        rules.new_hand(1).query("taker")


@pytest.mark.parametrize("name", NAMES)
def test_a_position_survives_pickling_copying_and_json(name: str) -> None:
    table = after(rules_of(name), 3, 60)
    assert pickle.loads(pickle.dumps(table)) == table  # noqa: S301
    assert copy.deepcopy(table) == table
    assert rules_of(name).position(table.to_json()) == table


def test_a_long_hand_can_be_pickled(rules: Rules) -> None:
    end = after(rules, 5, 10_000)
    again: Position = pickle.loads(pickle.dumps(end))  # noqa: S301
    assert again.history == end.history
    assert again.view(2) == end.view(2)


def test_two_loads_of_one_text_are_equal_rules() -> None:
    again = haggis_rules.load("neeps-core")
    assert again == rules_of("neeps-core")
    assert again != rules_of("heron")
    assert again.new_hand(3) == rules_of("neeps-core").new_hand(3)


def test_a_position_of_other_rules_is_refused(rules: Rules) -> None:
    with pytest.raises(haggis_rules.NotationError, match="neeps-core"):
        rules.position(rules_of("heron").new_hand(1).to_json())


def test_a_game_begins_at_rest_wherever_it_is_begun(rules: Rules) -> None:
    end = after(rules, 5, 10_000)
    before = next(e.state for e in reversed(end.history) if isinstance(e.done, Action))
    again = rules.at(before)
    assert again.state == end.state
    assert [event.done for event in again.history] == ["go.out", "finish"]


def test_the_plays_of_some_cards_are_found_and_those_that_beat_another(rules: Rules) -> None:
    cards = single(rules, "9r").cards + single(rules, "9g").cards + single(rules, "J").cards
    shown = {rules.show_action(Action("play", 0, (play,))) for play in rules.plays(cards)}
    assert "play 9r 9g" in shown
    assert "play 9r J = set2@9" in shown or "play 9r J" in shown
    nine = single(rules, "9r").reading
    assert {play.cards for play in rules.plays(cards, on=nine)} == {single(rules, "J").cards}


def test_rules_that_do_not_say_what_beats_what_cannot_be_asked(rules: Rules) -> None:
    hidden = {n: replace(d, exported=False) for n, d in rules.game.definitions.items()}
    bare = Rules(replace(rules.game, definitions=hidden))
    with pytest.raises(NoSuchQueryError, match="this variant has no `beats`"):
        bare.plays(1, on=(0, 0))


def test_a_position_knows_the_order_of_what_happened(rules: Rules) -> None:
    table, chance = rules.new_hand(6), Random(6)
    done: list[object] = []
    for _ in range(30):
        action = chance.choice(table.actions(table.to_act[0]))
        table = table.apply(action)
        done.append(action)
    assert [event.done for event in table.history if isinstance(event.done, Action)] == done
    assert (
        table.history[-1].state == table.state == GameState(table.state.values, table.state.zones)
    )


def test_a_breach_in_a_move_names_its_clause(rules: Rules) -> None:
    # Whoever passes gives away cards that the pile does not hold, or a step is never over.
    give = ir.Move(nodes.Constant(Plain.CARD, 0), nodes.OneZone(2), nodes.OneZone(2), None, None)
    assert rules.game.zones[2].name == "pile"
    away = replace(give, target=nodes.OwnedZone(0, nodes.Constant(Plain.SEAT, 0)))
    endless = ir.Step("endless", "trick.end", nodes.Truth(Plain.TRUTH, value=True), ())
    wrong = {
        "trick.pass": {"actions": _with_effect(rules, ir.Effected("trick.pass", away))},
        "hand.end": {"steps": (*rules.game.steps, _undefined("hand.end"))},
        "": {"steps": (*rules.game.steps, endless)},
    }
    for clause, parts in wrong.items():
        unsound = Rules(replace(rules.game, **parts))  # type: ignore[arg-type]
        table = after(rules, 1, 13)
        passing = Action("pass", table.to_act[0])
        with pytest.raises(Breach) as caught:
            Position(unsound, table.start, table.state).apply(passing)
        assert caught.value.clause == clause


def _with_effect(rules: Rules, effected: ir.Effected) -> tuple[ir.ActionSchema, ...]:
    return tuple(
        replace(action, effects=(*action.effects, effected)) if action.name == "pass" else action
        for action in rules.game.actions
    )


def _undefined(clause: str) -> ir.Step:
    none = nodes.Nothing(OptionType(Plain.SEAT))
    seat = nodes.The(Plain.SEAT, none)
    return ir.Step("undefined", clause, nodes.Equal(Plain.TRUTH, seat, seat), ())


def test_the_value_of_a_state_variable_can_be_asked_for(rules: Rules) -> None:
    table = rules.new_hand(1)
    assert table.value("dealer") == DEALER
    assert table.value("place") == (0,) * 6
    with pytest.raises(NoSuchQueryError, match="keeps no `lead` in mind"):
        table.value("lead")


def test_events_are_made_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as stopped:
        stopped.setattr(position_module, "event_of", None)
        *_, (_, _, end) = random_hand(rules_of("heron"), 3)
        taken = end.actions_taken
        with pytest.raises(TypeError):
            assert end.history
    assert [event.done for event in end.history if isinstance(event.done, Action)] == taken
    assert any(event.moved for event in end.history)
    assert all(one is other for one, other in zip(end.history, end.history, strict=True))
