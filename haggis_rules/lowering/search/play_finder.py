"""Which games have plays to be found, and what finds them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import everywhere, param_type, placed
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies.body import LoweringContext, ReadingPlaces
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.rows.play_choice import LoweredPlays, lower_plays
from haggis_rules.lowering.search.search_tables import NUMBER
from haggis_rules.lowering.search.searched_plays import lower_search

MOST_READINGS_BY_ROWS: Final = 1 << 15  # whose numbers have 16 bits there, one for a sign
_SIZE_BY_ROWS: Final = 2  # bytes of the number of a reading


def lower_finding(context: LoweringContext) -> LoweredPlays | None:
    """Write what finds plays, where the game asks for any: by rows, or by a search.

    It returns what counting by rows has, if they are found so. Raises ``NotLoweredError``.
    """
    if not finds_plays(context.game):
        return None
    plays = _by_rows(context)
    if plays is None:
        _search(context)
    else:
        tables = plays.tables
        context.places = ReadingPlaces(tables.places, tables.numbers, _SIZE_BY_ROWS)
    return plays


def _by_rows(context: LoweringContext) -> LoweredPlays | None:
    """Write what finds plays by rows; None where it does not reach."""
    if context.readings.count > MOST_READINGS_BY_ROWS:
        return None
    try:
        return lower_plays(context)
    except NotLoweredError:
        context.begin_again()
        return None


def _search(context: LoweringContext) -> None:
    """Write what finds plays by a search. Raises ``NotLoweredError``."""
    setting = context.memory.room(4)
    tables = lower_search(context, setting)
    context.places = ReadingPlaces(tables.places, tables.numbers, NUMBER, setting)


def finds_plays(game: Game) -> bool:
    """Tell whether some action has a combination to choose, or something asks for one."""
    chosen = any(param_type(p) is Plain.COMBINATION for one in game.actions for p in one.params)
    asked = (each for one in placed(replace(game, promises=())) for each in everywhere(one.expr))
    return chosen or any(isinstance(one, nodes.SomePlay) for one in asked)
