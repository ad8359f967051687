"""Which seats let others act first on the way through some hands, as far as one seat knows it.

A seat knows when it has waited itself. When others did follows from who acted, and not always in
one way alone, so it is searched for: depth first, with as few waits as there can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.hosts.asking import AskedBefore, Offers, offers_in
from haggis_rules.hosts.asking_order import Asked
from haggis_rules.ir.game import Game
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState


class ActedMoment(NamedTuple):
    """A state in which a seat acted: the hand, how many actions came before, and what it did."""

    hand: int
    taken: int
    state: GameState
    offers: Offers
    action: Action


class KnownWaits(NamedTuple):
    """How often a seat knows that it has waited, by the hand and the actions that came before."""

    seat: int | None = None
    times: Mapping[tuple[int, int], int] = {}


class WaitingSeats(NamedTuple):
    """The seats that waited before somebody acted, in order, and who has been asked by then."""

    seats: tuple[int, ...]
    before: AskedBefore


def moments(rules: Ruleset, match: MatchState) -> Iterator[ActedMoment]:
    """Yield each moment of a match in which a seat acted, in order."""
    for hand, position in enumerate(match.hands, start=1):
        state, taken = position.start, 0
        for event in position.history:
            if isinstance(event.done, Action):
                yield ActedMoment(hand, taken, state, offers_in(rules, state), event.done)
                taken += 1
            state = event.state


def waiting_seats(
    game: Game, acted: Sequence[ActedMoment], known: KnownWaits
) -> tuple[list[WaitingSeats], AskedBefore] | None:
    """Return who waited in each of some moments, and who has been asked when all is done.

    None when the seats would never be asked so that they act in this order, and the seat of
    ``known`` waits as often as it knows.
    """
    found, open_ = list[WaitingSeats](), list[Iterator[WaitingSeats]]()
    before = AskedBefore()
    while len(found) < len(acted):
        moment = acted[len(found)]
        if len(open_) == len(found):
            open_.append(_waiting_orders(game, moment, before, known))
        way = next(open_[-1], None)
        if way is None:
            open_.pop()
            if not found:
                return None
            found.pop()
            continue
        found.append(way)
        before = way.before.after_action(game, moment.offers, moment.action.actor)
    return found, before


def _waiting_orders(
    game: Game, moment: ActedMoment, before: AskedBefore, known: KnownWaits
) -> Iterator[WaitingSeats]:
    """Yield each way in which seats can wait until the one that acted is asked."""
    seats, times = list[int](), known.times.get((moment.hand, moment.taken), 0)
    while True:
        asked: Asked | None = before.asked(game, moment.offers)
        if asked is None:
            return
        own = seats.count(known.seat) if known.seat is not None else 0
        if asked.seat == moment.action.actor and own == times:
            yield WaitingSeats(tuple(seats), before)
        if not asked.may_wait or own > times:
            return
        seats.append(asked.seat)
        before = before.after_wait(asked.seat)
