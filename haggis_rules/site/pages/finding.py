"""A page on a place where a source, read to the letter, breaks: all but the layout is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.game import Clause, Game
from haggis_rules.site.drawing.cards import Pictures
from haggis_rules.site.drawing.inline_cards import all_drawn
from haggis_rules.site.markdown import box, bullets, code, fence, file_name_of, link, page, plain
from haggis_rules.site.pages.chapter import with_points
from haggis_rules.syntax import ast
from haggis_rules.syntax.print import show_items
from haggis_rules.wording.sentences import PlainText


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
        seen = [each.word == "expected breach" for each in self.verdicts]
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
        f"{link(plain(file_title(each.file)), f'{file_name_of(each.name)}.md')}. "
        f"{plain(each.file.variant.words.text)}"
        for each in found
    ]
    return page("Findings", intro, bullets(points))


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
        yield f"**{plain(edit.name.text)}.** {plain(edit.words.text)}"
        yield bullets(
            f"{plain(titles.get(cite.source.text, cite.source.text))}: *{plain(cite.section.text)}*"
            for cite in edit.cites
        )
        formal = show_items(edit.items)
        if formal:
            yield box("note", "As a rule", fence(formal, language="haggis"), folded=True)


def _broken(found: Finding) -> Iterator[str]:
    yield "## Consequences"
    own = found.file.variant.name.span.source.path
    refused = [fault for fault in found.faults if fault.span.source.path == own]
    follow = [fault for fault in found.faults if fault.span.source.path != own]
    for fault in refused:
        yield box("failure", f"Refused: {fault.message}", fence(str(fault)))
    for each in found.verdicts:
        body = "\n\n".join(
            [f"Promised: {with_points(each.says)}", all_drawn(each.game, each.lines)]
        )
        yield box("bug", f"{each.promise}, {each.table}: {each.word}", body)
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
        yield f"**{plain(clause.heading)}** ({plain(clause.variant)}): {plain(clause.words)}"
        if clause.because:
            yield f"Because {plain(clause.because)}."
