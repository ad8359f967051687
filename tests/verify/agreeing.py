"""Whether terms and ``evaluate`` give an expression the same value."""

from functools import cache

from haggis_rules.run.breach import Breach
from haggis_rules.run.evaluate import Scene, evaluate
from haggis_rules.run.state import Value
from haggis_verify import encode
from haggis_verify.encode import View
from haggis_verify.shape import Shape, shape_of
from haggis_verify.symbols import Symbol, Table
from haggis_verify.tables import (
    choosing,
    choosing_agreed,
    choosing_value,
    decode,
    flat,
    fresh_table,
    known_table,
)
from haggis_verify.terms import Term, compute
from haggis_verify.z3terms import z3_value
from tests.corpus import Case
from tests.engine.games import rules_of
from tests.strategies import names_of

Chosen = dict[str, int | bool]


class Undefined:
    """What an expression without a value has."""


@cache
def open_view(name: str) -> View:
    """Give a view of a game in which a solver chooses the state and the names."""
    shape = shape_of(rules_of(name).game)
    names = {n: shape.fresh(kind, n) for n, kind in names_of(shape.game).items()}
    return View(shape, fresh_table(shape), names)


def known_view(case: Case) -> View:
    """Give the view in which all is known."""
    shape: Shape = shape_of(case.game)
    kinds = names_of(case.game)
    names = {n: shape.constant(kinds[n], value) for n, value in case.names.items()}
    before = known_table(shape, case.before)
    return View(shape, known_table(shape, case.state), names, before)


def half_open_view(case: Case) -> tuple[View, Chosen]:
    """Give the view in which only the state before is known, and what makes it that of the case."""
    view = open_view(case.game.name)
    shape, kinds = view.shape, names_of(case.game)
    before: Table = known_table(shape, case.before)
    chosen = choosing(shape, view.table, case.state) | choosing_agreed(shape)
    for name, value in case.names.items():
        chosen |= choosing_value(shape, kinds[name], view.names[name], value)
    return View(shape, view.table, view.names, before), chosen


def meaning(case: Case) -> Value | type[Undefined]:
    """Give the value that the definition gives."""
    try:
        return evaluate(case.node, Scene(case.game, case.state, case.names, case.before))
    except Breach:
        return Undefined


def agree(case: Case) -> bool:
    """Whether the terms have the right value, folded away and left open; true of no value."""
    value = meaning(case)
    if value is Undefined:
        return True
    folded: Symbol = encode.encode(case.node, known_view(case))
    view, chosen = half_open_view(case)
    left_open = encode.encode(case.node, view)
    return (
        decode(case.game, case.node.type, folded, choosing_agreed(view.shape)) == value
        and decode(case.game, case.node.type, left_open, chosen) == value
    )


def agree_in_z3(case: Case) -> bool:
    """Whether Z3 gives the open terms the value that they have here."""
    view, chosen = half_open_view(case)
    terms: list[Term] = list(flat(encode.encode(case.node, view)))
    return [z3_value(term, chosen) for term in terms] == compute(terms, chosen)
