"""The command, to be called by tests."""

import io
import shlex
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from haggis_rules.cli import main
from tests.cli.calling import Caller


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)


@pytest.fixture(autouse=True)
def answers(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder where answers of solvers are kept: none but those of the test."""
    folder = tmp_path_factory.mktemp("user-cache")
    monkeypatch.setattr("haggis_verify.solvers.answer_store.folder", lambda: folder)
    return folder


@pytest.fixture(scope="session")
def left_record(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Return what gives the record of a match that somebody leaves at once; each is played once."""

    @cache
    def recorded(call: str) -> str:
        path = tmp_path_factory.mktemp("left") / "my.jsonl"
        with patch("sys.stdin", io.StringIO("quit\n")), redirect_stdout(io.StringIO()):
            assert main([*shlex.split(call), "--record", str(path)]) == 0
        return path.read_text("utf-8")

    return recorded
