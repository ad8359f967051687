"""haggis docs: which verdicts come onto which pages, and files that hold none."""

import json
from pathlib import Path

import pytest

from haggis_rules.cli import main
from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.evidence import CountingSummary
from haggis_rules.verdicts.model import How, Reached
from haggis_rules.verdicts.reader import (
    BadVerdictsError,
    counted_on,
    judged_digest,
    read_verdicts,
    verdicts_on,
)

TEXT = Path(__file__).parents[1] / "texts" / "pages.haggis"
OPTIONS = {"target": 50, "pairs": False, "share": "few"}
PROMISE = {"promise": "hands.small", "clause": "promised", "verdict": "proved", "detail": "by two"}
RECORD = {
    "variant": "pages",
    "seats": 2,
    "options": OPTIONS,
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
    of_all = {"promises", "editions", "rulings"}
    assert folders - {"assets"} == {"pages-2", "pages-3"} | of_all


def test_each_type_of_play_is_counted_and_each_question_put_to_other_tables(tmp_path: Path) -> None:
    pages = _pages(tmp_path)
    assert "Ways without wild cards" in pages["pages-2/all-combinations.md"]
    assert "was also put to" not in pages["rulings/play.md"]
    assert "put to the other systems" in pages["rulings/index.md"]


def test_every_example_is_checked_first(tmp_path: Path) -> None:
    written = "\n".join(_pages(tmp_path).values())
    assert "✓ checked" in written
    assert "not checked here</span>" not in written
    assert "it does not hold</span>" not in written


def test_the_pages_show_what_another_choice_would_change(tmp_path: Path) -> None:
    options = _pages(tmp_path)["pages-2/all-options.md"]
    assert "#### pair { #pair }" in options
    assert "✓ checked" in options.split("#### pair { #pair }")[1]


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


def test_verdicts_of_other_rules_are_left_out_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now = judged_digest(load_game(TEXT, players=2))
    assert now == judged_digest(load_game(TEXT, players=2, options={"target": 7}))
    assert now != judged_digest(load_game(TEXT, players=2, options={"pairs": True}))
    verdicts_path = _file(tmp_path, {**RECORD, "rules": now})
    proved = '!!! success "Promise hands.small: proved"'
    assert proved in _pages(tmp_path, "--verdicts", str(verdicts_path))["pages-2/04-promises.md"]
    assert "of other rules" not in capsys.readouterr().err
    past = _file(tmp_path, {**RECORD, "rules": "0" * 64})
    assert proved not in _pages(tmp_path, "--verdicts", str(past))["pages-2/04-promises.md"]
    assert "has other rules of pages than these" in capsys.readouterr().err


PLAY = {
    "seed": 3,
    "hand": 1,
    "actions": ["seat 1: lay 2r", "seat 2: lay 3r"],
    "breach": "it is broken",
    "small": {
        "position": ["turn is seat 2"],
        "actions": ["seat 2: lay 3r"],
        "breach": "it is broken",
        "line": "pages/2 | x",
    },
    "record": ["{}", "[]"],
}
CASE = {
    "obligation": "lay",
    "lines": ["turn is seat 1"],
    "replay": "it is broken",
    "play": PLAY,
}


def test_what_the_solvers_did_is_read(tmp_path: Path) -> None:
    obligation = {"name": "lay", "how": "solved", "z3_seconds": 0.5, "cvc5_seconds": 1}
    quiet = {"name": "pass", "how": "untouched"}
    whole = {"helpers": ["kept"], "approximated": True, "obligations": [obligation, quiet]}
    record = {
        **RECORD,
        "promises": [{**PROMISE, **whole}, {**PROMISE, "case": CASE}],
        "patterns": [{"pattern": "single", "readings": 9, "proved": 7}],
    }
    counted = counted_on(load_game(TEXT, players=2), read_verdicts(_file(tmp_path, record)))
    assert counted == (CountingSummary("single", 9, 7),)
    first, second = (one.evidence for one in read_verdicts(_file(tmp_path, record))[0].verdicts)
    assert (first.helpers, first.approximated, first.z3, first.cvc5) == (("kept",), True, 0.5, 1.0)
    assert [(one.name, one.how) for one in first.met] == [
        ("lay", How.SOLVED),
        ("pass", How.UNTOUCHED),
    ]
    assert second.breach is not None
    assert isinstance(second.breach.play, Reached)
    play = second.breach.play
    assert play.small is not None
    assert play.small.position == ("turn is seat 2",)
    assert (play.seed, len(play.actions), play.record) == (3, 2, ("{}", "[]"))


@pytest.mark.parametrize("play", [None, {"hands": 5, "lacking": []}])
def test_a_case_to_which_no_match_comes_is_told_as_it_is(play: object, tmp_path: Path) -> None:
    record = {**RECORD, "promises": [{**PROMISE, "case": {**CASE, "play": play}}]}
    breach = read_verdicts(_file(tmp_path, record))[0].verdicts[0].evidence.breach
    assert breach is not None
    assert breach.lines == ("turn is seat 1",)
    assert not isinstance(breach.play, Reached)


@pytest.mark.parametrize(
    "record",
    [
        7,
        {**RECORD, "rules": 7},
        {**RECORD, "promises": [{**PROMISE, "helpers": [7]}]},
        {**RECORD, "promises": [{**PROMISE, "obligations": [{"name": "x", "z3_seconds": "a"}]}]},
        {**RECORD, "promises": [{**PROMISE, "case": {"lines": ["turn is seat 1"]}}]},
        {**RECORD, "promises": [{**PROMISE, "case": {**CASE, "play": {"seed": 1}}}]},
        {**RECORD, "promises": [{**PROMISE, "case": 7}]},
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


def test_games_with_several_unusual_options_are_counted_where_all_is_proved(
    tmp_path: Path,
) -> None:
    several = OPTIONS | {"pairs": True, "share": "many"}
    verdicts_path = _file(tmp_path, RECORD, {**RECORD, "options": several})
    page = _pages(tmp_path, "--verdicts", str(verdicts_path))["pages-2/all-known.md"]
    assert "Proved for each further combination of truths and choices: 1." in page
    assert "**Options together.**" not in _pages(tmp_path / "bare")["pages-2/all-known.md"]


def test_a_text_with_more_options_than_can_be_combined_has_pages_all_the_same(
    tmp_path: Path,
) -> None:
    rows = "".join(f"  option o{i} is truth, usually false\n" for i in range(7))
    text = TEXT.read_text("utf-8")
    longer = text.replace("  option pairs is truth", f"{rows}  option pairs is truth", 1)
    assert longer != text
    place = tmp_path / "pages.haggis"
    place.write_text(longer, "utf-8")
    verdicts_path = _file(tmp_path, RECORD)
    out = tmp_path / "rules"
    assert main(["docs", str(place), "--out", str(out), "--verdicts", str(verdicts_path)]) == 0
    assert (out / "pages-2" / "all-known.md").is_file()


def test_an_example_that_does_not_hold_is_shown_and_is_a_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "pages.haggis"
    place.write_text(
        TEXT.read_text("utf-8").replace('"Q" beats "5r"', 'not "Q" beats "5r"'), "utf-8"
    )
    assert main(["docs", str(place), "--out", str(tmp_path / "rules")]) == 1
    said = capsys.readouterr()
    assert "not every example of pages holds: `haggis check pages` says which" in said.err
    written = "".join(one.read_text("utf-8") for one in (tmp_path / "rules").rglob("*.md"))
    assert "it does not hold</span>" in written


@pytest.mark.slow
@pytest.mark.rotates  # each merge writes these pages for the site
def test_an_example_of_the_usual_table_need_not_hold_with_another_choice(tmp_path: Path) -> None:
    assert main(["docs", "rogers", "--out", str(tmp_path / "rules")]) == 0
