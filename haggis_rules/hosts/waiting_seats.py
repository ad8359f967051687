"""Which seats let others act first on the way through some hands, as far as one seat knows it.

A seat knows when it has waited itself. When others did follows from who acted, and not always in
one way alone, so it is searched for: depth first, with as few waits as there can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.hosts.seat_options import SeatOptions, options_of_seats
from haggis_rules.ir.game import Game
from haggis_rules.players.asking_order import Asked, AskingOrder, able_by_names
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState

MOST_TRIED = 10_000  # steps of the search


class PresentMoment(NamedTuple):
    """The state that a match has come to."""

    hand: int
    taken: int
    seat_options: SeatOptions


class ActedMoment(NamedTuple):
    """A state in which a seat acted: the hand, how many actions came before, and what it did."""

    hand: int
    taken: int
    state: GameState
    seat_options: SeatOptions
    action: Action


AskedMoment: TypeAlias = ActedMoment | PresentMoment


class KnownWaits(NamedTuple):
    """How often a seat knows that it has waited, by the hand and the actions that came before.

    ``asked`` is who is asked now, and ``may_wait`` whether it may wait, which it knows itself;
    None where that is not known.
    """

    seat: int | None = None
    times: Mapping[tuple[int, int], int] = {}
    asked: int | None = None
    may_wait: bool | None = None


class WaitingSeats(NamedTuple):
    """The seats that waited before somebody acted, in order, and who has been asked by then."""

    seats: tuple[int, ...]
    before: AskingOrder


def moments(rules: Ruleset, match: MatchState) -> Iterator[ActedMoment]:
    """Yield each moment of a match in which a seat acted, in order."""
    for hand, position in enumerate(match.hands, start=1):
        state, taken = position.start, 0
        for event in position.history:
            if isinstance(event.done, Action):
                yield ActedMoment(hand, taken, state, options_of_seats(rules, state), event.done)
                taken += 1
            state = event.state


def waiting_seats(
    game: Game, acted: Sequence[ActedMoment], known: KnownWaits, now: AskedMoment | None = None
) -> tuple[list[WaitingSeats], AskingOrder] | None:
    """Return who waited in each of some moments, and who has been asked when all is done.

    None when the seats would never be asked so that they act in this order, the seat of ``known``
    waits as often as it knows, and whoever is asked ``now`` is asked then.
    """
    found, open_ = list[WaitingSeats](), list[Iterator[WaitingSeats]]()
    before = AskingOrder()
    for _ in range(MOST_TRIED):
        if len(found) == len(acted):
            if now is None or _is_asked(game, now, before, known):
                return found, before
            way = None
        else:
            moment = acted[len(found)]
            if len(open_) == len(found):
                open_.append(_waiting_orders(game, moment, moment.action.actor, before, known))
            way = next(open_[-1], None)
            if way is None:
                open_.pop()
            else:
                found.append(way)
                able = able_by_names(game, moment.seat_options)
                before = way.before.after_action(able, moment.action.actor)
        if way is None:
            if not found:
                return None
            found.pop()
    return None


def _is_asked(game: Game, now: AskedMoment, before: AskingOrder, known: KnownWaits) -> bool:
    """Whether the seat is asked that is known to be asked, and as it is."""
    if known.asked is None:
        return True
    able = able_by_names(game, now.seat_options)
    for way in _waiting_orders(game, now, known.asked, before, known):
        asked = way.before.asked(able)
        if asked is not None and known.may_wait in (None, asked.may_wait):
            return True
    return False


def _waiting_orders(
    game: Game, moment: AskedMoment, actor: int, before: AskingOrder, known: KnownWaits
) -> Iterator[WaitingSeats]:
    """Yield each way in which seats can wait until the one that acts is asked."""
    seats, times = list[int](), known.times.get((moment.hand, moment.taken), 0)
    able = able_by_names(game, moment.seat_options)
    while True:
        asked: Asked | None = before.asked(able)
        if asked is None:
            return
        own = seats.count(known.seat) if known.seat is not None else 0
        if asked.seat == actor and own == times:
            yield WaitingSeats(tuple(seats), before)
        if not asked.may_wait or own > times:
            return
        seats.append(asked.seat)
        before = before.after_wait(asked.seat)
