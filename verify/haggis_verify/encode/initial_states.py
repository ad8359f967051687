"""Every beginning of a game in terms."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.ir import game as ir
from haggis_verify.encode.between_hands import first_values, lasting_values
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.states import fresh_counts, well_formed
from haggis_verify.encode.symbols import CardCounts, Symbol, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm


@dataclass(frozen=True, slots=True)
class InitialState:
    """The state after the deal, and the facts that make it one."""

    view: SymbolicEnvironment
    facts: tuple[BoolTerm, ...]


def initial_state(shape: StateShape) -> InitialState:
    """Deal, by chance and by the text, and then give each state variable its first value.

    What is lasting has any value, as in any state: this may be a later hand of a match.
    """
    zones, facts = deal(shape)
    game, lasting = shape.game, lasting_values(shape)
    values: list[tuple[Symbol, ...]] = [
        lasting.get(index) or tuple(shape.default(s.type) for _ in range(game.owners(s.owner)))
        for index, s in enumerate(game.states)
    ]
    for index, state in enumerate(game.states):
        if index not in lasting:
            view = SymbolicEnvironment(shape, SymbolicState(tuple(values), zones))
            values[index] = first_values(state, view, "first ")
    table = SymbolicState(tuple(values), zones)
    facts.append(well_formed(shape, table))
    return InitialState(SymbolicEnvironment(shape, table), tuple(facts))


def deal(shape: StateShape) -> tuple[tuple[tuple[CardCounts, ...], ...], list[BoolTerm]]:
    """Return the zones after the deal. Who gets which card by chance is for a solver to choose."""
    game = shape.game
    none = [build.int_const(0) for _ in game.cards]
    zones = [[list(none) for _ in range(game.owners(zone.owner))] for zone in game.zones]
    left = [build.int_const(card.copies) for card in game.cards]
    facts: list[BoolTerm] = []
    for number, one in enumerate(game.deals):
        for owner, held in enumerate(zones[one.zone]):
            given = _dealt(one, f"deal {number}/{owner}", left, shape, facts)
            for card, count in enumerate(given):
                held[card] = build.add([held[card], count])
                left[card] = build.minus(left[card], count)
    facts += [build.le(build.int_const(0), count) for count in left]
    for group in range(len(game.groups)):  # what the sums imply, said card by card
        cards = [i for i, card in enumerate(game.cards) if card.group == group]
        if _all_dealt(game, group):
            facts += [build.eq(left[card], build.int_const(0)) for card in cards]
    return tuple(tuple(tuple(held) for held in owned) for owned in zones), facts


def _dealt(
    one: ir.Deal, name: str, left: list[IntTerm], shape: StateShape, facts: list[BoolTerm]
) -> list[IntTerm]:
    """Return the cards that one owner gets."""
    match one:
        case ir.DealEach(cards=cards):
            return [build.int_const(cards.count(card)) for card in range(len(left))]
        case ir.DealSome(count=count, group=group):
            given = [
                unknown if card.group == group else build.int_const(0)
                for card, unknown in zip(shape.game.cards, fresh_counts(shape, name), strict=True)
            ]
            facts.append(build.eq(build.add(given), build.int_const(count)))
            return given
        case ir.DealRest(group=group):
            facts += [build.le(build.int_const(0), rest) for rest in left]
            paired = zip(shape.game.cards, left, strict=True)
            return [rest if card.group == group else build.int_const(0) for card, rest in paired]


def _all_dealt(game: ir.Game, group: int) -> bool:
    """Whether the deal uses up a group."""
    left = sum(card.copies for card in game.cards if card.group == group)
    for one in game.deals:
        owners = game.owners(game.zones[one.zone].owner)
        match one:
            case ir.DealEach(cards=cards):
                left -= owners * sum(game.cards[card].group == group for card in cards)
            case ir.DealSome(count=count):
                left -= owners * count * (one.group == group)
            case ir.DealRest():
                left *= one.group != group
    return left == 0
