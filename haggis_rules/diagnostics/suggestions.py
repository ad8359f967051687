"""The way out of a misspelling."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST_SHOWN = 12


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a hint that names what the author may have meant, or all when there are few."""
    names = sorted(set(known))
    close = get_close_matches(name, names, n=3)
    if close:
        return "did you mean " + " or ".join(f"`{n}`" for n in close)
    if 0 < len(names) <= MOST_SHOWN:
        return "there is " + ", ".join(f"`{n}`" for n in names)
    return ""
