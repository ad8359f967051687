"""The notebook: what the designer tried or noted, as variants that say what they are."""

import pytest

from haggis_rules.cases import check_text, idle_everywhere
from haggis_rules.ir.load import known_names, layers, lineage, notebook, shipped, source_of
from haggis_rules.wording.names import titled
from tests.games import games_of

MERGED = {"baby-bet", "haggis-neeps-and-tatties", "stag-and-fox"}  # the others each night


def left(name: str) -> object:
    """Return an experiment that is left to the night."""
    return pytest.param(name, marks=pytest.mark.long)


def test_the_notebook_is_apart_from_what_is_played() -> None:
    assert notebook()
    assert not {*notebook()} & {*shipped()}
    assert known_names() == (*shipped(), *notebook(), *layers())


def test_what_is_played_is_no_experiment() -> None:
    assert not [name for name in shipped() if lineage(source_of(name))[-1].variant.experimental]


@pytest.mark.parametrize("name", notebook())
def test_an_experiment_says_that_it_is_one(name: str) -> None:
    assert lineage(source_of(name))[-1].variant.experimental


def test_an_experiment_is_called_one() -> None:
    assert titled(games_of("baby-bet")[0]) == "baby-bet (experimental)"
    assert titled(games_of("classic")[0]) == "classic"


@pytest.mark.slow
@pytest.mark.parametrize("name", [one if one in MERGED else left(one) for one in notebook()])
def test_an_experiment_has_examples_that_hold_and_says_where_it_is_noted(name: str) -> None:
    report = check_text(lineage(source_of(name)))
    assert not report.faults
    assert not idle_everywhere(report.checked)
    own = [c for g in report.games for c in g.clauses.values() if c.variant == name]
    assert any(cited.source == "notes" for clause in own for cited in clause.citations)
    noted = {c.source for clause in own for c in clause.citations} - {"notes"}
    assert noted <= {"rulebook", "neeps-tatties"}
