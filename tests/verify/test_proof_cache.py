"""What was found before is not looked for again, and nothing else is taken for it."""

import sqlite3
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
import z3

from haggis_rules.cli import main
from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import (
    How,
    NotInductive,
    NotReached,
    PromiseResult,
    Proved,
    Reached,
    Refuted,
    Unknown,
    Vacuous,
)
from haggis_verify.cache import proof_cache
from haggis_verify.cache.proof_cache import ProofCache
from haggis_verify.report import prepare
from haggis_verify.solvers import answer_store, solve
from haggis_verify.solvers.answer_store import AnswerStore
from haggis_verify.solvers.pool import SolverHandle, SolverPool
from haggis_verify.solvers.solve import Limits, SolverAnswer
from tests.games import PLACES
from tests.verify.changed import heron_with

ASKED: list[tuple[str, str]] = []  # the solver and the text
PLAIN = 'note "Nothing more."'
CHANGE = "UPDATE found SET text = ?, mark = ? WHERE key = ?"
BROKEN = "promise tried always every seat s has (not asleep of s)"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a file, and count what solvers are asked."""
    ASKED.clear()
    for name in ("ask_z3", "ask_cvc5", "ask_needed"):
        monkeypatch.setattr(solve, name, _counted(name, getattr(solve, name)))
    return tmp_path / "kept" / "answers.sqlite"


def _counted(
    name: str, ask: Callable[[str, int], SolverAnswer]
) -> Callable[[str, int], SolverAnswer]:
    def counting(text: str, limit: int) -> SolverAnswer:
        ASKED.append((name, text))
        return ask(text, limit)

    return counting


def proved(
    game: Game,
    place: Path,
    *names: str,
    limits: Limits | None = None,
    hands: int = 1,
    fresh: bool = False,
) -> tuple[tuple[PromiseResult, ...], SolverPool, int]:
    """Verify with what is in a file; give the results, the counts, and how often was asked."""
    ASKED.clear()
    with AnswerStore(place, fresh=fresh) as before:
        solvers = SolverPool(limits or Limits(), before=before)
        results = prepare(game, solvers, names or None, hands=hands)(None)
    return results, solvers, len(ASKED)


@pytest.mark.slow
def test_a_second_run_asks_no_solver_and_says_the_same(place: Path) -> None:
    game = heron_with(PLAIN)
    names = "kept", "rises", "never.stuck", "auto.apart"
    first, solvers, questions = proved(game, place, *names)
    assert solvers.recalled == 0
    assert questions > 50
    second, again, questions = proved(game, place, *names)
    assert questions == 0
    assert second == first
    assert again.recalled == again.given == solvers.given


def test_a_refutation_is_known_with_its_witness(place: Path) -> None:
    game = heron_with(BROKEN)
    (first,), _, questions = proved(game, place, "tried", hands=3)
    assert questions
    assert isinstance(first.verdict, Refuted)
    assert isinstance(first.verdict.case.play, Reached)
    (second,), again, questions = proved(game, place, "tried", hands=3)
    assert second == first
    assert questions == 0
    assert again.recalled == again.given > 0
    (third,), _, _ = proved(game, place, "tried", hands=0)  # another search is another question
    assert isinstance(third.verdict, NotInductive)
    assert isinstance(third.verdict.case.play, NotReached)


@pytest.mark.slow
def test_a_changed_rule_asks_again_only_what_rests_on_it(place: Path) -> None:
    names = "kept", "rises", "turn.awake", "ends"
    first, _, whole = proved(heron_with(PLAIN), place, *names)
    changed = heron_with("may sleep only when cards in fist of actor is above 0")
    results, solvers, questions = proved(changed, place, *names)
    assert all(isinstance(one.verdict, Proved) for one in (*first, *results))
    moves = sum(
        met.name.startswith("sleep by") and met.how is How.SOLVED
        for one in results
        if isinstance(one.verdict, Proved)
        for met in one.verdict.obligations
    )
    assert moves > 10
    assert sum(solver == "ask_cvc5" for solver, _ in ASKED) == moves
    assert questions < whole / 2
    assert solvers.recalled > solvers.given / 2


def test_words_and_other_promises_change_no_proof(place: Path) -> None:
    proved(heron_with(PLAIN), place, "kept", "rises")
    more = heron_with(
        "promise tried always done is true or done is false"
        " define number.asleep as number of seats s where (asleep of s)"
    )
    results, _, questions = proved(more, place, "kept", "rises")
    assert [type(one.verdict) for one in results] == [Proved, Proved]
    assert questions == 0


def proof_key(items: str) -> str:
    """Return the key of what is promised by the name `tried`."""
    game = heron_with(items)
    promises = {promise.name: promise for promise in game.promises}
    return ProofCache(game, promises, Limits(), None).proof("tried")


def test_a_proof_is_known_by_the_words_that_its_words_use() -> None:
    claim = "promise tried always quiet implies done define quiet as still "
    first = proof_key(f"{claim} define still as turn is none")
    assert first != proof_key(f"{claim} define still as top is none")


def test_a_proof_is_known_by_all_that_it_rests_on_and_by_nothing_else() -> None:
    claim = "promise tried always quiet implies done using calm "
    calm = "promise calm always done implies turn is none "
    quiet = "define quiet as turn is none "
    first = proof_key(claim + calm + quiet)
    assert (
        proof_key(claim + calm + quiet + "note 'x' export loud as done".replace("'", '"')) == first
    )
    assert proof_key(claim + calm + quiet + "promise idle always done or not done is true") == first
    others = {
        proof_key(claim.replace("quiet implies done", "done implies quiet") + calm + quiet),
        proof_key(claim.replace("using calm", "") + calm + quiet),
        proof_key(claim + calm.replace("turn", "top") + quiet),
        proof_key(claim + calm + quiet.replace("turn", "top")),
        proof_key(claim + calm + quiet + "may sleep only when quiet is false"),
        proof_key(claim + calm + quiet + "state extra.word is truth, at first false, seen by all"),
    }
    assert len(others | {first}) == 7


@pytest.mark.parametrize(
    "limits", [Limits(z3=Limits().z3 + 1), Limits(cvc5=Limits().cvc5 + 1)], ids=["z3", "cvc5"]
)
def test_other_means_are_asked_again(place: Path, limits: Limits) -> None:
    game = heron_with(PLAIN)
    proved(game, place, "kept")
    _, _, questions = proved(game, place, "kept", limits=limits)
    assert questions > 0


def test_another_version_of_a_solver_or_of_the_programs_is_asked_again(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = heron_with(PLAIN)
    proved(game, place, "kept")
    with monkeypatch.context() as patch:
        patch.setattr(z3, "get_version_string", lambda: "0.0")
        assert proved(game, place, "kept")[2] > 0
    monkeypatch.setattr(proof_cache, "_proving", lambda: "others")
    _, solvers, questions = proved(game, place, "kept")
    assert questions == 0  # the texts are the same, and so their answers are known
    assert solvers.recalled == solvers.given


def test_a_doubt_is_not_kept(place: Path) -> None:
    game = heron_with(PLAIN)
    for _ in range(2):
        (one,), solvers, questions = proved(game, place, "kept", limits=Limits(z3=1))
        assert isinstance(one.verdict, Unknown)
        assert questions > 0
        assert solvers.recalled < solvers.given


def test_what_is_fresh_is_asked_again_and_kept(place: Path) -> None:
    game = heron_with(PLAIN)
    proved(game, place, "kept")
    assert proved(game, place, "kept", fresh=True)[2] > 0
    assert proved(game, place, "kept")[2] == 0


def test_questions_that_are_exported_are_made_again(place: Path, tmp_path: Path) -> None:
    game = heron_with(PLAIN)
    proved(game, place, "kept")
    ASKED.clear()
    with AnswerStore(place) as before:
        prepare(game, SolverPool(Limits(), before=before), ["kept"], tmp_path / "texts")(None)
    assert list((tmp_path / "texts" / "kept").iterdir())
    assert ASKED == []


@pytest.mark.slow
def test_an_interrupt_loses_nothing_that_was_answered(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, right, names = heron_with(PLAIN), solve.ask_cvc5, ("kept", "rises", "ends")

    def interrupted(text: str, limit: int) -> SolverAnswer:
        if len(ASKED) > 20:
            raise KeyboardInterrupt
        return right(text, limit)

    with monkeypatch.context() as patch:
        patch.setattr(solve, "ask_cvc5", interrupted)
        with pytest.raises(KeyboardInterrupt):
            proved(game, place, *names)
    done = set(ASKED)
    assert len(done) > 15
    proved(game, place, *names)
    assert len(done & set(ASKED)) <= 1


def test_answers_of_other_processes_are_kept_as_they_come(place: Path) -> None:
    text = "(set-logic QF_LIA)\n(declare-const |$x| Int)\n(assert (= |$x| 3))\n(check-sat)\n"
    with (
        AnswerStore(place) as before,
        LocalProcesses(1) as processes,
        SolverPool(Limits(), processes, before) as several,
    ):
        several.expect(text)
        assert several.z3(text).chosen == {"x": 3}
    with AnswerStore(place) as before:
        again = SolverPool(Limits(), before=before)
        assert again.z3(text).chosen == {"x": 3}
        assert (again.given, again.recalled) == (1, 1)
        again.expect(text, SolverHandle.Z3)
    assert ASKED == []


def test_what_is_no_verdict_is_not_believed(place: Path) -> None:
    game = heron_with(PLAIN)
    proved(game, place, "kept")
    with AnswerStore(place) as before, sqlite3.connect(place) as file:
        for (key,) in file.execute("SELECT key FROM found").fetchall():
            before.put(key, '2 {"is":"Proved"}')
    file.close()
    (one,), _, questions = proved(game, place, "kept")
    assert isinstance(one.verdict, Proved)
    assert questions > 0


@pytest.mark.parametrize("forged", ["answer", "verdict"])
def test_a_forged_row_is_found_when_it_is_asked_for_again(forged: str, place: Path) -> None:
    game, name = heron_with(PLAIN), "kept"
    proved(game, place, name)
    with sqlite3.connect(place) as file:
        for key, text in file.execute("SELECT key, text FROM found").fetchall():
            right = '["unsat"' if forged == "answer" else '"Proved"'
            wrong = '["sat"' if forged == "answer" else '"Unsupported"'
            if right in text:
                changed = text.replace(right, wrong)
                mark = sha256(f"{key}\n{changed}".encode()).hexdigest()
                file.execute(CHANGE, (changed, mark, key))
    file.close()
    with AnswerStore(place, sample=1) as before:
        prepare(game, SolverPool(Limits(), before=before), (name,), hands=1)(None)
        assert before.forged
        before.discard()
    with AnswerStore(place, sample=1) as before:
        prepare(game, SolverPool(Limits(), before=before), (name,), hands=1)(None)
        assert not before.forged


def test_a_condition_that_is_forged_to_hold_is_found_when_it_is_looked_for_again(
    place: Path,
) -> None:
    game = heron_with("promise tried always done and not done implies done")
    (told,), _, _ = proved(game, place, "tried")
    assert isinstance(told.verdict, Vacuous)
    with sqlite3.connect(place) as file:
        rows = file.execute("SELECT key, text FROM found").fetchall()
        ((key, text),) = [row for row in rows if '"seed":null' in row[1]]
        changed = text.replace('"seed":null', '"seed":0')
        mark = sha256(f"{key}\n{changed}".encode()).hexdigest()
        file.execute(CHANGE, (changed, mark, key))
    file.close()
    (forged,), _, _ = proved(game, place, "tried")
    assert isinstance(forged.verdict, Proved)  # as long as it is not looked for again
    with AnswerStore(place, sample=1) as before:
        prepare(game, SolverPool(Limits(), before=before), ("tried",), hands=1)(None)
        assert before.forged == [key]


def test_what_is_known_of_a_condition_is_told_at_the_place_where_it_stands_now(
    place: Path, tmp_path: Path
) -> None:
    file, lines = tmp_path / "heron.haggis", list[int]()
    for above in ("", "\n\n"):
        file.write_text(above + PLACES["heron"].read_text("utf-8"), "utf-8")
        (told,), _, questions = proved(load_game(file), place, "fresh")
        assert isinstance(told.verdict, Proved)
        assert told.verdict.conditions[0].is_seen
        lines.append(int(told.verdict.conditions[0].place.split(":")[-2]))
    assert questions == 0
    assert lines[1] == lines[0] + 2


def test_what_is_asked_for_again_and_comes_out_the_same_is_no_forgery(place: Path) -> None:
    game = heron_with(PLAIN)
    first, counted, _ = proved(game, place, "kept", "rises")
    with AnswerStore(place, sample=1) as before:
        solvers = SolverPool(Limits(), before=before)
        again = prepare(game, solvers, ("kept", "rises"), hands=1)(None)
        assert not before.forged
    assert [type(one.verdict) for one in again] == [type(one.verdict) for one in first]
    assert solvers.recalled == solvers.given == counted.given
    assert ASKED


def test_a_sample_of_what_is_known_is_asked_for_again(place: Path) -> None:
    with AnswerStore(place) as before:
        for number in range(500):
            before.put(str(number), "unsat")
    drawn: list[set[int]] = []
    for _ in range(2):
        with AnswerStore(place, sample=answer_store.SAMPLE) as before:
            drawn.append({number for number in range(500) if before.get(str(number)) is None})
            assert drawn[-1] == {number for number in range(500) if before.is_drawn(str(number))}
    assert all(0 < len(one) < 100 for one in drawn)
    assert drawn[0] != drawn[1]


def test_the_command_proves_nothing_with_a_forged_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(answer_store, "folder", lambda: tmp_path)
    monkeypatch.setattr(answer_store, "SAMPLE", 1)
    call = ["verify", str(PLACES["heron"]), "--promise", "kept", "--jobs", "1"]
    assert main(call) == 0
    assert main(call) == 0

    def whole(text: str) -> str:
        return text

    monkeypatch.setattr(proof_cache, "_claim", whole)  # times differ
    assert main(call) == 2
    assert "error[forged-answer]" in capsys.readouterr().err
