"""Where the rules, findings, grammar and drawings are: in the wheel, or in a checkout."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

# What a checkout keeps in another folder than the wheel.
_ELSEWHERE = {"assets": "docs/assets", "findings": "docs/findings"}


def data(name: str) -> Traversable:
    """Return the folder ``spec``, ``findings``, ``grammar`` or ``assets``."""
    packed = files("haggis_rules") / name
    return packed if packed.is_dir() else Path(__file__).parents[2] / _ELSEWHERE.get(name, name)


def read(*parts: str) -> str:
    """Return the text of one file, as ``read("grammar", "haggis.lark")``."""
    place = data(parts[0])
    for part in parts[1:]:
        place = place / part
    return place.read_text(encoding="utf-8")
