"""The command, to be called by tests."""

from pathlib import Path

import pytest

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
