"""Which clauses a clause rests on, worked out from the typed form."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import effect_writes
from haggis_rules.ir.traversal import everywhere, is_expr, placed
from haggis_rules.ir.types import ChoiceType, OptionType, Type
from haggis_rules.wording.guards import options_of

Uses = Iterator[tuple[str, Iterable[str | None]]]


def uses(game: ir.Game) -> dict[str, tuple[str, ...]]:
    """Return, for each clause, the other clauses whose names and words it uses, in order."""
    found: dict[str, set[str | None]] = {name: set() for name in game.clauses}
    for user, used in (*_expressions(game), *_cards(game), *_moves(game), *_promises(game)):
        found[user].update(used)
    return {
        name: tuple(other for other in game.clauses if other in used and other != name)
        for name, used in found.items()
    }


def used_by(game: ir.Game) -> dict[str, tuple[str, ...]]:
    """Return, for each clause, the other clauses that use it, in order."""
    forward = uses(game)
    return {name: tuple(o for o in game.clauses if name in forward[o]) for name in game.clauses}


def promise_uses(game: ir.Game) -> dict[str, tuple[str, ...]]:
    """Return, for each promise, the clauses that its own words speak of, in order."""
    found: dict[str, set[str | None]] = {}
    for promise in game.promises:
        exprs = [part for expr in _inside(promise.form) for part in everywhere(expr)]
        found[promise.name] = {used for part in exprs for used in _mentioned_clauses(game, part)}
        found[promise.name].update(used for _, names in _form(game, promise) for used in names)
    return {
        name: tuple(clause for clause in game.clauses if clause in used)
        for name, used in found.items()
    }


def _inside(part: object) -> Iterator[nodes.Expr]:
    """Yield the expressions that stand directly in a part of the typed form."""
    if is_expr(part):
        yield part
    elif isinstance(part, tuple):
        for each in cast("tuple[object, ...]", part):
            yield from _inside(each)
    elif is_dataclass(part):
        for name in fields(part):
            yield from _inside(getattr(part, name.name))


def _expressions(game: ir.Game) -> Uses:
    for place in placed(game):
        for part in everywhere(place.expr):
            yield place.clause, _mentioned_clauses(game, part)
    for definition in game.definitions.values():
        for exception in definition.exceptions:
            yield exception.clause, [definition.clause]


def _cards(game: ir.Game) -> Uses:
    groups, patterns = game.groups, game.patterns
    for zone in game.zones:
        if len(set(zone.audiences)) > 1:
            yield zone.clause, [one for group in groups for one in group.clauses]
    options = {option.name: option for option in game.options}
    for option in game.options:
        yield option.clause, _type(game, option.type)
    for clause in game.clauses.values():
        yield clause.name, [options[name].clause for name in options_of(clause) & options.keys()]
    for state in game.states:
        yield state.clause, _type(game, state.type)
    for deal in game.deals:
        dealt = [clause for group in _dealt(game, deal) for clause in groups[group].clauses]
        yield deal.clause, [game.zones[deal.zone].clause, *dealt]
    for group in groups:
        if group.any_suit is not None:
            yield group.any_suit, [*group.clauses]
    for pattern in patterns:
        if any(isinstance(part.place, ir.Run) and part.place.order for part in pattern.parts):
            yield pattern.clause, [game.declared.get("runs")]
    parts: tuple[ir.Wild | ir.Need, ...] = (*game.wilds, *game.needs)
    for part in parts:
        inside = [patterns[index].clause for index in part.patterns]
        yield part.clause, [*groups[part.group].clauses, *inside]


def _moves(game: ir.Game) -> Uses:
    for action in game.actions:
        for param in action.params:
            yield action.clause, _param(game, param)
        for guard in action.guards:
            yield guard.clause, [action.clause]
    moves: tuple[ir.ActionSchema | ir.Step, ...] = (*game.actions, *game.steps)
    effects = [(one, move.clause) for move in moves for one in move.effects]
    for one, home in (*effects, *((one, one.clause) for one in game.between)):
        writes = effect_writes(one.effect)
        yield one.clause, [home]
        yield one.clause, [game.states[index].clause for index in writes.states]
        yield one.clause, [game.zones[index].clause for index in writes.zones]


def _promises(game: ir.Game) -> Uses:
    homes = {promise.name: promise.clause for promise in game.promises}
    for promise in game.promises:
        yield promise.clause, [homes.get(name) for name in promise.using]
        yield from _form(game, promise)


def _form(game: ir.Game, promise: ir.Promise) -> Uses:
    """Yield what a promise speaks of besides its expressions."""
    match promise.form:
        case ir.Progress(witnesses=witnesses):
            yield promise.clause, [game.action(each.action).clause for each in witnesses]
        case ir.Apart(pattern=pattern, others=others):
            yield promise.clause, [game.patterns[index].clause for index in (pattern, *others)]
        case ir.AnyMade(pattern=pattern, zone=zone):
            yield promise.clause, [game.patterns[pattern].clause, game.zones[zone].clause]
        case ir.Always() | ir.AtRest() | ir.EachMove() | ir.EachHand() | ir.Measure() | ir.ForAny():
            return


def _mentioned_clauses(game: ir.Game, node: nodes.Expr) -> Iterator[str | None]:
    """Yield the clauses that an expression speaks of, the expressions inside it aside."""
    match node:
        case nodes.Get(state=state):
            yield game.states[state].clause
        case nodes.Agreed(option=option):
            yield game.options[option].clause
        case nodes.Call(definition=name):
            yield game.definitions[name].clause
        case nodes.CopiesIn(zone=zone) | nodes.SomePlay(zone=zone):
            yield from _zone(game, zone)
        case nodes.CardsIn(zone=zone, group=group):
            yield from _zone(game, zone)
            yield from () if group is None else game.groups[group].clauses
        case nodes.InGroup(group=group):
            yield from game.groups[group].clauses
        case (
            nodes.IsPattern(pattern=pattern)
            | nodes.CombinationOf(pattern=pattern)
            | nodes.Written(pattern=pattern)
        ):
            yield game.patterns[pattern].clause
        case nodes.TeamOf():
            yield game.declared.get("teams")
        case _:  # the others name nothing that a clause gives a meaning, but for a choice
            yield from _type(game, node.type)


def _zone(game: ir.Game, zone: nodes.ZoneRef) -> Iterator[str]:
    match zone:
        case nodes.OneZone(zone=index) | nodes.OwnedZone(zone=index) | nodes.EveryZone(zone=index):
            yield game.zones[index].clause
        case nodes.AllZones():
            yield from (each.clause for each in game.zones)
        case nodes.CardsOf():
            pass


def _param(game: ir.Game, param: ir.ActionParam) -> Iterator[str | None]:
    match param:
        case ir.CombinationParam(zone=zone) | ir.CardParam(zone=zone):
            yield from _zone(game, zone)
        case ir.FreeParam(type=kind):
            yield from _type(game, kind)


def _type(game: ir.Game, kind: Type) -> Iterator[str | None]:
    inner = kind.inner if isinstance(kind, OptionType) else kind
    if isinstance(inner, ChoiceType):
        yield game.declared.get(f"choice {inner.name}")


def _dealt(game: ir.Game, deal: ir.Deal) -> set[int]:
    match deal:
        case ir.DealEach(cards=cards):
            return {game.cards[card].group for card in cards}
        case ir.DealSome(groups=dealt) | ir.DealRest(groups=dealt):
            return {*dealt}
