"""Two solvers are asked, and doubt is never read as proof."""

from collections.abc import Callable

import pytest

from haggis_verify.solvers import solve
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import (
    Entailed,
    Limits,
    NotEntailed,
    SolverAnswer,
    SolverConflict,
    SolverOutcome,
    Undecided,
    decide,
    find_model,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm
from haggis_verify.terms.smtlib import script

X, Y = build.int_var("x", 0, 9), build.int_var("y", 0, 9)
P = build.bool_var("p")
MORE = build.lt(X, Y)
LESS = build.lt(Y, X)


def _settle(*question: BoolTerm, limits: Limits | None = None) -> SolverOutcome:
    return decide(question, script(question), limits or Limits())


def saying(answer: SolverAnswer) -> Callable[[str, int], SolverAnswer]:
    """Return a solver that always says the same."""
    return lambda _text, _limit: answer


def _hard() -> list[BoolTerm]:
    """Put nine pigeons into eight holes, which takes solvers some work."""
    into = [[build.bool_var(f"{pigeon} in {hole}") for hole in range(8)] for pigeon in range(9)]
    return [build.disjunction(holes) for holes in into] + [
        build.negation(build.conjunction([one[hole], other[hole]]))
        for hole in range(8)
        for index, one in enumerate(into)
        for other in into[:index]
    ]


def test_what_cannot_be_is_told_with_the_time_that_each_solver_took() -> None:
    outcome = _settle(MORE, LESS)
    assert isinstance(outcome, Entailed)
    assert outcome.z3 > 0
    assert outcome.cvc5 > 0


def test_what_can_be_is_told_with_a_case_that_fits() -> None:
    outcome = _settle(MORE, build.negation(P))
    assert isinstance(outcome, NotEntailed)
    assert outcome.chosen["x"] < outcome.chosen["y"]
    assert outcome.chosen["p"] is False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limits", "who"), [(Limits(z3=100), "z3"), (Limits(cvc5=100), "cvc5")], ids=["z3", "cvc5"]
)
def test_a_solver_that_reaches_its_limit_gives_up(limits: Limits, who: str) -> None:
    outcome = _settle(*_hard(), limits=limits)
    assert isinstance(outcome, Undecided)
    assert who in outcome.reason


@pytest.mark.parametrize("solver", ["ask_z3", "ask_cvc5"])
@pytest.mark.parametrize("question", [(MORE,), (MORE, LESS)], ids=["sat", "unsat"])
def test_solvers_that_contradict_each_other_are_told_apart(
    solver: str, question: tuple[BoolTerm, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    right = solve.ask_z3(script(question), Limits().z3).status
    other = "unsat" if right == "sat" else "sat"
    monkeypatch.setattr(solve, solver, saying(SolverAnswer(other, 0.1)))
    assert isinstance(_settle(*question), SolverConflict)


def test_a_case_that_does_not_fit_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "ask_z3", saying(SolverAnswer("sat", 0.1, chosen={"x": 5, "y": 5})))
    assert isinstance(_settle(MORE), SolverConflict)
    assert find_model([MORE], Limits()) is None


def test_neither_a_doubt_nor_silence_is_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    for status in ("unknown", "", "unsupported", "(error)"):
        monkeypatch.setattr(solve, "ask_cvc5", saying(SolverAnswer("unknown", 0.1, status)))
        assert isinstance(_settle(MORE, LESS), Undecided)


def test_answers_are_repeatable() -> None:
    cases = [_settle(build.lt(build.add([X, X, Y]), build.int_const(20)), MORE) for _ in range(3)]
    assert all(isinstance(case, NotEntailed) and case == cases[0] for case in cases)


def test_the_helpers_that_are_needed_are_found() -> None:
    helpers = {"idle": P, "less": LESS, "small": build.le(X, build.int_const(3))}
    solvers = SolverPool(Limits())
    assert solvers.needed([MORE], helpers) == ("less",)
    assert solvers.needed([build.eq(X, Y)], {"idle": P}) is None


@pytest.mark.parametrize("ask", [solve.ask_z3, solve.ask_cvc5])
def test_a_text_that_cannot_be_read_has_no_answer(ask: Callable[[str, int], SolverAnswer]) -> None:
    answer = ask("(set-logic QF_LIA)\n(assert nonsense)\n(check-sat)\n", 1_000_000)
    assert answer.status == "unknown"
    assert "nonsense" in answer.reason
