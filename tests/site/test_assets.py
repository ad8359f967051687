"""The drawings as files: put beside the pages that need them, and nobody's file is lost."""

from pathlib import Path

import pytest

from haggis_rules.rendering.sprite import ASSETS, SPRITE
from haggis_rules.site.assets import put_assets, refuse_others, site_of
from haggis_rules.site.drawing.cards import STYLE
from haggis_rules.site.writer import write_pages
from haggis_rules.storage import package_data
from tests.site.games import pages_game


def test_pages_by_themselves_have_the_drawings_beside_them(tmp_path: Path) -> None:
    write_pages([pages_game(2)], tmp_path / "rules")
    for name in (SPRITE, STYLE):
        put = tmp_path / "rules" / ASSETS / name
        assert put.read_text(encoding="utf-8") == package_data.read(ASSETS, name)
    page = (tmp_path / "rules" / "pages-2" / "02-play.md").read_text(encoding="utf-8")
    assert '<use href="../../assets/cards.svg#2-red"/>' in page


def test_pages_of_a_site_have_the_drawings_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "index.md").write_text("# A site\n", encoding="utf-8")
    write_pages([pages_game(2)], tmp_path / "rules")
    assert (tmp_path / ASSETS / SPRITE).is_file()
    assert not (tmp_path / "rules" / ASSETS).exists()
    page = (tmp_path / "rules" / "pages-2" / "02-play.md").read_text(encoding="utf-8")
    assert '<use href="../../../assets/cards.svg#2-red"/>' in page
    assert site_of(tmp_path / "rules") == tmp_path


def test_drawings_that_are_there_are_not_written_again_and_old_ones_are(tmp_path: Path) -> None:
    put_assets(tmp_path)
    path = tmp_path / ASSETS / SPRITE
    before = path.stat().st_mtime_ns
    put_assets(tmp_path)
    assert path.stat().st_mtime_ns == before
    path.write_text("<svg><!-- older cards of haggis_rules --></svg>", encoding="utf-8")
    put_assets(tmp_path)
    assert path.read_text(encoding="utf-8") == package_data.read(ASSETS, SPRITE)


def test_drawings_of_somebody_else_are_left_alone_and_no_page_is_written(tmp_path: Path) -> None:
    mine = tmp_path / ASSETS / STYLE
    mine.parent.mkdir()
    mine.write_text("body { color: red }\n", encoding="utf-8")
    with pytest.raises(FileExistsError, match="left alone"):
        refuse_others(tmp_path)
    with pytest.raises(FileExistsError, match="left alone"):
        write_pages([pages_game(2)], tmp_path)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [STYLE]
    assert mine.read_text(encoding="utf-8") == "body { color: red }\n"
