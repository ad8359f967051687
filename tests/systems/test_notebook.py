"""The notebook: what the designer tried or noted, as variants that say what they are."""

import pytest

from haggis_rules.ir.load import known_names, lineage, notebook, shipped, source_of
from haggis_rules.wording.names import titled
from tests.games import games_of


def test_the_notebook_is_apart_from_what_is_played() -> None:
    assert notebook()
    assert not {*notebook()} & {*shipped()}
    assert known_names() == (*shipped(), *notebook())


def test_what_is_played_is_no_experiment() -> None:
    assert not [name for name in shipped() if lineage(source_of(name))[-1].variant.experimental]


@pytest.mark.parametrize("name", notebook())
def test_an_experiment_says_that_it_is_one(name: str) -> None:
    game = games_of(name)[0]
    assert game.experimental
    assert titled(game) == f"{name} (experimental)"


@pytest.mark.parametrize("name", notebook())
def test_each_clause_of_an_experiment_says_where_it_is_noted(name: str) -> None:
    own = [c for g in games_of(name) for c in g.clauses.values() if c.variant == name]
    assert any(cited.source == "notes" for clause in own for cited in clause.citations)
    noted = {c.source for clause in own for c in clause.citations} - {"notes"}
    assert noted <= {"rulebook", "neeps-tatties"}
