"""Nouns in a sentence: with an article, counted, or in a list."""

from collections.abc import Sequence


def with_article(noun: str) -> str:
    """Put ``a`` or ``an`` before a noun."""
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def counted(count: int, noun: str) -> str:
    """Return a number of things: ``1 card`` or ``2 cards``."""
    return f"{count} {noun}" if abs(count) == 1 else f"{count} {noun}s"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list: ``a, b and c``."""
    if len(words) < 2:  # noqa: PLR2004 (a list has two ends)
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"
