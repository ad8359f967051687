"""Several processes give the answers that one gives, and no text is asked twice."""

from multiprocessing import active_children

import pytest

from haggis_rules.engine.rules import load
from haggis_rules.ir.game import Game
from haggis_rules.verdicts.model import Proved
from haggis_verify.session import Asked, makes, verify_games
from haggis_verify.solvers import solve
from haggis_verify.solvers.pool import Solver, Solvers
from haggis_verify.solvers.solve import Answer, Limits
from haggis_verify.terms import build
from haggis_verify.terms.smtlib import script
from tests.engine.games import PLACES, rules_of

X, Y = build.variable("x", 0, 9), build.variable("y", 0, 9)
CAN = script([build.below(X, Y)])
CANNOT = script([build.below(X, Y), build.below(Y, X)])


def quiet(_: Game, __: str) -> None:
    """Tell of no progress."""


def test_one_process_and_several_say_the_same() -> None:
    with Solvers(Limits(), workers=2) as several:
        several.expect(CAN)
        several.expect(CANNOT, Solver.Z3)
        alone = Solvers(Limits())
        for text in (CAN, CANNOT):
            far, near = several.both(text), alone.both(text)
            assert [answer.says for answer in far] == [answer.says for answer in near]
            assert far[0].chosen == near[0].chosen
    assert alone.z3(CANNOT).says == "unsat"


def test_no_text_is_asked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counting(text: str, _: int) -> Answer:
        asked.append(text)
        return Answer("unsat", 0.1)

    monkeypatch.setattr(solve, "ask_z3", counting)
    solvers = Solvers(Limits())
    assert solvers.z3(CAN) is solvers.z3(str(CAN))
    solvers.z3(CANNOT)
    assert asked == [CAN, CANNOT]


def test_limits_hold_in_every_process() -> None:
    with Solvers(Limits(z3=1), workers=1) as solvers:
        assert solvers.z3(CAN).says == "unknown"


def test_a_process_that_ends_leaves_a_doubt_and_no_proof() -> None:
    with Solvers(Limits(), workers=1) as solvers:
        assert solvers.z3(CAN).says == "sat"
        for process in active_children():
            process.terminate()
            process.join()
        answer = solvers.z3(CANNOT)
        assert answer.says == "unsat" or answer.reason == "its process has ended"


def test_several_games_are_proved_from_one_queue() -> None:
    games = [rules_of("heron").game, rules_of("long-heron").game]
    asked = Asked(promises=["rises", "kept"], hands=1)
    found = list(verify_games(games, asked, quiet, workers=2))
    assert [one.game.name for one in found] == ["heron", "long-heron"]
    for one in found:
        assert [result.promise for result in one.promises] == ["kept", "rises"]
        assert all(isinstance(result.verdict, Proved) for result in one.promises)
        assert one.patterns == ()


def test_equal_questions_of_two_games_are_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    right = solve.ask_cvc5

    def counting(text: str, limit: int) -> Answer:
        asked.append(text)
        return right(text, limit)

    monkeypatch.setattr(solve, "ask_cvc5", counting)
    games = [load(PLACES["heron"]).game for _ in range(2)]
    found = list(verify_games(games, Asked(promises=["kept"], hands=1), quiet))
    assert all(isinstance(one.promises[0].verdict, Proved) for one in found)
    assert len(asked) == len(set(asked)) > 0


def test_a_promise_of_one_seating_alone_is_known_by_it() -> None:
    two, three = (rules_of(f"classic for {players}").game for players in (2, 3))
    assert makes(three, "award.possible")
    assert not makes(two, "award.possible")
    assert makes(two, "auto.bounds")
