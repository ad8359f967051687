"""A number for each action that some rules allow anywhere, for hosts that want a fixed number.

An action has a block of numbers: one for each way to choose its values, cards and plays. There are
far too many plays to number them all, so one number stands for a class of plays. All plays of a
class have the same reading, and what else they share depends on how many plays have that reading:
``PlayDetail``, the finest of four that needs no more than ``ways`` numbers for the reading.

The numbers follow from the rules alone. They are the same in every hand and on every machine, and
change only with the rules, with an option that changes them, or with ``ways``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cached_property, lru_cache
from math import prod
from typing import Final, NamedTuple

from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.enumeration.rows import choices
from haggis_rules.hosts.zone_holdings import most_held
from haggis_rules.ir.game import ActionParam, ActionSchema, CardParam, CombinationParam, FreeParam
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.budget import MOST_WORK
from haggis_rules.semantics.patterns import layouts
from haggis_rules.semantics.state import (
    MASK,
    WIDTH,
    Cards,
    Combination,
    Reading,
    Value,
    size,
)

WAYS: Final = 100  # numbers that one reading may take, unless somebody asks for more or fewer
MOST_NUMBERED: Final = 16  # rules whose numbers are kept


class PlayDetail(Enum):
    """What the plays of a class share beyond their reading, the finest first."""

    CARDS = "cards"
    """Their cards: a class is one play."""
    WILD_CARDS = "wild cards"
    """Which wild cards they have, and how many of each."""
    WILD_COUNT = "number of wild cards"
    """How many wild cards they have."""
    READING = "reading"
    """Nothing."""


class _ReadingClasses(NamedTuple):
    """The classes of a reading: where their numbers begin, and the place of each class there.

    ``wild`` masks the cards that can be wild in its pattern.
    """

    first: int
    detail: PlayDetail
    wild: Cards
    places: Mapping[int, int]

    def number(self, cards: Cards) -> int | None:
        """Return the number of the class of some cards, None when the deck cannot make them."""
        place = self.places.get(_key(self.detail, self.wild, cards))
        return None if place is None else self.first + place


class _Block(NamedTuple):
    """The numbers of an action: the first, and how many values each of its choices has."""

    first: int
    action: ActionSchema
    sizes: tuple[int, ...]

    @property
    def end(self) -> int:
        """The number after the last."""
        return self.first + prod(self.sizes)


class ActionNumbers:
    """The numbers of the actions of some rules, from 0 to less than ``size``.

    ``ways`` says how many numbers a reading may take; with more, more plays have a number of their
    own. An action by chance has one number, since nobody makes its choice. Who acts is no part of
    a number. Raises ``ValueError`` unless ``ways`` is at least 1.
    """

    def __init__(self, rules: Ruleset, ways: int = WAYS) -> None:
        if ways < 1:
            message = f"a reading needs at least one number, and not {ways}"
            raise ValueError(message)
        self.rules, self.ways = rules, ways
        self._plays: dict[int, PlayNumbers] = {}
        blocks = list[_Block]()
        for action in rules.game.actions:
            first = blocks[-1].end if blocks else 0
            params = () if action.by_chance else action.params
            blocks.append(_Block(first, action, tuple(map(self._size, params))))
        self._blocks = {block.action.name: block for block in blocks}
        self.size = blocks[-1].end if blocks else 0

    def __reduce__(self) -> tuple[object, ...]:
        return numbers_of, (self.rules, self.ways)

    def number(self, action: Action) -> int:
        """Return the number of an action.

        Raises ``ValueError`` for what these rules do not allow anywhere.
        """
        block = self._blocks.get(action.name)
        arguments = action.arguments if block is not None and block.sizes else ()
        if block is None or len(arguments) != len(block.sizes):
            raise self._unknown(action)
        number = 0
        for param, several, value in zip(block.action.params, block.sizes, arguments, strict=False):
            place = self._place(param, value)
            if place is None or not 0 <= place < several:
                raise self._unknown(action)
            number = number * several + place
        return block.first + number

    def by_number(self, actions: Iterable[Action]) -> dict[int, Action]:
        """Return the first of some actions that has each number, in the order of the actions.

        Given the legal actions of a seat, this is what the numbers mean there: where several have
        the same number, it stands for the first of them in the order of ``MatchState.actions``.
        """
        found: dict[int, Action] = {}
        for action in actions:
            found.setdefault(self.number(action), action)
        return found

    def text(self, number: int) -> str:
        """Return in words which actions have a number. Raises ``ValueError`` for no number."""
        action, places = self._split(number)
        return " ".join([action.name, *(self._text(*one) for one in places)])

    def is_exact(self, number: int) -> bool:
        """Tell whether a number stands for one action of a seat and for no other.

        Raises ``ValueError`` for no number.
        """
        _, places = self._split(number)
        return all(
            self.plays(param.zone.zone).detail_of(place) is PlayDetail.CARDS
            for param, place in places
            if isinstance(param, CombinationParam)
        )

    def plays(self, zone: int) -> PlayNumbers:
        """Return the numbers of the plays from a zone."""
        found = self._plays.get(zone)
        if found is None:
            found = self._plays[zone] = PlayNumbers(self.rules, zone, self.ways)
        return found

    def _split(self, number: int) -> tuple[ActionSchema, list[tuple[ActionParam, int]]]:
        """Return the action that a number is of, and the place of each of its choices."""
        for block in self._blocks.values():
            if block.first <= number < block.end:
                left, places = number - block.first, list[tuple[ActionParam, int]]()
                params = block.action.params[: len(block.sizes)]
                for param, several in [*zip(params, block.sizes, strict=True)][::-1]:
                    left, place = divmod(left, several)
                    places.append((param, place))
                return block.action, places[::-1]
        message = f"the actions have numbers from 0 to {self.size - 1}, and not {number}"
        raise ValueError(message)

    def _size(self, param: ActionParam) -> int:
        match param:
            case CombinationParam(zone=zone):
                return self.plays(zone.zone).size
            case CardParam():
                return len(self.rules.game.cards)
            case FreeParam():
                return self.rules.game.size(param.type)

    def _place(self, param: ActionParam, value: Value) -> int | None:
        match param:
            case CombinationParam(zone=zone):
                play = value if isinstance(value, Combination) else None
                return None if play is None else self.plays(zone.zone).number(play)
            case CardParam() | FreeParam():
                return value if isinstance(value, int) else None

    def _text(self, param: ActionParam, place: int) -> str:
        match param:
            case CombinationParam(zone=zone):
                return self.plays(zone.zone).text(place)
            case CardParam():
                return self.rules.game.card_name(place)
            case FreeParam():
                return show_value(self.rules.game, param.type, place)

    def _unknown(self, action: Action) -> ValueError:
        shown = self.rules.show_action(action, seated=True)
        return ValueError(f"`{shown:.80}` is no action that these rules allow anywhere")


def numbers_of(rules: Ruleset, ways: int = WAYS) -> ActionNumbers:
    """Return the numbers of the actions of some rules; they are kept, as making them takes time.

    Raises as ``ActionNumbers`` does.
    """
    return _numbers_of(rules, ways)


@lru_cache(maxsize=MOST_NUMBERED)
def _numbers_of(rules: Ruleset, ways: int) -> ActionNumbers:
    return ActionNumbers(rules, ways)


class PlayNumbers:
    """The numbers of the plays that can be chosen from a zone, from 0 to less than ``size``."""

    def __init__(self, rules: Ruleset, zone: int, ways: int) -> None:
        self._rules, self._ways = rules, ways
        self._held = most_held(rules.game, zone)
        usual = rules.budget.most == MOST_WORK  # numbers do not change with what a caller may spend
        plays = rules.enumerator if usual else Enumerator(rules.patterns)
        self._enumerators = plays.everywhere
        self._wild = [self._wild_of(pattern) for pattern, _ in enumerate(rules.game.patterns)]
        self._uncounted = set[
            tuple[int, int]
        ]()  # the enumerator, and a pattern that costs too much
        self._of: dict[Reading, _ReadingClasses] = {}
        self.size = 0
        for reading in plays.readings:
            detail, keys = self._classes(reading)
            places = {key: place for place, key in enumerate(keys)}
            wild = self._wild[reading[0]]
            self._of[reading] = _ReadingClasses(self.size, detail, wild, places)
            self.size += len(places)

    def number(self, play: Combination) -> int | None:
        """Return the number of a play, None when the zone can never hold its cards."""
        found = self._of.get(play.reading)
        return None if found is None else found.number(play.cards)

    def detail(self, reading: Reading) -> PlayDetail:
        """Return what plays with this reading share where they have one number."""
        return self._of[reading].detail

    def detail_of(self, number: int) -> PlayDetail:
        """Return what the plays with a number share beyond their reading."""
        return self.detail(self._named[number][0])

    def text(self, number: int) -> str:
        """Return in words which plays have a number."""
        reading, key = self._named[number]
        detail, shown = self._of[reading].detail, self._rules.show(reading)
        match detail:
            case PlayDetail.CARDS:
                return self._rules.show(Combination(reading, key))
            case PlayDetail.WILD_CARDS:
                return f"{shown} with {self._rules.show(key)}" if key else f"{shown} without wild"
            case PlayDetail.WILD_COUNT:
                return f"{shown} with {key} wild"
            case PlayDetail.READING:
                return shown

    @cached_property
    def _named(self) -> list[tuple[Reading, int]]:
        return [(reading, key) for reading, one in self._of.items() for key in one.places]

    def _classes(self, reading: Reading) -> tuple[PlayDetail, Sequence[int]]:
        """Return the finest detail that takes few enough numbers, and what the classes share."""
        made = [
            self._plays_of_reading(number, reading) for number, _ in enumerate(self._enumerators)
        ]
        if not any(count is None or count for count, _ in made):
            return PlayDetail.CARDS, ()  # nothing that the zone can hold makes it
        plays = [some for _, some in made]
        if all(some is not None for some in plays):
            every = sorted({cards for some in plays for cards in some or ()})
            if len(every) <= self._ways:
                return PlayDetail.CARDS, every
        wild = self._wild[reading[0]]
        supply = self._held & wild
        largest = min(size(supply), self._cells(reading))
        which = [*self._some(choices(supply, many) for many in range(largest + 1))]
        if wild and len(which) <= self._ways:
            return PlayDetail.WILD_CARDS, which
        if wild and largest < self._ways:
            return PlayDetail.WILD_COUNT, range(largest + 1)
        return PlayDetail.READING, (0,)

    def _some(self, lots: Iterable[Sequence[Cards]]) -> Iterator[Cards]:
        """Yield what is in several lists, up to one more than a reading may have."""
        found = 0
        for lot in lots:
            yield from lot
            found += len(lot)
            if found > self._ways:
                return

    def _plays_of_reading(
        self, number: int, reading: Reading
    ) -> tuple[int | None, Sequence[Cards] | None]:
        """Return how many plays of the zone have a reading, and their cards if they are few.

        Neither is known where to find out costs more than the budget of a question.
        """
        enumerator = self._enumerators[number]
        if (number, reading[0]) in self._uncounted:
            return None, None
        try:
            count = self._count(enumerator, reading)
            if count > self._ways:
                return count, None
            enumerator.budget.begin()
            return count, [cards for _, cards in enumerator.plays(self._held, (reading,))]
        except OverBudgetError:
            if reading[0] in enumerator.rows.general:  # all its readings are searched together
                self._uncounted.add((number, reading[0]))
            return None, None

    def _count(self, enumerator: Enumerator, reading: Reading) -> int:
        enumerator.budget.begin()
        return enumerator.count(self._held, enumerator.spans(frozenset((reading,))))

    def _cells(self, reading: Reading) -> int:
        """Return how many cards the plays of a reading have, which all its layouts agree on."""
        game, (index, *values) = self._rules.game, reading
        first = next(layouts(game, game.patterns[index], values), ())
        return sum(row.width for row in first)

    def _wild_of(self, pattern: int) -> Cards:
        cards = range(len(self._rules.game.cards))
        return sum(
            MASK << WIDTH * card
            for card in cards
            if any(one.patterns.is_wild(pattern, card) for one in self._enumerators)
        )


def _key(detail: PlayDetail, wild: Cards, cards: Cards) -> int:
    """Return what a play with these cards shares with the others of its class."""
    match detail:
        case PlayDetail.CARDS:
            return cards
        case PlayDetail.WILD_CARDS:
            return cards & wild
        case PlayDetail.WILD_COUNT:
            return size(cards & wild)
        case PlayDetail.READING:
            return 0
