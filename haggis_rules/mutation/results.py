"""What came of mutants, kept in a file line by line, so that nothing is lost when work is cut off.

The first line says of which text they are; a file of another text is not gone on with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.mutation.judge import KilledBy, MutantResult
from haggis_rules.storage.whole_file import write_whole

FORM = 1  # the version of the form of these files


class OtherResultsError(ValueError):
    """A file that is none of results, or one of another text or another way to judge."""


@dataclass(frozen=True, slots=True)
class MutationRun:
    """What is judged and how: the texts of a line of variants, at which tables, by what.

    ``players`` is None for every table.
    """

    texts: tuple[SourceFile, ...]
    players: int | None = None
    promises: bool = True

    @property
    def head(self) -> dict[str, object]:
        """Return the first line of a file."""
        texts = "\n".join(text.text for text in self.texts)
        return {
            "mutants": FORM,
            "text": sha256(texts.encode()).hexdigest(),
            "players": self.players,
            "promises": self.promises,
        }


def known_results(path: Path, asked: MutationRun) -> dict[str, MutantResult]:
    """Return what a file has, by the names of mutants; nothing when there is none yet.

    A last line that was cut off is taken away. Where promises were not asked and are now, what
    nothing noticed is taken away as well. Raises ``OSError`` and ``OtherResultsError``.
    """
    data = path.read_bytes() if path.exists() else b""
    # A line without its end was being written when work was cut off; its mutant is judged again.
    whole = data[: data.rfind(b"\n") + 1]
    if not whole:
        return {}
    try:
        head, *rows = [json.loads(row) for row in whole.splitlines()]
        found = {row["mutant"]: MutantResult(KilledBy(row["by"]), row["what"]) for row in rows}
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise OtherResultsError("it does not hold results of mutants") from fault
    if asked.promises and head == replace(asked, promises=False).head:
        found = {name: one for name, one in found.items() if one.by is not KilledBy.NOTHING}
        _write(path, asked, found)
    elif head != asked.head:
        raise OtherResultsError(f"its results are of another {_differs(head, asked.head)}")
    elif whole != data:
        path.write_bytes(whole)
    return found


def result_writer(
    path: Path | None, asked: MutationRun, done: Iterable[str]
) -> Callable[[str, MutantResult], None]:
    """Return what writes one result at the end of a file, which is begun if nothing is done yet.

    Raises ``OSError``, as what it gives does.
    """
    if path is None:
        return lambda _name, _judged: None
    if not any(True for _ in done):
        _write(path, asked, {})

    def keep(name: str, judged: MutantResult) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(_row(name, judged))

    return keep


def _write(path: Path, asked: MutationRun, found: Mapping[str, MutantResult]) -> None:
    """Begin a file with what is known, in one go."""
    rows = [json.dumps(asked.head) + "\n", *(_row(name, one) for name, one in found.items())]
    write_whole(path, "".join(rows))


def _row(name: str, judged: MutantResult) -> str:
    row = {"mutant": name, "by": judged.by.value, "what": judged.what}
    return json.dumps(row, ensure_ascii=False) + "\n"


def _differs(head: Any, wanted: Mapping[str, object]) -> str:
    """Say in what two first lines differ."""
    labels = {"text": "text", "players": "number of players", "promises": "choice of promises"}
    if isinstance(head, dict):
        for key, words in labels.items():
            if key not in head or head[key] != wanted[key]:
                return words
    return "form"
