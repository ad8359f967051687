"""Results as text for people, and as records for JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from haggis_rules.notation import forms
from haggis_rules.notation.forms import Schema
from haggis_rules.verdicts.json_forms import COUNTED, DETAILS
from haggis_rules.verdicts.model import (
    ClauseUse,
    Counterexample,
    CountingResult,
    Disagree,
    DischargedObligation,
    ExpectedBreach,
    How,
    NotBroken,
    NotInductive,
    NotKnown,
    NotReached,
    PromiseCoverage,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
    ShrunkCase,
    Unfounded,
    Unknown,
    Unsupported,
    Unused,
    Vacuous,
    Verdict,
)
from haggis_rules.verdicts.tags import VERDICTS

JsonObject = dict[str, object]

LAST = 12  # actions of a hand that text shows; JSON has all


def is_green(verdict: Verdict) -> bool:
    """Whether a verdict is good: a proof, a breach that the text declares, or that all is used.

    So is what is not known of something that the text does not promise.
    """
    return isinstance(verdict, Proved | ExpectedBreach | PromiseCoverage | NotKnown)


def in_words(verdict: Verdict) -> str:
    """Name a verdict, as ``expected breach``."""
    return _words_of(type(verdict))


def _words_of(kind: type[Verdict]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", " ", VERDICTS[kind].tag).lower()


def show(result: PromiseResult) -> str:
    """Return a line on a result, and below it what there is to say of it."""
    lines = [f"{result.promise}: {_headline(result.verdict)}"]
    match result.verdict:
        case (
            Refuted(case=case) | Unknown(case=Counterexample() as case) | ExpectedBreach(case=case)
        ):
            lines += (f"    {line}" for line in _case(case))
        case NotInductive(case=case, using=using):
            lines += (f"    {line}" for line in (*_case(case), *_proposal(case, using)))
        case Proved(conditions=conditions):
            unseen = (one for one in conditions if not one.is_seen)
            lines += (f"    not seen to hold: {one.words} ({one.place})" for one in unseen)
        case PromiseCoverage(idle=idle):
            lines += (f"    {one.clause} never does here: {one.part}" for one in idle)
        case Unused(dead=dead):
            lines += (f"    {one.piece.clause}, {one.piece.part} ({one.place})" for one in dead)
        case _:
            pass
    return "\n".join(lines)


def show_counted(counted: CountingResult) -> str:
    """Return a line on how many readings of a pattern are counted right, and on the others."""
    proved = [each.verdict for each in counted.results if isinstance(each.verdict, Proved)]
    solved = [met for verdict in proved for met in verdict.obligations]
    count = len(counted.results)
    said = "no reading" if not count else _many(len(proved), "reading")
    said += "" if len(proved) == count else f" of {count}"
    said += f", {_many(len(solved), 'obligation')} by z3 in {_sum(solved, 'z3')}"
    lines = [
        f"{counted.pattern}: counting proved right for {said} and by cvc5 in {_sum(solved, 'cvc5')}"
    ]
    lines += (show(each) for each in counted.results if not is_green(each.verdict))
    return "\n".join(lines)


def _headline(verdict: Verdict) -> str:
    match verdict:
        case Proved():
            return _proved(verdict)
        case Refuted(case=case):
            return _refuted(case)
        case NotInductive(case=case):
            return f"not inductive, {case.obligation}: {case.replay}"
        case Unknown(reason=reason):
            return f"unknown: {reason}"
        case Unsupported(clause=clause, what=what):
            return f"not proved: {clause or 'a clause'} uses {what}"
        case Disagree(obligation=obligation, z3=z3, cvc5=cvc5):
            return f"solvers disagree, {obligation}: z3 says {z3}, cvc5 says {cvc5}"
        case Vacuous(obligation=condition, place=place) if place:
            return f"says nothing here, {condition}: this condition never holds ({place})"
        case Vacuous(obligation=obligation):
            return f"says nothing here, {obligation}: what it assumes never happens"
        case Unfounded(rests_on=names):
            return f"not proved: rests on {', '.join(names)}, which is not proved"
        case ExpectedBreach(case=case, because=because):
            return f"expected breach, because {because}; {_refuted(case)}"
        case NotBroken(clause=clause):
            return f"proved, but {clause} says that it is broken"
        case PromiseCoverage(uses=uses):
            return _used(uses)
        case Unused(dead=dead, matches=matches, examples=examples):
            clauses = _many(len({one.piece.clause for one in dead}), "clause")
            tried = f"{_many(matches, 'match')} and {_many(examples, 'example')}"
            them = "it" if clauses == "1 clause" else "them"
            return f"found dead, {clauses}: nothing uses {them} in {tried}"
        case NotKnown(looked=looked):
            return f"not known: {looked}"


def _used(uses: tuple[ClauseUse, ...]) -> str:
    played = [use for use in uses if use.seed is not None]
    clauses = _many(len({use.piece.clause for use in uses}), "clause")
    shown = f"shown, each of {_many(len(uses), 'part')} of {clauses} is used"
    shown += f"; in {_many(len({use.seed for use in played}), 'match')}"
    if len(played) == len(uses):
        return shown
    return f"{shown}, and {_many(len(uses) - len(played), 'part')} only in examples"


def _refuted(case: Counterexample) -> str:
    match case.play:
        case Reached(seed=seed, actions=actions, breach=breach, hand=hand):
            where = f"deal of seed {seed}" if hand == 1 else f"match of seed {seed}, hand {hand}"
            return f"refuted: {breach} ({where}, after {_many(len(actions), 'action')})"
        case NotReached() | None:
            return f"refuted, {case.obligation}: {case.replay}"


def _proved(verdict: Proved) -> str:
    if verdict.helpers and not verdict.obligations:
        return f"kept by {', '.join(verdict.helpers)}"
    solved = [met for met in verdict.obligations if met.how is How.SOLVED]
    untouched = sum(met.how is How.UNTOUCHED for met in verdict.obligations)
    same = sum(met.how is How.SAME for met in verdict.obligations)
    parts = [
        f"proved, {_many(len(solved), 'obligation')} by z3 in {_sum(solved, 'z3')} and by cvc5 in"
    ]
    parts[0] += f" {_sum(solved, 'cvc5')}"
    if untouched:
        parts.append(f"{untouched} untouched")
    if same:
        parts.append(f"{same} by what is seen alone")
    if verdict.helpers:
        parts.append(f"using {', '.join(verdict.helpers)}")
    parts.append("plays over-approximated" if verdict.approximated else "plays exact")
    return "; ".join(parts)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" + ("" if count == 1 else "es" if what.endswith("ch") else "s")


def _sum(solved: list[DischargedObligation], solver: str) -> str:
    total = sum(met.z3 if solver == "z3" else met.cvc5 for met in solved)
    return f"{total:.1f} s"


def _case(case: Counterexample) -> Iterator[str]:
    match case.play:
        case Reached(small=ShrunkCase() as small):
            yield from small.position
            yield from small.actions
            yield f"then {small.breach}"
        case Reached(actions=actions, breach=breach):
            yield from case.lines
            if len(actions) > LAST:
                yield f"... {len(actions) - LAST} actions"
            yield from actions[-LAST:]
            yield f"then {breach}"
        case _:
            yield from case.lines
    match case.play:
        case Reached():
            pass
        case NotReached(hands=hands):
            yield f"not reached in {_many(hands, 'hand')}; play may never get there"
        case None:
            pass


def _proposal(case: Counterexample, using: tuple[str, ...]) -> Iterator[str]:
    """Say which promises exclude a case to which play may not come."""
    lacking = case.play.lacking if isinstance(case.play, NotReached) else ()
    if using:
        yield f"proved with: using {', '.join(using)}"
    elif lacking:
        yield f"it would not arise using {', '.join(lacking)}, but something else would"
    else:
        yield "no promise that holds excludes it"


def record(result: PromiseResult) -> JsonObject:
    """Return a result for JSON. ``verdict`` names its class in words."""
    details = cast("JsonObject", DETAILS[type(result.verdict)].write(result.verdict))
    return {
        "promise": result.promise,
        "clause": result.clause,
        "verdict": in_words(result.verdict),
        **details,
    }


def result_schema() -> Schema:
    """Return the JSON Schema of what `haggis verify` writes of a promise: ``record`` and a line."""
    text: Schema = {"type": "string"}
    return forms.any_of(
        forms.exactly(
            {
                "promise": text,
                "clause": text,
                "verdict": {"const": _words_of(kind)},
                **cast("dict[str, Schema]", form.schema["properties"]),
                "detail": text,
            }
        )
        for kind, form in DETAILS.items()
    )


def counted_schema() -> Schema:
    """Return the JSON Schema of what ``record_counted`` returns."""
    return COUNTED.schema


def record_counted(counted: CountingResult) -> JsonObject:
    """Return for JSON how many readings of a pattern are counted right, and all on the others."""
    proved = [each.verdict for each in counted.results if isinstance(each.verdict, Proved)]
    solved = [met for verdict in proved for met in verdict.obligations]
    others = [record(each) for each in counted.results if not is_green(each.verdict)]
    counts = len(counted.results), len(proved)
    times = sum(met.z3 for met in solved), sum(met.cvc5 for met in solved)
    about = counted.pattern, counted.clause
    return cast("JsonObject", COUNTED.write((*about, *counts, *times, others)))
