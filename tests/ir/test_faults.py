"""Every faulty house rule is refused with exactly the words beside it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.empty_patterns import empty_pattern_faults, wild_value_faults
from haggis_rules.semantics.patterns import Patterns

FOLDER = Path(__file__).parents[1] / "golden/errors/rules"
PARENT = FOLDER / "rook.haggis"  # which some of the others extend
FAULTY = sorted(set(FOLDER.glob("*.haggis")) - {PARENT})
FEWEST_KINDS = 30


@cache
def faults_of(name: str) -> list[RuleError]:
    try:
        games, found = check_everywhere(name)
    except RuleError as fault:
        return [fault]
    undefined = [fault for game in games for fault in wild_value_faults(game)]
    return (
        found
        or undefined
        or [fault for game in games for fault in empty_pattern_faults(game, Patterns(game))]
    )


@pytest.mark.parametrize("path", FAULTY, ids=lambda p: p.stem)
def test_a_fault_is_told_in_the_authors_words(
    path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    found = faults_of(path.name)
    assert found
    text = "\n\n".join(map(str, found))
    golden(f"errors/rules/{path.stem}.txt", f"{text}\n")


def test_the_parent_of_the_faulty_is_not_at_fault_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    assert faults_of(PARENT.name) == []


def test_the_faults_are_of_many_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    kinds = {type(fault) for path in FAULTY for fault in faults_of(path.name)}
    assert len(kinds) >= FEWEST_KINDS


def test_several_faults_are_told_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    assert len(faults_of("several.haggis")) == 3


def test_every_fault_has_a_place_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    for path in FAULTY:
        for fault in faults_of(path.name):
            assert fault.span.text
            assert fault.span.text in fault.span.source.text
            assert fault.span.source.path.endswith(".haggis")
