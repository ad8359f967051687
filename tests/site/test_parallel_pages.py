"""Pages rendered side by side are those that MkDocs renders, and warn of the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

HOOK = Path(__file__).parents[2] / "tools" / "parallel_pages.py"
SETTINGS = f"""\
site_name: Rules
theme: {{name: material, font: false}}
hooks: [{HOOK}]
nav: [Home: index.md, more/said.md]
markdown_extensions: [abbr, attr_list, toc: {{permalink: true}}]
validation: {{links: {{anchors: warn, not_found: warn}}, omitted_files: ignore}}
"""
PAGES = {
    "index.md": "# Home\n\n[Said](more/said.md#said) and [whole](more/untold.md).\n",
    "more/said.md": "# It is said\n\n## Said\n\nABC[^1]\n\n*[ABC]: letters\n",
    "more/untold.md": "---\ntitle: Named\n---\n\n# Not in the list\n\n[Home](../index.md)\n",
    "plain.md": "No heading, and [home](index.md).\n",
}
BROKEN = PAGES | {
    "plain.md": "[Nothing](nothing.md), [nowhere](more/said.md#nowhere), [self](#self).\n"
}


def built(folder: Path, pages: dict[str, str], jobs: int) -> tuple[int, set[str], dict[str, bytes]]:
    """Build a site: how it ended, what it said, and the pages that it has."""
    for name, text in pages.items():
        path = folder / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "mkdocs.yml").write_text(SETTINGS, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SITE_JOBS": str(jobs), "NO_MKDOCS_2_WARNING": "1"},
    )
    assert ("rendered by 2 processes" in done.stderr) is (jobs == 2)
    said = {line for line in done.stderr.splitlines() if line.startswith(("WARN", "ERROR"))}
    whole = (folder / "site").rglob("*.html")
    return done.returncode, said, {str(one.relative_to(folder)): one.read_bytes() for one in whole}


@pytest.mark.slow
@pytest.mark.parametrize("pages", [PAGES, BROKEN], ids=["whole", "broken"])
def test_pages_side_by_side_are_those_of_one_process(pages: dict[str, str], tmp_path: Path) -> None:
    one, two = (built(tmp_path / str(jobs), pages, jobs) for jobs in (1, 2))
    assert one == two
    code, said, found = two
    assert (code, len(said)) == ((1, 3) if pages is BROKEN else (0, 0))
    assert len(found) == len(PAGES) + 1  # and that for what is not there
