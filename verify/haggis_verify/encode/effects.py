"""Effects in terms. Mirrors ``effect`` of haggis_rules/semantics/transition.py, case for case."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_verify.encode import symbols
from haggis_verify.encode.expressions import (
    SymbolicEnvironment,
    encode,
    number_of,
    one_card,
    symbolic_bindings,
    truth_of,
)
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.symbols import CardCounts, Symbol, SymbolicCombination, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.build import FALSE, TRUE
from haggis_verify.terms.nodes import BoolTerm, IntConst, IntTerm

OwnedSlot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StateUpdate:
    """A value that a state variable is given, when ``given`` holds."""

    given: BoolTerm
    state: int
    value: Symbol


@dataclass(slots=True)
class EffectState:
    """What the effects of one move come to so far."""

    values: list[list[Symbol]]
    sets: list[StateUpdate] = field(default_factory=list[StateUpdate])
    gains: dict[OwnedSlot, list[list[IntTerm]]] = field(
        default_factory=dict[OwnedSlot, list[list[IntTerm]]]
    )


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """The state after a move; what it set, and the zones whose cards it changed."""

    table: SymbolicState
    sets: tuple[StateUpdate, ...]
    zones: tuple[OwnedSlot, ...]


def apply(effects: tuple[ir.Effected, ...], view: SymbolicEnvironment) -> MoveOutcome:
    """Apply all effects at once: each reads the state before."""
    change = EffectState([list(owned) for owned in view.table.values])
    for one in effects:
        with symbols.at_clause(one.clause):
            _effect(one.effect, TRUE, view, change)
    values = tuple(tuple(owned) for owned in change.values)
    table = SymbolicState(values, _carry(view.table, change))
    return MoveOutcome(table, tuple(change.sets), tuple(change.gains))


def _effect(
    node: ir.Effect, given: BoolTerm, view: SymbolicEnvironment, change: EffectState
) -> None:
    match node:
        case ir.Let():
            _let(node, given, view, change)
        case ir.Move():
            _move(node, given, view, change)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            for each in symbolic_bindings(binder, view):
                _effect(inner, also(given, where, each), each, change)
        case ir.Openly(effect=inner):
            _effect(inner, given, view, change)


def also(given: BoolTerm, when: nodes.Expr | None, view: SymbolicEnvironment) -> BoolTerm:
    """Say that a condition holds as well, if there is one."""
    return given if when is None else build.conjunction([given, truth_of(when, view)])


def _let(node: ir.Let, given: BoolTerm, view: SymbolicEnvironment, change: EffectState) -> None:
    given = also(given, node.when, view)
    if given is FALSE:
        return
    value = encode(node.value, view)
    change.sets.append(StateUpdate(given, node.state, value))
    values = change.values[node.state]
    owner = build.int_const(0) if node.owner is None else number_of(node.owner, view)
    # Effects read the state before and later ones win, as in ``transition``: ``view`` stays, and
    # what is chosen wraps what earlier effects have set.
    for index, old in enumerate(values):
        here = build.conjunction([given, build.eq(owner, build.int_const(index))])
        values[index] = symbols.choose(here, value, old)


def _move(node: ir.Move, given: BoolTerm, view: SymbolicEnvironment, change: EffectState) -> None:
    given = also(given, node.when, view)
    if given is FALSE:
        return
    cards = tuple(build.int_ite(given, n, build.int_const(0)) for n in thing_of(node, view))
    for zone, sign in ((node.source, -1), (node.target, 1)):
        owners = len(view.table.zones[zone.zone])
        for owner, share in _shares(owner_of(zone, view), owners, cards):
            gains = change.gains.setdefault((zone.zone, owner), [[] for _ in cards])
            for gained, count in zip(gains, share, strict=True):
                gained.append(build.times(sign, count))


def thing_of(node: ir.Move, view: SymbolicEnvironment) -> CardCounts:
    """Return the cards that go."""
    match node.thing:
        case ir.Everything():
            zones = view.table.zones[node.source.zone]
            return symbols.pick_counts(owner_of(node.source, view), zones)
        case thing:
            value = encode(thing, view)
            if isinstance(value, SymbolicCombination):
                return value.cards
            return one_card(view.game, symbols.number(value))


def owner_of(zone: OneZone | OwnedZone, view: SymbolicEnvironment) -> IntTerm:
    """Return the owner of a zone, 0 for a zone that is there once."""
    match zone:
        case OneZone():
            return build.int_const(0)
        case OwnedZone(owner=owner):
            return number_of(owner, view)


def _shares(owner: IntTerm, owners: int, cards: CardCounts) -> list[tuple[int, CardCounts]]:
    """Split cards among owners: one of them gets all.

    The last owner gets what the others do not, so that the sum is plain to see.
    """
    if isinstance(owner, IntConst):
        return [(owner.value, cards)]
    shares: list[tuple[int, CardCounts]] = []
    left = cards
    for index in range(owners - 1):
        here = build.eq(owner, build.int_const(index))
        share = tuple(build.int_ite(here, count, build.int_const(0)) for count in cards)
        left = tuple(build.minus(a, b) for a, b in zip(left, share, strict=True))
        shares.append((index, share))
    return [*shares, (owners - 1, left)]


def _carry(table: SymbolicState, change: EffectState) -> tuple[tuple[CardCounts, ...], ...]:
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


def in_bounds(outcome: MoveOutcome, shape: StateShape) -> BoolTerm:
    """Say that each value that was set is within its type, and that no zone is overdrawn.

    Where ``effect`` raises no breach of bounds, this holds.
    """
    none = build.int_const(0)
    zones = [outcome.table.zones[zone][owner] for zone, owner in outcome.zones]
    return build.conjunction(
        [
            *(
                build.implies(
                    one.given, within(shape, shape.game.states[one.state].type, one.value)
                )
                for one in outcome.sets
            ),
            *(build.le(none, count) for counts in zones for count in counts),
        ]
    )


def within(shape: StateShape, kind: Type, value: Symbol) -> BoolTerm:
    """Whether a value lies in the bounds of its type."""
    match kind:
        case OptionType(inner=inner):
            held = symbols.option(value)
            return build.disjunction([held.none, within(shape, inner, held.value)])
        case NumberType():
            return shape.within(symbols.number(value), kind)
        case ChoiceType() | Plain():
            return TRUE


def keeps_cards(before: SymbolicState, after: SymbolicState) -> BoolTerm:
    """Say that there are as many of each card as before, all zones taken together."""
    return build.conjunction(
        build.eq(a, b) for a, b in zip(totals(before), totals(after), strict=True)
    )


def totals(table: SymbolicState) -> CardCounts:
    """Count each card in all zones."""
    owned = [counts for zone in table.zones for counts in zone]
    return tuple(build.add(each) for each in zip(*owned, strict=True))
