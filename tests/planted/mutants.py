"""Mutants written out as rules files, for commands that take files.

``python -m tests.planted FOLDER`` writes all of them.
"""

from __future__ import annotations

from pathlib import Path

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show
from tests.games import PLACES
from tests.planted.fault import Edited, PlantedFault, Promise
from tests.planted.reading import faults

HEADER = """\
language 2
variant broken-{name} extends {text}
  "A mutant: {words}. It must break `{promise}`."

source mutant
  "Made wrong on purpose"

"""


def write_mutants(folder: Path, *names: str) -> list[Path]:
    """Write mutants into a folder, all or those that are named, and return their paths.

    A text that is not shipped is written beside its mutants. Raises ``KeyError`` for a name that
    no mutant has.
    """
    known = {fault.file: fault for fault in faults() if fault.file}
    paths: list[Path] = []
    for fault in (known[name] for name in names or known):
        path = folder / f"{fault.file}.haggis"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(mutant_text(fault), "utf-8")
        if fault.text in PLACES:
            place = PLACES[fault.text]
            path.with_name(place.name).write_text(place.read_text("utf-8"), "utf-8")
        paths.append(path)
    return paths


def mutant_text(fault: PlantedFault) -> str:
    """Return the text of a mutant in the canonical form."""
    assert isinstance(fault.change, Edited)
    assert isinstance(fault.witness, Promise)
    name = Path(fault.file).name
    header = HEADER.format(
        name=name.removeprefix("breaks.").replace(".", "-"),
        text=fault.text,
        words=fault.name,
        promise=fault.witness.name,
    )
    return show(parse(SourceFile(f"{name}.haggis", f"{header}{fault.change.clauses}")))
