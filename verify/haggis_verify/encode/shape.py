"""What form the values of one game have in terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.state import Combination, Value, counts
from haggis_verify.encode.symbols import (
    Inner,
    NotEncodableError,
    Symbol,
    SymbolicCombination,
    SymbolicOption,
    SymbolicReading,
    option,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm

Simple = NumberType | ChoiceType | Plain


def range_of(game: Game, kind: Simple) -> tuple[int | None, int | None]:
    """Return the lowest and the highest value of a type whose values are whole numbers.

    What a match adds up may lack either, and None stands for it.

    Raises ``NotEncodableError`` for a type that the game lacks.
    """
    match kind:
        case NumberType(low=low, high=high):
            return low, high
        case ChoiceType(choices=choices):
            return 0, len(choices) - 1
        case Plain():
            size = game.size(kind)
            if size == 0:
                raise NotEncodableError(f"there is no {kind.value} in this game")
            return 0, size - 1


def field_range(game: Game, kind: Simple) -> tuple[int, int]:
    """Return the lowest and the highest value of a field of a reading, which always has both.

    Raises ``NotEncodableError`` otherwise.
    """
    low, high = range_of(game, kind)
    if low is None or high is None:
        raise NotEncodableError("a field of a combination without a lowest or a highest value")
    return low, high


@dataclass(frozen=True, slots=True)
class StateShape:
    """A game, and the lowest and the highest value of each slot of its readings.

    ``mark``: what the names of variables end with, so that two states can stand beside each other.
    """

    game: Game
    slots: Mapping[str, tuple[int, int]]
    mark: str = ""

    def default(self, kind: Type) -> Symbol:
        """Return some value of a type, for where any will do."""
        match kind:
            case OptionType(inner=inner):
                return SymbolicOption(build.TRUE, self._default(inner))
            case Plain.COMBINATION:
                none = tuple(build.int_const(0) for _ in self.game.cards)
                return SymbolicCombination(self._any_reading(), none)
            case NumberType() | ChoiceType() | Plain():
                return self._default(kind)

    def _default(self, kind: Simple) -> Inner:
        if kind is Plain.TRUTH:
            return build.FALSE
        if kind is Plain.READING:
            return self._any_reading()
        low, high = range_of(self.game, kind)
        return build.int_const(next(end for end in (low, high, 0) if end is not None))

    def _any_reading(self) -> SymbolicReading:
        return SymbolicReading(
            build.int_const(0), tuple(build.int_const(low) for low, _ in self.slots.values())
        )

    def fresh(self, kind: Type, name: str) -> Symbol:
        """Return a value of a type that a solver may choose. ``well_formed`` belongs to it.

        The names of its parts have a mark that no name of a game has, so that none is used twice.
        """
        name += self.mark
        match kind:
            case OptionType(inner=inner):
                return SymbolicOption(build.bool_var(f"{name}!none"), self._fresh(inner, name))
            case Plain.COMBINATION:
                cards = tuple(
                    build.int_var(f"{name}!{self.card(i)}", 0, card.copies)
                    for i, card in enumerate(self.game.cards)
                )
                return SymbolicCombination(self._fresh_reading(name), cards)
            case NumberType() | ChoiceType() | Plain():
                return self._fresh(kind, name)

    def _fresh(self, kind: Simple, name: str) -> Inner:
        if kind is Plain.TRUTH:
            return build.bool_var(name)
        if kind is Plain.READING:
            return self._fresh_reading(name)
        return build.int_var(name, *range_of(self.game, kind))

    def agreed(self, index: int) -> Inner:
        """Return what the players agreed on for an option.

        A number is for a solver to choose, one and the same everywhere, so that one proof is for
        every number that they may agree on. A truth or a choice is what it is, and so is a number
        by which there are clauses or not: other rules may hold with another.
        """
        option = self.game.options[index]
        if index in self.open_options() and isinstance(option.type, NumberType):
            return build.int_var(self.agreement(index), *range_of(self.game, option.type))
        return self._constant(option.value)

    def open_options(self) -> list[int]:
        """Return the options that may have any value that is offered."""
        options = enumerate(self.game.options)
        return [i for i, one in options if isinstance(one.type, NumberType) and not one.selects]

    def agreement(self, index: int) -> str:
        """Name an option in the names of variables."""
        return f"{self.game.options[index].name}!agreed"

    def _fresh_reading(self, name: str) -> SymbolicReading:
        pattern = build.int_var(f"{name}!pattern", 0, len(self.game.patterns) - 1)
        slots = self.slots.items()
        return SymbolicReading(
            pattern, tuple(build.int_var(f"{name}!{s}", *bounds) for s, bounds in slots)
        )

    def card(self, index: int) -> str:
        """Name a card in the names of variables."""
        return f"{index}-{self.game.card_name(index)}"

    def constant(self, kind: Type, value: Value) -> Symbol:
        """Return a known value of a type."""
        if isinstance(kind, OptionType):
            none = build.bool_const(value is None)
            inner = self._default(kind.inner) if value is None else self._constant(value)
            return SymbolicOption(none, inner)
        if isinstance(value, Combination):
            held = dict(counts(value.cards))
            cards = tuple(build.int_const(held.get(i, 0)) for i in range(len(self.game.cards)))
            return SymbolicCombination(self._known_reading(value.reading), cards)
        return self._constant(value)

    def _constant(self, value: Value) -> Inner:
        if isinstance(value, bool):
            return build.bool_const(value)
        if isinstance(value, int):
            return build.int_const(value)
        if value is None or isinstance(value, Combination):
            raise NotEncodableError("a value of another type")
        return self._known_reading(value)

    def _known_reading(self, reading: tuple[int, ...]) -> SymbolicReading:
        return self.reading(reading[0], [build.int_const(value) for value in reading[1:]])

    def reading(self, pattern: int, fields: Sequence[IntTerm]) -> SymbolicReading:
        """Return the reading of a known pattern with these fields."""
        named = zip(self.game.patterns[pattern].fields, fields, strict=True)
        known = {field.name: value for field, value in named}
        slots = self.slots.items()
        # A slot that the pattern lacks gets its lowest value, so that equal readings are the same
        # terms and ``same`` is settled by simplification.
        return SymbolicReading(
            build.int_const(pattern),
            tuple(known.get(s, build.int_const(low)) for s, (low, _) in slots),
        )

    def slot(self, reading: SymbolicReading, field: str) -> IntTerm:
        """Return the slot of a field."""
        return reading.slots[list(self.slots).index(field)]

    def well_formed(self, symbol: Symbol) -> BoolTerm:
        """Say of a value that a solver may choose what the bounds of its parts do not say."""
        match symbol:
            case SymbolicOption(value=value):
                return self.well_formed(value)
            case SymbolicCombination(reading=reading):
                return self.well_formed(reading)
            case SymbolicReading():
                return build.conjunction(self._fields_within(symbol, i) for i in self._patterns())
            case _:
                return build.TRUE

    def _fields_within(self, reading: SymbolicReading, pattern: int) -> BoolTerm:
        fields = self.game.patterns[pattern].fields
        return build.implies(
            is_pattern(reading, pattern),
            build.conjunction(self.within(self.slot(reading, f.name), f.type) for f in fields),
        )

    def within(self, number: IntTerm, kind: Simple) -> BoolTerm:
        """Whether a number is a value of a type."""
        low, high = range_of(self.game, kind)
        least = build.TRUE if low is None else build.le(build.int_const(low), number)
        most = build.TRUE if high is None else build.le(number, build.int_const(high))
        return build.conjunction([least, most])

    def _patterns(self) -> range:
        return range(len(self.game.patterns))

    def same(self, left: Symbol, right: Symbol) -> BoolTerm:
        """Whether two symbols of one form stand for one value.

        Raises ``NotEncodableError`` for values of different types.
        """
        if isinstance(left, SymbolicOption) or isinstance(right, SymbolicOption):
            return self._same_option(left, right)
        if isinstance(left, SymbolicCombination) and isinstance(right, SymbolicCombination):
            cards = zip(left.cards, right.cards, strict=True)
            read = self._same_reading(left.reading, right.reading)
            return build.conjunction([read, *(build.eq(a, b) for a, b in cards)])
        if isinstance(left, SymbolicReading) and isinstance(right, SymbolicReading):
            return self._same_reading(left, right)
        if isinstance(left, BoolTerm) and isinstance(right, BoolTerm):
            return build.iff(left, right)
        if isinstance(left, IntTerm) and isinstance(right, IntTerm):
            return build.eq(left, right)
        raise NotEncodableError("two values of different types are compared")

    def _same_option(self, left: Symbol, right: Symbol) -> BoolTerm:
        a, b = option(left), option(right)
        # The value of one that is known to be none may have another form: it is never compared.
        if a.none is build.TRUE or b.none is build.TRUE:
            return build.conjunction([a.none, b.none])
        return build.conjunction(
            [build.iff(a.none, b.none), build.disjunction([a.none, self.same(a.value, b.value)])]
        )

    def _same_reading(self, left: SymbolicReading, right: SymbolicReading) -> BoolTerm:
        return build.conjunction(
            [build.eq(left.pattern, right.pattern)]
            + [
                build.implies(
                    is_pattern(left, index),
                    build.conjunction(self._same_fields(index, left, right)),
                )
                for index in self._patterns()
            ]
        )

    def _same_fields(
        self, pattern: int, left: SymbolicReading, right: SymbolicReading
    ) -> list[BoolTerm]:
        fields = self.game.patterns[pattern].fields
        return [build.eq(self.slot(left, f.name), self.slot(right, f.name)) for f in fields]


def shape_of(game: Game) -> StateShape:
    """Return the shape of a game, with the field names of all patterns gathered.

    A name that patterns give different types gets the bounds of both together.
    Raises ``NotEncodableError`` for a field without a highest value.
    """
    slots: dict[str, tuple[int, int]] = {}
    for pattern in game.patterns:
        for field in pattern.fields:
            low, high = field_range(game, field.type)
            least, most = slots.get(field.name, (low, high))
            slots[field.name] = min(low, least), max(high, most)
    return StateShape(game, slots)


def is_pattern(reading: SymbolicReading, pattern: int) -> BoolTerm:
    """Whether a reading is of a pattern."""
    return build.eq(reading.pattern, build.int_const(pattern))
