"""Wren, a text for these tests, laid out once; and a folder in which it can be called."""

from functools import cache
from pathlib import Path

from haggis_rules.ir.load import lineage, source_of
from haggis_rules.mutation import Mutant, OriginalRules, mutants

WREN = Path(__file__).with_name("wren.haggis")


@cache
def wren() -> OriginalRules:
    """Return the text as it is."""
    return OriginalRules.of(lineage(source_of(WREN)))


@cache
def changed() -> dict[str, Mutant]:
    """Return its mutants by their names."""
    return {one.name: one for one in mutants(wren().line, wren().games)}


def copied(folder: Path, same: str | None = None) -> Path:
    """Put the text into a folder, with the arguments for what means the same beside it."""
    path = folder / "wren.haggis"
    path.write_text(WREN.read_text("utf-8"), encoding="utf-8")
    if same is not None:
        (folder / "same.toml").write_text(same, encoding="utf-8")
    return path
