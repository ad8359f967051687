"""What the pages of one volume share: where each clause is, how it is linked, what came of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import PurePath
from typing import Protocol, Self

from haggis_rules.analysis.possible_types import ZoneTypes
from haggis_rules.ir.game import Case, Clause, Game
from haggis_rules.site.content.clause_dependencies import promise_uses, used_by, uses
from haggis_rules.site.content.volumes import (
    OPTIONS,
    Volume,
    Volumes,
    promise_page,
)
from haggis_rules.site.drawing.illustrated import Illustrated
from haggis_rules.site.markdown import link, plain, within
from haggis_rules.verdicts.evidence import CountingSummary, Evidence
from haggis_rules.verdicts.reader import RecordedVerdict
from haggis_rules.wording.names import CLAUSE_NAME

INDEX, VIEWS, COMBINATIONS, WORDS = "index", "all-views", "all-combinations", "all-words"
MATCH, QUESTIONS = "all-match", "all-questions"
KNOWN = "all-known"


class CaseSummary(Protocol):
    """What came of an example or a question when it was played through."""

    @property
    def passed(self) -> bool:
        """Whether all that it claims holds."""
        ...

    @property
    def detail(self) -> str:
        """What does not hold, and where; nothing when all does."""
        ...


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """A game of the same variant and seats with other values of options, and what is known."""

    game: Game
    results: tuple[RecordedVerdict, ...] = ()
    cases: Sequence[CaseSummary] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict[str, Evidence])


@dataclass(frozen=True, slots=True)
class GameFindings:
    """What is known of a game besides its text: what came of its promises and of its cases.

    ``cases`` has one for each case of the game, in order, or nothing when none was looked at.
    ``choices`` are the other values that the options of the game may have, and ``joint_choices``
    has the games in which several of them are not as usual. ``evidence`` has what
    the results rest on, by the names of promises, as far as that is known, and ``counted`` for
    which readings it was asked whether counting is right. ``held``
    has the types of play that hands can hold.
    """

    results: tuple[RecordedVerdict, ...] = ()
    cases: Sequence[CaseSummary] = ()
    choices: tuple[OptionChoice, ...] = ()
    evidence: Mapping[str, Evidence] = field(default_factory=dict[str, Evidence])
    counted: tuple[CountingSummary, ...] = ()
    held: tuple[ZoneTypes, ...] = ()
    joint_choices: tuple[OptionChoice, ...] = ()


FindingsByGame = Mapping[tuple[str, int], GameFindings]  # by a variant and a number of seats


@dataclass(frozen=True, slots=True)
class VolumeContent:
    """One volume, ready to be put on pages. ``homes`` has where each clause stands."""

    volume: Volume
    volumes: Volumes
    english: Illustrated
    homes: Mapping[str, str]
    uses: Mapping[str, tuple[str, ...]]
    used_by: Mapping[str, tuple[str, ...]]
    promises: Mapping[str, tuple[str, ...]]
    results: Mapping[str, RecordedVerdict]
    findings: GameFindings = field(default_factory=GameFindings)

    @classmethod
    def of(
        cls, game: Game, findings: GameFindings | None = None, *, catalog: Volumes | None = None
    ) -> Self:
        """Work out what the pages share. Without a catalog the volume stands alone."""
        known = findings or GameFindings()
        volumes = catalog or Volumes.of([game])
        volume = volumes.find(game.name, game.seats) or Volume.of(game)
        return cls(
            volume=volume,
            volumes=volumes,
            english=Illustrated.of(game),
            homes={name: volume.page_of(name) for name in game.clauses},
            uses=uses(game),
            used_by=used_by(game),
            promises=promise_uses(game),
            results={result.name: result for result in known.results},
            findings=known,
        )

    @property
    def game(self) -> Game:
        """The game that the pages are about."""
        return self.volume.game

    def with_choice(self, choice: OptionChoice) -> Self:
        """Make ready to write, on the page of the options, what holds with another choice."""
        found = GameFindings(choice.results, choice.cases, evidence=choice.evidence)
        other = type(self).of(choice.game, found, catalog=Volumes.of([choice.game]))
        there = {name: f"{OPTIONS}.md#{name}" for name in choice.game.clauses}
        return replace(other, homes=there | dict(self.homes))

    def link(self, clause: str) -> str:
        """Link a clause from any page of the volume."""
        known = self.game.clauses.get(clause)
        return link(plain(clause if known is None else known.heading), self.address(clause))

    def links(self, clauses: Iterable[str]) -> str:
        """Link several clauses."""
        return ", ".join(self.link(clause) for clause in clauses)

    def address(self, clause: str) -> str:
        """Say where a clause stands, from any page of the volume."""
        return self.homes[clause]

    def promise(self, name: str) -> str:
        """Link the page of a promise, from any page of the volume."""
        return link(plain(name), f"../{promise_page(name)}.md")

    def words(self, clause: Clause, *, up: str | None = None) -> str:
        """Write the words of a clause; each other clause that they name is linked by its title.

        A page outside the folder of the volume says with ``up`` how to leave its own.
        """
        linked = self.link if up is None else partial(self.volume.link, up=up)
        pieces = CLAUSE_NAME.split(clause.words)
        return "".join(
            linked(piece)
            if piece in self.homes and piece != clause.name
            else within(piece, first=index == 0)
            for index, piece in enumerate(pieces)
        )

    def in_chapter(self, chapter: str) -> tuple[Clause, ...]:
        """Return the clauses of a chapter, in order."""
        return tuple(clause for clause in self.game.clauses.values() if clause.chapter == chapter)

    def cases_of(self, clause: str) -> tuple[tuple[Case, CaseSummary | None], ...]:
        """Return the examples and questions of a clause, each with what came of it if known."""
        checked: Sequence[CaseSummary | None] = self.findings.cases or [None] * len(self.game.cases)
        pairs = zip(self.game.cases, checked, strict=True)
        return tuple((case, came) for case, came in pairs if case.clause == clause)

    def cases(self) -> tuple[tuple[Case, CaseSummary | None], ...]:
        """Return all examples and questions, clause by clause, as ``cases_of`` does."""
        return tuple(pair for clause in self.game.clauses for pair in self.cases_of(clause))

    def questions(self) -> tuple[tuple[Case, CaseSummary | None], ...]:
        """Return those of the cases that are questions."""
        return tuple(pair for pair in self.cases() if pair[0].answer is not None)


def file_name(clause: Clause) -> str:
    """Return the name of the file that a clause is written in, wherever that file lies."""
    return PurePath(clause.path).name
