"""The policy of a page names what the theme wrote into it; the build stops at anything else."""

import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "policy.py"
THEMES = 'var target=document.getElementById(location.hash.slice(1));target&&target.name&&(target.checked=target.name.startsWith("__tabbed_"))'  # noqa: E501
PAGE = """<!doctype html>
<html><head>
<meta charset="utf-8">
<title>x</title></head>
<body>{}<script src="a.js"></script><script type="application/json">{{}}</script></body></html>
"""

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="only the package is installed here")


def _run(site: Path, page: str) -> subprocess.CompletedProcess[str]:
    (site / "index.html").write_text(page, encoding="utf-8")
    command = [sys.executable, str(TOOL), str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def _policy(site: Path) -> dict[str, list[str]]:
    page = (site / "index.html").read_text(encoding="utf-8")
    (found,) = re.findall(
        r'<meta charset="utf-8">\n<meta http-equiv="Content-Sec.*content="(.*)">', page
    )
    parts = (part.split() for part in found.split("; "))
    return {name: values for name, *values in parts}


def test_a_page_may_run_files_of_the_site_and_nothing_else(tmp_path: Path) -> None:
    assert _run(tmp_path, PAGE.format("")).returncode == 0
    said = _policy(tmp_path)
    assert said["default-src"] == ["'none'"]
    assert said["script-src"] == said["style-src"] == ["'self'"]


@pytest.mark.parametrize("place", ["data-ask", "data-ask-cards"])
def test_pages_that_answer_about_cards_alone_may_start_modules(tmp_path: Path, place: str) -> None:
    assert _run(tmp_path, PAGE.format(f"<div class='ask' {place}></div>")).returncode == 0
    assert _policy(tmp_path)["script-src"] == ["'self'", "'wasm-unsafe-eval'"]


def test_what_the_theme_writes_is_named_by_its_hash(tmp_path: Path) -> None:
    page = PAGE.format(f"<script>{THEMES}</script>")
    assert _run(tmp_path, page).returncode == 0
    wanted = b64encode(sha256(THEMES.encode()).digest()).decode()
    assert _policy(tmp_path)["script-src"] == ["'self'", f"'sha256-{wanted}'"]
    before = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert _run(tmp_path, before).returncode == 0
    assert (tmp_path / "index.html").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "stranger",
    [
        "<script>alert(1)</script>",
        f"<script>{THEMES};alert(1)</script>",
        "<script>a<b</script>",
        "<svg><script>alert(1)</script></svg>",
        "<style>p { color: red }</style>",
        "<p style='color: red'>",
        "<img src=x onerror=alert(1)>",
        "<IMG SRC=x OnError=alert(1)>",
        "<a href='java&#10;script:alert(1)'>x</a>",
        "<iframe srcdoc='x'></iframe>",
    ],
)
def test_what_the_theme_did_not_write_stops_the_build(stranger: str, tmp_path: Path) -> None:
    said = _run(tmp_path, PAGE.format(stranger))
    assert said.returncode == 1
    assert "runs what the theme did not write" in said.stderr
    assert "Content-Security-Policy" not in (tmp_path / "index.html").read_text(encoding="utf-8")


def test_a_page_without_a_place_for_it_stops_the_build(tmp_path: Path) -> None:
    assert _run(tmp_path, "<p>x").returncode == 1


def test_a_folder_without_pages_is_told_with_the_way_out(tmp_path: Path) -> None:
    command = [sys.executable, str(TOOL), str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert said.returncode == 2
    assert "make site" in said.stderr
