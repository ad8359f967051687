"""The meaning of every expression. The solver's terms and the generated code mirror this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import cast

from haggis_rules.frozen_dataclass import open_class
from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import within
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.breach import (
    NoValue,
    Overlap,
    naming_clause,
    no_value,
    overlap_message,
)
from haggis_rules.semantics.budget import EVALUATED, Budget, over_budget
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    GameState,
    Reading,
    StateValues,
    Value,
    count_of,
    group_mask,
    pack,
    size,
)

DefinitionCall = tuple[str, tuple[Value, ...]]  # a name, and what it is called with

# What a wild card stands for is an expression, so which readings cards make is worked out above
# this module, by ``semantics.holding``, which says so here when ``semantics`` is imported.
_READINGS: list[Callable[[Game, StateValues, Cards], Iterator[Reading]]] = []


def find_readings_with(find: Callable[[Game, StateValues, Cards], Iterator[Reading]]) -> None:
    """Say how to find the readings that some of a few cards make in a state, in order."""
    _READINGS[:] = [find]


@dataclass(frozen=True, slots=True)
class Environment:
    """What an expression is looked at in.

    ``trail`` gathers the clauses that the value rests on, when somebody asks for them, and
    ``budget`` bounds how many expressions are looked at: as usual, unless there is one to share.
    ``called`` has what definitions came to in this state: what is bound inside shares it.
    """

    game: Game
    state: GameState
    names: dict[str, Value] = field(default_factory=dict[str, Value])
    before: GameState | None = None
    trail: set[str] | None = None
    budget: Budget = field(default_factory=Budget, compare=False, repr=False)
    called: dict[DefinitionCall, Value] = field(
        init=False, default_factory=dict[DefinitionCall, Value], compare=False, repr=False
    )

    def naming(self, name: str, value: Value) -> Environment:
        """Bind one name to a value."""
        return self.binding({**self.names, name: value})

    def binding(self, names: dict[str, Value]) -> Environment:
        """Bind these names, and no others."""
        made = _OpenEnvironment()
        made.game, made.state, made.names = self.game, self.state, names
        made.before, made.trail, made.budget = self.before, self.trail, self.budget
        made.called = self.called
        made.__class__ = Environment
        return cast("Environment", made)

    def note_clause(self, clause: str | None) -> None:
        """Note a clause that the value rests on."""
        if self.trail is not None and clause is not None:
            self.trail.add(clause)


_OpenEnvironment = open_class(Environment)  # one is made for each value of each binder


def evaluate(node: nodes.Expr, scene: Environment) -> Value:
    """Compute an expression.

    Raises a ``Breach`` where it is undefined, and ``OverBudgetError``.
    """
    budget = scene.budget
    budget.left -= EVALUATED
    if budget.left < 0:
        raise over_budget(scene.game.name, budget.most)
    # The cases are tried in turn, so those that are asked most come first: of two million nodes in
    # the examples of five texts, nine in ten are one of these eleven.
    match node:
        case nodes.Variable(name=name):
            return scene.names[name]
        case nodes.Equal(left=left, right=right):
            return evaluate(left, scene) == evaluate(right, scene)
        case nodes.Constant(index=index):
            return index
        case nodes.RankOf(card=card):
            return scene.game.cards[index_of(card, scene)].rank
        case nodes.Or(left=left, right=right):
            return holds_true(left, scene) or holds_true(right, scene)
        case nodes.Call(definition=name, arguments=arguments):
            return call(name, tuple(evaluate(a, scene) for a in arguments), scene)
        case nodes.Get(state=state, owner=owner):
            return get(scene, state, None if owner is None else index_of(owner, scene))
        case nodes.Number(value=value) | nodes.Truth(value=value):
            return value
        case nodes.And(left=left, right=right):
            return holds_true(left, scene) and holds_true(right, scene)
        case nodes.If(when=when, value=value, other=other):
            return evaluate(value if holds_true(when, scene) else other, scene)
        case nodes.Not(inner=inner):
            return not holds_true(inner, scene)
        case nodes.Nothing():
            return None
        case nodes.Agreed(option=option):
            agreed = scene.game.options[option]
            scene.note_clause(agreed.clause)
            return agreed.value
        case nodes.The(inner=inner):
            found = evaluate(inner, scene)
            if found is None:
                raise no_value("there is no value here", node.span or inner.span)
            return found
        case nodes.Just(inner=inner):
            return evaluate(inner, scene)
        case nodes.IsNothing(inner=inner):
            return evaluate(inner, scene) is None
        case nodes.Plus(left=left, right=right):
            return index_of(left, scene) + index_of(right, scene)
        case nodes.Minus(left=left, right=right):
            return index_of(left, scene) - index_of(right, scene)
        case nodes.Times(factor=factor, inner=inner):
            return factor * index_of(inner, scene)
        case nodes.Product(left=left, right=right):
            return index_of(left, scene) * index_of(right, scene)
        case nodes.PointsEach(points=points, inner=inner):
            return points * index_of(inner, scene)
        case nodes.MostOf(parts=parts):
            return max([index_of(part, scene) for part in parts])
        case nodes.LeastOf(parts=parts):
            return min([index_of(part, scene) for part in parts])
        case nodes.Lookup(inner=inner, rows=rows):
            return _looked_up(rows, index_of(inner, scene))
        case nodes.AtMost(left=left, right=right):
            _note_rank_order(node.left, scene)
            return index_of(left, scene) <= index_of(right, scene)
        case nodes.Below(left=left, right=right):
            _note_rank_order(node.left, scene)
            return index_of(left, scene) < index_of(right, scene)
        case nodes.Implies(left=left, right=right):
            return not holds_true(left, scene) or holds_true(right, scene)
        case nodes.CopiesIn(card=card, zone=zone):
            return count_of(cards_in(zone, scene), index_of(card, scene))
        case nodes.CardsIn(zone=zone, group=group):
            held = cards_in(zone, scene)
            return size(held if group is None else held & group_mask(scene.game, group))
        case nodes.DeckCopies(card=card):
            return scene.game.cards[index_of(card, scene)].copies
        case nodes.SuitOf(card=card):
            suit = scene.game.cards[index_of(card, scene)].suit
            if suit is None:
                raise no_value("this card has no suit", node.span)
            return suit
        case nodes.InGroup(card=card, group=group):
            return scene.game.cards[index_of(card, scene)].group == group
        case nodes.TeamOf(seat=seat):
            scene.note_clause(scene.game.declared.get("teams"))
            return scene.game.team_of(index_of(seat, scene))
        case nodes.SeatPair(left=left, right=right):
            return index_of(left, scene) * scene.game.seats + index_of(right, scene)
        case nodes.SeatsAfter(count=count, seat=seat):
            return (index_of(seat, scene) + count) % scene.game.seats
        case nodes.NumberOf(binder=binder, where=where):
            return sum(holds_true(where, inner) for inner in bindings(binder, scene))
        case nodes.Total(binder=binder, inner=inner):
            return sum(index_of(inner, each) for each in bindings(binder, scene))
        case nodes.Most(binder=binder, where=where, inner=inner):
            return max(_some(binder, where, inner, scene))
        case nodes.Least(binder=binder, where=where, inner=inner):
            return min(_some(binder, where, inner, scene))
        case nodes.Every(binder=binder, claim=claim):
            return all(holds_true(claim, each) for each in bindings(binder, scene))
        case nodes.Some(binder=binder, claim=claim):
            return any(holds_true(claim, each) for each in bindings(binder, scene))
        case nodes.SomePlay(binder=binder, zone=zone, claim=claim):
            return _some_play(binder.name, cards_in(zone, scene), claim, scene)
        case nodes.First(binder=binder, where=where):
            for each in bindings(binder, scene):
                if holds_true(where, each):
                    return each.names[binder.name]
            return None
        case nodes.TheOne(binder=binder, where=where):
            return _the_one(binder, where, scene)
        case nodes.FirstSeat(binder=binder, seat=seat, inclusive=inclusive, where=where):
            start, seats = index_of(seat, scene), scene.game.seats
            for step in range(0 if inclusive else 1, seats):
                each = scene.naming(binder.name, (start + step) % seats)
                if holds_true(where, each):
                    return each.names[binder.name]
            return None
        case nodes.ReadingOf(combination=combination):
            return cast("Combination", evaluate(combination, scene)).reading
        case nodes.IsPattern(reading=reading, pattern=pattern):
            return cast("Reading", evaluate(reading, scene))[0] == pattern
        case nodes.FieldOf(reading=reading, field=name):
            return field_of(scene.game, cast("Reading", evaluate(reading, scene)), name)
        case nodes.Outranks(left=left, right=right):
            a = cast("Reading", evaluate(left, scene))
            b = cast("Reading", evaluate(right, scene))
            scene.note_clause(scene.game.patterns[a[0]].clause)
            scene.note_clause(scene.game.patterns[b[0]].clause)
            scene.note_clause(scene.game.declared.get("ranks"))
            return outranks(scene.game, a, b)
        case nodes.CombinationOf(card=card, pattern=pattern, fields=fields):
            values = tuple(index_of(value, scene) for value in fields)
            return Combination((pattern, *values), pack([(index_of(card, scene), 1)]))
        case nodes.Written(pattern=pattern, fields=written, cards=cards):
            return Combination((pattern, *written), pack(cards))
        case nodes.Before(inner=inner):
            if scene.before is None:
                message = "there was no move before"
                raise NoValue(message)
            return evaluate(inner, replace(scene, state=scene.before, before=None))


def holds_true(node: nodes.Expr, scene: Environment) -> bool:
    """Compute a truth."""
    return cast("bool", evaluate(node, scene))


def index_of(node: nodes.Expr, scene: Environment) -> int:
    """Compute a number, or the index of a seat, team, rank, suit, card or choice."""
    return cast("int", evaluate(node, scene))


def bindings(binder: nodes.Binder, scene: Environment) -> list[Environment]:
    """Return the scene once for each value of a binder, in order."""
    if binder.type is Plain.SEAT:
        scene.note_clause(scene.game.declared.get("table"))
    return [scene.naming(binder.name, i) for i in range(scene.game.size(binder.type))]


def get(scene: Environment, state: int, owner: int | None) -> Value:
    """Return the value of a state variable."""
    value = scene.state.values[state]
    if owner is None:
        return cast("Value", value)
    return cast("tuple[Value, ...]", value)[owner]


def call(name: str, arguments: tuple[Value, ...], scene: Environment) -> Value:
    """Return the value of a definition. Raises ``Overlap`` when two exceptions hold.

    In one state it has one value for the same arguments, which is worked out once: an end of a hand
    asks for the points of the same cards many times. The clauses are in the trail by then.
    """
    if (name, arguments) in scene.called:
        return scene.called[name, arguments]
    definition = scene.game.definitions[name]
    names = {p.name: a for p, a in zip(definition.params, arguments, strict=True)}
    inside = scene.binding(names)
    scene.note_clause(definition.clause)
    chosen: list[tuple[str, nodes.Expr]] = []
    for exception in definition.exceptions:
        scene.note_clause(exception.clause)
        with naming_clause(exception.clause):
            if holds_true(exception.when, inside):
                chosen.append((exception.clause, exception.value))
    clause, value = chosen[0] if chosen else (definition.clause, definition.base)
    with naming_clause(clause):
        if len(chosen) > 1:
            raise Overlap(overlap_message(name))
        scene.called[name, arguments] = found = evaluate(value, inside)
    return found


def cards_in(zone: nodes.ZoneRef, scene: Environment) -> Cards:
    """Return the cards of a zone, of several together, or of a combination."""
    zones = scene.state.zones
    match zone:
        case nodes.OneZone(zone=index):
            return cast("Cards", zones[index])
        case nodes.OwnedZone(zone=index, owner=owner):
            return cast("tuple[Cards, ...]", zones[index])[index_of(owner, scene)]
        case nodes.EveryZone(zone=index):
            return _joined_cards(scene, index)
        case nodes.AllZones():
            return sum(_joined_cards(scene, index) for index in range(len(zones)))
        case nodes.CardsOf(combination=combination):
            return cast("Combination", evaluate(combination, scene)).cards


def field_of(game: Game, reading: Reading, name: str) -> int:
    """Return a field of a reading. Raises ``NoValue`` when its pattern has no such field."""
    pattern = game.patterns[reading[0]]
    place = pattern.field(name)
    if place is None:
        message = f"a {pattern.name} has no {name}"
        raise NoValue(message)
    return reading[1 + place]


def outranks(game: Game, left: Reading, right: Reading) -> bool:
    """Whether two readings are alike and the left one is ranked higher."""
    if left[0] != right[0]:
        return False
    pattern = game.patterns[left[0]]
    if any(left[1 + i] != right[1 + i] for i in pattern.alike):
        return False
    return tuple(left[1 + i] for i in pattern.ranked) > tuple(right[1 + i] for i in pattern.ranked)


def _some(
    binder: nodes.Binder, where: nodes.Expr | None, inner: nodes.Expr, scene: Environment
) -> list[int]:
    """Return the number for each value where it holds. Raises ``NoValue`` when there is none."""
    found = [
        index_of(inner, each)
        for each in bindings(binder, scene)
        if where is None or holds_true(where, each)
    ]
    if not found:
        raise no_value("there is nothing to compare here", (where or inner).span)
    return found


def _some_play(name: str, held: Cards, claim: nodes.Expr, scene: Environment) -> bool:
    """Whether the claim holds for a reading that some of the cards make; the first one ends it."""
    for reading in _READINGS[0](scene.game, scene.state.values, held):
        if holds_true(claim, scene.naming(name, reading)):
            scene.note_clause(scene.game.patterns[reading[0]].clause)
            return True
    return False


def _the_one(binder: nodes.Binder, where: nodes.Expr, scene: Environment) -> Value:
    """Return the value for which it holds. Raises ``NoValue`` when there is not exactly one."""
    found = [each.names[binder.name] for each in bindings(binder, scene) if holds_true(where, each)]
    if len(found) != 1:
        message = f"there is not one {binder.type.value} here, but {len(found)}"
        raise no_value(message, where.span)
    return found[0]


def _looked_up(rows: tuple[nodes.LookupRow, ...], value: int) -> int:
    for row in rows:
        if within((row.low, row.high), value):
            return row.gives
    message = f"a table has no row for {value}"  # the laws forbid it
    raise AssertionError(message)


def _joined_cards(scene: Environment, index: int) -> Cards:
    zone = scene.state.zones[index]
    if scene.game.zones[index].owner is Owner.NOBODY:
        return cast("Cards", zone)
    return sum(cast("tuple[Cards, ...]", zone))


def _note_rank_order(left: nodes.Expr, scene: Environment) -> None:
    if left.type is Plain.RANK:
        scene.note_clause(scene.game.declared.get("ranks"))
