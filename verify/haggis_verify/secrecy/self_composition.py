"""Two states that look the same to a seat, in terms, and what a seat sees of a move in either.

What the seat sees is the same term in both, so that a claim which speaks of nothing else is the
same in both before any solver is asked. What is hidden from it is for a solver to choose twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.visibility import Sights
from haggis_rules.semantics.state import count_of
from haggis_verify.encode import symbols
from haggis_verify.encode.effects import owner_of, thing_of
from haggis_verify.encode.expressions import View, over, truth_of
from haggis_verify.encode.shape import Shape
from haggis_verify.encode.states import fresh_counts, names_of, well_formed
from haggis_verify.encode.symbols import Counts, Symbol, Table
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool, Int

MARK = "'"  # what the names of the second state end with

Kept = tuple[int, int]  # a state variable by its index and owner


class Eyes:
    """Who sees what in a game, and who keeps what in mind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._sights = Sights(game)
        self._known = [frozenset(self._sights.known(seat)) for seat in range(game.seats)]

    def known(self, seat: int) -> frozenset[Kept]:
        """Give the values that a seat sees."""
        return self._known[seat]

    @cached_property
    def known_to_some(self) -> frozenset[Kept]:
        """Give the values that some seat sees."""
        return frozenset(one for known in self._known for one in known)

    def sees(self, seat: int, zone: int, owner: int, card: int) -> bool:
        """Whether a seat sees such a card where it lies in the zone of an owner."""
        return count_of(self._sights.mask(seat, zone, owner), card) > 0


@dataclass(frozen=True, slots=True)
class Twins:
    """Two states, and the facts that make them look the same to a seat.

    ``differ`` says that something else is hidden from it in the one than in the other.
    """

    seat: int
    one: View
    other: View
    alike: Bool
    differ: Bool


def twins(view: View, seat: int, eyes: Eyes, shared: Iterable[Kept]) -> Twins:
    """Put a second state beside any state: the seat sees the same, and ``shared`` values are."""
    shape = replace(view.shape, mark=MARK)
    same, game = {*eyes.known(seat), *shared}, shape.game
    values = tuple(
        tuple(
            value if (index, owner) in same else shape.fresh(state.type, name)
            for owner, (value, name) in enumerate(
                zip(owned, names_of(game, state.name, state.owner), strict=True)
            )
        )
        for index, (state, owned) in enumerate(zip(game.states, view.table.values, strict=True))
    )
    alike: list[Bool] = []
    zones = tuple(
        tuple(
            _hidden_anew(counts, fresh_counts(shape, name), _seeing(eyes, seat, at, owner), alike)
            for owner, (counts, name) in enumerate(
                zip(owned, names_of(game, zone.name, zone.owner), strict=True)
            )
        )
        for at, (zone, owned) in enumerate(zip(game.zones, view.table.zones, strict=True))
    )
    table = Table(values, zones)
    differ = build.negate(build.all_of(_same(shape, view.table, table)))
    alike.append(well_formed(shape, table))
    return Twins(seat, view, View(shape, table), build.all_of(alike), differ)


def _seeing(eyes: Eyes, seat: int, zone: int, owner: int) -> list[bool]:
    return [eyes.sees(seat, zone, owner, card) for card in range(len(eyes.game.cards))]


def _hidden_anew(
    counts: Counts, others: Counts, seen: list[bool], alike: list[Bool]
) -> tuple[Int, ...]:
    """Give other counts of the cards that are not seen; there are as many of them in all."""
    held = tuple(a if sees else b for a, b, sees in zip(counts, others, seen, strict=True))
    alike.append(build.equal(build.add(counts), build.add(held)))
    return held


def _same(shape: Shape, one: Table, other: Table) -> Iterator[Bool]:
    for owned, others in zip(one.values, other.values, strict=True):
        yield from (shape.same(a, b) for a, b in zip(owned, others, strict=True))
    for owned_zones, other_zones in zip(one.zones, other.zones, strict=True):
        for counts, held in zip(owned_zones, other_zones, strict=True):
            yield from (build.equal(a, b) for a, b in zip(counts, held, strict=True))


def same_sights(seat: int, eyes: Eyes, one: View, other: View) -> Bool:
    """Say of any two states that a seat sees the same cards, and as many everywhere."""
    parts: list[Bool] = []
    for at, owned in enumerate(one.table.zones):
        for owner, counts in enumerate(owned):
            held, seen = other.table.zones[at][owner], _seeing(eyes, seat, at, owner)
            pairs = zip(counts, held, seen, strict=True)
            parts += [build.equal(a, b) for a, b, sees in pairs if sees]
            parts.append(build.equal(build.add(counts), build.add(held)))
    return build.all_of(parts)


@dataclass(frozen=True, slots=True)
class Gone:
    """Cards that an effect moves, none if its condition does not hold, and how ``many`` they are.

    Places are a zone and its owner.
    """

    cards: Counts
    many: Int
    source: tuple[int, Int]
    target: tuple[int, Int]
    shown: Bool


def gone(effects: tuple[ir.Effected, ...], view: View) -> Iterator[Gone]:
    """Give each move of cards that effects can make, in order."""
    for one in effects:
        with symbols.at(one.clause):
            yield from _gone(one.effect, build.TRUE, view)


def _gone(node: ir.Effect, given: Bool, view: View) -> Iterator[Gone]:
    match node:
        case ir.Let():
            pass
        case ir.Move(source=source, target=target, when=when, shown=shown):
            if when is not None:
                given = build.all_of([given, truth_of(when, view)])
            cards = tuple(build.choose(given, n, build.whole(0)) for n in thing_of(node, view))
            one = not isinstance(node.thing, ir.Everything) and node.thing.type is Plain.CARD
            whole = build.whole(1) if one else build.add(thing_of(node, view))
            many = build.choose(given, whole, build.whole(0))
            open_ = build.FALSE if shown is None else truth_of(shown, view)
            yield Gone(cards, many, _place(source, view), _place(target, view), open_)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            for each in over(binder, view):
                holds = build.TRUE if where is None else truth_of(where, each)
                yield from _gone(inner, build.all_of([given, holds]), each)


def _place(zone: OneZone | OwnedZone, view: View) -> tuple[int, Int]:
    return zone.zone, owner_of(zone, view)


def seen_of(move: Gone, seat: int, eyes: Eyes) -> Counts:
    """Give the cards that a seat sees move."""
    return tuple(
        build.choose(
            build.any_of([move.shown, *(_in_sight(p, card, seat, eyes) for p in _places(move))]),
            count,
            build.whole(0),
        )
        for card, count in enumerate(move.cards)
    )


def seen_before(move: Gone, seat: int, eyes: Eyes) -> Counts:
    """Give the cards among those that a seat saw already where they lay."""
    none = build.whole(0)
    return tuple(
        build.choose(_in_sight(move.source, card, seat, eyes), count, none)
        for card, count in enumerate(move.cards)
    )


def _places(move: Gone) -> tuple[tuple[int, Int], tuple[int, Int]]:
    return move.source, move.target


def _in_sight(place: tuple[int, Int], card: int, seat: int, eyes: Eyes) -> Bool:
    zone, whose = place
    owners = range(eyes.game.owners(eyes.game.zones[zone].owner))
    return build.any_of(
        build.equal(whose, build.whole(owner))
        for owner in owners
        if eyes.sees(seat, zone, owner, card)
    )


def moved_alike(one: Gone, other: Gone) -> Bool:
    """Say that as many cards move, and if any do, from and to the same places, shown or not."""
    same = [
        build.equal(one.source[1], other.source[1]),
        build.equal(one.target[1], other.target[1]),
        build.same(one.shown, other.shown),
    ]
    some = build.below(build.whole(0), one.many)
    return build.all_of(
        [build.equal(one.many, other.many), build.implies(some, build.all_of(same))]
    )


def same_cards(one: Counts, other: Counts) -> Bool:
    """Say that cards are the same."""
    return build.all_of(build.equal(a, b) for a, b in zip(one, other, strict=True))


def same_values(values: Iterable[Kept], one: View, other: View) -> Bool:
    """Say that these values are the same in both."""

    def of(view: View, kept: Kept) -> Symbol:
        return view.table.values[kept[0]][kept[1]]

    return build.all_of(one.shape.same(of(one, kept), of(other, kept)) for kept in values)
