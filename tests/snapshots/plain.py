"""Output without what differs from run to run: folders, times, digests and Python's own words."""

import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[2]
_DIGEST = re.compile(r"\b[0-9a-f]{64}\b")

# What is written, and what stands for it. Each of these was seen to differ between two runs, two
# machines or two versions of Python, and says nothing of what users are told.
_CHANGING: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r'("(?:z3|cvc5)_seconds": )[0-9.e-]+'), r"\g<1>0"),
    (re.compile(r'("(?:answers|recalled)": )\d+'), r"\g<1>0"),
    (re.compile(r"\b\d+ ms\b|\b\d+\.\d s\b|(?<=\bin )\d+ s\b"), "TIME"),
    (re.compile(r"\b[\d.,]+ a second\b"), "RATE a second"),
    (re.compile(r"(?<=choose from )[^)]*"), lambda found: found[0].replace("'", "")),
)


def plain(text: str, folder: Path) -> str:
    """Return a text as it would be in any folder, at any time; digests are left out too.

    A digest of rules hashes the names of the parts that they are made of, so a new name changes it.
    ``digests`` finds those that are left out here.
    """
    for place, name in ((folder, "FOLDER"), (ROOT, "ROOT")):
        text = text.replace(str(place), name)
    for pattern, stands in _CHANGING:
        text = pattern.sub(stands, text)
    return _DIGEST.sub("DIGEST", text)


def digests(text: str) -> tuple[str, ...]:
    """Return the digests in a text, each once, sorted: files come in the order of the disk."""
    return tuple(sorted(set(_DIGEST.findall(text))))
