"""Small hands to compare two games on: a few cards each, what stands, and where the rest lies.

A small hand is set up as an example sets it up: some cards in hand, the rest in one place, and
first values for all that is not said. Its cards are those of a few plays out of a hand that was
dealt, so that rare plays come up as often as common ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import NamedTuple, cast

from haggis_rules.engine.position import Position, settle_position
from haggis_rules.engine.rules import Rules
from haggis_rules.enumeration.plays import Spans
from haggis_rules.ir.game import (
    CardParam,
    Chance,
    CombinationParam,
    DealRest,
    Game,
    Owner,
    StateVariable,
)
from haggis_rules.ir.types import NumberType
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.dealing import deal, deal_starts, possible
from haggis_rules.semantics.patterns import layouts
from haggis_rules.semantics.random_streams import below, pick
from haggis_rules.semantics.state import (
    Cards,
    GameState,
    Reading,
    StateValues,
    StateZones,
    Value,
    counts,
    pack,
)

_Owned = Value | tuple[Value, ...]


class RestPlace(NamedTuple):
    """A zone by its name and its owner, 0 for nobody, with the cards that nobody holds."""

    zone: str
    owner: int


@dataclass(frozen=True, slots=True)
class SmallHand:
    """The cards of each owner's hand, the place of the rest, and the values that are said.

    All are by name, so that another game can be set up alike. ``rest`` is None where the cards lie
    as they were dealt: ``dealt`` then has them, zone by zone.
    """

    zone: str
    held: tuple[Cards, ...]
    rest: RestPlace | None
    values: Mapping[str, _Owned]
    dealt: Mapping[str, Cards | tuple[Cards, ...]]

    @property
    def size(self) -> int:
        """How many cards all hold together."""
        return sum(many for cards in self.held for _, many in counts(cards))

    def without(self, owner: int, card: int) -> SmallHand:
        """Return a hand with one card less, which lies with the rest."""
        held = list(self.held)
        held[owner] -= pack([(card, 1)])
        return replace(self, held=tuple(held))


@dataclass(frozen=True, slots=True)
class _PlaysOfSize:
    """A combination with so many cards, and where its plays lie."""

    pattern: int
    spans: Spans


class SmallHands:
    """Sets up small hands of one game, and of others that have its places and values by name."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self.game = rules, rules.game

    @cached_property
    def hand_zone(self) -> int | None:
        """The zone of each seat that plays are laid from; None where there is none."""
        for action in self.game.actions:
            for param in action.params:
                if isinstance(param, CombinationParam | CardParam):
                    zone = param.zone.zone
                    if self.game.zones[zone].owner is Owner.SEAT:
                        return zone
        return None

    @cached_property
    def rest_places(self) -> tuple[RestPlace, ...]:
        """Where cards can lie that nobody holds: first where the deal lays what is left."""
        left = {one.zone for one in self.game.deals if isinstance(one, DealRest)}
        zones = self.game.zones
        dealt = [i for i in sorted(left) if zones[i].owner is Owner.NOBODY]
        owned = [i for i, zone in enumerate(zones) if zone.owner in {Owner.SEAT, Owner.TEAM}]
        return tuple(
            RestPlace(zones[index].name, owner)
            for index in [*dealt, *(i for i in owned if i != self.hand_zone)]
            for owner in range(self.game.owners(zones[index].owner))
        )

    def small(self, chance: Random, plays: int) -> SmallHand | None:
        """Return a hand in which each seat holds the cards of up to so many plays."""
        dealt = self.dealt(chance)
        if dealt is None or self.hand_zone is None or not self.rest_places:
            return None
        there = cast("tuple[Cards, ...]", dealt.dealt[self.game.zones[self.hand_zone].name])
        held = tuple(self._some(cards, 1 + below(plays, chance), chance) for cards in there)
        values = {**dealt.values, **dict(self._tallies(chance))}
        rest = self.rest_places[0] if below(2, chance) else pick(self.rest_places, chance)
        return replace(dealt, held=held, rest=rest, values=values)

    def dealt(self, chance: Random) -> SmallHand | None:
        """Return a whole hand, as it is dealt; None where the rules cannot deal one."""
        drawn = {
            one.name: _drawn(self.game, one, chance)
            for one in self.game.states
            if isinstance(one.initial, Chance)
        }
        try:
            zones = deal(self.game, deal_starts(self.game, self._lasting(drawn)), chance)
        except Breach:
            return None
        by_name = {zone.name: held for zone, held in zip(self.game.zones, zones, strict=True)}
        place = 0 if self.hand_zone is None else self.hand_zone
        return SmallHand(self.game.zones[place].name, _owned(zones[place]), None, drawn, by_name)

    def position(self, hand: SmallHand) -> Position | None:
        """Return where a hand begins; None where these rules have no such place or value."""
        game = self.game
        zones = self._zones(hand)
        try:
            lasting = list(self._lasting(hand.values))
            for index, one in enumerate(game.states):
                if one.lasting and one.name in hand.values:
                    lasting[index] = hand.values[one.name]
            drawn = tuple(
                self._value(one, hand.values)
                for one in game.states
                if isinstance(one.initial, Chance) and not one.lasting
            )
            state = GameState(self.rules.code.initial(tuple(lasting), zones, drawn), zones)
            state = GameState(self._said(state.values, hand.values), zones)
            return settle_position(self.rules, state, state)
        except Breach:
            return None

    def _zones(self, hand: SmallHand) -> StateZones:
        if hand.rest is None:
            return tuple(
                hand.dealt.get(zone.name, _nothing(self.game, index))
                for index, zone in enumerate(self.game.zones)
            )
        left = pack((i, card.copies) for i, card in enumerate(self.game.cards)) - sum(hand.held)
        found: list[Cards | tuple[Cards, ...]] = []
        for index, zone in enumerate(self.game.zones):
            held = list(_owned(_nothing(self.game, index)))
            if zone.name == hand.rest.zone and hand.rest.owner < len(held):
                held[hand.rest.owner] = left
            there = hand.held if zone.name == hand.zone else tuple(held)
            found.append(there[0] if zone.owner is Owner.NOBODY else there)
        return tuple(found)

    def _lasting(self, values: Mapping[str, _Owned]) -> StateValues:
        drawn = [
            self._value(one, values)
            for one in self.game.states
            if isinstance(one.initial, Chance) and one.lasting
        ]
        return self.rules.code.lasting(tuple(drawn))

    def _said(self, values: StateValues, said: Mapping[str, _Owned]) -> StateValues:
        return tuple(
            said.get(one.name, value) for one, value in zip(self.game.states, values, strict=True)
        )

    def _value(self, one: StateVariable, values: Mapping[str, _Owned]) -> _Owned:
        if one.name in values:
            return values[one.name]
        first = possible(self.game, one.type)[0]
        return first if one.owner is Owner.NOBODY else (first,) * self.game.owners(one.owner)

    def _tallies(self, chance: Random) -> Iterator[tuple[str, _Owned]]:
        """Yield numbers that last from hand to hand, now and then near what was agreed on."""
        agreed = [one.value for one in self.game.options if isinstance(one.type, NumberType)]
        near = [0, 0, *(max(0, one - less) for one in agreed for less in (1, 10)), 10, 50]
        for one in self.game.states:
            if one.lasting and isinstance(one.type, NumberType) and one.owner is not Owner.NOBODY:
                low, high = one.type.bounds
                if below(3, chance) == 0:
                    some = [pick(near, chance) for _ in range(self.game.owners(one.owner))]
                    if all((low is None or n >= low) and (high is None or n <= high) for n in some):
                        yield one.name, tuple(some)

    def _some(self, cards: Cards, plays: int, chance: Random) -> Cards:
        """Return the cards of a few plays of a hand, of each combination as often as another."""
        left, found = cards, 0
        finder = self.rules.enumerator.everywhere[0]
        for _ in range(plays):
            finder.budget.begin()
            there = [(one, many) for one in self._kinds if (many := finder.count(left, one.spans))]
            if not there:
                break
            kind = pick(sorted({one.pattern for one, _ in there}), chance)
            alike = [pair for pair in there if pair[0].pattern == kind]
            one, many = alike[0] if below(4, chance) else pick(alike, chance)
            play = finder.combination(finder.nth(left, below(many, chance), one.spans))
            left, found = left - play.cards, found + play.cards
        return found

    @cached_property
    def _kinds(self) -> list[_PlaysOfSize]:
        """Where the plays of each combination with so many cards lie, the fewest cards first."""
        game, finder = self.game, self.rules.enumerator.everywhere[0]
        by_size: dict[tuple[int, int], set[Reading]] = {}
        for reading in self.rules.patterns.readings:
            rows = next(layouts(game, game.patterns[reading[0]], reading[1:]))
            key = reading[0], sum(row.width for row in rows)
            by_size.setdefault(key, set()).add(reading)
        return [
            _PlaysOfSize(pattern, finder.spans(frozenset(some)))
            for (pattern, _), some in sorted(by_size.items())
        ]


def _drawn(game: Game, one: StateVariable, chance: Random) -> _Owned:
    known: Sequence[Value] = possible(game, one.type)
    chosen = tuple(pick(known, chance) for _ in range(game.owners(one.owner)))
    return chosen[0] if one.owner is Owner.NOBODY else chosen


def _nothing(game: Game, zone: int) -> Cards | tuple[Cards, ...]:
    owner = game.zones[zone].owner
    return 0 if owner is Owner.NOBODY else (0,) * game.owners(owner)


def _owned(held: Cards | tuple[Cards, ...]) -> tuple[Cards, ...]:
    return held if isinstance(held, tuple) else (held,)
