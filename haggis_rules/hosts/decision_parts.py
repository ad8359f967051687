"""Numbers for decisions, made from the rules alone: a decision is taken in parts, each with one.

Plays are too many to number, so nobody numbers them. A seat says first which action it takes, then
what its cards are read as, and then one card after another, the lowest first; each other choice is
one part. A part has the same number wherever it can be chosen. One that nothing but a single number
could fill is not asked for, apart from the name of the action, which always is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.legal_actions import Arguments
from haggis_rules.ir.game import (
    ActionParam,
    ActionSchema,
    CardParam,
    CombinationParam,
    FreeParam,
)
from haggis_rules.ir.types import ChoiceType, Plain
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import WIDTH, Cards, Combination, Value

WAIT = 0  # the number of letting others act first


class PartPlace(NamedTuple):
    """How far the parts of an action have been said.

    ``param`` is the parameter that is next. Of a combination ``read`` says whether its reading is
    known, and ``taken`` has the cards that are.
    """

    param: int = 0
    read: bool = False
    taken: Cards = 0


class PartialDecision(NamedTuple):
    """An action that a seat has begun to say, and each way in which it can still end.

    ``said`` has the parts that the seat was asked for, the name of the action first.
    """

    action: str
    said: tuple[int, ...]
    left: Sequence[Arguments]
    place: PartPlace = PartPlace()

    @property
    def whole(self) -> bool:
        """Whether nothing is left to be said."""
        return len(self.left) == 1


class PartNumbers:
    """The number of each part of a decision by some rules; there are ``count`` of them."""

    def __init__(self, rules: Ruleset) -> None:
        game, readings = rules.game, rules.patterns.readings
        self.game = game
        self._actions = {action.name: 1 + index for index, action in enumerate(game.actions)}
        at = 1 + len(game.actions)
        self._readings = {reading: at + index for index, reading in enumerate(readings)}
        self._cards = at + len(readings)
        at = self._cards + len(game.cards)
        self._values: dict[Plain | ChoiceType, int] = {}
        for kind in _free_types(game.actions):
            self._values[kind] = at
            at += game.size(kind)
        self.count = at

    def name(self, action: str) -> int:
        """Return the number of an action's name."""
        return self._actions[action]

    def begun(self, action: str, options: Sequence[Arguments]) -> PartialDecision:
        """Return the decision of a seat that has named an action for which it has these options.

        What chance chooses is no part of it.
        """
        left = [()] if self.game.action(action).by_chance else [*options]
        return self._as_far_as_clear(PartialDecision(action, (self.name(action),), left))

    def options(self, decision: PartialDecision) -> dict[int, list[Arguments]]:
        """Return the parts that can be said next in order, each with all ways in which it ends."""
        found: dict[int, list[Arguments]] = {}
        for arguments in decision.left:
            found.setdefault(self._part(decision, arguments), []).append(arguments)
        return dict(sorted(found.items()))

    def said(self, decision: PartialDecision, part: int) -> PartialDecision:
        """Return a decision when its next part has been said. Raises ``KeyError`` for another."""
        said = decision._replace(
            said=(*decision.said, part),
            left=self.options(decision)[part],
        )
        return self._as_far_as_clear(said._replace(place=self._after(said)))

    def path(self, decision: PartialDecision, arguments: Arguments) -> Iterator[int]:
        """Yield the parts that are still to be said when a decision is to end so."""
        while not decision.whole:
            part = self._part(decision, arguments)
            yield part
            decision = self.said(decision, part)

    def show(self, part: int) -> str:
        """Return a part in the words of the rules."""
        if part == WAIT:
            return "wait"
        if part <= len(self._actions):
            return self.game.actions[part - 1].name
        if part < self._cards:
            return show_reading(self.game, [*self._readings][part - 1 - len(self._actions)])
        if part < self._cards + len(self.game.cards):
            return show_cards(self.game, 1 << WIDTH * (part - self._cards))
        kind, at = next(one for one in reversed(self._values.items()) if one[1] <= part)
        return show_value(self.game, kind, part - at)

    def _as_far_as_clear(self, decision: PartialDecision) -> PartialDecision:
        """Go on while all ways in which a decision can end have the same next part."""
        while not decision.whole:
            first = self._part(decision, decision.left[0])
            if any(self._part(decision, one) != first for one in decision.left):
                break
            decision = decision._replace(place=self._after(decision))
        return decision

    def _part(self, decision: PartialDecision, arguments: Arguments) -> int:
        """Return the next part of a decision that ends so."""
        place = decision.place
        param = self.game.action(decision.action).params[place.param]
        value = arguments[place.param]
        match param:
            case CombinationParam():
                play = _play(value)
                if not place.read:
                    return self._readings[play.reading]
                rest = play.cards - place.taken
                return self._cards + ((rest & -rest).bit_length() - 1) // WIDTH
            case CardParam():
                return self._cards + _number(value)
            case FreeParam(type=kind):
                return self._values[kind] + _number(value)

    def _after(self, decision: PartialDecision) -> PartPlace:
        """Return how far a decision has been said with its next part, which is clear."""
        param, read, taken = decision.place
        value = decision.left[0][param]
        if not isinstance(value, Combination):
            return PartPlace(param + 1)
        if read:
            rest = value.cards - taken
            taken += 1 << ((rest & -rest).bit_length() - 1) // WIDTH * WIDTH
        # A reading says how many cards there are, so all that have one are complete at once.
        done = taken == value.cards
        return PartPlace(param + 1) if done else PartPlace(param, read=True, taken=taken)


def _free_types(actions: Sequence[ActionSchema]) -> list[Plain | ChoiceType]:
    """Return each type that a player can choose a value of, once."""
    params: list[ActionParam] = [one for action in actions for one in action.params]
    return [*dict.fromkeys(one.type for one in params if isinstance(one, FreeParam))]


def _play(value: Value) -> Combination:
    assert isinstance(value, Combination)  # noqa: S101 - it is of a parameter for combinations
    return value


def _number(value: Value) -> int:
    assert isinstance(value, int)  # noqa: S101 - cards and free values are whole numbers
    return value
