"""Which readings the guards of an action allow, and what a seat has of them: kept lists.

What guards say of readings rests on a few values of the state, so the answers for the last few of
these are kept, in a table of lists that is looked at by their hash.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import reduce
from math import prod
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, I64, TRUE, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Return,
    Store,
    When,
)
from haggis_rules.ir.game import ACTOR
from haggis_rules.ir.nodes import Expr
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.counting_loops import counting
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.layouts.state_layout import NONE_I32, WORD
from haggis_rules.lowering.rows import line_counting as c
from haggis_rules.lowering.rows import row_lines as r
from haggis_rules.lowering.rows.play_choice import LoweredPlays

MOST_KEPT: Final = 2048  # lists
MOST_PLACES: Final = 1 << 16  # of lists by their keys
_SPREAD: Final = 0x9E37_79B1  # near 2^32 over the golden ratio (Knuth 1973, section 6.4)
# A list: whether it is made, the key, and the lines (``line_counting``).
_MADE, _KEY = 0, 8


class AskedGuard(NamedTuple):
    """A guard that looks at a combination by its reading alone."""

    function: str
    node: Expr


class _KeyPart(NamedTuple):
    """A value on which a list rests: where it stands, in how many bytes, and what it can be.

    ``values`` is None where that is too much. None among values stands as -1.
    """

    offset: int
    size: int
    values: range | None


class AllowedReadings:
    """Writes which readings the guards of an action allow."""

    def __init__(
        self,
        context: LoweringContext,
        plays: LoweredPlays,
        guards: Sequence[AskedGuard],
        room: int,
    ) -> None:
        self.context, self.tables, self.guards, self.room = context, plays.tables, guards, room
        looked = (reads(context.game, one.node) for one in guards)
        self.reads = reduce(Reads.__or__, looked, Reads())
        self.keys = [
            _KeyPart(slot.offset + owner * slot.size, slot.size, _values(context, variable.type))
            for state in sorted(self.reads.states)
            for slot, variable in [(context.layout.values[state], context.game.states[state])]
            for owner in range(slot.owners)
        ]
        self.lines_at = _KEY + 8 * (len(self.keys) + 1)
        self.size = self.lines_at + c.listed_size(self.tables.lines)
        values = [range(context.game.seats), *(one.values for one in self.keys)]
        known = prod(MOST_PLACES if one is None else len(one) for one in values)
        self.direct = known < MOST_PLACES
        self.number = known if self.direct else MOST_PLACES
        self.places = context.memory.room(4 * self.number)
        self.next = context.memory.room(4)
        self.lists = context.memory.room(self.size * MOST_KEPT)
        self.name = ""

    def write(self, name: str) -> None:
        """Write the function that returns the list of places for a state and an actor."""
        self.name = name
        body, parameters = function_body(self.context, {ACTOR: Plain.SEAT})
        keys = [body.begin(self._key(one), "key") for one in self.keys]
        actor = build.widened(body.names[ACTOR]) if ACTOR in self.reads.names else i64(0)
        keys.append(body.begin(actor, "key"))
        place = self._place(keys, body)
        found = body.begin(build.load(I32, place, self.places, 4), "list")
        known = body.inner()
        same: LoweredExpression = build.load(I32, found, _MADE, 4)
        for number, key in enumerate(keys):
            same = build.both(same, build.equal(build.load(I64, found, _KEY + 8 * number, 8), key))
        if not self.reads.zones:  # else it rests on more than values, and is never the same
            known.do(When(same, (Return(found),)))
        new = body.inner()
        self._make_room(place, found, new)
        body.do(When(found, tuple(known.statements), tuple(new.statements)))
        body.do(Store(found, _MADE, 4, i32(0)))
        for number, key in enumerate(keys):
            body.do(Store(found, _KEY + 8 * number, 8, key))
        with counting(body, "at", i32(self.lines_at), i32(self.size), 8) as (at, inside):
            inside.do(Store(build.add(found, at), 0, 8, i64(0)))
        with counting(body, "place", i32(0), i32(self.tables.places)) as (place, inside):
            self._ask(place, found, inside)
        body.do(Store(found, _MADE, 4, i32(1)), Return(found))
        self.context.write(name, parameters, body, result=I32)

    def _make_room(self, place: LocalVariable, found: LocalVariable, body: LoweredBody) -> None:
        """Write what finds room for one more list; when there is none all are forgotten."""
        body.do(Assign(found, build.load(I32, i32(0), self.next, 4)))
        full = body.inner()
        full.do(Assign(found, i32(self.lists)))
        with counting(full, "at", i32(0), i32(4 * self.number), 4) as (at, inside):
            inside.do(Store(at, self.places, 4, i32(0)))
        end = i32(self.lists + self.size * MOST_KEPT)
        none = build.either(build.equal(found, i32(0)), build.equal(found, end))
        body.do(When(none, tuple(full.statements)))
        body.do(Store(i32(0), self.next, 4, build.add(found, i32(self.size))))
        body.do(Store(place, self.places, 4, found))

    def _key(self, part: _KeyPart) -> LoweredExpression:
        return build.load(I64, STATE, part.offset, part.size, signed=part.size < WORD)

    def _place(self, keys: Sequence[LocalVariable], body: LoweredBody) -> LocalVariable:
        """Return where it stands where the list for a key is: by its number, or by its hash."""
        *parts, actor = keys
        mixed: LoweredExpression = actor
        for key, part in zip(parts, self.keys, strict=True):
            if self.direct and part.values is not None:
                own = build.subtract(key, i64(part.values.start))
                mixed = build.add(build.multiply(mixed, i64(len(part.values))), own)
            else:
                mixed = build.multiply(build.add(mixed, key), i64(_SPREAD))
        if not self.direct:
            mixed = Operation(IntegerOperator.SHR_U, mixed, i64(24))
        last = build.narrowed(mixed)
        if not self.direct:
            last = Operation(IntegerOperator.AND, last, i32(self.number - 1))
        return body.begin(build.multiply(last, i32(4)), "place")

    def _ask(self, place: LocalVariable, found: LocalVariable, body: LoweredBody) -> None:
        """Write what asks all guards about a reading, and notes its rows where they hold."""
        number = build.load(I32, build.multiply(place, i32(2)), self.tables.numbers, 2)
        body.do(Store(i32(self.room), 0, 4, number))
        allowed: LoweredExpression = TRUE
        for guard in self.guards:
            holds = body.begin(FALSE, "holds")
            with body.only_when(allowed) as asking:
                given = (STATE, _actor(), i32(self.room))
                asking.do(Assign(holds, Invoke(I32, guard.function, given)))
            allowed = holds
        with body.only_when(allowed) as noting:
            self._note(place, found, noting)

    def _note(self, place: LocalVariable, found: LocalVariable, body: LoweredBody) -> None:
        """Write what notes the rows of a reading, each in its line."""
        two, first = build.multiply(place, i32(2)), self.tables.first_rows
        begin, stop = (body.begin(build.load(I32, two, first + at, 2), "row") for at in (0, 2))
        lines = self.tables.lines
        with counting(body, "row", begin, stop) as (row, inside):
            key = build.add(build.multiply(row, i32(r.KEY)), i32(lines.keys))
            line = inside.begin(build.load(I32, key, r.KEY_LINE, 2), "line")
            own = build.add(build.multiply(line, i32(r.LINE)), i32(lines.lines))
            lane = inside.begin(build.subtract(row, build.load(I32, own, r.LINE_ROW, 2)), "lane")
            c.note_row(build.add(found, i32(self.lines_at)), line, lane, lines, inside)

    def lines(self, found: LoweredExpression) -> LoweredExpression:
        """Return where the lines of a list stand."""
        return build.add(found, i32(self.lines_at))


class CountedReadings:
    """What a seat had plays of when they were last counted, as ``line_counting`` has found it.

    For each seat memory has where its list begins and where it ends.
    """

    def __init__(self, context: LoweringContext, plays: LoweredPlays) -> None:
        seats = context.game.seats
        self.size = c.found_size(plays.tables)
        self.lists = context.memory.room(self.size * seats)
        self.starts = context.memory.room(4 * seats)
        self.ends = context.memory.room(4 * seats)
        self.out_end = plays.out_end

    def begin(self, actor: LoweredExpression) -> LoweredExpression:
        """Return where the list of a seat begins that is counted now."""
        return build.add(build.multiply(actor, i32(self.size)), i32(self.lists))

    def found_end(self) -> LoweredExpression:
        """Return where the list ends that was just made."""
        return build.load(I32, i32(0), self.out_end, 4)

    def finish(self, actor: LoweredExpression, end: LoweredExpression, body: LoweredBody) -> None:
        """Write what notes where the list of a seat ends that has been counted."""
        self.note(actor, self.begin(actor), end, body)

    def note(
        self,
        actor: LoweredExpression,
        start: LoweredExpression,
        end: LoweredExpression,
        body: LoweredBody,
    ) -> None:
        """Write what notes where the list of a seat begins and ends."""
        place = build.multiply(actor, i32(4))
        body.do(Store(place, self.starts, 4, start), Store(place, self.ends, 4, end))

    def bounds(
        self, actor: LoweredExpression, body: LoweredBody
    ) -> tuple[LocalVariable, LocalVariable]:
        """Return where the list of a seat begins and ends."""
        place = build.multiply(actor, i32(4))
        start = body.begin(build.load(I32, place, self.starts, 4), "first")
        return start, body.begin(build.load(I32, place, self.ends, 4), "last")

    @contextmanager
    def each(
        self, actor: LoweredExpression, body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LocalVariable, LoweredBody]]:
        """Write a loop over the list of a seat, which gives where counts are, and their sum."""
        start, stop = self.bounds(actor, body)
        with counting(body, "found", start, stop, c.FOUND) as (found, inside):
            yield found, inside.begin(build.load(I32, found, c.FOUND_SUM, 4), "count"), inside


def _values(context: LoweringContext, kind: Type) -> range | None:
    """Return the numbers that stand for the values of a type; None where they are too many."""
    match kind:
        case OptionType(inner=NumberType()):
            return None
        case OptionType(inner=inner):
            values = _values(context, inner)
            return None if values is None else range(NONE_I32, values.stop)
        case NumberType(low=low, high=high):
            return None if low is None or high is None else range(low, high + 1)
        case Plain.READING:
            return range(context.readings.count)
        case ChoiceType() | Plain():
            return range(context.game.size(kind))


def _actor() -> LocalVariable:
    return LocalVariable(I32, ACTOR)
