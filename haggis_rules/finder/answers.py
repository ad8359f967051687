"""What is answered to a question: the rule of the game that is played, and what others say."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from haggis_rules.finder.index import FinderIndex, IndexedCase, IndexedEntry, IndexedSource
from haggis_rules.finder.ranking import Hit, rank, table_in, turned
from haggis_rules.finder.words import words_in

MOST_NEAR = 3  # words that an unknown one may have been
_ALIKE = 0.6  # how like two words are then, of 1


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A clause that answers, at the table where it holds.

    ``own`` says whether that is the table that was asked about; what is not is never shown without
    its table. ``question`` is one beside the clause that is nearly what was asked, with its answer,
    and ``example`` shows the clause. ``sure`` says whether that question asks the same, and
    ``opposite`` whether it does so the other way round.
    """

    entry: IndexedEntry
    variant: str
    players: int
    own: bool
    score: int
    sources: tuple[IndexedSource, ...]
    question: IndexedCase | None
    example: IndexedCase | None
    sure: bool = False
    opposite: bool = False

    @property
    def clause(self) -> str:
        """The name of the clause."""
        return self.entry["clause"]

    @property
    def answer(self) -> str | None:
        """The answer of that question; where it asks the opposite, with the other yes or no."""
        known = None if self.question is None else self.question["answer"]
        return turned(known) if known and self.opposite else known

    @property
    def table(self) -> str:
        """The table in words."""
        return table_words(self.variant, self.players)


def table_words(variant: str, players: int) -> str:
    """Return what a table is called, such as ``classic, 2 players``."""
    return f"{variant}, {'1 player' if players == 1 else f'{players} players'}"


def table_asked(
    index: FinderIndex, question: str, variant: str | None, players: int | None
) -> tuple[str, int]:
    """Return the table that a question is about: as said, as the question has it, or the usual one.

    Raises ``LookupError`` with the numbers of players that there are, where this one is not.
    """
    named, counted = table_in(index, question)
    usual = index["usual"]
    asked = variant or named or usual["variant"]
    seatings = [one["players"] for one in index["tables"] if one["variant"] == asked]
    if players is not None and players not in seatings:
        raise LookupError(asked, *seatings)
    wanted = (players, counted, usual["players"])
    return asked, next((one for one in wanted if one in seatings), seatings[0])


def find_rules(
    index: FinderIndex, question: str, variant: str, players: int, rests_on: tuple[str, ...] = ()
) -> list[FoundRule]:
    """Return the clauses that answer a question, the best first, other tables last."""
    hits = rank(index, question, variant, players, rests_on)
    return [_found(index, hit, variant, players) for hit in hits]


def topics(index: FinderIndex, variant: str, players: int) -> list[str]:
    """Return what the rules of a table speak of: their chapters, in order."""
    table = _place(index, variant, players)
    every = (entry["chapter"] for entry in index["entries"] if table in entry["tables"])
    return [chapter for chapter in dict.fromkeys(every) if chapter]


def known_words_near(index: FinderIndex, question: str) -> list[str]:
    """Return words that are known, and much like those of a question that are not."""
    unknown = [word for word in words_in(question) if word not in index["forms"]]
    found = (
        near
        for word in unknown
        for near in get_close_matches(word, index["forms"], MOST_NEAR, _ALIKE)
    )
    return [*dict.fromkeys(found)]


def _found(index: FinderIndex, hit: Hit, variant: str, players: int) -> FoundRule:
    entry = index["entries"][hit.entry]
    place = _place(index, variant, players) if hit.own else _likest(index, entry, variant)
    table = index["tables"][place]
    asked = entry["cases"][hit.question] if hit.question >= 0 else None
    if asked is not None and place not in asked["tables"]:
        asked = None
    shown = (one for one in entry["cases"] if one["answer"] is None and place in one["tables"])
    return FoundRule(
        entry, table["variant"], table["players"], hit.own, hit.score,
        tuple(one for one in entry["sources"] if place in one["tables"]), asked, next(shown, None),
        asked is not None and hit.sure, asked is not None and hit.opposite,
    )  # fmt: skip


def _place(index: FinderIndex, variant: str, players: int) -> int:
    wanted = {"variant": variant, "players": players}
    return next((n for n, table in enumerate(index["tables"]) if table == wanted), -1)


def _likest(index: FinderIndex, entry: IndexedEntry, variant: str) -> int:
    """Return the table of an entry that is shown: one of the same variant, if there is one."""
    same = (one for one in entry["tables"] if index["tables"][one]["variant"] == variant)
    return next(same, entry["tables"][0])
