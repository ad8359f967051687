"""The texts beside the rules that break a promise: found in folders, for the pages of promises."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from haggis_rules.ir.load import ENDING
from haggis_rules.site.content.broken_texts import SideNote, SideNotes
from haggis_rules.site.markdown import file_name_of
from haggis_rules.site.pages.finding import broken_in, file_title
from haggis_rules.storage import package_data
from haggis_rules.syntax import ast
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show_clause, show_items

FINDINGS = "findings"  # the folder of findings, beside that of the rules


def gather_side_notes(pages: Path, mutants: Path | None) -> SideNotes:
    """Gather the findings that have a page beside a folder of pages, and the mutants of a folder.

    A mutant is named for the promise that it breaks. Raises ``OSError`` and a ``RuleError`` when
    a text cannot be read.
    """
    return SideNotes(
        findings=_by_promise(_findings(pages.parent / FINDINGS)),
        mutants={} if mutants is None else _by_promise(_mutants(mutants)),
    )


def texts_in(folder: Path) -> list[Path]:
    """Return the findings in a folder, by name; those of the package where the folder has none."""
    found = sorted(folder.glob(f"*{ENDING}"))
    return found or sorted(Path(str(package_data.data(FINDINGS))).glob(f"*{ENDING}"))


def _findings(folder: Path) -> Iterator[tuple[str, SideNote]]:
    for path in texts_in(folder):
        file = parse(read_source(str(path)))
        name = file_name_of(file.variant.name.text)
        if not (folder / f"{name}.md").is_file():
            continue
        found = SideNote(
            title=file_title(file),
            words=file.variant.words.text,
            page=f"../{FINDINGS}/{name}.md",
        )
        for promise in broken_in(file):
            yield promise, found


def _mutants(folder: Path) -> Iterator[tuple[str, SideNote]]:
    for path in sorted(folder.rglob(f"*{ENDING}")):
        file = parse(read_source(str(path)))
        parent = file.variant.parent
        if parent is not None:
            title = f"{parent.text}: {_changed(file)}"
            yield (
                path.stem,
                SideNote(title=title, words=file.variant.words.text, formal=_formal(file)),
            )


def _changed(file: ast.File) -> str:
    """Name the clauses that a text changes."""
    return ", ".join(name.text for one in file.entries for name in ast.clauses_in(one))


def _formal(file: ast.File) -> str:
    """Return what a text says otherwise; nothing when it only takes clauses out."""
    return "\n".join(filter(None, (_says(entry).rstrip() for entry in file.entries)))


def _says(entry: ast.Entry) -> str:
    if isinstance(entry, ast.Change | ast.Taking):
        return show_clause(entry)
    return show_items(ast.items_in(entry))


def _by_promise(found: Iterator[tuple[str, SideNote]]) -> dict[str, Sequence[SideNote]]:
    grouped: dict[str, list[SideNote]] = {}
    for promise, one in found:
        grouped.setdefault(promise, []).append(one)
    return dict(grouped)
