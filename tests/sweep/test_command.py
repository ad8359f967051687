"""A sweep by the command: what it writes and tells, and that it goes on where it was cut off."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.analysis.exact_sums import ExactSums
from haggis_rules.analysis.sweep.plan import plan_schema
from haggis_rules.cli.commands import sweep
from haggis_rules.executors.shares import in_order
from tests.cli.calling import Caller, Said

PLAN = """
matches = 6
[[tables]]
variant = "classic"
players = 2
options = { target = [30, 60] }
[[tables]]
variant = "rogers"
players = 2
options = { target = 30 }
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Write a plan of three tables."""
    path = tmp_path / "study.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def told(said: Said) -> list[str]:
    """Return what a sweep says, but for its last line, which names the file of its rows."""
    assert (said.code, said.err) == (0, "")
    *lines, last = said.out.splitlines()
    assert last.startswith("rows are in ")
    return lines


def test_a_sweep_writes_rows_and_tells_what_they_come_to(plan: Path, haggis: Caller) -> None:
    said = haggis("sweep", plan, "--jobs", 1)
    assert (said.code, said.err) == (0, "")
    assert said.out.count("\n  6 matches\n") == 3
    head, *rows = plan.with_suffix(".csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("rules,variant,players,seed,hand,last,owner,leads,actions,option target")
    assert {row.split(",")[1] for row in rows} == {"classic", "rogers"}
    _, record = haggis.json("sweep", plan, "--jobs", 1)
    table = record["tables"][1]
    assert table["options"] == {"target": 60}
    place = head.split(",").index("points bets.paid")
    mine = [row.split(",") for row in rows if row.split(",")[9] == "60"]
    bets = [int(row[place]) for row in mine if row[7] == "1"]
    (entry,) = (one for one in table["entries"] if one["entry"] == "bets.paid")
    assert entry["leader"]["value"] == pytest.approx(sum(bets) / len(bets))
    hands = sum(row[6] == "1" for row in mine)
    assert table["hands"]["value"] == pytest.approx(hands / 6)


def test_a_sweep_that_was_cut_off_anywhere_goes_on(plan: Path, haggis: Caller) -> None:
    out = plan.with_suffix(".csv")
    whole = haggis("sweep", plan, "--jobs", 1), out.read_bytes()
    size = len(whole[1])
    for kept in (0, 10, 200, size // 3, size // 2, size - 40, size - 1, size):
        out.write_bytes(whole[1][:kept])
        if kept == 10:  # a first line that is not whole could be anybody's
            assert haggis("sweep", plan).code == 2
            continue
        assert (haggis("sweep", plan, "--jobs", 1), out.read_bytes()) == whole, kept


def test_ctrl_c_keeps_what_there_is(
    plan: Path, haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = haggis("sweep", plan, "--jobs", 1, "--out", plan.with_name("whole.csv"))

    def cut(*arguments: Any) -> Iterator[Any]:
        for number, share in enumerate(in_order(*arguments)):
            if number == 2:
                raise KeyboardInterrupt
            yield share

    monkeypatch.setattr(sweep, "in_order", cut)
    said = haggis("sweep", plan, "--jobs", 1)
    assert said.code == 130
    assert "interrupted after 10 matches; run it again to continue" in said.err
    monkeypatch.setattr(sweep, "in_order", in_order)
    assert told(haggis("sweep", plan, "--jobs", 1)) == told(whole)


@pytest.mark.rotates
@pytest.mark.slow
def test_any_number_of_processes_writes_the_same(plan: Path, haggis: Caller) -> None:
    one, two = plan.with_name("1.csv"), plan.with_name("2.csv")
    first = haggis("sweep", plan, "--jobs", 1, "--out", one)
    assert told(haggis("sweep", plan, "--jobs", 2, "--out", two)) == told(first)
    assert one.read_bytes() == two.read_bytes()


def test_a_file_of_something_else_is_left_alone(plan: Path, haggis: Caller) -> None:
    out = plan.with_suffix(".csv")
    assert haggis("sweep", plan, "--jobs", 1).code == 0
    whole = out.read_text(encoding="utf-8")
    lines = whole.splitlines(keepends=True)
    damaged = {
        "no rows": "my own notes\n",
        "a seed that is not next": "".join([lines[0], lines[3], *lines[1:]]),
        "points that are none": whole.replace(",0,", ",x,", 1),
        "another owner": lines[0] + lines[2],
        "more than the plan has": whole + lines[1],
        "other rules": whole.replace(lines[1].split(",")[0], "0" * 12),
    }
    for what, text in damaged.items():
        out.write_text(text, encoding="utf-8")
        said = haggis("sweep", plan, "--jobs", 1)
        assert (said.code, said.out) == (2, ""), what
        assert "error[other-results]" in said.err, what
        assert out.read_text(encoding="utf-8") == text, what
    out.write_bytes(b"\xff\xfe")
    assert haggis("sweep", plan).code == 2


def test_the_schema_is_written(haggis: Caller) -> None:
    said = haggis("sweep", "--schema")
    assert said.code == 0
    assert json.loads(said.out) == plan_schema()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("matches = 0", "this plan lacks its `tables`"),
        ('matches = 1\n[[tables]]\nvariant = "clasic"', "unknown-variant"),
        ('matches = 1\n[[tables]]\nvariant = "classic"\nplayers = 7', "7"),
        ('matches = 1\n[[tables]]\nvariant = "classic"\noptions = { goal = 7 }', "goal"),
    ],
)
def test_a_plan_that_means_nothing_is_told(
    text: str, fault: str, plan: Path, haggis: Caller
) -> None:
    plan.write_text(text, encoding="utf-8")
    said = haggis("sweep", plan)
    assert said.code in {1, 2}
    assert fault in said.err
    assert not plan.with_suffix(".csv").exists()


def test_a_plan_that_cannot_be_read_is_told(tmp_path: Path, haggis: Caller) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "missing.toml", tmp_path / "pipe"):
        said = haggis("sweep", path)
        assert said.code == 2
        assert "error[unreadable-file]" in said.err


def test_intervals_are_those_of_the_books() -> None:
    half = ExactSums()
    for number in (0, 1) * 5:
        half.add(number)
    share = half.share_interval()
    assert share is not None
    assert share == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)  # Wilson, of 5 in 10
    mean = half.mean_interval()
    assert mean is not None
    deviation = (10 * 0.25 / 9) ** 0.5
    assert mean.high - mean.value == pytest.approx(1.959964 * deviation / 10**0.5)
    certain = ExactSums()
    assert (certain.mean_interval(), certain.share_interval()) == (None, None)
    certain.add(1)
    share = certain.share_interval()
    assert share is not None
    assert (share.value, share.high) == (1, 1)
    assert share.low == pytest.approx(0.2065, abs=1e-4)
