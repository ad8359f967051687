"""Which seat a host asks next, where several can act, and which of them may wait.

- Where somebody is in turn, the other seats that can act are asked first, in their order, and may
  wait. One that has waited is not asked again until a seat in turn has acted.
- Where nobody is, as when all choose in secret, each seat has to act once. One that has acted and
  can do more may wait, so that nobody is made to do what is only allowed, such as to bet.
- Where all of them wait, the lowest seat has to act: otherwise play would never go on.
"""

from __future__ import annotations

from typing import NamedTuple

from haggis_rules.engine.match import MatchState
from haggis_rules.ir.game import InTurn


class Asked(NamedTuple):
    """The seat that is asked, and whether it may wait for others to act."""

    seat: int
    may_wait: bool


def seats_in_turn(match: MatchState) -> tuple[int, ...]:
    """Return the seats that have an action which is for one seat at a time, mostly one or none."""
    game, state, able = match.rules.game, match.state, match.to_act
    begun = match.rules.actor_actions(state.values, state.zones)
    turned = {seat for seat, number in begun if isinstance(game.actions[number].actor, InTurn)}
    # An action may be begun and have no choice that is allowed.
    return tuple(seat for seat in able if seat in turned and _has_turn_action(match, seat))


class AskingOrder:
    """Keeps which seats have waited and acted, as far as it matters who is asked next."""

    def __init__(self) -> None:
        self._waited: frozenset[int] = frozenset()
        self._acted: frozenset[int] = frozenset()

    def asked(self, match: MatchState) -> Asked | None:
        """Return which seat is asked; None when nobody can act."""
        able, turned = match.to_act, seats_in_turn(match)
        left = [seat for seat in able if seat not in self._waited and seat not in turned]
        if left:
            return Asked(left[0], may_wait=bool(turned) or left[0] in self._acted)
        last = turned or able
        return Asked(last[0], may_wait=False) if last else None

    def free(self, match: MatchState) -> frozenset[int]:
        """Return the seats that may wait, where all are asked at the same time."""
        able, turned = match.to_act, seats_in_turn(match)
        has_to = turned or [seat for seat in able if seat not in self._acted]
        return frozenset(range(match.rules.players)).difference(has_to)

    def note_wait(self, seat: int) -> None:
        """Remember that a seat has waited."""
        self._waited |= {seat}

    def note_action(self, before: MatchState, seat: int) -> None:
        """Remember that a seat has acted in a match as it stood before."""
        turned = seats_in_turn(before)
        if seat in turned or {*before.to_act} <= self._waited:
            self._waited = frozenset()
        self._acted = frozenset() if turned else self._acted | {seat}

    def note_all_waited(self) -> None:
        """Remember that nobody has acted, where all were asked at the same time."""
        self._acted = frozenset()


def _has_turn_action(match: MatchState, seat: int) -> bool:
    turned = {one.name for one in match.rules.game.actions if isinstance(one.actor, InTurn)}
    actions = match.actions(seat)
    # Mostly the last or the first is one, and the others need not be made.
    ends = (actions[-1], actions[0])
    return any(one.name in turned for one in ends) or any(one.name in turned for one in actions)
