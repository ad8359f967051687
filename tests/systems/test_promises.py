"""What these systems promise themselves is proved, and seen to fail when its rule is broken."""

from pathlib import Path

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import ExpectedBreach, Proved, Refuted, Verdict
from haggis_rules.verdicts.show import is_green
from haggis_verify.report import verify
from tests.verify.asking import result_of

FOLDER = Path(__file__).parents[1] / "mutants/systems"
# A promise, the system that makes it, how many play, and an option that it asks for.
OWN: list[tuple[str, str, int, dict[str, bool]]] = [
    ("bomb.given", "wikipedia", 2, {}),
    ("bomb.given", "wikipedia", 3, {}),
    ("grant.possible", "rogers", 3, {}),
    ("over.best", "rogers", 2, {}),
    ("over.best", "rogers", 3, {}),
    ("haggis.waits", "rogers", 3, {}),
    ("over.settled", "rogers", 2, {}),
    ("out.last", "rogers", 2, {}),
    ("out.last", "rogers", 3, {}),
    ("sets.apart", "rogers", 2, {"sets": True}),
    ("lead.behind", "cats", 2, {}),
    ("lead.other", "cats", 2, {}),
]
QUICK = {"sets.apart"}


def verdict(text: str | Path, promise: str, players: int, options: dict[str, bool]) -> Verdict:
    game = load_game(text, players=players, options=options)
    return result_of(game, promise).verdict


@pytest.mark.planted("mutant")
@pytest.mark.parametrize(
    ("promise", "system", "players", "options"),
    [one if one[0] in QUICK else pytest.param(*one, marks=pytest.mark.slow) for one in OWN],
)
def test_a_promise_of_a_system_is_proved_and_its_mutant_breaks_it(
    promise: str, system: str, players: int, options: dict[str, bool]
) -> None:
    assert isinstance(verdict(system, promise, players, options), Proved)
    mutant = FOLDER / f"{promise}.haggis"
    assert isinstance(verdict(mutant, promise, players, options), Refuted)


# What Roger's sheet keeps otherwise than the rulebook, or for other reasons.
OTHERWISE = ("bets.named", "bets.settled", "hand.least", "hand.all", "hand.most", "match.rises")


@pytest.mark.planted("mutant")
@pytest.mark.slow
@pytest.mark.parametrize("promise", OTHERWISE)
def test_what_rogers_promises_otherwise_is_seen_to_fail(promise: str) -> None:
    mutant = FOLDER / f"rogers.{promise}.haggis"
    assert isinstance(verdict(mutant, promise, 2, {}), Refuted)


@pytest.mark.planted("mutant")
@pytest.mark.slow
def test_a_stair_of_the_page_is_seen_to_be_wider_when_suits_come_twice() -> None:
    mutant = FOLDER / "cats.stairs.widest.haggis"
    assert isinstance(verdict(mutant, "stairs.widest", 2, {}), Refuted)


def test_every_promise_of_their_own_is_there() -> None:
    own: set[tuple[str, str]] = set()
    for _, system, players, options in OWN:
        game = load_game(system, players=players, options=options)
        classic = {one.name for one in load_game("classic", players=players).promises}
        own |= {(one.name, system) for one in game.promises if one.name not in classic}
    assert own == {(promise, system) for promise, system, *_ in OWN}


# What the rules themselves say that they break.
BREACHED = {("rogers", 2): {"bets.lost"}, ("rogers", 3): {"bets.lost", "out.scored"}}


@pytest.mark.slow
@pytest.mark.long  # the site is built from the same proofs, but for the options
@pytest.mark.parametrize(
    ("system", "players", "options"),
    [
        ("wikipedia", 2, {}),
        ("wikipedia", 3, {}),
        ("rogers", 2, {}),
        ("rogers", 3, {}),
        ("rogers", 2, {"sets": True, "rainbow": True}),
        ("rogers", 3, {"sets": True}),
        ("cats", 2, {}),
        ("neeps", 4, {}),
        ("neeps", 6, {}),
        ("tatties", 3, {}),
        ("tatties", 5, {}),
    ],
)
def test_a_system_keeps_all_its_promises(
    system: str, players: int, options: dict[str, bool]
) -> None:
    game = load_game(system, players=players, options=options)
    results = verify(game)
    assert {promise.name for promise in game.promises} <= {one.promise for one in results}
    assert [one for one in results if not is_green(one.verdict)] == []
    breached = {one.promise for one in results if isinstance(one.verdict, ExpectedBreach)}
    assert breached == BREACHED.get((system, players), set())
