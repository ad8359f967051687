"""Layouts that differ in the names of their ranks alone: of those only one has to be asked about.

A pattern with `other ranks` has a layout for each choice of ranks, thousands for one reading. Two
ranks are *alike* when their own cards are alike, card by card, and the same wild cards may stand
there. A layout becomes another when alike ranks change names, and what both forms say of the cards
goes with it: so a solver has the same answer for both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from haggis_rules.ir.game import Others
from haggis_rules.semantics.patterns import Layout, Patterns, Row


def apart(patterns: Patterns, pattern: int, found: Iterable[Layout]) -> Iterator[Layout]:
    """Yield the layouts that no renaming of alike ranks turns into one before them.

    Only patterns with `other ranks` have enough of them to be worth it.
    """
    if not any(isinstance(part.place, Others) for part in patterns.game.patterns[pattern].parts):
        yield from found
        return
    kinds = _kinds_of_ranks(patterns, pattern)
    known: set[tuple[tuple[int, int, int, int], ...]] = set()
    for layout in found:
        # Rows come part by part, and those of one part can change places as well.
        rows = tuple(sorted(_row(row, kinds) for row in layout))
        if rows not in known:
            known.add(rows)
            yield layout


def _row(row: Row, kinds: list[int]) -> tuple[int, int, int, int]:
    """Return all that counts of a row, but for the name of its rank."""
    return row.part, row.width, kinds[row.rank], -1 if row.highest is None else row.highest


def _kinds_of_ranks(patterns: Patterns, pattern: int) -> list[int]:
    """Return a number for each rank, the same for those that are alike."""
    game = patterns.game
    cards = range(len(game.cards))
    own = [card for card in cards if not patterns.is_wild(pattern, card)]
    wild = [card for card in cards if patterns.is_wild(pattern, card)]
    seen: dict[object, int] = {}
    found: list[int] = []
    for rank in range(len(game.ranks)):
        there = (game.cards[card] for card in own if game.cards[card].rank == rank)
        alike = sorted((c.group, -1 if c.suit is None else c.suit, c.copies) for c in there)
        stand = tuple(card for card in wild if rank in patterns.stands[pattern][card])
        found.append(seen.setdefault((tuple(alike), stand), len(seen)))
    return found
