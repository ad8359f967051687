"""Clauses that an author has chosen, by the folder of their pages and their name."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from haggis_rules.ir.game import Clause
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.site.fields import Fields
from haggis_rules.site.markdown import plain

CARD = "directors-card.toml"


@dataclass(frozen=True, slots=True)
class ChosenClause:
    """A clause in its volume, and the variant that it is of where that is not the usual one."""

    volume: Volume
    clause: Clause
    variant: str


@dataclass(frozen=True, slots=True)
class ChosenPart:
    """A title, and the clauses below it."""

    title: str
    clauses: tuple[ChosenClause, ...]


@dataclass(frozen=True, slots=True)
class ChosenCard:
    """All that an author has chosen for one page: its title, its file, a line of words, parts."""

    title: str
    file: str
    words: str
    parts: tuple[ChosenPart, ...]


def chosen_card(catalog: Volumes, site: Path) -> ChosenCard | None:
    """Return what an author wants on one page beside the pages of a site; None without a file.

    There is none either when the catalog lacks one of the variants. Raises ``ValueError`` where the
    file has another form, or names a clause that a variant lacks.
    """
    path = site / CARD
    if not path.is_file():
        return None
    fields = Fields(path.name, tomllib.loads(path.read_text(encoding="utf-8")))
    parts: list[ChosenPart] = []
    for part in fields.parts("part"):
        found = [_find(catalog, name) for name in part.texts("clauses")]
        there = [one for one in found if one is not None]
        if len(there) < len(found):
            return None
        parts.append(ChosenPart(part.text("title"), tuple(_named(there))))
    return ChosenCard(fields.text("title"), fields.text("file"), fields.text("words"), tuple(parts))


def links_of(catalog: Volumes, names: Iterable[str]) -> str:
    """Link those of some clauses whose variants are in the catalog, from a page beside all folders.

    Raises ``ValueError`` where a variant has no such clause.
    """
    found = [each for each in (_find(catalog, name) for name in names) if each is not None]
    usual = {volume.folder for volume, _ in found[:1]}
    return ", ".join(
        volume.link(clause.name)
        + ("" if volume.folder in usual else f" ({plain(f'x{volume.title}')[1:]})")
        for volume, clause in found
    )


def _named(found: Iterable[tuple[Volume, Clause]]) -> Iterator[ChosenClause]:
    """Yield clauses with their variants; that of the first is the usual one of a part."""
    usual = ""
    for volume, clause in found:
        usual = usual or volume.game.name
        other = "" if volume.game.name == usual else volume.game.name
        yield ChosenClause(volume, clause, other)


def _find(catalog: Volumes, name: str) -> tuple[Volume, Clause] | None:
    folder, _, clause = name.partition("/")
    volume = next((each for each in catalog.volumes if each.folder == folder), None)
    if volume is None:
        return None
    if clause not in volume.game.clauses:
        message = f"`{name}`: {volume.title} has no clause `{clause}`"
        raise ValueError(message)
    return volume, volume.game.clauses[clause]
