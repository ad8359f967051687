"""Which words are one term of the index. The only module that imports snowballstemmer.

Every form of every word is written into the index, so that who asks needs no stemmer: neither the
command nor a browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Self

from haggis_rules.finder.thesaurus import Thesaurus, ThesaurusError
from haggis_rules.finder.words import words_in

if TYPE_CHECKING:
    from snowballstemmer import Stemmer  # by a name that only its stub has

_ENDINGS = ("s", "es", "d", "ed", "ing", "r", "er", "ers")  # of English
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class FinderVocabulary:
    """The term of each word, and of several words that are one expression.

    A term is called by the first of its words. ``ignored`` are the terms that find nothing.
    """

    apart: frozenset[str]
    terms: dict[str, str]  # by the stem of a word
    expressions: dict[tuple[str, ...], str]  # by the terms of the words
    ignored: frozenset[str]

    @classmethod
    def of(cls, thesaurus: Thesaurus) -> Self:
        """Work out the terms of a thesaurus. Raises ``ThesaurusError``."""
        made = cls(frozenset(thesaurus.apart), {}, {}, frozenset())
        groups = [*thesaurus.same, *((word,) for word in thesaurus.ignored)]
        for words in groups:
            for stem in made._stems_of_single(words):
                known = made.terms.setdefault(stem, words[0])
                if known != words[0] and not {known, words[0]} <= {*thesaurus.ignored}:
                    raise ThesaurusError(f"`{known}` and `{words[0]}` have a form in common")
        for words in groups:
            for several in filter(lambda some: len(some) > 1, map(words_in, words)):
                key = tuple(map(made.term, several))
                if made.expressions.setdefault(key, words[0]) != words[0]:
                    also = made.expressions[key]
                    raise ThesaurusError(f"`{' '.join(several)}` is also `{also}`")
        return cls(made.apart, made.terms, made.expressions, frozenset(thesaurus.ignored))

    def term(self, word: str) -> str:
        """Return the term of one word."""
        stem = self.stem(word)
        return self.terms.get(stem, stem)

    def stem(self, word: str) -> str:
        """Return what the forms of a word have in common; a word apart keeps an ``=``."""
        base = word[:-1] if word.endswith("s") and word[:-1] in self.apart else word
        return f"{base}=" if base in self.apart else _stem(word)

    def terms_in(self, text: str) -> list[str]:
        """Return the terms of a text, the longest expressions first, without those ignored."""
        found = [self.term(word) for word in words_in(text)]
        return [one for one in joined(found, self.expressions) if one not in self.ignored]

    def forms(self, words: Iterable[str]) -> dict[str, str]:
        """Return the term of each word, and of each other form that it may have.

        What is ignored has none: it is not looked for.
        """
        known = dict.fromkeys(words)
        found = {word: self.term(word) for word in known}
        for word in (one for one in known if found[one] not in self.ignored):
            for form in _possible_forms(word):
                if form not in found and self.stem(form) == self.stem(word):
                    found[form] = found[word]
        return found

    def _stems_of_single(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            parts = words_in(word)
            if len(parts) == 1:
                yield self.stem(parts[0])


def joined(terms: Sequence[str], expressions: dict[tuple[str, ...], str]) -> Iterator[str]:
    """Yield terms from the left; those that are one expression are one, the longest first."""
    longest, place = max(map(len, expressions), default=1), 0
    while place < len(terms):
        for many in range(min(longest, len(terms) - place), 0, -1):
            found = expressions.get(tuple(terms[place : place + many]))
            if found is not None or many == 1:
                yield terms[place] if found is None else found
                place += many
                break


def _possible_forms(word: str) -> Iterator[str]:
    """Yield what may be a form of a word; whether it is one, its stem says."""
    if word[0].isdigit():
        return
    bases = [word, word.removesuffix("s"), word.removesuffix("ing"), word.removesuffix("ed")]
    bases += [f"{base}e" for base in bases[2:]]
    for base in dict.fromkeys(base for base in bases if len(base) > 1):
        yield base
        for ending in _ENDINGS:
            yield base + ending
            if base.endswith("e"):
                yield base[:-1] + ending
            if base[-1] not in _VOWELS:
                yield base + base[-1] + ending
            if base.endswith("y"):
                yield f"{base[:-1]}i{ending}"


@cache
def _stem(word: str) -> str:
    return _english().stemWord(word)


@cache
def _english() -> Stemmer:
    from snowballstemmer import stemmer

    return stemmer("english")
