"""That somebody can always go on: every state at rest has a witness, and every witness can act.

A witness holds when there is a seat that may take its action, a card as it says if it names one,
and the action can be taken by that seat with each such card. The play that it builds is a known
one, so whether it is a combination is asked exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import pack
from haggis_verify.encode.breaches import actor_defined, domains_defined
from haggis_verify.encode.definedness import conjunction, defined
from haggis_verify.encode.expressions import SymbolicEnvironment, encode, truth_of
from haggis_verify.encode.settings import by_setting, wild_symbols
from haggis_verify.encode.shape import StateShape, field_range
from haggis_verify.encode.symbols import NotEncodableError, Symbol, SymbolicCombination
from haggis_verify.encode.transitions import in_domain, may_act, name_arguments
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntConst, IntTerm

MOST_READINGS = 5000  # of one pattern, in a witness whose fields are not plain to see


def progress(promise: ir.Promise, form: ir.Progress, matter: EncodedGame) -> Iterator[Obligation]:
    """Yield what has to be shown: that some case holds, and that each case is true to its word."""
    view = matter.view
    given = (*matter.given(promise.using), build.negation(matter.waits))
    unless = () if form.unless is None else (form.unless,)
    cases = (*unless, *(witness.when for witness in form.witnesses))
    claim = build.disjunction(matter.holds(case, view) for case in cases)
    yield Obligation("some case holds", "at rest", given, claim, view)
    patterns = Patterns(matter.game)
    for number, witness in enumerate(form.witnesses, start=1):
        (action,) = (a for a in matter.game.actions if a.name == witness.action)
        facts = (*given, matter.holds(witness.when, view))
        # Which seat acts is a disjunction over a few seats, and each card a conjunction: no
        # quantifier is left to a solver.
        able = build.disjunction(
            _can(witness, action, seat, matter, patterns) for seat in range(matter.game.seats)
        )
        name = f"witness {number}, {witness.action}"
        yield Obligation(name, name, facts, able, view)


def _can(
    witness: ir.Witness, action: ir.ActionSchema, seat: int, matter: EncodedGame, patterns: Patterns
) -> BoolTerm:
    """Say that a seat can take the action as the witness says."""
    view = matter.view.naming(ir.ACTOR, build.int_const(seat))
    known = actor_defined(action, matter.known)
    mine = build.conjunction([truth_of(known, view), may_act(action, seat, view)])
    if witness.card is None:
        return build.conjunction([mine, _legal(witness, action, view, matter, patterns)])
    cards = [
        view.naming(witness.card.name, build.int_const(card))
        for card in range(len(view.game.cards))
    ]
    where = nodes.Truth(witness.when.type, value=True) if witness.where is None else witness.where
    wanted = [matter.holds(where, each) for each in cards]
    return build.conjunction(
        [
            mine,
            build.disjunction(wanted),
            *(
                build.implies(want, _legal(witness, action, each, matter, patterns))
                for want, each in zip(wanted, cards, strict=True)
                if want is not build.FALSE
            ),
        ]
    )


def _legal(
    witness: ir.Witness,
    action: ir.ActionSchema,
    view: SymbolicEnvironment,
    matter: EncodedGame,
    patterns: Patterns,
) -> BoolTerm:
    """Say that the arguments are defined and offered, and that every guard holds."""
    has_values = conjunction(defined(argument, matter.known) for argument in witness.arguments)
    arguments = [encode(argument, view) for argument in witness.arguments]
    named = name_arguments(action, arguments, view)
    has_zones = truth_of(domains_defined(action, matter.known), named)
    in_domains = [
        build.conjunction([in_domain(param, value, named), _makes(value, named, patterns)])
        for param, value in zip(action.params, arguments, strict=True)
    ]
    guards = [matter.holds(guard.expr, named) for guard in action.guards]
    return build.conjunction([truth_of(has_values, view), has_zones, *in_domains, *guards])


def _makes(value: Symbol, view: SymbolicEnvironment, patterns: Patterns) -> BoolTerm:
    """Say that the cards of a combination make its reading; true of all other values."""
    states, shape = wild_symbols(patterns, view.table), view.shape
    return by_setting(patterns, states, shape, lambda each: _makes_settled(value, shape, each))


def _makes_settled(value: Symbol, shape: StateShape, patterns: Patterns) -> BoolTerm:
    if not isinstance(value, SymbolicCombination):
        return build.TRUE
    if not all(isinstance(count, IntConst) for count in value.cards):
        raise NotEncodableError("a witness whose cards are not plain to see")
    held = pack((i, c.value) for i, c in enumerate(value.cards) if isinstance(c, IntConst))
    pattern = value.reading.pattern
    if not isinstance(pattern, IntConst):
        raise NotEncodableError("a witness whose pattern is not plain to see")
    fields = shape.game.patterns[pattern.value].fields
    slots = [shape.slot(value.reading, field.name) for field in fields]
    choices = [
        _values(slot, field_range(shape.game, f.type))
        for slot, f in zip(slots, fields, strict=True)
    ]
    # The cards are known, so which readings they make is worked out here, by the definition, and
    # the solvers only see whether the fields come to one of those.
    readings = list(product(*choices))
    if len(readings) > MOST_READINGS:
        raise NotEncodableError("a witness that may have too many readings")
    return build.disjunction(
        build.conjunction(
            build.eq(s, build.int_const(v)) for s, v in zip(slots, values, strict=True)
        )
        for values in readings
        if patterns.makes((pattern.value, *values), held)
    )


def _values(slot: IntTerm, bounds: tuple[int, int]) -> range:
    """Return the values that a field can have."""
    (low, high), least, most = bounds, build.lower_bound(slot), build.upper_bound(slot)
    highest = high if most is None else min(high, most)
    return range(low if least is None else max(low, least), highest + 1)
