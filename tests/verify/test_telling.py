"""How verdicts are told: as text, as records, and as questions for other solvers."""

import json
from pathlib import Path

import pytest

from haggis_rules.verdicts.model import (
    Counterexample,
    Disagree,
    ExpectedBreach,
    NotBroken,
    NotInductive,
    NotReached,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
    Unfounded,
    Unknown,
    Unsupported,
    Vacuous,
    Verdict,
)
from haggis_rules.verdicts.show import is_green, record, show
from haggis_verify.report import NoSuchPromiseError, verify
from haggis_verify.solvers.solve import Limits, ask_cvc5, ask_z3
from tests.engine.games import rules_of

CASE = Counterexample(
    "step sweep", ("turn is none",), "it does not hold", NotReached(5, ("fresh",))
)


def test_progress_is_told_name_by_name() -> None:
    reported: list[str] = []
    verify(rules_of("heron").game, ["kept", "fresh"], reported.append)
    assert reported == ["kept", "fresh"]


def test_a_promise_that_there_is_not_is_a_fault_of_the_call() -> None:
    with pytest.raises(NoSuchPromiseError):
        verify(rules_of("heron").game, ["kept", "lost"])


def test_the_questions_are_kept_for_other_solvers(tmp_path: Path) -> None:
    (result,) = verify(rules_of("heron").game, ["kept"], export_dir=tmp_path)
    assert isinstance(result.verdict, Proved)
    written = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert written[0] == "at-first.smt2"
    for path in (tmp_path / "kept").iterdir():
        text = path.read_text("utf-8")
        assert text.startswith("; heron: kept\n")
        assert ask_z3(text, Limits().z3).status == ask_cvc5(text, Limits().cvc5).status == "unsat"


@pytest.mark.parametrize(
    "verdict",
    [
        Proved(("a", "b"), approximated=True, obligations=()),
        Unknown("it is hard"),
        Unsupported("clause.name", "something odd"),
        Disagree("at first", "sat", "unsat"),
        Vacuous("on play"),
        Unfounded(("a",)),
        Refuted(CASE),
        NotInductive(CASE, ("a",)),
        Unknown("not replayed", CASE),
        ExpectedBreach(CASE, "it is so"),
        NotBroken("clause.name"),
    ],
    ids=lambda verdict: type(verdict).__name__,
)
def test_every_verdict_has_words_and_a_record(verdict: Verdict) -> None:
    result = PromiseResult("name", "clause", verdict)
    assert show(result).startswith("name: ")
    read_back = json.loads(json.dumps(record(result)))
    assert read_back["verdict"].replace(" ", "") == type(verdict).__name__.lower()
    assert is_green(verdict) == isinstance(verdict, Proved | ExpectedBreach)


def test_a_proof_says_what_it_rests_on_and_whether_plays_were_exact() -> None:
    (result,) = (r for r in verify(rules_of("heron").game, ["last"]) if r.promise == "last")
    text = show(result)
    assert "using awake, fresh" in text
    assert text.endswith("plays over-approximated")


def test_a_hand_that_comes_to_a_breach_is_told_by_its_last_actions_and_kept_whole() -> None:
    actions = tuple(f"lay {number}" for number in range(40))
    case = Counterexample(
        "lay by seat 0", ("turn is seat 0",), "", Reached(7, actions, "it does not hold")
    )
    result = PromiseResult("name", "clause", Refuted(case))
    lines = show(result).splitlines()
    assert lines[0] == "name: refuted: it does not hold (deal of seed 7, after 40 actions)"
    assert lines[2:4] == ["    ... 28 actions", "    lay 28"]
    read_back = json.loads(json.dumps(record(result)))
    assert read_back["case"]["play"]["actions"] == list(actions)


def test_a_breach_that_was_not_reached_is_no_refutation_and_says_what_would_help() -> None:
    lines = show(PromiseResult("name", "clause", NotInductive(CASE))).splitlines()
    assert lines[0] == "name: not inductive, step sweep: it does not hold"
    assert lines[-2:] == [
        "    not reached in 5 hands; play may never get there",
        "    it would not arise using fresh, but something else would",
    ]
    lines = show(PromiseResult("name", "clause", NotInductive(CASE, ("a", "b")))).splitlines()
    assert lines[-1] == "    proved with: using a, b"
