"""Games of OpenSpiel by these rules: ``pyspiel.load_game("haggis_rules(rules=neeps,players=4)")``.

Importing this module registers the game. It needs the extra: ``pip install
haggis-rules[openspiel]``.
"""

from __future__ import annotations

from haggis_rules.hosts.lacking import lacking_extra

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
    raise lacking_extra("openspiel", lacking) from lacking

__all__ = ["NAME", "RulesGame", "RulesObserver", "RulesState", "load_game"]

register()
