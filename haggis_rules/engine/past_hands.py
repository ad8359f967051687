"""The hands of a match that are over: what each scored, and what it left behind."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from haggis_rules.engine.hand_points import HandPoints, points_of_hand, score_again
from haggis_rules.engine.position import Position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import in_order
from haggis_rules.knowledge.match_view import EndedHand, HandScore, ScoreEntry
from haggis_rules.semantics.between_hands import is_one_hand, points
from haggis_rules.semantics.breach import Breach, with_clause
from haggis_rules.semantics.state import GameState


@dataclass(slots=True, eq=False)
class PastHand:
    """A hand that is over, what was left after it, and what each entry of the sheet was worth.

    ``total`` is what each owner has got in this hand and all before it, and ``last`` whether the
    match is over. ``sheet`` and ``seen`` are made once they are asked for.
    """

    earlier: PastHand | None
    number: int
    position: Position
    after: GameState
    points: HandPoints
    last: bool
    total: tuple[int, ...]
    sheet: HandScore | None = None
    seen: dict[int, EndedHand] = field(default_factory=dict[int, EndedHand])


def end_hand(rules: Ruleset, position: Position, past: PastHand | None) -> PastHand:
    """Take the score of a hand that is over, and see whether the match is over as well.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    state = position.state
    try:
        got = points_of_hand(rules, state)
        after = GameState(*rules.code.between(state.values, state.zones))
        over = rules.code.until
        last = is_one_hand(rules.game) if over is None else over(after.values, after.zones)
    except Breach as breach:
        raise with_clause(breach, partial(score_again, rules, state)) from None
    return past_hand(past, position, after, got, last=bool(last), scorers=rules.scorers)


def past_hand(  # noqa: PLR0913 - all that is known of it
    past: PastHand | None,
    position: Position,
    after: GameState,
    got: HandPoints,
    *,
    last: bool,
    scorers: int,
) -> PastHand:
    """Return a hand that is over, with what each owner has got by then."""
    before = (0,) * scorers if past is None else past.total
    total = tuple(map(sum, zip(before, *got, strict=True)))
    return PastHand(past, hand_count(past) + 1, position, after, got, last, total)


def sheet_of(rules: Ruleset, ended: PastHand) -> HandScore:
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


def seen_of(rules: Ruleset, ended: PastHand, seat: int) -> EndedHand:
    """Return what a seat knows of a hand that is over."""
    if seat not in ended.seen:
        ended.seen[seat] = EndedHand(sheet_of(rules, ended), ended.position.view(seat))
    return ended.seen[seat]


def hand_count(past: PastHand | None) -> int:
    """Return how many hands are over."""
    return 0 if past is None else past.number


def past_hands(past: PastHand | None) -> list[PastHand]:
    """Return the hands that are over, in order."""
    found: list[PastHand] = []
    while past is not None:
        found.append(past)
        past = past.earlier
    return found[::-1]
