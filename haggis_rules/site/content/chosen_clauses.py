"""Clauses that an author has chosen, by the folder of their pages and their name."""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from haggis_rules.ir.game import Clause
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.site.fields import Fields
from haggis_rules.site.markdown import bullets, page, plain

CARD = "directors-card.toml"


def chosen_pages(catalog: Volumes, site: Path) -> dict[str, str]:
    """Write the page of chosen clauses that an author wants beside the pages of a site, or none.

    There is none either when the catalog lacks one of the variants. Raises ``ValueError`` where the
    file has another form, or names a clause that a variant lacks.
    """
    path = site / CARD
    if not path.is_file():
        return {}
    fields = Fields(path.name, tomllib.loads(path.read_text(encoding="utf-8")))
    blocks = ['<div class="one-page" markdown>']
    for part in fields.parts("part"):
        points = [_find(catalog, name) for name in part.texts("clauses")]
        if any(found is None for found in points):
            return {}
        blocks += [f"## {plain(part.text('title'))}", bullets(_points(filter(None, points)))]
    title, words = fields.text("title"), plain(fields.text("words"))
    return {f"{fields.text('file')}.md": page(title, words, *blocks, "</div>")}


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


def _points(found: Iterable[tuple[Volume, Clause]]) -> Iterator[str]:
    usual = ""
    for volume, clause in found:
        usual = usual or volume.game.name
        other = "" if volume.game.name == usual else f"*In {plain(volume.game.name)}:* "
        yield f"{other}{plain(f'x{clause.words}')[1:]} {volume.link(clause.name)}"


def _find(catalog: Volumes, name: str) -> tuple[Volume, Clause] | None:
    folder, _, clause = name.partition("/")
    volume = next((each for each in catalog.volumes if each.folder == folder), None)
    if volume is None:
        return None
    if clause not in volume.game.clauses:
        message = f"`{name}`: {volume.title} has no clause `{clause}`"
        raise ValueError(message)
    return volume, volume.game.clauses[clause]
