"""Pages on the disk: written whole, left alone when unchanged, and cleared away when stale."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from haggis_rules.rendering.sprite import ASSETS
from haggis_rules.site.writer import is_ours, write_pages
from tests.site.games import TEXTS, game, pages_game

NEEPS, HERON = "neeps-core-6", "heron/heron.haggis"


def _all(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.parent.name != ASSETS
    }


def test_every_page_is_written_and_nothing_else(tmp_path: Path) -> None:
    written = write_pages([game("neeps-core"), game(HERON)], tmp_path / "rules")
    assert sorted(written) == sorted(tmp_path / "rules" / name for name in _all(tmp_path / "rules"))
    assert all(map(is_ours, written))
    assert (tmp_path / "rules" / "index.md") in written


def test_pages_that_stay_as_they_are_are_not_written_again(tmp_path: Path) -> None:
    write_pages([game(HERON)], tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")}
    write_pages([game(HERON)], tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.md")} == before


def test_pages_that_are_not_wanted_any_more_go_and_others_stay(tmp_path: Path) -> None:
    write_pages([game("neeps-core"), game(HERON)], tmp_path)
    (tmp_path / "heron-3" / "notes.md").write_text("# Mine\n", encoding="utf-8")
    (tmp_path / NEEPS / "data.txt").write_text("mine", encoding="utf-8")
    write_pages([], tmp_path)
    assert sorted(_all(tmp_path)) == ["heron-3/notes.md", "index.md", f"{NEEPS}/data.txt"]


def test_an_empty_folder_goes_with_its_last_page(tmp_path: Path) -> None:
    write_pages([game(HERON)], tmp_path)
    write_pages([], tmp_path)
    assert not (tmp_path / "heron-3").exists()


def test_somebody_elses_file_is_never_written_over(tmp_path: Path) -> None:
    mine = tmp_path / "heron-3" / "03-play.md"
    mine.parent.mkdir()
    mine.write_text("# Mine\n", encoding="utf-8")
    with pytest.raises(FileExistsError, match="left alone"):
        write_pages([game(HERON)], tmp_path)
    assert _all(tmp_path) == {"heron-3/03-play.md": "# Mine\n"}


def test_a_link_is_never_written_through(tmp_path: Path) -> None:
    write_pages([game(HERON)], tmp_path / "other")
    target = tmp_path / "other" / "heron-3" / "03-play.md"
    before = target.read_text(encoding="utf-8")
    (tmp_path / "rules" / "heron-3").mkdir(parents=True)
    (tmp_path / "rules" / "heron-3" / "03-play.md").symlink_to(target)
    with pytest.raises(FileExistsError):
        write_pages([game(HERON)], tmp_path / "rules")
    assert target.read_text(encoding="utf-8") == before


def test_a_page_that_cannot_be_put_in_place_leaves_the_old_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_pages([game(HERON)], tmp_path)
    before = _all(tmp_path)

    def fail(*_: object) -> None:
        message = "the disk is full"
        raise OSError(message)

    monkeypatch.setattr(Path, "replace", fail)
    changed = replace(game(HERON), words="Another text.")
    with pytest.raises(OSError, match="disk is full"):
        write_pages([changed], tmp_path)
    assert _all(tmp_path) == before


def test_two_variants_of_one_name_are_refused(tmp_path: Path) -> None:
    twin = replace(game(HERON), words="Another of the same name.")
    with pytest.raises(ValueError, match="two variants"):
        write_pages([game(HERON), twin], tmp_path)
    assert _all(tmp_path) == {}


@pytest.mark.slow
@pytest.mark.rotates  # each merge builds the whole site as strictly; this tests that check
def test_the_site_builds_and_a_broken_link_would_stop_it(tmp_path: Path) -> None:
    rules = tmp_path / "docs" / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "docs" / "index.md").write_text(
        "# Home\n\n[Rules](rules/index.md)\n", encoding="utf-8"
    )
    write_pages([*(game(text) for text in TEXTS), pages_game(2), pages_game(3)], rules)
    (tmp_path / "mkdocs.yml").write_text(_SETTINGS, encoding="utf-8")
    assert _build(tmp_path) == 0
    assert "Pages, 2 players" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    page = rules / NEEPS / "index.md"
    whole = page.read_text(encoding="utf-8")
    page.write_text(whole.replace("#lead.gift)", "#lead.gone)", 1), encoding="utf-8")
    assert _build(tmp_path) != 0


def _build(folder: Path) -> int:
    # --quiet would hide the warnings from --strict as well.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True)  # noqa: S603 (our own)
    return done.returncode


_SETTINGS = """\
INHERIT: docs/rules/nav.yml
exclude_docs: rules/nav.yml
site_name: Rules
theme: {name: material, font: false}
strict: true
plugins: [search]
markdown_extensions:
  - admonition
  - attr_list
  - md_in_html
  - pymdownx.details
  - pymdownx.superfences
  - toc: {permalink: true}
validation:
  links: {absolute_links: warn, anchors: warn, not_found: warn, unrecognized_links: warn}
"""
