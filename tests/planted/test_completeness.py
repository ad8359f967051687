"""Nothing that a text promises or asks goes without a fault that shows it can fail."""

import pytest

from haggis_rules.cases import check_all, every
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import source_of
from tests.games import VARIANTS, game_of, games_of, seatings
from tests.planted.fault import Kind, Promise, Question
from tests.planted.reading import faults

# Cards only ever move, so no text breaks the sums; taking what is not there breaks auto.bounds.
UNBREAKABLE = {"cards.kept", "kept"}
TABLES = [(name, players) for name in ("neeps", "tatties") for players in seatings(name)]


def broken(text: str, kind: Kind, players: int | None = None) -> set[str]:
    """Name the promises that faults of a kind break in a text, at one table or at any."""
    return {
        fault.witness.name
        for fault in faults()
        if (fault.text, fault.kind) == (text, kind) and isinstance(fault.witness, Promise)
        if players in {None, fault.players}
    }


def of_its_own(game: Game) -> set[str]:
    """Name the promises that a variant states itself."""
    return {one.name for one in game.promises if game.clauses[one.clause].variant == game.name}


def test_no_two_faults_have_one_name() -> None:
    names = [str(fault) for fault in faults()]
    assert len(names) == len(set(names))


# Promises


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["neeps", "tatties"])
def test_every_promise_of_their_own_is_broken_somewhere(variant: str) -> None:
    own = {name for players in seatings(variant) for name in of_its_own(game_of(variant, players))}
    assert own - UNBREAKABLE == broken(variant, "broken-rule")


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


@pytest.mark.slow
@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "neeps-core"])
def test_every_question_has_a_misreading(variant: str) -> None:
    path = source_of(variant).path
    own = {
        case.words
        for _, case in every(games_of(variant))
        if case.answer is not None and case.written.span.source.path == path
    }
    assert own == {
        fault.witness.words
        for fault in faults()
        if fault.text == variant and isinstance(fault.witness, Question)
    }


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "tournament"])
def test_no_example_of_a_text_as_it_stands_is_red(variant: str) -> None:
    assert [one.detail for one in check_all(games_of(variant)) if not one.passed] == []
