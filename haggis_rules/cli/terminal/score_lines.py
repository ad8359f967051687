"""Score sheets in words: what each hand brought, entry by entry, and what stands after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from haggis_rules.cli.terminal.output import table
from haggis_rules.ir.game import Game
from haggis_rules.knowledge.match_view import HandScore
from haggis_rules.notation.table_text import Whose, owner_name
from haggis_rules.semantics.between_hands import points, scoring
from haggis_rules.semantics.state import GameState

NO_ENTRIES = "this variant has no score entries"


def sheet_lines(game: Game, sheet: HandScore, whose: Whose) -> Iterator[str]:
    """Return the score of one hand of a match: a row for each entry, and their sum."""
    points = {(one.name, one.owner): one.points for one in sheet.entries}
    return _points_lines(game, f"hand {sheet.hand}", points, whose)


def hand_lines(game: Game, state: GameState, whose: Whose) -> Iterator[str]:
    """Return the score of a hand by the state in which it ended."""
    return _points_lines(game, "score", _points(game, state), whose)


def hand_totals(game: Game, state: GameState) -> list[int]:
    """Return what each seat or team got in a hand, by the state in which it ended."""
    got = _points(game, state)
    owners = range(game.owners(scoring(game)))
    return [sum(got[name, owner] for name in game.scores) for owner in owners]


def _points(game: Game, state: GameState) -> dict[tuple[str, int], int]:
    owners = range(game.owners(scoring(game)))
    each = ((name, owner) for name in game.scores for owner in owners)
    return {one: points(game, state, *one) for one in each}


def _points_lines(
    game: Game, heading: str, got: Mapping[tuple[str, int], int], whose: Whose
) -> Iterator[str]:
    if not game.scores:
        return
    owners = range(game.owners(scoring(game)))
    rows = [[heading, *scorers(game, whose)]]
    rows += [[name, *(str(got[name, owner]) for owner in owners)] for name in game.scores]
    totals = (sum(got[name, owner] for name in game.scores) for owner in owners)
    yield table([*rows, ["total", *map(str, totals)]])


def match_score_lines(game: Game, scores: Sequence[int], whose: Whose) -> Iterator[str]:
    """Yield what each seat or team has got so far."""
    if not scores:
        yield f"  {NO_ENTRIES}"
        return
    yield table([["", *scorers(game, whose)], ["all hands", *map(str, scores)]])


def score_lines(
    game: Game, sheets: Sequence[HandScore], scores: Sequence[int], whose: Whose
) -> Iterator[str]:
    """Yield the score sheet of a match: a row for each hand that is over, and what stands."""
    if not scores:
        yield f"  {NO_ENTRIES}"
        return
    owners = range(len(scores))
    hands = [
        [f"hand {sheet.hand}", *(str(sheet.total(owner)) for owner in owners)] for sheet in sheets
    ]
    yield table([["", *scorers(game, whose)], *hands, ["all hands", *map(str, scores)]])


def sheet_sentences(game: Game, sheet: HandScore, whose: Whose) -> Iterator[str]:
    """Yield the score of one hand, an entry a sentence."""
    names = scorers(game, whose)
    entries: dict[str, list[str]] = {}
    for one in sheet.entries:
        entries.setdefault(one.name, []).append(f"{names[one.owner]} {one.points}")
    for name, each in entries.items():
        yield f"{name}: {', '.join(each)}."
    if entries:
        totals = (f"{name} {sheet.total(owner)}" for owner, name in enumerate(names))
        yield f"Hand {sheet.hand} in all: {', '.join(totals)}."


def score_sentence(game: Game, scores: Sequence[int], whose: Whose) -> str:
    """Return what each seat or team has got so far, in a sentence."""
    if not scores:
        return f"{NO_ENTRIES[0].upper()}{NO_ENTRIES[1:]}."
    named = zip(scorers(game, whose), scores, strict=True)
    return f"All hands: {', '.join(f'{name} {got}' for name, got in named)}."


def scorers(game: Game, whose: Whose) -> list[str]:
    """Name all who score, in order."""
    kind = scoring(game)
    return [owner_name(game, kind, owner, whose) for owner in range(game.owners(kind))]
