"""What players have agreed on, in short words, for titles and for the names of files."""

from __future__ import annotations

from haggis_rules.ir.game import Game, Option
from haggis_rules.ir.types import ChoiceType


def value_agreed(option: Option) -> int | bool | str:
    """Return the value of an option, a choice by its word."""
    if isinstance(option.type, ChoiceType):
        return option.type.choices[option.value]
    return option.value


def unusual(game: Game) -> tuple[str, ...]:
    """Name each option that is not as usual, as ``sets``, ``not rainbow`` or ``target 250``."""
    return tuple(_option_words(option) for option in game.options if option.value != option.usual)


def label(game: Game) -> str:
    """Name a game in one word: ``rogers-2``, or ``rogers-2-sets`` when that is agreed on."""
    words = (game.name, str(game.seats), *unusual(game))
    return "-".join(words).replace(" ", "-")


def _option_words(option: Option) -> str:
    match value_agreed(option):
        case True:
            return option.name
        case False:
            return f"not {option.name}"
        case value:
            return f"{option.name} {value}"
