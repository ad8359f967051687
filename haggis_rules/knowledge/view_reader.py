"""Views from outside: made again from JSON, and refused when they speak of what is not there."""

from __future__ import annotations

from haggis_rules.ir.game import Game
from haggis_rules.knowledge.match_view import MatchView, match_view_form
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.seen import SeenEvent, SeenKind, zone_places
from haggis_rules.knowledge.view import View, view_form
from haggis_rules.knowledge.view_json import MatchViewJson, ViewJson
from haggis_rules.notation.errors import ImpossibleViewError, OtherRulesError
from haggis_rules.notation.forms import Json
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import check_seat
from haggis_rules.semantics.state import Cards, size


def view_from_json(game: Game, data: ViewJson | Json) -> View:
    """Return the view that JSON stands for. Raises ``NotationError``."""
    return view_form(game).from_json(data)


def match_view_from_json(game: Game, data: MatchViewJson | Json) -> MatchView:
    """Return the view of a match that JSON stands for. Raises ``NotationError``."""
    return match_view_form(game).from_json(data)


def check_rules(game: Game, view: View | MatchView) -> None:
    """See that a view is of these rules. Raises ``OtherRulesError`` and ``NoSuchSeatError``."""
    if view.game is not game and view.game != game:
        message = f"this is a view by the rules of `{view.game.name}`, or by others of that name"
        raise OtherRulesError(f"{message}, and not by those of `{game.name}` as they stand here")
    check_seat(game, view.seat)


def check_view(rules: Playable, view: View) -> None:
    """See that a view speaks of seats, places, cards and actions of these rules.

    Raises ``OtherRulesError``, ``NoSuchSeatError`` and ``ImpossibleViewError``.
    """
    game = rules.game
    check_rules(game, view)
    known = zone_places(game)
    moves = [move for seen in view.seen for move in seen.moves]
    lying = {zone.place: size(zone.cards) + zone.unseen for zone in view.zones}
    there = [(one.cards, one.unseen) for part in (view.zones, moves) for one in part]
    if (
        lying.keys() != known.keys()
        or sum(lying.values()) != sum(card.copies for card in game.cards)
        or not all(move.target in known for move in moves)
        or not all(move.source is None or move.source in known for move in moves)
        or not all(unseen >= 0 and _of_deck(rules, cards) for cards, unseen in there)
    ):
        raise ImpossibleViewError("this view speaks of places or cards that the rules do not have")
    _check_events(rules, view)


def _check_events(rules: Playable, view: View) -> None:
    """See that a log begins with a deal, and goes on with actions and steps of these rules."""
    steps = {step.name for step in rules.game.steps}
    plans, seats = rules.choices.plans, range(rules.game.seats)
    for number, seen in enumerate(view.seen):
        match seen.kind:
            case SeenKind.DEAL:
                good = number == 0 and all(move.source is None for move in seen.moves)
            case SeenKind.STEP:
                good = seen.name in steps
            case SeenKind.ACTION:
                plan = plans.get(seen.name)
                good = plan is not None and seen.actor in seats
                if plan is not None and seen.actor is not None and seen.arguments is not None:
                    action = Action(seen.name, seen.actor, seen.arguments)
                    good = good and rules.choices.well_formed(plan, action)
        # The deal comes first, nothing else does, and only it takes cards from the deck.
        later = seen.kind is not SeenKind.DEAL
        if not good or (number > 0) is not later or (later and _from_deck(seen)):
            message = f"event {number + 1} of this view, `{seen.name:.40}`, cannot stand there"
            raise ImpossibleViewError(message)


def _from_deck(seen: SeenEvent) -> bool:
    return any(move.source is None for move in seen.moves)


def _of_deck(rules: Playable, cards: Cards) -> bool:
    """Whether cards are of kinds that there are."""
    return cards >= 0 and not cards & ~rules.visibility.everything
