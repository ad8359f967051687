"""Plays that the examples of a text show, one of each form, to be drawn beside what they are."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import cast

from haggis_rules.ir.game import Pattern
from haggis_rules.ir.types import ChoiceType, NumberType
from haggis_rules.semantics.state import Reading
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.syntax import ast

MOST = 6  # plays that are shown of one pattern


def samples(names: Illustrated) -> dict[int, list[str]]:
    """Return plays with readings of each pattern that has any, by its number.

    The lowest come first, and each is of another size or kind.
    """
    found: dict[int, dict[tuple[int, ...], tuple[Reading, str]]] = {}
    for text in _plays(names):
        for reading in names.pictures.read(text):
            form = _form(names.game.patterns[reading[0]], reading)
            found.setdefault(reading[0], {}).setdefault(form, (reading, text))
    return {
        pattern: [
            names.pictures.written(text, reading) for reading, text in sorted(forms.values())[:MOST]
        ]
        for pattern, forms in found.items()
    }


def _form(pattern: Pattern, reading: Reading) -> tuple[int, ...]:
    """Return all of a reading that is a number or a choice."""
    pairs = zip(pattern.fields, reading[1:], strict=True)
    return tuple(value for field, value in pairs if isinstance(field.type, NumberType | ChoiceType))


def _plays(names: Illustrated) -> Iterator[str]:
    """Yield the cards of each play that stands in an example or a question."""
    for case in names.game.cases:
        for turn in case.written.turns:
            for text in _quoted((turn.done, turn.claims)):
                yield names.own_letters(text)


def _quoted(part: object) -> Iterator[str]:
    match part:
        case ast.Makes(play=play) | ast.PlayLiteral(text=play):
            yield play.text
        case tuple():
            for each in cast("tuple[object, ...]", part):
                yield from _quoted(each)
        case _ if is_dataclass(part):
            for field in fields(part):
                yield from _quoted(getattr(part, field.name))
        case _:
            return
