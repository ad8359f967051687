"""What classic and the tournament promise is proved for all seatings."""

import pytest

from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.ir.load import load_game, seatings_of
from haggis_rules.verdicts.model import How, Proved
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, COURSE_PROMISES, ENDS
from haggis_verify.session import ProofRequest, verify_games
from tests.engine.games import rules_of
from tests.verify.test_solvers import quiet

AUTOMATIC = {*BUILTIN_PROMISES, *COURSE_PROMISES}
ORDER = {
    "beats.irreflexive",
    "beats.asymmetric",
    "beats.transitive",
    "beats.total",
    "bombs.ordered",
    "bombs.highest",
    "bombs.apart",
}
HAND = {"cards.kept", "score.total", "never.stuck", "hand.ends"}


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs
@pytest.mark.parametrize("name", ["classic", "tournament"])
def test_every_promise_is_proved_for_every_number_of_players(name: str) -> None:
    games = [load_game(name, players=seats) for seats in seatings_of(name)]
    with LocalProcesses(2) as processes:
        found = list(verify_games(games, ProofRequest(), quiet, executor=processes))
    for done in found:
        proved = {result.promise for result in done.promises}
        assert {promise.name for promise in done.game.promises} | AUTOMATIC <= proved
        for result in (one for one in done.promises if one.promise != COVERED):
            assert isinstance(result.verdict, Proved), result
            solved = [met for met in result.verdict.obligations if met.how is How.SOLVED]
            kept = result.promise == ENDS and result.verdict.helpers  # by a measure that is proved
            assert solved or kept, f"{result.promise} was asked of nobody"
            assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)


@pytest.mark.parametrize("players", [2, 3])
def test_what_has_to_be_promised_is(players: int) -> None:
    promised = {promise.name for promise in rules_of(f"classic for {players}").game.promises}
    assert promised >= ORDER | HAND | ({"award.possible"} if players == 3 else set())


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("promise", sorted(ORDER))
def test_the_order_of_plays_is_proved(promise: str, players: int) -> None:
    (result,) = next(
        verify_games([rules_of(f"classic for {players}").game], ProofRequest([promise]), quiet)
    ).promises
    assert isinstance(result.verdict, Proved)
    assert not result.verdict.approximated
