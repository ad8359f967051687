"""Every beginning of a game in terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from haggis_rules.ir import game as ir
from haggis_rules.ir.stocks import lots, stocks
from haggis_verify.encode import symbols
from haggis_verify.encode.between_hands import first_values, lasting_values
from haggis_verify.encode.expressions import SymbolicEnvironment, encode
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.states import fresh_counts, well_formed
from haggis_verify.encode.symbols import CardCounts, Symbol, SymbolicState, number
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
    game, lasting = shape.game, lasting_values(shape)
    values: list[tuple[Symbol, ...]] = [
        lasting.get(index) or tuple(shape.default(s.type) for _ in range(game.owners(s.owner)))
        for index, s in enumerate(game.states)
    ]
    nowhere = tuple(
        tuple(tuple(build.int_const(0) for _ in game.cards) for _ in range(game.owners(zone.owner)))
        for zone in game.zones
    )
    before = SymbolicEnvironment(shape, SymbolicState(tuple(values), nowhere))
    zones, facts = deal(before)
    for index, state in enumerate(game.states):
        if index not in lasting:
            view = SymbolicEnvironment(shape, SymbolicState(tuple(values), zones))
            values[index] = first_values(state, view, "first ")
    table = SymbolicState(tuple(values), zones)
    facts.append(well_formed(shape, table))
    return InitialState(SymbolicEnvironment(shape, table), tuple(facts))


def deal(
    before: SymbolicEnvironment,
) -> tuple[tuple[tuple[CardCounts, ...], ...], list[BoolTerm]]:
    """Return the zones after the deal. Who gets which card by chance is for a solver to choose.

    Before it only what lasts has a value: by that it may hang who gets one card more.
    """
    shape = before.shape
    game = shape.game
    none = [build.int_const(0) for _ in game.cards]
    zones = [[list(none) for _ in range(game.owners(zone.owner))] for zone in game.zones]
    left = [build.int_const(card.copies) for card in game.cards]
    facts: list[BoolTerm] = []
    sizes = {(lot.deal, lot.owner): lot.size for lot in lots(game)}
    for index, one in enumerate(game.deals):
        for owner, held in enumerate(zones[one.zone]):
            name = f"deal {index}/{owner}"
            match one:
                case ir.DealEach(cards=named):
                    given = [build.int_const(named.count(card)) for card in range(len(left))]
                case ir.DealRest(zone=zone) if game.zones[zone].owner is ir.Owner.NOBODY:
                    facts += [build.le(build.int_const(0), rest) for rest in left]
                    given = _of_groups(game, one.groups, left)
                case ir.DealSome(count=many):
                    given = _of_groups(game, one.groups, fresh_counts(shape, name))
                    facts.append(build.eq(build.add(given), build.int_const(many)))
                case ir.DealRest():
                    given = _of_groups(game, one.groups, fresh_counts(shape, name))
                    dealt = [sizes[index, each] for each in range(len(zones[one.zone]))]
                    share = _share(before, one, owner, dealt)
                    facts.append(build.eq(build.add(given), share))
            for card, count in enumerate(given):
                held[card] = build.add([held[card], count])
                left[card] = build.minus(left[card], count)
    facts += [build.le(build.int_const(0), count) for count in left]
    for stock in stocks(game):  # what the sums imply, said card by card
        cards = [i for i, card in enumerate(game.cards) if card.group in stock]
        if _all_dealt(game, stock):
            facts += [build.eq(left[card], build.int_const(0)) for card in cards]
    return tuple(tuple(tuple(held) for held in owned) for owned in zones), facts


def _of_groups(game: ir.Game, groups: tuple[int, ...], counts: Sequence[IntTerm]) -> list[IntTerm]:
    """Return how many of each card there are, none of any that is not of these groups."""
    return [
        count if card.group in groups else build.int_const(0)
        for card, count in zip(game.cards, counts, strict=True)
    ]


def _share(
    before: SymbolicEnvironment, one: ir.DealRest, owner: int, dealt: Sequence[int]
) -> IntTerm:
    """Return how many cards an owner gets of what is dealt round.

    ``dealt`` has what each gets when the first owner begins. Whoever else begins, it is that much
    turned round the table.
    """
    if one.start is None or min(dealt) == max(dealt):
        return build.int_const(dealt[owner])
    with symbols.at_clause(one.clause):
        first = number(encode(one.start, before))
    share = build.int_const(min(dealt))
    begins = [
        build.eq(first, build.int_const(start))
        for start in range(len(dealt))
        if dealt[(owner - start) % len(dealt)] > min(dealt)
    ]
    return build.int_ite(build.disjunction(begins), build.int_const(max(dealt)), share)


def _all_dealt(game: ir.Game, stock: tuple[int, ...]) -> bool:
    """Whether the deal uses up a stock."""
    left = sum(card.copies for card in game.cards if card.group in stock)
    for one in game.deals:
        owners = game.owners(game.zones[one.zone].owner)
        match one:
            case ir.DealEach(cards=cards):
                left -= owners * sum(game.cards[card].group in stock for card in cards)
            case ir.DealSome(count=count):
                left -= owners * count * (one.group in stock)
            case ir.DealRest():
                left *= one.group not in stock
    return left == 0
