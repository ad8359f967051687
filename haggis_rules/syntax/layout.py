"""Fitting sentences into lines. It knows nothing of the language.

The algorithm is Lindig's strict form ("Strictly Pretty", 2000) of Wadler's pretty printer ("A
prettier printer"): a document of texts, breaks and groups, set from a stack of what is waiting. A
group is set on one line if that line fits as far as its next possible end, and else breaks at all
its own breaks. Looking ahead stops when the line is full, so it costs about ``WIDTH`` steps for
each group, and there is no recursion, however deep a document is. Quoted texts and the cutting of
lines that are too long in any case are our own.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

WIDTH = 100
STEP = 2  # how much deeper each level stands
_HANGING = 4  # how much deeper a line stands that had to be cut anywhere
_DEEPEST = 40  # text does not begin further to the right, however deep it is


@dataclass(frozen=True, slots=True)
class DocBreak:
    """A blank, or the end of a line if the group around it does not fit."""


@dataclass(frozen=True, slots=True)
class DocGroup:
    """A part that breaks at all of its own breaks or at none; its later lines stand deeper."""

    inner: Doc


@dataclass(frozen=True, slots=True)
class DocQuote:
    """A text in quotes at the end of a sentence; its later lines stand under its first word."""

    text: str


Doc = str | DocBreak | DocGroup | DocQuote | tuple["Doc", ...]
DocRows = list[tuple[int, Doc]]  # how deep each sentence stands, and the sentence
BREAK = DocBreak()


def lines(doc: Doc, depth: int = 0) -> list[str]:
    """Fit a sentence into lines.

    None is longer than ``WIDTH`` unless a single word is, or a whole level stands too deep.
    """
    texts, quoted = _broken(doc, depth * STEP)
    found = [line for text in texts for line in _cut(text)]
    return found if quoted is None else [*found[:-1], *_wrapped(found[-1], quoted)]


def flat(doc: Doc) -> str:
    """Return a sentence on one line."""
    parts: list[str] = []
    waiting = [doc]
    while waiting:
        match waiting.pop():
            case str(text):
                parts.append(text)
            case DocBreak():
                parts.append(" ")
            case DocGroup(inner=inner):
                waiting.append(inner)
            case DocQuote(text=text):
                parts.append(f'"{text}"')
            case tuple(docs):
                waiting.extend(reversed(docs))
    return "".join(parts)


_Waiting = list[tuple[int, bool, Doc]]  # indentation, whether breaks are blanks, what to set


def _broken(doc: Doc, indent: int) -> tuple[list[str], str | None]:
    """Set all but the text in quotes, which comes last.

    Return the lines, and that text; None when there is none.
    """
    found = [" " * min(indent, _DEEPEST)]
    quoted: str | None = None
    waiting: _Waiting = [(indent, False, doc)]
    while waiting:
        here, whole, top = waiting.pop()
        match top:
            case str(text):
                found[-1] += text
            case DocBreak() if whole:
                found[-1] += " "
            case DocBreak():
                found.append(" " * min(here, _DEEPEST))
            case DocGroup(inner=inner):
                fits = whole or _fits(inner, WIDTH - len(found[-1]), waiting)
                waiting.append((here + STEP, fits, inner))
            case DocQuote(text=text):
                quoted = text
            case tuple(docs):
                waiting.extend((here, whole, part) for part in reversed(docs))
    return found, quoted


def _fits(doc: Doc, room: int, after: _Waiting) -> bool:
    """Tell whether the part, and what stands on the line behind it, leaves room.

    What stands behind is read from the end of ``after``, where the next one is, without a copy. It
    counts up to the first break of a group that is already broken.
    """
    ahead: _Waiting = [(0, True, doc)]
    later = len(after)
    while room >= 0:
        if not ahead:
            if later == 0:
                return True
            later -= 1
            ahead.append(after[later])
        _, whole, top = ahead.pop()
        match top:
            case str(text):
                room -= len(text)
            case DocBreak() if whole:
                room -= 1
            case DocBreak():
                return True
            case DocGroup(inner=inner):
                ahead.append((0, whole, inner))
            case DocQuote():
                return True
            case tuple(docs):
                ahead.extend((0, whole, part) for part in reversed(docs))
    return False


def _cut(line: str) -> list[str]:
    """Cut a line that is still too long at its blanks."""
    found: list[str] = []
    indent = " " * min(len(line) - len(line.lstrip()), _DEEPEST)
    while len(line) > WIDTH:
        begin = len(line) - len(line.lstrip())
        place = line.rfind(" ", begin, WIDTH + 1)
        if place == -1:
            place = line.find(" ", begin)
        if place == -1:
            break
        found.append(line[:place])
        line = indent + " " * _HANGING + line[place + 1 :]
    return [*found, line]


def _wrapped(head: str, text: str) -> list[str]:
    """Wrap a text in quotes behind the words that lead to it."""
    if head.strip() and len(head) > _DEEPEST:
        deeper = len(head) - len(head.lstrip()) + _HANGING
        return [head.rstrip(), *_wrapped(" " * deeper, text)]
    wrapped = textwrap.wrap(
        text, WIDTH - len(head) - 2, break_long_words=False, break_on_hyphens=False
    )
    hanging = "\n" + " " * (len(head) + 1)
    return f'{head}"{hanging.join(wrapped)}"'.split("\n")
