"""Effects in terms. Mirrors ``effect`` of haggis_rules/semantics/transition.py, case for case."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.ir import game as ir
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_verify.encode import symbols
from haggis_verify.encode.expressions import View, encode, number_of, one_card, over, truth_of
from haggis_verify.encode.shape import Shape
from haggis_verify.encode.symbols import Counts, Played, Symbol, Table
from haggis_verify.terms import build
from haggis_verify.terms.build import FALSE, TRUE
from haggis_verify.terms.nodes import Bool, Int, Whole

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Set:
    """A value that a state variable is given, when ``given`` holds."""

    given: Bool
    state: int
    value: Symbol


@dataclass(slots=True)
class Change:
    """What the effects of one move come to so far."""

    values: list[list[Symbol]]
    sets: list[Set] = field(default_factory=list[Set])
    gains: dict[Place, list[list[Int]]] = field(default_factory=dict[Place, list[list[Int]]])


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state after a move; what it set, and the zones whose cards it changed."""

    table: Table
    sets: tuple[Set, ...]
    zones: tuple[Place, ...]


def apply(effects: tuple[ir.Effected, ...], view: View) -> Outcome:
    """Apply all effects at once: each reads the state before."""
    change = Change([list(owned) for owned in view.table.values])
    for one in effects:
        with symbols.at(one.clause):
            _effect(one.effect, TRUE, view, change)
    values = tuple(tuple(owned) for owned in change.values)
    table = Table(values, _carry(view.table, change))
    return Outcome(table, tuple(change.sets), tuple(change.gains))


def _effect(node: ir.Effect, given: Bool, view: View, change: Change) -> None:
    match node:
        case ir.Let():
            _let(node, given, view, change)
        case ir.Move():
            _move(node, given, view, change)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            for each in over(binder, view):
                holds = TRUE if where is None else truth_of(where, each)
                _effect(inner, build.all_of([given, holds]), each, change)


def _let(node: ir.Let, given: Bool, view: View, change: Change) -> None:
    if node.when is not None:
        given = build.all_of([given, truth_of(node.when, view)])
    if given is FALSE:
        return
    value = encode(node.value, view)
    change.sets.append(Set(given, node.state, value))
    values = change.values[node.state]
    owner = build.whole(0) if node.owner is None else number_of(node.owner, view)
    for index, old in enumerate(values):
        here = build.all_of([given, build.equal(owner, build.whole(index))])
        values[index] = symbols.choose(here, value, old)


def _move(node: ir.Move, given: Bool, view: View, change: Change) -> None:
    if node.when is not None:
        given = build.all_of([given, truth_of(node.when, view)])
    if given is FALSE:
        return
    cards = tuple(build.choose(given, n, build.whole(0)) for n in thing_of(node, view))
    for zone, sign in ((node.source, -1), (node.target, 1)):
        owners = len(view.table.zones[zone.zone])
        for owner, share in _shares(owner_of(zone, view), owners, cards):
            gains = change.gains.setdefault((zone.zone, owner), [[] for _ in cards])
            for gained, count in zip(gains, share, strict=True):
                gained.append(build.times(sign, count))


def thing_of(node: ir.Move, view: View) -> Counts:
    """Give the cards that go."""
    match node.thing:
        case ir.Everything():
            zones = view.table.zones[node.source.zone]
            return symbols.pick_counts(owner_of(node.source, view), zones)
        case thing:
            value = encode(thing, view)
            if isinstance(value, Played):
                return value.cards
            return one_card(view.game, symbols.number(value))


def owner_of(zone: OneZone | OwnedZone, view: View) -> Int:
    """Give the owner of a zone, 0 for a zone that is there once."""
    match zone:
        case OneZone():
            return build.whole(0)
        case OwnedZone(owner=owner):
            return number_of(owner, view)


def _shares(owner: Int, owners: int, cards: Counts) -> list[tuple[int, Counts]]:
    """Split cards among owners: one of them gets all.

    The last owner gets what the others do not, so that the sum is plain to see.
    """
    if isinstance(owner, Whole):
        return [(owner.value, cards)]
    shares: list[tuple[int, Counts]] = []
    left = cards
    for index in range(owners - 1):
        here = build.equal(owner, build.whole(index))
        share = tuple(build.choose(here, count, build.whole(0)) for count in cards)
        left = tuple(build.minus(a, b) for a, b in zip(left, share, strict=True))
        shares.append((index, share))
    return [*shares, (owners - 1, left)]


def _carry(table: Table, change: Change) -> tuple[tuple[Counts, ...], ...]:
    return tuple(
        tuple(
            tuple(
                build.add([count, *gained])
                for count, gained in zip(counts, change.gains[zone, owner], strict=True)
            )
            if (zone, owner) in change.gains
            else counts
            for owner, counts in enumerate(owned)
        )
        for zone, owned in enumerate(table.zones)
    )


def in_bounds(outcome: Outcome, shape: Shape) -> Bool:
    """Say that each value that was set is within its type, and that no zone is overdrawn.

    Where ``effect`` raises no breach of bounds, this holds.
    """
    none = build.whole(0)
    zones = [outcome.table.zones[zone][owner] for zone, owner in outcome.zones]
    return build.all_of(
        [
            *(
                build.implies(
                    one.given, within(shape, shape.game.states[one.state].type, one.value)
                )
                for one in outcome.sets
            ),
            *(build.at_most(none, count) for counts in zones for count in counts),
        ]
    )


def within(shape: Shape, kind: Type, value: Symbol) -> Bool:
    """Whether a value lies in the bounds of its type."""
    match kind:
        case OptionType(inner=inner):
            held = symbols.option(value)
            return build.any_of([held.none, within(shape, inner, held.value)])
        case NumberType():
            return shape.within(symbols.number(value), kind)
        case ChoiceType() | Plain():
            return TRUE


def keeps_cards(before: Table, after: Table) -> Bool:
    """Say that there are as many of each card as before, all zones taken together."""
    return build.all_of(
        build.equal(a, b) for a, b in zip(totals(before), totals(after), strict=True)
    )


def totals(table: Table) -> Counts:
    """Count each card in all zones."""
    owned = [counts for zone in table.zones for counts in zone]
    return tuple(build.add(each) for each in zip(*owned, strict=True))
