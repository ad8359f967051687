"""The page of a chapter: each of its clauses, for somebody who has a question at the table."""

from collections.abc import Iterator

from haggis_rules.ir.game import Citation, Clause, Promise, Standing
from haggis_rules.render.book import Book, file_name, title
from haggis_rules.render.combinations import combinations_in
from haggis_rules.render.declarations import declared_in
from haggis_rules.render.markdown import box, bullets, fence, link, page, plain
from haggis_rules.render.moves import moves_of, promise_told
from haggis_rules.render.told import Told, punctuated

PROVED = frozenset({"proved", "expected breach"})
REFUTED = frozenset({"refuted"})


def chapter_page(book: Book, chapter: str) -> str:
    """Write the page of a chapter."""
    sections = [clause_section(book, clause) for clause in book.in_chapter(chapter)]
    return page(title(chapter), contents(book, chapter), *sections)


def contents(book: Book, here: str | None) -> str:
    """Link the chapters in their order; the one that is open stands out."""
    parts = [link("Contents", "index.md")]
    for chapter, file in book.files.items():
        shown = plain(title(chapter))
        parts.append(f"**{shown}**" if chapter == here else link(shown, f"{file}.md"))
    return " · ".join(parts)


def clause_section(book: Book, clause: Clause) -> str:
    """Write everything about one clause."""
    blocks = [
        f"## {plain(clause.name)} {{ #{clause.name} }}",
        plain(clause.words),
        standing(clause),
        in_words(book, clause.name),
        *(_promise(book, promise) for promise in _promises(book, clause.name)),
        _formal(clause),
        f"*{plain(provenance(clause))}*",
        see_also(book, clause.name),
    ]
    return "\n\n".join(block for block in blocks if block)


def told_in(book: Book, clause: str) -> Iterator[Told]:
    """Tell everything that a clause says, but for its promises."""
    yield from declared_in(book.english, clause)
    yield from combinations_in(book.english, clause)
    yield from moves_of(book.english, clause)


def in_words(book: Book, clause: str) -> str:
    """Write what the formal text says."""
    told = list(told_in(book, clause))
    return "\n\n".join(["**In words**", *map(shown, told)]) if told else ""


def shown(told: Told) -> str:
    """Write a sentence and its list."""
    blocks = [plain(told.words), bullets(map(plain, punctuated(told.points)))]
    return "\n\n".join(block for block in blocks if block)


def standing(clause: Clause) -> str:
    """Write whether a source states a clause, and which; or why it stands all the same."""
    sources = bullets(_citation(citation) for citation in clause.citations)
    numbers = ", ".join(clause.ledgers)
    ledger = f"Ledger {numbers}." if numbers else ""
    because = f"Because {plain(clause.because)}." if clause.because else ""
    body = "\n\n".join(block for block in (because, sources, ledger) if block)
    match clause.standing:
        case Standing.STATED:
            return box("quote", "Stated", body)
        case Standing.RULING:
            return box("warning", "Ruling: the sources leave it open", body)
        case Standing.ERRATUM:
            return box("bug", "Erratum: a source cannot stand as it is written", body)


def provenance(clause: Clause) -> str:
    """Say where a clause is written, and what it takes the place of."""
    where = f"Written in {file_name(clause)}, variant {clause.variant}"
    if clause.replaces is not None:
        return f"{where}, in place of the clause of {clause.replaces}, because {clause.edit}."
    return f"{where}, added because {clause.edit}." if clause.edit else f"{where}."


def see_also(book: Book, clause: str) -> str:
    """Link the clauses that a clause uses, and those that use it."""
    used, users = book.uses[clause], book.used_by[clause]
    points = [f"Uses {book.links(used)}"] if used else []
    points += [f"Used by {book.links(users)}"] if users else []
    return "\n\n".join(["**See also**", bullets(points)]) if points else ""


def verdict(book: Book, promise: str) -> tuple[str, str]:
    """Give the kind of box for a promise, and its verdict."""
    result = book.results.get(promise)
    if result is None:
        return "abstract", "not checked here"
    if result.verdict in PROVED:
        return "success", result.verdict
    return "failure" if result.verdict in REFUTED else "question", result.verdict


def _promise(book: Book, promise: Promise) -> str:
    kind, word = verdict(book, promise.name)
    result = book.results.get(promise.name)
    homes = {other.name: other.clause for other in book.game.promises}
    using = ", ".join(
        link(plain(name), book.address(homes[name])) if name in homes else plain(name)
        for name in promise.using
    )
    blocks = [
        shown(promise_told(book.english, promise)),
        f"The proof rests on {using}." if using else "",
        plain(result.detail) if result is not None else "",
    ]
    return box(kind, f"Promise {promise.name}: {word}", "\n\n".join(b for b in blocks if b))


def _promises(book: Book, clause: str) -> tuple[Promise, ...]:
    return tuple(promise for promise in book.game.promises if promise.clause == clause)


def _formal(clause: Clause) -> str:
    return box("note", "Formal text", fence(clause.formal), folded=True) if clause.formal else ""


def _citation(citation: Citation) -> str:
    return f"{plain(citation.title)}: *{plain(citation.section)}*"
