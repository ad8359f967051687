"""What counts as a word of a question, and how far two words are apart.

`page/finder.js` has the same functions, line for line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

MOST_WORDS = 40  # of a question that are looked at
_OWNER = re.compile(r"['\u2019]s(?![a-z0-9])")
_APOSTROPHES = re.compile(r"['\u2019]")
_WORD = re.compile(r"[a-z0-9]+")
_BASIS, _PRIME = 2166136261, 16777619  # of FNV-1a with 32 bits
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}  # as JavaScript is told to


def words_in(text: str) -> list[str]:
    """Return the words and numbers of a text, in lower case and without apostrophes."""
    plain = _APOSTROPHES.sub("", _OWNER.sub("", text.translate(_LOWER)))
    return _WORD.findall(plain)


def sign_of(terms: Iterable[int], words: Iterable[str], kinds: Sequence[Sequence[str]]) -> int:
    """Return a number of 32 bits that two questions share which ask the same.

    Those have the same terms in the same order, and words of the same kinds. It is FNV-1a.
    """
    text = f" {' '.join(words)} "
    there = ["1" if any(f" {word} " in text for word in kind) else "0" for kind in kinds]
    found = _BASIS
    for letter in f"{','.join(map(str, terms))}|{''.join(there)}".encode():
        found = (found ^ letter) * _PRIME & 0xFFFFFFFF
    return found


def slips_allowed(word: str) -> int:
    """Return how many slips of the finger a word can have and still be known.

    A short word has none: with one, it could be half of all others. So it is with numbers.
    """
    if len(word) < 4 or word[0].isdigit():  # noqa: PLR2004 - in letters
        return 0
    return 1 if len(word) < 7 else 2  # noqa: PLR2004 - in letters


@cache
def letters(word: str) -> int:
    """Return which letters a word has, a bit for each."""
    return sum(1 << (ord(letter) - ord("a")) for letter in {*word} if letter >= "a")


def far_apart(one: int, other: int, most: int) -> bool:
    """Whether two words have too many letters that the other lacks: each of these is a slip."""
    return (one & ~other).bit_count() > most or (other & ~one).bit_count() > most


def distance(one: str, other: str, most: int) -> int:
    """Return how many letters are missing, added, wrong or swapped, or ``most + 1`` if more are.

    Optimal string alignment, in O(len²) for two words.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    older: list[int] = []
    old = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        new = [row]
        for column, against in enumerate(other, start=1):
            cost = min(old[column] + 1, new[column - 1] + 1, old[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, older[column - 2] + 1)
            new.append(cost)
        if min(new) > most:
            return most + 1
        older, old = old, new
    return min(old[-1], most + 1)
