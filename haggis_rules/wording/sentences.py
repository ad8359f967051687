"""Sentences, and the lists that some of them end in."""

from collections.abc import Sequence
from dataclasses import dataclass

from haggis_rules.diagnostics.nouns import listed as listed  # noqa: PLC0414 (found here too)
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Param
from haggis_rules.ir.types import show
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import Level


@dataclass(frozen=True, slots=True)
class PlainText:
    """A sentence in plain text. With ``points`` it ends in a colon and they follow as a list.

    The points have no full stop yet.
    """

    words: str
    points: tuple[str, ...] = ()


def all_of(english: ExpressionWording, lead: str, node: nodes.Expr) -> PlainText:
    """Tell a condition: in one sentence, or as a list when several things must hold together."""
    match node:
        case nodes.And():
            parts = tuple(english.say(part) for part in _joined_texts(node))
            return PlainText(f"{capital(lead)} all of these hold:", parts)
        case nodes.Implies(left=left, right=nodes.And() as right):
            condition = english.phrase(left).fit(Level.OR)
            return all_of(english, f"{lead} if {condition}, then", right)
        case _:
            return PlainText(sentence(f"{lead} {english.say(node)}"))


def for_any(params: Sequence[Param]) -> str:
    """Begin a sentence that holds for any values: ``for any reading a and any seat s``."""
    return f"for {listed([f'any {show(param.type)} {param.name}' for param in params])}"


def sentence(words: str) -> str:
    """Return words as a sentence."""
    return f"{capital(words)}."


def capital(words: str) -> str:
    """Return words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def punctuated(points: Sequence[str]) -> list[str]:
    """Return the points of a list as one sentence."""
    ends = [";"] * (len(points) - 1) + ["."]
    return [point + end for point, end in zip(points, ends, strict=True)] if points else []


def _joined_texts(node: nodes.Expr) -> list[nodes.Expr]:
    """Return the parts of ``a and b and c``; brackets stay together."""
    match node:
        case nodes.And(left=left, right=right):
            return [*_joined_texts(left), right]
        case _:
            return [node]
