"""A match that goes on: its actions, its deals, and what lasts from one hand to the next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import cast

from haggis_rules.codegen.compiled import first_lasting
from haggis_rules.engine.hand_points import HandPoints
from haggis_rules.engine.match_so_far import MatchSoFar
from haggis_rules.engine.past_hands import PastHand, end_hand, past_hand, past_hands, seen_of
from haggis_rules.engine.position import Position, by_seed, deal_position
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.seat import Seat, check_door, match_behind
from haggis_rules.frozen_dataclass import open_class
from haggis_rules.knowledge.match_view import MatchView
from haggis_rules.notation.dealings import check_dealing
from haggis_rules.notation.json_types import MatchJson
from haggis_rules.notation.line_writer import state_to_line
from haggis_rules.semantics.action import Action, IllegalAction, Reason
from haggis_rules.semantics.asking import WrongArgumentError, check_action, check_seat
from haggis_rules.semantics.between_hands import FINISHED, MOST_HANDS
from haggis_rules.semantics.breach import Endless
from haggis_rules.semantics.dealing import Dealing, deal_starts, dealing, draw
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import GameState, StateValues


@dataclass(frozen=True, slots=True, eq=False)
class MatchState(MatchSoFar):
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
    _past: PastHand | None = field(default=None, repr=False)

    def actions(self, seat: int) -> Sequence[Action]:
        """Return all actions of a seat, in the order of ``Position.actions``; none at the end.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> len(match.actions(1)), match.actions(1)[-1]
        (781, <Action 2: play J Q K>)
        """
        past, position = self._past, self.position
        if past is None or past.position is not position:
            return position.actions(seat)
        check_seat(self.rules.game, seat)
        return []

    def decisions(self, seat: int) -> Sequence[Action]:
        """Return all that a seat can decide, as ``Position.decisions`` does; nothing at the end.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> [action.text for action in match.decisions(0)]
        ['bet zero', 'bet little', 'bet big']
        """
        check_seat(self.rules.game, seat)
        return self.position.decisions(seat) if self._playing else []

    def by_chance(self, action: Action, chance: Random | None = None) -> Action:
        """Return an action with its random choices made, as ``Position.by_chance`` does.

        Without a ``chance`` of its own, the seed of the match chooses. An action that leaves
        nothing to chance comes back as it is.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> action = match.actions(1)[-1]
        >>> match.by_chance(action) == action
        True
        """
        check_action(action)
        return by_seed(self.position, action, self.seed, self.hand, chance)

    def is_legal(self, action: Action) -> bool:
        """Return whether an action can be taken now, without looking for any others.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.is_legal(match.rules.parse_action("1: play 3o"))
        False
        """
        return self._playing and self.position.is_legal(self.by_chance(action))

    def why_not(self, action: Action) -> list[Reason]:
        """Return a ``Reason`` for each clause against an action; none if it can be taken.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> [one.clause for one in match.why_not(match.rules.parse_action("1: play 3o"))]
        ['trick.play']
        """
        if not self._playing:
            return [self._why_over()]
        return self.position.why_not(self.by_chance(action))

    def apply(self, action: Action) -> MatchState:
        """Return the match after an action and all that follows from it.

        For an action by chance without its choice, the seed chooses. When that ends the hand, it is
        scored, and unless the match is over the next hand is dealt, or waited for when there is no
        seed. Raises ``IllegalAction``, which names the clauses against the action, and a ``Breach``
        with the clause at fault when the rules are not sound.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> after = match.apply(match.rules.parse_action("2: play 4r 4y"))
        >>> after.turn, match.turn
        (0, 1)
        """
        rules, past, position = self.rules, self._past, self.position
        if past is not None and past.position is position:
            raise IllegalAction(rules.show_action(action), self.why_not(action))
        if rules.choices.draws:
            action = self.by_chance(action)
        return _go_on(rules, self.seed, position.apply(action), past)

    def deal(self, cards: Dealing) -> MatchState:
        """Return the match with its next hand, for cards that are dealt elsewhere.

        ``cards`` is the deal, as ``Rules.dealing_from_json`` returns it. Raises
        ``WrongArgumentError`` unless the match waits for a deal, and ``NotationError`` when these
        rules cannot produce this deal.

        >>> from random import Random
        >>> from haggis_rules import Dealing, load
        >>> rules = load("classic", players=2)
        >>> seeded = rules.new_match(seed=7)
        >>> match = rules.determinize(seeded.view(0), Random(1))
        >>> while not match.undealt:
        ...     match = match.apply(match.decisions(match.to_act[-1])[-1])
        >>> match.deal(Dealing(seeded.state.zones)).hand
        2
        """
        if not self.undealt:
            message = "this match does not wait for cards: a seed deals them, or nothing is over"
            raise WrongArgumentError(message)
        lasting = self.state.values
        check_dealing(self.rules.game, cards.zones, deal_starts(self.rules.game, lasting))
        position = deal_position(self.rules, lasting, cards)
        return _go_on(self.rules, self.seed, position, self._past)

    def view(self, seat: int) -> MatchView:
        """Return all that a seat may know of the match, as plain data that leads to nothing else.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.view(0).table.zones[1].unseen
        14
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
            tuple(seen_of(self.rules, ended, seat) for ended in past_hands(self._past)),
        )

    def seat(self, number: int) -> Seat:
        """Return the door of one player: what that seat may know and do, and nothing else.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.seat(1).may_act
        True
        """
        check_seat(self.rules.game, number)
        return Seat(number, self)

    @staticmethod
    def behind(door: Seat) -> MatchState:
        """Return the match to which a door leads, for the server that holds it.

        Nothing that a client can call returns it.

        >>> from haggis_rules import MatchState, load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> door = match.seat(1)
        >>> MatchState.behind(door.apply(door.actions()[-1])).turn
        0
        """
        check_door(door)
        match = match_behind(door)
        assert isinstance(match, MatchState)  # noqa: S101 - doors are made above, and nowhere else
        return match

    def to_text(self) -> str:
        """Return the state in one line, which ``Rules.state_from_text`` reads.

        It has all cards, so no player may see it.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.to_text().split(" | ")[0]
        'classic/2 target=350'
        """
        return state_to_line(self.rules.game, self.state)

    def to_json(self) -> MatchJson:
        """Return the match as JSON, from which ``Rules.match`` restores it.

        It has all cards, and the seed of those to come, so no player may see it.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.to_json()["seed"], len(match.to_json()["hands"])
        (7, 1)
        """
        rules, hands = self.rules, [(hand.start, hand.actions_taken) for hand in self.hands]
        return rules.forms.match.to_json((*rules.head.values(), self.seed, hands))

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
        return [(one.position, one.after, one.points, one.last) for one in past_hands(self._past)]

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
        past = PastHand(None, hand - 1, position, position.state, (), last=False, total=nothing)
    return _go_on(rules, seed, position, past)


def first_hand(rules: Ruleset, seed: int) -> Position:
    """Return the first hand of the match with this seed, as it was dealt."""
    drawn = draw(rules.game, random_stream(seed, StreamPurpose.MATCH), lasting=True)
    lasting = first_lasting(rules.code, rules.game, drawn)
    return deal_position(rules, lasting, _dealt(rules, lasting, seed, 1))


def _dealt(rules: Ruleset, lasting: StateValues, seed: int, hand: int) -> Dealing:
    return dealing(rules.card_dealer, lasting, random_stream(seed, StreamPurpose.DEAL, hand))


def _go_on(
    rules: Ruleset, seed: int | None, position: Position, past: PastHand | None
) -> MatchState:
    """Take the score of a hand that is over and deal the next, until there is something to do."""
    for _ in range(MOST_HANDS):
        if not position.finished:
            return _new_match(rules, seed, position, past)
        past = end_hand(rules, position, past)
        if past.last or seed is None:
            return MatchState(rules, seed, position, past)
        lasting = past.after.values
        following = _dealt(rules, lasting, seed, past.number + 1)
        position = deal_position(rules, lasting, following)
    message = f"more than {MOST_HANDS} hands in a row are over as soon as they are dealt"
    raise Endless(message)


_OpenMatch = open_class(MatchState)


def _new_match(
    rules: Ruleset, seed: int | None, position: Position, past: PastHand | None
) -> MatchState:
    """Return a match quickly, as at each action."""
    match = _OpenMatch()
    match.rules, match.seed, match.position, match._past = rules, seed, position, past  # noqa: SLF001
    match.__class__ = MatchState
    return cast("MatchState", match)


def _again(
    rules: Ruleset,
    seed: int | None,
    position: Position | None,
    ended: list[tuple[Position, GameState, HandPoints, bool]],
) -> MatchState:
    """Make a match again from the hands that are over and the one that is being played."""
    past: PastHand | None = None
    for hand, after, got, last in ended:
        past = past_hand(past, hand, after, got, last=last, scorers=rules.scorers)
    if past is not None and position is None:
        position = past.position
    assert position is not None  # noqa: S101 - there is one, or a hand is over
    return MatchState(rules, seed, position, past)
