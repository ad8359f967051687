"""Which cards are looked at when plays are looked for, and what is wild among them."""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import i32
from haggis_rules.codegen.lowered.form import (
    Invoke,
    Literal,
    LoweredExpression,
    Perform,
    Store,
)
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type
from haggis_rules.ir.wild_states import wild_states
from haggis_rules.lowering.bodies.body import LoweredBody, ReadingPlaces
from haggis_rules.lowering.bodies.cards import CardsPlace
from haggis_rules.lowering.layouts.state_layout import WORD, kind_of_type, none_of
from haggis_rules.lowering.rows.plays import HELD


def hold(cards: CardsPlace, body: LoweredBody) -> None:
    """Write what looks at some cards, among which plays are looked for from then on."""
    places = body.context.places
    if places is not None and places.setting is not None:
        body.do(Store(i32(0), places.setting, 4, _setting(body)))
    address = build.add(cards.address, i32(cards.offset))
    body.do(Perform(Invoke(None, HELD, (address,))))


def reading_at(place: LoweredExpression, places: ReadingPlaces) -> LoweredExpression:
    """Return the number of the reading at a place among those that cards can make."""
    return build.load(
        build.I32, build.multiply(place, i32(places.size)), places.numbers, places.size
    )


def _setting(body: LoweredBody) -> LoweredExpression:
    """Return the number of the setting in a state, in the order of ``wild_settings``."""
    number: LoweredExpression = i32(0)
    for state in wild_states(body.game):
        slot, kind = body.context.layout.values[state], body.game.states[state].type
        own = kind_of_type(kind)
        signed = own is build.I64 and slot.size < WORD
        value = body.begin(build.load(own, body.state, slot.offset, slot.size, signed=signed))
        digit, values = _digit(kind, value, body)
        number = build.add(build.multiply(number, i32(values)), digit)
    return number


def _digit(
    kind: Type, value: LoweredExpression, body: LoweredBody
) -> tuple[LoweredExpression, int]:
    """Return the place of a value among all of its type, and how many these are."""
    match kind:
        case OptionType(inner=inner):
            digit, values = _digit(inner, value, body)
            is_none = build.equal(value, Literal(kind_of_type(kind), none_of(kind)))
            return build.choose(is_none, i32(0), build.add(digit, i32(1))), values + 1
        case NumberType():
            values_ = kind.values()
            return build.narrowed(build.subtract(value, build.i64(values_.start))), len(values_)
        case Plain.TRUTH:
            return value, 2
        case _:
            return value, body.game.size(kind)
