"""Which seat of a match is asked next, and its player with it."""

from __future__ import annotations

from collections.abc import Sequence

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.seat import to_choose
from haggis_rules.players.player import Player, in_turn
from haggis_rules.semantics.action import Action


def next_action(match: MatchState, players: Sequence[Player | None]) -> Action | None:
    """Return the next action of a match, as chosen by its players, one for each seat.

    Players who may act out of turn are asked first, in the order of the seats, and then the player
    whose turn it is. A seat with None has no player here and is not asked; if no other seat acts,
    the result is None. The match does not change: give the action to ``MatchState.apply``. Raises
    ``ValueError`` if nobody can act.

    >>> from haggis_rules import greedy_player, load, next_action
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> next_action(match, [greedy_player(), greedy_player()])
    <Action 2: play 2r 2y 2g 3r 4r 4y J Q K>
    """
    able, game = match.to_act, match.rules.game
    if not able:
        message = "nobody can act in this match any more"
        raise ValueError(message)
    awaited = [seat for seat in able if in_turn(game, match.decisions(seat))] or [*able]
    for seat in able:
        player = None if seat in awaited else players[seat]
        chosen = (
            None if player is None else player.choose(to_choose(match.seat(seat)), may_wait=True)
        )
        if chosen is not None:
            return chosen
    for seat in awaited:
        player = players[seat]
        if player is not None:
            return player.choose(to_choose(match.seat(seat)))
    return None
