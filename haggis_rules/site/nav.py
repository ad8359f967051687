"""The order of all pages of a site, for the builder to show beside them."""

from collections.abc import Iterator
from pathlib import Path

from haggis_rules.site.content.volumes import PROMISES, Volume, Volumes
from haggis_rules.site.markdown import HEAD, yaml_text, yaml_title
from haggis_rules.site.pages.rulings import RULINGS
from haggis_rules.site.pages.single_page import EDITIONS
from haggis_rules.site.pages.sources import SOURCES
from haggis_rules.wording.sentences import capital

NAV = "nav.yml"


def navigation(catalog: Volumes, pages: list[str], folder: Path) -> str:
    """Write the navigation of a site whose rules lie in ``folder``, beside written pages.

    ``pages`` are the paths of the pages in that folder.
    """
    lines = [*HEAD.splitlines(), "nav:"]
    top_level, within = sorted(folder.parent.glob("*.md")), sorted(folder.parent.glob("*/*.md"))
    first, rest = _index_first([path.name for path in top_level])
    lines += [_entry(1, name) for name in first]
    lines += ["  - The rules:", *_rules(catalog, pages, folder.name)]
    lines += [_entry(1, name) for name in rest]
    others = [path for path in within if path.parent.name != folder.name]
    for part in dict.fromkeys(path.parent.name for path in others):
        lines.append(f"  - {yaml_title(capital(part))}:")
        names = _index_first([path.name for path in others if path.parent.name == part])
        lines += [_entry(3, f"{part}/{name}") for several in names for name in several]
    return "\n".join(lines) + "\n"


def _rules(catalog: Volumes, pages: list[str], root: str) -> Iterator[str]:
    yield _entry(3, f"{root}/index.md")
    for name in pages:
        if "/" not in name and name != "index.md":
            yield _entry(3, f"{root}/{name}")
    for group in (EDITIONS, SOURCES, RULINGS, PROMISES):
        within = [name for name in pages if name.startswith(f"{group}/")]
        if within:
            yield f"      - {yaml_title(capital(group))}:"
        yield from (_entry(5, f"{root}/{name}") for name in within)
    for volume in catalog.volumes:
        yield f"      - {yaml_title(volume.title)}:"
        for name in _ordered(volume, pages):
            yield _entry(5, f"{root}/{name}")


def _ordered(volume: Volume, pages: list[str]) -> list[str]:
    """Return the pages of a volume: the contents, the chapters, and then the others."""
    own = [name for name in pages if name.startswith(f"{volume.folder}/")]
    index = f"{volume.folder}/index.md"
    chapters = [f"{volume.folder}/{file}.md" for file in volume.files.values()]
    return [index, *chapters, *(name for name in own if name not in {index, *chapters})]


def _index_first(names: list[str]) -> tuple[list[str], list[str]]:
    return [n for n in names if n == "index.md"], [n for n in names if n != "index.md"]


def _entry(depth: int, path: str) -> str:
    return f"{'  ' * depth}- {yaml_text(path)}"
