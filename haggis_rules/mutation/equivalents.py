"""The mutants that mean the same, each with the reason why: a file beside the rules."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, cast

from haggis_rules.ir.load import ENDING
from haggis_rules.storage import package_data

FILE = "same.toml"


class BadReasonsError(ValueError):
    """The file is not what it should be: a table for each variant, of reasons by mutants."""


def equivalence_reasons(name_or_path: str, variant: str) -> dict[str, str]:
    """Return the reasons that stand beside a shipped variant, or beside a file; by mutants.

    Raises ``OSError`` and ``BadReasonsError``.
    """
    path = Path(name_or_path)
    if path.suffix == ENDING or path.name != name_or_path:
        place = path.with_name(FILE)
        return (
            equivalence_reasons_in(place.read_bytes().decode(), variant) if place.is_file() else {}
        )
    return equivalence_reasons_in(package_data.read("spec", FILE), variant)


def equivalence_reasons_in(text: str, variant: str) -> dict[str, str]:
    """Read the reasons of one variant. Raises ``BadReasonsError``."""
    try:
        found: Any = tomllib.loads(text).get(variant, {})
    except tomllib.TOMLDecodeError as fault:
        raise BadReasonsError(f"it is not TOML: {fault}") from fault
    if not isinstance(found, dict):
        raise BadReasonsError(f"`{variant}` is a table of reasons")
    reasons: dict[str, str] = {}
    for name, because in cast("dict[str, object]", found).items():
        if not isinstance(because, str) or not because.strip():
            raise BadReasonsError(f"`{name}` of `{variant}` needs a reason in quotes")
        reasons[name] = " ".join(because.split())
    return reasons
