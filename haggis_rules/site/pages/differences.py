"""The page that has, topic by topic, which variants say the same and which say otherwise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from haggis_rules.analysis.comparison.topics import Stance, stances
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import LedgerNumber, LedgerNumbers, Naming, NamingReason
from haggis_rules.site.content.volumes import Volume, Volumes, players
from haggis_rules.site.markdown import box, bullets, link, page, plain, slug, table
from haggis_rules.wording.sentences import listed

DIFFERENCES = "differences"
TITLE = "Where the sources differ"
_WHAT = (
    "Each row is a topic that the sources cover, and each column is a system. **Systems with the "
    "same letter have the same rule**; a different letter is a different clause, which says "
    "something else or says the same in other words. The comparison uses the formal text of these "
    "clauses. Touch a letter to read the clause, or a topic to compare the texts."
)
_MARKS = {
    NamingReason.STATED: "stated",
    NamingReason.PARENT: "kept",
    NamingReason.TAKEN: "taken",
    NamingReason.RULING: "ruling",
    NamingReason.ERRATUM: "erratum",
    NamingReason.DERIVED: "follows",
}
_LEGEND = (
    "**stated** in the source; **kept** from the parent system; our **ruling**, "
    "where the source leaves it open; **erratum**, where the source cannot be right as written; "
    "**follows** from other clauses; a dash, where it has nothing on the topic. A clause that "
    "applies only with some option is on the options page."
)

_TAKEN = "A clause that comes from a system other than the parent is marked **taken**."


def differences_page(catalog: Volumes, numbers: LedgerNumbers) -> str:
    """Write the tables, chapter by chapter; topics on which all agree are folded away."""
    columns = {name: catalog.seatings(name) for name in numbers.variants if catalog.seatings(name)}
    tables = {name: [volume.game for volume in volumes] for name, volumes in columns.items()}
    games = (game for table in tables.values() for game in table)
    taking = any(clause.taken for game in games for clause in game.clauses.values())
    blocks = [_WHAT, f"{_LEGEND} {_TAKEN}" if taking else _LEGEND]
    for chapter in dict.fromkeys(number.chapter for number in numbers.numbers):
        own = [number for number in numbers.numbers if number.chapter == chapter]
        blocks += _chapter(chapter, own, columns, tables)
    return page(TITLE, *blocks)


def letter(saying: int) -> str:
    """Return the letter that stands for what a variant says."""
    return chr(ord("A") + saying)


def first_words(words: str, *, most: int = 160) -> str:
    """Return the words of a clause: all when they are few, or else the sentences that fit in."""
    if len(words) <= most:
        return words
    end = words.rfind(". ", 0, most)
    return f"{words[: end + 1]} …" if end > 0 else f"{words[:most].rsplit(' ', 1)[0]} …"


def _chapter(
    chapter: str,
    numbers: Sequence[LedgerNumber],
    columns: Mapping[str, Sequence[Volume]],
    tables: Mapping[str, Sequence[Game]],
) -> Iterator[str]:
    """Write the table of one chapter, what each system says, and on what all agree."""
    found = [(number, stances(number, tables)) for number in numbers]
    apart = [
        (number, stances) for number, stances in found if len({one.saying for one in stances}) > 1
    ]
    alike = [
        (number, stances) for number, stances in found if len({one.saying for one in stances}) == 1
    ]
    yield f"## {plain(chapter)} {{ #{slug(chapter)} }}"
    if apart:
        rows = [_row(number, stances, columns) for number, stances in apart]
        yield table(["Topic", *map(plain, columns)], rows)
        yield from (_each(number, stances, columns) for number, stances in apart)
    if alike:
        points = (_agreed(number, stances, columns) for number, stances in alike)
        yield box("success", f"No difference: {len(alike)} more", bullets(points), folded=True)


def _row(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> list[str]:
    by_variant = {one.variant: one for one in stances}
    cells = [_cell(by_variant.get(name), volumes) for name, volumes in columns.items()]
    return [link(plain(number.title), f"#{_anchor(number)}"), *cells]


def _cell(stance: Stance | None, volumes: Sequence[Volume]) -> str:
    """Write the letter of what a system says, and why it stands."""
    if stance is None:
        return "-"
    first, said = stance.named[0], letter(stance.saying)
    marks = dict.fromkeys(_MARKS[one.mark] for one in stance.named)
    chip = f"{link(said, _home(first, volumes))}{{ .say .{said.lower()} }}"
    return f"{chip}<br>{', '.join(marks)}"


def _each(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> str:
    """Write what each system says about a topic, once for those that say the same."""
    points: list[str] = []
    for saying in dict.fromkeys(one.saying for one in stances):
        same = [one for one in stances if one.saying == saying]
        who = listed([plain(one.variant) for one in same])
        here = "" if points else f"{{ #{_anchor(number)} }}"
        points.append(f"**{letter(saying)}**{here}, {who}: {_words(same[0], columns)}")
    return box("quote", f"{number.title} ({number.name})", bullets(points), folded=True)


def _agreed(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> str:
    who = (
        ""
        if len(stances) == len(columns)
        else f" ({listed([plain(one.variant) for one in stances])})"
    )
    return f"**{plain(number.title)}**{who}: {_words(stances[0], columns)}"


def _words(stance: Stance, columns: Mapping[str, Sequence[Volume]]) -> str:
    """Write the clauses of a system about a topic, each with when it holds if not always."""
    volumes = columns[stance.variant]
    everywhere = {volume.game.seats for volume in volumes}
    return "<br>".join(_clause(one, volumes, everywhere) for one in stance.named)


def _clause(named: Naming, volumes: Sequence[Volume], everywhere: Iterable[int]) -> str:
    clause = named.clause
    some = set(named.seats) < set(everywhere)
    when = f"*{listed([players(seats) for seats in named.seats])}:* " if some else ""
    words = plain(first_words(" ".join(clause.words.split())))
    return f"{when}{words} {link(plain(clause.heading), _home(named, volumes))}"


def _home(named: Naming, volumes: Sequence[Volume]) -> str:
    """Say where a clause stands, from the folder of all pages."""
    home = next(volume for volume in volumes if volume.game.seats in named.seats)
    return home.address(named.clause.name)


def _anchor(number: LedgerNumber) -> str:
    return f"topic-{number.name}"
