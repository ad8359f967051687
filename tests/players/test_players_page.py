"""What the page of the players shows runs as it says."""

import pytest

from haggis_rules.players.named import PLAYERS
from tests.guides import ROOT, Guide

PAGE = ROOT / "docs" / "players.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")


@pytest.mark.slow
def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for body in (body for name, body in Guide.read(PAGE).blocks if name == "python"):
        exec(compile(body, str(PAGE), "exec"), names)  # noqa: S102 - of our own page
    scores, advice = capsys.readouterr().out.splitlines()
    assert max(eval(scores)) > 0  # noqa: S307 - of our own page
    assert advice.startswith("it gets rid of")


def test_the_page_lists_every_player() -> None:
    text = PAGE.read_text("utf-8")
    rows = [line.split("`")[1] for line in text.splitlines() if line.startswith("| `")]
    assert rows == [*PLAYERS]
