"""What the page of environments shows runs as it says, and its figures are those of the rules."""

import re

import pytest

pytest.importorskip("pettingzoo")

from haggis_rules.hosts.action_encodings import MOST_LEGAL
from haggis_rules.hosts.action_numbers import WAYS, numbers_of
from tests.guides import ROOT, Guide
from tests.hosts.hosted import TWELVE, hosted

PAGE = ROOT / "docs" / "environments.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")
ROW = re.compile(r"\| ([a-z, ]+) \| (\d) \| ([\d,]+)(?: to ([\d,]+))? \| [\d to]+ % \|")


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for body in (body for name, body in Guide.read(PAGE).blocks if name == "python"):
        exec(compile(body, str(PAGE), "exec"), names)  # noqa: S102 - of our own page
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "classic for 2 players"
    assert printed[-3:] == ["[True, True, True, True]", "[17  3]", "(64, 2)"]


def figures() -> dict[str, tuple[int, int]]:
    """Return the least and the most numbers that the page says of each seating."""
    found: dict[str, tuple[int, int]] = {}
    for names, players, least, most in ROW.findall(PAGE.read_text("utf-8")):
        sizes = int(least.replace(",", "")), int((most or least).replace(",", ""))
        found |= {f"{name} for {players}": sizes for name in names.split(", ")}
    return found


@pytest.mark.parametrize("name", ["classic for 2", "rogers for 3"])
def test_the_page_says_how_many_numbers_there_are(name: str) -> None:
    least, most = figures()[name]
    assert least <= numbers_of(hosted(name)).size <= most


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", TWELVE)
def test_the_page_says_how_many_numbers_each_seating_has(name: str) -> None:
    least, most = figures()[name]
    assert least <= numbers_of(hosted(name)).size <= most


def test_the_page_lists_every_seating_and_says_what_is_usual() -> None:
    assert {*figures()} == {*TWELVE}
    text = " ".join(PAGE.read_text("utf-8").split())
    assert f"up to {WAYS} in the whole deck" in text
    assert f"({MOST_LEGAL:,} unless" in text
