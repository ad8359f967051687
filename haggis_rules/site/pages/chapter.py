"""The page of a chapter: each of its clauses, for somebody who has a question at the table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from haggis_rules.ir.clause_history import ClauseChange
from haggis_rules.ir.game import Case, Citation, Clause, ClauseStatus, Promise
from haggis_rules.site.content.volume_content import CaseSummary, VolumeContent, file_name
from haggis_rules.site.content.volumes import Volume, counterparts, players, promise_page, title
from haggis_rules.site.markdown import box, bullets, fence, folded, link, page, plain, wrapped
from haggis_rules.site.scenes.scene import scene
from haggis_rules.syntax.print import show_items
from haggis_rules.verdicts.reader import RecordedVerdict
from haggis_rules.wording.combinations import combinations_in
from haggis_rules.wording.declarations import declared_in
from haggis_rules.wording.flow import describe_promise, moves_of
from haggis_rules.wording.guards import describe_guard, describe_seats
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import PlainText, capital, listed, punctuated, sentence

GREEN = frozenset({"proved", "expected breach", "used"})
OPEN = "Our ruling: the sources leave this open"
HOUSE_RULE = "House rule: this departs from the sources"
ERRATUM = "Erratum: the source cannot be right as written"
SHORT_RULE = 150  # characters of a rule that can be set large
MOST_COLOURED = 2_000  # characters of formal examples; coloured, each takes the room of three
LARGE_CASE = 86  # words of a case that fills more than a screen of a telephone
RED = frozenset({"refuted", "unused"})


def chapter_page(content: VolumeContent, chapter: str) -> str:
    """Write the page of a chapter."""
    sections = [clause_section(content, clause) for clause in content.in_chapter(chapter)]
    here = _clauses_here(content, chapter)
    return page(
        title(chapter), contents(content, chapter), here, *sections, game=content.volume.title
    )


def _clauses_here(content: VolumeContent, chapter: str) -> str:
    """Link the clauses of a chapter, where there are several."""
    links = [link(plain(one.heading), f"#{one.name}") for one in content.in_chapter(chapter)]
    return f"{' · '.join(links)}\n{{ .here }}" if len(links) > 1 else ""


def contents(content: VolumeContent, here: str | None) -> str:
    """Link the other numbers of seats, the contents, and the chapters before and after."""
    files = list(content.volume.files.items())
    at = [chapter for chapter, _ in files].index(here) if here is not None else len(files)
    parts = [link("Contents", "index.md")]
    parts += [f"Previous: {_chapter_link(*each)}" for each in files[max(0, at - 1) : at]]
    parts += [f"Next: {_chapter_link(*each)}" for each in files[at + 1 : at + 2]]
    shown = " · ".join(parts if here is not None else parts[:1])
    # A site shows the way at the head and the foot of each page, and leaves this line out.
    return "\n\n".join(line for line in (seatings(content, here), f"{shown}\n{{ .way }}") if line)


def _chapter_link(chapter: str, file: str) -> str:
    return link(plain(title(chapter)), f"{file}.md")


def seatings(content: VolumeContent, here: str | None) -> str:
    """Link the same page, or else the contents, of each other number of seats."""
    shown: dict[int, str] = {content.game.seats: f"**{players(content.game.seats)}**"}
    for volume in content.volumes.others(content.game):
        file = volume.files.get(here, "index") if here is not None else "index"
        target = f"../{volume.folder}/{file}.md"
        shown[volume.game.seats] = link(players(volume.game.seats), target)
    return " · ".join(shown[seats] for seats in sorted(shown)) if len(shown) > 1 else ""


def clause_section(content: VolumeContent, clause: Clause, *, level: int = 2) -> str:
    """Write everything about one clause: the rule and a case on a card, and the rest folded."""
    return "\n\n".join([_card(content, clause, level), _folds(content, clause)])


def _card(content: VolumeContent, clause: Clause, level: int) -> str:
    """Write the card of a clause: its title, the rule, what is ours in it, and a drawn case."""
    rule = content.words(clause)
    kind = "rule" if len(clause.words) <= SHORT_RULE else "rule long"
    whose = f'<span class="whose">{plain(content.volume.title)}</span>'
    strip = f'<div class="strip"><span></span>{whose}</div>'
    blocks = [
        f"{'#' * level} {plain(clause.heading)} {{ #{clause.name} }}",
        f"{rule}\n{{ .{kind.replace(' ', ' .')} }}",
        _but(content, clause),
    ]
    shown = _shown_case(content, clause.name)
    if shown is not None:
        blocks.append(scene(content.english, *shown))
    says = wrapped("says", *blocks)
    return wrapped("answer clause", strip, says)


def _but(content: VolumeContent, clause: Clause) -> str:
    """Write in a line what is ours in a clause, and for which tables it is."""
    tags = {
        ClauseStatus.RULING: '<span class="tag ours">our ruling</span>',
        ClauseStatus.ERRATUM: '<span class="tag ours">the source is in error</span>',
    }
    parts = [tags.get(clause.status, ""), condition(content, clause)]
    line = " ".join(part for part in parts if part)
    return f"{line}\n{{ .but }}" if line else ""


def _shown_case(content: VolumeContent, clause: str) -> tuple[Case, CaseSummary | None] | None:
    """Return the case on the card: the first example, or else the first question.

    Where all that is large is drawn at length, a smaller case stands on the card.
    """
    cases = sorted(content.cases_of(clause), key=lambda one: one[0].answer is not None)
    sizes = [len(show_items((one.written,)).split()) for one, _ in cases]
    fitting = (one for one, size in zip(cases, sizes, strict=True) if size <= LARGE_CASE)
    smallest = cases[sizes.index(min(sizes))] if cases else None
    return next(fitting, smallest)


def _folds(content: VolumeContent, clause: Clause) -> str:
    """Write what stands below the card, each part folded under a line that says what is in it."""
    shown = _shown_case(content, clause.name)
    others = [one for one in content.cases_of(clause.name) if one != shown]
    examples = [one for one in others if one[0].answer is None]
    questions = [one for one in others if one[0].answer is not None]
    promises = [_promise(content, promise) for promise in _promises(content, clause.name)]
    folds = [
        folded("More examples", _first_of(examples), _scenes(content, examples)),
        folded("Questions", _first_of(questions), _scenes(content, questions)),
        folded(*_source(content, clause)),
        folded("Step by step", "What the formal lines say", in_words(content, clause.name)),
        folded("Guarantees", counted(len(promises), "promise"), promises),
        folded("Proved", *resting_promises(content, clause.name)),
        folded(
            "See also", "Rules that this one uses, or that use it", see_also(content, clause.name)
        ),
        folded("Formal lines", f"`{clause.name}`", [_formal(content, clause)]),
    ]
    return wrapped("folds", *(fold for fold in folds if fold))


def _first_of(cases: Sequence[tuple[Case, CaseSummary | None]]) -> str:
    """Return the line over some cases: what the first is about, and how many more there are."""
    if not cases:
        return ""
    more = f" And {len(cases) - 1} more." if len(cases) > 1 else ""
    return plain(f"{cases[0][0].words}{more}")


def _scenes(content: VolumeContent, cases: Iterable[tuple[Case, CaseSummary | None]]) -> list[str]:
    return [scene(content.english, case, checked, brief=True) for case, checked in cases]


def _source(content: VolumeContent, clause: Clause) -> tuple[str, str, list[str]]:
    """Return the fold that says who says so, and how the clause came about."""
    match clause.status:
        case ClauseStatus.STATED:
            line = "; ".join(f"{one.title}: {one.section}" for one in clause.citations[:1])
        case ClauseStatus.RULING | ClauseStatus.ERRATUM:
            line = _why(clause)
        case ClauseStatus.DERIVED:
            line = "Follows from the other rules"
    came = f"*{plain(provenance(clause))}*{_former(content, clause)}"
    return "Source", plain(line), [status_lines(clause), came, *map(changed, clause.changes)]


def condition(content: VolumeContent, clause: Clause) -> str:
    """Write under which condition a clause holds, and what stands in its place elsewhere."""
    if not clause.guard:
        return ""
    sentences = [f"**{plain(sentence(describe_guard(content.english, clause.guard)))}**"]
    sentences += [
        _elsewhere(content, clause, volume)
        for volume in content.volumes.others(content.game)
        if clause.name not in volume.game.clauses
    ]
    return " ".join(sentences)


def _elsewhere(content: VolumeContent, clause: Clause, volume: Volume) -> str:
    found = counterparts(clause, content.game, volume.game)
    links = ", ".join(volume.link(name, up="../") for name in found)
    there = capital(describe_seats(volume.game.seats))
    return f"{there} there is {links} instead." if found else f"{there} there is no such clause."


def describe_clause(content: VolumeContent, clause: str) -> Iterator[PlainText]:
    """Tell everything that a clause says, but for its promises."""
    yield from declared_in(content.english, clause)
    yield from combinations_in(content.english, clause)
    yield from moves_of(content.english, clause)


def in_words(content: VolumeContent, clause: str) -> list[str]:
    """Return what the formal text says, part by part."""
    return [with_points(text) for text in describe_clause(content, clause)]


def with_points(text: PlainText) -> str:
    """Write a sentence and its list."""
    blocks = [plain(text.words), bullets(map(plain, punctuated(text.points)))]
    return "\n\n".join(block for block in blocks if block)


def status_lines(clause: Clause) -> str:
    """Write why a clause stands, and where its sources state it."""
    sources = bullets(_citation(citation) for citation in clause.citations)
    numbers = ", ".join(clause.ledgers)
    ledger = f"Ledger {numbers}." if numbers else ""
    mark = _why(clause).partition(":")[0]  # the rest stands above, in the line to be opened
    because = f"{mark}, because {plain(clause.because)}." if clause.because else ""
    return "\n\n".join(block for block in (because, sources, ledger) if block)


def _why(clause: Clause) -> str:
    """Return in a few words why a clause does not simply say what a source says."""
    if clause.status is ClauseStatus.ERRATUM:
        return ERRATUM
    edited = clause.changes and clause.because == clause.changes[-1].because
    return HOUSE_RULE if edited else OPEN


def provenance(clause: Clause) -> str:
    """Say where a clause is written, what it takes the place of, and who confirms it."""
    written = _written(clause)
    if clause.confirmed is None:
        return written
    return f"{written} Confirmed by {clause.confirmed.variant} with a source of its own."


def _written(clause: Clause) -> str:
    where = f"Written in {file_name(clause)}, variant {clause.variant}"
    if clause.taken is not None and clause.edit == clause.taken.because:
        taken = f"{where}, and taken from {clause.taken.source} by {clause.taken.variant}"
        place = f" in place of the clause of {clause.replaces}" if clause.replaces else ""
        return f"{taken}{place}, because {clause.edit}."
    if clause.changes:
        origin = clause.taken.source if clause.taken is not None else clause.replaces
        return f"{where}, as an edit of the clause of {origin}, because {clause.edit}."
    if clause.replaces is not None:
        return f"{where}, in place of the clause of {clause.replaces}, because {clause.edit}."
    return f"{where}, added because {clause.edit}." if clause.edit else f"{where}."


def changed(change: ClauseChange) -> str:
    """Write what an edit has changed in a clause: its former words, and the lines that differ."""
    blocks = [
        f"Because {plain(change.because)}.",
        f"Before, it read: {plain(change.words)}" if change.words else "",
        fence("\n".join(change.diff), language="diff") if change.diff else "",
    ]
    body = "\n\n".join(block for block in blocks if block)
    return box("example", f"Changed by {change.variant}", body)


def see_also(content: VolumeContent, clause: str) -> list[str]:
    """Link the clauses that a clause uses, and those that use it."""
    used, users = content.uses[clause], content.used_by[clause]
    points = [f"Uses {content.links(used)}"] if used else []
    points += [f"Used by {content.links(users)}"] if users else []
    return [bullets(points)] if points else []


def resting_promises(content: VolumeContent, clause: str) -> tuple[str, list[str]]:
    """Count the promises that speak of a clause by their verdicts, and list them."""
    found = [
        promise
        for promise in content.game.promises
        if clause in content.promises[promise.name] and promise.clause != clause
    ]
    verdicts = [promise_verdict(content, promise.name)[1] for promise in found]
    many = Counter(verdicts)
    counts = listed([f"{count} {word}" for word, count in many.items()]) if found else ""
    points = [
        f"{content.promise(promise.name)}: {plain(word)}"
        for promise, word in zip(found, verdicts, strict=True)
    ]
    head = f"{counted(len(found), 'promise')} about this clause: {counts}"
    return plain(head), [bullets(points)] if points else []


def promise_verdict(content: VolumeContent, promise: str) -> tuple[str, str]:
    """Return the kind of box for a promise, and its verdict."""
    return judged(content.results.get(promise))


def judged(result: RecordedVerdict | None) -> tuple[str, str]:
    """Return the kind of box for what came of a promise, and the verdict."""
    if result is None:
        return "abstract", "not checked here"
    if result.verdict in GREEN:
        return "success", result.verdict
    return "failure" if result.verdict in RED else "question", result.verdict


def _promise(content: VolumeContent, promise: Promise) -> str:
    kind, word = promise_verdict(content, promise.name)
    result = content.results.get(promise.name)
    there = {other.name for other in content.game.promises}
    on_its_page = promise.name in content.findings.evidence and kind == "success"
    using = ", ".join(
        content.promise(name) if name in there else plain(name) for name in promise.using
    )
    blocks = [
        _broken(content, promise),
        with_points(describe_promise(content.english, promise)),
        f"The proof rests on {using}." if using else "",
        plain(result.detail) if result is not None and not on_its_page else "",
        link("Full record of this promise", f"../{promise_page(promise.name)}.md"),
    ]
    return box(kind, f"Promise {promise.name}: {word}", "\n\n".join(b for b in blocks if b))


def _broken(content: VolumeContent, promise: Promise) -> str:
    """Say that the rules break a promise, and where and why."""
    if promise.broken is None:
        return ""
    because = plain(promise.broken.because)
    return (
        f"The rules break this promise, see {content.link(promise.broken.clause)}, because "
        f"{because}."
    )


def _former(content: VolumeContent, clause: Clause) -> str:
    """Link the clause that this one takes the place of, where it is in the catalog."""
    former = content.volumes.find(clause.replaces or "", content.game.seats)
    if former is None or clause.name not in former.game.clauses:
        return ""
    return f" See {former.link(clause.name, up='../')} of {plain(former.title)}."


def _promises(content: VolumeContent, clause: str) -> tuple[Promise, ...]:
    return tuple(promise for promise in content.game.promises if promise.clause == clause)


def _formal(content: VolumeContent, clause: Clause) -> str:
    """Write the formal text with those examples and questions that are for this table."""
    cases = show_items(tuple(case.written for case, _ in content.cases_of(clause.name)))
    # What is promised is in colour on the page of each promise; these chapters are the longest.
    if _promises(content, clause.name):
        parts = [(clause.rule + cases, "text")]
    elif len(cases) > MOST_COLOURED:
        parts = [(clause.rule, "haggis"), (cases, "text")]
    else:
        parts = [(clause.rule + cases, "haggis")]
    return "\n\n".join(fence(text, language=language) for text, language in parts if text)


def _citation(citation: Citation) -> str:
    return f"{plain(citation.title)}: *{plain(citation.section)}*"
