"""Every small expression over a few parts: whatever can be bracketed in two ways is among them."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import NumberType, OptionType, Plain

TRUTH, SEAT, NUMBER = Plain.TRUTH, Plain.SEAT, NumberType(0, 9)
MAYBE = OptionType(SEAT)
ROWS = (nodes.LookupRow(None, 1, 4), nodes.LookupRow(2, None, 8))
EACH = nodes.Binder("s", SEAT)


class Trees:
    """Expressions by their number of nodes above the leaves."""

    def __init__(self, game: Game) -> None:
        names = [zone.name for zone in game.zones]
        self.hand = names.index("hand")
        self.option = [option.type for option in game.options].index(TRUTH)
        self.truths, self.numbers = cache(self._truths), cache(self._numbers)
        self.seats, self.options = cache(self._seats), cache(self._options)

    def _truths(self, size: int) -> tuple[nodes.Expr, ...]:
        if size == 0:
            agreed = nodes.Agreed(TRUTH, self.option)
            return (nodes.Variable(TRUTH, "x"), nodes.Truth(TRUTH, True), agreed)  # noqa: FBT003
        return tuple(self._claims(size - 1))

    def _claims(self, size: int) -> Iterator[nodes.Expr]:
        for inner in self.truths(size):
            yield nodes.Not(TRUTH, inner)
            yield nodes.Every(TRUTH, EACH, inner)
            yield nodes.Some(TRUTH, EACH, inner)
            yield nodes.Before(TRUTH, inner)
        for inner in self.seats(size):
            yield nodes.Call(TRUTH, "playing", (inner,))
        for inner in self.options(size):
            yield nodes.IsNothing(TRUTH, inner)
        for one, other in _two(self.truths, size):
            yield nodes.And(TRUTH, one, other)
            yield nodes.Or(TRUTH, one, other)
            yield nodes.Implies(TRUTH, one, other)
            yield nodes.Equal(TRUTH, one, other)
        for one, other in _two(self.numbers, size):
            yield nodes.Equal(TRUTH, one, other)
            yield nodes.AtMost(TRUTH, one, other)
            yield nodes.Below(TRUTH, one, other)
        for one, other in _two(self.seats, size):
            yield nodes.Equal(TRUTH, one, other)
            yield nodes.Call(TRUTH, "partner", (one, other))
        for one, other in _two(self.options, size):
            yield nodes.Equal(TRUTH, one, other)
        if size == 0:
            for when, value, other in product(self.truths(0), repeat=3):
                yield nodes.If(TRUTH, when, value, other)

    def _numbers(self, size: int) -> tuple[nodes.Expr, ...]:
        if size == 0:
            return (nodes.Number(NUMBER, 2), nodes.Variable(NUMBER, "n"))
        return tuple(self._sums(size - 1))

    def _sums(self, size: int) -> Iterator[nodes.Expr]:
        for inner in self.numbers(size):
            yield nodes.Times(NUMBER, 2, inner)
            yield nodes.PointsEach(NUMBER, 2, inner)
            yield nodes.Total(NUMBER, EACH, inner)
            yield nodes.Most(NUMBER, EACH, None, inner)
            yield nodes.Least(NUMBER, EACH, None, inner)
            yield nodes.Before(NUMBER, inner)
            yield nodes.Lookup(NUMBER, inner, ROWS)
        for inner in self.truths(size):
            yield nodes.NumberOf(NUMBER, EACH, inner)
        for inner in self.seats(size):
            yield nodes.CardsIn(NUMBER, nodes.OwnedZone(self.hand, inner), None)
        for truths in range(size + 1):
            for where, inner in product(self.truths(truths), self.numbers(size - truths)):
                yield nodes.Most(NUMBER, EACH, where, inner)
        for one, other in _two(self.numbers, size):
            yield nodes.Plus(NUMBER, one, other)
            yield nodes.Minus(NUMBER, one, other)
            yield nodes.MostOf(NUMBER, (one, other))
            if not isinstance(one, nodes.Number):  # that would be Times, and is said so
                yield nodes.Product(NUMBER, one, other)

    def _seats(self, size: int) -> tuple[nodes.Expr, ...]:
        if size == 0:
            return (nodes.Variable(SEAT, "p"),)
        found: list[nodes.Expr] = [nodes.The(SEAT, inner) for inner in self.options(size - 1)]
        found += [nodes.SeatsAfter(SEAT, 1, inner) for inner in self.seats(size - 1)]
        found += [nodes.TheOne(SEAT, EACH, truth) for truth in self.truths(size - 1)]
        return tuple(found)

    def _options(self, size: int) -> tuple[nodes.Expr, ...]:
        if size == 0:
            return (nodes.Variable(MAYBE, "o"), nodes.Nothing(MAYBE))
        found: list[nodes.Expr] = [nodes.First(MAYBE, EACH, t) for t in self.truths(size - 1)]
        found += [nodes.Just(MAYBE, inner) for inner in self.seats(size - 1)]
        found += [nodes.Before(MAYBE, inner) for inner in self.options(size - 1)]
        for seats in range(size):
            for seat, where in product(self.seats(seats), self.truths(size - 1 - seats)):
                found.append(nodes.FirstSeat(MAYBE, EACH, seat, True, where))  # noqa: FBT003
                found.append(nodes.FirstSeat(MAYBE, EACH, seat, False, where))  # noqa: FBT003
        return tuple(found)


def _two(
    kind: Callable[[int], tuple[nodes.Expr, ...]], size: int
) -> Iterator[tuple[nodes.Expr, nodes.Expr]]:
    for left in range(size + 1):
        yield from product(kind(left), kind(size - left))
