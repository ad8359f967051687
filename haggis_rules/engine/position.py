"""A position of a game: what led to it, what follows from an action, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import cast

from haggis_rules.engine.hand_at_rest import HandAtRest
from haggis_rules.engine.past import Past, Replay, event_of, last_first, past_with
from haggis_rules.engine.plain_action import PlainAction, action_again, plain_action
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import take_unchecked
from haggis_rules.engine.trick import TrickPlay, trick_plays
from haggis_rules.enumeration.action_sequence import ActionSequence
from haggis_rules.enumeration.outcomes import is_pending
from haggis_rules.frozen_dataclass import open_class
from haggis_rules.knowledge.view import View
from haggis_rules.notation.json_types import ActionJson, HandJson
from haggis_rules.notation.line_writer import state_to_line
from haggis_rules.notation.values import action_to_json
from haggis_rules.semantics.action import Action, IllegalAction
from haggis_rules.semantics.asking import check_action, check_seat
from haggis_rules.semantics.between_hands import first_values
from haggis_rules.semantics.breach import Breach, with_clause
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import GameState, StateValues, new_state
from haggis_rules.semantics.transition import follow


@dataclass(frozen=True, slots=True, eq=False)
class Position(HandAtRest):
    """A position at rest, with all that led to it. It never changes: ``apply`` returns another.

    ``start`` is the state after the deal, and ``state`` is the current one.

    >>> from haggis_rules import load
    >>> hand = load("classic", players=2).new_hand(seed=7)
    >>> hand.to_act, hand.finished, len(hand.actions(0))
    ((0, 1), False, 3)
    >>> hand.apply(hand.actions(1)[-1]).turn
    0
    """

    rules: Ruleset
    start: GameState = field(repr=False)
    state: GameState
    _past: Past | Replay | None = field(default=None, repr=False)
    _legal: dict[int, ActionSequence] = field(default_factory=dict[int, ActionSequence], repr=False)

    @property
    def history(self) -> tuple[Event, ...]:
        """All actions and steps since the deal, in order.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> [event.done for event in hand.apply(hand.actions(1)[-1]).history]
        [<Action 2: play J Q K>]
        """
        found, before = list[Event](), self.start
        for past in self._pasts():
            found.append(event_of(self.rules, before, past))
            before = past.after
        return tuple(found)

    @property
    def actions_taken(self) -> list[Action]:
        """All actions since the deal, in order.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.apply(hand.actions(1)[-1]).actions_taken
        [<Action 2: play J Q K>]
        """
        return [past.done for past in self._pasts() if isinstance(past.done, Action)]

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The plays of the trick, in order: all since nothing had to be beaten.

        Empty before a lead. In a position that ``Rules.at`` made, it has those since then. Raises
        ``NoSuchQueryError`` if the rules do not export ``to.beat``.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand = hand.apply(hand.rules.parse_action("2: play 4r 4y"))
        >>> hand.trick
        (TrickPlay(seat=1, play=<Play 4r 4y = set2@4>),)
        """
        return trick_plays(self.rules, last_first(self.start, self._pasts()), self.state)

    def apply(self, action: Action) -> Position:
        """Return the position after an action and all that follows from it.

        Raises ``IllegalAction``, which names the clauses that forbid it, and a ``Breach`` with the
        clause at fault when the rules are not sound.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.apply(hand.rules.parse_action("2: play 4r 4y")).turn
        0
        """
        check_action(action)
        if not self._is_own(action) and not self.is_legal(action):
            raise IllegalAction(self.rules.show_action(action), self.why_not(action))
        try:
            return self._after(action)
        except Breach as breach:
            again = take_unchecked(self.rules.patterns, self.state, action)
            raise with_clause(breach, lambda: list(again)) from None

    def _after(self, action: Action) -> Position:
        rules, state = self.rules, self.state
        do = rules.choices.plans[action.name].code.do
        after = new_state(*do(state.values, state.zones, action.actor, *action.arguments))
        return settle_position(rules, self.start, after, past_with(self._past, action, after))

    def view(self, seat: int) -> View:
        """Return all that a seat may know here, as plain data. Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.view(0).seat
        0
        """
        check_seat(self.rules.game, seat)
        visibility, before = self.rules.visibility, self.start
        seen = [visibility.dealt(self.start, seat)]
        for past in self._pasts():
            known = past.seen = {} if past.seen is None else past.seen
            if seat not in known:
                done, moved, after = event_of(self.rules, before, past)
                known[seat] = visibility.happened(done, moved, (before, after), seat)
            seen.append(known[seat])
            before = past.after
        values, zones = visibility.values(self.state, seat), visibility.zones(self.state, seat)
        return View(self.rules.game, seat, values, zones, tuple(seen))

    def to_text(self) -> str:
        """Return the state in one line, which ``Rules.state_from_text`` reads.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.rules.state_from_text(hand.to_text()) == hand.state
        True
        """
        return state_to_line(self.rules.game, self.state)

    def to_json(self) -> HandJson:
        """Return the hand as JSON, from which ``Rules.position`` restores it.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> hand = rules.new_hand(seed=7)
        >>> rules.position(hand.to_json()) == hand
        True
        """
        rules = self.rules
        return rules.forms.hand.to_json((*rules.head.values(), self.start, self.actions_taken))

    def actions_to_json(self) -> list[ActionJson]:
        """Return all actions since the deal as JSON.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.apply(hand.actions(0)[0]).actions_to_json()
        [{'action': 'bet', 'seat': 0, 'choices': {'k': 'zero'}}]
        """
        game = self.rules.game
        return [action_to_json(game, action) for action in self.actions_taken]

    def __repr__(self) -> str:
        return f"<Position {self.to_text()}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.rules == other.rules
            and (self.start, self.state) == (other.start, other.state)
            and [(past.done, past.after) for past in self._pasts()]
            == [(past.done, past.after) for past in other._pasts()]  # events follow from these
        )

    def __hash__(self) -> int:
        return hash((self.start, self.state))

    def __reduce__(self) -> tuple[object, ...]:
        # All events follow from the start and the actions, by the rules. The chain that they are
        # in would also take pickle one call deeper for each of them.
        past = self._past
        if isinstance(past, Replay):
            actions = past.actions
        else:
            actions = tuple([plain_action(action) for action in self.actions_taken])
        return _unpickled, (self.rules, self.start, self.state, None if past is None else actions)

    def _pasts(self) -> list[Past]:
        pasts: list[Past] = []
        past = self._past
        while past is not None:
            if isinstance(past, Replay):
                past = self._replayed(past)
            pasts.append(past)
            past = past.earlier
        return pasts[::-1]

    def _replayed(self, replay: Replay) -> Past:
        """Take the actions again that led to a position that was pickled.

        Raises ``ValueError`` when they lead elsewhere.
        """
        if replay.found is None:
            at = settle_position(self.rules, self.start, self.start)
            for plain in replay.actions:
                at = at._after(action_again(plain))  # noqa: SLF001 - a position too
            if at.state != replay.state or not isinstance(at._past, Past):  # noqa: SLF001
                message = "the actions of this position lead elsewhere when they are taken again"
                raise ValueError(message)
            replay.found = at._past  # noqa: SLF001
        return replay.found


def deal_position(rules: Ruleset, lasting: StateValues, dealing: Dealing) -> Position:
    """Begin a hand that has been dealt. Of the values given only those that are lasting count.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    game, zones, drawn = rules.game, dealing.zones, dealing.drawn
    try:
        state = GameState(rules.code.initial(lasting, zones, drawn), zones)
    except Breach as breach:
        again = partial(first_values, game, GameState(lasting, zones), drawn, lasting=False)
        raise with_clause(breach, again) from None
    return settle_position(rules, state, state)


def settle_position(
    rules: Ruleset, start: GameState, state: GameState, past: Past | Replay | None = None
) -> Position:
    """Return the position when all steps that wait have been taken.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    code, values, zones = rules.code, state.values, state.zones
    waiting = code.waiting_checked if rules.checked else code.waiting
    try:
        if waiting(values, zones) < 0:  # as after most actions
            return _new_position(rules, start, state, past)
        rules.budget.begin()
        followed = code.follow((values, zones), rules.budget, checked=rules.checked, logged=False)
    except Breach as breach:
        again = follow(rules.game, state)
        raise with_clause(breach, lambda: list(again)) from None
    for step, _, after in followed:
        state = new_state(*after)
        past = past_with(past, rules.game.steps[step].name, state)
    return _new_position(rules, start, state, past)


_OpenPosition = open_class(Position)


def _new_position(
    rules: Ruleset, start: GameState, state: GameState, past: Past | Replay | None
) -> Position:
    """Return a position quickly, as at each action."""
    position = _OpenPosition()
    position.rules, position.start, position.state = rules, start, state
    position._past, position._legal = past, {}  # noqa: SLF001 - it is about to be a position
    position.__class__ = Position
    return cast("Position", position)


def again(table: Position) -> Position:
    """Return the position in which the hand of another one began."""
    return settle_position(table.rules, table.start, table.start)


def replayed_position(rules: Ruleset, start: GameState, history: Iterable[Event]) -> Position:
    """Return the position to which some events led from a start; they are taken as they are."""
    past: Past | None = None
    for event in history:
        past = past_with(past, event.done, event.state)
        past.event = event
    return Position(rules, start, past.after if past else start, past)


def _unpickled(
    rules: Ruleset,
    start: GameState,
    state: GameState,
    actions: tuple[PlainAction, ...] | None,
) -> Position:
    """Return a position that was pickled; its events are worked out when they are asked for."""
    past = None if actions is None else Replay(actions, state)
    return Position(rules, start, state, past)


def by_seed(
    position: Position, action: Action, seed: int | None, hand: int, chance: Random | None = None
) -> Action:
    """Return an action with what chance chooses in a hand of a match with a seed.

    It comes from the seed, the hand, and which action of the hand it is. An action is returned as
    it is where chance has nothing to choose, or where there is neither a seed nor a chance.
    """
    if not is_pending(position.rules.choices, action):
        return action
    if chance is None and seed is not None:
        number = 1 + len(position.actions_taken)
        chance = random_stream(seed, StreamPurpose.ACTION, hand, number)
    return action if chance is None else position.by_chance(action, chance)
