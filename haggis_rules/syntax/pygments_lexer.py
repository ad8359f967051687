"""The rules language for Pygments: which part of a text is what. The only module that knows it.

All of it comes from the grammar, so that a new word is known here as well. A word that begins an
entry, an item or an effect stands out where it begins a line, as `haggis fmt` writes it: in the
midst of a line the same word may be one of many.
"""

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, default, words
from pygments.token import Keyword, Name, Number, String, Text

from haggis_rules.syntax.parse import keywords, leading, signs, written

_BEGINNING = ("file", "variant", "source", "entry", "standing", "cite", "item", "effect")
_END = r"(?![\w.-])"  # where a word ends and does not go on as a name


def _any_of(found: frozenset[str]) -> str:
    return words(sorted(found), suffix=_END).get()


_WORD = _any_of(keywords())
_FIRST = _any_of(frozenset(word for rule in _BEGINNING for word in leading(rule)) & keywords())
_WRITTEN = written()


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
