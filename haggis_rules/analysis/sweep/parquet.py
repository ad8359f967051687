"""The rows of a sweep as a Parquet file. The only module that imports pyarrow: an extra.

Parquet cannot be added to line by line, so rows are kept as CSV while they come, and the file is
written whole from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

from haggis_rules.analysis.sweep.results import SweepColumns, SweepRow, SweepValue

SUFFIX = ".parquet"


def need_pyarrow() -> None:
    """See that pyarrow is there. Raises ``ModuleNotFoundError``, which names its extra."""
    try:
        import_module("pyarrow.parquet")
    except ModuleNotFoundError as lacking:
        message = "Parquet is written by pyarrow: pip install haggis-rules[parquet]"
        raise ModuleNotFoundError(message, name="pyarrow") from lacking


def write_parquet(path: Path, columns: SweepColumns, matches: Iterable[Sequence[SweepRow]]) -> None:
    """Write all rows, with the columns of the CSV file; what was there stays until it is done.

    Numbers are numbers, ``last`` and ``leads`` are true or false, and what a table has no entry or
    option for is null. Raises ``OSError``.
    """
    pyarrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    rows = [columns.values(row) for row in chain.from_iterable(matches)]
    arrays = {
        name: _array(pyarrow, _type_of(pyarrow, columns, name), [row[place] for row in rows])
        for place, name in enumerate(columns.head)
    }
    begun = path.with_name(f".{path.name}.part")
    try:
        parquet.write_table(pyarrow.table(arrays), begun)
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def _type_of(pyarrow: Any, columns: SweepColumns, name: str) -> Any:
    """Return the type of a column: what decides it is the tables, not the rows that are there."""
    match name.partition(" "):
        case ("seed", *_):
            return pyarrow.uint64()
        case ("last" | "leads", *_):
            return pyarrow.bool_()
        case ("players" | "hand" | "actions" | "points", *_):
            return pyarrow.int64()
        case ("option", _, option):
            agreed = [rules.options[option] for rules in columns.rules if option in rules.options]
            return pyarrow.int64() if _numbers(agreed) else pyarrow.string()
        case _:
            return pyarrow.string()


def _array(pyarrow: Any, kind: Any, values: list[SweepValue]) -> Any:
    """Return a column; words among the values of an option make all of them words."""
    if kind == pyarrow.string():
        return pyarrow.array([None if one is None else str(one) for one in values], kind)
    if kind == pyarrow.bool_():
        return pyarrow.array([bool(one) for one in values], kind)
    return pyarrow.array(values, kind)


def _numbers(values: Iterable[object]) -> bool:
    return all(type(value) is int for value in values)
