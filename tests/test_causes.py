"""The measure of whether faults name their cause counts what it says it does."""

from pathlib import Path
from typing import Any

import pytest

from haggis_rules.diagnostics.errors import UnknownNameError
from haggis_rules.diagnostics.source import SourceFile, Span

causes: Any = pytest.importorskip("causes", reason="only the checkout has its tools")

BIG_BETS = str(Path(__file__).parent / "house_rules" / "big-bets.haggis")


HOUSE_RULES = sorted(Path(BIG_BETS).parent.glob("*.haggis"))


@pytest.fixture(scope="module")
def every_slip() -> tuple[Any, ...]:
    found: tuple[Any, ...] = causes.slips(BIG_BETS)
    return found


def one_slip(every: tuple[Any, ...], kind: str, name: str) -> Any:
    return next(one for one in every if (one.kind, one.name) == (kind, name))


def test_the_slips_of_a_variant_are_all_different_and_none_is_the_text_itself(
    every_slip: tuple[Any, ...],
) -> None:
    texts = [one.text for one in every_slip]
    assert len(set(texts)) == len(texts)
    assert Path(BIG_BETS).read_text("utf-8") not in texts
    assert {"misspelt", "remove", "clause removed", "clause left out"} <= {
        one.kind for one in every_slip
    }


def test_the_edited_line_is_the_one_that_differs(every_slip: tuple[Any, ...]) -> None:
    slip = one_slip(every_slip, "misspelt", "bets.full: begun")
    lines = slip.text.splitlines()
    assert [lines[line - 1] for line in slip.lines] == [
        "  may bet only when k is not big or every seat t has (not begnu of t)"
    ]
    slip = one_slip(every_slip, "clause left out", "bets.full/0: clause left out")
    assert not slip.lines
    assert slip.text.splitlines()[slip.head - 1].startswith("add bets.full")


def test_a_fault_names_the_line_by_its_place_or_by_one_that_it_points_to(
    every_slip: tuple[Any, ...],
) -> None:
    slip = one_slip(every_slip, "misspelt", "bets.full: begun")
    source, elsewhere = SourceFile("x", slip.text), SourceFile("y", slip.text)
    there = Span(source, slip.text.index("begnu"), slip.text.index("begnu") + 5)
    before = Span(source, 0, 8)
    assert causes.names(UnknownNameError("no", there), slip, "x")
    assert causes.names(UnknownNameError("no", before, others=[(there, "here")]), slip, "x")
    assert not causes.names(UnknownNameError("no", before), slip, "x")
    assert not causes.names(UnknownNameError("no", Span(elsewhere, 0, 999)), slip, "x")


def test_what_is_refused_is_counted_with_its_first_fault(every_slip: tuple[Any, ...]) -> None:
    slip = one_slip(every_slip, "misspelt", "bets.full: begun")
    found = causes.judged((BIG_BETS, slip))
    assert found.named
    assert found.faults == 1
    assert "begnu" in found.first


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_house_rules_have_no_fault_of_their_own(path: Path) -> None:
    assert causes.own_fault(str(path)) is None


def test_a_text_with_a_fault_of_its_own_is_not_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "wrong.haggis"
    text = Path(BIG_BETS).read_text("utf-8").replace("not begun of", "not begnu of")
    wrong.write_text(text, "utf-8")
    monkeypatch.setattr("sys.argv", ["causes.py", str(wrong)])
    with pytest.raises(SystemExit, match=r"a fault of its own(.|\n)*begnu"):
        causes.main()
