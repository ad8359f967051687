"""A reading by its notation alone, whether or not any cards make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from re import split

from haggis_rules.ir.game import Field, Game, Pattern
from haggis_rules.ir.types import ChoiceType, NumberType
from haggis_rules.semantics.patterns import show_field
from haggis_rules.semantics.state import Reading


def readings_written(game: Game, text: str) -> list[Reading]:
    """Return every reading that is written so; several, when the notation leaves it open."""
    plain = _plain(text)
    return [
        (index, *(values[field.name] for field in pattern.fields))
        for index, pattern in enumerate(game.patterns)
        for values in _matched(game, pattern, _pieces(pattern.notation), plain)
    ]


def _matched(
    game: Game, pattern: Pattern, pieces: Sequence[str], text: str
) -> Iterator[dict[str, int]]:
    """Yield each way to take a text for these pieces: a literal, a field, a literal and so on."""
    literal, *rest = pieces
    if not text.startswith(_plain(literal)):
        return
    after = text.removeprefix(_plain(literal))
    if not rest:
        if not after:
            yield {}
        return
    name, *others = rest
    field = next(one for one in pattern.fields if one.name == name)
    for value in _values(game, field):
        shown = _plain(show_field(game, field.type, value))
        if after.startswith(shown):
            for values in _matched(game, pattern, others, after.removeprefix(shown)):
                yield {**values, name: value}


def _values(game: Game, field: Field) -> range:
    match field.type:
        case NumberType() as kind:
            return kind.values()
        case ChoiceType(choices=choices):
            return range(len(choices))
        case kind:
            return range(game.size(kind))


@cache
def _pieces(notation: str) -> Sequence[str]:
    return split(r"\{([^{}]*)\}", notation)


def _plain(text: str) -> str:
    """Case and blanks do not count in a notation."""
    return "".join(text.split()).lower()
