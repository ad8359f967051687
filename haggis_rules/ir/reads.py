"""What an expression reads, and what an effect writes."""

from collections.abc import Iterable
from functools import reduce

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    ActionSchema,
    AnySeat,
    Definition,
    Effect,
    Everything,
    ForEach,
    FreeParam,
    Game,
    Let,
    Move,
    Openly,
    Step,
)
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.ir.traversal import children, innermost, now
from haggis_rules.ir.wild_states import wild_states


@dataclass(frozen=True, slots=True)
class Reads:
    """State variables and zones by their indices, and the free variables by name."""

    states: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()
    names: frozenset[str] = frozenset()

    def __or__(self, other: "Reads") -> "Reads":
        return Reads(self.states | other.states, self.zones | other.zones, self.names | other.names)

    def without(self, name: str) -> "Reads":
        """Leave a name out, because a binder gives it its value."""
        return Reads(self.states, self.zones, self.names - {name})


@dataclass(frozen=True, slots=True)
class Writes:
    """State variables and zones by their indices."""

    states: frozenset[int] = frozenset()
    zones: frozenset[int] = frozenset()

    def __or__(self, other: "Writes") -> "Writes":
        return Writes(self.states | other.states, self.zones | other.zones)


_Known = dict[str, Reads]  # what each definition looks at


def reads(game: Game, node: nodes.Expr) -> Reads:
    """Tell what an expression can look at, definitions included."""
    return _reads(game, node, {})


def reads_now(game: Game, node: nodes.Expr) -> Reads:
    """Tell what an expression looks at in the state at hand, and not in the one before."""
    found = Reads()
    for part in now(node):
        match part:
            case nodes.Get(state=state):
                found |= Reads(states=frozenset({state}))
            case nodes.Call(definition=name):
                found |= _of_definition(game, game.definitions[name], {})
            case nodes.CopiesIn(zone=zone) | nodes.CardsIn(zone=zone):
                found |= Reads(zones=_zones(game, zone))
            case nodes.SomePlay(zone=zone):
                found |= Reads(frozenset(wild_states(game)), _zones(game, zone))
            case _:  # what is left looks at nothing by itself
                pass
    return found


def _reads(game: Game, node: nodes.Expr, known: _Known) -> Reads:
    """Tell what an expression can look at; each definition is gone through once.

    Plain loops, here and below, since words within words may go deep.
    """
    found = Reads()
    for part in children(node):
        found |= _reads(game, part, known)
    match node:
        case nodes.Variable(name=name):
            return Reads(names=frozenset({name}))
        case nodes.Get(state=state):
            return found | Reads(states=frozenset({state}))
        case nodes.Call(definition=name):
            if name not in known:
                known[name] = _of_definition(game, game.definitions[name], known)
            return found | known[name]
        case nodes.CopiesIn(zone=zone) | nodes.CardsIn(zone=zone):
            return found | Reads(zones=_zones(game, zone))
        case nodes.SomePlay(binder=binder, zone=zone):
            looked = Reads(frozenset(wild_states(game)), _zones(game, zone))
            return found.without(binder.name) | looked
        case nodes.FirstSeat(binder=binder, seat=seat, where=where):
            return _reads(game, seat, known) | _reads(game, where, known).without(binder.name)
        case _:  # what is left reads what its parts do
            bound: object = getattr(node, "binder", None)
            return found.without(bound.name) if isinstance(bound, nodes.Binder) else found


def effect_reads(game: Game, effect: Effect) -> Reads:
    """Tell what an effect can look at."""
    match effect:
        case Let(owner=owner, value=value, when=when):
            return _all(game, owner, value, when)
        case Move(thing=thing, source=source, target=target, when=when, shown=shown):
            found = _all(game, when, shown) | _place(game, source) | _place(game, target)
            if isinstance(thing, Everything):
                return found | Reads(zones=frozenset({source.zone}))
            return found | reads(game, thing)
        case ForEach(binder=binder, where=where, effect=inner):
            return (_all(game, where) | effect_reads(game, inner)).without(binder.name)
        case Openly(effect=inner):
            return effect_reads(game, inner)


def effect_writes(effect: Effect) -> Writes:
    """Tell what an effect can change."""
    match innermost(effect):
        case Let(state=state):
            return Writes(states=frozenset({state}))
        case Move(source=source, target=target):
            return Writes(zones=frozenset({source.zone, target.zone}))


def move_reads(game: Game, move: ActionSchema | Step) -> Reads:
    """Tell what decides whether an action or step can happen, and what it does."""
    found = _merged(effect_reads(game, one.effect) for one in move.effects)
    if isinstance(move, Step):
        return found | reads(game, move.when)
    actor = move.actor.where if isinstance(move.actor, AnySeat) else move.actor.seat
    for param in move.params:
        if not isinstance(param, FreeParam):
            found |= _place(game, param.zone) | Reads(zones=frozenset({param.zone.zone}))
    return found | reads(game, actor) | _all(game, *(guard.expr for guard in move.guards))


def move_writes(move: ActionSchema | Step) -> Writes:
    """Tell what an action or step can change."""
    return reduce(Writes.__or__, (effect_writes(one.effect) for one in move.effects), Writes())


def through_reading_only(node: nodes.Expr, name: str) -> bool:
    """Whether an expression looks at a combination's reading alone, and never at its cards."""
    match node:
        case nodes.ReadingOf(combination=nodes.Variable(name=found)) if found == name:
            return True
        case nodes.Variable(name=found):
            return found != name
        case _:
            return all(through_reading_only(part, name) for part in children(node))


def _of_definition(game: Game, definition: Definition, known: _Known) -> Reads:
    inside = [definition.base]
    for exception in definition.exceptions:
        inside += [exception.when, exception.value]
    found = Reads()
    for one in inside:
        found |= _reads(game, one, known)
    return Reads(found.states, found.zones)


def _zones(game: Game, zone: nodes.ZoneRef) -> frozenset[int]:
    match zone:
        case nodes.OneZone(zone=index) | nodes.OwnedZone(zone=index) | nodes.EveryZone(zone=index):
            return frozenset({index})
        case nodes.AllZones():
            return frozenset(range(len(game.zones)))
        case nodes.CardsOf():
            return frozenset()


def _place(game: Game, zone: OneZone | OwnedZone) -> Reads:
    return reads(game, zone.owner) if isinstance(zone, OwnedZone) else Reads()


def _all(game: Game, *expressions: nodes.Expr | None) -> Reads:
    return _merged(reads(game, one) for one in expressions if one is not None)


def _merged(found: Iterable[Reads]) -> Reads:
    return reduce(Reads.__or__, found, Reads())
