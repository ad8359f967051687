"""Nothing that a text promises or asks goes without a fault that shows it can fail."""

import pytest

from haggis_rules.cases import check_all, every
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import source_of
from haggis_verify.proving.builtin_promises import BUILTIN_PROMISES, COURSE_PROMISES
from tests.games import VARIANTS, game_of, games_of, seatings
from tests.planted.fault import Kind, Promise, Question
from tests.planted.reading import faults

# Cards only ever move, so no text breaks the sums; taking what is not there breaks auto.bounds.
UNBREAKABLE = {"cards.kept", "kept"}
TABLES = [(name, players) for name in ("neeps", "tatties") for players in seatings(name)]
OWN = (
    *(("wikipedia", 2), ("wikipedia", 3), ("rogers", 2), ("rogers", 3)),
    *(("rogers sets", 2), ("cats", 2)),
)


def broken(text: str, kind: Kind, players: int | None = None) -> set[str]:
    """Name the promises that faults of a kind break in a text, at one table or at any."""
    return {
        fault.witness.name
        for fault in faults()
        if (fault.text, fault.kind) == (text, kind) and isinstance(fault.witness, Promise)
        if players in {None, fault.players}
    }


def promised(game: Game) -> set[str]:
    return {promise.name for promise in game.promises}


def of_its_own(game: Game) -> set[str]:
    """Name the promises that a variant states itself."""
    return {one.name for one in game.promises if game.clauses[one.clause].variant == game.name}


def test_no_two_faults_have_one_name() -> None:
    names = [str(fault) for fault in faults()]
    assert len(names) == len(set(names))


def test_every_mutant_is_a_file_of_its_own() -> None:
    mutants = [fault for fault in faults() if fault.kind == "mutant"]
    assert mutants
    files = {(fault.file, fault.change) for fault in mutants}
    assert len({file for file, _ in files if file}) == len(files)


# Promises


def test_every_promise_of_classic_has_a_mutant_that_breaks_it() -> None:
    of_all = {name for players in (2, 3) for name in promised(game_of("classic", players))}
    assert of_all | {*BUILTIN_PROMISES, *COURSE_PROMISES} == broken("classic", "mutant") | {
        "cards.kept"
    }


@pytest.mark.parametrize("text", ["neeps-core", "heron"])
def test_every_promise_has_a_mutant_that_breaks_it(text: str) -> None:
    assert promised(game_of(text)) - broken(text, "mutant") <= UNBREAKABLE


def test_every_promise_of_the_systems_for_two_or_three_is_broken_where_it_is_made() -> None:
    own: set[tuple[str, int, str]] = set()
    for name, players in OWN:
        text, _, option = name.partition(" ")
        game = game_of(text, players, **({option: True} if option else {}))
        more = promised(game) - promised(game_of("classic", players))
        own |= {(text, players, promise) for promise in more}
    faulty = {
        (fault.text, fault.players, fault.witness.name)
        for fault in faults()
        if isinstance(fault.witness, Promise) and fault.witness.own
    }
    assert {(text, promise) for text, _, promise in own} == {
        (text, promise) for text, _, promise in faulty
    }
    assert faulty <= own


@pytest.mark.every_case
@pytest.mark.slow
@pytest.mark.parametrize("variant", ["neeps", "tatties"])
def test_every_promise_of_their_own_is_broken_somewhere(variant: str) -> None:
    own = {name for players in seatings(variant) for name in of_its_own(game_of(variant, players))}
    assert own - UNBREAKABLE == broken(variant, "broken-rule")


@pytest.mark.every_case
@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_promise_that_one_table_alone_makes_is_broken_at_that_table(
    variant: str, players: int
) -> None:
    game = game_of(variant, players)
    clauses = {one.name: game.clauses[one.clause] for one in game.promises}
    guarded = {name for name in of_its_own(game) if clauses[name].guard}
    assert guarded - broken(variant, "broken-rule", players) == set()


# Questions and examples


@pytest.mark.every_case
@pytest.mark.slow
@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "neeps-core"])
def test_every_question_has_a_misreading(variant: str) -> None:
    path = source_of(variant).path
    own = {
        case.words
        for _, case in every(games_of(variant))
        if case.answer is not None and case.span.source.path == path
    }
    assert own == {
        fault.witness.words
        for fault in faults()
        if fault.text == variant and isinstance(fault.witness, Question)
    }


@pytest.mark.every_case
@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "tournament"])
def test_no_example_of_a_text_as_it_stands_is_red(variant: str) -> None:
    assert [one.detail for one in check_all(games_of(variant)) if not one.passed] == []
