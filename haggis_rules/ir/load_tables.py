"""A variant for every table: loaded with all options that make a difference, or all there are.

Games for every table are kept together. What types a text takes longer to import than they take
to read, so the functions that need it import it.
"""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_cache import keep_tables, recall_tables
from haggis_rules.ir.load import lineage, source_of, texts_of

if TYPE_CHECKING:
    from haggis_rules.syntax import ast


def check_everywhere(name_or_path: str | Path) -> tuple[list[Game], list[RuleError]]:
    """Load a variant for every table, and for all options that its guards look at.

    Return the games, of each table with the usual options first, and every fault of the text once.
    Raises a ``RuleError`` when it cannot be read or is not in the language.
    """
    try:
        games, faults = _everywhere(texts_of(source_of(name_or_path)))
    except SeveralFaultsError as several:
        return [], list(several.faults)
    return list(games), list(faults)


@lru_cache(maxsize=64)
def _everywhere(texts: tuple[SourceFile, ...]) -> tuple[tuple[Game, ...], tuple[RuleError, ...]]:
    """Return the games that were kept, or new ones with the faults. What was loaded is at hand."""
    kept = recall_tables(texts, partial(_written, texts))
    if kept is not None:
        return kept, ()
    games, faults = _typed(texts)
    if not faults:
        keep_tables(texts, games)
    return games, faults


@lru_cache(maxsize=64)
def _typed(texts: tuple[SourceFile, ...]) -> tuple[tuple[Game, ...], tuple[RuleError, ...]]:
    """Type a line of texts for every table. What was typed lately is not typed again."""
    from haggis_rules.ir.lawfulness import check
    from haggis_rules.ir.lower import lower_everywhere
    from haggis_rules.syntax.parse import parse

    games, faults = lower_everywhere([parse(text) for text in texts])
    for game in games:
        check(game)
    return tuple(games), tuple(faults)


def _written(texts: tuple[SourceFile, ...], table: int, number: int) -> ast.Example | ast.Question:
    """Return what was written of a case of a game that was kept for one of the tables."""
    games, _ = _typed(texts)
    return games[table].cases[number].written


def load_combined(name_or_path: str | Path) -> tuple[Game, ...]:
    """Load a variant for every table, with every combination of the truths and choices offered.

    At each table the usual options come first. Raises as ``load_game`` does, and
    ``TooManyOptionsError``.
    """
    from haggis_rules.ir.lawfulness import check
    from haggis_rules.ir.lower import lower_combined

    games = tuple(lower_combined(lineage(source_of(name_or_path))))
    for game in games:
        check(game)
    return games
