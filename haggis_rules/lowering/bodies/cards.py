"""Cards and zones in the lowered form: one byte for each card class, added up in words of eight.

No byte is ever above 127, so the words of several zones can be added, and the bytes of a sum summed
by one multiplication, whose highest byte is the sum of all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import i32, i64, narrowed
from haggis_rules.codegen.lowered.form import IntegerOperator, Literal, LoweredExpression, Operation
from haggis_rules.ir import nodes
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD

Lower = Callable[[nodes.Expr, LoweredBody], LoweredExpression]

_ONES: Final = 0x0101_0101_0101_0101
_NO_SUIT: Final = 255


class CardsPlace(NamedTuple):
    """Where some cards stand: at an offset from an address."""

    address: LoweredExpression
    offset: int


def places(zone: nodes.ZoneRef, body: LoweredBody, lower: Lower) -> list[CardsPlace]:
    """Return where all cards stand that are looked at as those of one zone."""
    zones = body.context.layout.zones
    match zone:
        case nodes.OneZone(zone=index):
            return [CardsPlace(body.state, zones[index].offset)]
        case nodes.OwnedZone(zone=index, owner=owner):
            return [zone_place(index, narrowed(lower(owner, body)), body)]
        case nodes.EveryZone(zone=index):
            return _every(index, body)
        case nodes.AllZones():
            return [place for index in range(len(zones)) for place in _every(index, body)]
        case nodes.CardsOf(combination=combination):
            return [CardsPlace(body.keep(lower(combination, body)), CARDS_AT)]


def zone_place(zone: int, owner: LoweredExpression, body: LoweredBody) -> CardsPlace:
    """Return where the cards of one owner's zone stand."""
    slot = body.context.layout.zones[zone]
    address = build.add(body.state, build.multiply(owner, i32(slot.size)))
    match address:
        case Operation(operator=IntegerOperator.ADD, left=left, right=Literal(value=known)):
            return CardsPlace(left, slot.offset + known)
        case _:
            return CardsPlace(address, slot.offset)


def _every(zone: int, body: LoweredBody) -> list[CardsPlace]:
    slot = body.context.layout.zones[zone]
    return [CardsPlace(body.state, slot.offset + o * slot.size) for o in range(slot.owners)]


def word(place: CardsPlace, index: int) -> LoweredExpression:
    """Return one word of some cards."""
    return build.load(build.I64, place.address, place.offset + index * WORD, WORD)


def copies_in(
    held: Sequence[CardsPlace], card: LoweredExpression, body: LoweredBody
) -> LoweredExpression:
    """Return how many copies of a card there are."""
    card = card if len(held) == 1 else body.keep(card)
    return build.added_up(
        [build.load(build.I64, build.add(place.address, card), place.offset, 1) for place in held]
    )


def cards_in(held: Sequence[CardsPlace], group: int | None, body: LoweredBody) -> LoweredExpression:
    """Return how many cards there are, of one group or of all."""
    masks = group_words(body, group)
    words = [
        _masked(build.added_up([word(place, index) for place in held]), mask)
        for index, mask in enumerate(masks)
        if mask
    ]
    if not words:
        return i64(0)
    total = Operation(IntegerOperator.MUL, build.added_up(words), i64(_ONES))
    return Operation(IntegerOperator.SHR_U, total, i64(56))


def group_words(body: LoweredBody, group: int | None) -> list[int]:
    """Return for each word which bytes are of cards of a group, or of any."""
    masks = [0] * body.context.layout.words
    for index, card in enumerate(body.game.cards):
        if group is None or card.group == group:
            masks[index // WORD] |= 255 << 8 * (index % WORD)
    last = len(body.game.cards) % WORD
    if group is None and last:
        masks[-1] = (1 << 64) - 1  # nothing stands behind the last card
    return masks


def _masked(value: LoweredExpression, mask: int) -> LoweredExpression:
    if mask == (1 << 64) - 1:
        return value
    return Operation(IntegerOperator.AND, value, i64(build.wrapped(build.I64, mask)))


def of_card(values: Sequence[int], card: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return the small number from 0 to 255 that a table has for a card."""
    match card:
        case Literal(value=known):
            return i32(values[known])
        case _:
            table = body.context.memory.table(bytes(values))
            return build.load(build.I32, card, table, 1)


def suit_of(card: LoweredExpression, body: LoweredBody) -> LoweredExpression:
    """Return the suit of a card, after a statement that stops when it has none."""
    suits = [_NO_SUIT if one.suit is None else one.suit for one in body.game.cards]
    suit = of_card(suits, card, body)
    if _NO_SUIT not in suits:
        return suit
    suit = body.keep(suit)
    body.fail_when(build.equal(suit, i32(_NO_SUIT)), BreachCode.NO_VALUE)
    return suit
