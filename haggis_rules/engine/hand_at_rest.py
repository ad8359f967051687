"""What seats can do in a hand at rest, and whether it is over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from haggis_rules.engine.game_at_rest import GameAtRest
from haggis_rules.engine.refusals import reasons
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.action_sequence import ActionSequence, counted_actions
from haggis_rules.enumeration.outcomes import decisions, drawn, is_pending, outcomes
from haggis_rules.semantics.action import Action, Reason
from haggis_rules.semantics.asking import check_action, check_seat
from haggis_rules.semantics.between_hands import FINISHED
from haggis_rules.semantics.state import GameState


class HandAtRest(GameAtRest):
    """What is asked of a hand alone. ``Position`` has the slots for what is declared here."""

    __slots__ = ()

    rules: Ruleset
    state: GameState
    _legal: dict[int, ActionSequence]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now, counted from 0, in order; empty at the end.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.to_act
        (0, 1)
        """
        begun: dict[int, list[int]] = {}
        state, legal, choices = self.state, self._legal, self.rules.choices
        for seat, number in self.rules.actor_actions(state.values, state.zones):
            if seat in begun:
                begun[seat].append(number)
            else:
                begun[seat] = [number]
        able: list[int] = []
        for seat, numbers in begun.items():
            found = legal.get(seat)
            if found is None:
                found = counted_actions(choices, state.values, state.zones, seat, numbers)
                legal[seat] = found
            if found:
                able.append(seat)
        able.sort()
        return tuple(able)

    @property
    def finished(self) -> bool:
        """Whether the hand is over: as the rules say, or else when nobody can act.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.finished
        False
        """
        over, state = self.rules.queries.get(FINISHED), self.state
        return not self.to_act if over is None else bool(over(state.values, state.zones))

    def actions(self, seat: int) -> ActionSequence:
        """Return all that a seat can do: actions in the order of the text, each with its choices.

        It is counted and made only as far as needed; ``apply`` does not check again that an action
        taken from it is legal.

        Combinations come in the order of their readings and then of their cards, cards in the
        order of the deck, and all else from the lowest value; the last choice changes fastest.
        Readings are in the order of their patterns in the text and then of their fields, each from
        its lowest value; cards are compared from the last one of the deck down, fewer before more.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> actions = hand.actions(1)
        >>> len(actions), actions[0], actions[-1]
        (781, <Action 2: bet zero>, <Action 2: play J Q K>)
        """
        found = self._legal.get(seat)
        if found is None or type(seat) is not int:
            check_seat(self.rules.game, seat)
            found = self._actions(seat)
        return found

    def decisions(self, seat: int) -> Sequence[Action]:
        """Return all that a seat can decide: its actions, those by chance without their choices.

        Each of these is there once; ``by_chance`` lets chance choose. This is what a player may be
        shown, since ``actions`` would reveal what chance can choose from.

        Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.decisions(0)
        [<Action 1: bet zero>, <Action 1: bet little>, <Action 1: bet big>]
        """
        check_seat(self.rules.game, seat)
        return decisions(self.rules.choices, self._actions(seat))

    def outcomes(self, action: Action) -> list[tuple[Action, int]]:
        """Return what chance can make of an action by chance, and how likely each is.

        Each comes with its weight: copies of a card, or 1 for each value. Empty for an action that
        cannot be taken, that is not by chance, or for which chance has chosen.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.outcomes(hand.actions(1)[0])
        []
        """
        check_action(action)
        choices = self.rules.choices
        if not is_pending(choices, action):
            return []
        known = self.state.values, self.state.zones, action.actor
        found = outcomes(choices, choices.plans[action.name], *known)
        return [(action._replace(arguments=one), weight) for one, weight in found]

    def by_chance(self, action: Action, chance: Random) -> Action:
        """Return an action with its random choices made, drawn from a generator.

        An action that leaves nothing to chance comes back as it is, and so does one by chance that
        cannot be taken.

        >>> from random import Random
        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.by_chance(hand.actions(0)[0], Random(1))
        <Action 1: bet zero>
        """
        found = self.outcomes(action)
        return drawn(found, chance) if found else action

    def is_legal(self, action: Action) -> bool:
        """Return whether an action can be taken now, without looking for any others.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> hand.is_legal(hand.rules.parse_action("2: play 4r 4y"))
        True
        """
        check_action(action)
        return self.rules.choices.is_legal(self.state.values, self.state.zones, action)

    def why_not(self, action: Action) -> list[Reason]:
        """Return a ``Reason`` for each clause against an action; none if it can be taken.

        >>> from haggis_rules import load
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> [one.wrong for one in hand.why_not(hand.rules.parse_action("1: play 3o"))]
        ['it is for seat 2 here, not for seat 1']
        """
        check_action(action)
        return reasons(self.rules.choices, self.state.values, self.state.zones, action)

    def _is_own(self, action: Action) -> bool:
        """Whether an action was taken from what ``actions`` gives here.

        Such an action is legal. An equal one that somebody made is not known to be: it may hold
        what is equal and no number, or no combination.
        """
        made = self._legal.get(action.actor) if type(action.actor) is int else None
        return made is not None and made.made(action)

    def _actions(self, seat: int) -> ActionSequence:
        found = self._legal.get(seat)
        if found is None:
            state = self.state
            found = ActionSequence(self.rules.choices, state.values, state.zones, seat)
            self._legal[seat] = found
        return found
