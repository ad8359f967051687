"""The page of a chapter: each of its clauses, for somebody who has a question at the table."""

from collections import Counter
from collections.abc import Iterator

from haggis_rules.ir.game import Citation, Clause, ClauseStatus, Promise
from haggis_rules.site.content.book import PromiseSummary, VolumeContent, file_name
from haggis_rules.site.content.volumes import Volume, counterparts, players, promise_page, title
from haggis_rules.site.drawing.case_drawing import clause_cases
from haggis_rules.site.markdown import box, bullets, fence, link, page, plain
from haggis_rules.syntax.print import show_items
from haggis_rules.wording.combinations import combinations_in
from haggis_rules.wording.declarations import declared_in
from haggis_rules.wording.flow import describe_promise, moves_of
from haggis_rules.wording.guards import describe_guard, describe_seats
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import PlainText, capital, listed, punctuated, sentence

GREEN = frozenset({"proved", "expected breach", "used"})
RED = frozenset({"refuted", "unused"})


def chapter_page(book: VolumeContent, chapter: str) -> str:
    """Write the page of a chapter."""
    sections = [clause_section(book, clause) for clause in book.in_chapter(chapter)]
    return page(title(chapter), contents(book, chapter), *sections)


def contents(book: VolumeContent, here: str | None) -> str:
    """Link the other numbers of seats, the contents, and the chapters before and after."""
    files = list(book.volume.files.items())
    at = [chapter for chapter, _ in files].index(here) if here is not None else len(files)
    parts = [link("Contents", "index.md")]
    parts += [f"Before: {_chapter_link(*each)}" for each in files[max(0, at - 1) : at]]
    parts += [f"Next: {_chapter_link(*each)}" for each in files[at + 1 : at + 2]]
    shown = parts if here is not None else parts[:1]
    return "\n\n".join(line for line in (seatings(book, here), " · ".join(shown)) if line)


def _chapter_link(chapter: str, file: str) -> str:
    return link(plain(title(chapter)), f"{file}.md")


def seatings(book: VolumeContent, here: str | None) -> str:
    """Link the same page, or else the contents, of each other number of seats."""
    shown: dict[int, str] = {book.game.seats: f"**{players(book.game.seats)}**"}
    for volume in book.volumes.others(book.game):
        file = volume.files.get(here, "index") if here is not None else "index"
        target = f"../{volume.folder}/{file}.md"
        shown[volume.game.seats] = link(players(volume.game.seats), target)
    return " · ".join(shown[seats] for seats in sorted(shown)) if len(shown) > 1 else ""


def clause_section(book: VolumeContent, clause: Clause, *, level: int = 2) -> str:
    """Write everything about one clause, under a heading of a level."""
    blocks = [
        f"{'#' * level} {plain(clause.name)} {{ #{clause.name} }}",
        condition(book, clause),
        book.words(clause),
        status_lines(clause),
        *clause_cases(book, clause.name),
        in_words(book, clause.name),
        *(_promise(book, promise) for promise in _promises(book, clause.name)),
        _formal(book, clause),
        f"*{plain(provenance(clause))}*{_former(book, clause)}",
        see_also(book, clause.name),
        resting_promises(book, clause.name),
    ]
    return "\n\n".join(block for block in blocks if block)


def condition(book: VolumeContent, clause: Clause) -> str:
    """Write under which condition a clause holds, and what stands in its place elsewhere."""
    if not clause.guard:
        return ""
    told = [f"**{plain(sentence(describe_guard(book.english, clause.guard)))}**"]
    told += [
        _elsewhere(book, clause, volume)
        for volume in book.volumes.others(book.game)
        if clause.name not in volume.game.clauses
    ]
    return " ".join(told)


def _elsewhere(book: VolumeContent, clause: Clause, volume: Volume) -> str:
    found = counterparts(clause, book.game, volume.game)
    links = ", ".join(book.elsewhere(volume, name) for name in found)
    there = capital(describe_seats(volume.game.seats))
    return f"{there} there is {links} instead." if found else f"{there} there is no such clause."


def describe_clause(book: VolumeContent, clause: str) -> Iterator[PlainText]:
    """Tell everything that a clause says, but for its promises."""
    yield from declared_in(book.english, clause)
    yield from combinations_in(book.english, clause)
    yield from moves_of(book.english, clause)


def in_words(book: VolumeContent, clause: str) -> str:
    """Write what the formal text says."""
    told = list(describe_clause(book, clause))
    return (
        box("info", "In words, part by part", "\n\n".join(map(with_points, told)), folded=True)
        if told
        else ""
    )


def with_points(told: PlainText) -> str:
    """Write a sentence and its list."""
    blocks = [plain(told.words), bullets(map(plain, punctuated(told.points)))]
    return "\n\n".join(block for block in blocks if block)


def status_lines(clause: Clause) -> str:
    """Write whether a source states a clause, and which; or why it stands all the same.

    What follows from the other clauses has no reason but the proofs of its promises.
    """
    sources = bullets(_citation(citation) for citation in clause.citations)
    numbers = ", ".join(clause.ledgers)
    ledger = f"Ledger {numbers}." if numbers else ""
    because = f"Because {plain(clause.because)}." if clause.because else ""
    body = "\n\n".join(block for block in (because, sources, ledger) if block)
    match clause.status:
        case ClauseStatus.STATED:
            return box("quote", "Stated", body)
        case ClauseStatus.RULING:
            return box("warning", "Ruling: the sources leave it open", body)
        case ClauseStatus.ERRATUM:
            return box("bug", "Erratum: a source cannot stand as it is written", body)
        case ClauseStatus.DERIVED:
            return box("abstract", "Follows from the rules", body)


def provenance(clause: Clause) -> str:
    """Say where a clause is written, and what it takes the place of."""
    where = f"Written in {file_name(clause)}, variant {clause.variant}"
    if clause.replaces is not None:
        return f"{where}, in place of the clause of {clause.replaces}, because {clause.edit}."
    return f"{where}, added because {clause.edit}." if clause.edit else f"{where}."


def see_also(book: VolumeContent, clause: str) -> str:
    """Link the clauses that a clause uses, and those that use it."""
    used, users = book.uses[clause], book.used_by[clause]
    points = [f"Uses {book.links(used)}"] if used else []
    points += [f"Used by {book.links(users)}"] if users else []
    return "\n\n".join(["**See also**", bullets(points)]) if points else ""


def resting_promises(book: VolumeContent, clause: str) -> str:
    """List the promises that speak of a clause, each with its verdict, in a folded box."""
    found = [
        promise
        for promise in book.game.promises
        if clause in book.promises[promise.name] and promise.clause != clause
    ]
    if not found:
        return ""
    verdicts = [promise_verdict(book, promise.name) for promise in found]
    many = Counter(word for _, word in verdicts)
    told = listed([f"{count} {word}" for word, count in many.items()])
    head = f"{counted(len(found), 'promise')} about this clause: {told}"
    points = (
        f"{book.promise(promise.name)}: {plain(word)}"
        for promise, (_, word) in zip(found, verdicts, strict=True)
    )
    kinds = [kind for kind, _ in verdicts]
    worst = next(kind for kind in ("failure", "question", "abstract", "success") if kind in kinds)
    return box(worst, head, bullets(points), folded=True)


def promise_verdict(book: VolumeContent, promise: str) -> tuple[str, str]:
    """Return the kind of box for a promise, and its verdict."""
    return judged(book.results.get(promise))


def judged(result: PromiseSummary | None) -> tuple[str, str]:
    """Return the kind of box for what came of a promise, and the verdict."""
    if result is None:
        return "abstract", "not checked here"
    if result.verdict in GREEN:
        return "success", result.verdict
    return "failure" if result.verdict in RED else "question", result.verdict


def _promise(book: VolumeContent, promise: Promise) -> str:
    kind, word = promise_verdict(book, promise.name)
    result = book.results.get(promise.name)
    there = {other.name for other in book.game.promises}
    on_its_page = promise.name in book.findings.evidence and kind == "success"
    using = ", ".join(
        book.promise(name) if name in there else plain(name) for name in promise.using
    )
    blocks = [
        _broken(book, promise),
        with_points(describe_promise(book.english, promise)),
        f"The proof rests on {using}." if using else "",
        plain(result.detail) if result is not None and not on_its_page else "",
        link("All that is known of it", f"../{promise_page(promise.name)}.md"),
    ]
    return box(kind, f"Promise {promise.name}: {word}", "\n\n".join(b for b in blocks if b))


def _broken(book: VolumeContent, promise: Promise) -> str:
    """Say that the rules break a promise, and where and why."""
    if promise.broken is None:
        return ""
    because = plain(promise.broken.because)
    return f"The rules break it, see {book.link(promise.broken.clause)}, because {because}."


def _former(book: VolumeContent, clause: Clause) -> str:
    """Link the clause that this one takes the place of, where it is on the shelf."""
    former = book.volumes.find(clause.replaces or "", book.game.seats)
    if former is None or clause.name not in former.game.clauses:
        return ""
    return f" See {book.elsewhere(former, clause.name)} of {plain(former.title)}."


def _promises(book: VolumeContent, clause: str) -> tuple[Promise, ...]:
    return tuple(promise for promise in book.game.promises if promise.clause == clause)


def _formal(book: VolumeContent, clause: Clause) -> str:
    """Write the formal text with those examples and questions that are for this table."""
    cases = show_items(tuple(case.written for case, _ in book.cases_of(clause.name)))
    formal = clause.rule + cases
    # What is promised is in colour on the page of each promise; these chapters are the longest.
    language = "text" if _promises(book, clause.name) else "haggis"
    return (
        box("note", "Formal text", fence(formal, language=language), folded=True) if formal else ""
    )


def _citation(citation: Citation) -> str:
    return f"{plain(citation.title)}: *{plain(citation.section)}*"
