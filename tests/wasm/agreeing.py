"""Whether lowered expressions have the value, or the breach, that ``evaluate`` gives them."""

from functools import cache

from haggis_rules.ir import nodes
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from tests import corpus
from tests.engine.games import rules_of
from tests.engine.test_generated_nodes import Case
from tests.strategies import names_of
from tests.wasm.running import LoweredExpressions, Where, code_of

UNBOUNDED = (nodes.Plus, nodes.Minus, nodes.Times, nodes.Product, nodes.PointsEach, nodes.Total)


@cache
def workshop(name: str) -> LoweredExpressions:
    """Return a game, by its name, in which expressions are lowered."""
    return LoweredExpressions(rules_of(name).game)


def outcome(case: Case | corpus.Case) -> object:
    """Return the value that the definition gives, or the code of its breach."""
    try:
        value = evaluate(case.node, Environment(case.game, case.state, case.names, case.before))
    except Breach as breach:
        return code_of(breach)
    return value


def lowered(name: str, case: Case | corpus.Case) -> list[object]:
    """Return what each reader of the module makes of an expression."""
    kinds = names_of(case.game)
    if isinstance(case, corpus.Case) and case.types is not None:
        kinds = {**kinds, **case.types}
    names = {each: (kinds[each], value) for each, value in case.names.items()}
    return workshop(name).outcomes(case.node, Where(case.state, case.before, names))


def may_be_too_large(node: nodes.Expr) -> bool:
    """Whether 64 bits need not hold what an expression adds up or multiplies."""
    return any(
        isinstance(part, UNBOUNDED)
        and isinstance(part.type, NumberType)
        and None in part.type.bounds
        for part in everywhere(node)
    )


def agree(name: str, case: Case | corpus.Case) -> bool:
    """Whether every reader finds what the definition says, or that it does not fit 64 bits."""
    found = lowered(name, case)
    if BreachCode.TOO_LARGE in found and may_be_too_large(case.node):
        return {*found} == {BreachCode.TOO_LARGE}
    wanted = outcome(case)
    return all((type(one), one) == (type(wanted), wanted) for one in found)
