"""Games of OpenSpiel by these rules: ``pyspiel.load_game("haggis_rules(rules=neeps,players=4)")``.

Importing this module registers the game. It needs the extra: ``pip install
haggis-rules[openspiel]``.
"""

from __future__ import annotations

try:
    from haggis_rules.hosts.openspiel_game import (
        NAME,
        RulesGame,
        RulesObserver,
        RulesState,
        load_game,
        register,
    )
except ModuleNotFoundError as lacking:
    if lacking.name != "pyspiel":
        raise
    message = "games of OpenSpiel need the extra: pip install haggis-rules[openspiel]"
    raise ModuleNotFoundError(message, name="pyspiel") from lacking

__all__ = ["NAME", "RulesGame", "RulesObserver", "RulesState", "load_game"]

register()
