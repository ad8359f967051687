"""Actions are written as people say them and read back, whatever choices the rules give them."""

import json
import re
from dataclasses import replace
from random import Random

import pytest

from haggis_rules import Action, NotationError, Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir.nodes import Truth
from haggis_rules.ir.types import ChoiceType, Plain
from haggis_rules.semantics.state import Value
from tests.games import rules_of
from tests.records.matches import NAMES, played


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_action_of_a_match_is_read_as_it_was_written(name: str) -> None:
    rules = rules_of(name)
    for match in played(name, 8, 260)[::5]:
        for seat in match.to_act:
            for action in match.actions(seat)[:60]:
                shown = rules.show_action(action, seated=True)
                assert shown == f"{seat + 1}: {rules.show_action(action)}"
                assert rules.parse_action(shown) == action
                assert rules.parse_action(f" Seat {shown.upper()}") == action


def test_actions_look_as_they_are_said() -> None:
    rules = rules_of("classic for 3")
    said = {
        "2: play 9r 10r J = sequence3@J": ("play", 1, "sequence"),
        "1: pass": ("pass", 0, None),
        "3: bet little": ("bet", 2, None),
        "1: award seat 3": ("award", 0, None),
    }
    for text, (name, seat, kind) in said.items():
        action = rules.parse_action(text)
        assert (action.name, action.actor) == (name, seat)
        assert rules.show_action(action, seated=True) == text
        found = json.dumps(rules.action_to_json(action))
        assert kind is None or f'"kind": "{kind}"' in found
    assert rules.parse_action("1: award 3") == rules.parse_action("seat 1 : AWARD seat 3")
    assert rules.parse_action('2: play "8r 8g"') == rules.parse_action("2: play 8g 8r = set2@8")


def test_a_hand_is_its_cards() -> None:
    rules = rules_of("classic for 2")
    assert rules.show(rules.parse_cards("K q 4R 3r J")) == "3r 4r J Q K"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not begin with who acts"),
        ("pass", "does not begin with who acts"),
        ("play 9r = bomb:rainbow", "does not begin with who acts"),
        ("0: pass", "the seats are 1 to 3, not 0"),
        ("4: pass", "the seats are 1 to 3, not 4"),
        ("-1: pass", "does not begin with who acts"),
        (f"{'9' * 5000}: pass", "does not begin with who acts"),
        ("1:", "no action is called ``; there are `bet`"),
        ("1: fly", "no action is called `fly`"),
        ("1: pass 9r", "nothing takes `9r`; it is written `pass`"),
        ("1: bet", "`bet` lacks a choice; it is written `bet zero|little|big`"),
        ("1: bet huge", "'huge' is no amount"),
        ("1: award", "it is written `award SEAT`"),
        ("1: award seat 4", "`4` is not a seat; there are 1 to 3"),
        ("1: play", "it is written `play COMBINATION`"),
        ("1: play 11r", "`11r` is not a card"),
        ("1: play 9r 9r", "more than 1 of `9r`"),
        ("1: play 3r 9r", "make nothing"),
        ("1: play 10r J Q", "can be several things; say which"),
        ("1: play 10r J Q = set4@10", "do not make `set4@10`"),
        ("1: play 10r J Q = flush@10", "is not a reading of these rules"),
        ('1: play "9r', "a quote that is not closed"),
        ('1: play "9r" 10r', "nothing"),
    ],
)
def test_what_is_no_action_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        rules_of("classic for 3").parse_action(text)


def every_choice() -> Rules:
    """Return heron with an action that has every kind of choice, plays among them twice."""
    game = rules_of("heron").game
    lay = game.action("lay")
    play = lay.params[0]
    assert isinstance(play, ir.CombinationParam)
    mood = ChoiceType("mood", ("merry", "sad"))
    params: tuple[ir.ActionParam, ...] = (
        ir.FreeParam("a", mood),
        replace(play, name="b"),
        ir.CardParam("c", play.zone),
        replace(play, name="d"),
        ir.FreeParam("e", Plain.SEAT),
        ir.FreeParam("f", Plain.RANK),
        ir.FreeParam("g", Plain.SUIT),
        ir.FreeParam("h", Plain.TEAM),
    )
    anybody = ir.AnySeat(Truth(Plain.TRUTH, value=True))
    swap = ir.ActionSchema("swap", lay.clause, False, params, anybody, (), ())  # noqa: FBT003
    return Rules(replace(game, teams=("all",), actions=(*game.actions, swap)))


def test_an_action_with_every_kind_of_choice_is_read_as_it_was_written() -> None:
    rules, chance = every_choice(), Random(1)
    game, table = rules.game, every_choice().new_hand(1)
    for seat in range(rules.players):
        fists = table.state.zones[0]
        assert isinstance(fists, tuple)
        plays = rules.plays(fists[seat])
        for _ in range(50):
            one, other = chance.choice(plays), chance.choice(plays)
            card = chance.randrange(len(game.cards))
            free = [chance.randrange(game.size(k)) for k in (Plain.RANK, Plain.SUIT, Plain.TEAM)]
            chosen: tuple[Value, ...] = (chance.randrange(2), one, card, other, 2 - seat, *free)
            action = Action("swap", seat, chosen)
            shown = rules.show_action(action, seated=True)
            assert shown.count('"') == 4
            assert rules.parse_action(shown) == action


def test_a_quote_in_a_notation_is_written_so_that_it_can_be_read() -> None:
    game = rules_of("heron").game
    first, *others = game.patterns
    odd = replace(first, notation='single "{top}\\{colour}"')
    rules = Rules(replace(game, patterns=(odd, *others)))
    (reading,) = rules.readings("3c")
    assert rules.show(reading) == 'single "3\\c"'
    action = rules.parse_action("1: lay 3c")
    assert rules.parse_action(rules.show_action(action, seated=True)) == action
    quoted = r'1: lay "3c = single \"3\\c\""'
    assert rules.parse_action(quoted) == action
