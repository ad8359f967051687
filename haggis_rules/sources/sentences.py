"""A source cut into sentences, and the hash by which a sentence is known without its words.

The cut is deterministic: the same text has the same sentences on every machine. Lines of one
paragraph belong together. A heading, an entry of a list and a row of a table begin a sentence; so
does a paragraph, unless the one before it breaks off and it goes on in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256

HASH_DIGITS = 16

_TAG = re.compile(r"<[^<>]*>")
_MARKUP = re.compile(r"[*_#=|❖♦•]|\\")
_OWN_LINE = re.compile(r"\s*(?:#|=|\||[-*❖♦•]\s|\*\*\d+\.|\d+[.)]\s)")
_TABLE_ROW = re.compile(r".*\|\s*$")
_ENDED = re.compile(r".*[.!?:][\"')\]*_]*\s*$")
_BOUNDARY = re.compile(r"(?<=[.!?])([\"')\]*_]*)\s+(?=[\"'(\[*_]*[A-Z0-9①-⑳])")
_ABBREVIATION = re.compile(r"(?:^\W*\d+|(?:^|[\s(])(?:e\.g|i\.e|vs|no|[A-Z]))\.$", re.IGNORECASE)
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"})  # noqa: RUF001
_ENDS = " .,;:!?\"'()[]-"


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a source in its order, without markup, and its hash."""

    number: int
    text: str
    hash: str


def sentences_of(text: str) -> tuple[SourceSentence, ...]:
    """Return the sentences of a source, headings and rows of tables among them, in order."""
    cut = (piece for paragraph in _paragraphs(text) for piece in _pieces(paragraph))
    told = [one for one in cut if any(letter.isalnum() for letter in one)]
    return tuple(
        SourceSentence(number, one, sentence_hash(one)) for number, one in enumerate(told, 1)
    )


def sentence_hash(sentence: str) -> str:
    """Return the first sixteen digits of the SHA-256 of a normalized sentence.

    Case, markup, white space, the shape of quotation marks and dashes, and punctuation at either
    end make no difference.
    """
    plain = _without_markup(sentence).translate(_PLAIN).casefold().strip(_ENDS)
    return sha256(plain.encode()).hexdigest()[:HASH_DIGITS]


def _paragraphs(text: str) -> Iterator[str]:
    """Yield what is cut by itself: paragraphs, headings, entries of lists and rows of tables."""
    held = ""
    apart = False
    for line in _TAG.sub("", text).splitlines():
        if not line.strip():
            apart = True
            continue
        if _begins(line, held, apart=apart):
            yield held
            held = ""
        held = f"{held} {line}"
        apart = False
    yield held


def _begins(line: str, held: str, *, apart: bool) -> bool:
    """Whether a line is cut from what is held before it."""
    if _OWN_LINE.match(line) or _TABLE_ROW.match(held) or held.lstrip().startswith(("#", "=")):
        return True
    first = line.lstrip()[:1]
    if apart:
        return bool(_ENDED.match(held)) or not first.islower()
    whole_entry = _OWN_LINE.match(held) and not held.rstrip().endswith(":")
    return bool(whole_entry) and first.isupper()


def _pieces(paragraph: str) -> Iterator[str]:
    """Yield the sentences of a paragraph. A full stop after an abbreviation ends none."""
    start = 0
    for boundary in _BOUNDARY.finditer(paragraph):
        before = paragraph[start : boundary.start()]
        if not _ABBREVIATION.search(before):
            yield _without_markup(paragraph[start : boundary.end()])
            start = boundary.end()
    yield _without_markup(paragraph[start:])


def _without_markup(text: str) -> str:
    return " ".join(_MARKUP.sub(" ", text).split())
