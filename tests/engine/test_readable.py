"""What a program gets of the engine prints as people write it."""

import copy
import pickle

import pytest

from haggis_rules import Action, Rules, load


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("classic", players=2)


def test_rules_print_their_name_and_what_was_agreed(rules: Rules) -> None:
    assert repr(rules) == "<Rules classic/2 target=350>"


def test_an_action_prints_in_notation_and_is_read_again(rules: Rules) -> None:
    match = rules.new_match(7)
    offered = [one for seat in match.to_act for one in match.actions(seat)]
    for _ in range(3):
        seat = match.to_act[0]
        match = match.apply(match.actions(seat)[0])
        offered += [one for seat in match.to_act for one in match.actions(seat)]
    assert len(offered) > 100
    for action in offered:
        assert rules.parse_action(repr(action)[len("<Action ") : -1]) == action
        assert str(action) == action.text == rules.show_action(action)


def test_actions_print_their_seat_and_the_reading_where_cards_leave_a_choice(rules: Rules) -> None:
    for text in ("1: pass", "2: bet little", "2: play 4r", "2: play 9r 10r J = sequence3@J"):
        action = rules.parse_action(text)
        assert repr(action) == f"<Action {text}>"
        assert str(action) == text[3:]


def test_an_action_equals_a_plain_one_and_pickles_as_that(rules: Rules) -> None:
    action = rules.parse_action("2: play 4r")
    plain = Action(*action)
    assert action == plain
    assert hash(action) == hash(plain)
    again = pickle.loads(pickle.dumps(action))  # noqa: S301 - it is ours
    assert again == action
    assert type(again) is Action
    assert repr(copy.deepcopy([action])) == "[<Action 2: play 4r>]"
    assert repr(rules.action_from_json(rules.action_to_json(plain))) == "<Action 2: play 4r>"


def test_what_is_no_action_of_the_rules_prints_its_bare_values(rules: Rules) -> None:
    action = rules.parse_action("2: play 4r")
    assert repr(action._replace(arguments=("4r",), actor=9)) == "<Action play 4r>"
    assert str(Action("leap", 0, (3,))) == "leap 3"
    assert repr(Action("leap", 0, (3,))) == "Action(name='leap', actor=0, arguments=(3,))"
