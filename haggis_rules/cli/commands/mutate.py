"""haggis mutate: change the rules in one place at a time, and see whether anything notices.

The command shifts numbers, negates conditions, joins them differently or leaves them out, names
another player, zone or card, leaves out effects, items and whole clauses, and more. Promises,
examples, questions and notes stay as they are. A mutant is killed by a diagnostic, by an example or
a question that no longer holds, or by a promise that is no longer proved. The score is the share of
mutants killed, among those that something should notice. The exceptions are argued one by one in
`same.toml` beside the rules: [[equivalent]] for a mutant with the same meaning and [[waived]] for a
different game that is accepted, each with variant = "VARIANT", mutant = "MUTANT" and because =
"why".

  haggis mutate tournament
  haggis mutate classic --clause trick.end --players 3
  haggis mutate classic --jobs 2 --out classic.jsonl    goes on where it was cut off, or, after
                                                        --no-promises, with what is left

Exit code 1: the score is below --at-least, or an argument in `same.toml` is stale.

--format json: {"form": 1, "variant", "players", "promises": whether they were asked, "score":
SCORE, "clauses": {NAME: SCORE}, "operators": {NAME: SCORE}, "killers": {NAME: how many},
"survivors": [MUTANT], "equivalent": [MUTANT], "waived": [MUTANT], "stale": [{"mutant", "why"}]}; a
SCORE is {"mutants", "killed", "equivalent", "waived", "survive", "percent"}, and a MUTANT
{"mutant", "clause", "operator", "diff", "by", "what", "because"}
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from pathlib import Path

from haggis_rules.cli.outputs.mutants import MutantJson, MutateJson, ScoreJson
from haggis_rules.cli.terminal.arguments import add_jobs, add_variant, executor_of, seed_number
from haggis_rules.cli.terminal.files import writing
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    INTERRUPTED,
    CallError,
    count,
    note,
    table,
    wrapped,
    write_json,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.cli.terminal.solvers import solver_module
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutation.equivalents import FILE, BadReasonsError, MutantReasons, mutant_reasons
from haggis_rules.mutation.judge import KilledBy, MutantResult
from haggis_rules.mutation.mutants import Mutant
from haggis_rules.mutation.report import MutantFate, MutationScore, Report, ReportedMutant, report
from haggis_rules.mutation.results import (
    MutationRun,
    OtherResultsError,
    known_results,
    result_writer,
)
from haggis_rules.mutation.workers import PROVER, JudgingWork, judge_mutants
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream, shuffled

USE = CommandUsage(Purpose.WRITE, "haggis mutate tournament", "whether a small change is noticed")
OUTPUT = MutateJson
HEADING = ("mutants", "killed", "same", "waived", "survive", "score")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    parser.add_argument("--players", type=int, metavar="N", help="judge only at these tables")
    parser.add_argument(
        "--clause", action="append", metavar="NAME", help="only mutants of this clause"
    )
    parser.add_argument("--mutant", action="append", metavar="NAME", help="only this mutant")
    parser.add_argument("--sample", type=int, metavar="N", help="only this many, drawn at random")
    parser.add_argument(
        "--seed", type=seed_number, default=1, metavar="S", help="seed of the draw; default: 1"
    )
    parser.add_argument(
        "--no-promises", action="store_true", help="skip the solvers, the slowest part"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FILE", help="keep each result there, and continue from it"
    )
    parser.add_argument(
        "--at-least", type=float, default=95.0, metavar="P",
        help="the percentage that passes; default: 95",
    )  # fmt: skip
    add_jobs(parser, "judge")


def run(parsed: argparse.Namespace) -> int:
    """Judge the mutants that are asked for and tell the score.

    Raises ``CallError`` for what the call asks for in vain: a number, a table, a clause, a file.
    """
    _check_numbers(parsed)
    line = lineage(source_of(parsed.variant))
    variant = line[-1].variant.name.text
    argued = _reasons(parsed.variant, variant)
    mutation_run = MutationRun(
        tuple(file.variant.name.span.source for file in line), parsed.players, _prover(parsed)
    )
    work = JudgingWork.of(mutation_run)
    if not work.judge.whole.games:
        raise CallError(
            "not-offered", f"there is no table of `{variant}` with {parsed.players} seats"
        )
    wanted = _wanted(work.mutants, parsed)
    found, code = _judge(work, mutation_run, wanted, parsed)
    summary = report(work.mutants, {name: found[name] for name in wanted if name in found}, argued)
    if parsed.format == "json":
        write_json(_record(variant, mutation_run, summary))
    else:
        _tell(variant, summary, mutation_run)
    if summary.score.percent < parsed.at_least or summary.stale:
        return code or AT_FAULT
    return code


def _check_numbers(parsed: argparse.Namespace) -> None:
    for name, least in (("sample", 1), ("at_least", 0)):
        value = getattr(parsed, name)
        if value is not None and value < least:
            option = f"--{name.replace('_', '-')}"
            raise CallError("bad-number", f"{option} is {least} or more, not {value}")


def _reasons(name_or_path: str, variant: str) -> MutantReasons:
    try:
        return mutant_reasons(name_or_path, variant)
    except (OSError, BadReasonsError, UnicodeDecodeError) as fault:
        raise CallError("bad-reasons", f"`{FILE}` cannot be used", str(fault)) from fault


def _prover(parsed: argparse.Namespace) -> bool:
    """Whether promises can be asked: when they are to be, and the solvers are installed."""
    if parsed.no_promises:
        return False
    try:
        solver_module(PROVER)
    except CallError as fault:
        note(fault.message)
        return False
    return True


def _wanted(mutants: dict[str, Mutant], parsed: argparse.Namespace) -> list[str]:
    """Name the mutants that are asked for, in the order of the text."""
    _check_known("clause", parsed.clause or (), {one.clause for one in mutants.values()})
    _check_known("mutant", parsed.mutant or (), set(mutants))
    names = [
        name
        for name, one in mutants.items()
        if (not parsed.clause or one.clause in parsed.clause)
        and (not parsed.mutant or name in parsed.mutant)
    ]
    if parsed.sample is None or parsed.sample >= len(names):
        return names
    mixed = shuffled(names, random_stream(parsed.seed, StreamPurpose.SAMPLE))
    drawn = set(mixed[: parsed.sample])
    return [name for name in names if name in drawn]


def _check_known(thing: str, names: Iterable[str], known: set[str]) -> None:
    for name in names:
        if name not in known:
            hint = did_you_mean(name, sorted(known))
            raise CallError(f"no-such-{thing}", f"no {thing} is called `{name}` here", hint)


def _judge(
    work: JudgingWork, mutation_run: MutationRun, wanted: list[str], parsed: argparse.Namespace
) -> tuple[dict[str, MutantResult], int]:
    """Judge what is not known yet, keep it, and give the exit code when that was cut off."""
    found = _known(parsed.out, mutation_run)
    left = [name for name in wanted if name not in found]
    began, before = time.monotonic(), len(found)
    try:
        with writing(parsed.out or Path()):
            keep = result_writer(parsed.out, mutation_run, found)
            with executor_of(parsed, len(left)) as executor:
                judged = judge_mutants(work, mutation_run, left, executor)
                for name, one in with_progress(judged, len(left), "mutants"):
                    found[name] = one
                    keep(name, one)
    except KeyboardInterrupt:
        again = "; run it again to continue" if parsed.out else ""
        note(f"interrupted after {count(len(found) - before, 'mutant')}{again}")
        return found, INTERRUPTED
    passed = time.monotonic() - began
    if left:
        note(f"{count(len(left), 'mutant')} in {passed:.0f} s, {len(left) / passed:.1f} a second")
    return found, 0


def _known(path: Path | None, mutation_run: MutationRun) -> dict[str, MutantResult]:
    if path is None:
        return {}
    try:
        return known_results(path, mutation_run)
    except OtherResultsError as fault:
        hint = f"{fault}; name another file, or remove this one"
        raise CallError("other-results", f"`{path}` cannot be continued", hint) from fault
    except OSError as fault:
        raise CallError("unreadable-file", f"`{path}` cannot be read", str(fault)) from fault


def _tell(variant: str, summary: Report, mutation_run: MutationRun) -> None:
    whole = summary.score
    said = [count(whole.mutants, "mutant"), f"{whole.killed:,} killed"]
    said += [f"{whole.equivalent:,} mean the same", f"{whole.waived:,} waived"]
    said += [f"{whole.survive:,} survive"]
    write_text(f"{variant}: {', '.join(said)}; score {whole.percent:.1f} %")
    if not mutation_run.promises:
        write_text("Promises were not tested.")
    for title, groups in (
        ("clause", summary.by(lambda one: one.mutant.clause)),
        ("operator", summary.by(lambda one: one.mutant.operator)),
    ):
        if groups:
            rows = [(title, *HEADING), *((name, *_cells(score)) for name, score in groups.items())]
            write_text(f"\n{table(rows)}")
    if summary.killers():
        write_text(
            f"\nkilled by  {', '.join(f'{by} {many:,}' for by, many in summary.killers().items())}"
        )
    for fate in (MutantFate.SURVIVES, MutantFate.EQUIVALENT, MutantFate.WAIVED):
        for one in summary.of(fate):
            _tell_one(one)
    for name, why in summary.stale:
        write_text(f"\nstale: {name}\n{wrapped(f'`{FILE}` argues for it, but {why}', 2)}")


def _tell_one(one: ReportedMutant) -> None:
    write_text(f"\n{one.fate.value}: {one.mutant.name}")
    for row in one.mutant.diff:
        write_text(f"  {row}")
    if one.judged.by is KilledBy.FELL:
        write_text(wrapped(f"this program failed; please report it: {one.judged.what}", 2))
    elif one.fate in {MutantFate.EQUIVALENT, MutantFate.WAIVED}:
        write_text(wrapped(f"because {one.because or one.judged.what}", 2))


def _cells(score: MutationScore) -> tuple[str, ...]:
    numbers = (score.mutants, score.killed, score.equivalent, score.waived, score.survive)
    return (*(f"{number:,}" for number in numbers), f"{score.percent:.1f} %")


def _record(variant: str, mutation_run: MutationRun, summary: Report) -> MutateJson:
    clauses, operators = (
        {name: _score(score) for name, score in groups.items()}
        for groups in (
            summary.by(lambda one: one.mutant.clause),
            summary.by(lambda one: one.mutant.operator),
        )
    )
    return {
        "form": 1,
        "variant": variant,
        "players": mutation_run.players,
        "promises": mutation_run.promises,
        "score": _score(summary.score),
        "clauses": clauses,
        "operators": operators,
        "killers": summary.killers(),
        "survivors": [_mutant(one) for one in summary.of(MutantFate.SURVIVES)],
        "equivalent": [_mutant(one) for one in summary.of(MutantFate.EQUIVALENT)],
        "waived": [_mutant(one) for one in summary.of(MutantFate.WAIVED)],
        "stale": [{"mutant": name, "why": why} for name, why in summary.stale],
    }


def _score(score: MutationScore) -> ScoreJson:
    return {
        "mutants": score.mutants,
        "killed": score.killed,
        "equivalent": score.equivalent,
        "waived": score.waived,
        "survive": score.survive,
        "percent": round(score.percent, 2),
    }


def _mutant(one: ReportedMutant) -> MutantJson:
    return {
        "mutant": one.mutant.name,
        "clause": one.mutant.clause,
        "operator": one.mutant.operator,
        "diff": list(one.mutant.diff),
        "by": one.judged.by.value,
        "what": one.judged.what,
        "because": one.because,
    }
