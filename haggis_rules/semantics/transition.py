"""Who may do what, what it does, and what follows: transitions by evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import bounds as interval
from haggis_rules.ir import game as ir
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.traversal import innermost
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.breach import (
    Endless,
    NotEnoughCards,
    OutOfBounds,
    Overlap,
    naming_clause,
)
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment, cards_in, evaluate, holds_true, index_of
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import (
    WIDTH,
    Cards,
    Combination,
    GameState,
    Value,
    count_of,
    counts,
    holds,
    pack,
)

MOST_STEPS = 1000  # steps in a row; sound rules have a measure that keeps them far below


@dataclass(frozen=True, slots=True)
class Moved:
    """Cards that went from one zone to another; zones are pairs of an index and an owner."""

    cards: Cards
    source: tuple[int, int]
    target: tuple[int, int]
    shown: bool


class MoveResult(NamedTuple):
    """What one action or step did: the new state, and the cards that moved."""

    state: GameState
    moved: tuple[Moved, ...]


def waiting(
    game: ir.Game,
    state: GameState,
    trail: set[str] | None = None,
    budget: Budget | None = None,
) -> ir.Step | None:
    """Find the step that waits. Raises ``Overlap`` when there are two."""
    scene = Environment(game, state, trail=trail, budget=budget or Budget(game.name))
    found: list[ir.Step] = []
    for step in game.steps:
        scene.note_clause(step.clause)
        with naming_clause(step.clause):
            if holds_true(step.when, scene):
                found.append(step)
    if len(found) > 1:
        message = f"the steps `{found[0].name}` and `{found[1].name}` wait at the same time"
        with naming_clause(found[1].clause):
            raise Overlap(message)
    return found[0] if found else None


def may_act(action: ir.ActionSchema, actor: int, scene: Environment) -> bool:
    """Whether it is for this seat to take the action, whatever the guards say."""
    scene.note_clause(action.clause)
    inside = scene.naming(ir.ACTOR, actor)
    with naming_clause(action.clause):
        match action.actor:
            case ir.InTurn(seat=seat):
                return evaluate(seat, scene) == actor
            case ir.AnySeat(where=where):
                return holds_true(where, inside)


def in_domain(param: ir.ActionParam, value: Value, scene: Environment, patterns: Patterns) -> bool:
    """Whether a choice is one that the parameter offers. The scene names the actor and choices."""
    match param:
        case ir.CombinationParam(zone=zone):
            reading, cards = cast("Combination", value)
            _note_pattern(scene, patterns, reading[0])
            there = cards > 0 and holds(cards_in(zone, scene), cards)
            return there and patterns.at(scene.state.values).makes(reading, cards)
        case ir.CardParam(zone=zone):
            return count_of(cards_in(zone, scene), cast("int", value)) > 0
        case ir.FreeParam(type=kind):
            return 0 <= cast("int", value) < scene.game.size(kind)


def failing(
    action: ir.ActionSchema, actor: int, arguments: tuple[Value, ...], scene: Environment
) -> Iterator[ir.Guarded]:
    """Yield each guard that does not hold. The arguments are from their domains."""
    inside = naming_choices(action, actor, arguments, scene)
    for guard in action.guards:
        scene.note_clause(guard.clause)
        with naming_clause(guard.clause):
            good = holds_true(guard.expr, inside)
        if not good:
            yield guard


def is_legal(  # noqa: PLR0913, PLR0917
    game: ir.Game,
    patterns: Patterns,
    state: GameState,
    action: ir.ActionSchema,
    actor: int,
    arguments: tuple[Value, ...],
) -> bool:
    """Whether the action can be taken: at rest, by this actor, with these choices."""
    scene = Environment(game, state)
    if waiting(game, state) is not None or not may_act(action, actor, scene):
        return False
    return is_offered(action, actor, arguments, scene, patterns) and not any(
        failing(action, actor, arguments, scene)
    )


def is_offered(
    action: ir.ActionSchema,
    actor: int,
    arguments: tuple[Value, ...],
    scene: Environment,
    patterns: Patterns,
) -> bool:
    """Whether each choice is one that its parameter offers, after those before it."""
    inside = naming_choices(action, actor, arguments, scene)
    chosen = zip(action.params, arguments, strict=True)
    return all(in_domain(param, one, inside, patterns) for param, one in chosen)


def perform(
    action: ir.ActionSchema, actor: int, arguments: tuple[Value, ...], scene: Environment
) -> MoveResult:
    """Do what a legal action does. What follows by itself is for ``follow``."""
    return effect(action.effects, naming_choices(action, actor, arguments, scene))


def follow(
    game: ir.Game,
    state: GameState,
    trail: set[str] | None = None,
    budget: Budget | None = None,
) -> Iterator[tuple[ir.Step, MoveResult]]:
    """Take each step that follows by itself, until the table is at rest.

    Raises ``Endless`` when they never end, another ``Breach`` when the rules are not sound, and
    ``OverBudgetError``: all steps are one question.
    """
    budget = budget or Budget(game.name)
    for _ in range(MOST_STEPS):
        step = waiting(game, state, trail, budget)
        if step is None:
            return
        turn = effect(step.effects, Environment(game, state, trail=trail, budget=budget))
        yield step, turn
        state = turn.state
    message = f"more than {MOST_STEPS} steps follow one another"
    raise Endless(message)


def effect(effects: tuple[ir.Effected, ...], scene: Environment) -> MoveResult:
    """Apply all effects at once: each reads the state before.

    What has an owner each is copied to a list first, so the state before stays as it was. Moves are
    gathered and carried out together, after all values are set.
    """
    values, moved = _done(effects, scene)
    return MoveResult(GameState(_freeze(values), _apply_moves(effects, scene, moved)), tuple(moved))


def moved_by(effects: tuple[ir.Effected, ...], scene: Environment) -> tuple[Moved, ...]:
    """Return the cards that some of the effects of a move take along, in order."""
    return tuple(_done(effects, scene)[1])


def _done(effects: tuple[ir.Effected, ...], scene: Environment) -> tuple[list[object], list[Moved]]:
    values: list[object] = [
        list(v) if isinstance(v, tuple) and _owned(scene, i) else v
        for i, v in enumerate(scene.state.values)
    ]
    moved: list[Moved] = []
    for one in effects:
        scene.note_clause(one.clause)
        with naming_clause(one.clause):
            _effect(one.effect, scene, values, moved)
    return values, moved


def _effect(node: ir.Effect, scene: Environment, values: list[object], moved: list[Moved]) -> None:
    match node:
        case ir.Let():
            _let(node, scene, values)
        case ir.Move():
            _move(node, scene, moved)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            scene.note_clause(scene.game.declared.get("table"))
            for index in range(scene.game.size(binder.type)):
                each = scene.naming(binder.name, index)
                if where is None or holds_true(where, each):
                    _effect(inner, each, values, moved)
        case ir.Openly(effect=inner):
            _effect(inner, scene, values, moved)


def _let(node: ir.Let, scene: Environment, values: list[object]) -> None:
    if node.when is not None and not holds_true(node.when, scene):
        return
    variable = scene.game.states[node.state]
    scene.note_clause(variable.clause)
    value = evaluate(node.value, scene)
    check_within(variable, value, node.span)
    if node.owner is None:
        values[node.state] = value
    else:
        cast("list[Value]", values[node.state])[index_of(node.owner, scene)] = value


def check_within(variable: ir.StateVariable, value: Value, place: Span | None = None) -> None:
    """See that a variable may have a value, given at a place. Raises ``OutOfBounds``."""
    if not within(variable.type, value):
        breach = OutOfBounds(f"`{variable.name}` cannot be {value}")
        breach.place = place
        raise breach


def within(kind: Type, value: Value) -> bool:
    """Whether a value lies in the bounds of its type."""
    match kind:
        case OptionType(inner=inner):
            return value is None or within(inner, value)
        case NumberType(bounds=bounds):
            return interval.within(bounds, cast("int", value))
        case ChoiceType() | Plain():
            return value is not None


def _move(node: ir.Move, scene: Environment, moved: list[Moved]) -> None:
    if node.when is not None and not holds_true(node.when, scene):
        return
    match node.thing:
        case ir.Everything():
            cards = cards_in(node.source, scene)
        case thing:
            value = evaluate(thing, scene)
            cards = (
                value.cards if isinstance(value, Combination) else pack([(cast("int", value), 1)])
            )
    shown = node.shown is not None and holds_true(node.shown, scene)
    moved.append(Moved(cards, place(node.source, scene), place(node.target, scene), shown))


def place(zone: OneZone | OwnedZone, scene: Environment) -> tuple[int, int]:
    """Return the index of a zone and of its owner, 0 for a zone that is there once."""
    match zone:
        case OneZone(zone=index):
            return index, 0
        case OwnedZone(zone=index, owner=owner):
            return index, index_of(owner, scene)


def _apply_moves(
    effects: tuple[ir.Effected, ...], scene: Environment, moved: list[Moved]
) -> tuple[Cards | tuple[Cards, ...], ...]:
    owned = [zone.owner is not ir.Owner.NOBODY for zone in scene.game.zones]
    zones = [
        list(cast("tuple[Cards, ...]", z)) if o else [cast("Cards", z)]
        for o, z in zip(owned, scene.state.zones, strict=True)
    ]
    # Only sums are held against the zone, so a card may pass through a zone that lacked it.
    change: dict[tuple[int, int], dict[int, int]] = {}
    for move in moved:
        for card, count in counts(move.cards):
            net = change.setdefault(move.source, {})
            net[card] = net.get(card, 0) - count
            net = change.setdefault(move.target, {})
            net[card] = net.get(card, 0) + count
    for (zone, owner), cards in change.items():
        for card, count in cards.items():
            if count_of(zones[zone][owner], card) + count < 0:
                message = f"`{scene.game.zones[zone].name}` does not hold so many cards"
                taking = next(one for one in effects if _takes_from(zone, one.effect))
                breach = NotEnoughCards(message)
                breach.place = innermost(taking.effect).span
                with naming_clause(taking.clause):
                    raise breach
            zones[zone][owner] += count << (WIDTH * card)
    return tuple(tuple(z) if o else z[0] for o, z in zip(owned, zones, strict=True))


def _takes_from(zone: int, effect: ir.Effect) -> bool:
    move = innermost(effect)
    return isinstance(move, ir.Move) and move.source.zone == zone


def _freeze(values: list[object]) -> tuple[Value | tuple[Value, ...], ...]:
    frozen = (tuple(cast("list[Value]", v)) if isinstance(v, list) else v for v in values)
    return cast("tuple[Value | tuple[Value, ...], ...]", tuple(frozen))


def _owned(scene: Environment, state: int) -> bool:
    return scene.game.states[state].owner is not ir.Owner.NOBODY


def naming_choices(
    action: ir.ActionSchema, actor: int, arguments: tuple[Value, ...], scene: Environment
) -> Environment:
    """Return the scene in which an action's effects are read: it names the actor and choices."""
    names = {p.name: a for p, a in zip(action.params, arguments, strict=True)}
    return replace(scene, names={ir.ACTOR: actor, **names})


def _pattern_clauses(game: ir.Game, pattern: int) -> list[str]:
    """Name the clauses that say what is wild and what is needed in a pattern."""
    wild = [w.clause for w in game.wilds if pattern in w.patterns]
    return wild + [n.clause for n in game.needs if pattern in n.patterns]


def _note_pattern(scene: Environment, patterns: Patterns, pattern: int) -> None:
    game = patterns.game
    scene.note_clause(game.patterns[pattern].clause)
    scene.note_clause(game.declared.get("ranks"))
    for clause in _pattern_clauses(game, pattern):
        scene.note_clause(clause)
    for group in game.groups:
        scene.note_clause(group.any_suit)
