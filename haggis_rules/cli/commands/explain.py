"""haggis explain: explain a clause, a promise, a fault or a number of the ledger.

For a clause, the command shows its words, its sources, the formal rule, and the questions and
examples that are checked beside it. Any word that a clause defines leads to that clause.

  haggis explain lead.next                         a clause of a shipped variant
  haggis explain bets.when --in cats               as it stands there, and what it replaced
  haggis explain turn --in classic --players 3     the clause that gives a word its meaning
  haggis explain never.stuck                       a promise
  haggis explain unknown-name                      a fault, by the name in its brackets
  haggis explain 9.5                               the clauses that name a number of the ledger

--format json: {"form": 1, "clauses": [{"name", "variant", "chapter", "ledgers", "guard", "seats":
[2, 3], "words", "sources": [{"source", "title", "section"}], "standing", "because", "replaces",
"edit", "changes": [{"variant", "because", "words": those before, if changed, "diff": lines after -
or +}], "taken": the other variant that it is from, if any, "confirmed": [{"variant", "sources":
what it cites besides}], "formal", "examples": [{"words", "formal"}], "questions": [{"question",
"answer", "formal"}], "promises": [name, ...]}]}, or {"form": 1, "fault", "words"}, or {"form": 1,
"number", "chapter", "title", "variants": [{"variant", "seats": for which it speaks, "clauses":
[{"name", "mark": S stated, P from the parent, T taken from another variant, R ruling, E erratum or
D derived, "standing", "variant", "guard", "seats"}]}]}
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from textwrap import dedent, indent

from haggis_rules.cli.outputs.clauses import (
    CitedSection,
    ExplainedClauseJson,
    ExplainedClausesJson,
    ExplainedFaultJson,
    ExplainedNumberJson,
)
from haggis_rules.cli.terminal import ledger_lines
from haggis_rules.cli.terminal.arguments import (
    TableArguments,
    add_table,
    chosen,
    games_at,
    games_everywhere,
)
from haggis_rules.cli.terminal.output import CallError, wrapped, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.diagnostics.errors import kinds, meaning_of
from haggis_rules.diagnostics.source import Span
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.clause_names import clauses_by_name
from haggis_rules.ir.game import Case, Citation, Clause, ClauseStatus, Game, Promise
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.ir.load import known_names, seatings_of, source_of
from haggis_rules.notation.errors import NotationError
from haggis_rules.syntax.parse import keywords
from haggis_rules.syntax.print import show_items

USE = CommandUsage(Purpose.ASK, "haggis explain lead.next", "what a clause says, or a fault means")
OUTPUT = ExplainedClausesJson | ExplainedFaultJson | ExplainedNumberJson
MOST_NEAR = 6  # words of the texts that may have been meant
_NAME = re.compile(r"\w+(?:[.-]\w+)*")
_QUOTED = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"')


@dataclass(slots=True)
class ExplainedClause:
    """A clause with what stands beside it, and the numbers of seats for which it is there.

    ``confirmed``: by variants that state it by sources of their own, what they cite.
    """

    clause: Clause
    confirmed: dict[str, tuple[Citation, ...]] = field(
        default_factory=dict[str, tuple[Citation, ...]]
    )
    cases_at: dict[Span, Case] = field(default_factory=dict[Span, Case])
    promises: dict[str, Promise] = field(default_factory=dict[str, Promise])
    seats: list[int] = field(default_factory=list[int])
    experimental: bool = False

    def add(self, game: Game) -> None:
        """Add what a game has beside the clause."""
        name = self.clause.name
        self.cases_at |= {case.span: case for case in game.cases if case.clause == name}
        self.promises |= {one.name: one for one in game.promises if one.clause == name}
        self.seats = sorted({*self.seats, game.seats})

    def cases(self) -> list[Case]:
        """Return the cases, each once. What was written is only asked of those with equal words."""
        known = Counter((case.words, case.answer) for case in self.cases_at.values())
        keys = {
            case.span if known[case.words, case.answer] == 1 else case: case
            for case in self.cases_at.values()
        }
        return [*keys.values()]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "name", metavar="NAME", help="a clause, a word of the rules, a promise, a fault or a number"
    )
    parser.add_argument("--in", dest="variant", metavar="VARIANT", help="the variant to look in")
    add_table(parser)


def run(parsed: argparse.Namespace) -> int:
    """Explain one name. Raises ``CallError`` when nothing has that name."""
    if ledger_lines.is_number(parsed.name):
        return _number(parsed)
    fault = _faults().get(parsed.name)
    if fault is not None and parsed.variant is None:
        if parsed.format == "json":
            told: ExplainedFaultJson = {"form": 1, "fault": parsed.name, "words": fault}
            write_json(told)
        else:
            write_text(f"{parsed.name}\n\n{indent(fault, '  ')}")
        return 0
    found = _found(parsed)
    if not found:
        raise _unknown(parsed)
    if parsed.format == "json":
        record: ExplainedClausesJson = {"form": 1, "clauses": [_record(one) for one in found]}
        write_json(record)
    else:
        write_text("\n\n".join("\n".join(_lines(one, parsed.name)) for one in found))
    return 0


def _number(parsed: argparse.Namespace) -> int:
    """Show which clauses name a number of the ledger."""
    listed, name = shipped_numbers(), parsed.name
    table = chosen(parsed)
    variants = (parsed.variant,) if parsed.variant else listed.variants
    if parsed.variant is None and table.players is not None:
        variants = tuple(one for one in variants if table.players in seatings_of(one))
    found = ledger_lines.number_uses(name, variants, lambda one: _tables(one, table), listed)
    if not found:
        where = f" in `{parsed.variant}`" if parsed.variant else ""
        known, number = [one.name for one in listed.numbers], listed.find(name)
        near = did_you_mean(name, known) or f"the numbers go from {known[0]} to {known[-1]}"
        hint = near if number is None else f"it speaks for {', '.join(number.speaks)}"
        raise CallError("unknown-name", f"no clause names {name}{where}", hint)
    if parsed.format == "json":
        write_json(ledger_lines.record(name, listed.find(name), found))
    else:
        write_text("\n".join(ledger_lines.number_lines(name, listed.find(name), found)))
    return 0


def _faults() -> dict[str, str]:
    """Return what every fault and refusal means, by its name."""
    refused = {kind.name: meaning_of(kind) for kind in NotationError.__subclasses__()}
    return refused | {name: kind.explain() for name, kind in kinds().items()}


def _found(parsed: argparse.Namespace) -> list[ExplainedClause]:
    """Return each clause that the name leads to, once, in the variants that write it."""
    found: list[ExplainedClause] = []
    for game in _games(parsed.name, parsed.variant, chosen(parsed)):
        name = _meanings(game).get(parsed.name)
        if name in game.clauses:
            whole = game.clauses[name]
            clause = _as_written(whole)
            same = next((one for one in found if one.clause == clause), None)
            if same is None:
                own = game.experimental and clause.variant == game.name
                same = ExplainedClause(clause, experimental=own)
                found.append(same)
            same.add(game)
            if whole.confirmed is not None:
                cited = whole.citations[: whole.confirmed.cited]
                same.confirmed[whole.confirmed.variant] = cited
    return found


def _as_written(clause: Clause) -> Clause:
    """Return a clause without what the variants cite that confirm it."""
    if clause.confirmed is None:
        return clause
    return replace(clause, citations=clause.citations[clause.confirmed.cited :])


def _games(name: str, variant: str | None, table: TableArguments) -> Iterator[Game]:
    """Yield the games to look in: of the variants with us, those whose text has the name."""
    for one in [variant] if variant else known_names():
        if variant or name in _names_in(one):
            yield from _tables(one, table)


def _names_in(variant: str) -> set[str]:
    """Return the words of a text outside quotes."""
    return {*_NAME.findall(_QUOTED.sub(" ", source_of(variant).text))}


def _tables(variant: str, table: TableArguments) -> list[Game]:
    """Load a variant for the table that is asked for, or for every table.

    Raises ``SeveralFaultsError`` or a ``RuleError``.
    """
    if table.players is None and not table.options:
        return games_everywhere(variant)
    return games_at(variant, table)


def _meanings(game: Game) -> dict[str, str]:
    """Return the clause to which each name leads: itself, or the one that gives it a meaning."""
    declared = {name.rpartition(" ")[2]: clause for name, clause in game.declared.items()}
    promises = {promise.name: promise.clause for promise in game.promises}
    own = {clause: clause for clause in game.clauses}
    return declared | clauses_by_name(game) | promises | own


def _unknown(parsed: argparse.Namespace) -> CallError:
    where = f" in `{parsed.variant}`" if parsed.variant else ""
    if _has_meaning(parsed.name, parsed.variant):
        return CallError(
            "unknown-name",
            f"`{parsed.name}` has no meaning{where} for this table",
            "leave out --players and --option",
        )
    near = did_you_mean(parsed.name, _names_near(parsed.name, parsed.variant))
    hint = near or "haggis explain --help lists what can be explained"
    return CallError("unknown-name", f"there is nothing called `{parsed.name}`{where}", hint)


def _names_near(name: str, variant: str | None) -> Iterator[str]:
    """Yield names like this one that can be explained.

    To type all texts takes seconds. So the words that stand in them are compared first, and only
    those that are near are looked for in the games of the texts that have them.
    """
    faults = _faults()
    if variant is not None:
        yield from faults
        for game in _tables(variant, TableArguments(None, {})):
            yield from _meanings(game)
        return
    words = {word for one in known_names() for word in _names_in(one)} - keywords()
    for word in get_close_matches(name, {*faults, *words}, n=MOST_NEAR):
        if word in faults or _has_meaning(word, None):
            yield word


def _has_meaning(name: str, variant: str | None) -> bool:
    """Return whether a name has a meaning at any table."""
    usual = TableArguments(None, {})
    return any(name in _meanings(game) for game in _games(name, variant, usual))


def _lines(found: ExplainedClause, name: str) -> Iterator[str]:
    clause = found.clause
    trial = ["experimental"] if found.experimental else []
    place = [clause.variant, *trial, clause.chapter, *([clause.guard] if clause.guard else [])]
    if clause.title:
        yield clause.title
    yield f"{clause.name}  ({', '.join(place)})"
    yield f"\n{wrapped(clause.words, indent=2)}\n"
    for cited in clause.citations:
        yield f"  {cited.source}: {cited.section}"
    yield from _status_lines(clause)
    yield from _change_lines(clause)
    for variant, citations in found.confirmed.items():
        places = "; ".join(f"{one.source}: {one.section}" for one in citations)
        yield wrapped(f"confirmed in {variant} by {places}", indent=2)
    if clause.taken is not None:
        taken = f"taken from {clause.taken.source} by {clause.taken.variant}"
        instead = f" in place of the clause of {clause.replaces}" if clause.replaces else ""
        yield wrapped(f"{taken}{instead}, because {clause.taken.because}", indent=2)
    elif clause.replaces and not clause.changes:
        yield wrapped(f"replaces the clause of {clause.replaces}: {clause.edit}", indent=2)
    promise = found.promises.get(name)
    # Of a promise that an edit changed, the place is that of the edit: the rule has it whole.
    if promise is not None and promise.span is not None and not clause.changes:
        whole = " " * (promise.span.column - 1) + promise.span.text
        yield f"\n{indent(dedent(whole), '    ')}"
        yield f"\n  haggis verify {clause.variant} --promise {name} proves it."
        return
    rule = clause.rule.rstrip("\n")
    if rule:
        yield f"\n{indent(rule, '    ')}"
    yield from _example_lines(found.cases())


def _change_lines(clause: Clause) -> Iterator[str]:
    """Show each edit of a clause: by which variant, why, and the lines that differ."""
    for change in clause.changes:
        yield wrapped(f"changed by {change.variant}, because {change.because}", indent=2)
        yield from (f"    {line}" for line in change.diff)


def _status_lines(clause: Clause) -> Iterator[str]:
    match clause.status:
        case ClauseStatus.RULING | ClauseStatus.ERRATUM:
            yield wrapped(f"{clause.status.value} because {clause.because}", indent=2)
        case ClauseStatus.DERIVED:
            yield "  derived: it follows from the other clauses"
        case ClauseStatus.STATED:
            pass


def _example_lines(cases: Iterable[Case]) -> Iterator[str]:
    for case in cases:
        if case.answer is None:
            yield "\n" + wrapped(f"Example: {case.words}", indent=2)
        else:
            yield "\n" + wrapped(f"Question: {case.words}", indent=2)
            yield wrapped(f"Answer: {case.answer}", indent=2)


def _cited(one: Citation) -> CitedSection:
    return {"source": one.source, "title": one.title, "section": one.section}


def _record(found: ExplainedClause) -> ExplainedClauseJson:
    clause, cases = found.clause, found.cases()
    record: ExplainedClauseJson = {
        "name": clause.name,
        "title": clause.title,
        "variant": clause.variant,
        "chapter": clause.chapter,
        "ledgers": clause.ledgers,
        "guard": clause.guard,
        "seats": found.seats,
        "words": clause.words,
        "sources": [_cited(one) for one in clause.citations],
        "standing": clause.status.value,
        "because": clause.because,
        "replaces": clause.replaces,
        "edit": clause.edit,
        "confirmed": [
            {"variant": variant, "sources": [_cited(one) for one in citations]}
            for variant, citations in found.confirmed.items()
        ],
        "changes": [
            {
                "variant": change.variant,
                "because": change.because,
                "words": change.words,
                "diff": list(change.diff),
            }
            for change in clause.changes
        ],
        "formal": clause.rule.rstrip("\n"),
        "examples": [
            {"words": one.words, "formal": show_items((one.written,)).rstrip()}
            for one in cases
            if one.answer is None
        ],
        "questions": [
            {
                "question": one.words,
                "answer": one.answer,
                "formal": show_items((one.written,)).rstrip(),
            }
            for one in cases
            if one.answer is not None
        ],
        "promises": list(found.promises),
    }
    if clause.taken is not None:
        record["taken"] = clause.taken.source
    return record
