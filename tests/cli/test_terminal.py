"""A match at a real terminal of its own: colours, narrow lines, Ctrl-C and Ctrl-D."""

import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from haggis_rules import load
from haggis_rules.records.reader import read
from haggis_rules.records.replay import replay

pty = pytest.importorskip("pty", reason="terminals of one's own are for Unix")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")

pytestmark = pytest.mark.slow
UNSET = {"NO_COLOR", "COLUMNS", "LINES"}  # what others may have set for terminals of their own

CALL = ("play", "classic", "--players", "2", "--opponents", "greedy", "--seed", "6")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
SECONDS = 60  # until a terminal that says nothing is given up
CTRL_C, CTRL_D = "\x03", "\x04"
# Whoever starts the tests in the background may have it ignore Ctrl-C, and that is handed on.
_HEED = "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
_RUN = f"{_HEED}from haggis_rules.cli import main; sys.exit(main())"


class Terminal:
    """A command on a terminal of so many columns."""

    def __init__(
        self, *call: str, columns: int = 80, environment: Mapping[str, str] | None = None
    ) -> None:
        kept = {name: value for name, value in os.environ.items() if name not in UNSET}
        kept |= {"TERM": "xterm-256color", **(environment or {})}
        self._pid, self._file = pty.fork()
        if not self._pid:  # this is the command now
            try:
                size = struct.pack("HHHH", 40, columns, 0, 0)
                fcntl.ioctl(0, termios.TIOCSWINSZ, size)
                os.execve(sys.executable, [sys.executable, "-c", _RUN, *call], kept)  # noqa: S606
            finally:
                os._exit(127)
        self.code: int | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _fault: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        if self.code is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        os.close(self._file)

    def said(self) -> str:
        """Return what is written until it asks for something, or until its end."""
        found, end = b"", time.monotonic() + SECONDS
        while time.monotonic() < end:
            ready, _, _ = select.select([self._file], [], [], 0.2)
            if ready:
                try:
                    more = os.read(self._file, 65536)
                except OSError:  # how Linux says that nobody writes any more
                    more = b""
                if not more:
                    self.code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
                    break
                found += more
            elif found.endswith(b"> "):
                break
        return found.decode().replace("\r\n", "\n")

    def typed(self, text: str) -> str:
        """Type a line, or a key as it is, and return what is said then."""
        os.write(self._file, text.encode() if text < " " else f"{text}\n".encode())
        return self.said()


def test_cards_have_the_colours_of_their_suits_and_fit_80_columns() -> None:
    with Terminal(*CALL) as terminal:
        out = terminal.said() + terminal.typed("1") + terminal.typed("1") + terminal.typed("plays")
        assert "\x1b[31m2r\x1b[0m" in out
        assert "\x1b[38;5;208m6o\x1b[0m" in out
        assert "\x1b[1mK\x1b[0m" in out
        assert max(len(COLOUR.sub("", line)) for line in out.split("\n")) <= 80
        assert "single@" not in "".join(COLOUR.findall(out))
        terminal.typed("quit")
        assert terminal.code == 0


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colour_there_is_no_escape(environment: dict[str, str]) -> None:
    with Terminal(*CALL, environment=environment) as terminal:
        out = terminal.said() + terminal.typed("1") + terminal.typed("look all")
        assert not COLOUR.search(out)
        words = "Your hand: red 2, green 2" if "TERM" in environment else "your hand  2r 2g"
        assert words in out


def test_lines_fit_a_narrow_terminal() -> None:
    with Terminal(*CALL, "--seat", "1", columns=40) as terminal:
        out = terminal.said()
        for line in ("1", "look", "look all", "why not 2r 3r", "1", "plays", "score"):
            out += terminal.typed(line)
        assert max(map(len, COLOUR.sub("", out).split("\n"))) <= 40


@pytest.mark.parametrize(("key", "code"), [(CTRL_D, 0), (CTRL_C, 130)])
def test_leaving_by_a_key_keeps_what_was_played(key: str, code: int, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    with Terminal(*CALL, "--record", str(kept)) as terminal:
        terminal.said()
        terminal.typed("1")
        terminal.typed("1")
        out = terminal.typed(key)
        assert terminal.code == code
        assert f"--resume {kept}" in out
        assert "Traceback" not in out
    with kept.open("rb") as file:
        match = replay(load("classic", players=2), read(file))
    shown = [match.rules.show_action(action) for action in match.position.actions_taken]
    assert shown[0] == "bet zero"
    assert "play J Q" in shown
    with Terminal("play", "classic", "--resume", str(kept), "--opponents", "greedy") as terminal:
        assert "you: play" in COLOUR.sub("", terminal.said())


def test_ctrl_c_while_a_player_thinks_is_no_traceback(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    call = (*CALL[:4], "--seed", "6", "--opponents", "search", "--seconds", "30")
    with Terminal(*call, "--record", str(kept)) as terminal:
        terminal.said()
        os.write(terminal._file, b"1\n")  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        time.sleep(1)
        out = terminal.typed(CTRL_C)
        assert terminal.code == 130, out
        assert "Traceback" not in out
        assert f"--resume {kept}" in out
