"""What the pages say of the examples of a table, and of the plays that its hands hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple
from typing import Any, NamedTuple

from haggis_rules.analysis.possible_types import TypeHeld, ZoneTypes
from haggis_rules.analysis.sheet.play_types import types_of
from haggis_rules.cases import check_game
from haggis_rules.cases.kept_checks import checks_key
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.storage.user_cache import keep, recall

MOST_KEPT = 512  # tables at any time, each some kilobytes


class WrittenTable(NamedTuple):
    """A game whose cases are checked; with the types of play that hands hold, where it is shown."""

    game: Game
    shown: bool


class CaseResult(NamedTuple):
    """What pages say of an example or a question that was checked."""

    passed: bool
    detail: str


class CheckedTable(NamedTuple):
    """What came of the cases of a table, in order, and the types of play of its hands."""

    cases: tuple[CaseResult, ...]
    held: tuple[ZoneTypes, ...]


def check_table(table: WrittenTable) -> CheckedTable:
    """Check what stands in a game. Raises ``OverBudgetError``.

    Part of a share: it may be done in another process.
    """
    cases = tuple(CaseResult(one.passed, one.detail) for one in check_game(table.game))
    return CheckedTable(cases, types_of(Rules(table.game)) if table.shown else ())


class KeptTables:
    """What is known of tables from before, by all that it can depend on."""

    def __init__(self, tables: Sequence[WrittenTable]) -> None:
        self._keys = [_key(table) for table in tables]

    def get(self, number: int) -> CheckedTable | None:
        """Return what came of a table, given by its number; None where that is not known."""
        key = self._keys[number]
        text = None if key is None else recall("table", key)
        return None if text is None else _read(text)

    def put(self, number: int, found: CheckedTable) -> None:
        """Keep what came of a table."""
        key = self._keys[number]
        if key is not None:
            held = [astuple(one) for one in found.held]
            keep("table", key, json.dumps([found.cases, held]), most=MOST_KEPT)


def _key(table: WrittenTable) -> str | None:
    key = checks_key([table.game], __name__)
    return None if key is None else f"{table.shown} {key}"


def _read(text: str) -> CheckedTable:
    cases, held = json.loads(text)
    return CheckedTable(
        tuple(CaseResult(*one) for one in cases), tuple(_zone_types(*one) for one in held)
    )


def _zone_types(zone: str, cards: int, types: list[list[Any]]) -> ZoneTypes:
    held = [
        TypeHeld(pattern, tuple(tuple(one) for one in readings), *rest)
        for pattern, readings, *rest in types
    ]
    return ZoneTypes(zone, cards, tuple(held))
