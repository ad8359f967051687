"""What the pages of one variant share: where each clause is, and how it is linked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol, Self

from haggis_rules.ir.game import Clause, Game
from haggis_rules.render.markdown import link, plain, slug
from haggis_rules.render.uses import used_by, uses
from haggis_rules.render.words import English

INDEX, VIEWS, COMBINATIONS, WORDS = "index", "all-views", "all-combinations", "all-words"
UNTITLED = "Rules"


class Result(Protocol):
    """What came of a promise: its name, the verdict in a word or two, and what there is to say."""

    @property
    def name(self) -> str:
        """The promise."""
        ...

    @property
    def verdict(self) -> str:
        """One of the verdicts: ``proved``, ``refuted``, ``unknown`` and so on."""
        ...

    @property
    def detail(self) -> str:
        """More to say, or nothing."""
        ...


@dataclass(frozen=True, slots=True)
class Book:
    """One variant, ready to be put on pages. ``files`` has the page of each chapter."""

    game: Game
    english: English
    files: Mapping[str, str]
    uses: Mapping[str, tuple[str, ...]]
    used_by: Mapping[str, tuple[str, ...]]
    results: Mapping[str, Result]

    @classmethod
    def of(cls, game: Game, results: Iterable[Result] | None = None) -> Self:
        """Work out what the pages share."""
        found = {result.name: result for result in results or ()}
        return cls(game, English.of(game), _files(game), uses(game), used_by(game), found)

    def link(self, clause: str) -> str:
        """Link a clause from any page of the variant."""
        return link(plain(clause), self.address(clause))

    def links(self, clauses: Iterable[str]) -> str:
        """Link several clauses."""
        return ", ".join(self.link(clause) for clause in clauses)

    def address(self, clause: str) -> str:
        """Say where a clause stands, from any page of the variant."""
        return f"{self.files[self.game.clauses[clause].chapter]}.md#{clause}"

    def in_chapter(self, chapter: str) -> tuple[Clause, ...]:
        """Give the clauses of a chapter, in order."""
        return tuple(clause for clause in self.game.clauses.values() if clause.chapter == chapter)


def title(chapter: str) -> str:
    """Give the title of a chapter; clauses may stand before the first."""
    return chapter or UNTITLED


def file_name(clause: Clause) -> str:
    """Give the name of the file that a clause is written in, wherever that file lies."""
    return PurePath(clause.path).name


def _files(game: Game) -> dict[str, str]:
    """Name a file for each chapter; the number in front keeps them in the order of the rules."""
    chapters = dict.fromkeys(clause.chapter for clause in game.clauses.values())
    return {
        chapter: f"{number:02}-{slug(title(chapter))}"
        for number, chapter in enumerate(chapters, start=1)
    }
