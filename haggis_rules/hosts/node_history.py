"""The way to a match: what chance and the seats were asked in its hands, and what they said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from haggis_rules.engine.match import MatchState
from haggis_rules.enumeration.outcomes import outcomes
from haggis_rules.hosts.card_deal import first_deal, next_deal
from haggis_rules.hosts.decision_parts import WAIT
from haggis_rules.hosts.seat_options import options_of_seats
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame, Wait
from haggis_rules.hosts.waiting_seats import (
    ActedMoment,
    KnownWaits,
    PresentMoment,
    moments,
    waiting_seats,
)
from haggis_rules.notation.dealings import dealing_of

CHANCE = -1  # who is asked, where no seat is

History: TypeAlias = tuple[tuple[int, int], ...]
"""Each answer on the way: the seat that gave it, or ``CHANCE``, and its number."""


class ReachedNode(NamedTuple):
    """A node, and all that was said on the way to it."""

    node: GameNode
    history: History

    def after(self, said: int) -> ReachedNode:
        """Return the node after something was said in this one."""
        who = CHANCE if self.node.by_chance else self.node.asking.seat
        return ReachedNode(self.node.after(said), (*self.history, (who, said)))


class OtherOrderError(Exception):
    """In this match the seats would have been asked in another order than they were."""


def reached(
    game: SequentialGame, match: MatchState, known: KnownWaits | None = None
) -> ReachedNode:
    """Return the node of a match, where nobody has been asked since its last action.

    ``known`` tells when one of the seats waited. Raises ``OtherOrderError`` where a seat acted that
    would not have been asked.
    """
    rules, acted = game.rules, [*moments(game.rules, match)]
    now = None
    if known is not None and known.asked is not None:
        taken = sum(moment.hand == match.hand for moment in acted)
        now = PresentMoment(match.hand, taken, options_of_seats(rules, match.state))
    searched = waiting_seats(rules.game, acted, known or KnownWaits(), now)
    if searched is None:
        raise OtherOrderError
    ways, before = searched
    history, waits = list[tuple[int, int]](), list[Wait]()
    said = iter(zip(acted, ways, strict=True))
    following = next(said, None)
    for hand, deals in enumerate(_deals(game, match), start=1):
        history += [(CHANCE, outcome) for outcome in deals]
        while following is not None and following[0].hand == hand:
            moment, (seats, _) = following
            history += [(seat, WAIT) for seat in seats]
            waits += [Wait(seat, hand, moment.taken) for seat in seats]
            history += _said(game, moment)
            following = next(said, None)
    parts = sum(who != CHANCE for who, _ in history)
    return ReachedNode(game.node_of(match, before, tuple(waits), parts), tuple(history))


def _deals(game: SequentialGame, match: MatchState) -> Iterator[Iterator[int]]:
    """Yield what chance dealt before each hand."""
    rules, lasting = game.rules, None
    for position in match.hands:
        deal = first_deal(rules) if lasting is None else next_deal(rules, lasting)
        yield deal.path(dealing_of(rules.game, position.start, first=lasting is None))
        if position.finished:
            lasting, _ = rules.code.between(position.state.values, position.state.zones)


def _said(game: SequentialGame, moment: ActedMoment) -> Iterator[tuple[int, int]]:
    """Yield the parts by which a seat took its action, and what chance chose for it."""
    numbers, choices, action = game.numbers, game.rules.choices, moment.action
    decision = numbers.begun(action.name, moment.seat_options[action.actor][action.name])
    for part in (*decision.said, *numbers.path(decision, action.arguments)):
        yield action.actor, part
    plan, state = choices.plans[action.name], moment.state
    if plan.action.by_chance:
        found = outcomes(choices, plan, state.values, state.zones, action.actor)
        (drawn,) = action.arguments
        assert isinstance(drawn, int)  # noqa: S101 - chance chooses a card or a value
        if len(found) > 1:
            yield CHANCE, drawn
