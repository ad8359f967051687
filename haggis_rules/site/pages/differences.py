"""The page that has, topic by topic, which variants say the same and which say otherwise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from haggis_rules.analysis.comparison.kept_differences import (
    KeptDifference,
    clauses_about,
    kept_for,
)
from haggis_rules.analysis.comparison.topics import Stance, stances
from haggis_rules.ir.game import ClauseStatus, Game
from haggis_rules.ir.ledger import LedgerNumber, LedgerNumbers, Naming, NamingReason
from haggis_rules.site.content.volumes import Volume, Volumes, players
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import box, bullets, code, fold, link, page, plain, slug, table
from haggis_rules.site.scenes.difference_scenes import difference_scene
from haggis_rules.wording.sentences import capital, listed

DIFFERENCES = "differences"
TITLE = "Where the sources differ"
_WHAT = (
    "Each row is a topic that the sources cover. **Systems after the same letter have the same "
    "rule**; a different letter is a different clause, which says something else or says the same "
    "in other words. The comparison uses the formal text of these clauses. Touch a letter to read "
    "the clause, or a topic to compare the texts and see a play in which they differ."
)
_MARKS = {
    NamingReason.PARENT: "kept",
    NamingReason.TAKEN: "taken",
    NamingReason.RULING: "ruling",
    NamingReason.ERRATUM: "erratum",
    NamingReason.DERIVED: "follows",
}
_LEGEND = (
    "Where nothing follows a system's name, its source states the rule. Otherwise the rule is "
    "**kept** from the parent system; our **ruling**, where the source leaves it open; an "
    "**erratum**, where the source cannot be right as written; or it **follows** from other "
    "clauses. A system that is not named has nothing on the topic. A clause that applies only with "
    "some option is on the options page."
)

_TRIED = "Experiments"
_WHAT_IS_TRIED = (
    "The designer tried or considered these. Each row has the rules of the compared game that are "
    "different in the experiment, those that are new, and those that are gone."
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
    return page(TITLE, *blocks, *_experiments(catalog))


def _experiments(catalog: Volumes) -> Iterator[str]:
    """Write which rules each experiment has otherwise than the variant that it extends."""
    tried = [one for one in catalog.variants().values() if one[0].game.experimental]
    if tried:
        rows = [_tried(catalog, volumes) for volumes in tried]
        yield f"## {_TRIED} {{ #experiments }}"
        yield _WHAT_IS_TRIED
        yield table(["Experiment", "Compared with", "Different", "New", "Gone"], rows)


def _tried(catalog: Volumes, volumes: Sequence[Volume]) -> list[str]:
    """Write the row of an experiment. What follows from other clauses is left aside."""
    game = volumes[0].game
    own = {
        clause.name: (clause, volume)
        for volume in reversed(volumes)
        for clause in volume.game.clauses.values()
        if clause.edit and game.name in {clause.variant, clause.taken and clause.taken.variant}
        if clause.status is not ClauseStatus.DERIVED
    }
    different = [volume.link(name) for name, (clause, volume) in own.items() if clause.replaces]
    new = [volume.link(name) for name, (clause, volume) in own.items() if not clause.replaces]
    gone = [_gone(catalog, game, name) for name in catalog.gone(volumes)]
    parent = game.lineage[-2]
    home = f"index.md#{parent}"
    return [
        link(plain(game.name), f"index.md#{game.name}"),
        link(plain(parent), home) if catalog.seatings(parent) else plain(parent),
        *("<br>".join(dict.fromkeys(filter(None, cell))) for cell in (different, new, gone)),
    ]


def _gone(catalog: Volumes, game: Game, name: str) -> str:
    """Return the title of a clause that is removed as a link, or nothing where it is derived."""
    volume = catalog.former(game.lineage, name)
    if volume is None:
        return code(name)
    derived = volume.game.clauses[name].status is ClauseStatus.DERIVED
    return "" if derived else volume.link(name)


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
        yield table(["Topic", "Who has which rule"], rows)
        yield from (_each(number, stances, columns) for number, stances in apart)
    if alike:
        points = (_agreed(number, stances, columns) for number, stances in alike)
        yield box("success", f"No difference: {len(alike)} more", bullets(points), folded=True)


def _row(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> list[str]:
    sayings = dict.fromkeys(one.saying for one in stances)
    cells = (_cell([one for one in stances if one.saying == each], columns) for each in sayings)
    return [link(plain(number.title), f"#{_anchor(number)}"), "<br>".join(cells)]


def _cell(stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]) -> str:
    """Write the letter of a rule, and the systems that have it, each with why it stands there."""
    first = stances[0]
    said = letter(first.saying)
    chip = link(said, _home(first.named[0], columns[first.variant]))
    return f"{chip}{{ .say .{said.lower()} }} {', '.join(map(_system, stances))}"


def _system(stance: Stance) -> str:
    """Name a system, with why its rule stands there if its source does not simply state it."""
    marks = dict.fromkeys(_MARKS[one.mark] for one in stance.named if one.mark in _MARKS)
    name = plain(capital(stance.variant))
    return f"{name} ({', '.join(marks)})" if marks else name


def _each(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> str:
    """Write what each system says about a topic, once for those that say the same."""
    points: list[str] = []
    sayings = [
        [one for one in stances if one.saying == saying]
        for saying in dict.fromkeys(one.saying for one in stances)
    ]
    for same in sayings:
        who = listed([plain(capital(one.variant)) for one in same])
        here = "" if points else f"{{ #{_anchor(number)} }}"
        said = letter(same[0].saying)
        points.append(f"**{said}**{here}, {who}: {_words(same[0], columns)}")
    drawn = _scenes([same[0] for same in sayings], columns)
    title = f"<b>{plain(number.title)}</b> ({plain(number.name)})"
    return fold(title, "\n\n".join([bullets(points), *drawn]))


def _scenes(stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]) -> Iterator[str]:
    """Draw a play in which a rule differs from an earlier one, where one is kept."""
    for place, stance in enumerate(stances):
        for earlier in stances[:place]:
            found = next(_kept(earlier, stance, columns), None)
            if found is not None:
                volume, one = found
                letters = f"{letter(earlier.saying)} and {letter(stance.saying)}"
                yield f"Where {letters} differ, with {players(one.players)}{_also(volume, one)}:"
                yield difference_scene(Illustrated.of(volume.game), one)
                break


def _kept(
    first: Stance, second: Stance, columns: Mapping[str, Sequence[Volume]]
) -> Iterator[tuple[Volume, KeptDifference]]:
    for volume in columns[first.variant]:
        for other in columns[second.variant]:
            if other.game.seats == volume.game.seats:
                found = kept_for(volume.game, other.game, clauses_about(first, second))
                if found is not None:
                    yield volume, found


def _also(volume: Volume, one: KeptDifference) -> str:
    """Say which other clauses both sides have as the second variant has them."""
    if not one.beside:
        return ""
    known = volume.game.clauses
    named = [volume.link(name) if name in known else f"`{name}`" for name in one.beside]
    return f", both with {listed(named)} as in {plain(capital(one.second))}"


def _agreed(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> str:
    who = (
        ""
        if len(stances) == len(columns)
        else f" ({listed([plain(capital(one.variant)) for one in stances])})"
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
