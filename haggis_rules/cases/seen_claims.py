"""What a seat sees, as claims of examples: typed, and looked up in the view of that seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from haggis_rules.cases.initial_position import NOWHERE
from haggis_rules.cases.outcome import ObservedWords
from haggis_rules.cases.quoted import QuotedReader
from haggis_rules.cases.script import Knows, SawOnly, SeesOnly
from haggis_rules.diagnostics.errors import NoPositionError, WrongTypeError
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.position import Position
from haggis_rules.ir.game import CardParam, CombinationParam, FreeParam, Game, Owner
from haggis_rules.ir.lower.expressions import owner_index, value, zone_of
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.nodes import (
    AllZones,
    CardsOf,
    Constant,
    EveryZone,
    Expr,
    OneZone,
    OwnedZone,
)
from haggis_rules.ir.reads import reads
from haggis_rules.ir.types import Plain
from haggis_rules.knowledge.seen import SeenEvent, ZonePlace
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, Combination, counts, pack
from haggis_rules.syntax import ast

SightClaim = SeesOnly | Knows | SawOnly


def type_sight_claim(
    claim: ast.SeesCards | ast.SeesValue | ast.SawCards,
    game: Game,
    scope: Scope,
    quoted: QuotedReader,
    budget: Budget,
) -> SightClaim:
    """Type a claim about what a seat sees. Raises a ``RuleError``."""
    literal = ast.SeatLiteral(claim.seat, span=claim.seat.span)
    seat = cast("Constant", value(literal, scope, Plain.SEAT)).index
    match claim:
        case ast.SeesCards(cards=cards, zone=zone):
            index, owner = _place(zone, game, scope, budget)
            return SeesOnly(seat, _cards(cards, quoted), index, owner, claim.span)
        case ast.SeesValue(negated=negated, name=name, owner=whose):
            state = scope.world.state(name.text)
            if state is None:
                known = [variable.name for variable in game.states]
                raise scope.world.unknown(name, "state variable", known)
            node = owner_index(game.states[state].owner, name, whose, scope)
            owner = 0 if node is None else _outright(node, game, claim.span, budget)
            return Knows(seat, negated, state, owner, claim.span)
        case ast.SawCards(cards=cards):
            named = frozenset(card for card, _ in counts(_cards(cards, quoted)))
            return SawOnly(seat, named, claim.span)


def contradicting_sight(
    claim: SightClaim, table: Position, since: int, trail: set[str]
) -> ObservedWords | None:
    """Return what a seat sees when that is not what is claimed; None when it is.

    ``since`` is how much it had been shown before what was done. Notes the clauses that say who
    sees it.
    """
    view, game = table.view(claim.seat), table.rules.game
    who = f"seat {claim.seat + 1}"
    match claim:
        case SeesOnly(cards=cards, zone=zone, owner=owner):
            trail.add(game.zones[zone].clause)
            name = game.zones[zone].name
            place = ZonePlace(name, None if game.zones[zone].owner is Owner.NOBODY else owner)
            seen = next(one.cards for one in view.zones if one.place == place)
            return (
                None
                if seen == cards
                else ObservedWords(f"{who} sees {_describe(game, seen)} there")
            )
        case Knows(negated=negated, state=state, owner=owner):
            variable = game.states[state]
            trail.add(variable.clause)
            whose = None if variable.owner is Owner.NOBODY else owner
            knows = any((one.name, one.owner) == (variable.name, whose) for one in view.values)
            sight = f"{who} {'sees' if knows else 'does not see'} this"
            return None if knows is not negated else ObservedWords(sight)
        case SawOnly(cards=wanted):
            events = view.seen[since:]
            trail.update(_say_who_sees(game, events))
            saw = frozenset(card for one in events for card in _cards_in(game, one))
            if saw == wanted:
                return None
            return ObservedWords(
                f"{who} saw {_describe(game, pack((card, 1) for card in sorted(saw)))}"
            )


def _cards(cards: ast.Words | None, quoted: QuotedReader) -> Cards:
    return 0 if cards is None else quoted.cards(cards)


def _place(zone: ast.ZoneOf, game: Game, scope: Scope, budget: Budget) -> tuple[int, int]:
    place = zone_of(zone, scope)
    match place:
        case OneZone(zone=index):
            return index, 0
        case OwnedZone(zone=index, owner=owner):
            return index, _outright(owner, game, zone.span, budget)
        case EveryZone() | AllZones() | CardsOf():
            raise WrongTypeError(
                "one zone belongs here", zone.span, hint="name a zone, and whose it is"
            )


def _outright(node: Expr, game: Game, span: Span, budget: Budget) -> int:
    """Return an owner that is the same in every position."""
    read = reads(game, node)
    if read.states or read.zones:
        raise NoPositionError("this depends on the position", span, hint="say whose it is outright")
    return cast("int", evaluate(node, Environment(game, NOWHERE, budget=budget)))


def _say_who_sees(game: Game, events: Iterable[SeenEvent]) -> Iterator[str]:
    """Name the clauses of the zones between which cards moved, and of the actions."""
    zones = {zone.name: zone.clause for zone in game.zones}
    actions = {action.name: action.clause for action in game.actions}
    for event in events:
        if event.name in actions:
            yield actions[event.name]
        for move in event.moves:
            places = (move.source, move.target)
            yield from (zones[place.zone] for place in places if place is not None)


def _cards_in(game: Game, event: SeenEvent) -> Iterator[int]:
    """Yield the cards that are seen in an event: those that moved, and those that were chosen."""
    for move in event.moves:
        yield from (card for card, _ in counts(move.cards))
    if event.arguments is None or event.actor is None:
        return
    for param, chosen in zip(game.action(event.name).params, event.arguments, strict=True):
        match param:
            case CombinationParam():
                yield from (card for card, _ in counts(cast("Combination", chosen).cards))
            case CardParam():
                yield cast("int", chosen)
            case FreeParam():
                pass


def _describe(game: Game, cards: Cards) -> str:
    return f"`{show_cards(game, cards)}`" if cards else "nothing"
