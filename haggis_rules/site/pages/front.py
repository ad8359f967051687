"""The page in front of all volumes: which variants there are, and what differs between them."""

from collections.abc import Iterator, Sequence

from haggis_rules.ir.game import Clause
from haggis_rules.site.content.volumes import PROMISES, Volume, Volumes, players
from haggis_rules.site.markdown import bullets, code, link, page, plain, table
from haggis_rules.site.pages.differences import DIFFERENCES
from haggis_rules.site.pages.differences import TITLE as DIFFER
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
from haggis_rules.wording.sentences import capital

_WHAT = (
    "Every page is generated from the rules; nothing on it is typed by hand. A variant has its "
    "own pages for each number of players."
)

_TRIED = "Experiments"
_WHAT_IS_TRIED = (
    "The designer tried or considered these. Each entry below says what it changes, and why."
)
_COLUMNS = ["Variant", "Pages", "Descends from"]


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
    blocks = [_WHAT]
    if numbered:
        differ = link(DIFFER, f"{DIFFERENCES}.md")
        blocks.append(f"{differ}: topic by topic, which systems agree and which do not.")
    if ruled:
        rulings = link(RULED, f"{RULINGS}/index.md")
        blocks.append(
            f"{rulings}: questions from the table, with the systems that give each answer."
        )
    if sourced:
        sources = link(SOURCED, f"{SOURCES}/index.md")
        blocks.append(f"{sources}: what each document says, with the clauses that state it.")
    if catalog.volumes:
        printed = link(PRINTED, f"{PRINTING}.md")
        blocks.append(f"{printed}: score sheets, and all rules of a game on one page.")
    blocks.append(table(_COLUMNS, [row for name, row in rows.items() if name not in tried]))
    if tried:
        blocks += [f"## {_TRIED}", _WHAT_IS_TRIED]
        blocks.append(table(_COLUMNS, [row for name, row in rows.items() if name in tried]))
    if numbered:
        blocks.append(f"{link(NUMBERED, f'{NUMBERS}.md')}: every number of the ledger, by variant.")
    if catalog.volumes:
        known = link("All promises", f"{PROMISES}/index.md")
        blocks.append(f"{known}: what the rules guarantee, with the result in each variant.")
    for name, volumes in variants.items():
        title = capital(titled(volumes[0].game))
        blocks += [f"## {plain(title)} {{ #{name} }}", plain(volumes[0].game.words)]
        blocks += [_editions(volumes), *_edits(catalog, volumes), *_seatings(volumes)]
    return page("The rules", *blocks)


def _editions(volumes: tuple[Volume, ...]) -> str:
    """Link what has all rules on one page."""
    found = [link(players(v.game.seats), f"{v.folder}/{EDITION}.md") for v in volumes]
    if len(volumes) > 1:
        found.append(link("side by side", f"{edition_of(volumes[0].game.name)}.md"))
    return f"{IN_ONE}: {', '.join(found)}."


def _row(catalog: Volumes, volumes: tuple[Volume, ...]) -> list[str]:
    game = volumes[0].game
    seats = [link(players(v.game.seats), f"{v.folder}/index.md") for v in volumes]
    parents = [_parent(catalog, name) for name in game.lineage if name != game.name]
    return [_parent(catalog, game.name), ", ".join(seats), ", ".join(parents)]


def _parent(catalog: Volumes, name: str) -> str:
    return link(plain(name), f"#{name}") if catalog.seatings(name) else plain(name)


def _edits(catalog: Volumes, volumes: tuple[Volume, ...]) -> Iterator[str]:
    """Write what a variant changes in the one that it descends from."""
    game = volumes[0].game
    if len(game.lineage) < 2:  # noqa: PLR2004 (its parent and itself)
        yield "It does not build on another variant."
        return
    yield f"It is {plain(game.lineage[-2])} with these changes:"
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
    yield bullets(points)


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
    yield "Differences by number of players:"
    points: list[str] = []
    for volume in volumes:
        own = [name for name in volume.game.clauses if name not in shared]
        if own:
            links = ", ".join(volume.link(name) for name in own)
            points.append(f"{capital(describe_seats(volume.game.seats))}: {links}")
    yield bullets(points) if points else "None: every clause holds for all of them."
