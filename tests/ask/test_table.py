"""Words and modules: their form, what options change, and the folder that they are written to."""

import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from jsonschema import Draft202012Validator

from haggis_rules.cli import main
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.site.ask.game_words import answers_beats, asking, game_words, makeable
from haggis_rules.site.ask.seatings import Seating, entry, seating
from haggis_rules.site.ask.vectors import vectors
from tests.ask.asked import HERON, ODD, TESTS, asked_of, page
from tests.games import rules_of

FEW_KILOBYTES = 12_000
NOWHERE = """language 2
variant nowhere
  "Nothing is said of what beats what."

source sheet "Made up"

clause whole
  "Two ranks."
  cites sheet "All"
  table of 2 seats
  ranks 2 3
  suits red r
  deck plain of ranks 2 to 3 in each suit, 2 copies
  zone hand of each seat, seen by owner
  zone stock, seen by nobody
  deal the rest of plain to stock
  pattern single with rank top made of 1 card of rank top ranked by top written "single@{top}"
"""


RUFF = TESTS / "draws" / "ruff.haggis"


@cache  # each agreement is a module, which takes a second
def _seating(name: str | Path, seats: int) -> Seating:
    games, faults = check_everywhere(name)
    assert not faults
    return seating(name, [game for game in games if game.seats == seats], pages="../rules/")


def _schema(name: str) -> Any:
    form = json.loads((page() / f"{name}.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(form)
    return Draft202012Validator(form)


@pytest.mark.parametrize(
    ("name", "seats"),
    [
        pytest.param("classic", 3, marks=pytest.mark.slow),
        pytest.param("neeps", 6, marks=pytest.mark.slow),
        ("cats", 2),
        (HERON, 3),
    ],
)
def test_words_have_the_form_that_is_published_and_a_few_kilobytes(name: str, seats: int) -> None:
    rules = rules_of(name, seats)
    text = json.dumps({**asked_of(rules, "t").words, "agreed": {}}, separators=(",", ":"))
    _schema("words").validate(json.loads(text))
    assert len(text) < FEW_KILOBYTES
    questions = [json.loads(json.dumps(one)) for one in vectors(rules, "t", count=30, seed=1)]
    for one in questions:
        _schema("vector").validate(one)


def test_the_form_refuses_words_that_lack_something() -> None:
    broken = dict(asked_of(rules_of(HERON), "t").words)
    del broken["module"]
    assert not _schema("words").is_valid({**broken, "agreed": {}})


@pytest.mark.rotates
@pytest.mark.slow
def test_there_is_a_module_for_each_agreement_that_makes_a_difference() -> None:
    two, three = _seating("rogers", 2), _seating("rogers", 3)
    names = ["rogers-2", "rogers-2+rainbow", "rogers-2+sets", "rogers-2+sets+rainbow"]
    assert [one.name for one in two.settings] == names
    assert [option.name for option, _ in two.options] == ["sets", "rainbow"]
    assert len(three.settings) == len(names)
    assert len({one.module for one in two.settings}) == len(names)


@pytest.mark.rotates
@pytest.mark.slow
def test_an_option_that_only_the_order_looks_at_makes_a_difference_too() -> None:
    found = _seating(ODD, 2)
    assert [option.name for option, _ in found.options] == ["pairs", "rising"]
    assert "odd-2+no-pairs+rising=low" in [one.name for one in found.settings]


@pytest.mark.slow
def test_each_clause_that_words_name_has_its_words_and_a_place() -> None:
    two, three = _seating("rogers", 2), _seating("rogers", 3)
    for found in (two, three):
        for setting in found.settings:
            clauses = cast("dict[str, list[str]]", setting.words["clauses"])
            assert all(all(one) for one in clauses.values())
            in_rules = [name for name in setting.rules.game.clauses if name in clauses]
            assert list(clauses) == in_rules
    sets = cast("dict[str, list[str]]", three.settings[-1].words["clauses"])
    assert sets["combinations.set"][1] == "../rules/rogers-3/all-options/#combinations.set"


def test_what_a_hand_can_make_is_what_the_sheet_says() -> None:
    rules = rules_of("classic", 2)
    shown = {rules.show(reading) for reading in makeable(rules)}
    assert {"set7@8", "set3@10", "bomb:JQK"} <= shown
    assert not {"set8@8", "set3@J", "set3@K"} & shown


def test_rules_that_do_not_say_what_beats_what_have_no_order(tmp_path: Path) -> None:
    file = tmp_path / "nowhere.haggis"
    file.write_text(NOWHERE, encoding="utf-8")
    rules = Rules(load_game(file))
    assert not answers_beats(rules.game)
    layout = game_words(rules, asking(rules.game), "n", "n", {})["module"]
    assert isinstance(layout, dict)
    assert layout["order"] is None
    assert all("readings" in one for one in vectors(rules, "n", count=10, seed=1))


def test_rules_that_no_module_answers_for_are_named_and_not_offered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tall, folder = tmp_path / "tall.haggis", tmp_path / "ask"
    text = NOWHERE.replace("variant nowhere", "variant tall")
    ranks = " ".join(map(str, range(2, 66)))
    tall.write_text(text.replace("ranks 2 3", f"ranks {ranks}"), encoding="utf-8")
    assert main(["ask-page", str(tall), "--out", str(folder)]) == 2
    said = "Tall, 2 players is left out: more than 62 ranks in the clause whole"
    assert said in capsys.readouterr().err
    assert not folder.exists()
    assert main(["ask-page", str(tall), str(HERON), "--out", str(folder), "--vectors", "0"]) == 0
    assert said in capsys.readouterr().err
    listing: dict[str, Any] = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    assert [one["name"] for one in listing["seatings"]] == ["heron-3"]
    assert [one["title"] for one in listing["refused"]] == ["Tall, 2 players"]
    assert not (folder / "tall-2.json").exists()


def test_a_text_without_patterns_has_words_all_the_same(tmp_path: Path) -> None:
    call = ["ask-page", str(RUFF), "--out", str(tmp_path), "--vectors", "1"]
    assert main(call) == 0
    assert (tmp_path / "ruff-2.wasm").is_file()


def test_the_command_writes_a_folder_that_a_browser_can_open(tmp_path: Path) -> None:
    folder = tmp_path / "ask"
    assert main(["ask-page", str(HERON), "--out", str(folder), "--vectors", "4"]) == 0
    listing: dict[str, Any] = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert written == {*listing["files"], "index.json"}
    assert {
        "ask.html",
        "module.js",
        "heron-3.json",
        "heron-3.wasm",
        "vectors/heron-3.jsonl",
    } <= written
    lines = (folder / "vectors" / "heron-3.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4


@pytest.mark.rotates
@pytest.mark.slow
def test_writing_again_takes_away_what_is_not_wanted_any_more(tmp_path: Path) -> None:
    for text, vectors_ in ((HERON, "4"), (ODD, "0")):
        call = [
            "ask-page",
            str(text),
            "--players",
            "3",
            "--out",
            str(tmp_path),
            "--vectors",
            vectors_,
        ]
        assert main(call) == 0
    assert not (tmp_path / "heron-3.json").exists()
    assert not list(tmp_path.glob("vectors/*"))
    assert (tmp_path / "odd-3.json").is_file()


def test_a_folder_of_somebody_else_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["ask-page", str(HERON), "--out", str(tmp_path)]) == 2
    assert "holds something else, and is left alone" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_what_the_command_leaves_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call = ["ask-page", str(HERON), "--vectors", "1", "--out", str(tmp_path)]
    assert main(call) == 0
    path = tmp_path / "vectors" / "heron-3.jsonl"
    path.write_text("mine", encoding="utf-8")
    call[3] = "0"
    assert main(call) == 0
    assert "because they were changed elsewhere: vectors/heron-3.jsonl\n" in capsys.readouterr().err
    assert path.read_text("utf-8") == "mine"


def test_a_call_that_asks_for_nothing_is_refused(tmp_path: Path) -> None:
    assert main(["ask-page", str(HERON), "--players", "4", "--out", str(tmp_path / "a")]) == 2
    assert main(["ask-page", str(HERON), "--vectors", "-1", "--out", str(tmp_path / "a")]) == 2
    assert not (tmp_path / "a").exists()


@pytest.mark.slow
def test_the_list_of_seatings_names_each_option_with_its_values() -> None:
    listing = entry(_seating("rogers", 2))
    assert listing["options"] == [
        {"name": "sets", "said": "sets", "usual": False, "values": [False, True]},
        {"name": "rainbow", "said": "rainbow", "usual": False, "values": [False, True]},
    ]
