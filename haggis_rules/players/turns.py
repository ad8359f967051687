"""Which seat of a match is asked next, and its player with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import overload

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.seat import to_choose
from haggis_rules.players.asking_order import AskingOrder, able_seats, acted_since_turn
from haggis_rules.players.player import Player
from haggis_rules.semantics.action import Action


@overload
def next_action(match: MatchState, players: Sequence[Player]) -> Action: ...


@overload
def next_action(match: MatchState, players: Sequence[Player | None]) -> Action | None: ...


def next_action(match: MatchState, players: Sequence[Player | None]) -> Action | None:
    """Return what the players of a match, one for each seat, do next.

    Where a seat is in turn, the others that can act are asked before it, in the order of the seats,
    and may wait. Where nobody is, each seat in order has to act once, and may wait when it has
    acted or when nothing that it can do leads on, such as to bet. Once all wait, the seat in turn
    has to act, or else the lowest seat that can do something that leads on. So nobody is made to
    bet. A player that has waited is asked again at the next call.

    A seat for which None stands has no player here and is not asked; if nobody else acts, None is
    returned. Nothing changes: ``MatchState.apply`` takes the action. Raises ``ValueError`` when
    nobody can act, when an entry is missing for a seat, and when a player waits who may not.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> next_action(match, [greedy_player(), greedy_player()])
    <Action 2: play 2r 2y 2g 3r 4r 4y J Q K>
    """
    seats = able_seats(match)
    if not seats.able:
        message = "nobody can act in this match any more"
        raise ValueError(message)
    if len(players) != match.rules.players:
        message = f"{match.rules.players} seats need a player each, or None, and not {len(players)}"
        raise ValueError(message)
    order = AskingOrder(acted=frozenset() if seats.in_turn else acted_since_turn(match))
    for seat in seats.out_of_turn:
        player = players[seat]
        if player is not None:
            chosen = _chosen(match, seat, player, may_wait=order.may_wait(seats, seat))
            if chosen is not None:
                return chosen
    for seat in seats.awaited:
        player = players[seat]
        if player is not None:
            return _chosen(match, seat, player, may_wait=False)
    return None


def _chosen(match: MatchState, seat: int, player: Player, *, may_wait: bool) -> Action | None:
    """Ask a player. Raises ``ValueError`` when it waits and may not."""
    chosen = player.choose(to_choose(match.seat(seat)), may_wait=may_wait)
    if chosen is None and not may_wait:
        message = f"the player of seat {seat} has to act here, and has returned None"
        raise ValueError(message)
    return chosen
