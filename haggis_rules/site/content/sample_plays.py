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


def samples(names: Illustrated, pattern: int) -> list[str]:
    """Return plays with readings of a pattern, the lowest first, each of another size or kind."""
    found: dict[tuple[int, ...], tuple[Reading, str]] = {}
    for text in _plays(names):
        for reading in names.pictures.read(text):
            if reading[0] == pattern:
                form = _form(names.game.patterns[pattern], reading)
                found.setdefault(form, (reading, text))
    shown = sorted(found.values())[:MOST]
    return [names.pictures.written(text, reading) for reading, text in shown]


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
