"""The command, for tests that build modules with it."""

import pytest

from tests.cli.calling import Caller


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)
