"""Generated Python gives every expression the value that ``evaluate`` gives it."""

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.codegen import expressions as generator
from haggis_rules.codegen.body import Body
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value
from tests import corpus as drawn
from tests.corpus import KINDS, corpus
from tests.engine.games import PLACES, rules_of
from tests.strategies import all_kinds, bindings, expressions, names_of, states


class Case(NamedTuple):
    """An expression, and where it is looked at."""

    game: Game
    node: nodes.Expr
    state: GameState
    before: GameState | None
    names: dict[str, Value]


@st.composite
def cases(draw: st.DrawFn, game: Game) -> Case:
    kind = draw(st.sampled_from(all_kinds(game)))
    node = draw(expressions(game, kind, before=True, depth=draw(st.integers(1, 4))))
    before = draw(st.none() | states(game))
    return Case(game, node, draw(states(game)), before, draw(bindings(game)))


@cache
def workshop(game_name: str) -> Expressions:
    return Expressions(rules_of(game_name).game)


def outcome(of: Callable[[], Value]) -> object:
    """Return a value and its type, or the breach and its words."""
    try:
        value = of()
    except Breach as breach:
        return type(breach), str(breach)
    return type(value), value


def agree(case: Case | drawn.Case) -> bool:
    scene = Environment(case.game, case.state, case.names, case.before)
    made = workshop(case.game.name).function(case.node, names_of(case.game))
    return outcome(lambda: evaluate(case.node, scene)) == outcome(
        lambda: made(case.state, case.before, case.names)
    )


@pytest.mark.parametrize("name", [pytest.param("neeps-core", marks=pytest.mark.slow), *PLACES])
@given(data=st.data())
def test_generated_code_and_evaluate_agree_on_random_expressions(
    name: str, data: st.DataObject
) -> None:
    assert agree(data.draw(cases(rules_of(name).game)))


def spoilt(node: nodes.Expr, text: str) -> str:
    """Return Python for another value of the same type."""
    match node.type:
        case OptionType():
            return f"(0 if {text} is None else None)"
        case NumberType() | ChoiceType():
            return f"({text} + 1)"
        case Plain.TRUTH:
            return f"(not {text})"
        case Plain.READING:
            return f"({text}[0] ^ 1, *{text}[1:])"
        case Plain.COMBINATION:
            return f"Combination({text}[0], {text}[1] + 1)"
        case Plain() as kind:
            return f"(({text} + 1) % {rules_of('every-word').game.size(kind)})"


@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_generator_that_is_wrong_about_one_kind_of_node_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = generator.expression

    def wrong(node: nodes.Expr, body: Body) -> str:
        text = right(node, body)
        return spoilt(node, text) if isinstance(node, kind) else text

    touched = corpus("every-word")[kind]
    assert all(map(agree, touched))
    monkeypatch.setattr(generator, "expression", wrong)
    monkeypatch.setattr("haggis_rules.codegen.generate.expression", wrong)
    assert any(not _agree_or_fail(case) for case in touched)


def test_a_generator_that_never_stops_with_a_breach_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def silent(_body: Body, _condition: str, _breach: str, _message: str) -> None:
        pass

    monkeypatch.setattr(Body, "raising", silent)
    assert any(not _agree_or_fail(case) for case in corpus("every-word")[nodes.The])


def _agree_or_fail(case: Case | drawn.Case) -> bool:
    """Whether both agree; wrong code may also fail in ways that right code cannot."""
    try:
        return agree(case)
    except (TypeError, IndexError, SyntaxError, SyntaxWarning, UnboundLocalError):
        return False
