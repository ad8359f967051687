"""Sentences, and the lists that some of them end in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from haggis_rules.ir import nodes
from haggis_rules.render.words import English


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence in plain text. With ``points`` it ends in a colon and they follow as a list."""

    words: str
    points: tuple[str, ...] = ()


def all_of(english: English, lead: str, node: nodes.Expr) -> Told:
    """Tell a condition: in one sentence, or as a list when several things must hold together."""
    parts = [english.say(part) for part in _together(node)]
    if len(parts) == 1:
        return Told(sentence(f"{lead} {parts[0]}"))
    return Told(f"{capital(lead)} all of these hold:", tuple(f"{part};" for part in parts))


def sentence(words: str) -> str:
    """Give words as a sentence."""
    return f"{capital(words)}."


def capital(words: str) -> str:
    """Give words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Give words as a list: ``a, b and c``."""
    if len(words) < 2:  # noqa: PLR2004 (a list has two ends)
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def joined(told: Iterable[Told]) -> str:
    """Give everything as one text."""
    return "\n".join("\n".join([one.words, *(f"- {point}" for point in one.points)]) for one in told)


def _together(node: nodes.Expr) -> list[nodes.Expr]:
    """Give the parts of ``a and b and c``; brackets stay together."""
    match node:
        case nodes.And(left=left, right=right):
            return [*_together(left), right]
        case _:
            return [node]
