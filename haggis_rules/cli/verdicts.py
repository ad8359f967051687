"""What ``haggis verify --verdicts`` wrote, read back: on which games, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from haggis_rules.ir.game import Game, Option
from haggis_rules.ir.types import ChoiceType, NumberType


class BadVerdictsError(ValueError):
    """A file that is not what ``haggis verify --verdicts`` writes."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of one promise."""

    name: str
    verdict: str
    detail: str


@dataclass(frozen=True, slots=True)
class Record:
    """What came of the promises of one game."""

    variant: str
    seats: int
    options: Mapping[str, object]
    verdicts: tuple[Verdict, ...]

    def is_of(self, game: Game) -> bool:
        """Whether it is about a game. A verdict holds for every number that can be agreed on."""
        agreed = [option for option in game.options if not isinstance(option.type, NumberType)]
        return (self.variant, self.seats) == (game.name, game.seats) and all(
            self.options.get(option.name) == _value(option) for option in agreed
        )


def read_verdicts(path: Path) -> tuple[Record, ...]:
    """Read a file of verdicts. Raises ``OSError`` and ``BadVerdictsError``."""
    text = path.read_bytes()
    try:
        return tuple(_record(each) for each in _rows(json.loads(text), "variants"))
    except (KeyError, TypeError, ValueError) as fault:
        raise BadVerdictsError(str(fault)) from fault


def verdicts_on(game: Game, records: Iterable[Record]) -> tuple[Verdict, ...]:
    """Give what came of the promises of a game; the last word on each counts."""
    found = {each.name: each for one in records if one.is_of(game) for each in one.verdicts}
    return tuple(found.values())


def _record(data: Any) -> Record:
    verdicts = tuple(
        Verdict(_text(one, "promise"), _text(one, "verdict"), _text(one, "detail"))
        for one in _rows(data, "promises")
    )
    seats, options = data["seats"], data["options"]
    if type(seats) is not int or not isinstance(options, dict):
        message = "`seats` is a number, and `options` are pairs of a name and a value"
        raise TypeError(message)
    return Record(_text(data, "variant"), seats, cast("dict[str, object]", options), verdicts)


def _rows(data: Any, key: str) -> list[Any]:
    if not isinstance(data, dict):
        message = f"an object with `{key}` belongs here"
        raise TypeError(message)
    found: list[Any] = cast("dict[str, Any]", data)[key]
    if type(found) is not list:
        message = f"`{key}` is a list"
        raise TypeError(message)
    return found


def _text(data: Any, key: str) -> str:
    found = data[key]
    if not isinstance(found, str):
        message = f"`{key}` is a text"
        raise TypeError(message)
    return found


def _value(option: Option) -> object:
    if isinstance(option.type, ChoiceType):
        return option.type.choices[option.value]
    return option.value
