"""What several tests of the typed form begin with."""

from pathlib import Path

import pytest

from tests.keeping import keep_games


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let games be kept, in a folder of the test's own."""
    keep_games(tmp_path / "kept", monkeypatch)
    return tmp_path / "kept"
