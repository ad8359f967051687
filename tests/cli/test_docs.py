"""haggis docs: which verdicts come onto which pages, and files that hold none."""

import json
from pathlib import Path

import pytest

from haggis_rules.cli import main
from haggis_rules.cli.verdicts import BadVerdictsError, read_verdicts, verdicts_on
from haggis_rules.ir.load import load_game

TEXT = Path(__file__).parents[1] / "texts" / "pages.haggis"
PROMISE = {"promise": "hands.small", "clause": "promised", "verdict": "proved", "detail": "by two"}
RECORD = {
    "variant": "pages",
    "seats": 2,
    "options": {"target": 50, "pairs": False, "share": "few"},
    "promises": [PROMISE],
}


def _file(folder: Path, *records: object) -> Path:
    place = folder / "verdicts.json"
    place.write_text(json.dumps({"variants": records}), encoding="utf-8")
    return place


def _pages(folder: Path, *more: str) -> dict[str, str]:
    assert main(["docs", str(TEXT), "--out", str(folder / "rules"), *more]) == 0
    found = (folder / "rules").rglob("*.md")
    return {
        path.relative_to(folder / "rules").as_posix(): path.read_text("utf-8") for path in found
    }


def test_pages_are_written_for_each_number_of_players(tmp_path: Path) -> None:
    folders = {path.split("/")[0] for path in _pages(tmp_path) if "/" in path}
    assert folders == {"pages-2", "pages-3"}


def test_every_example_is_checked_first(tmp_path: Path) -> None:
    written = "\n".join(_pages(tmp_path).values())
    assert "✓ Checked: it holds." in written
    assert "Not checked here." not in written
    assert "does not hold.*" not in written


def test_the_pages_show_what_another_choice_would_change(tmp_path: Path) -> None:
    options = _pages(tmp_path)["pages-2/all-options.md"]
    assert "#### pair { #pair }" in options
    assert "✓ Checked: it holds." in options.split("#### pair { #pair }")[1]


def test_verdicts_come_onto_the_pages_of_their_table_alone(tmp_path: Path) -> None:
    pages = _pages(tmp_path, "--verdicts", str(_file(tmp_path, RECORD)))
    assert '!!! success "Promise hands.small: proved"' in pages["pages-2/04-promises.md"]
    assert "Promise hands.small: not checked here" in pages["pages-3/04-promises.md"]


def test_verdicts_hold_for_every_number_that_can_be_agreed_on_and_for_no_other_choice(
    tmp_path: Path,
) -> None:
    records = read_verdicts(_file(tmp_path, RECORD))
    assert verdicts_on(load_game(TEXT, players=2), records)
    assert verdicts_on(load_game(TEXT, players=2, options={"target": 7}), records)
    assert not verdicts_on(load_game(TEXT, players=3), records)
    assert not verdicts_on(load_game(TEXT, players=2, options={"pairs": True}), records)
    assert not verdicts_on(load_game(TEXT, players=2, options={"share": "many"}), records)
    without = read_verdicts(_file(tmp_path, {**RECORD, "options": {}}))
    assert not verdicts_on(load_game(TEXT, players=2), without)


def test_the_last_word_on_a_promise_counts(tmp_path: Path) -> None:
    again = {**RECORD, "promises": [{**PROMISE, "verdict": "refuted"}]}
    found = verdicts_on(load_game(TEXT, players=2), read_verdicts(_file(tmp_path, RECORD, again)))
    assert [each.verdict for each in found] == ["refuted"]


@pytest.mark.parametrize(
    "record",
    [
        7,
        {},
        {**RECORD, "seats": "2"},
        {**RECORD, "seats": True},
        {**RECORD, "options": []},
        {**RECORD, "promises": {}},
        {**RECORD, "promises": [{"promise": "x"}]},
        {**RECORD, "promises": [{**PROMISE, "detail": None}]},
        {key: RECORD[key] for key in ("variant", "promises")},
    ],
)
def test_a_file_of_another_form_is_refused(record: object, tmp_path: Path) -> None:
    with pytest.raises(BadVerdictsError):
        read_verdicts(_file(tmp_path, record))


@pytest.mark.parametrize("text", ["", "[]", "7", '{"variants": 1}', "\ufeff{}", '{"variants"'])
def test_what_holds_no_verdicts_gives_a_line_and_no_traceback(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "verdicts.json"
    place.write_text(text, encoding="utf-8")
    call = ["docs", str(TEXT), "--out", str(tmp_path / "rules"), "--verdicts", str(place)]
    assert main(call) == 2
    assert "is not what `haggis verify --verdicts` writes" in capsys.readouterr().err
    assert not (tmp_path / "rules").exists()
