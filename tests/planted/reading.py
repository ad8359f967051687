"""The planted faults as they are written: a TOML file for each text, a table for each fault.

The name of a table is the kind of the fault. Its keys:

- ``name``: what is wrong, in words; left out where the promise says it.
- ``players``: how many, or several numbers, each of which is a fault of its own; and ``options``.
- ``pace``: ``quick`` faults are judged by each run, ``slow`` ones (which is usual) at each merge,
  and ``long`` ones each night.
- The change: ``old`` and ``new``, and ``times`` where ``old`` is there more than once; or whole
  ``clauses``; or what a clause more ``adds``.
- What notices it, one of: ``promise``, ``example``, ``question``, ``seen``, ``dead``, ``found``.
- What is known besides: of a promise ``own``, ``obligation``, ``replay``, ``told`` and ``far``,
  the numbers of players for which play does not come to the breach; of a mutant its ``file``.

A file may begin with ``searched``: in how many hands breaches of its broken rules are looked for,
by the number of players.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from tests.planted.fault import (
    KINDS,
    PACES,
    SIGHTS,
    Change,
    DeadPart,
    Edited,
    Example,
    MatchCheck,
    PlantedFault,
    Promise,
    Question,
    Reworded,
    Seen,
    Witness,
)

FOLDER = Path(__file__).parent
WITNESSES = ("promise", "example", "question", "seen", "dead", "found")
CHANGES = ("old", "clauses", "adds")
OF_PROMISE = ("own", "obligation", "replay", "told", "far")
OF_WORDS = ("new", "times")
OF_FAULT = ("name", "file", "players", "options", "pace")
KEYS = {*WITNESSES, *CHANGES, *OF_PROMISE, *OF_WORDS, *OF_FAULT}
ADDED = """\
add extra
  because "to see what comes of it"
  "What is tried."
  cites mutant "Test"
  {items}"""

Table = Mapping[str, Any]  # as TOML has it


class PlantedFormatError(ValueError):
    """A file of planted faults is not written as it should be."""


@cache
def faults() -> tuple[PlantedFault, ...]:
    """Return all planted faults, text by text. Raises ``PlantedFormatError``."""
    return tuple(
        fault
        for path in sorted(FOLDER.glob("*.toml"))
        for fault in read_faults(path.stem, path.read_text("utf-8"))
    )


def fault_named(name: str) -> PlantedFault:
    """Return the fault with a name in full, as tests have it. Raises ``KeyError``."""
    return {str(fault): fault for fault in faults()}[name]


def read_faults(text: str, written: str) -> Iterator[PlantedFault]:
    """Yield the faults that are planted in a text. Raises ``PlantedFormatError``."""
    data = tomllib.loads(written)
    searched = {int(players): int(hands) for players, hands in data.pop("searched", {}).items()}
    for kind, tables in data.items():
        for number, table in enumerate(tables, 1):
            try:
                yield from _read_each(text, kind, table, searched)
            except (PlantedFormatError, KeyError, TypeError) as fault:
                where = f"{text}.toml, {kind} {number}"
                raise PlantedFormatError(f"{where}: {fault}") from fault


def _read_each(
    text: str, kind: str, table: Table, searched: Mapping[int, int]
) -> Iterator[PlantedFault]:
    """Yield the fault of a table for each number of players."""
    if unknown := sorted(table.keys() - KEYS):
        raise PlantedFormatError(f"no key is called `{unknown[0]}`")
    players = table.get("players")
    for each in cast("list[int | None]", players if isinstance(players, list) else [players]):
        hands = searched.get(each) if kind == "broken-rule" and each is not None else None
        yield PlantedFault(
            text=text,
            kind=_one_of(kind, KINDS),
            name=_words(table.get("name") or table["promise"]),
            change=_change(table),
            witness=_witness(table, each, hands),
            players=each,
            options=tuple(table.get("options", {}).items()),
            pace=_one_of(table.get("pace", "slow"), PACES),
            file=table.get("file", ""),
        )


def _change(table: Table) -> Change:
    key = _only(table, CHANGES)
    if key == "old":
        return Reworded(table["old"], table["new"], table.get("times", 1))
    if said := [name for name in OF_WORDS if name in table]:
        raise PlantedFormatError(f"`{said[0]}` is said of `old`, which is not there")
    if key == "clauses":
        return Edited(table["clauses"])
    return Edited(ADDED.format(items=table["adds"]))


def _witness(table: Table, players: int | None, searched: int | None) -> Witness:
    key = _only(table, WITNESSES)
    words = _words(table[key])
    facts = {name: table[name] for name in OF_PROMISE if name in table}
    if facts and key != "promise":
        raise PlantedFormatError(f"`{min(facts)}` is said of a promise, and none is named")
    match key:
        case "promise":
            far = players in facts.pop("far", [])
            return Promise(name=words, searched=searched, far=far, **facts)
        case "example":
            return Example(words)
        case "question":
            return Question(words)
        case "seen":
            return Seen(_one_of(words, SIGHTS))
        case "dead":
            return DeadPart(words)
        case _:
            return MatchCheck(words)


def _only(table: Table, names: tuple[str, ...]) -> str:
    found = [name for name in names if name in table]
    if len(found) != 1:
        several = " and ".join(f"`{name}`" for name in found) or "none"
        listed = ", ".join(f"`{name}`" for name in names)
        raise PlantedFormatError(f"it needs exactly one of {listed}; it has {several}")
    return found[0]


def _words(value: object) -> str:
    """Return words on one line, wherever they were wrapped."""
    if not isinstance(value, str):
        raise PlantedFormatError(f"words are expected, and not {value}")
    return " ".join(value.split())


def _one_of(word: str, words: tuple[Any, ...]) -> Any:
    if word not in words:
        raise PlantedFormatError(f"`{word}` is none of {', '.join(words)}")
    return word
