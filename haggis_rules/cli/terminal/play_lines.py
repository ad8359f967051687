"""Plays in words: each with its reading, gathered with those that it is compared to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from haggis_rules.cli.outputs.plays import WrittenPlayJson, WrittenReadingJson
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import Plain
from haggis_rules.notation.values import Json, to_json
from haggis_rules.semantics.patterns import show_cards, show_field, show_reading
from haggis_rules.semantics.state import Combination, Reading


def show_play(game: Game, play: Combination) -> str:
    """Write a play with its reading."""
    return f"{show_cards(game, play.cards)} = {show_reading(game, play.reading)}"


def play_record(game: Game, play: Combination) -> WrittenPlayJson:
    """Return a play for programs: as people write it, its cards and its reading."""
    return cast("WrittenPlayJson", _record(game, show_play(game, play), Plain.COMBINATION, play))


def reading_record(game: Game, reading: Reading) -> WrittenReadingJson:
    """Return a reading for programs: as people write it, and its fields."""
    written = show_reading(game, reading)
    return cast("WrittenReadingJson", _record(game, written, Plain.READING, reading))


def _record(game: Game, written: str, kind: Plain, value: Combination | Reading) -> dict[str, Json]:
    return {"written": written, **cast("dict[str, Json]", to_json(game, kind, value))}


def kind_of(game: Game, reading: Reading) -> tuple[int, ...]:
    """Return what a reading shares with those it is compared to: its pattern, and alike what."""
    pattern = game.patterns[reading[0]]
    return (reading[0], *(reading[1 + place] for place in pattern.alike))


def show_kind(game: Game, reading: Reading) -> str:
    """Write what a reading shares with those that it is compared to, as `sequence, length 3`."""
    pattern = game.patterns[reading[0]]
    shared = [
        f"{pattern.fields[place].name} "
        + show_field(game, pattern.fields[place].type, reading[1 + place])
        for place in pattern.alike
    ]
    return ", ".join([pattern.name, *shared])


def reading_words(game: Game, reading: Reading) -> str:
    """Return a reading as its pattern and fields: ``set, width 2, rank 9``."""
    pattern = game.patterns[reading[0]]
    fields = (
        f"{field.name} {show_field(game, field.type, value)}"
        for field, value in zip(pattern.fields, reading[1:], strict=True)
    )
    return ", ".join([pattern.name, *fields])


def by_kind(game: Game, plays: Iterable[Combination]) -> Iterator[tuple[str, list[Combination]]]:
    """Yield the plays of each kind under its name, kinds and plays in their order."""
    groups: dict[tuple[int, ...], list[Combination]] = {}
    for play in plays:
        groups.setdefault(kind_of(game, play.reading), []).append(play)
    for group in groups.values():
        yield show_kind(game, group[0].reading), group
