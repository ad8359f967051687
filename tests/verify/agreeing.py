"""Whether terms and ``evaluate`` give an expression the same value."""

from collections.abc import Mapping

from haggis_rules.ir.types import Type
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value
from haggis_verify.encode import expressions
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.shape import StateShape, shape_of
from haggis_verify.encode.states import (
    choosing,
    choosing_agreed,
    choosing_value,
    constant_state,
    decode,
    flat,
    fresh_state,
)
from haggis_verify.encode.symbols import Symbol, SymbolicState
from haggis_verify.terms.nodes import Term, evaluate_terms
from haggis_verify.terms.z3_terms import z3_value
from tests.corpus import Case
from tests.strategies import names_of

Chosen = dict[str, int | bool]


class Undefined:
    """What an expression without a value has."""


MOST_KNOWN = 1000  # states that are kept in terms
_OPEN: dict[tuple[str, int], SymbolicEnvironment] = {}
_KNOWN: dict[tuple[str, int, GameState], SymbolicState] = {}
_CHOSEN: dict[tuple[str, int, GameState], Chosen] = {}


def open_view(case: Case) -> SymbolicEnvironment:
    """Return a view of a game in which a solver chooses the state and the names."""
    known = case.game.name, case.game.seats
    if known not in _OPEN:
        shape = shape_of(case.game)
        _OPEN[known] = SymbolicEnvironment(shape, fresh_state(shape))
    view = _OPEN[known]
    names = {name: view.shape.fresh(kind, name) for name, kind in types_of(case).items()}
    return SymbolicEnvironment(view.shape, view.table, names)


def types_of(case: Case) -> Mapping[str, Type]:
    """Return the type of each name in a case."""
    return names_of(case.game) if case.types is None else case.types


def known_view(case: Case) -> SymbolicEnvironment:
    """Return the view in which all is known."""
    shape, kinds = open_view(case).shape, types_of(case)
    names = {n: shape.constant(kinds[n], value) for n, value in case.names.items()}
    return SymbolicEnvironment(shape, _table(shape, case.state), names, _table(shape, case.before))


def _table(shape: StateShape, state: GameState) -> SymbolicState:
    """Return a state in terms; the same few are looked at again and again."""
    key = shape.game.name, shape.game.seats, state
    if len(_KNOWN) > MOST_KNOWN:
        _KNOWN.clear()
    if key not in _KNOWN:
        _KNOWN[key] = constant_state(shape, state)
    return _KNOWN[key]


def _choosing(view: SymbolicEnvironment, state: GameState) -> Chosen:
    key = view.shape.game.name, view.shape.game.seats, state
    if len(_CHOSEN) > MOST_KNOWN:
        _CHOSEN.clear()
    if key not in _CHOSEN:
        _CHOSEN[key] = choosing(view.shape, view.table, state)
    return _CHOSEN[key]


def half_open_view(case: Case) -> tuple[SymbolicEnvironment, Chosen]:
    """Return the view in which only the state before is known, and what makes it the case's."""
    view = open_view(case)
    shape, kinds = view.shape, types_of(case)
    before = _table(shape, case.before)
    chosen = _choosing(view, case.state) | choosing_agreed(shape)
    for name, value in case.names.items():
        chosen |= choosing_value(shape, kinds[name], view.names[name], value)
    return SymbolicEnvironment(shape, view.table, view.names, before), chosen


def meaning(case: Case) -> Value | type[Undefined]:
    """Return the value that the definition gives."""
    try:
        return evaluate(case.node, Environment(case.game, case.state, case.names, case.before))
    except Breach:
        return Undefined


def agree(case: Case) -> bool:
    """Whether the terms have the right value, folded away and left open; true of no value."""
    value = meaning(case)
    if value is Undefined:
        return True
    folded: Symbol = expressions.encode(case.node, known_view(case))
    view, chosen = half_open_view(case)
    left_open = expressions.encode(case.node, view)
    return (
        decode(case.game, case.node.type, folded, choosing_agreed(view.shape)) == value
        and decode(case.game, case.node.type, left_open, chosen) == value
    )


def agree_in_z3(case: Case) -> bool:
    """Whether Z3 gives the open terms the value that they have here."""
    view, chosen = half_open_view(case)
    terms: list[Term] = list(flat(expressions.encode(case.node, view)))
    return [z3_value(term, chosen) for term in terms] == evaluate_terms(terms, chosen)
