"""What is refused before it is parsed, and how deep a tree may be."""

import re
from itertools import accumulate

from haggis_rules.diagnostics.errors import (
    NumberTooLargeError,
    StrangeCharacterError,
    TooDeepError,
    TooLargeError,
    UnknownLanguageError,
)
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.syntax.faults import describe_sign
from haggis_rules.syntax.versions import LANGUAGE, OLDEST, declared_version

LARGEST_FILE = 200_000  # characters; the longest rules that are shipped take two thirds
LARGEST_NUMBER = 1_000_000
DEEPEST = 60  # far below what Python's own recursion and brackets bear
MOST_RANGING = 6  # each multiplies the cases that must be gone through

# Control signs, halves of signs, and signs that make a text look other than it is.
_REFUSED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_BRACKET_OR_TEXT = re.compile(r'[()]|"(?:[^"\\]|\\.)*+"?', re.DOTALL)


def check_text(source: SourceFile) -> None:
    """Refuse a text that is too large, holds unfit signs or brackets too deep, or is not ours.

    Raises ``TooLargeError``, ``StrangeCharacterError``, or another ``RuleError``.
    """
    if len(source.text) > LARGEST_FILE:
        raise too_large(source)
    for found in _REFUSED.finditer(source.text):
        raise StrangeCharacterError(
            f"a rules file cannot hold the sign {describe_sign(found.group())}",
            Span(source, found.start(), found.end()),
            hint="is this a text file? otherwise take the sign out",
        )
    _check_brackets(source)
    _check_version(source)


def too_large(source: SourceFile) -> TooLargeError:
    """Tell of a file that is larger than any rules need to be."""
    hint = f"a rules file has at most {LARGEST_FILE} characters"
    return TooLargeError("this file is too large", Span(source, 0, 0), hint=hint)


def whole(digits: str, span: Span) -> int:
    """Read a whole number. Raises ``NumberTooLargeError``."""
    digits = digits.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST_NUMBER)) or int(digits) > LARGEST_NUMBER:
        shown = digits if len(digits) <= len(f"{LARGEST_NUMBER}") * 2 else f"{digits[:8]}..."
        raise NumberTooLargeError(
            f"`{shown}` is too large a number",
            span,
            hint=f"the largest number of the language is {LARGEST_NUMBER}",
        )
    return int(digits)


def too_deep(span: Span) -> TooDeepError:
    """Tell of a value or an effect that has too many others around it."""
    return TooDeepError(
        f"more than {DEEPEST} values or effects stand within one another here",
        span,
        hint="name a part with `define`; in a row, each `and`, `or`, `+` or `otherwise` counts",
    )


def too_many_ranging(span: Span) -> TooDeepError:
    """Tell of a name that runs over its values inside too many others that do."""
    return TooDeepError(
        f"more than {MOST_RANGING} names run over all their values within one another here",
        span,
        hint="each multiplies the cases to go through; say it with fewer",
    )


def _check_brackets(source: SourceFile) -> None:
    found = [m for m in _BRACKET_OR_TEXT.finditer(source.text) if m.group() in "()"]
    depths = accumulate(1 if m.group() == "(" else -1 for m in found)
    for bracket, depth in zip(found, depths, strict=True):
        if depth > DEEPEST:
            raise too_deep(Span(source, bracket.start(), bracket.end()))


def _check_version(source: SourceFile) -> None:
    declared = declared_version(source)
    if declared is None:
        return  # the parser says what is missing
    digits, start, end = declared
    span = Span(source, start, end)
    version = whole(digits, span)
    if not OLDEST <= version <= LANGUAGE:
        raise UnknownLanguageError(
            f"this is written in language {version}",
            span,
            hint=f"this program reads versions {OLDEST} to {LANGUAGE}",
        )
