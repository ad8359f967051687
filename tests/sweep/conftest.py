"""The command, to be called by tests."""

import pytest

from tests.cli.calling import Caller


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)
