"""Two states that look the same to a seat, in terms, and what a seat sees of a move in either.

What the seat sees is the same term in both, so that a claim which speaks of nothing else is the
same in both before any solver is asked. What is hidden from it is for a solver to choose twice.

That no view depends on what is hidden is noninterference (Goguen and Meseguer 1982). It speaks of
two runs, and self-composition (Barthe, D'Argenio and Rezk 2004) makes it a claim about one state of
twice the size. What is equal in the two by construction:

- the values that the seat sees (``SeatKnowledge.known``);
- the count of each card in each place where the seat sees that card;
- as a fact for the solvers, how many cards lie in each place, seen or not.

All other values and counts of the second state are variables with names of their own (``MARK``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.visibility import ViewMaker
from haggis_rules.semantics.state import count_of
from haggis_verify.encode import symbols
from haggis_verify.encode.effects import owner_of, thing_of
from haggis_verify.encode.expressions import SymbolicEnvironment, symbolic_bindings, truth_of
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.states import fresh_counts, names_of, well_formed
from haggis_verify.encode.symbols import CardCounts, Symbol, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm

MARK = "'"  # what the names of the second state end with

StateSlot = tuple[int, int]  # a state variable by its index and owner


class SeatKnowledge:
    """Who sees what in a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._visibility = ViewMaker(game)
        self._known = [frozenset(self._visibility.known(seat)) for seat in range(game.seats)]

    def known(self, seat: int) -> frozenset[StateSlot]:
        """Return the values that a seat sees."""
        return self._known[seat]

    def sees(self, seat: int, zone: int, owner: int, card: int) -> bool:
        """Whether a seat sees such a card where it lies in the zone of an owner."""
        return count_of(self._visibility.mask(seat, zone, owner), card) > 0


@dataclass(frozen=True, slots=True)
class SelfComposition:
    """Two states, and the facts that make them look the same to a seat.

    ``differ`` says that something else is hidden from it in the one than in the other.
    """

    seat: int
    one: SymbolicEnvironment
    other: SymbolicEnvironment
    alike: BoolTerm
    differ: BoolTerm


def self_compose(view: SymbolicEnvironment, seat: int, eyes: SeatKnowledge) -> SelfComposition:
    """Put a second state beside any state: the seat sees the same in both, and nothing more is."""
    shape = replace(view.shape, mark=MARK)
    same, game = eyes.known(seat), shape.game
    values = tuple(
        tuple(
            value if (index, owner) in same else shape.fresh(state.type, name)
            for owner, (value, name) in enumerate(
                zip(owned, names_of(game, state.name, state.owner), strict=True)
            )
        )
        for index, (state, owned) in enumerate(zip(game.states, view.table.values, strict=True))
    )
    alike: list[BoolTerm] = []
    zones = tuple(
        tuple(
            _hidden_anew(counts, fresh_counts(shape, name), _seeing(eyes, seat, at, owner), alike)
            for owner, (counts, name) in enumerate(
                zip(owned, names_of(game, zone.name, zone.owner), strict=True)
            )
        )
        for at, (zone, owned) in enumerate(zip(game.zones, view.table.zones, strict=True))
    )
    table = SymbolicState(values, zones)
    # The witness against an empty claim: some two states that look alike are not the same one.
    differ = build.negation(build.conjunction(_same(shape, view.table, table)))
    alike.append(well_formed(shape, table))
    return SelfComposition(
        seat, view, SymbolicEnvironment(shape, table), build.conjunction(alike), differ
    )


def _seeing(eyes: SeatKnowledge, seat: int, zone: int, owner: int) -> list[bool]:
    return [eyes.sees(seat, zone, owner, card) for card in range(len(eyes.game.cards))]


def _hidden_anew(
    counts: CardCounts, others: CardCounts, seen: list[bool], alike: list[BoolTerm]
) -> tuple[IntTerm, ...]:
    """Return other counts of the cards that are not seen; there are as many of them in all.

    Adds that last to ``alike``.
    """
    held = tuple(a if sees else b for a, b, sees in zip(counts, others, seen, strict=True))
    alike.append(build.eq(build.add(counts), build.add(held)))
    return held


def _same(shape: StateShape, one: SymbolicState, other: SymbolicState) -> Iterator[BoolTerm]:
    for owned, others in zip(one.values, other.values, strict=True):
        yield from (shape.same(a, b) for a, b in zip(owned, others, strict=True))
    for owned_zones, other_zones in zip(one.zones, other.zones, strict=True):
        for counts, held in zip(owned_zones, other_zones, strict=True):
            yield from (build.eq(a, b) for a, b in zip(counts, held, strict=True))


def same_visibility(
    seat: int, eyes: SeatKnowledge, one: SymbolicEnvironment, other: SymbolicEnvironment
) -> BoolTerm:
    """Say of any two states that a seat sees the same cards, and as many everywhere."""
    parts: list[BoolTerm] = []
    for at, owned in enumerate(one.table.zones):
        for owner, counts in enumerate(owned):
            held, seen = other.table.zones[at][owner], _seeing(eyes, seat, at, owner)
            pairs = zip(counts, held, seen, strict=True)
            parts += [build.eq(a, b) for a, b, sees in pairs if sees]
            parts.append(build.eq(build.add(counts), build.add(held)))
    return build.conjunction(parts)


@dataclass(frozen=True, slots=True)
class MovedCards:
    """Cards that an effect moves, none if its condition does not hold, and how ``many`` they are.

    Places are a zone and its owner. ``openly``: the text says that this may reveal something.
    """

    cards: CardCounts
    many: IntTerm
    source: tuple[int, IntTerm]
    target: tuple[int, IntTerm]
    shown: BoolTerm
    openly: bool = False


def moved_cards(
    effects: tuple[ir.Effected, ...], view: SymbolicEnvironment
) -> Iterator[MovedCards]:
    """Yield each move of cards that effects can make, in order."""
    for one in effects:
        with symbols.at_clause(one.clause):
            yield from _moved_cards(one.effect, build.TRUE, view)


def _moved_cards(
    node: ir.Effect, given: BoolTerm, view: SymbolicEnvironment
) -> Iterator[MovedCards]:
    match node:
        case ir.Let():
            pass
        case ir.Move(source=source, target=target, when=when, shown=shown):
            if when is not None:
                given = build.conjunction([given, truth_of(when, view)])
            cards = tuple(build.int_ite(given, n, build.int_const(0)) for n in thing_of(node, view))
            one = not isinstance(node.thing, ir.Everything) and node.thing.type is Plain.CARD
            whole = build.int_const(1) if one else build.add(thing_of(node, view))
            many = build.int_ite(given, whole, build.int_const(0))
            open_ = build.FALSE if shown is None else truth_of(shown, view)
            yield MovedCards(cards, many, _place(source, view), _place(target, view), open_)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            for each in symbolic_bindings(binder, view):
                holds = build.TRUE if where is None else truth_of(where, each)
                yield from _moved_cards(inner, build.conjunction([given, holds]), each)
        case ir.Openly(effect=inner):
            for moved in _moved_cards(inner, given, view):
                yield replace(moved, openly=True)


def _place(zone: OneZone | OwnedZone, view: SymbolicEnvironment) -> tuple[int, IntTerm]:
    return zone.zone, owner_of(zone, view)


def visible_moved_cards(move: MovedCards, seat: int, eyes: SeatKnowledge) -> CardCounts:
    """Return the cards that a seat sees move."""
    return tuple(
        build.int_ite(
            build.disjunction(
                [move.shown, *(_in_sight(p, card, seat, eyes) for p in _places(move))]
            ),
            count,
            build.int_const(0),
        )
        for card, count in enumerate(move.cards)
    )


def seen_before(move: MovedCards, seat: int, eyes: SeatKnowledge) -> CardCounts:
    """Return the cards among those that a seat saw already where they lay."""
    none = build.int_const(0)
    return tuple(
        build.int_ite(_in_sight(move.source, card, seat, eyes), count, none)
        for card, count in enumerate(move.cards)
    )


def _places(move: MovedCards) -> tuple[tuple[int, IntTerm], tuple[int, IntTerm]]:
    return move.source, move.target


def _in_sight(place: tuple[int, IntTerm], card: int, seat: int, eyes: SeatKnowledge) -> BoolTerm:
    zone, whose = place
    owners = range(eyes.game.owners(eyes.game.zones[zone].owner))
    return build.disjunction(
        build.eq(whose, build.int_const(owner))
        for owner in owners
        if eyes.sees(seat, zone, owner, card)
    )


def moved_alike(one: MovedCards, other: MovedCards) -> BoolTerm:
    """Say that as many cards move, and if any do, from and to the same places, shown or not."""
    same = [
        build.eq(one.source[1], other.source[1]),
        build.eq(one.target[1], other.target[1]),
        build.iff(one.shown, other.shown),
    ]
    some = build.lt(build.int_const(0), one.many)
    return build.conjunction(
        [build.eq(one.many, other.many), build.implies(some, build.conjunction(same))]
    )


def revealed_alike(
    one: MovedCards, other: MovedCards, seat: int, eyes: SeatKnowledge, *, hidden: bool
) -> BoolTerm:
    """Say that what the text moves openly looks the same; of a secret choice, the cards as well."""
    if not one.openly:
        return build.TRUE
    alike = moved_alike(one, other)
    if not hidden:
        return alike
    seen = (visible_moved_cards(each, seat, eyes) for each in (one, other))
    return build.conjunction([alike, same_cards(*seen)])


def same_cards(one: CardCounts, other: CardCounts) -> BoolTerm:
    """Say that cards are the same."""
    return build.conjunction(build.eq(a, b) for a, b in zip(one, other, strict=True))


def same_values(
    values: Iterable[StateSlot], one: SymbolicEnvironment, other: SymbolicEnvironment
) -> BoolTerm:
    """Say that these values are the same in both."""

    def of(view: SymbolicEnvironment, kept: StateSlot) -> Symbol:
        return view.table.values[kept[0]][kept[1]]

    return build.conjunction(one.shape.same(of(one, kept), of(other, kept)) for kept in values)
