"""A page on a place where a source, read to the letter, breaks: all but the layout is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.game import Clause, Game
from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import (
    box,
    bullets,
    code,
    fence,
    file_name_of,
    folded,
    link,
    page,
    plain,
    row,
    wrapped,
)
from haggis_rules.site.pages.chapter import with_points
from haggis_rules.site.scenes.breach_scene import breach_scene
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_items
from haggis_rules.wording.sentences import PlainText, capital

EXPECTED_BREACH = "expected breach"
_SIGNS = {"yes": "✓", "no": "✗"}


@dataclass(frozen=True, slots=True)
class FindingVerdict:
    """What the solvers and the interpreter say of a promise that the letter breaks in a game.

    ``table`` says for how many players, ``says`` what it promises, ``word`` is the verdict, and
    ``lines`` are what led to it.
    """

    game: Game
    promise: str
    table: str
    word: str
    says: PlainText
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DifferingPlay:
    """The shortest play that the letter alone has, or lacks, with so many players at a table."""

    game: Game
    table: str
    reading: str
    cards: str
    lacking: bool


@dataclass(frozen=True, slots=True)
class Finding:
    """A text that has a source as it is written, what is wrong with it, and what we rule.

    ``parent`` has the clauses of the variant in which we rule otherwise, by their names, and
    ``promises`` where there is a page of a promise.
    """

    file: ast.File
    parent: dict[str, Clause]
    faults: Sequence[RuleError]
    verdicts: Sequence[FindingVerdict]
    plays: Sequence[DifferingPlay] = ()
    promises: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def name(self) -> str:
        """The name of the text."""
        return self.file.variant.name.text

    @property
    def holds(self) -> bool:
        """Whether something is wrong with the letter, and every breach that it names is seen.

        A text that names a breach has to be sound enough for the solvers to look at it.
        """
        seen = [each.word == EXPECTED_BREACH for each in self.verdicts]
        wrong = seen if broken_in(self.file) else (self.faults or self.plays)
        return bool(wrong) and all(seen)


def finding_page(found: Finding) -> str:
    """Write the page of a finding."""
    blocks = [
        plain(found.file.variant.words.text),
        *_letter(found),
        *_broken(found),
        *_ruled(found),
    ]
    return page(file_title(found.file), *blocks)


def findings_index(found: Sequence[Finding]) -> str:
    """Write the page that lists them."""
    intro = (
        "Each page here reads a source to the letter, in a place where it cannot be right as "
        "written: a short rules text says exactly what the source says, and the tools that check "
        "our own rules show the consequences. Each page ends with our ruling."
    )
    points = [
        row(
            link(plain(file_title(each.file)), f"{file_name_of(each.name)}.md"),
            plain(each.file.variant.words.text),
        )
        for each in found
    ]
    return page("Findings", intro, wrapped("rows", bullets(points)))


def file_title(file: ast.File) -> str:
    """Return the title of a text: its name in words."""
    return file.variant.name.text.replace("-", " ").capitalize()


def broken_in(file: ast.File) -> tuple[str, ...]:
    """Name the promises that a text says it breaks."""
    items = [item for entry in file.entries for item in ast.items_in(entry)]
    breaks = [item for item in items if isinstance(item, ast.Breaks)]
    return tuple(dict.fromkeys(name.text for one in breaks for name in one.promises))


def _edits(file: ast.File) -> Iterator[ast.Replace | ast.Add]:
    for entry in file.entries:
        if isinstance(entry, ast.Replace | ast.Add):
            yield entry


def _letter(found: Finding) -> Iterator[str]:
    """Yield what the source says, and where."""
    titles = {source.name.text: source.words.text for source in found.file.sources}
    yield "## The source"
    for edit in _edits(found.file):
        cited = "; ".join(
            f"{plain(titles.get(cite.source.text, cite.source.text))}, *{plain(cite.section.text)}*"
            for cite in edit.cites
        )
        where = f"{code(edit.name.text)} · {cited}" if cited else code(edit.name.text)
        yield _card("", plain(edit.words.text), f"{where}\n{{ .ref }}")
        formal = show_items(edit.items)
        if formal:
            shown = fence(formal, language="haggis")
            yield wrapped("folds", folded("As a rule", "The letter in the language", [shown]))


def _broken(found: Finding) -> Iterator[str]:
    yield "## Consequences"
    own = found.file.variant.name.span.source.path
    refused = [fault for fault in found.faults if fault.span.source.path == own]
    follow = [fault for fault in found.faults if fault.span.source.path != own]
    for fault in refused:
        yield box("failure", f"Refused: {fault.message}", fence(str(fault)))
    alike = groupby(found.verdicts, key=lambda one: (one.promise, one.word, _promised(one)))
    for _, same in alike:
        yield from _breach(found, [*same])
    if follow and found.verdicts:
        examples = fence("\n\n".join(map(str, follow)))
        yield box("failure", "Our examples of this rule", examples, folded=True)
    else:
        yield from (box("failure", fault.message, fence(str(fault))) for fault in follow)
    for play in found.plays:
        has = "leaves out" if play.lacking else "has"
        who = "the letter" if play.lacking else "the letter alone"
        drawn = Pictures(play.game).row(f"{play.cards} = {play.reading}")
        table = plain(play.table.capitalize())
        yield f"{table}, {who} {has} {drawn} No other play of this kind is shorter."
    for item in (item for entry in found.file.entries for item in ast.items_in(entry)):
        if isinstance(item, ast.Breaks):
            names = ", ".join(_named(found, name.text) for name in item.promises)
            yield f"So {names} does not hold, because {plain(item.because.text)}."


def _breach(found: Finding, same: Sequence[FindingVerdict]) -> Iterator[str]:
    """Yield what a promise says in words, the match that breaks it, and what exactly it says."""
    first = same[0]
    where = f"{_named(found, first.promise)}\n{{ .ref }}"
    fails = "this does not hold" if first.word == EXPECTED_BREACH else first.word
    tables = " or ".join(one.table for one in same)
    verdict = f"{capital(tables)}, {fails}:\n{{ .verdict .small }}"
    scenes: list[str] = []
    for one in same:
        scenes += [f"**{capital(one.table)}**"] if len(same) > 1 else []
        scenes.append(breach_scene(Illustrated.of(one.game), one.lines))
    yield _card("no", plain(_promised(first)), where, *scenes, title=verdict)
    exactly = folded("Exactly", "The promise as the solvers read it", [with_points(first.says)])
    yield wrapped("folds", exactly)


def _promised(one: FindingVerdict) -> str:
    """Return what the clause of a promise says in words."""
    (clause,) = (each.clause for each in one.game.promises if each.name == one.promise)
    return one.game.clauses[clause].words


def _named(found: Finding, promise: str) -> str:
    """Name a promise, and link its page where there is one."""
    page_of = found.promises.get(promise)
    return code(promise) if page_of is None else link(code(promise), page_of)


def _ruled(found: Finding) -> Iterator[str]:
    """Yield the clauses that stand in our rules in place of these."""
    yield "## Our ruling"
    for edit in _edits(found.file):
        clause = found.parent.get(edit.name.text)
        if clause is None or isinstance(edit, ast.Add):
            continue
        lines = [f"Because {plain(clause.because)}.\n{{ .but }}"] if clause.because else []
        where = f"{code(clause.name)} · {plain(capital(clause.variant))}\n{{ .ref }}"
        yield _card("yes", plain(clause.words), *lines, where, title=f"**{plain(clause.heading)}**")


def _card(tone: str, words: str, *lines: str, title: str = "") -> str:
    """Put what a source or we say on a card: the source's slim, a breach with a cross, ours ticked.

    A ``title`` stands above the words.
    """
    sign = f'<span class="pip" aria-hidden="true">{_SIGNS[tone]}</span>' if tone else ""
    heading = [title] if title else []
    says = wrapped("says", *heading, f"{words}\n{{ .rule .long }}", *lines)
    return wrapped(f"answer clause {tone or 'other'}", f'<div class="strip">{sign}</div>', says)
