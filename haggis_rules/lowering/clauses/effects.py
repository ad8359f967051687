"""What actions and steps do, in the lowered form. Mirrors the effects of ``semantics.transition``.

What the effects read of the state is copied first, to a room that all of them share; they read the
copy and write the state, so that no effect sees what another has done. After a breach the state may
be half changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    CopyBytes,
    IntegerOperator,
    Literal,
    LoweredExpression,
    Operation,
    Store,
    ValueKind,
)
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    MOST_CARDS,
    Effect,
    Effected,
    Everything,
    ForEach,
    Game,
    Let,
    Move,
    Openly,
    StateVariable,
)
from haggis_rules.ir.reads import Reads, effect_reads
from haggis_rules.ir.traversal import innermost
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.lowering.bodies import arithmetic
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.cards import CardsPlace, places, word, zone_place
from haggis_rules.lowering.clauses import searches
from haggis_rules.lowering.clauses.expressions import expression, owner, truth
from haggis_rules.lowering.layouts.refusal import BreachCode, NotLoweredError
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD, none_of

_BLOCK, _MOST_BLOCKS = 16, 64  # bytes that are copied at once, and how often at most
_GUARDS = build.wrapped(I64, 0x8080_8080_8080_8080)


def effects(doing: Sequence[Effected], body: LoweredBody) -> None:
    """Write statements that change the state by all effects, each of which reads the one before.

    Raises ``NotLoweredError``.
    """
    _check_moves(doing, body.game)
    layout, memory, target = body.context.layout, body.context.memory, body.state
    if memory.before is None:
        memory.before = memory.room(layout.size)
    if not doing:
        return
    before = i32(memory.before)
    _copy_read(doing, before, target, body)
    inside = body.inner()
    inside.state = before
    for one in doing:
        inside.clause = one.clause
        _effect(one.effect, inside, target)
    body.do(*inside.statements)
    _check_zones(doing, body)


def _copy_read(
    doing: Sequence[Effected],
    before: LoweredExpression,
    target: LoweredExpression,
    body: LoweredBody,
) -> None:
    """Write what copies all that effects can read, sixteen bytes at a time."""
    layout = body.context.layout
    looked = reduce(Reads.__or__, (effect_reads(body.game, one.effect) for one in doing))
    slots = [layout.values[state] for state in looked.states]
    slots += [layout.zones[zone] for zone in looked.zones]
    ends = [(slot.offset, slot.offset + slot.owners * slot.size) for slot in slots]
    blocks = {block for at, end in ends for block in range(at // _BLOCK, -(-end // _BLOCK))}
    if len(blocks) > _MOST_BLOCKS:  # then a call of the host is quicker
        body.do(CopyBytes(before, target, i32(layout.size)))
        return
    for at in (_BLOCK * block for block in sorted(blocks)):
        body.do(Store(before, at, _BLOCK, build.load(ValueKind.V128, target, at, _BLOCK)))


def _check_moves(doing: Sequence[Effected], game: Game) -> None:
    """See that no count can run into the next: a byte holds 127 copies, and a sign."""
    if sum(_copies_moved(game, one.effect) for one in doing) > MOST_CARDS:
        what = f"moving more than {MOST_CARDS} copies of a card at once"
        raise NotLoweredError(what, doing[0].clause)


def _copies_moved(game: Game, effect: Effect) -> int:
    """Return how many copies of one card an effect can move at most."""
    match effect:
        case Let():
            return 0
        case Move(thing=thing):
            several = isinstance(thing, Everything) or thing.type is not Plain.CARD
            return max((card.copies for card in game.cards), default=0) if several else 1
        case ForEach(binder=binder, effect=inner):
            times = 1 if _moves_each(inner, binder.name) else game.size(binder.type)
            return times * _copies_moved(game, inner)
        case Openly(effect=inner):
            return _copies_moved(game, inner)


def _moves_each(effect: Effect, name: str) -> bool:
    """Tell whether what moves is a binder's value: with each value another card does."""
    match effect:
        case Let():
            return False
        case Move(thing=thing):
            return isinstance(thing, nodes.Variable) and thing.name == name
        case ForEach(binder=binder, effect=inner):
            return binder.name != name and _moves_each(inner, name)
        case Openly(effect=inner):
            return _moves_each(inner, name)


def _effect(node: Effect, body: LoweredBody, target: LoweredExpression) -> None:
    match node:
        case Let(when=when):
            with body.only_when(truth(when, body)) as inside:
                _let(node, inside, target)
        case Move(when=when):
            with body.only_when(truth(when, body)) as inside:
                _move(node, inside, target)
        case ForEach():
            _for_each(node, body, target)
        case Openly(effect=inner):
            _effect(inner, body, target)


def _for_each(node: ForEach, body: LoweredBody, target: LoweredExpression) -> None:
    size = body.game.size(node.binder.type)
    if size > searches.MOST_UNROLLED:
        value, each = searches.begin(node.binder, body)
        with each.only_when(truth(node.where, each)) as inside:
            _effect(node.effect, inside, target)
        searches.loop(node.binder, body, each, value)
        return
    for index in range(size):
        each = body.inner({node.binder.name: i32(index)})
        with each.only_when(truth(node.where, each)) as inside:
            _effect(node.effect, inside, target)
        body.do(*each.statements)


def _let(node: Let, body: LoweredBody, target: LoweredExpression) -> None:
    variable, slot = body.game.states[node.state], body.context.layout.values[node.state]
    value = checked(variable, node.value, expression(node.value, body), body)
    where = target
    if node.owner is not None:
        at = build.narrowed(expression(node.owner, body))
        where = build.add(target, build.multiply(at, i32(slot.size)))
    store(where, slot.offset, slot.size, value, body)


def store(
    address: LoweredExpression,
    offset: int,
    size: int,
    value: LoweredExpression,
    body: LoweredBody,
) -> None:
    """Write a statement that stores a value; what is known of the address goes to the offset."""
    match address:
        case Operation(operator=IntegerOperator.ADD, left=left, right=Literal(value=known)):
            body.do(Store(left, offset + known, size, value))
        case _:
            body.do(Store(address, offset, size, value))


def checked(
    variable: StateVariable, node: nodes.Expr, value: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return the value of a variable, after a statement that stops where it is out of bounds."""
    value = body.keep(value)
    body.fail_when(_outside(variable.type, node, value), BreachCode.OUT_OF_BOUNDS)
    return value


def _outside(kind: Type, node: nodes.Expr, value: LoweredExpression) -> LoweredExpression:
    match kind:
        case OptionType(inner=NumberType() as inner):
            is_none = build.equal(value, i64(none_of(kind)))
            return build.both(build.negated(is_none), arithmetic.outside(inner, value))
        case NumberType():
            return arithmetic.outside(kind, value)
        case OptionType():
            return FALSE
        case ChoiceType() | Plain():
            is_option = isinstance(node.type, OptionType)
            return build.equal(value, i32(none_of(kind))) if is_option else FALSE


def _move(node: Move, body: LoweredBody, target: LoweredExpression) -> None:
    source, goal = owner(node.source, body), owner(node.target, body)
    after = body.inner()
    after.state = target
    ends = (
        (zone_place(node.source.zone, body.keep(source), after), IntegerOperator.SUB),
        (zone_place(node.target.zone, body.keep(goal), after), IntegerOperator.ADD),
    )
    if isinstance(node.thing, Everything):
        (cards,) = places(node.source, body, expression)
        _move_words(cards, ends, body)
    elif node.thing.type is Plain.COMBINATION:
        cards = CardsPlace(body.keep(expression(node.thing, body)), CARDS_AT)
        _move_words(cards, ends, body)
    else:
        _move_card(body.keep(expression(node.thing, body)), ends, body)
    if node.shown is not None:
        expression(node.shown, body)  # who sees it is not for the module, but a breach is


_Ends = Sequence[tuple[CardsPlace, IntegerOperator]]


def _move_words(cards: CardsPlace, ends: _Ends, body: LoweredBody) -> None:
    for index in range(body.context.layout.words):
        moved = body.keep(word(cards, index), "moved")
        for place, operator in ends:
            value = Operation(operator, word(place, index), moved)
            body.do(Store(place.address, place.offset + index * WORD, WORD, value))


def _move_card(card: LoweredExpression, ends: _Ends, body: LoweredBody) -> None:
    """Move one card: a one in its byte of the word in which it is."""
    inside = build.multiply(Operation(IntegerOperator.AND, card, i32(WORD - 1)), i32(8))
    one = body.keep(Operation(IntegerOperator.SHL, i64(1), build.widened(inside)), "moved")
    first = body.keep(Operation(IntegerOperator.AND, card, i32(-WORD)), "word")
    for place, operator in ends:
        at = build.add(place.address, first)
        value = Operation(operator, build.load(I64, at, place.offset, WORD), one)
        store(at, place.offset, WORD, value, body)


def _check_zones(doing: Sequence[Effected], body: LoweredBody) -> None:
    """Write statements that see to it that no zone holds fewer cards than none."""
    moves = [innermost(one.effect) for one in doing]
    sources = sorted({one.source.zone for one in moves if isinstance(one, Move)})
    words = [
        word(CardsPlace(body.state, slot.offset + at * slot.size), index)
        for slot in (body.context.layout.zones[zone] for zone in sources)
        for at in range(slot.owners)
        for index in range(body.context.layout.words)
    ]
    if not words:
        return
    together = words[0]
    for one in words[1:]:
        together = Operation(IntegerOperator.OR, together, one)
    lacking = Operation(IntegerOperator.AND, together, i64(_GUARDS))
    missing = build.negated(build.equal(lacking, i64(0)))
    body.fail_when(missing, BreachCode.NOT_ENOUGH_CARDS)
