"""Which entries answer a question, in order. `page/finder.js` does the same, line for line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from haggis_rules.finder.index import FinderIndex, IndexedEntry
from haggis_rules.finder.words import (
    MOST_WORDS,
    distance,
    far_apart,
    letters,
    sign_of,
    slips_allowed,
    words_in,
)

_CUT = 3  # what scores less than a third of the best is no answer
_MOST_TOGETHER = 6  # words of an expression
_LEAST = 100  # nor what scores less than this
_SECOND = 4  # the second best phrase of an entry counts a quarter
_ENGINE, _LATER = 400, 50  # what a clause counts more on which the engine's answer rests, by place
_MOST_UNKNOWN = 12  # words that are looked for among those that are nearly the same


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry, its score, and the question in it that was nearest to what was asked, or -1.

    ``own`` says whether it holds at the table that was asked about, ``sure`` whether that question
    asks the same, word for word or as the thesaurus knows it, and ``opposite`` whether it asks the
    same the other way round, so that the answer is the other one of yes and no.
    """

    entry: int
    score: int
    question: int
    own: bool
    sure: bool = False
    opposite: bool = False


@dataclass(frozen=True, slots=True)
class Understood:
    """The terms of a question, and what was read for each word that was not known.

    ``whole`` says whether something was read for every word.
    """

    terms: tuple[int, ...]
    slips: tuple[tuple[str, str], ...]
    whole: bool


def understand(index: FinderIndex, question: str) -> Understood:
    """Return the terms of a question, each once."""
    found, slips, whole = list[int](), list[tuple[str, str]](), True
    for word in words_in(question)[:MOST_WORDS]:
        term = index["forms"].get(word)
        if term is None and len(slips) < _MOST_UNKNOWN:
            meant = _nearest(index, word)
            slips.append((word, meant))
            term = index["forms"].get(meant)
        if term is None:
            whole = False
        else:
            found.append(term)
    known = tuple((word, meant) for word, meant in slips if meant)
    return Understood(tuple(dict.fromkeys(_joined(index, found))), known, whole)


def table_in(index: FinderIndex, question: str) -> tuple[str, int]:
    """Return the variant and the number of players that a question names, or "" and 0."""
    words = words_in(question)[:MOST_WORDS]
    names = {table["variant"] for table in index["tables"]}
    counts = {table["players"] for table in index["tables"]}
    variant, players = "", 0
    terms = {str(count): index["forms"].get(str(count), -1) for count in counts}
    for place, word in enumerate(words):
        for name in sorted(names):
            parts = words_in(name)
            if parts and words[place : place + len(parts)] == parts and len(name) > len(variant):
                variant = name
        following = index["forms"].get(words[place + 1], -1) if place + 1 < len(words) else -1
        if following == index["player"]:
            term = index["forms"].get(word, -2)
            players = next((int(one) for one in terms if terms[one] == term), players)
    return variant, players


def rank(
    index: FinderIndex,
    question: str,
    variant: str,
    players: int,
    rests_on: Sequence[str] = (),
) -> list[Hit]:
    """Return the entries that answer a question: those of a table, and then those of others.

    ``rests_on`` are the clauses by which the engine has answered what the question asks of cards.
    """
    sums: dict[int, int] = {}
    shared: dict[int, int] = {}  # terms that a passage has in common with the question
    understood = understand(index, question)
    found_by = [one for one in understood.terms if index["postings"][one]]
    words = words_in(question)[:MOST_WORDS]
    sign = sign_of(found_by, words, index["kinds"]) if understood.whole else -1
    for term in found_by:
        passage = 0
        for step, worth in zip(index["postings"][term], index["scores"][term], strict=True):
            passage += step
            sums[passage] = sums.get(passage, 0) + worth
            shared[passage] = shared.get(passage, 0) + 1
    table = _table_number(index, variant, players)
    many = len(index["entries"])
    score, phrase, second = [0] * many, [0] * many, [0] * many
    asked, nearest, same = [0] * many, [-1] * many, list[int | None]([None]) * many
    for passage in sorted(sums):
        value, meant, equal = sums[passage], index["questions"][passage], False
        if passage >= many:  # up to a quarter more, the more of both is in the other
            terms = len(found_by) + index["lengths"][passage - many]
            value += value * shared[passage] ** 2 // terms**2
            equal = index["signs"][passage - many] == sign
        for place, entry in enumerate(index["passages"][passage]):
            if passage < many:
                score[entry] += value
            else:
                second[entry] = max(second[entry], min(value, phrase[entry]))
                phrase[entry] = max(phrase[entry], value)
            if value > asked[entry] or equal:
                case = _question(index["entries"][entry], meant, place, table)
                if case is not None:
                    asked[entry], nearest[entry] = value, max(case, ~case)
                    same[entry] = case if equal else same[entry]
    for entry in range(many):
        clause = index["entries"][entry]["clause"]
        score[entry] += second[entry] // _SECOND
        if clause in rests_on:
            score[entry] += max(_ENGINE - _LATER * rests_on.index(clause), _LATER)
    hits = list[Hit]()
    for entry in range(many):
        if score[entry] + phrase[entry] > 0:
            near = nearest[entry] if asked[entry] * 10 >= phrase[entry] * 7 else -1
            own = table in index["entries"][entry]["tables"]
            place, sure, opposite = _answer(index["entries"][entry], same[entry], near)
            hits.append(Hit(entry, score[entry] + phrase[entry], place, own, sure, opposite))
    best = max((hit.score for hit in hits), default=0)
    kept = [hit for hit in hits if hit.score * _CUT >= best and hit.score >= _LEAST]
    found = dict[tuple[bool, str], Hit]()
    for hit in sorted(kept, key=lambda hit: (not hit.own, -hit.score, hit.entry)):
        found.setdefault((hit.own, index["entries"][hit.entry]["clause"]), hit)
    return list(found.values())


def turned(answer: str) -> str:
    """Return the answer with the other one of yes and no; "" where that would make no sense.

    >>> turned("Yes. They are open."), turned("Yes, if they are open.")
    ('No. They are open.', '')
    """
    verdict, space, why = answer.partition(" ")
    other = {"Yes.": "No.", "No.": "Yes."}.get(verdict, "")
    return f"{other}{space}{why}" if other else ""


def _question(
    entry: IndexedEntry, meant: int | list[list[int]], place: int, table: int
) -> int | None:
    """Return the question of an entry that a passage is or means, at a table, as in the index.

    At a table that lacks the entry it is the first.
    """
    places = meant[place] if isinstance(meant, list) else [meant] * (meant >= 0)
    elsewhere = table not in entry["tables"]
    there = (
        one for one in places if elsewhere or table in entry["cases"][max(one, ~one)]["tables"]
    )
    return next(there, None)


def _answer(entry: IndexedEntry, same: int | None, near: int) -> tuple[int, bool, bool]:
    """Return the place of a question or -1, whether it is the same one, and the other way round."""
    if same is None:
        return near, False, False
    if same >= 0:
        return same, True, False
    sure = bool(turned(entry["cases"][~same]["answer"] or ""))
    return ~same, sure, sure


def _table_number(index: FinderIndex, variant: str, players: int) -> int:
    for number, table in enumerate(index["tables"]):
        if table["variant"] == variant and table["players"] == players:
            return number
    return -1


def _nearest(index: FinderIndex, word: str) -> str:
    """Return the form that a word with a slip may have been, or nothing."""
    allowed = slips_allowed(word)
    best, least = "", allowed + 1
    if allowed:
        own = letters(word)
        for form in index["forms"]:
            if slips_allowed(form) and not far_apart(own, letters(form), least - 1):
                apart = distance(word, form, least - 1)
                if apart < least:
                    best, least = form, apart
                    if least == 1:
                        break
    return best


def _joined(index: FinderIndex, terms: list[int]) -> list[int]:
    """Put together the terms that are one expression, from the left, the longest first."""
    found, place = list[int](), 0
    while place < len(terms):
        many = min(_MOST_TOGETHER, len(terms) - place)
        while many > 1 and _key(terms, place, many) not in index["expressions"]:
            many -= 1
        one = terms[place] if many == 1 else index["expressions"][_key(terms, place, many)]
        found.append(one)
        place += many
    return found


def _key(terms: list[int], place: int, many: int) -> str:
    return " ".join(map(str, terms[place : place + many]))
