"""The right clause stands first often enough, on questions written from the sources alone."""

import sys
from collections.abc import Generator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from haggis_rules.finder.index import FinderIndex

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "finder.py"
FIRST, FIRST_THREE = 85, 95  # of a hundred questions, those to work with
DAILY_FIRST, DAILY_FIRST_THREE = 80, 95  # of our own, of every day
OWN_FIRST, OWN_FIRST_THREE = 80, 92  # of the questions of the texts, which have been left out


@pytest.fixture(scope="module")
def measuring(monkeypatch_module: pytest.MonkeyPatch) -> ModuleType:
    """Return the script that measures."""
    if not SCRIPT.is_file():
        pytest.skip("an install has no benchmarks")
    spec = spec_from_file_location("measuring", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch_module.setitem(sys.modules, "measuring", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def monkeypatch_module() -> Generator[pytest.MonkeyPatch]:
    """Return what takes back its changes when these tests are done."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.mark.every_case
@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "first", "first_three"),
    [("seen", FIRST, FIRST_THREE), ("everyday", DAILY_FIRST, DAILY_FIRST_THREE)],
)
def test_the_goals_are_kept(
    index: FinderIndex, measuring: ModuleType, file: str, first: int, first_three: int
) -> None:
    asked = measuring.questions_in(SCRIPT.with_suffix("") / f"{file}.toml")
    found = measuring.measure(index, asked, missed=False)
    assert found.asked == len(asked) >= 99
    assert found.first >= first
    assert found.first_three >= first_three
    assert found.unmarked == 0


@pytest.mark.rotates
@pytest.mark.slow
def test_questions_of_the_texts_are_found_without_themselves(
    index: FinderIndex, measuring: ModuleType
) -> None:
    blind = measuring.without_questions(index)
    found = measuring.measure(blind, measuring.own_questions(index), missed=False)
    assert found.first >= OWN_FIRST
    assert found.first_three >= OWN_FIRST_THREE
    assert found.unmarked == 0


@pytest.mark.slow
def test_an_index_without_players_words_misses_the_goals(
    index: FinderIndex, measuring: ModuleType
) -> None:
    many = len(index["entries"])
    bare: FinderIndex = {**index, "passages": [*index["passages"][:many]]}
    bare["passages"] += [[] for _ in index["passages"][many:]]
    asked = measuring.questions_in(SCRIPT.with_suffix("") / "seen.toml")
    assert measuring.measure(bare, asked, missed=False).first < FIRST
