"""Readings as numbers from 0 on, in their order: by pattern, and then by their fields.

Every reading whose fields lie in their types has a number, also one that no cards make.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from haggis_rules.ir.game import Field, Game, Pattern
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.semantics.state import Reading

MOST_READINGS = 1 << 20  # each has a place in tables of some megabytes then


class ReadingNumbers:
    """The numbers of all readings of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.values = tuple(
            tuple(field_values(game, one) for one in pattern.fields) for pattern in game.patterns
        )
        self.first, total = list[int](), 0
        for pattern, values in zip(game.patterns, self.values, strict=True):
            self.first.append(total)
            total += prod(map(len, values))
            if total > MOST_READINGS:
                raise NotLoweredError(f"more than {MOST_READINGS} readings", pattern.clause)
        self.count = total

    def __iter__(self) -> Iterator[Reading]:
        for index, values in enumerate(self.values):
            for fields in product(*values):
                yield (index, *fields)

    def strides(self, pattern: int) -> tuple[int, ...]:
        """Return how far apart two readings are that differ by one in a field, for each field."""
        sizes = [len(values) for values in self.values[pattern]]
        return tuple(prod(sizes[place + 1 :]) for place in range(len(sizes)))

    def number(self, reading: Reading) -> int:
        """Return the number of a reading."""
        index, *fields = reading
        steps = zip(fields, self.values[index], self.strides(index), strict=True)
        return self.first[index] + sum(values.index(f) * step for f, values, step in steps)

    def reading(self, number: int) -> Reading:
        """Return the reading with a number."""
        index = max(i for i, first in enumerate(self.first) if first <= number)
        left, fields = number - self.first[index], list[int]()
        for values, stride in zip(self.values[index], self.strides(index), strict=True):
            place, left = divmod(left, stride)
            fields.append(values[place])
        return (index, *fields)

    def kinds(self) -> list[int]:
        """Return for each reading the number of those that it is alike to, by pattern and field."""
        found = dict[tuple[int, ...], int]()
        return [found.setdefault(self._kind(one), len(found)) for one in self]

    def ranks(self) -> list[int]:
        """Return for each reading where its ranked fields stand among those of its pattern."""
        games = self.game.patterns
        keys = [tuple(one[1 + i] for i in games[one[0]].ranked) for one in self]
        places = {key: place for place, key in enumerate(sorted({*keys}))}
        return [places[key] for key in keys]

    def fields(self, name: str) -> list[int | None]:
        """Return for each reading the value of a field, None where its pattern has none."""
        places = [pattern.field(name) for pattern in self.game.patterns]
        found = list[int | None]()
        for one in self:
            place = places[one[0]]
            found.append(None if place is None else one[1 + place])
        return found

    def _kind(self, reading: Reading) -> tuple[int, ...]:
        pattern: Pattern = self.game.patterns[reading[0]]
        return (reading[0], *(reading[1 + i] for i in pattern.alike))


def field_values(game: Game, one: Field) -> range:
    """Return the values of a field. Raises ``NotLoweredError`` where there is no end of them."""
    match one.type:
        case NumberType():
            if None in one.type.bounds:
                raise NotLoweredError(f"the field `{one.name}`, which has no bounds,")
            return one.type.values()
        case ChoiceType(choices=choices):
            return range(len(choices))
        case Plain():
            return range(game.size(one.type))
