"""Bodies of lowered functions while they are written, and the memory that all of them share.

What ``expression`` gives back for a node never fails and has no effect, so it may be computed more
than once or not at all, later or never. Whatever may fail stands in statements, in the order of
``evaluate``.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered.build import kind_of
from haggis_rules.codegen.lowered.form import (
    Assign,
    Fail,
    Invoke,
    Literal,
    LocalVariable,
    LoweredExpression,
    LoweredFunction,
    Perform,
    Statement,
    ValueKind,
    When,
    While,
)
from haggis_rules.ir.game import Game
from haggis_rules.lowering.layouts.reading_numbers import ReadingNumbers
from haggis_rules.lowering.layouts.refusal import BreachCode, NotLoweredError
from haggis_rules.lowering.layouts.state_layout import StateLayout

I32, I64 = ValueKind.I32, ValueKind.I64
FIRST_ADDRESS: Final = 64  # what lies below is for codes of breaches and the like
_ALIGNED: Final = 16


class SharedMemory:
    """Tables and rooms of fixed addresses, which all functions of a module share."""

    def __init__(self) -> None:
        self.end, self._tables = FIRST_ADDRESS, dict[bytes, int]()
        self.before: int | None = None  # the room for the state before a move, once there is one

    def table(self, content: bytes) -> int:
        """Return the address of a table, the same for the same content."""
        if content not in self._tables:
            self._tables[content] = self.room(len(content))
        return self._tables[content]

    def room(self, size: int) -> int:
        """Return the address of so many bytes that begin as zeros."""
        at = self.end
        self.end += -(-size // _ALIGNED) * _ALIGNED
        return at

    @property
    def data(self) -> tuple[tuple[int, bytes], ...]:
        """All tables, each with its address."""
        return tuple((at, content) for content, at in self._tables.items())


@dataclass(frozen=True, slots=True)
class LoweredDefinition:
    """A function made from a definition; what is ``safe`` never fails.

    ``inlined``: it is short, and needs no statement.
    """

    function: str
    result: ValueKind
    safe: bool
    inlined: bool


class ReadingPlaces(NamedTuple):
    """How many readings cards can make, and where the numbers of these stand, in so many bytes.

    ``setting``: where the number of the setting is put of which plays are looked for, if several.
    """

    total: int
    numbers: int
    size: int
    setting: int | None = None


@dataclass(slots=True)
class LoweringContext:
    """What all functions of a game share while they are written.

    ``refused`` says why a definition is not lowered, for whatever would speak of it. ``seeking``
    has the functions that look for plays among some cards, after which no others are looked at.
    ``places`` is there once it is written how plays are found.
    """

    game: Game
    readings: ReadingNumbers
    layout: StateLayout
    memory: SharedMemory = field(default_factory=SharedMemory)
    callees: dict[str, LoweredDefinition] = field(default_factory=dict[str, LoweredDefinition])
    functions: list[LoweredFunction] = field(default_factory=list[LoweredFunction])
    unsafe: set[str] = field(default_factory=set[str])
    seeking: set[str] = field(default_factory=set[str])
    places: ReadingPlaces | None = None
    refused: dict[str, NotLoweredError] = field(default_factory=dict[str, NotLoweredError])

    def begin_again(self) -> None:
        """Forget all that is written."""
        self.memory, self.functions = SharedMemory(), []
        self.unsafe, self.seeking = set(), set()

    def is_safe(self, body: Iterable[Statement]) -> bool:
        """Tell whether statements never fail."""
        return not any(_may_fail(one, self.unsafe) for one in body)

    def seeks(self, body: Iterable[Statement]) -> bool:
        """Tell whether statements look for plays."""
        return any(_calls(one, self.seeking) for one in body)

    def write(  # noqa: PLR0913 - all that a function has
        self,
        name: str,
        parameters: Sequence[LocalVariable],
        body: LoweredBody,
        *,
        result: ValueKind | None = None,
        clauses: Iterable[str] = (),
        exported: bool = False,
    ) -> str:
        """Finish a function and return its name."""
        statements, unique = tuple(body.statements), tuple(dict.fromkeys(clauses))
        self.functions.append(
            LoweredFunction(name, tuple(parameters), result, statements, unique, exported)
        )
        if not self.is_safe(statements):
            self.unsafe.add(name)
        if self.seeks(statements):
            self.seeking.add(name)
        return name


def context_of(game: Game) -> LoweringContext:
    """Begin to lower a game."""
    readings = ReadingNumbers(game)
    return LoweringContext(game, readings, StateLayout(game, readings))


class LocalNames:
    """Names of variables of one function, each given once."""

    def __init__(self) -> None:
        self._given = dict[str, int]()

    def fresh(self, wanted: str) -> str:
        """Return a name like the one wanted."""
        number = self._given[wanted] = self._given.get(wanted, 0) + 1
        return wanted if number == 1 else f"{wanted}~{number}"


@dataclass(slots=True)
class LoweredBody:
    """The body of a function while it is written.

    ``names`` says what each variable of the rules is there; ``state`` and ``before`` are the
    addresses of the state and of the one before, and ``clause`` is what is being lowered.
    """

    context: LoweringContext
    own: LocalNames
    state: LoweredExpression
    names: dict[str, LoweredExpression] = field(default_factory=dict[str, LoweredExpression])
    before: LoweredExpression | None = None
    clause: str = ""
    statements: list[Statement] = field(default_factory=list[Statement])

    @property
    def game(self) -> Game:
        """The game that is lowered."""
        return self.context.game

    def do(self, *statements: Statement) -> None:
        """Write statements."""
        self.statements += statements

    def variable(self, kind: ValueKind, wanted: str = "t") -> LocalVariable:
        """Return a new variable."""
        return LocalVariable(kind, self.own.fresh(wanted))

    def keep(self, value: LoweredExpression, wanted: str = "t") -> LoweredExpression:
        """Assign a value to a new variable, and return that; or the value if it is as good."""
        return value if isinstance(value, Literal | LocalVariable) else self.begin(value, wanted)

    def begin(self, value: LoweredExpression, wanted: str = "t") -> LocalVariable:
        """Assign a value to a new variable, and return that."""
        target = self.variable(kind_of(value), wanted)
        self.do(Assign(target, value))
        return target

    def fail_when(self, condition: LoweredExpression, code: BreachCode) -> None:
        """Stop with a breach when a condition holds."""
        match condition:
            case Literal(value=0):
                pass
            case Literal():
                self.do(Fail(code))
            case _:
                self.do(When(condition, (Fail(code),)))

    def inner(self, names: Mapping[str, LoweredExpression] | None = None) -> LoweredBody:
        """Begin a body that stands inside this one, with more names."""
        named = {**self.names, **(names or {})}
        return LoweredBody(self.context, self.own, self.state, named, self.before, self.clause)

    @contextmanager
    def only_when(self, condition: LoweredExpression | None) -> Generator[LoweredBody]:
        """Write statements that count only when a condition holds; always, if there is none."""
        match condition:
            case None:
                yield self
            case Literal(value=value):
                inside = self.inner()
                yield inside
                self.statements += inside.statements if value else []
            case _:
                inside = self.inner()
                yield inside
                self.do(When(condition, tuple(inside.statements)))


def _may_fail(node: Statement, unsafe: set[str]) -> bool:
    match node:
        case Fail():
            return True
        case When(then=then, otherwise=otherwise):
            return any(_may_fail(one, unsafe) for one in (*then, *otherwise))
        case While(body=body):
            return any(_may_fail(one, unsafe) for one in body)
        case Assign(value=Invoke(function=name)) | Perform(call=Invoke(function=name)):
            return name in unsafe
        case _:  # expressions call only what is safe
            return False


def _calls(node: Statement, names: set[str]) -> bool:
    match node:
        case When(then=then, otherwise=otherwise):
            return any(_calls(one, names) for one in (*then, *otherwise))
        case While(body=body):
            return any(_calls(one, names) for one in body)
        case Assign(value=Invoke(function=name)) | Perform(call=Invoke(function=name)):
            return name in names
        case _:  # what looks for plays may fail, and so is no expression
            return False
