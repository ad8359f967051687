"""The score sheet of a match, and what a seat knows of a match, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from haggis_rules.ir.game import Game
from haggis_rules.knowledge.view import SeenValue, View, owner_to_json, values_to_json
from haggis_rules.notation.values import Json
from haggis_rules.semantics.between_hands import scoring


class ScoreEntry(NamedTuple):
    """An entry of the score sheet: its name, the seat or team, the points, and why.

    ``clauses`` has all that the points rest on, in the order of the rules.
    """

    name: str
    owner: int
    points: int
    clauses: tuple[str, ...]


class HandScore(NamedTuple):
    """What one hand brought, by the number of the hand: entry by entry as in the text."""

    hand: int
    entries: tuple[ScoreEntry, ...]

    def total(self, owner: int) -> int:
        """Return what a seat or team got in the hand."""
        return sum(one.points for one in self.entries if one.owner == owner)


class EndedHand(NamedTuple):
    """What a seat knows of a hand that is over: its scores, and all that it was shown of it."""

    sheet: HandScore
    view: View


@dataclass(frozen=True, slots=True)
class MatchView:
    """All that a seat may know of a match, as plain data. The score sheet is open to all.

    ``table`` is its view of the hand that is being played, ``values`` what it sees of that which
    lasts from hand to hand, and ``ended`` what it knows of the hands before. At the end of the
    match ``table`` is the last hand.
    """

    game: Game = field(repr=False, compare=False)
    seat: int
    hand: int
    finished: bool
    scores: tuple[int, ...]
    table: View
    values: tuple[SeenValue, ...]
    ended: tuple[EndedHand, ...]

    def to_json(self) -> Json:
        """Return the view as JSON, in the words of the rules."""
        return {
            "variant": self.game.name,
            "seat": self.seat,
            "hand": self.hand,
            "finished": self.finished,
            "scores": self.scores,
            "table": self.table.to_json(),
            "values": values_to_json(self.game, self.values),
            "ended": [
                {"sheet": sheet_to_json(self.game, one.sheet), "view": one.view.to_json()}
                for one in self.ended
            ],
        }


def sheet_to_json(game: Game, sheet: HandScore) -> Json:
    """Return a score sheet as JSON."""
    kind = scoring(game)
    return {
        "hand": sheet.hand,
        "entries": [
            {
                "name": one.name,
                **owner_to_json(game, kind, one.owner),
                "points": one.points,
                "clauses": one.clauses,
            }
            for one in sheet.entries
        ],
    }
