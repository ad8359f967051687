"""How players ask, as it is written in ``docs/thesaurus.toml``: the only reader of that file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from haggis_rules.storage import package_data

FOLDER, FILE = "docs", "thesaurus.toml"
_PARTS = {"usual", "ignored", "apart", "same", "near", "kind", "cards", "between", "asked"}


class ThesaurusError(ValueError):
    """A thesaurus that says something twice, or in another form than it has."""


@dataclass(frozen=True, slots=True)
class NearWords:
    """Words that lead to others as well, which count less."""

    words: tuple[str, ...]
    also: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AskedQuestions:
    """What players ask, and the clauses that answer it.

    ``questions`` are those beside the clauses that ask the same in the words of the rules: their
    answer is the answer to all of these. A table has at most one of them. ``opposite`` are
    questions that are answered with yes where those are answered with no.
    """

    clauses: tuple[str, ...]
    asks: tuple[str, ...]
    questions: tuple[str, ...] = ()
    opposite: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """Which words mean the same, and what is asked for in other words than those of the rules.

    ``ignored`` say nothing, ``apart`` no ending leads to another word, and of those in ``same`` one
    is as good as another. ``cards`` has the notation of a rank by what players call it, and
    ``between`` what stands between two plays that are compared. ``kinds`` are words by which a
    question differs from another that has all other words in common.
    """

    variant: str
    players: int
    ignored: tuple[str, ...]
    apart: tuple[str, ...]
    same: tuple[tuple[str, ...], ...]
    near: tuple[NearWords, ...]
    cards: Mapping[str, str]
    between: tuple[str, ...]
    asked: tuple[AskedQuestions, ...]
    kinds: tuple[tuple[str, ...], ...] = ()


def thesaurus_text() -> str:
    """Return the text of the thesaurus that comes with the project."""
    return package_data.read(FOLDER, FILE)


@cache
def shipped_thesaurus() -> Thesaurus:
    """Return the thesaurus that comes with the project."""
    return read_thesaurus(thesaurus_text())


def read_thesaurus(text: str) -> Thesaurus:
    """Read a thesaurus. Raises ``ThesaurusError``."""
    try:
        found = tomllib.loads(text)
        usual = found["usual"]
        read = Thesaurus(
            str(usual["variant"]),
            int(usual["players"]),
            tuple(word for each in _tables(found, "ignored") for word in _texts(each, "words")),
            _texts(found.get("apart", {}), "words"),
            tuple(_texts(each, "words") for each in _tables(found, "same")),
            tuple(
                NearWords(_texts(each, "words"), _texts(each, "also"))
                for each in _tables(found, "near")
            ),
            {str(name): str(written) for name, written in found.get("cards", {}).items()},
            _texts(found.get("between", {}), "words"),
            tuple(
                AskedQuestions(
                    *(_texts(each, name) for name in ("clauses", "asks", "questions", "opposite"))
                )
                for each in _tables(found, "asked")
            ),
            tuple(_texts(each, "words") for each in _tables(found, "kind")),
        )
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as fault:
        raise ThesaurusError(f"{FILE} cannot be read: {fault!r}") from fault
    if unknown := sorted(found.keys() - _PARTS):
        raise ThesaurusError(f"{FILE} has no part `{unknown[0]}`")
    _refuse_repeats(read)
    return read


def _tables(found: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return cast("list[Mapping[str, Any]]", found.get(name, []))


def _texts(found: Mapping[str, Any], name: str) -> tuple[str, ...]:
    texts = found.get(name, [])
    if not isinstance(texts, list) or any(not isinstance(one, str) for one in cast("Any", texts)):
        raise TypeError(f"`{name}` is no list of texts")
    return tuple(cast("list[str]", texts))


def _refuse_repeats(read: Thesaurus) -> None:
    """Raise ``ThesaurusError`` where a word has two meanings."""
    known: set[str] = set()
    for words in (read.ignored, *read.same):
        for word in words:
            if word in known:
                raise ThesaurusError(f"`{word}` is twice in {FILE}")
            known.add(word)
