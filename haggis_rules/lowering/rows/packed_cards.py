"""Cards in a few words of 64 bits, in which they are ordered as the engine orders them.

Each class has as many bits as its copies need, a power of two; the last class stands highest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    LocalVariable,
    LoweredExpression,
    Operation,
    Store,
    While,
)
from haggis_rules.ir.game import Game
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.layouts.state_layout import WORD

_BITS = 64


@dataclass(frozen=True, slots=True)
class PackedCards:
    """How cards are packed: the bits of each class, and how many words there are."""

    bits: int
    words: int

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return WORD * self.words

    @property
    def classes(self) -> int:
        """How many classes stand in one word."""
        return _BITS // self.bits

    def place(self, card: int) -> tuple[int, int]:
        """Return in which word a class stands, and from which bit on."""
        return card // self.classes, card % self.classes * self.bits

    def one_of(
        self, card: LoweredExpression, body: LoweredBody
    ) -> tuple[LocalVariable, LocalVariable]:
        """Return how far the word of a class is from the first, and one card of it there."""
        inside = Operation(IntegerOperator.AND, card, i32(self.classes - 1))
        shift = build.widened(build.multiply(inside, i32(self.bits)))
        one = body.begin(Operation(IntegerOperator.SHL, i64(1), shift), "one")
        word = _shifted(card, self.classes)
        return body.begin(build.multiply(word, i32(WORD)), "offset"), one

    def load(self, at: LoweredExpression, body: LoweredBody) -> list[LocalVariable]:
        """Return the words of cards that stand at an address."""
        places = range(0, self.size, WORD)
        return [body.begin(build.load(I64, at, place, WORD), "word") for place in places]

    def unpack(
        self, source: LoweredExpression, target: LoweredExpression, body: LoweredBody
    ) -> None:
        """Write what puts packed cards somewhere with a byte for each class."""
        for at in range(0, WORD * body.context.layout.words, WORD):
            body.do(Store(target, at, WORD, i64(0)))
        for number, word in enumerate(self.load(source, body)):
            inside = body.inner()
            lowest = build.narrowed(Converted(Conversion.TRAILING_ZEROS_64, word))
            slot = inside.begin(_shifted(lowest, self.bits), "slot")
            shift = inside.begin(build.widened(build.multiply(slot, i32(self.bits))), "shift")
            moved = Operation(IntegerOperator.SHR_U, word, shift)
            own = Operation(IntegerOperator.AND, moved, i64((1 << self.bits) - 1))
            count = inside.begin(own, "count")
            place = build.add(slot, target)
            inside.do(Store(place, number * self.classes, 1, count))
            laid = Operation(IntegerOperator.SHL, count, shift)
            inside.do(Assign(word, Operation(IntegerOperator.XOR, word, laid)))
            more = build.negated(build.equal(word, i64(0)))
            body.do(While(more, tuple(inside.statements)))


def packed_cards(game: Game) -> PackedCards:
    """Return how the cards of a game are packed."""
    most = max((one.copies for one in game.cards), default=1)
    bits = 1 << (most.bit_length() - 1).bit_length()
    return PackedCards(bits, -(-len(game.cards) * bits // _BITS))


def before(
    one: Sequence[LoweredExpression], other: Sequence[LoweredExpression]
) -> LoweredExpression:
    """Return whether cards, as the words of each, come before others."""
    less: LoweredExpression | None = None
    for left, right in zip(one, other, strict=True):
        now = Operation(IntegerOperator.LT_U, left, right)
        less = now if less is None else build.choose(build.equal(left, right), less, now)
    return TRUE if less is None else less


def _shifted(number: LoweredExpression, power: int) -> LoweredExpression:
    """Return a number divided by a power of two."""
    return Operation(IntegerOperator.SHR_U, number, i32(power.bit_length() - 1))
