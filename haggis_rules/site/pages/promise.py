"""The page of one promise: its words, what came of it in each game, and what rests on what."""

from collections.abc import Iterator, Mapping, Sequence

from haggis_rules.ir.builtin_promises import AUTOMATIC
from haggis_rules.site.content.book import KNOWN
from haggis_rules.site.content.breach_record import breach_boxes, describe_breach
from haggis_rules.site.content.broken_texts import SideNote, SideNotes
from haggis_rules.site.content.promise_register import GamePromise, PromiseRegister
from haggis_rules.site.content.volumes import PROMISES, promise_page
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import box, bullets, fence, link, page, plain, table, ticked
from haggis_rules.site.pages.chapter import with_points
from haggis_rules.site.pages.proof_summary import (
    NOT_PROVED,
    SHOWN,
    describe_games,
    describe_verdicts,
    proof_cells,
    verdict_word,
)
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import capital

ALL = "All promises"
_PLAIN = frozenset({"proved", "expected breach"})  # verdicts of which all is told elsewhere
_EVERY_GAME = "Every game must keep it, whether or not its text says so."


def promise_text(register: PromiseRegister, name: str, side_notes: SideNotes) -> str:
    """Write the page of a promise."""
    promises = register.promises[name]
    blocks = [
        link(ALL, "index.md"),
        _verdict_lines(promises),
        *_says(promises),
        "## Results",
        *_outcomes(promises),
        *_breaches(promises),
        *_rest("## Promises it depends on", register.rests_on(name), promises),
        *_rest("## Promises that depend on it", register.resting_on(name), promises),
        *_findings(side_notes.findings.get(name, ())),
        *_mutants(side_notes.mutants.get(name, ())),
    ]
    return page(name, *blocks)


def promise_page_link(promise: str) -> str:
    """Link the page of a promise from the page of another."""
    return link(plain(promise), f"{promise_page(promise).removeprefix(f'{PROMISES}/')}.md")


def _verdict_lines(promises: Sequence[GamePromise]) -> str:
    """Say in a line what came of it everywhere, and what kind of clause makes it."""
    if not any(one.result for one in promises):
        return NOT_PROVED
    verdicts = plain(capital(describe_verdicts(promises)))
    return f"**{verdicts}**, in {counted(len(promises), 'game')}."


def _says(promises: Sequence[GamePromise]) -> Iterator[str]:
    """Write what is promised, once for each way to say it, and the words of its clause."""
    yield "## Statement"
    wordings = grouped(promises, lambda one: one.formal)
    for formal, several in wordings.items():
        first = several[0]
        if len(wordings) > 1:
            yield f"### {plain(describe_games(several))}"
        if first.promise is None:
            yield " ".join([plain(AUTOMATIC.get(first.name, "")), _EVERY_GAME]).strip()
        else:
            yield with_points(first.description)
            yield fence(formal, language="haggis")
            clause = first.game.clauses[first.clause]
            home = link(plain(clause.heading), f"../{first.home(clause.name)}")
            yield f'The clause "{home}" makes it: *{plain(clause.words)}*'


def _outcomes(promises: Sequence[GamePromise]) -> Iterator[str]:
    """Tabulate the games, each with its clause and its verdict."""
    there = any(one.evidence.met for one in promises)
    head = ["Game", "Verdict", *(["Shown", "Z3", "cvc5"] if there else [])]
    yield table(head, [_row(one, there=there) for one in promises])
    if there:
        yield SHOWN
    details = [
        (one, one.result.detail)
        for one in promises
        if one.result and verdict_word(one) not in _PLAIN
    ]
    if details:
        yield bullets(f"{plain(one.title)}: {plain(detail)}" for one, detail in details)


def _row(one: GamePromise, *, there: bool) -> list[str]:
    target = one.home(one.clause) if one.clause else f"{one.volume.folder}/{KNOWN}.md"
    cells = [link(plain(one.title), f"../{target}"), plain(verdict_word(one))]
    return [*cells, *proof_cells(one.evidence)] if there else cells


def _breaches(promises: Sequence[GamePromise]) -> Iterator[str]:
    """Write why games break it, and the match that each of them comes to."""
    broken_by = {one.title: one.promise.broken for one in promises if one.promise is not None}
    found = [one for one in promises if broken_by.get(one.title) or one.evidence.breach]
    if found:
        unreached = {verdict_word(one) for one in found} == {"not inductive"}
        yield "## Where the proof fails" if unreached else "## Counterexamples"
    for one in found:
        broken, breach = broken_by.get(one.title), one.evidence.breach
        yield f"### {plain(one.title)}"
        if broken is not None:
            said = one.game.clauses[broken.clause].heading
            clause = link(plain(said), f"../{one.home(broken.clause)}")
            yield f"These rules break this promise, see {clause}, because {plain(broken.because)}."
        if breach is not None:
            yield from describe_breach(one.game, breach)
            yield from breach_boxes(breach)


def _rest(
    heading: str, found: Mapping[str, tuple[GamePromise, ...]], promises: Sequence[GamePromise]
) -> Iterator[str]:
    """List promises; with the games, where it is so in some alone of those that make this one."""
    if not found:
        return
    yield heading
    yield bullets(
        promise_page_link(name)
        if len(several) == len(promises)
        else f"{promise_page_link(name)} in {plain(describe_games(several))}"
        for name, several in found.items()
    )


def _findings(found: Sequence[SideNote]) -> Iterator[str]:
    if found:
        yield "## Sources that break it"
        yield "A source, read to the letter, would break this promise."
        yield bullets(f"{_title(one)}. {plain(one.words)}" for one in found)


def _mutants(found: Sequence[SideNote]) -> Iterator[str]:
    """Write the broken rules that are kept to see the promise fail."""
    if found:
        yield "## Planted faults"
        yield "Each of these faults was planted on purpose, and the solvers must reject it."
        for one in found:
            body = [ticked(one.words), fence(one.formal, language="haggis") if one.formal else ""]
            yield box("bug", one.title, "\n\n".join(filter(None, body)), folded=True)


def _title(one: SideNote) -> str:
    return link(plain(one.title), f"../{one.page}") if one.page else plain(one.title)
