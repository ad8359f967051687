"""What the page on OpenSpiel shows runs as it says, and its figures are those of the rules."""

import re

import pytest

from haggis_rules.hosts.sequential_game import sequential_game
from tests.guides import ROOT, Guide
from tests.hosts.hosted import TWELVE, hosted

PAGE = ROOT / "docs" / "openspiel.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")
ROW = re.compile(r"\| ([a-z, ]+) \| (\d) \| ([\d,]+) \|")


@pytest.mark.slow
def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for body in (body for kind, body in Guide.read(PAGE).blocks if kind == "python"):
        exec(compile(body, str(PAGE), "exec"), names)  # noqa: S102 - of our own page
    offered, chosen = capsys.readouterr().out.splitlines()
    assert offered in {"['wait', 'bet']", "['bet', 'play']"}
    assert f"'{chosen}'" in offered


@pytest.mark.slow
def test_the_page_says_how_many_numbers_each_seating_has() -> None:
    found: dict[str, int] = {}
    for names, players, count in ROW.findall(PAGE.read_text("utf-8")):
        found |= {
            f"{name} for {players}": int(count.replace(",", "")) for name in names.split(", ")
        }
    assert found == {name: sequential_game(hosted(name)).numbers.count for name in TWELVE}
