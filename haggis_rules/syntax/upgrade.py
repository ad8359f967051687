"""A text of an older version of the language, written in this one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax.limits import check_text
from haggis_rules.syntax.parse import parse, reserved
from haggis_rules.syntax.versions import LANGUAGE, declared_version, is_older, may_be_old_name

_PIECE = re.compile(
    r'"(?:\\["\\]|[^"\\])*"|[A-Za-z][A-Za-z0-9_]*(?:[.-][A-Za-z0-9_]+)*'
)  # words in quotes, or a word


@dataclass(frozen=True, slots=True)
class UpgradedText:
    """A text in this version of the language, and the names in it that had to become others."""

    text: str
    renamed: Mapping[str, str]


def upgrade(source: SourceFile) -> UpgradedText:
    """Write a text in this version. One that is in it already stays as it is.

    What it says stays the same. A name that is a word of the language now is given an ending,
    wherever it stands, in the notation of plays as well.

    Raises a ``RuleError`` when the text is not in the language, whichever version is meant. Then it
    is shown with the names as they would be.
    """
    check_text(source)
    declared = declared_version(source)
    if declared is None or not is_older(source):
        return UpgradedText(source.text, {})
    _, start, end = declared
    text = f"{source.text[:start]}{LANGUAGE}{source.text[end:]}"
    try:
        parse(SourceFile(source.path, text))
    except RuleError:
        renamed = _new_names(text)
        text = _PIECE.sub(lambda piece: _renamed(piece.group(), renamed), text)
        parse(SourceFile(source.path, text))
        return UpgradedText(text, renamed)
    return UpgradedText(text, {})


def _new_names(text: str) -> dict[str, str]:
    """Return another name for each word of a text that became one of the language later."""
    words = set(_PIECE.findall(text))
    found: dict[str, str] = {}
    for word in sorted(words & reserved()):
        if may_be_old_name(word):
            name = f"{word}.own"
            while name in words:
                name = f"{name}.own"
            found[word] = name
    return found


def _renamed(piece: str, renamed: Mapping[str, str]) -> str:
    """Return a word as it is called now; in quotes, the fields and readings of a play."""
    if not piece.startswith('"'):
        return renamed.get(piece, piece)
    for old, new in renamed.items():
        piece = piece.replace(f"{{{old}}}", f"{{{new}}}")
        piece = re.sub(rf"(?<=[@:]){re.escape(old)}(?![\w.-])", new, piece)
    return piece
