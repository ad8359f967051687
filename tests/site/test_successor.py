"""The tool that compares two builders of the site sees what one of them loses."""

import sys
from pathlib import Path

import pytest

from tests.games import TESTS

TOOLS = TESTS.parent / "tools"
if not (TOOLS / "successor.py").is_file():
    pytest.skip("an install has no tools", allow_module_level=True)
sys.path.insert(0, str(TOOLS))
from successor import compared  # noqa: E402 (it is no package)

PAGE = """<html><head><title>Bombs</title></head><body><nav>menu</nav>
<div class="md-content"><h1 id="bombs">Bombs<a class="headerlink" href="#bombs">P</a></h1>
<p>A bomb beats <a href="../sets/">every set</a>.</p></div></body></html>"""


def _site(folder: Path, page: str = PAGE) -> Path:
    (folder / "bombs").mkdir(parents=True)
    (folder / "bombs" / "index.html").write_text(page, "utf-8")
    return folder


def test_what_only_stands_around_the_content_is_no_difference(tmp_path: Path) -> None:
    other = PAGE.replace("menu", "another").replace(">P<", ">Q<")
    other = other.replace("../sets/", "/sets/index.html")
    assert compared(_site(tmp_path / "one"), _site(tmp_path / "other", other)) == []


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("beats <a", "loses to <a", "says"),
        ('id="bombs"', 'id="bomb"', "loses the anchors ['bombs']"),
        ("../sets/", "../set/", "loses the links ['/sets/']"),
        ("<title>Bombs", "<title>Bomb", "is called 'Bombs' and 'Bomb'"),
        ('class="md-content"', 'class="page"', "says"),
    ],
)
def test_what_a_page_loses_is_seen(tmp_path: Path, was: str, becomes: str, said: str) -> None:
    found = compared(_site(tmp_path / "one"), _site(tmp_path / "o", PAGE.replace(was, becomes)))
    assert any(said in line for line in found), found


def test_a_page_that_is_missing_is_seen(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    found = compared(_site(tmp_path / "one"), tmp_path / "none")
    assert found == ["bombs/index.html: only in the built site"]
