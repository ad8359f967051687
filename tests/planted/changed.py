"""Texts with a planted change.

Only the clause that is changed is parsed anew, and it is typed for the tables alone that are asked
for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache, lru_cache

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Game
from haggis_rules.ir.lawfulness import check
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from tests.games import PLACES, game_of
from tests.planted.fault import Change, Edited, Options, PlantedFault, Reworded

HEADER = """\
language 2
variant changed extends {text}
  "The parent with a change."

source mutant "Made wrong on purpose"

"""


class NotInTextError(LookupError):
    """What is to be changed is not in the text, or not as often as is said."""


def changed_game(fault: PlantedFault) -> Game:
    """Return the game of a changed text. Raises as ``game_with`` does."""
    return game_with(fault.change, fault.text, fault.players, fault.options)


def sound_game(fault: PlantedFault) -> Game:
    """Return the game of the text as it stands, at the table of a fault."""
    return game_of(fault.text, fault.players, **dict(fault.options))


@lru_cache(maxsize=16)  # faults in one text often share a change
def game_with(change: Change, text: str, players: int | None = None, options: Options = ()) -> Game:
    """Return the game of a text with a change.

    Raises ``NotInTextError``, and as lowering does.
    """
    game = lower(changed_text(text, change), players=players, options=dict(options))
    check(game)
    return game


def changed_text(text: str, change: Change) -> tuple[ast.File, ...]:
    """Return a text and its ancestors, the eldest first, with a change.

    Words are changed in the youngest of them that has them. Raises ``NotInTextError``.
    """
    files = list(line_of(text))
    match change:
        case Edited(clauses):
            written = f"{HEADER.format(text=files[-1].variant.name.text)}{clauses}\n"
            files.append(parse(SourceFile("changed.haggis", written)))
        case Reworded(old):
            places = [at for at, file in enumerate(files) if _found(file, old)]
            at = max(places, default=len(files) - 1)
            files[at] = reworded(files[at], change)
    return tuple(files)


@cache
def line_of(text: str) -> tuple[ast.File, ...]:
    """Return a text and its ancestors as they stand, by its name."""
    return lineage(source_of(PLACES.get(text, text)))


def reworded(file: ast.File, change: Reworded) -> ast.File:
    """Return a file in which the new words stand for the old ones.

    Clauses that have them are parsed anew, and those alone, for that is what takes most time.
    Raises ``NotInTextError``.
    """
    places = _found(file, change.old)
    if len(places) != change.times:
        name = file.variant.name.text
        raise NotInTextError(f"{len(places)} times in {name}, not {change.times}: {change.old}")
    entries: list[ast.Entry] = []
    for entry in file.entries:
        span = entry.span
        inside = [one for one in places if span.start <= one[0] and one[1] <= span.end]
        entries += _reparsed(file, entry, inside, change.new) if inside else [entry]
        places = [one for one in places if one not in inside]
    if places:
        raise NotInTextError(f"not within one clause: {change.old}")
    return replace(file, entries=tuple(entries))


def _found(file: ast.File, old: str) -> list[tuple[int, int]]:
    written = r"\s+".join(map(re.escape, old.split()))
    return [match.span() for match in re.finditer(written, file.span.source.text)]


def _reparsed(
    file: ast.File, entry: ast.Entry, places: list[tuple[int, int]], new: str
) -> tuple[ast.Entry, ...]:
    """Parse a clause with new words. Blanks stand for what is before it: it keeps its place."""
    text, first = entry.span.source.text, file.entries[0].span.start
    blank = re.sub(r"\S", " ", text[first : entry.span.start])
    parts, end = [text[:first], blank], entry.span.start
    for place in places:
        parts += [text[end : place[0]], new]
        end = place[1]
    written = "".join([*parts, text[end : entry.span.end]])
    return parse(SourceFile(entry.span.source.path, written)).entries
