"""A kept match is judged again by the command, by its own rules and by others."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.calling import Caller
from tests.playing import HERON, LONG_HERON
from tests.records.matches import bytes_of, lines_of, played, record_of

CLASSIC = "classic for 3"


@pytest.fixture
def record_path(tmp_path: Path) -> Path:
    """Keep a whole match."""
    path = tmp_path / "kept.jsonl"
    path.write_bytes(bytes_of(lines_of(played(CLASSIC, 5)[-1])))
    return path


def test_a_match_is_judged_and_its_scores_are_shown(record_path: Path, haggis: Caller) -> None:
    before = record_path.read_bytes()
    code, out, err = haggis("replay", record_path)
    assert (code, err) == (0, "")
    assert out.startswith("classic for 3 players, target 350, seed 5\n")
    match = played(CLASSIC, 5)[-1]
    assert len(re.findall(r"^  hand \d+ ", out, re.MULTILINE)) == len(match.sheet)
    assert re.search(r"all hands +" + " +".join(map(str, match.scores)), out)
    assert "to the end of the match, all as the rules say." in out
    assert record_path.read_bytes() == before


def test_every_action_can_be_shown_and_read_again(record_path: Path, haggis: Caller) -> None:
    out = haggis("replay", record_path, "--moves").out.replace("\n        ", " ")
    match = played(CLASSIC, 5)[-1]
    said = re.findall(r"^\d: .*$", out, re.MULTILINE)
    deeds = [line.event.to_json() for line in record_of(record_path.read_bytes()).lines]
    wanted = [one for one in deeds if "action" in one]
    read = [match.rules.action_to_json(match.rules.parse_action(text)) for text in said]
    assert [json.dumps(one, sort_keys=True) for one in read] == [
        json.dumps(one, sort_keys=True) for one in wanted
    ]
    hands, *_ = match.hands[0].start.zones
    assert isinstance(hands, tuple)
    assert match.rules.show(hands[0]).split()[0] in out


def test_other_rules_show_where_the_match_parts(record_path: Path, haggis: Caller) -> None:
    code, out, _ = haggis("replay", record_path, "--under", "tournament")
    assert code == 1
    assert "Under the rules of tournament for 3 players the match parts:" in out
    assert re.search(r"line \d+, hand \d+: ", out)
    assert "tournament: seat 1 " in out
    code, record = haggis.json("replay", record_path, "--under", "tournament")
    assert code == 1
    assert record["under"]["variant"] == "tournament"
    assert record["under"]["parting"]["line"] <= record["under"]["stop"]["line"]
    assert record["finished"]
    assert record["under"]["at"]["action"] in out
    assert "Before it:" in out
    assert len(record["under"]["then"]) == len(record["under"]["scores"]) == 3


@pytest.mark.slow
def test_the_same_rules_with_another_agreement_are_other_rules(
    record_path: Path, haggis: Caller
) -> None:
    call = ("replay", record_path, "--under", "classic")
    assert haggis(*call).code == 0
    assert "nothing differs" in haggis(*call).out
    code, out, _ = haggis(*call, "--option", "target=1")
    assert code == 1
    assert "the match is over by classic" in " ".join(out.split())
    code, record = haggis.json(*call, "--players", 2)
    assert (code, record["under"]["stop"]["ground"]) == (1, "deal")
    assert record["under"]["scores"] is None


def test_a_clause_that_stands_against_an_action_is_told(tmp_path: Path, haggis: Caller) -> None:
    record_path = tmp_path / "kept.jsonl"
    record_path.write_bytes(bytes_of(lines_of(played("long-heron", 4, 90)[-1])))
    for path in (HERON, LONG_HERON):
        text = path.read_text("utf-8").replace("at first 1 seats after dealer", "at first dealer")
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    code, out, _ = haggis("replay", record_path, "--under", tmp_path / LONG_HERON.name)
    assert code == 1
    assert "The rules of long-heron for 3 players are no longer available" in out
    assert "    lay: it is for seat" in out
    assert "On your turn, lay a combination" in " ".join(out.split())
    code, out, _ = haggis("replay", record_path, "--under", LONG_HERON)
    assert code == 0
    assert "all as the rules say" in out


def test_a_record_that_was_cut_off_is_judged_as_far_as_it_goes(
    record_path: Path, haggis: Caller
) -> None:
    data = record_path.read_bytes()
    record_path.write_bytes(data[:-20])
    code, out, err = haggis("replay", record_path)
    assert code == 0
    assert f"line {len(data.splitlines()) - 1} is its last whole one" in err
    assert "all as the rules say" in out
    assert haggis.json("replay", record_path)[1]["torn"] > 0
    assert record_path.read_bytes() == data[:-20]


@pytest.mark.slow
def test_what_was_not_so_is_a_fault_of_the_record(record_path: Path, haggis: Caller) -> None:
    lines = lines_of(played(CLASSIC, 5)[-1])
    twice = [*lines[:4], *lines[3:]]
    for changed, name in (
        (twice, "illegal-action"),
        ([*lines[:2], lines[1], *lines[2:]], "misplaced-event"),
        ([{**lines[0], "seed": 6}, *lines[1:]], "other-deal"),
        ([*lines[:-1], {**lines[-1], "scores": [0, 0, 0]}], "other-score"),
    ):
        record_path.write_bytes(bytes_of(changed))
        for more in ((), ("--under", "tournament")):
            code, out, err = haggis("replay", record_path, *more)
            assert (code, out) == (1, "")
            assert f"error[{name}]: line " in err
        assert haggis.json("replay", record_path)[1]["faults"][0]["name"] == name
    record_path.write_bytes(bytes_of(twice))
    assert re.search(
        r"line \d+: `\d: .*` is not allowed: .*\(\S+\)", haggis("replay", record_path).err
    )


def test_what_is_no_record_is_a_fault_of_the_call(record_path: Path, haggis: Caller) -> None:
    lines = lines_of(played(CLASSIC, 5)[-1])
    for changed, name in (
        ([{**lines[0], "record": 3}], "other-form"),
        ([{**lines[0], "rules": "0"}], "other-rules"),
        ([{**lines[0], "variant": "../classic"}], "unknown-variant"),
        ([{**lines[0], "players": 7}], "not-offered"),
        ([{**lines[0], "options": {"aim": 1}}], "unknown-option"),
        ([lines[1]], "no-record"),
        ([lines[0], {"hand": 1}], "malformed"),
    ):
        record_path.write_bytes(bytes_of(changed))
        before = record_path.read_bytes()
        code, out, err = haggis("replay", record_path)
        assert (code, out) == (2, "")
        assert f"error[{name}]" in err
        assert record_path.read_bytes() == before
    assert "error[unreadable-file]" in haggis("replay", record_path.parent).err
    assert "error[unreadable-file]" in haggis("replay", record_path.with_name("none")).err
    assert "error[no-other-rules]" in haggis("replay", record_path, "--players", 3).err


def test_the_schema_of_a_record_is_given(haggis: Caller) -> None:
    code, record = haggis.json("schema", "classic", "record", "--players", 3)
    assert code == 0
    assert record["$id"].endswith(":record")
    assert set(record["$defs"]["line"]["anyOf"][0]) == {"$ref"}
