"""Which seat is asked next, where several can act, and which of them may wait.

- Where somebody is in turn, the other seats that can act are asked first, in their order, and may
  wait. One that has waited is not asked again until a seat in turn has acted.
- Where nobody is, as when all choose in secret, each seat has to act once. One that has acted and
  can do more may wait, and so may one that can do nothing that leads on, such as only bet.
- Where all of them wait, the lowest seat that can do something that leads on has to act; where
  nobody can, the lowest seat: otherwise play would never go on.

So no seat has to do what is only allowed. An order is a value that never changes: a tree of games
has many nodes that go on from one.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import Game, InTurn
from haggis_rules.players.leading_actions import leading_actions
from haggis_rules.players.player import turn_actions
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState


class Asked(NamedTuple):
    """The seat that is asked, and whether it may wait for others to act."""

    seat: int
    may_wait: bool


class AbleSeats(NamedTuple):
    """The seats that can act, those of them that are in turn, and those that can lead on.

    ``leading`` is empty where somebody is in turn, since it does not matter then.
    """

    able: tuple[int, ...]
    in_turn: tuple[int, ...]
    leading: tuple[int, ...] = ()

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats of which the first has to act once all the others wait."""
        return self.in_turn or self.leading or self.able

    @property
    def out_of_turn(self) -> tuple[int, ...]:
        """The seats that are asked before those in turn; all of them where nobody is."""
        return tuple(seat for seat in self.able if seat not in self.in_turn)


class AskingOrder(NamedTuple):
    """The seats that have waited, and that have acted, as far as it matters who is asked next."""

    waited: frozenset[int] = frozenset()
    acted: frozenset[int] = frozenset()

    def asked(self, seats: AbleSeats) -> Asked | None:
        """Return which seat is asked; None when nobody can act."""
        left = [seat for seat in seats.out_of_turn if seat not in self.waited]
        if left:
            return Asked(left[0], may_wait=self.may_wait(seats, left[0]))
        last = seats.awaited
        return Asked(last[0], may_wait=False) if last else None

    def may_wait(self, seats: AbleSeats, seat: int) -> bool:
        """Return whether a seat that is asked before all have waited may wait."""
        return seat in self.acted or seat not in seats.awaited

    def after_wait(self, seat: int) -> AskingOrder:
        """Return the order when a seat has waited."""
        return self._replace(waited=self.waited | {seat})

    def after_action(self, seats: AbleSeats, seat: int) -> AskingOrder:
        """Return the order when a seat has acted where these seats could."""
        forgotten = seat in seats.in_turn or {*seats.able} <= self.waited
        return AskingOrder(
            frozenset() if forgotten else self.waited,
            frozenset() if seats.in_turn else self.acted | {seat},
        )

    def after_all_waited(self) -> AskingOrder:
        """Return the order when nobody has acted, where all were asked at the same time."""
        return self._replace(acted=frozenset())


def able_seats(match: MatchState) -> AbleSeats:
    """Return the seats of a match that can act."""
    game, able = match.rules.game, match.to_act
    in_turn = seats_in_turn(match)
    names = frozenset[str]() if in_turn else leading_actions(game)
    leading = tuple(seat for seat in able if names and _has_action(match, seat, names))
    return AbleSeats(able, in_turn, leading)


def able_by_names(game: Game, offered: Mapping[int, Mapping[str, object]]) -> AbleSeats:
    """Return the seats that can act, from the actions that each of them has, by their names."""
    turned, leading = turn_actions(game), leading_actions(game)
    in_turn = tuple(seat for seat, names in offered.items() if not turned.isdisjoint(names))
    return AbleSeats(
        (*offered,),
        in_turn,
        tuple(
            seat for seat, names in offered.items() if not in_turn and not leading.isdisjoint(names)
        ),
    )


def seats_in_turn(match: MatchState) -> tuple[int, ...]:
    """Return the seats that have an action which is for one seat at a time, mostly one or none."""
    game, able = match.rules.game, match.to_act
    begun = {seat for seat, _ in _begun_in_turn(match.rules, match.state)}
    # An action may be begun and have no choice that is allowed.
    names = turn_actions(game)
    return tuple(seat for seat in able if seat in begun and _has_action(match, seat, names))


def acted_since_turn(match: MatchState) -> frozenset[int]:
    """Return the seats that have acted in this hand since somebody was in turn last."""
    position, found = match.position, set[int]()
    states = [position.start, *(event.state for event in position.history)]
    for before, event in zip(states[-2::-1], position.history[::-1], strict=True):
        if isinstance(event.done, Action):
            if _somebody_in_turn(match.rules, before):
                break
            found.add(event.done.actor)
    return frozenset(found)


def _somebody_in_turn(rules: Ruleset, state: GameState) -> bool:
    return any(
        rules.choices.options_of(state.values, state.zones, seat, [number])[0]
        for seat, number in _begun_in_turn(rules, state)
    )


def _begun_in_turn(rules: Ruleset, state: GameState) -> list[tuple[int, int]]:
    """Return each seat in turn with an action that it may begin, by its number."""
    begun = rules.actor_actions(state.values, state.zones)
    actions = rules.game.actions
    return [(seat, number) for seat, number in begun if isinstance(actions[number].actor, InTurn)]


def _has_action(match: MatchState, seat: int, names: Container[str]) -> bool:
    actions = match.actions(seat)
    # Mostly the last or the first is one, and the others need not be made.
    ends = (actions[-1], actions[0])
    return any(one.name in names for one in ends) or any(one.name in names for one in actions)
