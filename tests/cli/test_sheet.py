"""The sheet of a variant is told to people and to programs alike, with the clauses it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from haggis_rules.ir.load import load_game
from tests.cli.calling import Caller
from tests.playing import HERON

FAULTY = Path(__file__).parents[1] / "golden/errors/rules"


def leaves(record: object) -> Iterator[object]:
    """Yield every value of a record, and every key that is not the name of a field."""
    if isinstance(record, dict):
        for value in cast("dict[str, object]", record).values():
            yield from leaves(value)
    elif isinstance(record, list):
        for value in cast("list[object]", record):
            yield from leaves(value)
    else:
        yield record


@pytest.mark.parametrize("call", [("classic", 2), ("neeps", 4)], ids=str)
def test_the_sheet_is_as_it_was(
    call: tuple[str, int], haggis: Caller, golden: Callable[[str, str], None]
) -> None:
    code, out, err = haggis("sheet", call[0], "--players", call[1])
    assert (code, err) == (0, "")
    golden(f"sheet/{call[0]}-{call[1]}.txt", out)


@pytest.mark.parametrize(
    "call",
    [
        pytest.param(("classic", "--players", 3), id="classic"),
        pytest.param(("tatties", "--players", 5), id="tatties", marks=pytest.mark.slow),
        pytest.param((HERON,), id="heron"),
    ],
)
def test_people_read_what_programs_get(call: tuple[object, ...], haggis: Caller) -> None:
    code, out, err = haggis("sheet", *call)
    assert (code, err) == (0, "")
    assert all(len(line) <= 100 for line in out.splitlines())
    text = " ".join(out.split())
    code, record = haggis.json("sheet", *call)
    assert code == 0
    (sheet,) = record["sheets"]
    for leaf in leaves(sheet):
        if isinstance(leaf, str):
            assert " ".join(leaf.split()) in text, leaf
        elif type(leaf) is int and leaf:  # 0 is told as nothing
            assert str(leaf) in text, leaf


def test_every_clause_that_is_named_is_one(haggis: Caller) -> None:
    _, record = haggis.json("sheet", "neeps", "--players", 6)
    clauses = load_game("neeps", players=6).clauses
    named = set(_clauses(record["sheets"][0]))
    assert named <= set(clauses)
    assert {"score.slam", "bets.pay.six", "courts.rank", "deal.pips", "match.end"} <= named


def _clauses(record: object) -> Iterator[str]:
    if isinstance(record, dict):
        for key, value in cast("dict[str, object]", record).items():
            if key == "clause":
                yield str(value)
            elif key == "clauses":
                yield from cast("list[str]", value)
            else:
                yield from _clauses(value)
    elif isinstance(record, list):
        for value in cast("list[object]", record):
            yield from _clauses(value)


def test_without_a_number_of_players_every_seating_has_a_sheet(haggis: Caller) -> None:
    code, record = haggis.json("sheet", "classic", "--option", "target=250")
    assert code == 0
    assert [sheet["players"] for sheet in record["sheets"]] == [2, 3]
    for sheet in record["sheets"]:
        assert sheet["match"]["options"][0]["here"] == "250 points"
    out = haggis("sheet", "classic", "--option", "target=250").out
    assert "classic for 2 players" in out
    assert "classic for 3 players" in out
    assert "usually 350 points, here 250 points" in " ".join(out.split())


def test_a_file_with_faults_has_no_sheet_and_they_are_told(haggis: Caller) -> None:
    code, out, err = haggis("sheet", FAULTY / "several.haggis")
    assert (code, out) == (1, "")
    assert err.count("error[") == 3
    code, record = haggis.json("sheet", FAULTY / "several.haggis")
    assert code == 1
    assert len(record["faults"]) == 3


def test_the_form_for_programs_is_the_one_that_is_told(haggis: Caller) -> None:
    help_text = haggis("sheet", "--help").out
    _, record = haggis.json("sheet", "tatties", "--players", 3)

    def keys(part: object) -> set[str]:
        if isinstance(part, list):
            return set[str]().union(*map(keys, cast("list[object]", part)))
        if not isinstance(part, dict):
            return set()
        fields = cast("dict[str, object]", part)
        open_ = {"counts", "arrivals", "given"}
        inner = (keys(value) for name, value in fields.items() if name not in open_)
        return set(fields).union(*inner)

    assert [key for key in sorted(keys(record)) if f'"{key}"' not in help_text] == []
