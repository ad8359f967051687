"""Every page of a variant, and how pages get onto the disk."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from tempfile import NamedTemporaryFile

from haggis_rules.ir.game import Game
from haggis_rules.render.book import COMBINATIONS, INDEX, VIEWS, WORDS, Book, Result
from haggis_rules.render.chapter import chapter_page
from haggis_rules.render.markdown import MARK, link, page, plain, table
from haggis_rules.render.overview import combinations_page, index_page, views_page, words_page

HEAD = f"---\n{MARK}\n"


def pages(game: Game, *, results: Iterable[Result] | None = None) -> dict[str, str]:
    """Give every page of a variant: Markdown by its path, with ``/`` between folder and file."""
    book = Book.of(game, results)
    written = {
        INDEX: index_page(book),
        VIEWS: views_page(book),
        COMBINATIONS: combinations_page(book),
        WORDS: words_page(book),
    }
    written |= {file: chapter_page(book, chapter) for chapter, file in book.files.items()}
    return {f"{game.name}/{name}.md": text for name, text in written.items()}


def front_page(games: Iterable[Game]) -> str:
    """Write the page that lists the variants."""
    rows = [[link(plain(g.name), f"{g.name}/index.md"), plain(g.words)] for g in games]
    what = "Each page is written from the rules. Nothing on it is typed in by hand."
    return page("The rules", what, table(["Variant", "What it is"], rows))


def write_pages(
    games: Iterable[Game],
    folder: Path,
    *,
    results: Mapping[str, Iterable[Result]] | None = None,
) -> tuple[Path, ...]:
    """Write the pages of variants into a folder, and give the paths of all.

    ``results`` has what came of the promises of a variant, by its name. A file is written whole
    or not at all, and not when it would stay as it is. Pages from before that are not wanted any
    more are removed. Raises ``FileExistsError``, before anything is written, where somebody else's
    file is in the way, and ``ValueError`` when two variants have one name.
    """
    texts = _texts(list(games), results or {})
    folder.mkdir(parents=True, exist_ok=True)
    for name in texts:
        _refuse_others(folder / name)
    for name, text in texts.items():
        _write(folder / name, text)
    for old in sorted(folder.rglob("*.md")):
        if old.relative_to(folder).as_posix() not in texts and is_ours(old):
            old.unlink()
            _remove_empty(old.parent, folder)
    return tuple(folder / name for name in texts)


def is_ours(path: Path) -> bool:
    """Whether a file is a page that was written here."""
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(HEAD.encode())) == HEAD.encode()


def _texts(games: list[Game], results: Mapping[str, Iterable[Result]]) -> dict[str, str]:
    texts = {"index.md": front_page(games)}
    for game in games:
        for name, text in pages(game, results=results.get(game.name)).items():
            if name.lower() in map(str.lower, texts):
                message = f"two variants would both be written to {name}"
                raise ValueError(message)
            texts[name] = text
    return texts


def _refuse_others(path: Path) -> None:
    if os.path.lexists(path) and not is_ours(path):
        message = f"{path} was not written by this program, and is left alone"
        raise FileExistsError(message)


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(
        "w", encoding="utf-8", newline="\n", dir=path.parent, suffix=".part", delete=False
    ) as file:
        part = Path(file.name)
        file.write(text)
    try:
        part.chmod(0o644)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _remove_empty(folder: Path, root: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
