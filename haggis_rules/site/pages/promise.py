"""The page of one promise: its words, what came of it in each game, and what rests on what."""

from collections.abc import Iterator, Mapping, Sequence

from haggis_rules.ir.builtin_promises import AUTOMATIC
from haggis_rules.site.content.broken_texts import SideNote, SideNotes
from haggis_rules.site.content.promise_register import GamePromise, PromiseRegister
from haggis_rules.site.content.volume_content import KNOWN
from haggis_rules.site.content.volumes import PROMISES, promise_page
from haggis_rules.site.grouping import grouped
from haggis_rules.site.markdown import (
    box,
    bullets,
    code,
    fence,
    folded,
    link,
    page,
    plain,
    table,
    ticked,
    wrapped,
)
from haggis_rules.site.pages.chapter import SHORT_RULE, judged, with_points
from haggis_rules.site.pages.proof_summary import (
    NOT_PROVED,
    SHOWN,
    describe_games,
    describe_verdicts,
    form_word,
    proof_cells,
    verdict_word,
)
from haggis_rules.site.scenes.breach_record import breach_boxes, describe_breach
from haggis_rules.wording.phrase import counted
from haggis_rules.wording.sentences import capital

ALL = "All promises"
_PLAIN = frozenset({"proved", "expected breach"})  # verdicts of which all is told elsewhere
DEPENDS, SUPPORTS = "Depends on", "Supports"
_EVERY_GAME = "Every game must keep it, whether or not its text says so."


def promise_text(register: PromiseRegister, name: str, side_notes: SideNotes) -> str:
    """Write the page of a promise."""
    promises = register.promises[name]
    parts = [
        folded("Statement", _how_often_worded(promises), _says(promises)),
        folded("Results", "Each game, and what its proof took", _outcomes(promises)),
        folded(*_rest(DEPENDS, register, register.rests_on(name), promises)),
        folded(*_rest(SUPPORTS, register, register.resting_on(name), promises)),
        folded(*_findings(side_notes.findings.get(name, ()))),
        folded(*_mutants(side_notes.mutants.get(name, ()))),
    ]
    blocks = [
        _card(name, promises),
        *_breaches(promises),
        wrapped("folds", *(part for part in parts if part)),
    ]
    return page(register.title(name), *blocks)


def promise_page_link(register: PromiseRegister, promise: str) -> str:
    """Link the page of a promise from the page of another, by its title and with its name."""
    return f"{link(plain(register.title(promise)), promise_file(promise))} {code(promise)}"


def promise_file(promise: str) -> str:
    """Return the page of a promise, from the folder of them all."""
    return f"{promise_page(promise).removeprefix(f'{PROMISES}/')}.md"


def _card(name: str, promises: Sequence[GamePromise]) -> str:
    """Write what came of a promise everywhere, and what its clause says in words."""
    first = promises[0]
    if first.promise is None:
        words, origin = f"{AUTOMATIC.get(name, '')} {_EVERY_GAME}".strip(), ""
    else:
        clause = first.game.clauses[first.clause]
        words = clause.words
        origin = f" · {link(plain(clause.heading), f'../{first.home(clause.name)}')}"
    kind = "rule" if len(words) <= SHORT_RULE else "rule .long"
    tone, sign = _tone(promises)
    forms = ", ".join(dict.fromkeys(form_word(one.promise) for one in promises))
    strip = f'<div class="strip"><span class="pip" aria-hidden="true">{sign}</span></div>'
    says = wrapped(
        "says",
        f"{_verdict_line(promises)}\n{{ .verdict .small }}",
        f"{plain(words)}\n{{ .{kind} }}",
        f"{code(name)} · {forms}{origin}\n{{ .ref }}",
    )
    return wrapped(f"answer clause {tone}", strip, says)


def _tone(promises: Sequence[GamePromise]) -> tuple[str, str]:
    """Return how the strip of a promise looks, and its sign: doubt is never shown as a proof."""
    kinds = {judged(one.result)[0] for one in promises}
    words = {verdict_word(one) for one in promises}
    if "failure" in kinds:
        return "no", "✗"
    if "expected breach" in words:
        return "depends", "!"
    return ("yes", "✓") if kinds == {"success"} else ("tells", "•")


def _verdict_line(promises: Sequence[GamePromise]) -> str:
    """Say in a line what came of it everywhere."""
    if not any(one.result for one in promises):
        return NOT_PROVED
    verdicts = plain(capital(describe_verdicts(promises)))
    return f"{verdicts}, in {counted(len(promises), 'game')}."


def _how_often_worded(promises: Sequence[GamePromise]) -> str:
    """Say how many wordings of a promise there are."""
    many = len(grouped(promises, lambda one: one.formal))
    return "What exactly is proved" if many == 1 else f"{counted(many, 'wording')}"


def _says(promises: Sequence[GamePromise]) -> Iterator[str]:
    """Write what is promised, once for each way to say it, and the words of its clause."""
    wordings = grouped(promises, lambda one: one.formal)
    for formal, several in wordings.items():
        first = several[0]
        if len(wordings) > 1:
            yield f"**{plain(describe_games(several))}**"
        if first.promise is None:
            yield " ".join([plain(AUTOMATIC.get(first.name, "")), _EVERY_GAME]).strip()
        else:
            yield with_points(first.description)
            yield fence(formal, language="haggis")
            clause = first.game.clauses[first.clause]
            home = link(plain(clause.heading), f"../{first.home(clause.name)}")
            yield f'The clause "{home}" makes this promise: *{plain(clause.words)}*'


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
    title: str,
    register: PromiseRegister,
    found: Mapping[str, tuple[GamePromise, ...]],
    promises: Sequence[GamePromise],
) -> tuple[str, str, list[str]]:
    """List promises; with the games, where it is so in some alone of those that make this one."""
    points = [
        promise_page_link(register, name)
        if len(several) == len(promises)
        else f"{promise_page_link(register, name)} in {plain(describe_games(several))}"
        for name, several in found.items()
    ]
    return title, counted(len(points), "promise"), [bullets(points)] if points else []


def _findings(found: Sequence[SideNote]) -> tuple[str, str, list[str]]:
    points = [f"{_title(one)}. {plain(one.words)}" for one in found]
    line = "Sources that, read to the letter, would break this promise"
    return "Sources that break it", line, [bullets(points)] if points else []


def _mutants(found: Sequence[SideNote]) -> tuple[str, str, list[str]]:
    """Write the broken rules that are kept to see the promise fail."""
    boxes: list[str] = []
    for one in found:
        body = [ticked(one.words), fence(one.formal, language="haggis") if one.formal else ""]
        boxes.append(box("bug", one.title, "\n\n".join(filter(None, body)), folded=True))
    return "Planted faults", "Planted on purpose: the solvers must reject them", boxes


def _title(one: SideNote) -> str:
    return link(plain(one.title), f"../{one.page}") if one.page else plain(one.title)
