"""White space that nobody sees goes out of the built pages, and all that is seen stays."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "lean.py"

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="only the package is installed here")


def _run(site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def _leaned(folder: Path, page: str) -> str:
    path = folder / "rules" / "index.html"
    path.parent.mkdir(parents=True)
    path.write_text(page, encoding="utf-8")
    assert _run(folder).returncode == 0
    return path.read_text(encoding="utf-8")


def test_lines_without_a_word_go_and_words_stay_apart(tmp_path: Path) -> None:
    page = "<p>\n\n    A trick\n      is  won.  </p>   \n   <ul>\n\t<li>b</li></ul>\n"
    assert _leaned(tmp_path, page) == "<p>\nA trick\nis  won.  </p>\n<ul>\n<li>b</li></ul>\n"


@pytest.mark.parametrize("tag", ["pre", "textarea", "script", "style"])
def test_what_is_shown_or_run_as_it_is_written_stays(tmp_path: Path, tag: str) -> None:
    inside = f"<{tag} class='a'>\n  one\n\n    two\n</{tag}>"
    page = f"<div>\n   {inside}\n\n   {inside}\n  </div>"
    assert _leaned(tmp_path, page) == f"<div>\n{inside}\n{inside}\n</div>"


def test_comments_of_our_scripts_go_and_code_stays(tmp_path: Path) -> None:
    script = (
        "// About.\n\n/** Add one.\n  * Twice. */\nconst one = 1; // kept\n  // two\n  two();\n"
    )
    (tmp_path / "assets" / "javascripts").mkdir(parents=True)
    ours, theirs = tmp_path / "assets" / "home.js", tmp_path / "assets" / "javascripts" / "a.js"
    ours.write_text(script, encoding="utf-8")
    theirs.write_text(script, encoding="utf-8")
    _leaned(tmp_path, "<p>A page.</p>")
    assert ours.read_text(encoding="utf-8") == "\nconst one = 1; // kept\n  two();\n"
    assert theirs.read_text(encoding="utf-8") == script


def test_a_folder_without_pages_is_told_with_the_way_out(tmp_path: Path) -> None:
    said = _run(tmp_path)
    assert said.returncode == 2
    assert "make site" in said.stderr


def test_a_name_in_code_has_no_mark_and_the_rest_keeps_its_colour(tmp_path: Path) -> None:
    page = '<pre><code><span class="n">rules</span> <span class="o">=</span></code></pre>'
    assert _leaned(tmp_path, page) == '<pre><code>rules <span class="o">=</span></code></pre>'


def test_a_word_is_explained_a_dozen_times(tmp_path: Path) -> None:
    word, other = '<abbr title="Six plays.">bomb</abbr>', '<abbr title="A suit.">red</abbr>'
    assert _leaned(tmp_path, word * 14 + other) == word * 12 + "bomb" * 2 + other
