"""Nodes that a seat cannot tell from the real one, with a history that leads to each of them.

A match that fits what the seat knows is made as ``Rules.determinize`` makes it. What chance and the
seats would have been asked on the way there, and have answered, is then read off its hands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple, TypeAlias

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.enumeration.outcomes import is_pending, outcomes
from haggis_rules.hosts.asking import AskedBefore, Offers, offers_in
from haggis_rules.hosts.card_deal import CardDeal, CardSlot, DealSlot, first_deal, next_deal
from haggis_rules.hosts.decision_parts import WAIT
from haggis_rules.hosts.information import information_state
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame, Wait
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.errors import ImpossibleViewError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.random_streams import pick
from haggis_rules.semantics.state import Cards, GameState, counts, pack

CHANCE = -1  # who is asked, where no seat is
TRIES = 20  # matches that are made, where seats that wait rest on what is hidden


_History: TypeAlias = tuple[tuple[int, int], ...]


class ReachedNode(NamedTuple):
    """A node, and who said what on the way to it: seats, or ``CHANCE``, each with its number."""

    node: GameNode
    history: _History


class _OtherOrderError(Exception):
    """In this match the seats would have been asked in another order than they were."""


def resampled(node: GameNode, seat: int, chance: Random) -> ReachedNode:
    """Return a node, by chance, that looks to a seat as this one does.

    The same seat is asked there, but what another seat has said of its decision so far is not said
    yet. Raises ``ImpossibleViewError`` when none is found.
    """
    if node.match is None:
        return _dealt_alike(node, seat, ReachedNode(node.game.start, ()), chance)
    known, view = information_state(node, seat), node.match.view(seat)
    for _ in range(TRIES):
        match = node.game.rules.determinize(view, chance)
        try:
            found = reached(node.game, match)
            if node.deal is not None:
                found = _dealt_alike(node, seat, found, chance)
            elif not node.over:
                found = _asked_alike(node, seat, found)
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
    return ReachedNode(
        game.node_of(match, way.before, tuple(way.waits), way.parts), tuple(way.history)
    )


def _dealt_alike(node: GameNode, seat: int, found: ReachedNode, chance: Random) -> ReachedNode:
    """Deal as far as in a node: the cards that a seat has seen to their places, others by chance.

    What chance decided before the cards, of which seats are told later, stays as it is.
    """
    deal, (at, history) = node.deal, found
    assert deal is not None  # noqa: S101 - nobody asks otherwise
    began = Dealing((), (), deal.began)
    while at.deal is not None and (at.deal.lasting is None) is not (deal.lasting is None):
        at, history = _told(at, history, next(at.deal.path(began)))
    seen = [_is_seen(node, seat, *one) for one in zip(deal.slots, deal.filled, strict=False)]
    while at.deal is not None and len(at.deal.filled) < len(deal.filled):
        place = len(at.deal.filled)
        slot, outcome = at.deal.slot, deal.filled[place]
        if isinstance(slot, CardSlot) and not seen[place]:
            to_come = pack(
                Counter(
                    deal.filled[later]
                    for later, other in enumerate(deal.slots[: len(deal.filled)])
                    if later > place
                    and seen[later]
                    and isinstance(other, CardSlot)
                    and other.stock == slot.stock
                ).items()
            )
            outcome = pick(_hidden(node, seat, slot, at.deal.left[slot.stock] - to_come), chance)
        at, history = _told(at, history, outcome)
    return ReachedNode(at, history)


def _is_seen(node: GameNode, seat: int, slot: DealSlot, outcome: int) -> bool:
    """Whether a seat saw a card that was dealt."""
    if not isinstance(slot, CardSlot):
        return False
    mask = node.game.rules.visibility.mask(seat, slot.zone, slot.owner)
    return bool(mask & pack([(outcome, 1)]))


def _hidden(node: GameNode, seat: int, slot: CardSlot, cards: Cards) -> list[int]:
    """Return those of some cards, one by one, that a seat would not see in a place."""
    mask = node.game.rules.visibility.mask(seat, slot.zone, slot.owner)
    return [card for card, many in counts(cards & ~mask) for _ in range(many)]


def _asked_alike(node: GameNode, seat: int, found: ReachedNode) -> ReachedNode:
    """Ask as many seats as have been asked in a node. Raises ``_OtherOrderError``."""
    at, history = found
    actor = node.asking.seat if node.drawing is None else node.drawing.actor
    while at.asking.seat != actor:
        if not at.asking.may_wait:
            raise _OtherOrderError
        at, history = _told(at, history, WAIT)
    said: Sequence[int] = ()
    if node.drawing is not None:
        said = [node.game.numbers.name(node.drawing.name)]
    elif node.decision is not None and actor == seat:
        said = node.decision.said
    for part in said:
        if part not in at.options:
            raise _OtherOrderError
        at, history = _told(at, history, part)
    return ReachedNode(at, history)


def _told(at: GameNode, history: _History, said: int) -> ReachedNode:
    """Return the node after something was said in another."""
    who = CHANCE if at.by_chance else at.asking.seat
    return ReachedNode(at.after(said), (*history, (who, said)))


@dataclass(slots=True)
class _Way:
    """What has been said on the way through the hands of a match."""

    game: SequentialGame
    history: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    waits: list[Wait] = field(default_factory=list[Wait])
    before: AskedBefore = AskedBefore()
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
        asked = self.before.asked(rules.game, offers)
        while asked is not None and asked.seat != action.actor:
            if not asked.may_wait:
                raise _OtherOrderError
            self.history.append((asked.seat, WAIT))
            self.waits.append(Wait(asked.seat, self.hand, taken))
            self.before = self.before.after_wait(asked.seat)
            asked = self.before.asked(rules.game, offers)
        if asked is None:
            raise _OtherOrderError
        self.before = self.before.after_action(rules.game, offers, action.actor)
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
