"""Nodes that a seat cannot tell from the real one, with a history that leads to each of them.

A match that fits what the seat knows is made as ``Rules.determinize`` makes it. What chance and the
seats would have been asked on the way there, and have answered, is then read off its hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.enumeration.outcomes import is_pending, outcomes
from haggis_rules.hosts.asking import Offers, asking_order, offers_in
from haggis_rules.hosts.card_deal import CardDeal, first_deal, next_deal
from haggis_rules.hosts.decision_parts import WAIT
from haggis_rules.hosts.information import information_state
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame, Wait
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState

CHANCE = -1  # who is asked, where no seat is
TRIES = 20  # matches that are made, where seats that wait rest on what is hidden


class ReachedNode(NamedTuple):
    """A node, and who said what on the way to it: seats, or ``CHANCE``, each with its number."""

    node: GameNode
    history: tuple[tuple[int, int], ...]


class _OtherOrderError(Exception):
    """In this match the seats would have been asked in another order than they were."""


def resampled(node: GameNode, seat: int, chance: Random) -> ReachedNode:
    """Return a node, by chance, that looks to a seat as this one does.

    The same seat is asked there, but what another seat has said of its decision so far is not said
    yet. Raises ``ImpossibleViewError`` when none is found.
    """
    if node.match is None:
        return ReachedNode(node.game.start, ())
    known, view = information_state(node, seat), node.match.view(seat)
    for _ in range(TRIES):
        match = node.game.rules.determinize(view, chance)
        try:
            found = _to_the_same(node, seat, reached(node.game, match))
        except _OtherOrderError:
            continue
        if information_state(found.node, seat) == known:
            return found
    message = f"no hands are found in which the seats are asked as seat {seat + 1} knows it"
    raise ImpossibleViewError(message)


def reached(game: SequentialGame, match: MatchState) -> ReachedNode:
    """Return the node of a match, where nobody has been asked since its last action.

    Raises ``_OtherOrderError`` where a seat acted that would not have been asked.
    """
    way, rules, state = _Way(game), game.rules, None
    for position in match.hands:
        if state is None:
            deal = first_deal(rules)
        else:
            lasting, _ = rules.code.between(state.values, state.zones)
            deal = next_deal(rules, lasting)
        way.deal(deal, position)
        state = way.play(position)
    return ReachedNode(game.node_of(match, tuple(way.waits), way.parts), tuple(way.history))


def _to_the_same(node: GameNode, seat: int, found: ReachedNode) -> ReachedNode:
    """Ask as many seats as have been asked in a node. Raises ``_OtherOrderError``."""
    at, history = found.node, [*found.history]
    if node.deal is not None or node.over:
        return found
    actor = node.asking.seat if node.drawing is None else node.drawing.actor
    while at.asking.seat != actor:
        if not at.asking.may_wait:
            raise _OtherOrderError
        history.append((at.asking.seat, WAIT))
        at = at.after(WAIT)
    said: Sequence[int] = ()
    if node.drawing is not None:
        said = [node.game.numbers.name(node.drawing.name)]
    elif node.decision is not None and actor == seat:
        said = node.decision.said
    for part in said:
        if part not in at.options:
            raise _OtherOrderError
        history.append((actor, part))
        at = at.after(part)
    return ReachedNode(at, tuple(history))


@dataclass(slots=True)
class _Way:
    """What has been said on the way through the hands of a match."""

    game: SequentialGame
    history: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    waits: list[Wait] = field(default_factory=list[Wait])
    hand: int = 0

    @property
    def parts(self) -> int:
        """How often a seat said something."""
        return sum(who != CHANCE for who, _ in self.history)

    def deal(self, deal: CardDeal, position: Position) -> None:
        """Deal as a hand was dealt."""
        whole = dealing_of(self.game.rules.game, position.start, first=self.hand == 0)
        self.history += [(CHANCE, outcome) for outcome in deal.path(whole)]
        self.hand += 1

    def play(self, position: Position) -> GameState:
        """Say all that was done in a hand, and return the state in which it stands."""
        state, taken = position.start, 0
        for event in position.history:
            if isinstance(event.done, Action):
                self._act(state, event.done, taken)
                taken += 1
            state = event.state
        return state

    def _act(self, state: GameState, action: Action, taken: int) -> None:
        rules, offers = self.game.rules, offers_in(self.game.rules, state)
        for asked in asking_order(rules, offers):
            if asked.seat == action.actor:
                break
            if not asked.may_wait:
                raise _OtherOrderError
            self.history.append((asked.seat, WAIT))
            self.waits.append(Wait(asked.seat, self.hand, taken))
        else:
            raise _OtherOrderError
        self._say(state, offers, action)

    def _say(self, state: GameState, offers: Offers, action: Action) -> None:
        numbers, choices = self.game.numbers, self.game.rules.choices
        plan, seat = choices.plans[action.name], action.actor
        decision = numbers.begun(action.name, offers[seat][action.name])
        said = [*decision.said]
        if not is_pending(choices, action._replace(arguments=())):
            said += numbers.path(decision, action.arguments)
        self.history += [(seat, part) for part in said]
        if (
            plan.action.by_chance
            and len(outcomes(choices, plan, state.values, state.zones, seat)) > 1
        ):
            (drawn,) = action.arguments
            assert isinstance(drawn, int)  # noqa: S101 - chance chooses a card or a value
            self.history.append((CHANCE, drawn))
