"""From what a seat knows to whole positions that it cannot tell from the real one.

The log is gone through backwards, to find which single cards have to lie where; the others are
given out by chance. Then the hand is dealt so, and the log taken again by the rules. So every seat
has a log that fits, and what comes out is never believed before its view has been compared.

This is rejection sampling with a proposal that already knows most of the log, so that few tries
fail. ``Rules.determinize`` says how likely each result is; hidden choices are mended until they fit
and not weighed. Two bounds keep it from running on, one on tries and one on actions taken, so a
view that no hand has is refused after a while, and so may be one that few hands have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random
from typing import NamedTuple

from haggis_rules.enumeration.legal_actions import LegalActions
from haggis_rules.ir.game import ActionParam, CardParam, CombinationParam, FreeParam
from haggis_rules.knowledge.card_tracking import (
    CardFlow,
    CardMask,
    CardTracker,
    DeadEndError,
    TrackedCard,
    kinds,
)
from haggis_rules.knowledge.initial_states import InitialStates
from haggis_rules.knowledge.log_search import LoggedTurn, LogSearch, SearchBudget, followed
from haggis_rules.knowledge.moved_cards import MovingChoices
from haggis_rules.knowledge.playable import Playable
from haggis_rules.knowledge.seen import SeenEvent, SeenKind, SeenMove, ZonePlace, zone_places
from haggis_rules.knowledge.view import View
from haggis_rules.knowledge.view_reader import check_view
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.random_streams import shuffled
from haggis_rules.semantics.state import (
    Cards,
    Combination,
    GameState,
    StateParts,
    StateValues,
    Value,
    counts,
    pack,
)

TRIES = 2000  # how often chance begins anew before a view is given up
PLAYS = 300  # and how often an action is taken by then, for each event of the log

_Taken = Sequence[list[TrackedCard]]  # the single cards of each move of an event


class DeterminizedHand(NamedTuple):
    """A hand that fits a view: how it began, and all actions and steps since, in order."""

    start: GameState
    events: tuple[Event, ...]


class Determinizer:
    """Makes whole hands of what seats know of one, by the rules of one game."""

    def __init__(self, rules: Playable) -> None:
        self.rules, game = rules, rules.game
        self.beginnings = InitialStates(game, rules.code)
        self.moving_choices = {
            name: MovingChoices(game, plan) for name, plan in rules.choices.plans.items()
        }
        visibility, where = rules.visibility, zone_places(game)
        self.hidden: list[Mapping[ZonePlace, CardMask]] = [
            {
                place: kinds(visibility.everything & ~visibility.mask(seat, *at))
                for place, at in where.items()
            }
            for seat in range(game.seats)
        ]

    def hand(
        self, view: View, chance: Random, lasting: StateValues | None = None
    ) -> DeterminizedHand:
        """Return a hand that has this view.

        ``lasting`` has what the hand before left, when that is known. Raises
        ``ImpossibleViewError`` when none is found, and as ``see_view`` does.
        """
        check_view(self.rules, view)
        plays = SearchBudget(PLAYS * (1 + len(view.seen)))  # shared by all tries
        # Where nothing is hidden chance decides nothing, and a second try would be the first.
        for _ in range(TRIES if _has_secrets(self.rules, view) else 1):
            try:
                hand = self._tried(view, chance, lasting, plays)
            except (DeadEndError, Breach):
                if plays.left <= 0:
                    break
                continue
            seen = self.rules.visibility.view(hand.start, hand.events, view.seat)
            if (seen if view.seen else replace(seen, seen=())) == view:
                return hand
        message = (
            f"no hand by these rules gives what seat {view.seat + 1} is said to have seen, as far"
            " as can be found; it has to be a view as `Table.view` gave it"
        )
        raise ImpossibleViewError(message)

    def _tried(
        self, view: View, chance: Random, lasting: StateValues | None, plays: SearchBudget
    ) -> DeterminizedHand:
        """Let chance decide once. Raises ``DeadEndError`` when that leads nowhere."""
        hidden = self.hidden[view.seat]
        tracker = CardTracker(self.rules.game, chance)
        tracker.lay((zone, hidden[zone.place]) for zone in view.zones)
        if not view.seen:
            zones = self.beginnings.fill(tracker)
            values = self.beginnings.values(zones, view.values, lasting, tracker, dealt=False)
            state = GameState(values, zones)
            return DeterminizedHand(state, tuple(followed(self.rules, (values, zones))))
        # Backwards, since only where the cards lie now is surely known; the last event is undone
        # first, and the lists are turned round again to stand beside the log.
        deal, *log = view.seen
        taken = [tracker.undo(self._flows(seen, hidden)) for seen in reversed(log)][::-1]
        zones, dealt = self.beginnings.zones(tracker, deal, hidden)
        values = self.beginnings.values(zones, deal.values, lasting, tracker, dealt=dealt)
        turns = self._turns(log, taken, chance)
        start = GameState(values, zones)
        events = LogSearch(self.rules, view.seat, turns, plays).events(start)
        return DeterminizedHand(start, tuple(events))

    def _flows(self, seen: SeenEvent, hidden: Mapping[ZonePlace, CardMask]) -> list[CardFlow]:
        """Return the moves of an event, with all that the seat knows of the cards."""
        found: list[CardFlow] = []
        for move in seen.moves:
            if move.source is None:
                raise DeadEndError
            # A card that moved unseen is of a kind that the seat sees at neither end.
            may = hidden[move.source] & hidden[move.target]
            cards, unknown, is_playable = move.cards, move.unseen, None
            if unknown and seen.kind is SeenKind.ACTION:
                moving, between = (
                    self.moving_choices[seen.name],
                    (move.source.zone, move.target.zone),
                )
                may = moving.may(between, may)
                exact = moving.cards(between, seen.arguments) if seen.arguments else None
                if exact is not None:
                    cards, unknown = exact, 0
                elif moving.is_combination(between) and not cards:
                    is_playable = self._makes_something
            found.append(CardFlow(move.source, move.target, cards, unknown, may, is_playable))
        return found

    def _makes_something(self, cards: Cards) -> bool:
        return bool(self.rules.readings(cards))

    def _turns(
        self, log: Sequence[SeenEvent], taken: Sequence[_Taken], chance: Random
    ) -> list[LoggedTurn]:
        turns = [LoggedTurn([])]
        for seen, singles in zip(log, taken, strict=True):
            if seen.kind is SeenKind.ACTION:
                turns.append(LoggedTurn([seen], partial(self._offered, seen, singles, chance)))
            else:
                turns[-1].seen.append(seen)
        return turns

    def _offered(
        self, seen: SeenEvent, taken: _Taken, chance: Random, state: StateParts
    ) -> list[Action]:
        """Return the actions that an event may have been, in an order by chance."""
        name, actor = seen.name, seen.actor or 0
        if seen.arguments is not None:
            return [Action(name, actor, seen.arguments)]
        choices, plan = self.rules.choices, self.rules.choices.plans[name]
        moved = _moved(self.moving_choices[name], seen.moves, taken)
        # Where the moved cards give away every choice of cards, only readings and free choices are
        # left open; else all that the rules offer there is tried.
        if moved is None:
            found = choices.arguments(plan, *state, actor)
        else:
            params = enumerate(plan.action.params)
            options = [
                self._candidates(choices, param, moved.get(place, 0)) for place, param in params
            ]
            found = list(product(*options))
        return [Action(name, actor, arguments) for arguments in shuffled(found, chance)]

    def _candidates(
        self, choices: LegalActions, param: ActionParam, cards: Cards
    ) -> Sequence[Value]:
        """Return what a choice may have been by which these cards moved."""
        match param:
            case FreeParam():
                return choices.domain(param)
            case CardParam():
                return [kind for kind, _ in counts(cards)]
            case CombinationParam():
                return [Combination(one, cards) for one in self.rules.readings(cards)]


def _moved(
    moving: MovingChoices, moves: Sequence[SeenMove], taken: _Taken
) -> dict[int, Cards] | None:
    """Return the cards that each choice moved; None unless every choice of cards is among them."""
    found: dict[int, Cards] = {}
    for move, singles in zip(moves, taken, strict=True):
        place = None if move.source is None else moving.by.get((move.source.zone, move.target.zone))
        if place is not None:
            found[place] = sum(pack([(one.kind, 1)]) for one in singles if one.kind is not None)
    return found if moving.all_in(found) else None


def _has_secrets(rules: Playable, view: View) -> bool:
    """Whether there is anything that chance can decide."""
    values = sum(rules.game.owners(variable.owner) for variable in rules.game.states)
    return (
        len(view.values) != values
        or any(zone.unseen for zone in view.zones)
        or any(move.unseen for seen in view.seen for move in seen.moves)
        or any(seen.kind is SeenKind.ACTION and seen.arguments is None for seen in view.seen)
    )
