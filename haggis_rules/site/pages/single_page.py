"""All rules of a variant on one page, to be read through or printed: words, sources, answers.

Formal text, examples and promises are on the pages of the chapters, to which every clause leads.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from haggis_rules.ir.game import Clause, ClauseStatus
from haggis_rules.site.content.volume_content import VolumeContent
from haggis_rules.site.content.volumes import players, title
from haggis_rules.site.grouping import grouped, merged
from haggis_rules.site.markdown import bullets, file_name_of, link, page, plain, slugs, tab
from haggis_rules.wording.guards import describe_guard
from haggis_rules.wording.sentences import capital, listed

EDITION = "all-in-one"
EDITIONS = "editions"  # the folder of those for all numbers of players
TITLE = "All on one page"
_STANDINGS = {ClauseStatus.RULING: "Our ruling", ClauseStatus.ERRATUM: "Erratum"}


def edition_page(content: VolumeContent) -> str:
    """Write all rules for one number of players."""
    return page(f"{content.volume.title}: all on one page", *_edition([content]))


def editions(contents: Sequence[VolumeContent]) -> dict[str, str]:
    """Write all rules of each variant that is for several numbers of players, on a page each.

    What differs with the number of players stands in tabs.
    """
    written: dict[str, str] = {}
    for name, own in groupby(contents, key=lambda content: content.game.name):
        several = list(own)
        if len(several) > 1:
            text = page(f"{capital(name)}: all on one page", *_edition(several))
            written[edition_of(name)] = text
    return written


def edition_of(variant: str) -> str:
    """Return the page of a variant that is for several numbers of players, in the folder of all."""
    file = f"{variant}-" if variant == "index" else file_name_of(variant)
    return f"{EDITIONS}/{file}"


def _edition(contents: Sequence[VolumeContent]) -> Iterator[str]:
    pages = [
        link(players(content.game.seats), f"../{content.volume.folder}/index.md")
        for content in contents
    ]
    yield f"{plain(contents[0].game.words)} Chapter by chapter: {listed(pages)}."
    sources = dict.fromkeys(
        c.title for content in contents for each in _rules(content) for c in each.citations
    )
    yield f"Sources: {plain('; '.join(sources))}."
    chapters = _chapters(contents)
    anchors = slugs(map(title, chapters))
    for chapter, names in chapters.items():
        yield f"## {plain(title(chapter))} {{ #{anchors[title(chapter)]} }}"
        yield from _clauses(contents, names)
        answers = _answers(contents, names)
        if answers:
            yield "**Questions from the table**"
            yield bullets(answers)


def _rules(content: VolumeContent) -> Iterator[Clause]:
    """Yield the clauses that say something of their own."""
    for clause in content.game.clauses.values():
        if clause.status is not ClauseStatus.DERIVED:
            yield clause


def _chapters(contents: Sequence[VolumeContent]) -> dict[str, list[str]]:
    """Return the names of all clauses by chapter; one that others lack follows its neighbour."""
    rules = [list(_rules(content)) for content in contents]
    # The chapter in the first of the volumes counts, so that comes last here.
    chapters = {clause.name: clause.chapter for own in reversed(rules) for clause in own}
    order = merged((clause.name for clause in own) for own in rules)
    return grouped(order, lambda name: chapters[name])


def _clauses(contents: Sequence[VolumeContent], names: Sequence[str]) -> Iterator[str]:
    """Write clauses; those that some volumes lack, or have otherwise, stand in tabs."""
    for shared, several in groupby(names, key=lambda name: _is_shared(contents, name)):
        run = list(several)
        if shared:
            yield from (_clause(contents[0], name) for name in run)
            continue
        for content in contents:
            own = [_clause(content, name) for name in run if name in content.game.clauses]
            yield tab(capital(players(content.game.seats)), "\n\n".join(own) or "Nothing more.")


def _is_shared(contents: Sequence[VolumeContent], name: str) -> bool:
    found = [content.game.clauses.get(name) for content in contents]
    return None not in found and len({each.words for each in found if each is not None}) == 1


def _clause(content: VolumeContent, name: str) -> str:
    """Write the words of a clause, where they come from, and why they stand without a source."""
    clause = content.game.clauses[name]
    where = ", ".join(dict.fromkeys(plain(each.section) for each in clause.citations))
    notes = [f"*{where}*"] if where else []
    if clause.status in _STANDINGS:
        because = plain(clause.because)
        notes.append(f"**{_STANDINGS[clause.status]}**, because {because}.")
    guard = clause.guard if len(content.volumes.seatings(content.game.name)) < 2 else ""  # noqa: PLR2004
    when = f"*{plain(capital(describe_guard(content.english, guard)))}:* " if guard else ""
    home = content.volume.link(name, up="../")
    return f"{when}{content.words(clause, up='../')}<br><small>{home} {' '.join(notes)}</small>"


def _answers(contents: Sequence[VolumeContent], names: Sequence[str]) -> list[str]:
    """Return the questions beside some clauses, each once with its answer."""
    found: dict[tuple[str, str], list[int]] = {}
    for content in contents:
        for name in (each for each in names if each in content.game.clauses):
            for case, _ in content.cases_of(name):
                if case.answer is not None:
                    found.setdefault((case.words, case.answer), []).append(content.game.seats)
    return [
        f"{_some(contents, seats)}{plain(words)} **{plain(answer)}**"
        for (words, answer), seats in found.items()
    ]


def _some(contents: Sequence[VolumeContent], seats: Sequence[int]) -> str:
    """Say with how many players, if not with all of them."""
    if len(seats) == len(contents):
        return ""
    return f"*{listed([str(each) for each in seats])} players:* "
