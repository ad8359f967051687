"""A position of a game, and all that can be asked of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from random import Random

from haggis_rules.engine.refusals import reasons
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trace import take_unchecked
from haggis_rules.enumeration.outcomes import decisions, drawn, is_pending, outcomes
from haggis_rules.ir.types import show
from haggis_rules.knowledge.view import SeenEvent, View
from haggis_rules.notation.forms import Json
from haggis_rules.notation.line_writer import state_to_line
from haggis_rules.notation.values import action_to_json
from haggis_rules.semantics.action import Action, IllegalAction, Reason
from haggis_rules.semantics.asking import NoSuchQueryError, WrongArgumentError, check_seat, value_of
from haggis_rules.semantics.between_hands import FINISHED, first_values
from haggis_rules.semantics.breach import Breach, with_clause
from haggis_rules.semantics.dealing import Dealing, hand_seed
from haggis_rules.semantics.event import Event
from haggis_rules.semantics.membership import is_value
from haggis_rules.semantics.state import GameState, StateValues, Value
from haggis_rules.semantics.transition import Moved, follow


@dataclass(slots=True, eq=False)
class _Past:
    """The last event, what came before it, and what each seat was shown of it, once asked."""

    earlier: _Past | None
    event: Event
    seen: dict[int, SeenEvent] = field(default_factory=dict[int, SeenEvent])


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A position at rest, with all that led to it. It never changes: ``apply`` gives another.

    ``start`` is the state when the cards had been dealt and ``state`` the one now.
    """

    rules: Ruleset
    start: GameState = field(repr=False)
    state: GameState
    _past: _Past | None = field(default=None, repr=False)
    _legal: dict[int, list[Action]] = field(default_factory=dict[int, list[Action]], repr=False)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can do something now."""
        maybe = self.rules.choices.seats(self.state.values, self.state.zones)
        return tuple(seat for seat in maybe if self._actions(seat))

    @property
    def finished(self) -> bool:
        """Whether the game is over: as the rules say, or else when nobody can act."""
        if FINISHED in self.rules.queries:
            return bool(self.query(FINISHED))
        return not self.to_act

    @property
    def history(self) -> tuple[Event, ...]:
        """All actions and steps since the deal, in order."""
        return tuple(past.event for past in self._pasts())

    @property
    def actions_taken(self) -> list[Action]:
        """All actions since the start, in order."""
        return [event.done for event in self.history if isinstance(event.done, Action)]

    def actions(self, seat: int) -> list[Action]:
        """Return all that a seat can do: actions in the order of the text, each with its choices.

        Combinations come in the order of their readings and then of their cards, cards in the
        order of the deck, and all else from the lowest value; the last choice changes fastest.
        Readings are in the order of their patterns in the text and then of their fields, each from
        its lowest value; cards are compared from the last one of the deck down, fewer before more.

        Raises ``NoSuchSeatError``.
        """
        check_seat(self.rules.game, seat)
        return list(self._actions(seat))

    def decisions(self, seat: int) -> list[Action]:
        """Return all that a seat can decide: its actions, those by chance without their choices.

        Each of these is there once; ``by_chance`` lets chance choose. What a player may be shown
        is this, since ``actions`` would tell what chance can choose from.

        Raises ``NoSuchSeatError``.
        """
        check_seat(self.rules.game, seat)
        return decisions(self.rules.choices, self._actions(seat))

    def outcomes(self, action: Action) -> list[tuple[Action, int]]:
        """Return what chance can make of an action by chance, and how likely each is.

        The numbers are copies of a card, or 1 for each value. Empty for an action that cannot be
        taken, that is not by chance, or for which chance has chosen.
        """
        choices = self.rules.choices
        if not is_pending(choices, action):
            return []
        known = self.state.values, self.state.zones, action.actor
        found = outcomes(choices, choices.plans[action.name], *known)
        return [(action._replace(arguments=one), weight) for one, weight in found]

    def by_chance(self, action: Action, chance: Random) -> Action:
        """Return an action with what chance chooses; one that needs no such choice as it is.

        So is an action by chance that cannot be taken.
        """
        found = self.outcomes(action)
        return drawn(found, chance) if found else action

    def is_legal(self, action: Action) -> bool:
        """Whether an action can be taken now."""
        return self.rules.choices.is_legal(self.state.values, self.state.zones, action)

    def why_not(self, action: Action) -> list[Reason]:
        """Return each clause that stands against an action, with its words; none if it is legal."""
        return reasons(self.rules.choices, self.state.values, self.state.zones, action)

    def apply(self, action: Action) -> Position:
        """Return the position after an action and all that follows from it.

        Raises ``IllegalAction``, which names the clauses that stand against it, and a ``Breach``
        with the clause at fault when the rules are not sound.
        """
        if not self.is_legal(action):
            raise IllegalAction(self.rules.show_action(action), self.why_not(action))
        try:
            return self._after(action)
        except Breach as breach:
            again = take_unchecked(self.rules.patterns, self.state, action)
            raise with_clause(breach, lambda: list(again)) from None

    def _after(self, action: Action) -> Position:
        state, moved = self.state, list[Moved]()
        do = self.rules.choices.plans[action.name].code.do
        after = do(state.values, state.zones, action.actor, *action.arguments, moved)
        event = Event(action, tuple(moved), GameState(*after))
        return settle_position(self.rules, self.start, event.state, _Past(self._past, event))

    def query(self, name: str, *arguments: Value) -> Value:
        """Return the value of something that the rules export, in this position.

        Raises ``NoSuchQueryError`` when they do not, ``WrongArgumentError`` when it is not asked
        of such things, and a ``Breach`` where it is undefined.
        """
        return evaluate_query(self.rules, self.state, name, *arguments)

    def value(self, name: str) -> Value | tuple[Value, ...]:
        """Return the value of a state variable; where there is one for each owner, all in order.

        Raises ``NoSuchQueryError`` when the rules have no such variable.
        """
        return value_of(self.rules.game, self.state, name)

    def view(self, seat: int) -> View:
        """Return all that a seat may know here. Raises ``NoSuchSeatError``."""
        check_seat(self.rules.game, seat)
        visibility, before = self.rules.visibility, self.start
        seen = [visibility.dealt(self.start, seat)]
        for past in self._pasts():
            done, moved, after = past.event
            if seat not in past.seen:
                past.seen[seat] = visibility.happened(done, moved, (before, after), seat)
            seen.append(past.seen[seat])
            before = after
        values, zones = visibility.values(self.state, seat), visibility.zones(self.state, seat)
        return View(self.rules.game, seat, values, zones, tuple(seen))

    def to_text(self) -> str:
        """Return the position in one line, from which ``Rules.state_from_text`` makes the state."""
        return state_to_line(self.rules.game, self.state)

    def to_json(self) -> Json:
        """Return the start and all actions since, from which ``Rules.position`` makes it again."""
        rules = self.rules
        return rules.forms.hand.write((*rules.head.values(), self.start, self.actions_taken))

    def actions_to_json(self) -> list[Json]:
        """Return all actions since the start."""
        game = self.rules.game
        return [action_to_json(game, action) for action in self.actions_taken]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.rules == other.rules
            and (self.start, self.state) == (other.start, other.state)
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self.start, self.state))

    def __reduce__(self) -> tuple[object, ...]:
        # The past is a chain, and pickle would go down it one call deeper for each event.
        return replayed_position, (self.rules, self.start, self.history)

    def _actions(self, seat: int) -> list[Action]:
        found = self._legal.get(seat)
        if found is None:
            found = self.rules.choices.of(self.state.values, self.state.zones, seat)
            self._legal[seat] = found
        return found

    def _pasts(self) -> list[_Past]:
        pasts: list[_Past] = []
        past = self._past
        while past is not None:
            pasts.append(past)
            past = past.earlier
        return pasts[::-1]


def evaluate_query(rules: Ruleset, state: GameState, name: str, *arguments: Value) -> Value:
    """Return the value of something that the rules export.

    Raises ``NoSuchQueryError``, and ``WrongArgumentError`` when it is asked of something else.
    """
    query = rules.queries.get(name)
    if query is None:
        known = ", ".join(f"`{one}`" for one in rules.queries)
        message = f"this variant has no `{name}`; what can be asked for: {known or 'nothing'}"
        raise NoSuchQueryError(message)
    params = rules.game.definitions[name].params
    fit = len(params) == len(arguments) and all(
        is_value(rules.game, param.type, one) for param, one in zip(params, arguments, strict=True)
    )
    if not fit:
        wanted = ", ".join(f"a {show(param.type)}" for param in params) or "nothing"
        message = f"`{name}` is asked of {wanted}, and not of {arguments!r:.200}"
        raise WrongArgumentError(message)
    return query(state.values, state.zones, *arguments)


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
    rules: Ruleset, start: GameState, state: GameState, past: _Past | None = None
) -> Position:
    """Return the position when all steps that wait have been taken.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    try:
        rules.budget.begin()
        followed = rules.code.follow(
            (state.values, state.zones), rules.budget, checked=rules.checked
        )
    except Breach as breach:
        again = follow(rules.game, state)
        raise with_clause(breach, lambda: list(again)) from None
    for step, moved, after in followed:
        state = GameState(*after)
        past = _Past(past, Event(rules.game.steps[step].name, tuple(moved), state))
    return Position(rules, start, state, past)


def again(table: Position) -> Position:
    """Return the position in which the hand of another one began."""
    return settle_position(table.rules, table.start, table.start)


def replayed_position(rules: Ruleset, start: GameState, history: Iterable[Event]) -> Position:
    """Return the position to which some events led from a start; they are taken as they are."""
    past: _Past | None = None
    for event in history:
        past = _Past(past, event)
    return Position(rules, start, past.event.state if past else start, past)


def by_seed(
    position: Position, action: Action, seed: int | None, hand: int, chance: Random | None = None
) -> Action:
    """Return an action with what chance chooses in a hand of a match with a seed.

    It comes from the seed of the hand and the number of actions taken in it. An action is returned
    as it is where chance has nothing to choose, or where there is neither a seed nor a chance.
    """
    if not is_pending(position.rules.choices, action):
        return action
    if chance is None and seed is not None:
        own = hand_seed(hand_seed(seed, hand), 1 + len(position.actions_taken))
        chance = Random(own)  # noqa: S311 - a game, not a secret
    return action if chance is None else position.by_chance(action, chance)
