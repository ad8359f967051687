"""A command that is killed leaves what it had, and goes on; one that does not is noticed."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.fuzz.kill import (
    Job,
    call,
    files_in,
    half_written,
    jobs,
    kill_once,
    main,
    not_going_on,
    whole_run,
)

PROGRAM = (sys.executable, "-m", "haggis_rules.cli")
# A program that writes a file in two parts, and waits between them to be killed if it is told to.
WRITER = """
import pathlib, sys, time
file = pathlib.Path("kept.txt")
{before}
with file.open("{mode}") as opened:
    opened.write("one\\n")
    opened.flush()
    time.sleep(60 * len(sys.argv[1:]))
    opened.write("two\\n")
"""


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["play", *(pytest.param(one, marks=pytest.mark.long) for one in ("docs", "mutate"))],
)
def test_a_command_that_is_killed_has_lost_nothing(name: str) -> None:
    (job,) = (one for one in jobs() if one.name == name)
    whole, seconds = whole_run(job, PROGRAM)
    assert whole.code == 0
    for part in (0.45, 0.75, 0.95):
        assert kill_once(job, whole, part * seconds, PROGRAM) == []


def killed(tmp_path: Path, *, mode: str, before: str = "", grows: str = "") -> list[str]:
    """Kill a program between the two parts of what it writes."""
    script, folders = tmp_path / "writer.py", (tmp_path / "whole", tmp_path / "killed")
    script.write_text(WRITER.format(mode=mode, before=before), "utf-8")
    for folder in folders:
        folder.mkdir()
    program = (sys.executable, "-S", str(script))
    job = Job("writer", (), lambda _: (), grows=grows)
    whole = call((), "", folders[0], program)
    with subprocess.Popen([*program, "wait"], cwd=folders[1]) as process:  # noqa: S603 - our own
        while files_in(folders[1]).get("kept.txt") != b"one\n":
            time.sleep(0.01)
        process.kill()
    left = files_in(folders[1])
    return [
        *half_written(job, left, whole),
        *not_going_on(job, left, whole, folders[1], program),
    ]


@pytest.mark.planted("half-written file")
def test_a_file_that_is_written_in_place_is_noticed(tmp_path: Path) -> None:
    assert killed(tmp_path, mode="w") == ["kept.txt is half-written: 4 bytes"]


def test_a_file_that_grows_may_be_cut_off(tmp_path: Path) -> None:
    assert killed(tmp_path, mode="w", grows="kept.txt") == []


@pytest.mark.planted("half-written file")
def test_a_call_that_does_not_go_on_is_noticed(tmp_path: Path) -> None:
    before = 'if file.exists(): sys.exit("it is there already")'
    found = killed(tmp_path, mode="x", before=before, grows="kept.txt")
    assert found[0].startswith("the next call ends with 1: it is there already")
    assert found[-1] == "kept.txt is another than it would have been"


@pytest.mark.planted("half-written file")
def test_what_is_left_behind_for_good_is_noticed(tmp_path: Path) -> None:
    before = 'mine = pathlib.Path(f"tmp{time.time_ns()}"); mine.write_text("")'
    found = killed(tmp_path, mode="w", before=before, grows="kept.txt")
    assert found[0].startswith("left behind for good: tmp")


@pytest.mark.planted("half-written file")
def test_what_was_there_and_is_lost_is_noticed(tmp_path: Path) -> None:
    before = 'again = file.exists()\nif again: file.write_text(""); sys.exit()'
    found = killed(tmp_path, mode="w", before=before, grows="kept.txt")
    assert found == ["kept.txt is another than it would have been"]


@pytest.mark.rotates
@pytest.mark.slow
def test_the_command_counts_its_kills(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--moments", "1", "--command", "simulate"]) == 0
    assert capsys.readouterr().out.endswith("1 kills, 0 faults, seed 1\n")
