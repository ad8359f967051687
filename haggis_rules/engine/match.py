"""A match: hand after hand, what each of them scored, and what lasts from one to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from haggis_rules.codegen.compiled import first_lasting
from haggis_rules.engine.game_at_rest import MatchAtRest
from haggis_rules.engine.hand_points import HandPoints, points_of_hand, score_again
from haggis_rules.engine.position import Position, by_seed, deal_position
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.seat import Seat, match_behind
from haggis_rules.engine.trace import in_order
from haggis_rules.knowledge.match_view import EndedHand, HandScore, MatchView, ScoreEntry
from haggis_rules.notation.dealings import check_dealing
from haggis_rules.notation.forms import Json
from haggis_rules.notation.line_writer import state_to_line
from haggis_rules.semantics.action import Action, IllegalAction, Reason
from haggis_rules.semantics.asking import WrongArgumentError, check_seat
from haggis_rules.semantics.between_hands import (
    FINISHED,
    MOST_HANDS,
    is_one_hand,
    points,
)
from haggis_rules.semantics.breach import Breach, Endless, with_clause
from haggis_rules.semantics.dealing import Dealing, deal_starts, dealing, draw
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import GameState, StateValues


@dataclass(slots=True, eq=False)
class _EndedHand:
    """A hand that is over, what was left after it, and what each entry of the sheet was worth.

    ``total`` is what each owner has got in this hand and all before it, and ``last`` whether the
    match is over. ``sheet`` and ``seen`` are made once they are asked for.
    """

    earlier: _EndedHand | None
    number: int
    position: Position
    after: GameState
    points: HandPoints
    last: bool
    total: tuple[int, ...]
    sheet: HandScore | None = None
    seen: dict[int, EndedHand] = field(default_factory=dict[int, EndedHand])


@dataclass(frozen=True, slots=True, eq=False)
class MatchState(MatchAtRest):
    """A match at rest, with all that led to it. It never changes: ``apply`` returns another.

    ``position`` is the hand in play, or the last one if the match is over. ``seed`` is None if the
    cards are dealt elsewhere; after each hand, the match then waits for ``deal``.

    >>> from haggis_rules import load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> match.hand, match.turn, match.scores
    (1, 1, (0, 0))
    >>> match.apply(match.actions(1)[-1]).turn
    0
    """

    rules: Ruleset
    seed: int | None
    position: Position
    _past: _EndedHand | None = field(default=None, repr=False)

    @property
    def hand(self) -> int:
        """The number of the hand in play, or of the last one; the first is 1."""
        return _number(self._past) + self._playing

    @property
    def finished(self) -> bool:
        """Whether the match is over, so that nobody can act."""
        past = self._past
        return past is not None and past.last and past.position is self.position

    @property
    def undealt(self) -> bool:
        """Whether a hand is over and the match is waiting for the cards of the next one."""
        return not self._playing and not self.finished

    @property
    def hands(self) -> tuple[Position, ...]:
        """All hands in order: finished ones as they ended, then the one in play as it stands."""
        hands = [ended.position for ended in _pasts(self._past)]
        return tuple([*hands, self.position] if self._playing else hands)

    @property
    def state(self) -> GameState:
        """The state of the hand in play; between hands and at the end, what the last hand left."""
        if self._past is None or self._playing:
            return self.position.state
        return self._past.after

    @property
    def _playing(self) -> bool:
        return self._past is None or self._past.position is not self.position

    @property
    def last_hand(self) -> Position | None:
        """The most recent finished hand, as it ended."""
        return None if self._past is None else self._past.position

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now."""
        return self.position.to_act if self._playing else ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat, or of each team, from the hands that are over.

        They are the sum of all entries of ``sheet``; empty if the rules have no score sheet.
        """
        return (0,) * self.rules.scorers if self._past is None else self._past.total

    @property
    def sheet(self) -> tuple[HandScore, ...]:
        """The scores of each finished hand, entry by entry, with the clauses they rest on."""
        return tuple(_sheet(self.rules, ended) for ended in _pasts(self._past))

    @property
    def hand_points(self) -> tuple[HandPoints, ...]:
        """The points of each finished hand: for each entry of the sheet, those of each owner.

        These are the numbers of ``sheet`` without the clauses, which take as long again to find.
        """
        return tuple(ended.points for ended in _pasts(self._past))

    def actions(self, seat: int) -> Sequence[Action]:
        """Return every action of a seat, in the order of ``Position.actions``; none at the end.

        Raises ``NoSuchSeatError``.
        """
        if self._playing:
            return self.position.actions(seat)
        check_seat(self.rules.game, seat)
        return []

    def decisions(self, seat: int) -> Sequence[Action]:
        """Return every decision of a seat, as ``Position.decisions`` does; none at the end."""
        return self.position.decisions(seat) if self._playing else []

    def by_chance(self, action: Action, chance: Random | None = None) -> Action:
        """Return an action as ``Position.by_chance`` does; without ``chance``, the seed decides."""
        return by_seed(self.position, action, self.seed, self.hand, chance)

    def is_legal(self, action: Action) -> bool:
        """Whether an action can be taken now. This does not list the others."""
        return self._playing and self.position.is_legal(self.by_chance(action))

    def why_not(self, action: Action) -> list[Reason]:
        """Return each clause that forbids an action, with its words; none if it is legal."""
        if not self._playing:
            return [self._why_over()]
        return self.position.why_not(self.by_chance(action))

    def apply(self, action: Action) -> MatchState:
        """Return the match after an action and all that follows from it.

        For an action by chance without its choice, the seed chooses. If the hand is then over, it
        is scored. Unless the match is over too, the next hand is dealt, or awaited if there is no
        seed. Raises ``IllegalAction``, which names the clauses that forbid the action, and
        ``Breach``, with the clause at fault, if the rules are not sound.
        """
        rules = self.rules
        if not self._playing:
            raise IllegalAction(rules.show_action(action), self.why_not(action))
        chosen = self.by_chance(action) if rules.choices.draws else action
        return _go_on(rules, self.seed, self.position.apply(chosen), self._past)

    def deal(self, cards: Dealing) -> MatchState:
        """Return the match with its next hand, which was dealt elsewhere.

        Raises ``WrongArgumentError`` if it is not waiting for one, and ``NotationError`` if these
        rules never deal such a hand.
        """
        if not self.undealt:
            message = "this match does not wait for cards: a seed deals them, or nothing is over"
            raise WrongArgumentError(message)
        lasting = self.state.values
        check_dealing(self.rules.game, cards.zones, deal_starts(self.rules.game, lasting))
        position = deal_position(self.rules, lasting, cards)
        return _go_on(self.rules, self.seed, position, self._past)

    def view(self, seat: int) -> MatchView:
        """Return everything that a seat may know here. It is plain data, and leads to nothing else.

        Raises ``NoSuchSeatError``.
        """
        check_seat(self.rules.game, seat)
        lasting = {one.name for one in self.rules.game.states if one.lasting}
        values = self.rules.visibility.values(self.state, seat)
        return MatchView(
            self.rules.game,
            seat,
            self.hand,
            self.finished,
            self.scores,
            self.position.view(seat),
            tuple(one for one in values if one.name in lasting),
            tuple(_seen(self.rules, ended, seat) for ended in _pasts(self._past)),
        )

    def seat(self, number: int) -> Seat:
        """Return the door of one player: what that seat may know and do, and nothing else.

        Raises ``NoSuchSeatError``.
        """
        check_seat(self.rules.game, number)
        return Seat(number, self)

    @staticmethod
    def behind(door: Seat) -> MatchState:
        """Return the match that a door leads to; for the server that holds it, not for clients.

        Raises ``WrongArgumentError`` when the door was given to a player to choose.
        """
        match = match_behind(door)
        assert isinstance(match, MatchState)  # noqa: S101 - doors are made above, and nowhere else
        return match

    def to_text(self) -> str:
        """Return the position in one line, from which ``Rules.state_from_text`` makes the state.

        It shows every card, so no player should see it.
        """
        return state_to_line(self.rules.game, self.state)

    def to_json(self) -> Json:
        """Return the record of the match, from which ``Rules.match`` restores it.

        It has every card, and the seed of those to come, so no player should see it.
        """
        rules, hands = self.rules, [(hand.start, hand.actions_taken) for hand in self.hands]
        return rules.forms.match.write((*rules.head.values(), self.seed, hands))

    def __repr__(self) -> str:
        return f"<MatchState {self.to_text()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MatchState):
            return NotImplemented
        return (
            (self.seed, self.hand, self.finished) == (other.seed, other.hand, other.finished)
            and self.position == other.position
            and self._ended() == other._ended()
        )

    def __hash__(self) -> int:
        return hash((self.seed, self.hand, self.position))

    def __reduce__(self) -> tuple[object, ...]:
        # The past is a chain, and pickle would go down it one call deeper for each hand.
        position = self.position if self._playing else None
        return _again, (self.rules, self.seed, position, self._ended())

    def _ended(self) -> list[tuple[Position, GameState, HandPoints, bool]]:
        return [(one.position, one.after, one.points, one.last) for one in _pasts(self._past)]

    def _why_over(self) -> Reason:
        game = self.rules.game
        if self.undealt:
            return Reason("", "the next hand has not been dealt")
        over = game.until or game.definitions.get(FINISHED)
        clause = "" if over is None else over.clause
        return Reason(clause, words_of(game, clause) or "the match is over")


def begin(rules: Ruleset, seed: int) -> MatchState:
    """Return the match with this seed when its first hand has been dealt."""
    return _go_on(rules, seed, first_hand(rules, seed), None)


def begin_dealt(rules: Ruleset, first: Dealing) -> MatchState:
    """Return a match without a seed when its first hand has been dealt elsewhere."""
    lasting = first_lasting(rules.code, rules.game, first.lasting)
    check_dealing(rules.game, first.zones, deal_starts(rules.game, lasting))
    return _go_on(rules, None, deal_position(rules, lasting, first), None)


def resume(rules: Ruleset, seed: int, position: Position, hand: int) -> MatchState:
    """Go on with the match of a seed, of which only the hand that is being played is known.

    What the hands before it scored counts as nothing. Raises a ``Breach`` as ``apply`` does.
    """
    past = None
    if hand > 1:
        nothing = (0,) * rules.scorers
        past = _EndedHand(None, hand - 1, position, position.state, (), last=False, total=nothing)
    return _go_on(rules, seed, position, past)


def first_hand(rules: Ruleset, seed: int) -> Position:
    """Return the first hand of the match with this seed, as it was dealt."""
    drawn = draw(rules.game, random_stream(seed, StreamPurpose.MATCH), lasting=True)
    lasting = first_lasting(rules.code, rules.game, drawn)
    return deal_position(rules, lasting, _dealt(rules, lasting, seed, 1))


def _dealt(rules: Ruleset, lasting: StateValues, seed: int, hand: int) -> Dealing:
    return dealing(rules.card_dealer, lasting, random_stream(seed, StreamPurpose.DEAL, hand))


def _go_on(
    rules: Ruleset, seed: int | None, position: Position, past: _EndedHand | None
) -> MatchState:
    """Take the score of a hand that is over and deal the next, until there is something to do."""
    for _ in range(MOST_HANDS):
        if not position.finished:
            return MatchState(rules, seed, position, past)
        past = _end(rules, position, past)
        if past.last or seed is None:
            return MatchState(rules, seed, position, past)
        lasting = past.after.values
        following = _dealt(rules, lasting, seed, past.number + 1)
        position = deal_position(rules, lasting, following)
    message = f"more than {MOST_HANDS} hands in a row are over as soon as they are dealt"
    raise Endless(message)


def _end(rules: Ruleset, position: Position, past: _EndedHand | None) -> _EndedHand:
    """Take the score of a hand that is over, and see whether the match is over as well."""
    state = position.state
    try:
        got = points_of_hand(rules, state)
        after = GameState(*rules.code.between(state.values, state.zones))
        over = rules.code.until
        last = is_one_hand(rules.game) if over is None else over(after.values, after.zones)
    except Breach as breach:
        raise with_clause(breach, partial(score_again, rules, state)) from None
    return _ended(past, position, after, got, last=bool(last), scorers=rules.scorers)


def _ended(  # noqa: PLR0913 - all that is known of it
    past: _EndedHand | None,
    position: Position,
    after: GameState,
    got: HandPoints,
    *,
    last: bool,
    scorers: int,
) -> _EndedHand:
    before = (0,) * scorers if past is None else past.total
    total = tuple(map(sum, zip(before, *got, strict=True)))
    return _EndedHand(past, _number(past) + 1, position, after, got, last, total)


def _sheet(rules: Ruleset, ended: _EndedHand) -> HandScore:
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


def _seen(rules: Ruleset, ended: _EndedHand, seat: int) -> EndedHand:
    if seat not in ended.seen:
        ended.seen[seat] = EndedHand(_sheet(rules, ended), ended.position.view(seat))
    return ended.seen[seat]


def _number(past: _EndedHand | None) -> int:
    return 0 if past is None else past.number


def _pasts(past: _EndedHand | None) -> list[_EndedHand]:
    """Return the hands that are over, in order."""
    found: list[_EndedHand] = []
    while past is not None:
        found.append(past)
        past = past.earlier
    return found[::-1]


def _again(
    rules: Ruleset,
    seed: int | None,
    position: Position | None,
    ended: list[tuple[Position, GameState, HandPoints, bool]],
) -> MatchState:
    """Make a match again from the hands that are over and the one that is being played."""
    past: _EndedHand | None = None
    for hand, after, got, last in ended:
        past = _ended(past, hand, after, got, last=last, scorers=rules.scorers)
    if past is not None and position is None:
        position = past.position
    assert position is not None  # noqa: S101 - there is one, or a hand is over
    return MatchState(rules, seed, position, past)
