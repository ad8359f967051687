"""A page for each source that reads along with it, sentence by sentence, and the list of them.

Notes that a source counts by numbers have a page of their own beside the source's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from haggis_rules.site.content.volume_content import INDEX, FindingsByGame
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.site.markdown import file_name_of, link, page, plain, slugs, table
from haggis_rules.site.pages.ledger import games_shown
from haggis_rules.sources.atlas import SourceAtlas, SourceLine, carriers

SOURCES = "sources"
TITLE = "The sources, sentence by sentence"
_ALL = link("All sources", "index.md")
_WITHIN = ": "  # between the title of a section and that of one within it
_WHAT = (
    "The rules are taken from these documents. Each has a page that follows it: what each "
    "sentence says, in our words, and the clauses that state it in each system based on the "
    "document. The documents themselves are not part of the project."
)
_READ = (
    "This page follows the document section by section. Each row is a sentence, or several "
    "consecutive sentences that state no rule. The columns link the clauses that state it."
)


def source_pages(
    catalog: Volumes, known: FindingsByGame, atlases: Sequence[SourceAtlas]
) -> dict[str, str]:
    """Write the list of the sources on which variants here rest, and a page for each; or none."""
    shown = [one for one in atlases if any(catalog.seatings(name) for name in one.systems)]
    if not shown:
        return {}
    written = {f"{SOURCES}/{INDEX}": _index(shown)}
    for atlas in shown:
        written |= _source(atlas, catalog, known)
    return written


def _index(atlases: Sequence[SourceAtlas]) -> str:
    """List the sources, and count how their sentences stand."""
    head = [
        "Source",
        "Systems",
        "Sentences",
        "Rows",
        "Stated in clauses",
        "No rule",
        "Contradicted",
    ]
    rows = [
        [
            link(plain(atlas.title), f"{file_name_of(atlas.source)}.md"),
            plain(", ".join(atlas.systems)),
            str(sum(len(line.hashes) for line in atlas.lines)),
            str(len(atlas.lines)),
            str(sum(bool(line.carried) for line in atlas.lines)),
            str(sum(bool(line.aside) for line in atlas.lines)),
            str(sum(bool(line.contradicts) for line in atlas.lines)),
        ]
        for atlas in atlases
    ]
    return page(TITLE, _WHAT, table(head, rows))


def _source(
    atlas: SourceAtlas, catalog: Volumes, known: FindingsByGame
) -> Iterator[tuple[str, str]]:
    """Yield the pages of a source, each with its name: its sections, and notes by numbers."""
    systems = {name: catalog.seatings(name) for name in atlas.systems if catalog.seatings(name)}
    homes = {name: _homes(volumes, known) for name, volumes in systems.items()}
    sections = {title: lines for title, numbered, lines in _tables(atlas) if not numbered}
    notes = {title: lines for title, numbered, lines in _tables(atlas) if numbered}
    own = file_name_of(atlas.source)
    away = {title: f"{own}-{name}" for title, name in slugs(notes).items()}
    links = [link(plain(title), f"{name}.md") for title, name in away.items()]
    blocks = [" · ".join([_ALL, *links]), _READ, *_blocks(sections, homes)]
    yield f"{SOURCES}/{own}", page(atlas.title, *blocks)
    for title, lines in notes.items():
        back = link(plain(atlas.title), f"{own}.md")
        blocks = [f"{_ALL} · {back}", _READ, *_blocks({title: lines}, homes)]
        yield f"{SOURCES}/{away[title]}", page(f"{atlas.title}: {title}", *blocks)


def _blocks(
    tables: Mapping[str, Sequence[tuple[str, SourceLine]]],
    homes: Mapping[str, Mapping[str, Volume]],
) -> Iterator[str]:
    """Yield each section's heading and its table; a column for each system that is there."""
    anchors = slugs(tables)
    for title, lines in tables.items():
        here = [name for name in homes if any(name in line.systems for _, line in lines)]
        rows = [
            [number, _said(line), *(_cell(line, name, homes[name]) for name in here)]
            for number, line in lines
        ]
        head = ["No.", "What it says", *map(plain, here)]
        yield f"## {plain(title)} {{ #{anchors[title]} }}"
        yield table(head, rows)


def _tables(
    atlas: SourceAtlas,
) -> Iterator[tuple[str, bool, Sequence[tuple[str, SourceLine]]]]:
    """Yield each table: its title, whether it is of notes, its lines with their numbers.

    It is a section with its sentences, or numbered sections of one line each, as notes are.
    """
    for (title, numbered), sections in groupby(atlas.sections(), key=_table_of):
        if numbered:
            notes = [(section.rpartition(_WITHIN)[2], lines[0]) for section, lines in sections]
            yield f"{title}{_WITHIN}{notes[0][0]} to {notes[-1][0]}", True, notes
        else:
            for section, lines in sections:
                yield section, False, [(str(line.number), line) for line in lines]


def _table_of(section: tuple[str, Sequence[SourceLine]]) -> tuple[str, bool]:
    """Return the title over a section that is one of a numbered row, and whether it is."""
    title, lines = section
    above, _, number = title.rpartition(_WITHIN)
    numbered = number.isdecimal() and len(lines) == 1
    return (above, True) if numbered else (title, False)


def _homes(volumes: Sequence[Volume], known: FindingsByGame) -> Mapping[str, Volume]:
    """Return a volume for each clause of a variant, which has it with some number of players."""
    found: dict[str, Volume] = {}
    for volume in volumes:
        for game in games_shown(volume, known):
            for name in game.clauses:
                found.setdefault(name, volume)
    return found


def _said(line: SourceLine) -> str:
    return "<br>".join(_parts(line))


def _parts(line: SourceLine) -> Iterator[str]:
    """Yield what a row says, what is at odds with it, and why no clause carries it."""
    yield plain(line.gist)
    if line.contradicts:
        yield f"**Contradicts:** {plain(line.contradicts)}. **We rule:** {plain(line.ruled)}."
    if line.aside and line.aside != line.gist:
        yield f"*No rule:* {plain(line.aside)}."


def _cell(line: SourceLine, system: str, homes: Mapping[str, Volume]) -> str:
    """Link the clauses that carry a row in a system, or say why there are none."""
    if system in line.beside:
        return plain(line.beside[system])
    names = carriers(line, system, homes)
    linked = (homes[name].link(name, up="../") if name in homes else plain(name) for name in names)
    return "<br>".join(linked) or "-"
