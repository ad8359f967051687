"""The page that has, topic by topic, which variants say the same and which say otherwise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

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
from haggis_rules.site.markdown import bullets, code, fold, link, page, plain, slug, wrapped
from haggis_rules.site.scenes.difference_scenes import difference_scene
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import capital, listed

DIFFERENCES = "differences"
TITLE = "Where the sources differ"
_WHAT = (
    "Every topic that the sources cover, with each answer on a card of its own. Games on one card "
    "have the same rule, compared by its formal text. Open a topic to read the answers and to see "
    "a play in which two of them differ."
)
_MARKS = {
    NamingReason.PARENT: "kept",
    NamingReason.TAKEN: "taken",
    NamingReason.RULING: "our ruling",
    NamingReason.ERRATUM: "erratum",
    NamingReason.DERIVED: "follows",
}
_LEGEND = (
    "A name with nothing after it: the game's source states the rule.",
    "**Kept**: the rule comes from the game that this one builds on.",
    "**Our ruling**: the source leaves it open.",
    "**Erratum**: the source cannot be right as written.",
    "**Follows**: it follows from other clauses.",
    "A game that is not named has nothing on the topic.",
    "A clause that applies only with some option is on the options page.",
)

EXPERIMENTS = "experiments"
TRIED = "What each experiment changes"
_WHAT_IS_TRIED = "The designer tried or considered these. Open one to see which rules it changes."

_TAKEN = "**Taken**: the clause comes from a game other than the parent."


def differences_page(catalog: Volumes, numbers: LedgerNumbers) -> str:
    """Write the tables, chapter by chapter; topics on which all agree are folded away."""
    columns = {name: catalog.seatings(name) for name in numbers.variants if catalog.seatings(name)}
    tables = {name: [volume.game for volume in volumes] for name, volumes in columns.items()}
    games = (game for table in tables.values() for game in table)
    taking = any(clause.taken for game in games for clause in game.clauses.values())
    legend = [*_LEGEND, _TAKEN] if taking else _LEGEND
    blocks = [_WHAT, fold("What the words after a game mean", bullets(legend))]
    for chapter in dict.fromkeys(number.chapter for number in numbers.numbers):
        own = [number for number in numbers.numbers if number.chapter == chapter]
        blocks += _chapter(chapter, own, columns, tables)
    if _experiments(catalog):
        apart = link(TRIED, f"{EXPERIMENTS}.md")
        blocks += ["## Experiments { #experiments }", f"These have a page of their own: {apart}."]
    return page(TITLE, *blocks)


def experiments_page(catalog: Volumes) -> str:
    """Write which rules each experiment has otherwise than the variant that it extends.

    Return nothing when there are no experiments.
    """
    tried = _experiments(catalog)
    folds = [_tried(catalog, volumes) for volumes in tried]
    return page(TRIED, _WHAT_IS_TRIED, wrapped("folds topics", *folds)) if tried else ""


def _experiments(catalog: Volumes) -> list[Sequence[Volume]]:
    return [one for one in catalog.variants().values() if one[0].game.experimental]


def _tried(catalog: Volumes, volumes: Sequence[Volume]) -> str:
    """Fold what an experiment changes. What follows from other clauses is left aside."""
    game = volumes[0].game
    own = {
        clause.name: (clause, volume)
        for volume in reversed(volumes)
        for clause in volume.game.clauses.values()
        if clause.edit and game.name in {clause.variant, clause.taken and clause.taken.variant}
        if clause.status is not ClauseStatus.DERIVED
    }
    found = {
        "Different": [volume.link(name) for name, (one, volume) in own.items() if one.replaces],
        "New": [volume.link(name) for name, (one, volume) in own.items() if not one.replaces],
        "Gone": [_gone(catalog, game, name) for name in catalog.gone(volumes)],
    }
    parent = game.lineage[-2]
    home = f"index.md#{parent}"
    there = link(plain(capital(parent)), home) if catalog.seatings(parent) else plain(parent)
    compared = f"{link(plain(capital(game.name)), f'index.md#{game.name}')}, compared with {there}"
    kept = {what: [*dict.fromkeys(filter(None, links))] for what, links in found.items()}
    points = [f"**{what}**: {', '.join(links)}" for what, links in kept.items() if links]
    counts = [f"{len(links)} {what.lower()}" for what, links in kept.items() if links]
    summary = f"<b>{plain(capital(game.name))}</b> {plain(listed(counts))}"
    return fold(summary, f"{compared}\n\n{bullets(points)}")


def _gone(catalog: Volumes, game: Game, name: str) -> str:
    """Return the title of a clause that is removed as a link, or nothing where it is derived."""
    volume = catalog.former(game.lineage, name)
    if volume is None:
        return code(name)
    derived = volume.game.clauses[name].status is ClauseStatus.DERIVED
    return "" if derived else volume.link(name)


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
    """Write the topics of one chapter, each with its answers, and on what all agree."""
    found = [(number, stances(number, tables)) for number in numbers]
    apart = [
        (number, stances) for number, stances in found if len({one.saying for one in stances}) > 1
    ]
    alike = [
        (number, stances) for number, stances in found if len({one.saying for one in stances}) == 1
    ]
    yield f"## {plain(chapter)} {{ #{slug(chapter)} }}"
    topics = [_topic(number, stances, columns) for number, stances in apart]
    if alike:
        points = (_agreed(number, stances, columns) for number, stances in alike)
        topics.append(fold(f"<b>No difference</b> {len(alike)} more", bullets(points)))
    if topics:
        yield wrapped("folds topics", *topics)


def _topic(
    number: LedgerNumber, stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]
) -> str:
    """Fold a topic: a card for each answer, with the games that give it, and what shows it."""
    answers = [
        [one for one in stances if one.saying == saying]
        for saying in dict.fromkeys(one.saying for one in stances)
    ]
    many = f"{counted(len(answers), 'answer')} in {counted(len(stances), 'game')}"
    head = f"{many}. Topic {plain(number.name)} of the ledger.\n{{ #{_anchor(number)} .but }}"
    cards = wrapped("answers", *(_card(same, columns) for same in answers))
    drawn = _scenes([same[0] for same in answers], columns)
    summary = f"<b>{plain(number.title)}</b> {counted(len(answers), 'answer')}"
    return fold(summary, "\n\n".join([head, cards, *drawn]))


def _card(same: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]) -> str:
    """Write an answer: the rule, the clauses that say so, and the games that have them."""
    volumes = columns[same[0].variant]
    everywhere = {volume.game.seats for volume in volumes}
    rules = [f"{_clause(one, everywhere)}\n{{ .rule }}" for one in same[0].named]
    links = [link(plain(_called(one, same[0].named)), _home(one, volumes)) for one in same[0].named]
    tags = " ".join(map(_tag, same))
    says = wrapped("says", *rules, f"{' · '.join(links)}\n{{ .ref }}", f"{tags}\n{{ .games }}")
    return wrapped("answer brief", '<div class="strip"><span class="pip"></span></div>', says)


def _called(named: Naming, beside: Sequence[Naming]) -> str:
    """Return the title of a clause, with its numbers of players if another has the same title."""
    heading = named.clause.heading
    alone = sum(one.clause.heading == heading for one in beside) == 1
    return heading if alone else f"{heading}, {listed([players(seats) for seats in named.seats])}"


def _tag(stance: Stance) -> str:
    """Name a game, with why its rule stands there if its source does not simply state it."""
    marks = dict.fromkeys(_MARKS[one.mark] for one in stance.named if one.mark in _MARKS)
    words = plain(" · ".join([capital(stance.variant), *marks]))
    name = escape(stance.variant, quote=True)
    return f'<span class="tag" data-variant="{name}">{words}</span>'


def _scenes(stances: Sequence[Stance], columns: Mapping[str, Sequence[Volume]]) -> Iterator[str]:
    """Draw a play in which a rule differs from an earlier one, where one is kept."""
    for place, stance in enumerate(stances):
        for earlier in stances[:place]:
            found = next(_kept(earlier, stance, columns), None)
            if found is not None:
                volume, one = found
                pair = listed([plain(capital(each.variant)) for each in (earlier, stance)])
                yield f"Where {pair} differ, with {players(one.players)}{_also(volume, one)}:"
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
    """Write the clauses of a game about a topic, each with when it holds if not always."""
    volumes = columns[stance.variant]
    everywhere = {volume.game.seats for volume in volumes}
    return "<br>".join(
        f"{_clause(one, everywhere)} {link(plain(one.clause.heading), _home(one, volumes))}"
        for one in stance.named
    )


def _clause(named: Naming, everywhere: Iterable[int]) -> str:
    """Write the words of a clause, with when it holds if not always."""
    some = set(named.seats) < set(everywhere)
    when = f"*{listed([players(seats) for seats in named.seats])}:* " if some else ""
    return f"{when}{plain(first_words(' '.join(named.clause.words.split())))}"


def _home(named: Naming, volumes: Sequence[Volume]) -> str:
    """Say where a clause stands, from the folder of all pages."""
    home = next(volume for volume in volumes if volume.game.seats in named.seats)
    return home.address(named.clause.name)


def _anchor(number: LedgerNumber) -> str:
    return f"topic-{number.name}"
