"""How words are told apart: by one look for a word and a table, where lark tries each in turn.

For each set of terminals that the parser can take somewhere, lark makes one regular expression that
tries one word of the language after the other. A text of a few pages comes to 180 such sets, and
making their expressions took longer than reading the text. Here the longest word at a place is
found first and looked up among those that can stand there; an expression is left for what is no
word of the language: names, numbers, texts and signs, of which there are few sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

# A word ends where neither a letter, a digit nor a low line follows, nor one of these after a sign
# that can stand inside a name.
WORD_END = r"(?![A-Za-z0-9_]|[.-][A-Za-z0-9_])"
WORD_PRIORITY = 1  # before names
_LETTERS: Any = re.compile("[a-z]*")
_WORD = re.compile(r"[A-Za-z0-9_]++(?:[.-][A-Za-z0-9_]++)*+")


def is_word(pattern: Any) -> bool:
    """Return whether the pattern of a terminal is a word of the language with its end."""
    return str(pattern.value).endswith(WORD_END)


def look_words_up(lexers: Iterable[Any]) -> None:
    """Let lexers of lark find words of the language by a table. What they find stays the same."""
    for lexer in lexers:
        lexer.match = _Match(lexer.terminals)
        lexer.callback = {}  # as a scanner of its own would leave it: no terminal has one


class _Match:
    """What stands at a place of a text, of some terminals: words first, as their priority says.

    Before a word comes what has more: a terminal that is that word where something follows it.
    """

    __slots__ = ("_others", "_sooner", "_words")

    def __init__(self, terminals: Sequence[Any]) -> None:
        self._words: dict[str, str] = {}
        others: list[tuple[str, str]] = []
        for one in terminals:
            if is_word(one.pattern):
                self._words[one.pattern.value.removesuffix(WORD_END)] = one.name
            else:
                others.append((one.name, one.pattern.to_regexp()))
        self._others = _alternatives(tuple(others))
        self._sooner = {
            word: _alternatives(((one.name, one.pattern.to_regexp()),))
            for one in terminals
            if one.priority > WORD_PRIORITY
            for word in self._words.keys() & {_LETTERS.match(one.pattern.value)[0]}
        }

    def __call__(self, text: Any, at: int) -> tuple[str, str | None] | None:
        """Return what is there and the name of its terminal; None when nothing is."""
        word = _WORD.match(text.text, at, text.end)
        if word is not None:
            name = self._words.get(word[0])
            sooner = self._sooner.get(word[0])
            if sooner is not None and (found := sooner.match(text.text, at, text.end)):
                return found[0], found.lastgroup
            if name is not None:
                return word[0], name
        other = self._others.match(text.text, at, text.end)
        return None if other is None else (other[0], other.lastgroup)


@lru_cache(maxsize=256)
def _alternatives(terminals: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in terminals))
