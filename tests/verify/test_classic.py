"""What classic and the tournament promise is proved for all seatings, and is seen to fail."""

from pathlib import Path

import pytest

from haggis_rules.ir.load import load_game, seatings_of
from haggis_rules.verdicts.model import How, Proved, Refuted
from haggis_verify.analysis.coverage import COVERED
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES
from haggis_verify.session import ProofRequest, verify_games
from tests.engine.games import rules_of
from tests.verify.test_promises import verdict
from tests.verify.test_solvers import quiet

TESTS = Path(__file__).parents[1]
MUTANTS = sorted((TESTS / "mutants/classic").glob("*.haggis"))
OF_THREE = {
    "one.left",
    "out.alone",
    "award.possible",
    "never.stuck",
    "pile.whole",
    "turn.passes",
    "turn.ready",
}
# What is promised otherwise to three than to two, so that both have to be seen to fail.
OF_BOTH = ("hand.least", "hand.all", "hand.most", "match.rises", "sets.largest", "stairs.widest")
QUICK = {"beats.irreflexive", "beats.transitive", "bombs.apart", "bombs.ordered", "hand.small"}
# Cards only ever move, so no text breaks the sums; taking what is not there breaks auto.bounds.
UNBREAKABLE = {"cards.kept"}
AUTOMATIC = {*BUILTIN_PROMISES}
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
    for done in verify_games(games, ProofRequest(), quiet, workers=2):
        proved = {result.promise for result in done.promises}
        assert {promise.name for promise in done.game.promises} | AUTOMATIC <= proved
        for result in (one for one in done.promises if one.promise != COVERED):
            assert isinstance(result.verdict, Proved), result
            solved = [met for met in result.verdict.obligations if met.how is How.SOLVED]
            assert solved, f"{result.promise} was asked of nobody"
            assert all(met.z3 > 0 and met.cvc5 > 0 for met in solved)


@pytest.mark.parametrize("players", [2, 3])
def test_what_has_to_be_promised_is(players: int) -> None:
    promised = {promise.name for promise in rules_of(f"classic for {players}").game.promises}
    assert promised >= ORDER | HAND | ({"award.possible"} if players == 3 else set())


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("promise", sorted(ORDER))
def test_the_order_of_plays_is_proved(promise: str, players: int) -> None:
    (result,) = next(
        verify_games([rules_of(f"classic for {players}").game], ProofRequest([promise]), quiet)
    ).promises
    assert isinstance(result.verdict, Proved)
    assert not result.verdict.approximated


@pytest.mark.planted("mutant")
@pytest.mark.parametrize(
    "path",
    [p if p.stem in QUICK else pytest.param(p, marks=pytest.mark.slow) for p in MUTANTS],
    ids=lambda path: path.stem,
)
def test_a_broken_rule_of_classic_breaks_its_promise(path: Path) -> None:
    players = 3 if path.stem in OF_THREE else 2
    assert isinstance(verdict(path, path.stem, players=players).verdict, Refuted)


@pytest.mark.planted("mutant")
@pytest.mark.slow
@pytest.mark.parametrize("promise", OF_BOTH)
def test_what_is_promised_to_three_is_broken_as_well(promise: str) -> None:
    path = TESTS / f"mutants/classic/{promise}.haggis"
    assert isinstance(verdict(path, promise, players=3).verdict, Refuted)


def test_every_promise_of_classic_has_a_mutant_that_breaks_it() -> None:
    games = [rules_of(f"classic for {players}").game for players in (2, 3)]
    promised = {promise.name for game in games for promise in game.promises} | AUTOMATIC
    assert promised - {path.stem for path in MUTANTS} == UNBREAKABLE
