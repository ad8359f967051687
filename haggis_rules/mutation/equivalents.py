"""The mutants that nobody has to notice, each with the reason why: a file beside the rules.

There are two lists. What is ``equivalent`` means the same as the rules, and what is ``waived`` is
another game that is let pass.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from haggis_rules.ir.load import ENDING
from haggis_rules.storage import package_data

FILE = "same.toml"
LISTS = ("equivalent", "waived")
FIELDS = ("variant", "mutant", "because")


class BadReasonsError(ValueError):
    """The file is not what it should be: two lists of mutants, each with its variant and reason."""


@dataclass(frozen=True, slots=True)
class MutantReasons:
    """Why mutants need not be noticed, by their names: they mean the same, or are let pass."""

    equivalent: Mapping[str, str] = field(default_factory=dict[str, str])
    waived: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def names(self) -> tuple[str, ...]:
        """Name all of them, what means the same first."""
        return (*self.equivalent, *self.waived)


def mutant_reasons(name_or_path: str, variant: str) -> MutantReasons:
    """Return the reasons that stand beside a shipped variant, or beside a file.

    Raises ``OSError`` and ``BadReasonsError``.
    """
    path = Path(name_or_path)
    if path.suffix == ENDING or path.name != name_or_path:
        place = path.with_name(FILE)
        if not place.is_file():
            return MutantReasons()
        return mutant_reasons_in(place.read_bytes().decode(), variant)
    return mutant_reasons_in(package_data.read("spec", FILE), variant)


def mutant_reasons_in(text: str, variant: str) -> MutantReasons:
    """Read the reasons of one variant. Raises ``BadReasonsError``."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise BadReasonsError(f"it is not TOML: {fault}") from fault
    for name in found:
        if name not in LISTS:
            raise BadReasonsError(f"it has lists of `equivalent` and `waived`, and no `{name}`")
    equivalent, waived = (_reasons(found, name, variant) for name in LISTS)
    for name in equivalent:
        if name in waived:
            raise BadReasonsError(f"`{name}` of `{variant}` is in both lists")
    return MutantReasons(equivalent, waived)


def _reasons(found: Mapping[str, Any], name: str, variant: str) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for each in _entries(found, name):
        if each["variant"] != variant:
            continue
        if each["mutant"] in reasons:
            raise BadReasonsError(f"`{each['mutant']}` of `{variant}` is there twice")
        reasons[each["mutant"]] = " ".join(each["because"].split())
    return reasons


def _entries(found: Mapping[str, Any], name: str) -> Iterator[dict[str, str]]:
    """Yield the entries of a list, each with all its fields and no other."""
    listed: Any = found.get(name, [])
    if not isinstance(listed, list):
        raise BadReasonsError(f"`{name}` is a list: each begins with `[[{name}]]`")
    for one in cast("list[object]", listed):
        each = cast("dict[str, object]", one if isinstance(one, dict) else {})
        if set(each) != set(FIELDS):
            raise BadReasonsError(f"each `{name}` has a variant, a mutant and a because")
        for key, value in each.items():
            if not isinstance(value, str) or not value.strip():
                raise BadReasonsError(f"`{key}` of an `{name}` is a text in quotes")
        yield cast("dict[str, str]", each)
