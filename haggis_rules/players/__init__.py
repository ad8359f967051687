"""Players made from the rules alone: each chooses by what its own seat may know.

    from haggis_rules.players import greedy_player, next_action, search_player

``random_player``, ``greedy_player`` and ``search_player`` make one, ``player_named`` makes it by
its name, and ``read_line_up`` one for each seat of a table. ``next_action`` asks the players of a
match in the right order, and ``advise`` returns what one of them would do in a seat, and why. What
has the ``choose`` of a ``Player`` is one.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from haggis_rules.players.advice import Advice, advise
    from haggis_rules.players.greedy import greedy_player
    from haggis_rules.players.line_up import LineUp, SeatedPlayer, read_line_up
    from haggis_rules.players.named import player_named
    from haggis_rules.players.player import Player
    from haggis_rules.players.search import search_player
    from haggis_rules.players.turns import next_action
    from haggis_rules.players.uniform import random_player

_PLACES = {
    "Advice": "advice",
    "LineUp": "line_up",
    "Player": "player",
    "SeatedPlayer": "line_up",
    "advise": "advice",
    "greedy_player": "greedy",
    "next_action": "turns",
    "player_named": "named",
    "random_player": "uniform",
    "read_line_up": "line_up",
    "search_player": "search",
}

__all__ = [
    "Advice",
    "LineUp",
    "Player",
    "SeatedPlayer",
    "advise",
    "greedy_player",
    "next_action",
    "player_named",
    "random_player",
    "read_line_up",
    "search_player",
]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Import what is asked for, when it is."""
        if name not in _PLACES:
            message = f"module `{__name__}` has no `{name}`"
            raise AttributeError(message)
        return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)

    def __dir__() -> list[str]:
        """Return the public names, for ``help`` and completion: to list them imports nothing."""
        return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
