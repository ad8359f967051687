"""Which files of a line of variants another descends from, and which it takes clauses from.

A line is a variant after all files that it needs, each after those that it needs itself. Without
clauses of another variant it is the variant after its ancestors, the eldest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from haggis_rules.syntax import ast


def ancestry(line: Sequence[ast.File]) -> tuple[ast.File, ...]:
    """Return the last of a line after the variants that it extends, the eldest first."""
    found: list[ast.File] = []
    at: int | None = len(line) - 1 if line else None
    while at is not None:
        found.append(line[at])
        at = parent_index(line, at)
    return tuple(reversed(found))


def parent_line(line: Sequence[ast.File]) -> tuple[ast.File, ...]:
    """Return the line of what the last of a line extends; nothing when it stands alone."""
    at = parent_index(line, len(line) - 1) if line else None
    return () if at is None else tuple(line[: at + 1])


def parent_index(line: Sequence[ast.File], index: int) -> int | None:
    """Return where in a line the parent of one of its files is."""
    parent = line[index].variant.parent
    if parent is None or index == 0:
        return None
    found = index_of(line[:index], parent)
    return index - 1 if found is None else found  # the parent may be called as its file is not


def index_of(files: Sequence[ast.File], variant: ast.Name) -> int | None:
    """Return which of some files has a variant: by the name of the file, or else by its own."""
    stems = [Path(file.variant.name.span.source.path).stem for file in files]
    if variant.text in stems:
        return stems.index(variant.text)
    names = [file.variant.name.text for file in files]
    return names.index(variant.text) if variant.text in names else None


def relatives(file: ast.File) -> Iterator[ast.Name]:
    """Yield the names of the variants that a file needs, its parent last."""
    for entry in file.entries:
        if isinstance(entry, ast.Taking):
            yield entry.variant
    if file.variant.parent is not None:
        yield file.variant.parent
