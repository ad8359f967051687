"""Whatever the surroundings do: a fault that is named, the exit code, and nothing half-written."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import pytest

from tests.playing import HERON

RUN = (sys.executable, "-m", "haggis_rules.cli")
# What is started in the background may have been told to ignore Ctrl-C, and hands that on.
_HEED = """\
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
HEEDING = (sys.executable, "-c", _HEED, *RUN[1:])
CALLS = (
    "readings HERON 3c",
    "plays HERON --hand 3c",
    "beats HERON 4c 3c",
    "explain unknown-name",
    "deal HERON",
    "simulate HERON --hands 2",
    "count HERON",
    "sheet HERON",
    "diff HERON HERON",
    "check HERON",
    "fmt --check HERON",
    "schema HERON match",
    "play HERON",
    "replay RECORD",
)
FULL = Path("/dev/full")
pytestmark = pytest.mark.slow


def words(call: str, folder: Path) -> list[str]:
    places = {"HERON": HERON, "RECORD": Path(__file__).parents[1] / "extremes/cats-2-plays.jsonl"}
    return [str(places.get(word, word)).replace("FOLDER", str(folder)) for word in call.split()]


def run(
    call: str,
    folder: Path,
    *,
    stdout: "int | IO[bytes]" = subprocess.PIPE,
    env: dict[str, str] | None = None,
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(  # noqa: S603 - our own command
        [*RUN, *words(call, folder)],
        stdout=stdout,
        stderr=subprocess.PIPE,
        env=env,
        input=b"quit\n",
        timeout=60,
        check=False,
    )


def begun(*more: str, stdout: "int | IO[bytes]" = subprocess.PIPE) -> "subprocess.Popen[bytes]":
    """Begin a match that is still going on while we look."""
    call = [*HEEDING, "play", str(HERON), "--seed", "3", *more]
    return subprocess.Popen(  # noqa: S603 - our own command
        call, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE
    )


def type_in(match: "subprocess.Popen[bytes]", text: bytes) -> None:
    """Wait until the match asks for something, and type it."""
    assert match.stdin is not None
    assert match.stdout is not None
    shown = b""
    while not shown.endswith(b"> "):
        sign = match.stdout.read(1)
        assert sign, shown
        shown += sign
    match.stdin.write(text)
    match.stdin.flush()


def is_clean(told: bytes) -> bool:
    return b"Traceback" not in told and b"Exception ignored" not in told


@pytest.mark.rotates
@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
@pytest.mark.parametrize("call", CALLS)
def test_a_full_disk_is_named(call: str, tmp_path: Path) -> None:
    with FULL.open("wb") as full:
        done = run(call, tmp_path, stdout=full)
    assert is_clean(done.stderr), done.stderr.decode()
    assert b"error[system]: standard output cannot be used: no space left on device" in done.stderr
    assert done.returncode == 2


@pytest.mark.rotates
@pytest.mark.parametrize("call", CALLS)
def test_a_reader_that_has_left_is_no_fault(call: str, tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = run(call, tmp_path, stdout=writing)
    os.close(writing)
    assert is_clean(done.stderr), done.stderr.decode()
    assert done.returncode == 0


@pytest.mark.rotates
@pytest.mark.parametrize(
    "call",
    [*CALLS, "sheet HERON --format json", "explain not-text", "explain not-text --format json"],
)
def test_a_plain_locale_is_enough(call: str, tmp_path: Path) -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = run(call, tmp_path, env=plain)
    assert is_clean(done.stderr), done.stderr.decode()
    assert done.returncode == 0
    done.stdout.decode("ascii")


def interrupted(after: float, folder: Path) -> tuple[int, bytes]:
    """Return the exit code of a command that is stopped so many seconds after it was called."""
    call = [*HEEDING, *words("simulate HERON --hands 100000", folder)]
    with subprocess.Popen(  # noqa: S603 - our own command
        call, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as going:
        time.sleep(after)
        going.send_signal(signal.SIGINT)
        try:
            _, told = going.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            # Python drops one that comes while it calls back of its own, as it does in imports:
            # then whoever waits stops the command once more.
            going.send_signal(signal.SIGINT)
            _, told = going.communicate(timeout=60)
        return going.returncode, told


@pytest.mark.parametrize("after", [0.05, 0.15, 0.3, 0.6])
def test_an_interruption_is_told_in_a_word(after: float, tmp_path: Path) -> None:
    code, told = interrupted(after, tmp_path)
    assert b"haggis_rules/cli" not in told, told.decode()
    # Python itself may not have begun, which ends with 1, or not have come to this package.
    assert code in {130, -signal.SIGINT, 1}


def test_an_interruption_of_what_has_begun_has_a_code_of_its_own(tmp_path: Path) -> None:
    # How long it takes to begin depends on how busy the machine is.
    ended = (interrupted(after, tmp_path) for after in (1, 4, 8))
    told = next(told for code, told in ended if code == 130)
    assert told.startswith(b"interrupted")


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
def test_a_record_that_cannot_be_begun_is_not_there(tmp_path: Path) -> None:
    place = tmp_path / "my.jsonl"
    limit = f"ulimit -f 0; trap '' XFSZ; exec {' '.join(RUN)} play {HERON} --record {place}"
    done = subprocess.run(  # noqa: S603 - our own command
        ["/bin/bash", "-c", limit], input=b"quit\n", capture_output=True, check=False, timeout=60
    )
    assert is_clean(done.stderr), done.stderr.decode()
    assert b"error[unwritable-file]" in done.stderr
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []


def test_a_record_that_was_cut_off_before_it_began_can_be_begun(tmp_path: Path) -> None:
    place = tmp_path / "my.jsonl"
    place.touch()
    assert b"error[no-record]" in run(f"replay {place}", tmp_path).stderr
    assert run(f"play HERON --record {place}", tmp_path).returncode == 0
    assert run(f"replay {place} --under HERON", tmp_path).returncode == 0


def test_a_file_that_cannot_be_rewritten_is_as_it_was(tmp_path: Path) -> None:
    place = tmp_path / "heron.haggis"
    shutil.copy(HERON, place)
    text = place.read_text(encoding="utf-8").replace("\n  cites", "\n      cites")
    place.write_text(text, encoding="utf-8")
    limit = f"ulimit -f 0; trap '' XFSZ; exec {' '.join(RUN)} fmt {place}"
    done = subprocess.run(  # noqa: S603 - our own command
        ["/bin/bash", "-c", limit], capture_output=True, check=False, timeout=60
    )
    assert is_clean(done.stderr), done.stderr.decode()
    assert b"error[unwritable-file]" in done.stderr
    assert done.returncode == 2
    assert [one.name for one in tmp_path.iterdir()] == ["heron.haggis"]
    assert place.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("after", [0, 1, 3])
def test_a_match_that_is_interrupted_goes_on_from_its_record(after: int, tmp_path: Path) -> None:
    place = tmp_path / "my.jsonl"
    with begun("--record", str(place)) as match:
        for _ in range(after):
            type_in(match, b"1\n")
        type_in(match, b"")
        match.send_signal(signal.SIGINT)
        said, told = match.communicate(timeout=60)
    assert (match.returncode, told) == (130, b"")
    assert f"--resume {place}".encode() in said
    lines = place.read_bytes().splitlines()
    again = run(f"play HERON --resume {place}", tmp_path)
    assert (again.returncode, again.stderr) == (0, b"")
    assert place.read_bytes().splitlines()[: len(lines)] == lines
    assert len(lines) > 2 * after


def test_whoever_stops_looking_at_a_match_loses_none_of_its_record(tmp_path: Path) -> None:
    place = tmp_path / "my.jsonl"
    with begun("--record", str(place)) as match:
        type_in(match, b"1\n")
        type_in(match, b"1\n" * 20)
        assert match.stdin is not None
        assert match.stdout is not None
        assert match.stderr is not None
        match.stdout.close()
        match.stdin.close()
        told = match.stderr.read()
    assert (match.returncode, told) == (0, b"")
    assert run(f"replay {place} --under HERON", tmp_path).returncode == 0


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
def test_a_disk_that_fills_up_during_a_match_is_named_and_the_record_goes_on(
    tmp_path: Path,
) -> None:
    place = tmp_path / "my.jsonl"
    limit = f"ulimit -f 1; trap '' XFSZ; exec {' '.join(RUN)} play {HERON} --record {place}"
    done = subprocess.run(  # noqa: S603 - our own command
        ["/bin/bash", "-c", f"{limit} --seed 3"],
        input=b"1\n" * 200,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert is_clean(done.stderr), done.stderr.decode()
    assert b"error[unwritable-file]" in done.stderr
    assert b"file too large" in done.stderr
    assert done.returncode == 2
    lines = place.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    again = run(f"play HERON --resume {place}", tmp_path)
    assert again.returncode == 0
    assert place.read_bytes().splitlines(keepends=True)[: len(whole)] == whole
    assert len(whole) > 5


@pytest.mark.parametrize("shut", ["<&-", "0>/dev/null", "<&- >&-", "<&- >&- 2>&-", "2>&-"])
def test_a_match_at_which_nobody_can_type_ends_with_a_word(shut: str) -> None:
    call = f"exec {' '.join(RUN)} play {HERON} --seed 3 {shut}"
    done = subprocess.run(  # noqa: S603 - our own command
        ["/bin/bash", "-c", call], input=b"", capture_output=True, check=False, timeout=60
    )
    assert is_clean(done.stderr), done.stderr.decode()
    unreadable = shut.startswith("0>")
    assert done.returncode == (2 if unreadable else 0)
    named = b"error[system]: standard input cannot be used: bad file descriptor\n"
    assert done.stderr == (named if unreadable else b"")


def test_what_is_typed_may_be_no_text_at_all(tmp_path: Path) -> None:
    plain = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    call = [*RUN, "play", str(HERON), "--seed", "3"]
    done = subprocess.run(  # noqa: S603 - our own command
        call,
        input=b"\xff\xfe\n\x00\n\x1b[31m\nwhy \xc3\nplays \xe2\x80\xae\n"
        + b"9" * 9000
        + b"\nquit\n",
        env=plain,
        cwd=tmp_path,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"Good-bye" in done.stdout
    done.stdout.decode("ascii")


@pytest.mark.skipif(not FULL.exists(), reason="there is no such device here")
def test_a_match_for_programs_ends_when_its_talk_finds_no_room(tmp_path: Path) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(  # noqa: S603 - our own command
            [*RUN, "play", str(HERON), "--format", "json"],
            input=b"1\nquit\n",
            stdout=subprocess.PIPE,
            stderr=full,
            cwd=tmp_path,
            check=False,
            timeout=60,
        )
    assert (done.returncode, done.stdout) == (2, b"")
