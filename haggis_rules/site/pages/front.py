"""The page in front of all volumes: which variants there are, and what differs between them."""

from collections.abc import Iterable, Iterator, Sequence

from haggis_rules.ir.game import Clause
from haggis_rules.site.content.volumes import PROMISES, Volume, Volumes, players
from haggis_rules.site.markdown import bullets, code, folded, link, page, plain, row, wrapped
from haggis_rules.site.pages.differences import (
    DIFFERENCES,
    EXPERIMENTS,
    first_words,
)
from haggis_rules.site.pages.differences import TITLE as DIFFER
from haggis_rules.site.pages.differences import TRIED as EXPERIMENTAL
from haggis_rules.site.pages.ledger import NUMBERS
from haggis_rules.site.pages.ledger import TITLE as NUMBERED
from haggis_rules.site.pages.printing import PRINTING
from haggis_rules.site.pages.printing import TITLE as PRINTED
from haggis_rules.site.pages.rulings import RULINGS
from haggis_rules.site.pages.rulings import TITLE as RULED
from haggis_rules.site.pages.single_page import EDITION, edition_of
from haggis_rules.site.pages.single_page import TITLE as IN_ONE
from haggis_rules.site.pages.sources import SOURCES
from haggis_rules.site.pages.sources import TITLE as SOURCED
from haggis_rules.wording.guards import describe_seats
from haggis_rules.wording.names import titled
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import capital, listed

_WHAT = (
    "Choose your game and the number of players. Every page is written from the rules themselves, "
    "and every example on it is checked."
)

_TRIED = "Experiments"
_WHAT_IS_TRIED = (
    "The designer tried or considered these. Each entry below says what it changes, and why."
)


def front_page(
    catalog: Volumes, *, numbered: bool = False, ruled: bool = False, sourced: bool = False
) -> str:
    """Write the page that lists the variants, their descent and their numbers of players.

    When ``numbered``, there is also a page of the numbers of the ledger and one of where variants
    differ; when ``ruled``, there are pages of rulings; when ``sourced``, of the sources.
    """
    variants = catalog.variants()
    rows = {name: _row(catalog, volumes) for name, volumes in variants.items()}
    tried = {name for name, volumes in variants.items() if volumes[0].game.experimental}
    ways: list[str] = []
    if numbered:
        differ = link(DIFFER, f"{DIFFERENCES}.md")
        ways.append(
            f"{differ} Topic by topic, the answers of all games, with plays that show them."
        )
    if ruled:
        rulings = link(RULED, f"{RULINGS}/index.md")
        ways.append(row(rulings, "Questions from the table, with the games that give each answer."))
    if sourced:
        sources = link(SOURCED, f"{SOURCES}/index.md")
        ways.append(row(sources, "What each document says, with the clauses that state it."))
    if catalog.volumes:
        printed = link(PRINTED, f"{PRINTING}.md")
        ways.append(row(printed, "Score sheets, and all rules of a game on one page."))
    if numbered:
        numbers = link(NUMBERED, f"{NUMBERS}.md")
        ways.append(row(numbers, "Every number of the ledger, by game."))
    if catalog.volumes:
        known = link("All promises", f"{PROMISES}/index.md")
        ways.append(row(known, "What the rules guarantee, with the result in each game."))
    blocks = [_WHAT, _listed(one for name, one in rows.items() if name not in tried)]
    blocks += ["## Across the games { #across }", _listed(ways)] if ways else []
    if tried:
        compared = f"Compare them on one page: {link(EXPERIMENTAL, f'{EXPERIMENTS}.md')}."
        blocks += [f"## {_TRIED} {{ #experiments }}", f"{_WHAT_IS_TRIED} {compared}"]
        blocks.append(_listed(one for name, one in rows.items() if name in tried))
    for name, volumes in variants.items():
        title = capital(titled(volumes[0].game))
        blocks += [f"## {plain(title)} {{ #{name} }}", plain(volumes[0].game.words)]
        folds = [*_edits(catalog, volumes), *_seatings(volumes)]
        blocks += [_editions(volumes), wrapped("folds", *folds) if folds else ""]
    return page("The rules", *blocks)


def _listed(rows: Iterable[str]) -> str:
    """List rows that begin with a link, each of which stands apart from the words behind it."""
    return wrapped("rows", bullets(rows))


def _editions(volumes: tuple[Volume, ...]) -> str:
    """Link what has all rules on one page."""
    found = [link(players(v.game.seats), f"{v.folder}/{EDITION}.md") for v in volumes]
    if len(volumes) > 1:
        found.append(link("side by side", f"{edition_of(volumes[0].game.name)}.md"))
    return f"{IN_ONE}: {', '.join(found)}."


def _row(catalog: Volumes, volumes: tuple[Volume, ...]) -> str:
    """Write a variant: its title, what it is, its pages, and what it descends from."""
    game = volumes[0].game
    seats = [link(players(v.game.seats), f"{v.folder}/index.md") for v in volumes]
    parents = [_parent(catalog, name) for name in game.lineage if name != game.name]
    from_ = f" It builds on {listed(parents)}." if parents else ""
    named = link(plain(capital(titled(game))), f"#{game.name}")
    words = f"{plain(first_words(game.words))}{from_}<br>{' · '.join(seats)}"
    return row(named, words)


def _parent(catalog: Volumes, name: str) -> str:
    named = plain(capital(name))
    return link(named, f"#{name}") if catalog.seatings(name) else named


def _edits(catalog: Volumes, volumes: tuple[Volume, ...]) -> Iterator[str]:
    """Write what a variant changes in the one that it descends from."""
    game = volumes[0].game
    if len(game.lineage) < 2:  # noqa: PLR2004 (its parent and itself)
        return
    changed: dict[str, tuple[Clause, Volume]] = {}
    for volume in volumes:
        for clause in volume.game.clauses.values():
            if clause.edit and game.name in {clause.variant, clause.taken and clause.taken.variant}:
                changed.setdefault(clause.name, (clause, volume))
    points = [
        f'"{volume.link(name)}" {_edit(clause)}' for name, (clause, volume) in changed.items()
    ]
    for name, why in catalog.gone(volumes).items():
        points.append(f"{_removed(catalog, game.lineage, name)} is removed, because {plain(why)}.")
    parent = plain(capital(game.lineage[-2]))
    yield folded("Changes", f"{counted(len(points), 'change')} to {parent}", [bullets(points)])


def _removed(catalog: Volumes, lineage: Sequence[str], name: str) -> str:
    """Return the title of a clause that was removed, as a link; its name where nobody has pages."""
    former = catalog.former(lineage, name)
    return code(name) if former is None else f'"{former.link(name)}"'


def _edit(clause: Clause) -> str:
    what = "is added" if clause.replaces is None else "is replaced"
    what = "is changed" if clause.changes else what
    if clause.taken is not None and clause.edit == clause.taken.because:
        what = f"{'is added' if clause.replaces is None else 'is replaced'} from "
        what += f"{plain(clause.taken.source)}"
    return f"{what}, because {plain(clause.edit)}."


def _seatings(volumes: tuple[Volume, ...]) -> Iterator[str]:
    """Write which clauses a variant has with some numbers of players alone."""
    if len(volumes) < 2:  # noqa: PLR2004 (there must be another to differ from)
        return
    games = [volume.game for volume in volumes]
    shared = {name for name in games[0].clauses if all(name in game.clauses for game in games)}
    points: list[str] = []
    for volume in volumes:
        own = [name for name in volume.game.clauses if name not in shared]
        if own:
            links = ", ".join(volume.link(name) for name in own)
            points.append(f"{capital(describe_seats(volume.game.seats))}: {links}")
    if points:
        line = "Clauses that hold with some numbers of players"
        yield folded("By players", line, [bullets(points)])
