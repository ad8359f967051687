"""What is wrong with an example is told in exactly the words beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from haggis_rules.cases import check_all, idle_everywhere, report_once
from haggis_rules.diagnostics.errors import RuleError, kinds
from haggis_rules.ir.load_tables import check_everywhere
from tests.conftest import GOLDEN

FOLDER = GOLDEN / "errors" / "cases"
SOUND = {"small", "failing-parent"}
FAULTY = sorted(path for path in FOLDER.glob("*.haggis") if path.stem not in SOUND)
OF_EXAMPLES = {
    *("too-many-cards", "not-made", "unclear-play", "no-position", "given-twice"),
    *("broken-position", "failed-example", "idle-example"),
}


def reported_faults(name: str) -> list[RuleError]:
    games, faults = check_everywhere(name)
    assert not faults
    checked = check_all(games)
    return [*report_once(checked), *(idle_everywhere(checked) if "idle" in name else ())]


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_a_fault_in_an_example_is_told(
    path: Path, golden: Callable[[str, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    found = reported_faults(path.name)
    assert found
    text = "\n\n".join(map(str, found))
    golden(f"errors/cases/{path.stem}.txt", f"{text}\n")


@pytest.mark.parametrize("name", sorted(SOUND))
def test_the_texts_they_are_made_from_are_sound(name: str) -> None:
    assert reported_faults(str(FOLDER / f"{name}.haggis")) == []


def test_every_kind_of_fault_in_an_example_is_told_here() -> None:
    found = {fault.name() for path in FAULTY for fault in reported_faults(str(path))}
    assert found >= OF_EXAMPLES
    assert set(kinds()) >= OF_EXAMPLES


def test_every_expected_text_has_its_fault() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {path.stem for path in FAULTY}


def test_every_fault_has_its_place_in_the_text() -> None:
    for path in FAULTY:
        for fault in reported_faults(str(path)):
            assert fault.span.text
            assert fault.span.source.path.endswith(".haggis")
