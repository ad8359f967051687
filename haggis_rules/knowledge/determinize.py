"""From what a seat knows to whole positions that it cannot tell from the real one.

The log is gone through backwards, to find which single cards have to lie where; the others are
given out by chance. Then the hand is dealt so, and the log taken again by the rules. So every seat
has a log that fits, and what comes out is never believed before its view has been compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

from haggis_rules.enumeration.legal_actions import Choices
from haggis_rules.ir.game import ActionParam, CardParam, CombinationParam, FreeParam
from haggis_rules.knowledge.card_tracking import Kinds, Single, Stuck, Way, Ways, kinds
from haggis_rules.knowledge.initial_states import Beginnings
from haggis_rules.knowledge.log_search import Allowance, Retelling, Turn, followed
from haggis_rules.knowledge.moved_cards import Carried
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.view import Kind, Place, Seen, SeenMove, View, places
from haggis_rules.knowledge.view_reader import see_view
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.dealing import shuffled
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    Halves,
    State,
    Value,
    Values,
    counts,
    pack,
)

TRIES = 2000  # how often chance begins anew before a view is given up
PLAYS = 300  # and how often an action is taken by then, for each event of the log

_Taken = Sequence[list[Single]]  # the single cards of each move of an event


class Hand(NamedTuple):
    """A hand that fits a view: how it began, and all actions and steps since, in order."""

    start: State
    events: tuple[Event, ...]


class Determinizer:
    """Makes whole hands of what seats know of one, by the rules of one game."""

    def __init__(self, rules: Playable) -> None:
        self.rules, game = rules, rules.game
        self.beginnings = Beginnings(game, rules.code)
        self.carried = {name: Carried(game, plan) for name, plan in rules.choices.plans.items()}
        sights, where = rules.sights, places(game)
        self.hidden: list[Mapping[Place, Kinds]] = [
            {
                place: kinds(sights.everything & ~sights.mask(seat, *at))
                for place, at in where.items()
            }
            for seat in range(game.seats)
        ]

    def hand(self, view: View, chance: Random, lasting: Values | None = None) -> Hand:
        """Give a hand that has this view.

        ``lasting`` has what the hand before left, when that is known. Raises
        ``ImpossibleViewError`` when none is found, and as ``see_view`` does.
        """
        see_view(self.rules, view)
        plays = Allowance(PLAYS * (1 + len(view.seen)))
        for _ in range(TRIES if _has_secrets(self.rules, view) else 1):
            try:
                hand = self._tried(view, chance, lasting, plays)
            except (Stuck, Breach):
                if plays.left <= 0:
                    break
                continue
            seen = self.rules.sights.view(hand.start, hand.events, view.seat)
            if (seen if view.seen else replace(seen, seen=())) == view:
                return hand
        message = (
            f"no hand by these rules gives what seat {view.seat + 1} is said to have seen, as far"
            " as can be found; it has to be a view as `Table.view` gave it"
        )
        raise ImpossibleViewError(message)

    def _tried(self, view: View, chance: Random, lasting: Values | None, plays: Allowance) -> Hand:
        """Let chance decide once. Raises ``Stuck`` when that leads nowhere."""
        hidden = self.hidden[view.seat]
        ways = Ways(self.rules.game, chance)
        ways.lay((zone, hidden[zone.place]) for zone in view.zones)
        if not view.seen:
            zones = self.beginnings.fill(ways)
            values = self.beginnings.values(zones, view.values, lasting, ways, dealt=False)
            state = State(values, zones)
            return Hand(state, tuple(followed(self.rules, (values, zones))))
        deal, *log = view.seen
        taken = [ways.undo(self._ways(seen, hidden)) for seen in reversed(log)][::-1]
        zones, dealt = self.beginnings.zones(ways, deal, hidden)
        values = self.beginnings.values(zones, deal.values, lasting, ways, dealt=dealt)
        turns = self._turns(log, taken, chance)
        start = State(values, zones)
        events = Retelling(self.rules, view.seat, turns, plays).events(start)
        return Hand(start, tuple(events))

    def _ways(self, seen: Seen, hidden: Mapping[Place, Kinds]) -> list[Way]:
        """Give the moves of an event, with all that the seat knows of the cards."""
        found: list[Way] = []
        for move in seen.moves:
            if move.source is None:
                raise Stuck
            may = hidden[move.source] & hidden[move.target]
            cards, unknown, together = move.cards, move.unseen, None
            if unknown and seen.kind is Kind.ACTION:
                carried, between = self.carried[seen.name], (move.source.zone, move.target.zone)
                may = carried.may(between, may)
                told = carried.cards(between, seen.arguments) if seen.arguments else None
                if told is not None:
                    cards, unknown = told, 0
                elif carried.is_combination(between) and not cards:
                    together = self._makes_something
            found.append(Way(move.source, move.target, cards, unknown, may, together))
        return found

    def _makes_something(self, cards: Cards) -> bool:
        return bool(self.rules.readings(cards))

    def _turns(self, log: Sequence[Seen], taken: Sequence[_Taken], chance: Random) -> list[Turn]:
        turns = [Turn([])]
        for seen, singles in zip(log, taken, strict=True):
            if seen.kind is Kind.ACTION:
                turns.append(Turn([seen], partial(self._offered, seen, singles, chance)))
            else:
                turns[-1].seen.append(seen)
        return turns

    def _offered(self, seen: Seen, taken: _Taken, chance: Random, state: Halves) -> list[Action]:
        """Give the actions that an event may have been, in an order by chance."""
        name, actor = seen.name, seen.actor or 0
        if seen.arguments is not None:
            return [Action(name, actor, seen.arguments)]
        choices, plan = self.rules.choices, self.rules.choices.plans[name]
        moved = _moved(self.carried[name], seen.moves, taken)
        if moved is None:
            found = choices.arguments(plan, *state, actor)
        else:
            params = enumerate(plan.action.params)
            offers = [self._made(choices, param, moved.get(place, 0)) for place, param in params]
            found = list(product(*offers))
        return [Action(name, actor, arguments) for arguments in shuffled(found, chance)]

    def _made(self, choices: Choices, param: ActionParam, cards: Cards) -> Sequence[Value]:
        """Give what a choice may have been by which these cards moved."""
        match param:
            case FreeParam():
                return choices.domain(param)
            case CardParam():
                return [kind for kind, _ in counts(cards)]
            case CombinationParam():
                return [Combination(one, cards) for one in self.rules.readings(cards)]


def _moved(carried: Carried, moves: Sequence[SeenMove], taken: _Taken) -> dict[int, Cards] | None:
    """Give the cards that each choice moved; None when not every choice of cards is among them."""
    found: dict[int, Cards] = {}
    for move, singles in zip(moves, taken, strict=True):
        place = (
            None if move.source is None else carried.by.get((move.source.zone, move.target.zone))
        )
        if place is not None:
            found[place] = sum(pack([(one.kind, 1)]) for one in singles if one.kind is not None)
    return found if carried.all_in(found) else None


def _has_secrets(rules: Playable, view: View) -> bool:
    """Whether there is anything that chance can decide."""
    values = sum(rules.game.owners(kept.owner) for kept in rules.game.states)
    return (
        len(view.values) != values
        or any(zone.unseen for zone in view.zones)
        or any(move.unseen for seen in view.seen for move in seen.moves)
        or any(seen.kind is Kind.ACTION and seen.arguments is None for seen in view.seen)
    )
