"""The drawings of cards as files, put where the pages look for them."""

from pathlib import Path

from haggis_rules.rendering.sprite import ASSETS, SPRITE
from haggis_rules.site.drawing.cards import STYLE
from haggis_rules.storage import package_data

PAGES = "pages.css"  # how pages look that compare
MARK = "haggis_rules"  # stands near the beginning of each of these files
_FILES = (SPRITE, STYLE, PAGES)
_HEAD = 400  # characters among which the mark stands


def site_of(folder: Path) -> Path:
    """Say where the drawings for the pages in a folder belong.

    That is the folder itself, or the one above it when the pages are a part of a site there,
    which begins with an ``index.md``.
    """
    return folder.parent if (folder.parent / "index.md").is_file() else folder


def refuse_others(site: Path) -> None:
    """Raise ``FileExistsError`` where a file that is not one of these is in the way."""
    for name in _FILES:
        path = site / ASSETS / name
        if path.exists() and MARK not in _text(path)[:_HEAD]:
            message = f"{path} was not written by this program, and is left alone"
            raise FileExistsError(message)


def put_assets(site: Path) -> None:
    """Write the drawings and how they lie on a page, where they are not there already."""
    refuse_others(site)
    for name in _FILES:
        path, text = site / ASSETS / name, package_data.read(ASSETS, name)
        if not path.is_file() or _text(path) != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
