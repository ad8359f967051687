"""What can be found: each clause once for all tables at which it says the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from haggis_rules.ir.game import Case, Citation, Clause, ClauseStatus, Game
from haggis_rules.syntax.print import show_items
from haggis_rules.wording.names import with_titles

SeatedVariant = tuple[str, int]  # a variant, and how many play


@dataclass(frozen=True, slots=True)
class FoundCase:
    """An example, or a question with its answer, and the tables at which it is checked."""

    words: str
    answer: str | None
    formal: str
    tables: frozenset[SeatedVariant]


@dataclass(slots=True)
class FinderEntry:
    """A clause as it stands at some tables. ``title`` is what it is called in words.

    ``said`` has its ``words`` with the titles of other clauses in place of their names. ``agreed``
    says that players have to agree on it: no table has it with the usual options.
    """

    clause: str
    title: str
    words: str
    chapter: str
    status: ClauseStatus
    because: str
    guard: str
    agreed: bool
    said: str
    citations: dict[Citation, set[SeatedVariant]] = field(
        default_factory=dict[Citation, set[SeatedVariant]]
    )
    tables: list[SeatedVariant] = field(default_factory=list[SeatedVariant])
    cases: dict[tuple[str, str | None], FoundCase] = field(
        default_factory=dict[tuple[str, str | None], FoundCase]
    )

    def add(self, game: Game, citations: Iterable[Citation]) -> None:
        """Add a table at which the clause stands, what it cites, and what is beside it there."""
        table = (game.name, game.seats)
        for cited in citations:
            self.citations.setdefault(cited, set()).add(table)
        if table not in self.tables:
            self.tables.append(table)
        for case in game.cases:
            if case.clause == self.clause:
                self._add_case(case, table)

    def _add_case(self, case: Case, table: SeatedVariant) -> None:
        key = (case.words, case.answer)
        known = self.cases.get(key)
        tables = frozenset({table}) if known is None else known.tables | {table}
        formal = show_items((case.written,)).strip() if known is None else known.formal
        self.cases[key] = FoundCase(case.words, case.answer, formal, tables)


def entries_of(games: Iterable[Game]) -> tuple[FinderEntry, ...]:
    """Fold the clauses of games, in the order of the games and of their texts.

    Of the games of a table the one with the usual options comes first.
    """
    found: dict[tuple[str, str, str], FinderEntry] = {}
    known: set[SeatedVariant] = set()
    every = list(games)
    by_name = {game.name: [one for one in every if one.name == game.name] for game in every}
    for game in every:
        table = (game.name, game.seats)
        for clause in game.clauses.values():
            key = (clause.name, clause.words, clause.guard)
            if key not in found:
                found[key] = FinderEntry(
                    clause.name, title_of(clause), clause.words, clause.chapter, clause.status,
                    clause.because, clause.guard, table in known,
                    with_titles(clause.words, game, *by_name[game.name]),
                )  # fmt: skip
            found[key].agreed &= table in known
            found[key].add(game, clause.citations)
        known.add(table)
    return tuple(found.values())


def title_of(clause: Clause) -> str:
    """Return what a clause is called: its title, or else the words of its name."""
    return clause.title or clause.name.replace(".", " ").replace("-", " ")
