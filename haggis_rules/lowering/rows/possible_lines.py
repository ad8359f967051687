"""Which lines can have plays at all among the cards that are looked at, in the lowered form.

A play of so many cards needs as many held. Where its natural cards are those of one lane, it needs
a lane that has them together with the wild cards at hand. A table says for each number of cards
which lines have plays of no more, a bit each, in words of 64.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    ByteOperation,
    ByteOperator,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    ValueKind,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows.held_lanes import lanes_name
from haggis_rules.lowering.rows.plays import MOST_HELD, PlayLowering
from haggis_rules.lowering.rows.row_runs import ABREAST, RowRun

BITS: Final = 64  # lines in a word
_TOPS: Final = 8  # largest lanes that are told apart: from 0 on, and the last for all beyond
_WORTH: Final = 3  # lines that share their lanes, from which on it pays to find the largest
_V128: Final = ValueKind.V128


class _Shared(NamedTuple):
    """Lines of one role that have the same slice of lanes, one for each row, by their numbers."""

    role: int
    place: int
    width: int
    lines: tuple[int, ...]


class PossibleLines:
    """Writes what leaves out the lines that have no plays."""

    def __init__(self, plays: PlayLowering) -> None:
        self.plays, self.rooms, self.lines = plays, plays.rooms, plays.tables.lines
        self.runs, memory = self.lines.runs, plays.context.memory
        self.words = words_of(self.runs)
        self.fewest = [fewest_cards(run) for run in self.runs]
        by_size = (self._no_larger(most) for most in range(MOST_HELD + _TOPS))
        self.by_size = memory.table(b"".join(map(self._written, by_size)))
        self.shared = [*_shared(self.runs)]
        self.sets = memory.table(top_sets(ABREAST))
        self.firsts = memory.table(b"\xff" * ABREAST + bytes(ABREAST))

    def _no_larger(self, most: int) -> int:
        """Return which lines have plays of no more cards than these."""
        return sum(1 << line for line, fewest in enumerate(self.fewest) if fewest <= most)

    def _written(self, lines: int) -> bytes:
        return lines.to_bytes(WORD * self.words, "little")

    def left(self, lines: LoweredExpression, body: LoweredBody) -> list[LocalVariable]:
        """Return which of some lines can have plays, whose lanes are looked at then."""
        total = build.load(I32, i32(0), self.rooms.total, 4)
        possible = body.begin(build.multiply(total, i32(WORD * self.words)), "possible")
        found: list[LocalVariable] = []
        for word in range(self.words):
            wanted = build.load(I64, lines, WORD * word, WORD)
            own = build.load(I64, possible, self.by_size + WORD * word, WORD)
            found.append(body.begin(_and(wanted, own), "left"))
        for number, lines_of in enumerate(self._by_stack()):
            self._look(number, lines_of, found, body)
        return found

    def _by_stack(self) -> list[int]:
        """Return for each stack which lines have their lanes there."""
        found = [0 for _ in self.lines.stacks]
        terms = [stack.terms for stack in self.lines.stacks]
        for line, run in enumerate(self.runs):
            found[terms.index(len(run.rows[0].lanes))] |= 1 << line
        return found

    def _look(
        self, stack: int, lines: int, left: Sequence[LocalVariable], body: LoweredBody
    ) -> None:
        """Write what adds up the lanes of a stack if a line is left there, and looks at them."""
        parts = [
            _and(word, i64(mask))
            for word, mask in zip(left, _masks(lines, self.words), strict=True)
            if mask
        ]
        some = build.negated(build.equal(_either(parts), i64(0)))
        inside = body.inner()
        inside.do(Perform(Invoke(None, lanes_name(stack), ())))
        terms = self.lines.stacks[stack].terms
        for one in self.shared if terms == 1 else ():
            self._leave_out(one, left, inside)
        body.do(When(some, tuple(inside.statements)))

    def _leave_out(self, shared: _Shared, left: Sequence[LocalVariable], body: LoweredBody) -> None:
        """Write what leaves out the lines whose plays are larger than a lane and wild cards."""
        start = self._start(shared) + self.lines.held
        lanes = build.load(_V128, i32(0), start, ABREAST)
        own = build.load(_V128, i32(0), self.firsts + ABREAST - shared.width, ABREAST)
        sets = build.load(_V128, i32(0), self.sets, ABREAST)
        tops = ByteOperation(ByteOperator.SWIZZLE, sets, lanes)
        seen = body.begin(ByteOperation(ByteOperator.AND, tops, own), "tops")
        halves = [Converted(half, seen) for half in (Conversion.LOWER_HALF, Conversion.UPPER_HALF)]
        every = body.begin(Operation(IntegerOperator.OR, *halves), "every")
        for shift in (32, 16, 8):
            other = Operation(IntegerOperator.SHR_U, every, i64(shift))
            every = body.begin(Operation(IntegerOperator.OR, every, other), "every")
        one = Operation(IntegerOperator.OR, _and(every, i64((1 << _TOPS) - 1)), i64(1))
        before = build.narrowed(Converted(Conversion.LEADING_ZEROS_64, one))
        top = body.begin(build.subtract(i32(BITS - 1), before), "top")
        wild = build.load(I32, i32(0), self.rooms.wild + 4 * shared.role, 4)
        most = body.begin(build.add(wild, top), "most")
        beyond = build.equal(top, i32(_TOPS - 1))  # of which no more is known
        place = body.begin(build.choose(beyond, i32(MOST_HELD), most), "place")
        at = body.begin(build.multiply(place, i32(WORD * self.words)), "possible")
        others = ((1 << len(self.runs)) - 1) & ~sum(1 << line for line in shared.lines)
        for word, (mask, apart) in enumerate(zip(left, _masks(others, self.words), strict=True)):
            possible = build.load(I64, at, self.by_size + WORD * word, WORD)
            allowed = Operation(IntegerOperator.OR, possible, i64(apart))
            body.do(Assign(mask, _and(mask, allowed)))

    def _start(self, shared: _Shared) -> int:
        (start,) = (stack.start for stack in self.lines.stacks if stack.terms == 1)
        return start + shared.place


def fewest_cards(run: RowRun) -> int:
    """Return how many cards the smallest plays of a line have."""
    return min(one.row.size for one in run.rows)


def top_sets(lanes: int) -> bytes:
    """Return for each lane from 0 on the set of it alone, as bits; the last is for all beyond."""
    return bytes(1 << min(lane, _TOPS - 1) for lane in range(lanes))


def words_of(runs: Sequence[RowRun]) -> int:
    """Return how many words have a bit for each line."""
    return -(-len(runs) // BITS)


def _shared(runs: Sequence[RowRun]) -> Iterator[_Shared]:
    """Yield the slices of lanes that enough lines share."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for line, run in enumerate(runs):
        first = run.rows[0]
        if first.plain and len(first.lanes) == 1 and _few(run):
            found.setdefault((first.role, run.place, len(run.rows)), []).append(line)
    for (role, place, width), lines in found.items():
        if len(lines) >= _WORTH:
            yield _Shared(role, place, width, tuple(lines))


def _few(run: RowRun) -> bool:
    """Tell whether each lane of a line has so few classes that a number below 16 counts them."""
    return all(lane.classes.bit_count() < ABREAST for one in run.rows for lane in one.lanes)


def _masks(lines: int, words: int) -> list[int]:
    """Return bits of lines in words, each as a number with a sign."""
    each = (lines >> BITS * word & (1 << BITS) - 1 for word in range(words))
    return [build.wrapped(I64, one) for one in each]


def _and(one: LoweredExpression, other: LoweredExpression) -> LoweredExpression:
    return Operation(IntegerOperator.AND, one, other)


def _either(parts: Sequence[LoweredExpression]) -> LoweredExpression:
    found, *others = parts
    for one in others:
        found = Operation(IntegerOperator.OR, found, one)
    return found
