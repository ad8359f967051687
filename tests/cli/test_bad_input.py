"""Whatever is put in: a diagnostic with a name, an exit code, and nothing written or changed."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from haggis_rules import load
from haggis_rules.cli import COMMANDS
from haggis_rules.records.writer import text_of
from haggis_rules.storage.package_data import read
from tests.cli.calling import Caller

TWO = ("classic", "--players", 2)
# Every command that reads rules: FILE stands for the text, OUT for a folder that is not there.
READERS = (
    "readings FILE J",
    "plays FILE --hand J",
    "beats FILE J J",
    "explain pass --in FILE",
    "play FILE",
    "deal FILE",
    "simulate FILE",
    "count FILE",
    "sheet FILE",
    "diff FILE classic",
    "diff classic FILE",
    "check FILE",
    "fmt FILE",
    "verify FILE",
    "mutate FILE",
    "findings FILE --out OUT",
    "docs FILE --out OUT",
    "ask bombs --in FILE",
    "ask-page FILE --out OUT",
    "schema FILE match",
    "build FILE --out OUT",
)
OTHERS = {"replay", "sweep"}  # read a record, see below, and a plan, see tests/sweep


def circle(folder: Path) -> Path:
    for name, parent in (("a", "b"), ("b", "a")):
        text = f'language 2\nvariant {name} extends {parent}\n  "Round and round."\n'
        (folder / f"{name}.haggis").write_text(text, encoding="utf-8")
    return folder / "a.haggis"


def missing(folder: Path) -> Path:
    return folder / "missing.haggis"


def a_folder(folder: Path) -> Path:
    (folder / "folder.haggis").mkdir()
    return folder / "folder.haggis"


def not_text(folder: Path) -> Path:
    (folder / "latin.haggis").write_bytes('variant caf\xe9 "x"'.encode("latin-1"))
    return folder / "latin.haggis"


def huge(folder: Path) -> Path:
    with (folder / "huge.haggis").open("wb") as file:
        file.truncate(50_000_000)
    return folder / "huge.haggis"


def deep(folder: Path) -> Path:
    text = read("spec", "classic.haggis").replace("as a outranks b", f"as {'(' * 10_000}true")
    (folder / "deep.haggis").write_text(text, encoding="utf-8")
    return folder / "deep.haggis"


def cut_off(folder: Path) -> Path:
    text = read("spec", "classic.haggis")
    (folder / "cut.haggis").write_text(text[: text.index("take part")], encoding="utf-8")
    return folder / "cut.haggis"


FILES: dict[str, tuple[Callable[[Path], Path], int]] = {
    "unreadable-file": (missing, 2),
    "unreadable-file ": (a_folder, 2),
    "not-text": (not_text, 1),
    "too-large": (huge, 1),
    "too-deep": (deep, 1),
    "unclosed-text": (cut_off, 1),
    "circle-of-variants": (circle, 1),
}


def test_every_command_that_reads_rules_is_given_bad_ones() -> None:
    assert {call.split()[0] for call in READERS} | OTHERS == set(COMMANDS)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("call", READERS)
def test_a_file_that_is_no_rules_is_named_and_left_alone(
    call: str, name: str, tmp_path: Path, haggis: Caller
) -> None:
    command = call.split(maxsplit=1)[0]
    if name == "circle-of-variants" and command == "fmt":
        pytest.skip("fmt looks at one file, which is in order")
    make, expected = FILES[name]
    places = {"FILE": make(tmp_path), "OUT": tmp_path / "out"}
    before = _contents(tmp_path)
    code, out, err = haggis(*(places.get(word, word) for word in call.split()))
    assert f"error[{name.strip()}]" in err
    assert code == expected if command != "check" else code in {1, 2}
    assert "Traceback" not in out + err
    assert _contents(tmp_path) == before
    assert not places["OUT"].exists()


@pytest.mark.parametrize("call", READERS)
def test_a_variant_that_nobody_knows_is_a_fault_of_the_call(
    call: str, tmp_path: Path, haggis: Caller
) -> None:
    places = {"FILE": "clasic", "OUT": tmp_path / "out"}
    code, out, err = haggis(*(places.get(word, word) for word in call.split()))
    assert (code, out) == (2, "") if "check" not in call else code in {1, 2}
    wrong = "unreadable-file" if call.startswith("fmt") else "unknown-variant"
    assert f"error[{wrong}]" in err
    assert "Traceback" not in err


CALLS = {
    "unknown-variant": ("readings", "clasic", "J"),
    "unclear-seats": ("readings", "classic", "J"),
    "not-offered": ("readings", "classic", "--players", 4, "J"),
    "not-offered ": ("plays", *TWO, "--hand", "J", "--option", "target=0"),
    "not-offered  ": ("plays", *TWO, "--hand", "J", "--option", "target=much"),
    "unknown-option": ("plays", *TWO, "--hand", "J", "--option", "tarhet=250"),
    "unknown-card": ("readings", *TWO, "11r"),
    "unknown-card ": ("readings", *TWO, "10b"),  # of a deck with more suits
    "too-many-copies": ("plays", *TWO, "--hand", "9r 9r"),
    "no-play": ("beats", *TWO, "9r 10g", "J"),
    "unclear-play": ("plays", *TWO, "--hand", "J", "--on", "10r J Q"),
    "unknown-reading": ("plays", *TWO, "--hand", "J", "--on", "9r = pair@9"),
    "no-play ": ("beats", *TWO, "9r 9g = set2@10", "8r 8g"),
    "bad-number": ("deal", *TWO, "--hands", 0),
    "bad-number ": ("simulate", *TWO, "--hands", -1),
    "bad-number  ": ("plays", *TWO, "--hand", "J", "--limit", -1),
    "unknown-seat": ("play", *TWO, "--seat", 3),
    "bad-opponents": ("play", *TWO, "--opponents", "lucky"),
    "unknown-name": ("explain", "no.such"),
    "unknown-name ": ("explain", "no.such", "--in", "classic"),
    "unknown-variant ": ("sheet", "clasic"),
    "unreadable-file": ("sheet", "nowhere.haggis"),
    "not-offered   ": ("sheet", "classic", "--players", 4),
    "not-offered    ": ("sheet", "classic", "--option", "target=0"),
    "unknown-option ": ("sheet", "classic", "--option", "tarhet=250"),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_asks_for_what_cannot_be_is_named(name: str, haggis: Caller) -> None:
    code, out, err = haggis(*CALLS[name])
    assert (code, out) == (2, "")
    assert f"error[{name.strip()}]" in err
    code, record = haggis.json(*CALLS[name])
    assert code == 2
    assert record["faults"][0]["name"] == name.strip()


@pytest.mark.parametrize(
    "words",
    [
        ("dance",),
        ("readings",),
        ("readings", "classic", "--players", "two", "J"),
        ("readings", "classic", "--option", "=3", "J"),
        ("readings", "classic", "--option", "target=", "J"),
        ("deal", "classic", "--match", "--hands", 3),
    ],
)
def test_a_call_that_cannot_be_read_says_how_it_is_written(
    words: tuple[object, ...], haggis: Caller
) -> None:
    code, _, err = haggis(*words)
    assert code == 2
    assert "usage: haggis" in err


def _deal(record: list[Any]) -> Any:
    return record[1]["dealt"]


def _card_twice(record: list[Any]) -> None:
    hands = _deal(record)["hand"]
    hands[0].append(hands[1][0])


def _hand_too_big(record: list[Any]) -> None:
    _deal(record)["hand"][0].append(_deal(record)["haggis"].pop())


def _cards_swapped(record: list[Any]) -> None:
    hands = _deal(record)["hand"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def _other_rules(record: list[Any]) -> None:
    record[0]["rules"] = "0" * 64


def _other_form(record: list[Any]) -> None:
    record[0]["record"] = 3


def _illegal(record: list[Any]) -> None:
    record.append({"action": "pass", "seat": 0, "choices": {}})


def _out_of_turn(record: list[Any]) -> None:
    turn = load("classic", players=2).new_match(1).position.value("turn")
    seat = 1 - cast("int", turn)
    card = _deal(record)["hand"][seat][0]
    play = {"cards": [card], "kind": "single", "top": card[:-1]}
    record.append({"action": "play", "seat": seat, "choices": {"p": play}})


def _no_such_action(record: list[Any]) -> None:
    record.append({"action": "fold", "seat": 0, "choices": {}})


def _lacks(record: list[Any]) -> None:
    del record[0]["seed"]


def _no_number(record: list[Any]) -> None:
    record[0]["players"] = "many"


def _deal_twice(record: list[Any]) -> None:
    record.append(record[1])


def _end_too_early(record: list[Any]) -> None:
    record.append({"ended": 1, "sheet": [], "scores": [0, 0], "last": False})


LIES: dict[str, Callable[[list[Any]], None]] = {
    "too-many-copies": _card_twice,
    "impossible-deal": _hand_too_big,
    "other-deal": _cards_swapped,
    "other-rules": _other_rules,
    "other-form": _other_form,
    "illegal-action": _illegal,
    "illegal-action ": _out_of_turn,
    "malformed": _no_such_action,
    "malformed ": _lacks,
    "malformed  ": _no_number,
    "misplaced-event": _deal_twice,
    "misplaced-event ": _end_too_early,
}


@pytest.mark.parametrize("name", LIES)
def test_a_record_that_lies_is_refused_and_left_alone(
    name: str, tmp_path: Path, haggis: Caller
) -> None:
    text = text_of(load("classic", players=2).new_match(1))
    record = [json.loads(line) for line in text.splitlines()]
    LIES[name](record)
    record_path = tmp_path / "lie.jsonl"
    record_path.write_text("".join(f"{json.dumps(line)}\n" for line in record), encoding="utf-8")
    _refused(name.strip(), record_path, haggis)


BROKEN: dict[str, bytes] = {
    "no-record": b'{"record": 1, "variant": "classic", "pla',
    "no-record ": b"",
    "no-record  ": b"9" * 5000,
    "no-record   ": b"\xff\xfe{}",
    "no-record    ": b"[" * 10_000,
    "no-record     ": b"[]",
    "no-record      ": b"null",
    "no-record       ": b'{"players": 2}',
    "malformed": b'{"record": 1, "players": 2}',
    "damaged-record": b" " * 50_000_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_record_that_is_none_is_refused_and_left_alone(
    name: str, tmp_path: Path, haggis: Caller
) -> None:
    record_path = tmp_path / "broken.jsonl"
    record_path.write_bytes(BROKEN[name])
    _refused(name.strip(), record_path, haggis, "--players", 2)


def test_a_record_that_is_not_there_is_refused(tmp_path: Path, haggis: Caller) -> None:
    for place in (tmp_path / "missing.jsonl", tmp_path):
        _refused("unreadable-file", place, haggis)
        code, out, err = haggis("replay", place)
        assert (code, out) == (2, "")
        assert "error[unreadable-file]" in err


def test_a_record_that_cannot_be_written_is_told_before_the_first_move(
    tmp_path: Path, haggis: Caller
) -> None:
    code, out, err = haggis("play", *TWO, "--record", tmp_path / "no" / "such" / "folder.jsonl")
    assert (code, out) == (2, "")
    assert "error[unwritable-file]" in err


def _refused(name: str, record_path: Path, haggis: Caller, *more: object) -> None:
    before = _contents(record_path.parent)
    code, out, err = haggis("play", "classic", "--resume", record_path, *more)
    assert (code, out) == (2, "")
    assert f"error[{name}]" in err
    assert _contents(record_path.parent) == before


def _contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
