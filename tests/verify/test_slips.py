"""Small slips in what the verifier asks are noticed, each by a text or a change that is named."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_verify.analysis.impact import Impact
from haggis_verify.analysis.mutation_judge import OneSolver
from haggis_verify.obligations.matter import EncodedGame, is_invariant
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, LIVE, SECRECY
from haggis_verify.proving.prover import Prover
from haggis_verify.solvers.solve import Limits
from tests.engine.games import PLACES, rules_of
from tests.mutation.test_impact import solver_questions
from tests.verify.changed import heron_with
from tests.verify.noticing import CHANGES, COURSES, TEXTS
from tests.verify.slips import SLIPS, VerifierSlip, make

SLOW = {*CHANGES, *(name for name, text in TEXTS.items() if text.promise == SECRECY)}
SOLVER = OneSolver(Limits())  # no question is asked twice


def outcome(name: str) -> str:
    """Name the class of what comes of the promise of a text."""
    text = TEXTS[name]
    matter = EncodedGame(heron_with(text.items or 'note "As it is."', text.parent))
    promises = matter.promises
    prover = Prover(matter, SOLVER)
    if text.promise in promises:
        return type(prover.attempt(promises[text.promise])).__name__
    if text.promise == LIVE:
        progressing = ["tried"] if "tried" in promises else []
        return type(prover.live(["turn.awake"], progressing)).__name__
    usable = [one for one, promise in promises.items() if is_invariant(promise)]
    return type(prover.builtin(text.promise, usable)).__name__


@cache
def changed_heron(change: str) -> Game:
    """Load Heron with something written otherwise."""
    right, wrong = CHANGES[change]
    text = PLACES["heron"].read_text("utf-8")
    assert right in text
    with TemporaryDirectory() as folder:
        path = Path(folder) / "heron.haggis"
        path.write_text(text.replace(right, wrong), "utf-8")
        return load_game(path)


@cache
def questions(change: str | None) -> dict[str, list[str]]:
    """Return the text of each question of each promise, of Heron or of a changed one."""
    game = rules_of("heron").game if change is None else changed_heron(change)
    names = (*(promise.name for promise in game.promises), *BUILTIN_PROMISES)
    return {name: solver_questions(game, name) for name in names}


def missed(change: str) -> set[str]:
    """Name the promises that are said to be untouched by a change, and are asked otherwise."""
    touched = Impact(rules_of("heron").game, changed_heron(change))
    before, after = questions(None), questions(change)
    differing = {name for name in before if before[name] != after[name]}
    assert differing
    return {name for name in differing if not (touched.anything and touched.promise(name))}


def comes_out(name: str) -> bool:
    """Whether a text comes out as it should, nothing is missed of a change, or all else holds."""
    if name in CHANGES:
        return not missed(name)
    return COURSES[name]() if name in COURSES else outcome(name) == TEXTS[name].expected


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("name", [*TEXTS, *CHANGES, *COURSES])
def test_what_notices_slips_comes_out_as_it_should(name: str) -> None:
    assert comes_out(name)


def test_there_are_many_slips_and_each_is_another() -> None:
    assert len({slip.name for slip in SLIPS}) == len(SLIPS) >= 50


@pytest.mark.slow
@pytest.mark.planted("slip")
@pytest.mark.parametrize(
    "slip",
    [
        pytest.param(slip, id=slip.name, marks=[pytest.mark.slow] * (slip.noticed_by in SLOW))
        for slip in SLIPS
    ],
)
def test_a_small_slip_is_noticed(slip: VerifierSlip, monkeypatch: pytest.MonkeyPatch) -> None:
    if slip.noticed_by in CHANGES:
        assert questions(None).keys() <= questions(slip.noticed_by).keys()  # asked without a slip
    make(slip, monkeypatch)
    assert not comes_out(slip.noticed_by)
