"""Score sheets in words: what each hand brought, entry by entry, and what stands after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.cli.out import table
from haggis_rules.cli.showing import Whose, owner_name
from haggis_rules.engine.sheet import Sheet
from haggis_rules.ir.game import Game
from haggis_rules.run.match import scoring

NO_ENTRIES = "this variant has no score entries"


def sheet_lines(game: Game, sheet: Sheet, whose: Whose) -> Iterator[str]:
    """Give the score of one hand: a row for each entry, and their sum."""
    if not game.scores:
        return
    owners = range(game.owners(scoring(game)))
    rows = [[f"hand {sheet.hand}", *scorers(game, whose)]]
    for name in game.scores:
        got = {one.owner: one.points for one in sheet.entries if one.name == name}
        rows.append([name, *(str(got[owner]) for owner in owners)])
    rows.append(["total", *(str(sheet.total(owner)) for owner in owners)])
    yield table(rows)


def standing_lines(game: Game, scores: Sequence[int], whose: Whose) -> Iterator[str]:
    """Give what each seat or team has got so far."""
    if not scores:
        yield f"  {NO_ENTRIES}"
        return
    yield table([["", *scorers(game, whose)], ["all hands", *map(str, scores)]])


def scorers(game: Game, whose: Whose) -> list[str]:
    """Name all who score, in order."""
    kind = scoring(game)
    return [owner_name(game, kind, owner, whose) for owner in range(game.owners(kind))]
