"""Both solvers on one text. Answers are repeatable: fixed seeds, limits of work and not of time.

A limit of time would make an answer depend on the machine and on what else runs on it. Both solvers
count what they do in units of their own ("rlimit"), which depend on the text, the version and the
seed alone; so a question that is too hard is too hard everywhere. A solver is made anew for each
question and learns nothing from the last one.

Believed: ``unsat`` if both say so, ``sat`` if the case holds when worked out from the terms. All
else is doubt, and is returned as doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time

import cvc5
import z3

from haggis_verify.terms import build
from haggis_verify.terms.aggregation import distribute_sum, find_shared_sums
from haggis_verify.terms.nodes import (
    Assignment,
    BoolTerm,
    BoolVar,
    IntVar,
    Term,
    evaluate_all,
    term_children,
)
from haggis_verify.terms.smtlib import MARK, script, symbol


@dataclass(frozen=True, slots=True)
class Limits:
    """How much work each solver may do on one question, in its own units.

    The hardest question of the games that we have takes each a third of this or less. A solver
    that gives up may have worked for minutes.
    """

    z3: int = 50_000_000
    cvc5: int = 6_000_000


# With the versions and the limits, all that an answer to a text depends on.
Z3_SETTINGS = {"random_seed": 0}
CVC5_SETTINGS = {"seed": "0"}


def solver_fingerprint(limits: Limits) -> str:
    """Name the solvers, and all that their answers depend on but the text."""
    return f"{z3_fingerprint(limits)}; {cvc5_fingerprint(limits)}"


def z3_fingerprint(limits: Limits) -> str:
    """Name Z3 and how it is asked."""
    return f"z3 {z3.get_version_string()}, simple, {Z3_SETTINGS}, rlimit {limits.z3}"


def cvc5_fingerprint(limits: Limits) -> str:
    """Name cvc5 and how it is asked."""
    return f"cvc5 {cvc5.__version__}, {CVC5_SETTINGS}, rlimit {limits.cvc5}"


@dataclass(frozen=True, slots=True)
class Entailed:
    """Both solvers say that the facts cannot hold without the claim."""

    z3: float
    cvc5: float


@dataclass(frozen=True, slots=True)
class NotEntailed:
    """The facts hold without the claim in this case, which was worked out again from the terms."""

    chosen: Assignment


@dataclass(frozen=True, slots=True)
class Undecided:
    """A solver stopped, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class SolverConflict:
    """The answers do not fit together."""

    z3: str
    cvc5: str


SolverOutcome = Entailed | NotEntailed | Undecided | SolverConflict

USE = "use "
_HELPERS = re.compile(rf"\(declare-const {re.escape(symbol(USE)[:-1])}([^|]*)\| Bool\)")


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """What one solver says: ``sat``, ``unsat`` or ``unknown``, and why.

    ``seconds`` are those of its processor, so that others who work meanwhile do not count.
    ``needed`` names helpers that are enough for ``unsat``, when that was asked.
    """

    status: str
    seconds: float
    reason: str = ""
    chosen: dict[str, int | bool] = field(default_factory=dict[str, int | bool])
    needed: tuple[str, ...] = ()


def decide(question: Sequence[BoolTerm], text: str, limits: Limits) -> SolverOutcome:
    """Ask both solvers whether all of the question can hold; they get the same text."""
    return combine_answers(question, ask_z3(text, limits.z3), ask_cvc5(text, limits.cvc5))


def combine_answers(
    question: Sequence[BoolTerm], first: SolverAnswer, second: SolverAnswer
) -> SolverOutcome:
    """Say what comes of the answers of Z3 and of cvc5 to one question."""
    for name, answer in (("z3", first), ("cvc5", second)):
        if answer.status == "unknown":
            return Undecided(f"{name} gave up: {answer.reason}")
    if first.status != second.status:
        return SolverConflict(first.status, second.status)
    if first.status == "unsat":
        return Entailed(first.seconds, second.seconds)
    # cvc5 need not give a case of its own: this one is checked by the meaning of the terms.
    found = model_in(question, first)
    return found or SolverConflict("sat, but its case does not fit", second.status)


def find_model(question: Sequence[BoolTerm], limits: Limits) -> NotEntailed | None:
    """Find a case in which all of the question holds; None when there is none, or none is found.

    Z3 alone is asked, because the case speaks for itself.
    """
    return model_in(question, ask_z3(script(question), limits.z3))


def model_in(question: Sequence[BoolTerm], answer: SolverAnswer) -> NotEntailed | None:
    """Return the case in an answer, worked out again from the terms; None when there is none."""
    if answer.status != "sat":
        return None
    terms = term_children(question)
    # A number of the question stands for several where they only appear in the same sums.
    chosen = distribute_sum(find_shared_sums(terms, question), answer.chosen)
    _choose_the_rest(terms, chosen)
    values = evaluate_all(terms, chosen)
    return NotEntailed(chosen) if all(values[fact] for fact in question) else None


def unsat_core_script(question: Sequence[BoolTerm], helpers: Mapping[str, BoolTerm]) -> str:
    """Return the text that asks which helpers keep a question from holding.

    Each helper stands behind a truth of its own, by which it can be assumed or not: the core of
    those assumptions names the helpers.
    """
    uses = {name: build.bool_var(f"{USE}{name}") for name in helpers}
    return script(
        [*question, *(build.implies(uses[name], helper) for name, helper in helpers.items())]
    )


def complete_model(question: Sequence[Term], chosen: Assignment) -> dict[str, int | bool]:
    """Return a case with values for what the solver has left open: the lowest, or false.

    What it left open does not matter to its case, so any value within the bounds will do.
    """
    found = dict(chosen)
    _choose_the_rest(term_children(question), found)
    return found


def _choose_the_rest(terms: Iterable[Term], chosen: dict[str, int | bool]) -> None:
    for term in terms:
        match term:
            case IntVar(name=name, low=low, high=high):
                chosen.setdefault(name, next(end for end in (low, high, 0) if end is not None))
            case BoolVar(name=name):
                chosen.setdefault(name, False)
            case _:
                pass


def ask_z3(text: str, limit: int) -> SolverAnswer:
    """Ask Z3, in a context of its own, so that what was asked before does not matter.

    The simple solver: the other one may turn numbers of few values into bits, and is then lost in
    the long sums of cards.
    """
    begun = process_time()
    solver = z3.SimpleSolver(ctx=z3.Context())
    solver.set(rlimit=limit, **Z3_SETTINGS)
    try:
        solver.from_string(text)
    except z3.Z3Exception as fault:
        return SolverAnswer("unknown", process_time() - begun, str(fault))
    status = str(solver.check())
    seconds = process_time() - begun
    if status == "sat":
        return SolverAnswer(status, seconds, chosen=_z3_case(solver.model()))
    return SolverAnswer(status, seconds, solver.reason_unknown() if status == "unknown" else "")


def ask_needed(text: str, limit: int) -> SolverAnswer:
    """Ask Z3 which helpers in a text by ``unsat_core_script`` are enough to make it ``unsat``.

    A guess that ``decide`` then checks: no verdict rests on it.
    """
    begun = process_time()
    context = z3.Context()
    solver = z3.Solver(ctx=context)
    solver.set(rlimit=limit, **Z3_SETTINGS)
    solver.from_string(text)
    uses = dict.fromkeys(_HELPERS.findall(text))
    status = str(solver.check(*(z3.Bool(f"{MARK}{USE}{name}", context) for name in uses)))
    seconds = process_time() - begun
    if status != "unsat":
        return SolverAnswer(status, seconds)
    core = {literal.decl().name() for literal in solver.unsat_core()}
    return SolverAnswer(status, seconds, needed=tuple(n for n in uses if f"{MARK}{USE}{n}" in core))


def _z3_case(model: z3.ModelRef) -> dict[str, int | bool]:
    chosen: dict[str, int | bool] = {}
    for decl in model.decls():
        value = model[decl]
        if isinstance(value, z3.IntNumRef):
            chosen[decl.name().removeprefix(MARK)] = value.as_long()
        elif z3.is_true(value) or z3.is_false(value):
            chosen[decl.name().removeprefix(MARK)] = z3.is_true(value)
    return chosen


def ask_cvc5(text: str, limit: int) -> SolverAnswer:
    """Ask cvc5, which is given the same text through its own parser.

    Whatever it says but ``sat`` and ``unsat``, an error included, is ``unknown`` with that reason.
    """
    begun = process_time()
    solver = cvc5.Solver(cvc5.TermManager())
    for name, value in {**CVC5_SETTINGS, "rlimit": str(limit)}.items():
        solver.setOption(name, value)
    names = cvc5.SymbolManager(solver)
    parser = cvc5.InputParser(solver, names)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "question")
    output = ""
    try:
        while not (command := parser.nextCommand()).isNull():
            output += command.invoke(solver, names)
    except RuntimeError as fault:
        output = str(fault)
    seconds = process_time() - begun
    status = output.strip()
    if status in ("sat", "unsat"):
        return SolverAnswer(status, seconds)
    return SolverAnswer(
        "unknown", seconds, status if status != "unknown" else "its limit of work is reached"
    )
