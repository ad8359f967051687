"""The worker lists what a reader may need, with what is in it, and leaves out the rest."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "offline.py"

pytestmark = pytest.mark.skipif(not TOOL.is_file(), reason="only the package is installed here")


def _site(folder: Path) -> Path:
    for name in (
        "index.html", "404.html", "rules/index.html", "search/search_index.json", "sitemap.xml",
        "assets/javascripts/one.js", "assets/javascripts/one.js.map",
        "assets/javascripts/lunr/min/lunr.de.min.js",
    ):  # fmt: skip
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return folder


def _run(site: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOL), str(site)]
    return subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603


def _list(site: Path, name: str) -> dict[str, str] | list[str]:
    text = (site / "worker.js").read_text(encoding="utf-8")
    found = re.search(rf"^const {name} = (.*?);", text, re.MULTILINE)
    assert found
    listed: dict[str, str] | list[str] = json.loads(found[1])
    return listed


def test_it_lists_pages_and_what_they_load_and_no_maps_or_other_languages(tmp_path: Path) -> None:
    done = _run(_site(tmp_path))
    assert done.returncode == 0
    assert re.match(r"without a network: 5 files, [\d.]+ MB, [\d.]+ MB as sent\n", done.stdout)
    assert sorted(_list(tmp_path, "FILES")) == [
        "404.html", "assets/javascripts/one.js", "index.html", "rules/index.html",
        "search/search_index.json",
    ]  # fmt: skip
    assert "rules/index.html" not in _list(tmp_path, "FIRST")
    assert "search/search_index.json" in _list(tmp_path, "FIRST")


def test_the_hash_changes_with_what_is_in_a_file_and_only_then(tmp_path: Path) -> None:
    site = _site(tmp_path)
    _run(site)
    before = _list(site, "FILES")
    (site / "rules/index.html").write_text("new", encoding="utf-8")
    _run(site)
    after = _list(site, "FILES")
    assert isinstance(before, dict)
    assert isinstance(after, dict)
    assert {name for name in after if after[name] != before[name]} == {"rules/index.html"}


def test_a_folder_without_a_site_is_told_with_a_way_out(tmp_path: Path) -> None:
    done = _run(tmp_path)
    assert done.returncode == 2
    assert "build it with `make site`" in done.stderr
    assert not (tmp_path / "worker.js").exists()
