"""The players by their names, for whoever asks for one in words. This is the only list of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from haggis_rules.players.greedy import greedy_player
from haggis_rules.players.player import Player
from haggis_rules.players.search import search_player
from haggis_rules.players.uniform import random_player
from haggis_rules.semantics.asking import WrongArgumentError


class PlayerSettings(NamedTuple):
    """What a player can be given; one that has no use for it does without.

    ``iterations`` and ``seconds`` are as for ``search_player``.
    """

    seed: int = 1
    iterations: int | None = None
    seconds: float | None = None


PLAYERS: Final[Mapping[str, Callable[[PlayerSettings], Player]]] = {
    "random": lambda settings: random_player(settings.seed),
    "greedy": lambda _: greedy_player(),
    "search": lambda settings: search_player(
        iterations=settings.iterations, seconds=settings.seconds, seed=settings.seed
    ),
}


def player_named(
    name: str, *, seed: int = 1, iterations: int | None = None, seconds: float | None = None
) -> Player:
    """Return the player with this name: ``random``, ``greedy`` or ``search``.

    Players that do not search ignore ``iterations`` and ``seconds``. Raises ``WrongArgumentError``
    for any other name, and for arguments that the player refuses.

    >>> from haggis_rules import load, player_named
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> player_named("greedy").choose(match.seat(1))
    <Action 2: play 2r 2y 2g 3r 4r 4y J Q K>
    """
    make = PLAYERS.get(name)
    if make is None:
        known = ", ".join(f"`{one}`" for one in PLAYERS)
        message = f"there is no player `{name!s:.40}`; the players are {known}"
        raise WrongArgumentError(message)
    return make(PlayerSettings(seed, iterations, seconds))
