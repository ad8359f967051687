"""The index: what `finder.json` holds, which `ranking.py` and `page/finder.js` both read.

All that is worked out with fractions is worked out here. What asks adds whole numbers, and so comes
to the same order in every language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise
from typing import NotRequired, TypedDict

from haggis_rules.finder.entries import FinderEntry, FoundCase, SeatedVariant, entries_of
from haggis_rules.finder.scores import Passage, postings
from haggis_rules.finder.thesaurus import Thesaurus
from haggis_rules.finder.vocabulary import FinderVocabulary
from haggis_rules.finder.words import sign_of, words_in
from haggis_rules.ir.game import Game

FORM = 5  # of the index; what reads it refuses another


class IndexedTable(TypedDict):
    """A variant with one number of players."""

    variant: str
    players: int


class IndexedCase(TypedDict):
    """An example, or a question with its answer. ``tables`` are places in the list of tables."""

    words: str
    answer: str | None
    formal: str
    tables: list[int]


class IndexedSource(TypedDict):
    """A source that a clause cites at some tables, its title, and the section."""

    source: str
    title: str
    section: str
    tables: list[int]


class IndexedEntry(TypedDict):
    """A clause as it stands at some tables."""

    clause: str
    title: str
    words: str
    chapter: str
    status: str
    because: str
    guard: str
    sources: list[IndexedSource]
    tables: list[int]
    cases: list[IndexedCase]


class FinderIndex(TypedDict):
    """All that an answer is made of.

    ``forms`` has the term of each word, those that stand in most clauses first, and
    ``expressions`` the term of several terms. ``passages`` has for each text that can be found its
    entries: the first are the entries themselves, and the others, phrases, have ``lengths`` in
    terms. ``questions`` has for each of these texts the place of a question among the cases of its
    only entry, or -1; or for each of its entries the places of the questions that it words in
    another way, of which a table has one, and ``~place`` of those of which it asks the opposite.
    ``postings`` has for each term which passages it finds, each by how many passages further on it
    is than the last, and ``scores`` what it counts there; they are packed smaller apart than mixed.
    ``signs`` has for each phrase what it shares with questions that ask the same, by their terms
    and by words of several ``kinds``. On a site, ``pages`` has for each table the address of each
    chapter.
    """

    form: int
    usual: IndexedTable
    tables: list[IndexedTable]
    entries: list[IndexedEntry]
    player: int
    forms: dict[str, int]
    expressions: dict[str, int]
    passages: list[list[int]]
    questions: list[int | list[list[int]]]
    lengths: list[int]
    kinds: list[list[str]]
    signs: list[int]
    postings: list[list[int]]
    scores: list[list[int]]
    cards: dict[str, str]
    between: list[str]
    pages: NotRequired[list[dict[str, str]]]


def make_index(games: Iterable[Game], thesaurus: Thesaurus) -> FinderIndex:
    """Make the index of games. Raises ``ThesaurusError``."""
    entries = entries_of(games)
    vocabulary = FinderVocabulary.of(thesaurus)
    tables = list(dict.fromkeys(table for entry in entries for table in entry.tables))
    passages = [*_bodies(entries), *_phrases(entries, thesaurus)]
    found = postings(passages, entries, vocabulary, thesaurus)
    words = _words(passages, thesaurus, tables)
    forms = vocabulary.forms(sorted(words))
    terms = dict.fromkeys([*found, *vocabulary.expressions.values(), *forms.values()])
    numbers = {term: number for number, term in enumerate(terms)}
    often = {term: len(each) for term, each in found.items()}
    often |= dict.fromkeys(vocabulary.ignored, len(passages))  # the words of every day
    usual = IndexedTable(variant=thesaurus.variant, players=thesaurus.players)
    return FinderIndex(
        form=FORM,
        usual=usual,
        tables=[IndexedTable(variant=name, players=seats) for name, seats in tables],
        entries=[_entry(entry, tables) for entry in entries],
        player=numbers[vocabulary.term("player")],
        # Of the words that a slip may have been, the first is taken.
        forms={
            form: numbers[term]
            for form, term in sorted(forms.items(), key=lambda one: (-often.get(one[1], 0), one[0]))
        },
        expressions={
            " ".join(str(numbers[part]) for part in parts): numbers[term]
            for parts, term in vocabulary.expressions.items()
            if all(part in numbers for part in parts)
        },
        passages=[list(each.entries) for each in passages],
        questions=[_questions(each) for each in passages],
        lengths=[_length(each, vocabulary) for each in passages if each.phrase],
        kinds=[[*each] for each in thesaurus.kinds],
        signs=[
            sign_of(
                dict.fromkeys(numbers[term] for term in vocabulary.terms_in(text)),
                words_in(text),
                thesaurus.kinds,
            )
            for each in passages
            if each.phrase
            for text, _ in each.fields[:1]
        ],
        postings=[_steps(found.get(term, {})) for term in numbers],
        scores=[[*found.get(term, {}).values()] for term in numbers],
        cards=dict(thesaurus.cards),
        between=list(thesaurus.between),
    )


def without_formal_lines(index: FinderIndex) -> FinderIndex:
    """Return an index for a reader who sees examples drawn and never as formal lines."""
    entries = list[IndexedEntry]()
    for entry in index["entries"]:
        cases: list[IndexedCase] = [{**case, "formal": ""} for case in entry["cases"]]
        entries.append({**entry, "cases": cases})
    return {**index, "entries": entries}


def _bodies(entries: Iterable[FinderEntry]) -> Iterable[Passage]:
    """Yield for each entry all that stands in it."""
    for number, entry in enumerate(entries):
        fields = [
            (entry.words, 4), (entry.title, 6), (entry.clause.replace(".", " "), 3),
            (entry.chapter, 2), (entry.because, 1),
            (" ".join(one.section for one in entry.citations), 1),
        ]  # fmt: skip
        for case in entry.cases.values():
            fields += [(case.words, 2), (case.answer or "", 1)]
        yield Passage((number,), tuple(fields))


def _phrases(entries: tuple[FinderEntry, ...], thesaurus: Thesaurus) -> Iterable[Passage]:
    """Yield what is short and says at once what it is about: titles, and what players ask."""
    places: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        places.setdefault(entry.clause, []).append(number)
        yield Passage((number,), ((entry.title, 1),), phrase=True)
        for place, case in enumerate(entry.cases.values()):
            if case.answer is not None:
                yield Passage((number,), ((case.words, 1),), question=place, phrase=True)
    for asked in thesaurus.asked:
        meant = tuple(number for clause in asked.clauses for number in places.get(clause, ()))
        same = tuple(_asking(entries[number], asked.questions) for number in meant)
        turned = tuple(tuple(~place for place in places) for places in same)
        for wordings, several in ((asked.asks, same), (asked.opposite, turned)):
            for words in wordings if meant else ():
                questions = several if any(several) else ()
                yield Passage(meant, ((words, 1),), phrase=True, meant=questions)


def _asking(entry: FinderEntry, questions: Collection[str]) -> tuple[int, ...]:
    """Return the places of questions among the cases of an entry."""
    cases = enumerate(entry.cases.values())
    return tuple(place for place, case in cases if case.answer and case.words in questions)


def _questions(passage: Passage) -> int | list[list[int]]:
    """Return which questions a passage is, or words in another way."""
    return [list(places) for places in passage.meant] if passage.meant else passage.question


def _words(
    passages: Iterable[Passage], thesaurus: Thesaurus, tables: Iterable[SeatedVariant]
) -> set[str]:
    """Return all words that somebody may type and be understood."""
    texts = [text for passage in passages for text, _ in passage.fields]
    texts += [*thesaurus.ignored, *thesaurus.cards, *thesaurus.between]
    texts += [word for words in thesaurus.same for word in words]
    texts += [word for near in thesaurus.near for word in (*near.words, *near.also)]
    texts += [f"{name} {seats}" for name, seats in tables] + ["player"]
    return {word for text in texts for word in words_in(text)}


def _length(phrase: Passage, vocabulary: FinderVocabulary) -> int:
    return len({term for text, _ in phrase.fields for term in vocabulary.terms_in(text)})


def _steps(found: Iterable[int]) -> list[int]:
    """Return how far each passage is from the one before, which takes less room."""
    passages = [0, *found]
    return [passage - last for last, passage in pairwise(passages)]


def _entry(entry: FinderEntry, tables: list[SeatedVariant]) -> IndexedEntry:
    return IndexedEntry(
        clause=entry.clause,
        title=entry.title,
        words=entry.said,
        chapter=entry.chapter,
        status=entry.status.value,
        because=entry.because,
        guard=entry.guard,
        sources=[
            IndexedSource(
                source=one.source,
                title=one.title,
                section=one.section,
                tables=sorted(map(tables.index, where)),
            )
            for one, where in entry.citations.items()
        ],
        tables=sorted(map(tables.index, entry.tables)),
        cases=[_case(case, tables) for case in entry.cases.values()],
    )


def _case(case: FoundCase, tables: list[SeatedVariant]) -> IndexedCase:
    return IndexedCase(
        words=case.words,
        answer=case.answer,
        formal=case.formal,
        tables=sorted(map(tables.index, case.tables)),
    )
