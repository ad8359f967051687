"""What agreed values, the most and the least, and plays that are written out mean."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Unit
from haggis_rules.semantics.between_hands import points
from haggis_rules.semantics.breach import Breach, NoValue
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.semantics.transition import within
from tests.games import rules_of

CARDS = NumberType(0, 56, Unit.CARDS)
SEAT = nodes.Binder("s", Plain.SEAT)
HELD = nodes.CardsIn(CARDS, nodes.OwnedZone(0, nodes.Variable(Plain.SEAT, "s")), None)


def heron() -> ir.Game:
    return rules_of("long-heron").game


@cache
def dealt() -> GameState:
    return rules_of("long-heron").new_match(3).position.state


def evaluated(node: nodes.Expr, state: GameState, game: ir.Game | None = None) -> Value:
    return evaluate(node, Environment(game or heron(), state))


def generated(node: nodes.Expr, state: GameState, game: ir.Game | None = None) -> Value:
    return Expressions(game or heron()).function(node)(state, None, {})


both = pytest.mark.parametrize("value_of", [evaluated, generated])
Reader = Callable[..., Value]


def holding(*sizes: int) -> GameState:
    """Return a state in which the seats hold so many cards."""
    return GameState(dealt().values, (tuple(sizes), *dealt().zones[1:]))


def not_empty() -> nodes.Expr:
    one = nodes.Number(NumberType(1, 1), 1)
    return nodes.AtMost(Plain.TRUTH, one, HELD)


@both
def test_the_most_and_the_least_are_taken_over_all_or_over_some(value_of: Reader) -> None:
    state = holding(0, 7, 3)
    most, least = nodes.Most(CARDS, SEAT, None, HELD), nodes.Least(CARDS, SEAT, None, HELD)
    assert (value_of(most, state), value_of(least, state)) == (7, 0)
    assert value_of(replace(least, where=not_empty()), state) == 3
    assert value_of(replace(most, where=not_empty()), holding(2, 0, 0)) == 2


@both
def test_the_most_of_nothing_has_no_value(value_of: Reader) -> None:
    for node in (nodes.Most, nodes.Least):
        with pytest.raises(NoValue, match="there is nothing to compare here"):
            value_of(node(CARDS, SEAT, not_empty(), HELD), holding(0, 0, 0))
        nobody = node(CARDS, nodes.Binder("s", Plain.TEAM), None, nodes.Number(CARDS, 1))
        with pytest.raises(NoValue, match="there is nothing to compare here"):
            value_of(nobody, dealt())


@both
def test_an_agreed_value_is_that_of_its_option(value_of: Reader) -> None:
    mood = ChoiceType("mood", ("calm", "keen"))
    options = (
        ir.Option("target", "match.target", NumberType(1, 10_000, Unit.POINTS), 60, 250),
        ir.Option("loud", "match.target", Plain.TRUTH, usual=False, value=True),
        ir.Option("mood", "match.target", mood, 0, 1),
        ir.Option("debt", "match.target", NumberType(-5, 5), 0, -3),
    )
    game = replace(heron(), options=options)
    found = [value_of(nodes.Agreed(o.type, i), dealt(), game) for i, o in enumerate(options)]
    assert found == [250, True, 1, -3]
    assert type(found[1]) is bool
    debt = nodes.Agreed(options[3].type, 3)
    assert value_of(nodes.Minus(NumberType(-10, 10), debt, debt), dealt(), game) == 0


@both
def test_a_play_that_is_written_out_is_its_reading_and_its_cards(value_of: Reader) -> None:
    play = rules_of("long-heron").parse_play("7c 7d")
    cards = tuple((card, (play.cards >> 8 * card) & 255) for card in range(len(heron().cards)))
    counted = tuple(pair for pair in cards if pair[1])
    written = nodes.Written(Plain.COMBINATION, play.reading[0], play.reading[1:], counted)
    assert value_of(written, dealt()) == play


def test_a_value_rests_on_the_option_and_the_score_entry_that_it_speaks_of() -> None:
    trail = set[str]()
    evaluate(nodes.Agreed(heron().options[0].type, 0), Environment(heron(), dealt(), trail=trail))
    assert trail == {"match.target"}
    trail = set[str]()
    points(heron(), dealt(), "going.out", 0, trail)
    assert trail == {"score.going.out"}


@pytest.mark.parametrize(("value", "good"), [(-1, False), (0, True), (10**30, True)])
def test_a_number_without_a_highest_has_a_lowest_alone(value: int, good: bool) -> None:  # noqa: FBT001
    assert within(NumberType(0, None, Unit.POINTS), value) is good
    tally = next(i for i, variable in enumerate(heron().states) if variable.name == "tally")
    given = nodes.Number(NumberType(value, value), value)
    doubled = nodes.Plus(NumberType(2 * value, 2 * value), given, given)
    seat = nodes.Constant(Plain.SEAT, 1)
    let = ir.Effected("match.tally", ir.Let(tally, seat, doubled, None))
    rules = Rules(replace(heron(), between=(let,)))
    if good:
        values, _ = rules.code.between(dealt().values, dealt().zones)
        assert values[tally] == (0, 2 * value, 0)
    else:
        with pytest.raises(Breach, match="`tally` cannot be -2"):
            rules.code.between(dealt().values, dealt().zones)
