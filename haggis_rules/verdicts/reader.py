"""What ``haggis verify --verdicts`` wrote, read back: on which games, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from haggis_rules.ir.canonical import digest
from haggis_rules.ir.game import Game
from haggis_rules.ir.option_labels import value_agreed
from haggis_rules.ir.types import NumberType
from haggis_rules.verdicts.evidence import NO_EVIDENCE, CountingSummary, Evidence
from haggis_rules.verdicts.model import (
    Counterexample,
    DischargedObligation,
    How,
    NotReached,
    Reached,
    ShrunkCase,
)


class BadVerdictsError(ValueError):
    """A file that is not what ``haggis verify --verdicts`` writes."""


@dataclass(frozen=True, slots=True)
class RecordedVerdict:
    """What came of one promise."""

    name: str
    verdict: str
    detail: str
    evidence: Evidence = NO_EVIDENCE


@dataclass(frozen=True, slots=True)
class VerdictRecord:
    """What came of the promises of one game. ``rules`` is a hash of what was judged, if given."""

    variant: str
    seats: int
    options: Mapping[str, object]
    verdicts: tuple[RecordedVerdict, ...]
    rules: str | None = None
    counted: tuple[CountingSummary, ...] = ()

    def is_of(self, game: Game) -> bool:
        """Whether it is about a game. A verdict holds for every number that can be agreed on."""
        agreed = [option for option in game.options if not isinstance(option.type, NumberType)]
        return (self.variant, self.seats) == (game.name, game.seats) and all(
            self.options.get(option.name) == value_agreed(option) for option in agreed
        )

    def is_past(self, game: Game) -> bool:
        """Whether it is about a game, but about other rules or promises than it has now."""
        return self.is_of(game) and self.rules not in {None, judged_digest(game)}


def read_verdicts(path: Path) -> tuple[VerdictRecord, ...]:
    """Read a file of verdicts. Raises ``OSError`` and ``BadVerdictsError``."""
    text = path.read_bytes()
    try:
        return tuple(_record(each) for each in _rows(json.loads(text), "variants"))
    except (KeyError, TypeError, ValueError) as fault:
        raise BadVerdictsError(str(fault)) from fault


def verdicts_on(game: Game, records: Iterable[VerdictRecord]) -> tuple[RecordedVerdict, ...]:
    """Return what came of the promises of a game; the last word on each counts.

    What was said of other rules than it has now is left out.
    """
    now = _present(game, records)
    return tuple({each.name: each for one in now for each in one.verdicts}.values())


def counted_on(game: Game, records: Iterable[VerdictRecord]) -> tuple[CountingSummary, ...]:
    """Return for how many readings counting is proved right; the last on each pattern counts."""
    now = _present(game, records)
    return tuple({each.pattern: each for one in now for each in one.counted}.values())


def _present(game: Game, records: Iterable[VerdictRecord]) -> list[VerdictRecord]:
    return [one for one in records if one.is_of(game) and not one.is_past(game)]


def judged_digest(game: Game) -> str:
    """Hash what verdicts are about: how a game is played, and what it promises.

    Words, sources and examples do not count, nor which of the numbers offered is agreed on.
    """
    options = tuple(
        replace(one, value=one.usual) if isinstance(one.type, NumberType) else one
        for one in game.options
    )
    bare = replace(game, words="", lineage=(), clauses={}, declared={}, removed=(), cases=())
    return digest(replace(bare, options=options))


def _record(data: Any) -> VerdictRecord:
    verdicts = tuple(map(_verdict, _rows(data, "promises")))
    seats, options = data["seats"], data["options"]
    if type(seats) is not int or not isinstance(options, dict):
        message = "`seats` is a number, and `options` are pairs of a name and a value"
        raise TypeError(message)
    agreed = cast("dict[str, object]", options)
    rules = _text(data, "rules") if "rules" in data else None
    counted = tuple(map(_counted, _rows(data, "patterns") if "patterns" in data else ()))
    return VerdictRecord(_text(data, "variant"), seats, agreed, verdicts, rules, counted)


def _counted(data: Any) -> CountingSummary:
    return CountingSummary(_text(data, "pattern"), int(data["readings"]), int(data["proved"]))


def _verdict(data: Any) -> RecordedVerdict:
    evidence = Evidence(
        helpers=_texts(data, "helpers"),
        approximated=data.get("approximated") is True,
        met=tuple(map(_met, _rows(data, "obligations") if "obligations" in data else ())),
        breach=None if data.get("case") is None else _case(data["case"]),
    )
    return RecordedVerdict(
        _text(data, "promise"), _text(data, "verdict"), _text(data, "detail"), evidence
    )


def _met(data: Any) -> DischargedObligation:
    name, how = _text(data, "name"), How(data["how"])
    if how is not How.SOLVED:
        return DischargedObligation(name, how)
    return DischargedObligation(name, how, float(data["z3_seconds"]), float(data["cvc5_seconds"]))


def _case(data: Any) -> Counterexample:
    """Return a case that breaks a promise, with the match that comes to it, if one does."""
    obligation, replay = _text(data, "obligation"), _text(data, "replay")
    play = None if data["play"] is None else _play(data["play"])
    return Counterexample(obligation, _texts(data, "lines"), replay, play)


def _play(data: Any) -> Reached | NotReached:
    if "seed" not in data:
        return NotReached(int(data["hands"]), _texts(data, "lacking"))
    small = None if data["small"] is None else _small(data["small"])
    seed, hand, actions = int(data["seed"]), int(data["hand"]), _texts(data, "actions")
    record = _texts(data, "record")
    return Reached(seed, actions, _text(data, "breach"), hand, small, record)


def _small(data: Any) -> ShrunkCase:
    position, actions = _texts(data, "position"), _texts(data, "actions")
    return ShrunkCase(position, actions, _text(data, "breach"), _text(data, "line"))


def _texts(data: Any, key: str) -> tuple[str, ...]:
    """Return the texts of a list; none when there is no such list."""
    found = _rows(data, key) if key in data else []
    if not all(isinstance(each, str) for each in found):
        message = f"`{key}` is a list of texts"
        raise TypeError(message)
    return tuple(found)


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
