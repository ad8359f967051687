"""How the names of a text are spoken: ``next.player`` as "next player"."""

import re
from collections import Counter
from collections.abc import Iterator

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType


def spoken_names(game: Game) -> dict[str, str]:
    """Give each name as it is spoken; as it is written, where two would sound the same."""
    names = set(names_of(game))
    heard = Counter(_spoken(name) for name in names)
    return {name: said if heard[said := _spoken(name)] == 1 else name for name in sorted(names)}


def names_of(game: Game) -> Iterator[str]:
    """Give every name that the text declares, clauses and promises aside."""
    yield from game.teams
    yield from (suit.name for suit in game.suits)
    yield from (group.name for group in game.groups)
    yield from (zone.name for zone in game.zones)
    yield from (state.name for state in game.states)
    for choice in game.choices:
        yield from (choice.name, *choice.choices)
    for pattern in game.patterns:
        yield pattern.name
        for field in pattern.fields:
            yield field.name
            if isinstance(field.type, ChoiceType):
                yield from field.type.choices
    yield from game.definitions
    yield from (action.name for action in game.actions)
    yield from (step.name for step in game.steps)


def _spoken(name: str) -> str:
    return re.sub("[._-]", " ", name)
