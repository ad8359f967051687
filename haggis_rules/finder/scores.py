"""What a word counts where it stands: whole numbers, so that sums are the same everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from haggis_rules.finder.entries import FinderEntry
from haggis_rules.finder.thesaurus import Thesaurus
from haggis_rules.finder.vocabulary import FinderVocabulary
from haggis_rules.ir.game import ClauseStatus

_UNIT = 100  # what a score is multiplied by before it is made whole
_SATURATION, _LENGTH = 0.7, 0.5  # k1 and b of BM25
_WHOLE = 1.25  # what a whole entry counts
_PHRASE = 3.0  # what a phrase counts beside it
_NEAR = 0.5  # what a word counts that is only near to what was asked
_DERIVED = 0.4  # what a clause counts that only follows from others
_AGREED = 0.9  # and one that players have to agree on


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that leads to entries: fields, each with what a word of it counts.

    ``question`` is the place of a question among the cases of the entry, or -1. ``meant`` has for
    each entry the places of the questions of which this is another wording, or with all bits
    turned round (``~``) of which it is the opposite.
    """

    entries: tuple[int, ...]
    fields: tuple[tuple[str, int], ...]
    question: int = -1
    phrase: bool = False
    meant: tuple[tuple[int, ...], ...] = ()


def postings(
    passages: Sequence[Passage],
    entries: Sequence[FinderEntry],
    vocabulary: FinderVocabulary,
    thesaurus: Thesaurus,
) -> dict[str, dict[int, int]]:
    """Return for each term the passages that it finds, and what it counts there.

    Whole entries are weighed by BM25F (Robertson, Zaragoza and Taylor 2004). A phrase counts by how
    much of it is asked for, as in a cosine, but its rare words weigh once and not squared: a
    question has rare words that no phrase foresaw.
    """
    counted = [_weighted(passage, vocabulary) for passage in passages]
    rarity = _rarity(counted, passages, entries)
    whole = [sum(each.values()) for each in counted]
    bodies = [size for size, each in zip(whole, passages, strict=True) if not each.phrase]
    usual = sum(bodies) / max(len(bodies), 1)
    exact: dict[str, dict[int, float]] = {}
    for number, (passage, terms) in enumerate(zip(passages, counted, strict=True)):
        part = _part(passage, entries)
        norm = sqrt(sum(rarity[term] for term in terms))
        stretch = 1 - _LENGTH + _LENGTH * whole[number] / (usual or 1)
        for term, count in terms.items():
            if passage.phrase:
                value = _PHRASE * rarity[term] / norm
            else:
                value = _WHOLE * rarity[term] * count / (count + _SATURATION * 4 * stretch)
            exact.setdefault(term, {})[number] = _UNIT * part * value
    for near in thesaurus.near:
        _lead_on(exact, vocabulary, near.words, near.also)
    return {
        term: {number: round(value) for number, value in sorted(found.items())}
        for term, found in sorted(exact.items())
    }


def _weighted(passage: Passage, vocabulary: FinderVocabulary) -> Counter[str]:
    found = Counter[str]()
    for text, weight in passage.fields:
        for term in vocabulary.terms_in(text):
            found[term] += weight
    return found


def _rarity(
    counted: Sequence[Mapping[str, int]],
    passages: Sequence[Passage],
    entries: Sequence[FinderEntry],
) -> dict[str, float]:
    """Return how much a term tells. Clauses of one name, in several variants, are one document."""
    places: dict[str, set[str]] = {}
    for terms, passage in zip(counted, passages, strict=True):
        for term in terms:
            places.setdefault(term, set()).update(entries[one].clause for one in passage.entries)
    every = len({entry.clause for entry in entries})
    return {
        term: log(1 + (every - len(found) + 0.5) / (len(found) + 0.5))
        for term, found in places.items()
    }


def _part(passage: Passage, entries: Sequence[FinderEntry]) -> float:
    meant = [entries[one] for one in passage.entries]
    if all(one.status is ClauseStatus.DERIVED for one in meant):
        return _DERIVED
    return _AGREED if all(one.agreed for one in meant) else 1


def _lead_on(
    exact: dict[str, dict[int, float]],
    vocabulary: FinderVocabulary,
    words: Sequence[str],
    also: Sequence[str],
) -> None:
    """Let terms find as well what other terms find."""
    others = [term for word in also for term in vocabulary.terms_in(word)]
    for term in (term for word in words for term in vocabulary.terms_in(word)):
        found = exact.setdefault(term, {})
        for other in others:
            for number, value in exact.get(other, {}).items():
                found[number] = max(found.get(number, 0), _NEAR * value)
