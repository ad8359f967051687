"""Some cards, and what a row has of them, in the lowered form: for whatever is then asked of plays.

Cards are looked at once (``HELD``); what is found stands in memory, and all functions that count or
make plays are about these cards.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, I64, i32, i64
from haggis_rules.codegen.lowered.form import (
    Assign,
    Conversion,
    Converted,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Operation,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext
from haggis_rules.lowering.bodies.card_planes import card_planes
from haggis_rules.lowering.bodies.chance import plain_body
from haggis_rules.lowering.bodies.counting_loops import counting, grow, smaller
from haggis_rules.lowering.layouts.refusal import BreachCode
from haggis_rules.lowering.layouts.state_layout import WORD
from haggis_rules.lowering.rows import play_tables as t
from haggis_rules.lowering.rows.line_tables import line_table_name, write_line_table
from haggis_rules.lowering.rows.play_tables import PlayTables, WildChoices, play_tables
from haggis_rules.lowering.rows.wild_choices import choices_made, write_choices

HELD: Final = "plays held"
_GUARDS: Final = build.wrapped(I64, 0x8080_8080_8080_8080)
_AT, _WORD = LocalVariable(I32, "at"), LocalVariable(I64, "word")
MOST_HELD: Final = 62  # cards: of more, 64 bits need not hold how many plays there are

CARDS, ROW = LocalVariable(I32, "cards"), LocalVariable(I32, "row")
PLACE = LocalVariable(I32, "place")


@dataclass(frozen=True, slots=True)
class PlayRooms:
    """Where is kept what is known of the cards that are looked at.

    ``held``: the cards, and a sign that all is made of them; ``total``: how many; ``planes``: which
    there are so many times; ``wild``: how many wild cards, by role; ``words``: of which kinds;
    ``hands``: the number of that hand of wild cards; ``fillings``: by role, for each such hand, a
    sign that it is made, and then for each filling in how many ways so many of them fill it;
    ``filled``: by role where that is for the cards at hand; ``line_hands`` and ``line_tables``: the
    same for what lines are counted with; ``laned``: a bit for each stack whose lanes are those of
    the cards at hand; ``listed``, ``open_ends`` and ``open``: by role of which wild cards the
    choices are listed, where the list ends, and the list, of addresses; ``box``: the polynomials of
    a box, by height; ``ways``: that of a row, by height; ``stride``: how far apart two of these
    are.
    """

    held: int
    total: int
    planes: int
    wild: int
    words: int
    hands: int
    filled: int
    fillings: tuple[int, ...]
    fillings_size: int
    filling_size: int
    line_hands: tuple[int, ...]
    line_tables: int
    laned: int
    listed: int
    open_ends: int
    open: tuple[int, ...]
    box: int
    ways: int
    stride: int


class PlayLowering:
    """Writes what looks at cards, and parts of functions about a row."""

    def __init__(self, context: LoweringContext) -> None:
        self.context, self.tables = context, play_tables(context)
        self.rooms = _rooms(context, self.tables)
        for role, choices in enumerate(self.tables.choices):
            self._count_fillings(role, choices)
            write_line_table(context, self.tables, role)
        self._held()

    def _held(self) -> None:
        """Write what looks at cards, which all other functions are then about."""
        body = plain_body(self.context, CARDS)
        self._held_before(body)
        planes = card_planes(CARDS, self.tables.depth, body)
        words = range(0, WORD * self.context.layout.words, WORD)
        sums = build.added_up([build.load(I64, CARDS, at, WORD) for at in words])
        ones = i64(0x0101_0101_0101_0101)
        whole = Operation(IntegerOperator.SHR_U, build.multiply(sums, ones), i64(56))
        total = body.begin(build.narrowed(whole), "total")
        many = build.compare(IntegerOperator.GT_S, total, i32(MOST_HELD))
        body.fail_when(many, BreachCode.TOO_LARGE)
        body.do(Store(i32(0), self.rooms.total, 4, total))
        for number, plane in enumerate(planes):
            body.do(Store(i32(0), self.rooms.planes + WORD * number, WORD, plane))
        for role, choices in enumerate(self.tables.choices):
            self._wild_held(role, choices, body)
        body.do(Store(i32(0), self.rooms.laned, 4, i32(0)))
        looked = self.rooms.held + WORD * self.context.layout.words
        body.do(Store(i32(0), looked, 4, i32(1)))
        self.context.seeking.add(self.context.write(HELD, [CARDS], body, exported=True))

    def _held_before(self, body: LoweredBody) -> None:
        """Write what ends where these cards have been looked at last; else they are noted."""
        kept, size = self.rooms.held, WORD * self.context.layout.words
        same: LoweredExpression = build.load(I32, i32(0), kept + size, 4)
        for at in range(0, size, WORD):
            now, before = (build.load(I64, where, at, WORD) for where in (CARDS, i32(kept)))
            same = build.both(same, build.equal(now, before))
        body.do(When(same, (Return(),)))
        for at in range(0, size, WORD):
            body.do(Store(i32(0), kept + at, WORD, build.load(I64, CARDS, at, WORD)))
        body.do(Store(i32(0), kept + size, 4, i32(0)))

    def _wild_held(self, role: int, choices: WildChoices, body: LoweredBody) -> None:
        """Write what counts the wild cards of a role, and finds in how many ways they fill."""
        word, total = body.begin(i64(0), "word"), body.begin(i32(0), "wild")
        number = body.begin(i32(0), "number")
        for place, kind in enumerate(choices.kinds):
            held = body.begin(build.load(I32, CARDS, kind, 1), "held")
            shifted = Operation(IntegerOperator.SHL, wide(held), i64(8 * place))
            body.do(Assign(word, Operation(IntegerOperator.OR, word, shifted)))
            body.do(grow(total, held))
            copies = self.context.game.cards[kind].copies
            body.do(Assign(number, build.add(build.multiply(number, i32(copies + 1)), held)))
        body.do(Store(i32(0), self.rooms.wild + 4 * role, 4, total))
        body.do(Store(i32(0), self.rooms.words + 8 * role, 8, word))
        body.do(Store(i32(0), self.rooms.hands + 4 * role, 4, number))
        rooms = self.rooms
        kept = build.add(
            build.multiply(number, i32(rooms.fillings_size)), i32(rooms.fillings[role])
        )
        at = body.begin(kept, "kept")
        body.do(Store(i32(0), rooms.filled + 4 * role, 4, at))
        table = build.multiply(number, i32(self.tables.lines.sizes[role]))
        lines = body.begin(build.add(table, i32(rooms.line_hands[role])), "lines")
        body.do(Store(i32(0), rooms.line_tables + 4 * role, 4, lines))
        new = build.equal(build.load(I32, at, 0, 4), i32(0))
        make = Perform(Invoke(None, _filled_name(role), (at, word)))
        body.do(When(new, (make, Perform(Invoke(None, line_table_name(role), (at, lines))))))

    def _count_fillings(self, role: int, choices: WildChoices) -> None:
        """Write what counts, for each filling, the choices of each size among wild cards held.

        They are counted once for each hand of wild cards, and kept.
        """
        write_choices(self.context, self.tables, role)
        body = plain_body(self.context, _AT, _WORD)
        body.do(choices_made(self.tables, choices, role))
        guards = i64(_GUARDS)
        guarded = body.begin(Operation(IntegerOperator.OR, _WORD, guards), "guarded")
        stop = i32(choices.table + self.tables.choice * choices.number)
        loop = counting(body, "choice", i32(choices.table), stop, self.tables.choice)
        with loop as (choice, inside):
            wanted = build.load(I64, choice, t.CHOICE_KINDS, 8)
            left = Operation(IntegerOperator.AND, build.subtract(guarded, wanted), guards)
            there = inside.inner()
            many = build.load(I32, choice, t.CHOICE_SIZE, 4)
            cell = there.begin(build.add(build.multiply(many, i32(4)), _AT), "cell")
            number = there.begin(build.load(I32, choice, t.CHOICE_NUMBER, 4), "number")
            for index in range(self.tables.filling_count):
                filling = self.tables.fillings + t.FILLING * index
                fits = build.add(build.load(I32, i32(0), filling + t.FILLING_FITS, 4), number)
                own = build.equal(byte(i32(0), filling + t.FILLING_ROLE), i32(role))
                offset = 4 + index * self.rooms.filling_size
                one = build.add(build.load(I32, cell, offset, 4), i32(1))
                filled = (When(byte(fits, 0), (Store(cell, offset, 4, one),)),)
                there.do(When(own, filled))
            inside.do(When(build.equal(left, guards), tuple(there.statements)))
        body.do(Store(_AT, 0, 4, i32(1)))
        self.context.write(_filled_name(role), [_AT, _WORD], body)

    def open_choices(self, body: LoweredBody) -> None:
        """Write what lists the choices of wild cards that the cards allow, for ``each_choice``."""
        for role, choices in enumerate(self.tables.choices):
            self._open_choices(role, choices, body)

    def _open_choices(self, role: int, choices: WildChoices, outside: LoweredBody) -> None:
        """Write what lists the choices of wild cards that the cards allow, if they are others."""
        word = outside.begin(build.load(I64, i32(0), self.rooms.words + 8 * role, 8), "word")
        # A byte keeps its highest bit exactly when no more is taken away than there is.
        guards = i64(_GUARDS)
        guarded = outside.begin(Operation(IntegerOperator.OR, word, guards), "guarded")
        listed = self.rooms.listed + WORD * role
        same = build.equal(build.load(I64, i32(0), listed, WORD), guarded)
        body = outside.inner()
        body.do(Store(i32(0), listed, WORD, guarded))
        target, step = body.begin(i32(self.rooms.open[role]), "open"), self.tables.choice
        stop = i32(choices.table + step * choices.number)
        with counting(body, "choice", i32(choices.table), stop, step) as (choice, inside):
            wanted = build.load(I64, choice, t.CHOICE_KINDS, 8)
            left = Operation(IntegerOperator.AND, build.subtract(guarded, wanted), guards)
            then = (Store(target, 0, 4, choice), grow(target, i32(4)))
            inside.do(When(build.equal(left, guards), then))
        body.do(Store(i32(0), self.rooms.open_ends + 4 * role, 4, target))
        outside.do(When(build.negated(same), tuple(body.statements)))

    def box(self, number: LoweredExpression, body: LoweredBody) -> LocalVariable:
        """Return where a box of the row stands, by its number in the row."""
        return self.listed_box(build.load(I32, ROW, t.ROW_LIST, 4), number, body)

    def listed_box(
        self, list_: LoweredExpression, number: LoweredExpression, body: LoweredBody
    ) -> LocalVariable:
        """Return where a box stands, by its number in a list of boxes."""
        entry = build.add(list_, build.multiply(number, i32(2)))
        index = build.load(I32, entry, self.tables.lists, 2)
        place = build.multiply(index, i32(self.tables.box))
        return body.begin(build.add(place, i32(self.tables.boxes)), "box")

    def filling(self, body: LoweredBody) -> LocalVariable:
        """Return where the filling of the row stands."""
        number = build.load(I32, ROW, t.ROW_FILLING, 2)
        place = build.multiply(number, i32(t.FILLING))
        return body.begin(build.add(place, i32(self.tables.fillings)), "filling")

    def plane(self, box: LoweredExpression, number: int) -> LoweredExpression:
        """Return which cards of a box there are so many times."""
        held = build.load(I64, i32(0), self.rooms.planes + WORD * (number - 1), WORD)
        mask = build.load(I64, box, t.BOX_PLANES + WORD * (number - 1), WORD)
        return Operation(IntegerOperator.AND, held, mask)

    def cards_of(self, box: LoweredExpression) -> LoweredExpression:
        """Return how many cards of a box there are."""
        planes = range(1, self.tables.depth + 1)
        return build.added_up([bits(self.plane(box, number)) for number in planes])

    def refuse_early(
        self, filling: LoweredExpression, refused: Return, body: LoweredBody
    ) -> tuple[LocalVariable, LocalVariable]:
        """Write what returns where there are too few cards.

        It gives how many cards lie in all boxes, and how many of them a play can have at most.
        """
        size = body.begin(byte(ROW, t.ROW_SIZE), "size")
        boxes = body.begin(build.load(I32, ROW, t.ROW_BOXES, 2), "boxes")
        natural, cards = body.begin(i32(0), "natural"), body.begin(i32(0), "cards")
        with counting(body, "number", i32(0), boxes) as (number, inside):
            box = self.box(number, inside)
            there = inside.begin(self.cards_of(box), "there")
            few = build.compare(IntegerOperator.LT_S, there, byte(box, t.BOX_LEAST))
            inside.do(When(few, (refused,)))
            inside.do(grow(cards, there))
            inside.do(grow(natural, smaller(inside, there, byte(box, t.BOX_MOST))))
        most = build.add(natural, self.most_wild(filling, body))
        body.do(When(build.compare(IntegerOperator.LT_S, most, size), (refused,)))
        return cards, natural

    def most_wild(self, filling: LoweredExpression, body: LoweredBody) -> LoweredExpression:
        """Return how many wild cards a play can have at most."""
        role = build.multiply(byte(filling, t.FILLING_ROLE), i32(4))
        wild = build.load(I32, role, self.rooms.wild, 4)
        return smaller(body, wild, byte(filling, t.FILLING_MOST))

    @contextmanager
    def each_choice(
        self, filling: LoweredExpression, size: LoweredExpression, body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LocalVariable, LoweredBody]]:
        """Write a loop over the choices of wild cards at hand that complete a row.

        It gives where the choice stands, and how many natural cards a play has beside it.
        """
        role = body.begin(byte(filling, t.FILLING_ROLE), "role")
        fits = body.begin(build.load(I32, filling, t.FILLING_FITS, 4), "fits")
        starts: LoweredExpression = i32(self.rooms.open[-1])
        for number, start in list(enumerate(self.rooms.open))[-2::-1]:
            starts = build.choose(build.equal(role, i32(number)), i32(start), starts)
        first = body.begin(starts, "first")
        ends = build.multiply(role, i32(4))
        last = body.begin(build.load(I32, ends, self.rooms.open_ends, 4), "last")
        with counting(body, "at", first, last, 4) as (at, inside):
            choice = inside.begin(build.load(I32, at, 0, 4), "choice")
            fitting = inside.inner()
            less = build.subtract(size, build.load(I32, choice, t.CHOICE_SIZE, 4))
            natural = fitting.begin(less, "beside")
            each = fitting.inner()
            yield choice, natural, each
            some = build.compare(IntegerOperator.GE_S, natural, i32(0))
            fitting.do(When(some, tuple(each.statements)))
            number_ = build.load(I32, choice, t.CHOICE_NUMBER, 4)
            inside.do(When(byte(build.add(fits, number_), 0), tuple(fitting.statements)))

    @contextmanager
    def rows_of(self, body: LoweredBody) -> Generator[tuple[LocalVariable, LoweredBody]]:
        """Write a loop over the rows of the reading at a place."""
        two, first = build.multiply(PLACE, i32(2)), self.tables.first_rows
        ends = [build.multiply(build.load(I32, two, first + at, 2), i32(t.ROW)) for at in (0, 2)]
        start, stop = (body.begin(build.add(end, i32(self.tables.rows)), "rows") for end in ends)
        with counting(body, "row", start, stop, t.ROW) as loop:
            yield loop


def byte(address: LoweredExpression, offset: int) -> LoweredExpression:
    """Return the number from 0 to 255 that one byte holds."""
    return build.load(I32, address, offset, 1)


def bits(plane: LoweredExpression) -> LoweredExpression:
    """Return how many bits are set."""
    return build.narrowed(Converted(Conversion.BITS_SET_64, plane))


def _rooms(context: LoweringContext, tables: PlayTables) -> PlayRooms:
    memory, stride = context.memory, WORD * (tables.largest + 1)
    roles = len(tables.choices)
    filling_size = 4 * (tables.most_wild + 1)
    fillings_size = 4 + filling_size * tables.filling_count
    return PlayRooms(
        memory.room(WORD * context.layout.words + 4),
        memory.room(4),
        memory.room(WORD * tables.depth),
        memory.room(4 * roles),
        memory.room(8 * roles),
        memory.room(4 * roles),
        memory.room(4 * roles),
        tuple(memory.room(fillings_size * one.number) for one in tables.choices),
        fillings_size,
        filling_size,
        tuple(map(memory.room, map(_product, tables.lines.sizes, tables.choices))),
        memory.room(4 * roles),
        memory.room(4),
        memory.room(WORD * roles),
        memory.room(4 * len(tables.choices)),
        tuple(memory.room(4 * one.number) for one in tables.choices),
        memory.room(stride * (tables.depth + 1)),
        memory.room(stride * (tables.most_lines + 1)),
        stride,
    )


def wide(truth: LoweredExpression) -> LoweredExpression:
    """Return a number from 0 on with 64 bits."""
    return Converted(Conversion.EXTEND_U, truth)


def _product(size: int, choices: WildChoices) -> int:
    return size * choices.number


def _filled_name(role: int) -> str:
    return f"fillings by role {role}"
