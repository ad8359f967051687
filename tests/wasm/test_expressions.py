"""Lowered expressions have the value that ``evaluate`` gives them, interpreted and compiled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.form import Literal, LoweredExpression
from haggis_rules.ir import nodes
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.clauses import expressions as lowering
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import none_of
from tests import corpus
from tests.corpus import KINDS
from tests.engine.games import PLACES, rules_of
from tests.engine.test_generated_nodes import Case, cases
from tests.wasm.agreeing import agree


@pytest.mark.slow
@pytest.mark.parametrize("name", PLACES)
@given(data=st.data())
def test_lowered_expressions_and_evaluate_agree_on_random_expressions(
    name: str, data: st.DataObject
) -> None:
    assert agree(name, data.draw(cases(rules_of(name).game)))


def spoilt(node: nodes.Expr, value: LoweredExpression) -> LoweredExpression:
    """Return another value of the same type."""
    match node.type:
        case OptionType():
            none = Literal(build.kind_of(value), none_of(node.type))
            return build.choose(build.equal(value, none), Literal(none.kind, 0), none)
        case Plain.TRUTH:
            return build.negated(value)
        case Plain.COMBINATION:
            return build.add(value, build.i32(8))
        case Plain.READING | ChoiceType():
            return build.choose(value, build.i32(0), build.i32(1))
        case Plain() as kind:
            after = build.add(value, build.i32(1))
            size = rules_of("every-word").game.size(kind)
            return build.choose(build.equal(after, build.i32(size)), build.i32(0), after)
        case NumberType():
            return build.add(value, build.i64(1))


def differs(name: str, case: Case | corpus.Case) -> bool:
    """Whether the readings say different things, or something that is not there at all."""
    try:
        return not agree(name, case)
    except IndexError:  # the number of no reading
        return True


@pytest.mark.rotates
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_a_lowering_that_is_wrong_about_one_kind_of_node_is_noticed(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = lowering.expression

    def wrong(node: nodes.Expr, body: LoweredBody) -> LoweredExpression:
        value = right(node, body)
        return spoilt(node, value) if isinstance(node, kind) else value

    touched = corpus.corpus("every-word")[kind]
    assert all(agree("every-word", case) for case in touched)
    monkeypatch.setattr(lowering, "expression", wrong)
    monkeypatch.setattr("haggis_rules.lowering.clauses.definitions.expression", wrong)
    assert any(differs("every-word", case) for case in touched)


def test_a_lowering_that_never_stops_with_a_breach_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def silent(_body: LoweredBody, _condition: LoweredExpression, _code: BreachCode) -> None:
        pass

    monkeypatch.setattr(LoweredBody, "fail_when", silent)
    assert any(not agree("every-word", case) for case in corpus.corpus("every-word")[nodes.The])
