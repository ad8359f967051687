"""Hands of a match that are over: what they scored, and what was seen of them, once asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.engine.hand_points import HandPoints
from haggis_rules.engine.position import Position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import in_order
from haggis_rules.knowledge.match_view import EndedHand, HandScore, ScoreEntry
from haggis_rules.semantics.between_hands import points
from haggis_rules.semantics.state import GameState


@dataclass(slots=True, eq=False)
class FinishedHand:
    """A hand that is over, what was left after it, and what each entry of the sheet was worth.

    ``total`` is what each owner has got in this hand and all before it, and ``last`` whether the
    match is over. ``sheet`` and ``seen`` are made once they are asked for.
    """

    earlier: FinishedHand | None
    number: int
    position: Position
    after: GameState
    points: HandPoints
    last: bool
    total: tuple[int, ...]
    sheet: HandScore | None = None
    seen: dict[int, EndedHand] = field(default_factory=dict[int, EndedHand])


def finished_hand(  # noqa: PLR0913 - all that is known of it
    past: FinishedHand | None,
    position: Position,
    after: GameState,
    got: HandPoints,
    *,
    last: bool,
    scorers: int,
) -> FinishedHand:
    """Return a hand that is over, with what all owners have got up to its end."""
    before = (0,) * scorers if past is None else past.total
    total = tuple(map(sum, zip(before, *got, strict=True)))
    return FinishedHand(past, number_of(past) + 1, position, after, got, last, total)


def sheet_of(rules: Ruleset, ended: FinishedHand) -> HandScore:
    """Return what a hand brought, with the clauses that each entry rests on."""
    if ended.sheet is None:
        game, lines = rules.game, list[ScoreEntry]()
        for name, got in zip(game.scores, ended.points, strict=True):
            for owner, worth in enumerate(got):
                trail = set[str]()
                points(game, ended.position.state, name, owner, trail)
                lines.append(ScoreEntry(name, owner, worth, in_order(game, trail)))
        ended.sheet = HandScore(ended.number, tuple(lines))
    return ended.sheet


def seen_by(rules: Ruleset, ended: FinishedHand, seat: int) -> EndedHand:
    """Return what a seat knows of a hand that is over."""
    if seat not in ended.seen:
        ended.seen[seat] = EndedHand(sheet_of(rules, ended), ended.position.view(seat))
    return ended.seen[seat]


def number_of(past: FinishedHand | None) -> int:
    """Return the number of the hand that ended last; 0 before one has."""
    return 0 if past is None else past.number


def finished_hands(past: FinishedHand | None) -> list[FinishedHand]:
    """Return the hands that are over, in order."""
    found: list[FinishedHand] = []
    while past is not None:
        found.append(past)
        past = past.earlier
    return found[::-1]
