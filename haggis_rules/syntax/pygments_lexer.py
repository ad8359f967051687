"""The rules language for Pygments: which part of a text is what. The only module that knows it.

All of it comes from the grammar, so that a new word is known here as well. A word that begins an
entry, an item or an effect stands out where it begins a line, as `haggis fmt` writes it: in the
midst of a line the same word may be one of many. A word that a text declares as a name is none of
the language where it is one: the parser knows where.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from pygments.lexer import RegexLexer, bygroups, default, words
from pygments.token import Keyword, Name, Number, String, Text

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.syntax.parse import keywords, leading, names_at, reserved, signs, written
from haggis_rules.syntax.versions import LANGUAGE

if TYPE_CHECKING:
    from pygments.token import Kind

_BEGINNING = ("file", "variant", "source", "entry", "clause_status", "cite", "item", "effect")
_END = r"(?![\w.-])"  # where a word ends and does not go on as a name


def _any_of(found: frozenset[str]) -> str:
    return words(sorted(found), suffix=_END).get()


_WORD = _any_of(keywords())
_FIRST = _any_of(frozenset(word for rule in _BEGINNING for word in leading(rule)) & keywords())
_WRITTEN = written()
_DECLARING = frozenset(
    {
        *("state", "zone", "option", "define", "export", "action", "step", "score", "promise"),
        *("pattern", "choice", "deck", "seat", "team", "card", "rank", "suit", "reading"),
    }
)
_DECLARED = re.compile(
    rf"(?<![\w.-])(?:{_any_of(_DECLARING)})\s+{_any_of(keywords() - reserved())}"
)
# What a piece of a text may lack to be a whole file.
_HEAD = f'language {LANGUAGE} variant x "" '
_HEADS = ("", _HEAD, f'{_HEAD}clause x "" ')


def _names(text: str) -> frozenset[int]:
    """Return where words of the language are names; none where that cannot be told."""
    if _DECLARED.search(text) is None:  # most texts, and parsing takes longer than this
        return frozenset()
    for head in _HEADS:
        try:
            found = names_at(SourceFile("", f"{head}{text}"))
        except RuleError:
            continue
        return frozenset(at - len(head) for at in found)
    return frozenset()


class HaggisLexer(RegexLexer):
    """Tells the parts of a rules text from each other."""

    name = "Haggis rules"
    url = ""
    aliases: ClassVar = ["haggis"]
    filenames: ClassVar = ["*.haggis"]
    tokens: ClassVar = {
        "root": [
            (rf"(\A|[ \t\r\n]*\n[ \t]*)({_FIRST})", bygroups(Text, Keyword.Declaration), "named"),
            (_WRITTEN["WS"], Text),
            (_WRITTEN["STRING"], String),
            (f"{_WORD}(?: +{_WORD})*", Keyword),  # one piece of a page, and not one for each word
            (_WRITTEN["LEDGER"], Number),
            (_WRITTEN["CARD"], Name.Constant),
            (_WRITTEN["INT"], Number),
            (_WRITTEN["NAME"], Text),
            (words(sorted(signs())), Text),
        ],
        "named": [
            (_WRITTEN["WS"], Text),
            (f"(?!{_WORD}){_WRITTEN['NAME']}", Name.Function, "#pop"),
            default("#pop"),
        ],
    }

    def get_tokens_unprocessed(
        self, text: str, stack: tuple[str, ...] = ("root",)
    ) -> Iterator[tuple[int, Kind, str]]:
        """Yield the parts of a text, each with its place; a word that is a name is no keyword."""
        names = _names(text)
        for start, kind, part in super().get_tokens_unprocessed(text, stack):
            if kind in Keyword and any(start <= at < start + len(part) for at in names):
                for word in re.finditer(r"\s+|\S+", part):
                    at = start + word.start()
                    yield at, Text if at in names or word[0].isspace() else kind, word[0]
            else:
                yield start, kind, part
