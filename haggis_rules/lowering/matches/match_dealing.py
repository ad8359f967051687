"""A hand dealt by seed, in the lowered form. Mirrors ``semantics.dealing``."""

from __future__ import annotations

from typing import cast

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    CopyBytes,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Store,
)
from haggis_rules.ir.game import Chance, DealEach, DealRest, DealSome, StateVariable
from haggis_rules.ir.stocks import stock_of_groups, stocks, unnamed_copies
from haggis_rules.ir.types import NumberType, OptionType, Type
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.chance import below, stream
from haggis_rules.lowering.bodies.counting_loops import counting, falling
from haggis_rules.lowering.clauses import searches
from haggis_rules.lowering.clauses.definitions import STATE, function_body, random_at
from haggis_rules.lowering.clauses.effects import store
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.clauses.transitions import FOLLOW, INITIAL, LASTING
from haggis_rules.lowering.layouts.match_places import (
    ENDED_AT,
    HAND_AT,
    PLIES_AT,
    SEED_AT,
)
from haggis_rules.lowering.layouts.module_names import DEAL, RESET
from haggis_rules.lowering.layouts.state_layout import WORD, kind_of_type
from haggis_rules.semantics.dealing import possible
from haggis_rules.semantics.random_streams import StreamPurpose

_SEED = LocalVariable(I64, "seed")


def lower_dealing(context: LoweringContext) -> None:
    """Write what deals a hand, and what begins a match with a seed.

    Raises ``NotLoweredError``.
    """
    _deal(context)
    _reset(context)


def _reset(context: LoweringContext) -> None:
    body, _ = function_body(context, {})
    behind = context.layout.size
    body.do(Store(STATE, behind + SEED_AT, 8, _SEED), Store(STATE, behind + HAND_AT, 4, i32(1)))
    body.do(Store(STATE, behind + PLIES_AT, 4, i32(0)), Store(STATE, behind + ENDED_AT, 4, i32(0)))
    body.do(stream(random_at(context), _SEED, StreamPurpose.MATCH))
    draw_first_values(body, lasting=True)
    body.do(Perform(Invoke(None, LASTING, (STATE,))), Perform(Invoke(None, DEAL, (STATE,))))
    context.write(RESET, [STATE, _SEED], body, exported=True)


def _deal(context: LoweringContext) -> None:
    """Write what deals the hand whose number stands behind the state, and settles it."""
    body, parameters = function_body(context, {})
    behind, game = context.layout.size, context.game
    seed = build.load(I64, STATE, behind + SEED_AT, 8)
    hand = build.load(I32, STATE, behind + HAND_AT, 4)
    body.do(stream(random_at(context), seed, StreamPurpose.DEAL, hand))
    rooms = [_shuffled(cards, body) for cards in _stocks(context)]
    _named_cards(body)
    used = [0] * len(rooms)
    stock_of = stock_of_groups(game)
    sizes = [len(cards) for cards in _stocks(context)]
    for one in game.deals:
        match one:
            case DealEach():
                pass
            case DealSome(count=count, group=group, zone=zone):
                stock = stock_of[group]
                for owner in range(context.layout.zones[zone].owners):
                    _lay(rooms[stock] + used[stock], count, (zone, owner), body)
                    used[stock] += count
            case DealRest(group=group):
                stock = stock_of[group]
                _lay_round(one, rooms[stock] + used[stock], sizes[stock] - used[stock], body)
                used[stock] = sizes[stock]
    draw_first_values(body, lasting=False)
    body.do(Perform(Invoke(None, INITIAL, (STATE,))), Perform(Invoke(None, FOLLOW, (STATE,))))
    clauses = [one.clause for one in game.deals]
    context.write(DEAL, parameters, body, clauses=clauses, exported=True)


def _stocks(context: LoweringContext) -> list[bytes]:
    """Return the cards of each stock, one byte each, before they are shuffled."""
    game, left = context.game, unnamed_copies(context.game)
    return [
        bytes(
            card
            for card, one in enumerate(game.cards)
            if one.group in groups
            for _ in range(left[card])
        )
        for groups in stocks(game)
    ]


def _shuffled(cards: bytes, body: LoweredBody) -> int:
    """Write what shuffles some cards, and return where they lie then."""
    room = body.context.memory.room(len(cards))
    if not cards:
        return room
    table = body.context.memory.table(cards)
    body.do(CopyBytes(i32(room), i32(table), i32(len(cards))))
    with falling(body, "last", i32(len(cards) - 1), i32(1)) as (last, inside):
        drawn = below(random_at(body.context), build.add(last, i32(1)))
        other = inside.begin(drawn, "other")
        one = inside.begin(build.load(I32, last, room, 1), "card")
        inside.do(Store(last, room, 1, build.load(I32, other, room, 1)))
        inside.do(Store(other, room, 1, one))
    return room


def _named_cards(body: LoweredBody) -> None:
    """Write the cards that are dealt by name to all zones; every other place is empty."""
    layout = body.context.layout
    held = [[[0] * layout.words for _ in range(slot.owners)] for slot in layout.zones]
    for one in body.game.deals:
        if isinstance(one, DealEach):
            for words in held[one.zone]:
                for card in one.cards:
                    words[card // WORD] += 1 << 8 * (card % WORD)
    for slot, owners in zip(layout.zones, held, strict=True):
        for owner, cards in enumerate(owners):
            for index, word in enumerate(cards):
                at = slot.offset + owner * slot.size + index * WORD
                body.do(Store(STATE, at, WORD, i64(build.wrapped(I64, word))))


def _lay(room: int, count: int, place: tuple[int, int], body: LoweredBody) -> None:
    zone, owner = place
    slot = body.context.layout.zones[zone]
    with counting(body, "dealt", i32(0), i32(count)) as (dealt, inside):
        _add_card(build.load(I32, dealt, room, 1), slot.offset + owner * slot.size, inside)


def _lay_round(one: DealRest, room: int, count: int, body: LoweredBody) -> None:
    slot = body.context.layout.zones[one.zone]
    body.clause = one.clause
    start = i32(0) if one.start is None else build.narrowed(expression(one.start, body))
    owner = body.begin(start, "owner")
    with counting(body, "dealt", i32(0), i32(count)) as (dealt, inside):
        at = build.add(build.load(I32, dealt, room, 1), build.multiply(owner, i32(slot.size)))
        _add_card(at, slot.offset, inside)
        inside.do(Assign(owner, searches.remainder(build.add(owner, i32(1)), slot.owners)))


def _add_card(card: LoweredExpression, offset: int, body: LoweredBody) -> None:
    at = body.begin(build.add(STATE, card), "place")
    body.do(Store(at, offset, 1, build.add(build.load(I32, at, offset, 1), i32(1))))


def draw_first_values(body: LoweredBody, *, lasting: bool) -> None:
    """Write the value of each variable, lasting or not, that chance decides, in order."""
    for slot, variable in zip(body.context.layout.values, body.game.states, strict=True):
        if isinstance(variable.initial, Chance) and variable.lasting is lasting:
            for owner in range(slot.owners):
                value = _drawn(variable, body)
                store(STATE, slot.offset + owner * slot.size, slot.size, value, body)


def _drawn(variable: StateVariable, body: LoweredBody) -> LoweredExpression:
    known = possible(body.game, variable.type)
    number = body.begin(below(random_at(body.context), i32(len(known))), "drawn")
    inner = _inner(variable.type)
    low = cast("int", inner.low) if isinstance(inner, NumberType) else 0
    if kind_of_type(variable.type) is I64:
        return build.add(build.widened(number), i64(low))
    return number


def _inner(kind: Type) -> Type:
    return kind.inner if isinstance(kind, OptionType) else kind
