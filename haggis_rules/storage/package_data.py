"""Where the rules, findings, grammar and drawings are: in the wheel, or in a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE = Path(__file__).parents[1]

# What a checkout keeps in another folder than the wheel.
_ELSEWHERE = {"assets": "docs/assets", "findings": "docs/findings"}


def data(name: str) -> Traversable:
    """Return the folder ``spec``, ``findings``, ``grammar``, ``assets`` or ``docs``."""
    for place in (PACKAGE / name, PACKAGE.parent / _ELSEWHERE.get(name, name)):
        if place.is_dir():
            return place
    # Only a package that is no folder comes here, and the import takes longer than a kept game.
    from importlib.resources import files

    return files("haggis_rules") / name


def read(*parts: str) -> str:
    """Return the text of one file, as ``read("grammar", "haggis.lark")``."""
    place = data(parts[0])
    for part in parts[1:]:
        place = place / part
    return place.read_text(encoding="utf-8")
