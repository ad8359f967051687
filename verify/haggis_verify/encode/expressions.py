"""Every expression as a term. Mirrors haggis_rules/semantics/evaluate.py, case for case.

Where ``evaluate`` raises a breach, the term has some value: ``definedness`` says where that is.

How each type is represented (classes of ``symbols``, built by ``shape``; states by ``states``):

===========================  =====================================================================
truth                        one ``BoolTerm``
number from low to high      one ``IntTerm``; bounded by its variable, or from below alone when the
                             type has no highest value
seat, team, rank, suit,      one ``IntTerm``: its index, from 0. A card stands for all its copies,
card, choice                 which are counted and never told apart
value or none                ``SymbolicOption``: a truth, whether there is none, and the value,
                             which means nothing when there is none
reading                      ``SymbolicReading``: the index of the pattern, and one slot for each
                             field name of the whole game, which patterns share. A slot is as wide
                             as its widest field; ``well_formed`` narrows it to the field's type,
                             and slots that the pattern lacks mean nothing
combination                  ``SymbolicCombination``: a reading, and a count for each card
agreed number                one free ``IntTerm``, the same everywhere: one proof for all values.
                             One that guards look at is a constant, because the clauses depend on it
state variable               one symbol of its type for each owner; owner 0 if it is there once
zone                         for each owner, a count for each card, from 0 to its copies. The order
                             of cards has no form, and nothing in the language asks for it
===========================  =====================================================================

A binder is unrolled over its values, an index that is not known becomes a chain of choices, and a
definition is encoded at its use. All of these end, because types are finite and definitions do not
call themselves; what is shared stays one object (``terms.nodes.hash_cons``).

Trusted: the induction of ``obligations``, ``secrecy`` and ``prover``; the rewriting of ``build``
and ``aggregation``, beyond what their tests try; and an ``unsat`` on which both solvers agree.
Where a proof needs the cards of a play, also that ``Patterns.readings`` leaves out no reading that
cards make. The counting form is not trusted there: ``refinement.lemma`` shows what is needed of it.

Checked: each node against ``evaluate``, on random states and in the text that solvers read, and
each move against ``transition`` (tests/verify); a ``sat`` by working the case out again from the
terms; a refutation by re-enactment on the interpreter, which takes no value from a term but the
case itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import cast

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import count
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import NumberType, Plain
from haggis_rules.semantics.state import Combination, Reading, pack
from haggis_verify.encode import symbols
from haggis_verify.encode.holding import some_held, wanted_readings
from haggis_verify.encode.numbers import above, first_seat, first_value, largest, looked_up
from haggis_verify.encode.shape import StateShape, is_pattern
from haggis_verify.encode.symbols import (
    CardCounts,
    NotEncodableError,
    Symbol,
    SymbolicCombination,
    SymbolicReading,
    SymbolicState,
    choose,
    pick,
    pick_number,
)
from haggis_verify.terms import build
from haggis_verify.terms.build import FALSE, TRUE
from haggis_verify.terms.nodes import BoolTerm, IntConst, IntTerm

Memo = dict[tuple[object, ...], Symbol]


@dataclass(frozen=True, slots=True)
class SymbolicEnvironment:
    """What an expression is looked at in, as ``semantics.evaluate.Environment``.

    ``memo`` keeps the values of definitions, which are the same wherever they are looked at in
    one table with the same arguments.
    """

    shape: StateShape
    table: SymbolicState
    names: Mapping[str, Symbol] = field(default_factory=dict[str, Symbol])
    before: SymbolicState | None = None
    memo: Memo = field(default_factory=Memo)

    @property
    def game(self) -> Game:
        """The game."""
        return self.shape.game

    def naming(self, name: str, value: Symbol) -> SymbolicEnvironment:
        """Bind one name to a value."""
        return replace(self, names={**self.names, name: value})


def encode(node: nodes.Expr, view: SymbolicEnvironment) -> Symbol:
    """Return the term of an expression. Raises ``NotEncodableError`` for what has no form."""
    match node:
        case nodes.Number(value=value):
            return build.int_const(value)
        case nodes.Truth(value=value):
            return build.bool_const(value)
        case nodes.Constant(index=index):
            return build.int_const(index)
        case nodes.Nothing():
            return view.shape.default(node.type)
        case nodes.Variable(name=name):
            return view.names[name]
        case nodes.Get(state=state, owner=owner):
            return get(view, state, None if owner is None else number_of(owner, view))
        case nodes.Agreed(option=option):
            return view.shape.agreed(option)
        case nodes.Call(definition=name, arguments=arguments):
            return call(name, tuple(encode(a, view) for a in arguments), view)
        case nodes.The(inner=inner):
            return symbols.option(encode(inner, view)).value
        case nodes.Just(inner=inner):
            return symbols.option(encode(inner, view))
        case nodes.IsNothing(inner=inner):
            return symbols.option(encode(inner, view)).none
        case nodes.Plus(left=left, right=right):
            return build.add([number_of(left, view), number_of(right, view)])
        case nodes.Minus(left=left, right=right):
            return build.minus(number_of(left, view), number_of(right, view))
        case nodes.Times(factor=factor, inner=inner):
            return build.times(factor, number_of(inner, view))
        case nodes.Product(left=left, right=right):
            return _product(left, right, view)
        case nodes.PointsEach(points=points, inner=inner):
            return build.times(points, number_of(inner, view))
        case nodes.MostOf(parts=parts):
            return largest([number_of(part, view) for part in parts], build.lt)
        case nodes.LeastOf(parts=parts):
            return largest([number_of(part, view) for part in parts], above)
        case nodes.Lookup(inner=inner, rows=rows):
            return looked_up(rows, number_of(inner, view))
        case nodes.Equal(left=left, right=right):
            return view.shape.same(encode(left, view), encode(right, view))
        case nodes.AtMost(left=left, right=right):
            return build.le(number_of(left, view), number_of(right, view))
        case nodes.Below(left=left, right=right):
            return build.lt(number_of(left, view), number_of(right, view))
        case nodes.And(left=left, right=right):
            return build.conjunction(truth_of(each, view) for each in (left, right))
        case nodes.Or(left=left, right=right):
            return build.disjunction(truth_of(each, view) for each in (left, right))
        case nodes.Not(inner=inner):
            return build.negation(truth_of(inner, view))
        case nodes.Implies(left=left, right=right):
            given = truth_of(left, view)
            return TRUE if given is FALSE else build.implies(given, truth_of(right, view))
        case nodes.If(when=when, value=value, other=other):
            return choose(truth_of(when, view), encode(value, view), encode(other, view))
        case nodes.CopiesIn(card=card, zone=zone):
            which = number_of(card, view)
            return in_zone(zone, view, lambda counts: pick_number(which, counts))
        case nodes.CardsIn(zone=zone, group=group):
            return in_zone(zone, view, lambda counts: size(view.game, counts, group))
        case nodes.DeckCopies(card=card):
            return _of_card(card, view, [card.copies for card in view.game.cards])
        case nodes.RankOf(card=card):
            return _of_card(card, view, [card.rank for card in view.game.cards])
        case nodes.SuitOf(card=card):
            return _of_card(card, view, [card.suit or 0 for card in view.game.cards])
        case nodes.InGroup(card=card, group=group):
            groups = [build.bool_const(card.group == group) for card in view.game.cards]
            return pick(number_of(card, view), groups)
        case nodes.TeamOf(seat=seat):
            teams = [build.int_const(view.game.team_of(i)) for i in range(view.game.seats)]
            return pick(number_of(seat, view), teams)
        case nodes.SeatsAfter(count=count, seat=seat):
            seats = view.game.seats
            there = [build.int_const((i + count) % seats) for i in range(seats)]
            return pick(number_of(seat, view), there)
        case nodes.SeatPair(left=left, right=right):
            of_left = build.times(view.game.seats, number_of(left, view))
            return build.add([of_left, number_of(right, view)])
        case nodes.NumberOf(binder=binder, where=where):
            return build.add(
                build.int_ite(truth_of(where, each), build.int_const(1), build.int_const(0))
                for each in symbolic_bindings(binder, view)
            )
        case nodes.Total(binder=binder, inner=inner):
            return build.add(number_of(inner, each) for each in symbolic_bindings(binder, view))
        case nodes.Most(binder=binder, where=where, inner=inner):
            return _extreme(binder, where, inner, view, higher=build.lt)
        case nodes.Least(binder=binder, where=where, inner=inner):
            return _extreme(binder, where, inner, view, higher=above)
        case nodes.Every(binder=binder, claim=claim):
            return build.conjunction(
                truth_of(claim, each) for each in symbolic_bindings(binder, view)
            )
        case nodes.Some(binder=binder, claim=claim):
            return build.disjunction(
                truth_of(claim, each) for each in symbolic_bindings(binder, view)
            )
        case nodes.SomePlay(zone=zone):
            wanted = wanted_readings(view.game, lambda reading: _claimed(node, reading, view))
            return truth_in(
                zone, view, lambda counts: some_held(wanted, counts, view.table, view.shape)
            )
        case nodes.First(binder=binder, where=where) | nodes.TheOne(binder=binder, where=where):
            holds = [truth_of(where, each) for each in symbolic_bindings(binder, view)]
            first = first_value(list(enumerate(holds)))
            return first if isinstance(node, nodes.First) else first.value
        case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
            holds = [truth_of(where, each) for each in symbolic_bindings(binder, view)]
            return first_seat(number_of(seat, view), holds, inclusive=inclusive)
        case nodes.ReadingOf(combination=combination):
            return symbols.combination(encode(combination, view)).reading
        case nodes.IsPattern(reading=reading, pattern=pattern):
            return is_pattern(reading_of(reading, view), pattern)
        case nodes.FieldOf(reading=reading, field=name):
            return view.shape.slot(reading_of(reading, view), name)
        case nodes.Outranks(left=left, right=right):
            return outranks(view.shape, reading_of(left, view), reading_of(right, view))
        case nodes.CombinationOf(card=card, pattern=pattern, fields=fields):
            read = view.shape.reading(pattern, [number_of(value, view) for value in fields])
            return SymbolicCombination(read, one_card(view.game, number_of(card, view)))
        case nodes.Written(pattern=pattern, fields=fields, cards=cards):
            written = Combination((pattern, *fields), pack(cards))
            return view.shape.constant(node.type, written)
        case nodes.Before(inner=inner):
            if view.before is None:
                raise NotEncodableError(
                    "the state before a move is looked at where there is no move"
                )
            return encode(inner, replace(view, table=view.before, before=None))


def number_of(node: nodes.Expr, view: SymbolicEnvironment) -> IntTerm:
    """Return the term of a number, or of the index of a seat, team, rank, suit, card or choice."""
    return symbols.number(encode(node, view))


def truth_of(node: nodes.Expr, view: SymbolicEnvironment) -> BoolTerm:
    """Return the term of a truth."""
    return symbols.truth(encode(node, view))


def reading_of(node: nodes.Expr, view: SymbolicEnvironment) -> SymbolicReading:
    """Return the terms of a reading."""
    return symbols.reading(encode(node, view))


def symbolic_bindings(binder: nodes.Binder, view: SymbolicEnvironment) -> list[SymbolicEnvironment]:
    """Return the view once for each value of a binder, in order."""
    size = view.game.size(binder.type)
    return [view.naming(binder.name, build.int_const(i)) for i in range(size)]


def get(view: SymbolicEnvironment, state: int, owner: IntTerm | None) -> Symbol:
    """Return the value of a state variable."""
    values = view.table.values[state]
    return values[0] if owner is None else pick(owner, values)


def call(name: str, arguments: tuple[Symbol, ...], view: SymbolicEnvironment) -> Symbol:
    """Return the value of a definition: of the first exception that holds, or else the base."""
    # Terms and states compare by identity, so the key is cheap and exact. Without the memo, words
    # that use words twice would be encoded exponentially often in the depth of the definitions.
    key = (name, arguments, view.table, view.before)
    if key not in view.memo:
        definition = view.game.definitions[name]
        named = {p.name: a for p, a in zip(definition.params, arguments, strict=True)}
        inside = replace(view, names=named)
        with symbols.at_clause(definition.clause):
            value = encode(definition.base, inside)
        # From the last to the first, so that the first stands outermost. The order only matters
        # where two hold, which ``evaluate`` refuses and ``auto.apart`` excludes.
        for exception in reversed(definition.exceptions):
            with symbols.at_clause(exception.clause):
                when = truth_of(exception.when, inside)
                value = choose(when, encode(exception.value, inside), value)
        view.memo[key] = value
    return view.memo[key]


def in_zone(
    zone: nodes.ZoneRef, view: SymbolicEnvironment, count: Callable[[CardCounts], IntTerm]
) -> IntTerm:
    """Count something in a zone, in several together, or in a combination."""
    zones = view.table.zones
    match zone:
        case nodes.OneZone(zone=index):
            return count(zones[index][0])
        case nodes.OwnedZone(zone=index, owner=owner):
            whose = number_of(owner, view)
            if isinstance(whose, IntConst):
                return count(zones[index][whose.value])
            return pick_number(whose, [count(counts) for counts in zones[index]])
        case nodes.EveryZone(zone=index):
            return build.add(count(counts) for counts in zones[index])
        case nodes.AllZones():
            return build.add(count(counts) for owned in zones for counts in owned)
        case nodes.CardsOf(combination=combination):
            return count(symbols.combination(encode(combination, view)).cards)


def truth_in(
    zone: nodes.OneZone | nodes.OwnedZone,
    view: SymbolicEnvironment,
    claim: Callable[[CardCounts], BoolTerm],
) -> BoolTerm:
    """Say something of the cards in one zone."""
    owned = view.table.zones[zone.zone]
    whose = build.int_const(0) if isinstance(zone, nodes.OneZone) else number_of(zone.owner, view)
    if isinstance(whose, IntConst):
        return claim(owned[whose.value])
    return symbols.truth(pick(whose, [claim(counts) for counts in owned]))


def _claimed(node: nodes.SomePlay, reading: Reading, view: SymbolicEnvironment) -> BoolTerm:
    known = view.shape.constant(Plain.READING, reading)
    return truth_of(node.claim, view.naming(node.binder.name, known))


def size(game: Game, counts: CardCounts, group: int | None) -> IntTerm:
    """Count the cards, of one group or of all."""
    paired = zip(game.cards, counts, strict=True)
    return build.add(count for card, count in paired if group is None or card.group == group)


def one_card(game: Game, card: IntTerm) -> CardCounts:
    """Return the counts of one card."""
    one, none = build.int_const(1), build.int_const(0)
    each = range(len(game.cards))
    return tuple(build.int_ite(build.eq(card, build.int_const(i)), one, none) for i in each)


def outranks(shape: StateShape, left: SymbolicReading, right: SymbolicReading) -> BoolTerm:
    """Whether two readings are alike and the left one is ranked higher."""
    return build.disjunction(
        build.conjunction(
            [
                is_pattern(left, index),
                is_pattern(right, index),
                *(
                    build.eq(shape.slot(left, name), shape.slot(right, name))
                    for name in (pattern.fields[i].name for i in pattern.alike)
                ),
                _higher(shape, [pattern.fields[i].name for i in pattern.ranked], left, right),
            ]
        )
        for index, pattern in enumerate(shape.game.patterns)
    )


def _higher(
    shape: StateShape, names: list[str], left: SymbolicReading, right: SymbolicReading
) -> BoolTerm:
    """Whether the left one is higher in the first of these fields that differs."""
    higher: BoolTerm = FALSE
    for name in reversed(names):
        a, b = shape.slot(left, name), shape.slot(right, name)
        higher = build.disjunction([build.lt(b, a), build.conjunction([build.eq(a, b), higher])])
    return higher


def _of_card(card: nodes.Expr, view: SymbolicEnvironment, values: list[int]) -> IntTerm:
    return pick_number(number_of(card, view), [build.int_const(value) for value in values])


def _extreme(
    binder: nodes.Binder,
    where: nodes.Expr | None,
    inner: nodes.Expr,
    view: SymbolicEnvironment,
    *,
    higher: Callable[[IntTerm, IntTerm], BoolTerm],
) -> IntTerm:
    """Return the number that no other is higher than, of those for which it holds.

    A fold over the values of the binder; the result is 0, and undefined, when it holds for none.
    """
    found: BoolTerm = FALSE
    best: IntTerm = build.int_const(0)
    for each in symbolic_bindings(binder, view):
        counts = TRUE if where is None else truth_of(where, each)
        number = number_of(inner, each)
        better = build.disjunction([build.negation(found), higher(best, number)])
        best = build.int_ite(build.conjunction([counts, better]), number, best)
        found = build.disjunction([found, counts])
    return best


def _product(left: nodes.Expr, right: nodes.Expr, view: SymbolicEnvironment) -> IntTerm:
    """Return a product by the values of the side with fewer. Raises ``NotEncodableError``."""
    kinds = [
        (cast("NumberType", one.type), one, two) for one, two in ((left, right), (right, left))
    ]
    counted = [(size, *kind) for kind in kinds if (size := count(kind[0].bounds)) is not None]
    if not counted:
        raise NotEncodableError("a product of two numbers without an end")
    _, kind, side, other = min(counted, key=lambda one: one[0])
    return build.product(number_of(side, view), kind.values(), number_of(other, view))
