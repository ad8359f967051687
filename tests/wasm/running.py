"""Lowered modules run by the interpreter or by wasmtime, for tests to compare with evaluation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from typing import NamedTuple, Protocol

from haggis_rules.codegen.lowered.form import LoweredModule
from haggis_rules.codegen.lowered.interpreter import InterpretedModule, LoweredBreach
from haggis_rules.codegen.lowered.laws import check_module
from haggis_rules.codegen.lowered.pruning import pruned
from haggis_rules.codegen.wasm.host import WasmInstance
from haggis_rules.codegen.wasm.printer import wasm_bytes
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import Plain, Type
from haggis_rules.lowering.bodies.body import LoweringContext, context_of
from haggis_rules.lowering.clauses.definitions import expression_function, lower_definitions
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.layouts.refusal import BreachCode, NotLoweredError
from haggis_rules.lowering.search.play_finder import lower_finding
from haggis_rules.semantics.breach import (
    Breach,
    Endless,
    NotEnoughCards,
    NoValue,
    OutOfBounds,
    Overlap,
)
from haggis_rules.semantics.state import Combination, GameState, Value
from tests.games import SEATINGS, rules_of

EVERY = [*(f"{name} for {players}" for name, players in SEATINGS), "heron", "long-heron"]
ROOM = 1 << 20  # bytes of memory, enough for the tables and some states

CODES: Mapping[type[Breach], BreachCode] = {
    NoValue: BreachCode.NO_VALUE,
    Overlap: BreachCode.OVERLAP,
    OutOfBounds: BreachCode.OUT_OF_BOUNDS,
    NotEnoughCards: BreachCode.NOT_ENOUGH_CARDS,
    Endless: BreachCode.ENDLESS,
}


class Running(Protocol):
    """A module that runs."""

    def call(self, name: str, *arguments: int) -> int:
        """Call a function."""
        ...

    def read(self, address: int, size: int) -> bytes:
        """Read memory."""
        ...

    def write(self, address: int, content: bytes) -> None:
        """Write memory."""
        ...


def interpreted(module: LoweredModule) -> Running:
    check_module(module)
    return InterpretedModule(module)


def compiled(module: LoweredModule) -> Running:
    return WasmInstance(wasm_bytes(module))


Start = Callable[[LoweredModule], Running]
READERS: tuple[Start, ...] = (interpreted, compiled)


class Where(NamedTuple):
    """What an expression is looked at in: two states, and what names stand for."""

    state: GameState
    before: GameState | None
    names: Mapping[str, tuple[Type, Value]]


class LoweredExpressions:
    """Expressions over a game, each as a module of its own with all definitions."""

    def __init__(self, game: Game) -> None:
        self.game, self.context = game, context_of(game)
        lower_definitions(self.context)

    @cached_property
    def finding(self) -> LoweringContext:
        """The same with what finds plays, which has large tables."""
        context = context_of(self.game)
        lower_finding(context)
        lower_definitions(context)
        return context

    def outcomes(self, node: nodes.Expr, where: Where) -> list[object]:
        """Return what each reader makes of an expression: a value, or the code of a breach."""
        try:
            return _outcomes(self.context, node, where, READERS)
        except NotLoweredError as refusal:
            assert refusal.what == "`some play`"  # noqa: PT017 - what it is refused for
            return _outcomes(self.finding, node, where, READERS[-1:])  # the other takes seconds


def _outcomes(
    shared: LoweringContext, node: nodes.Expr, where: Where, readers: Sequence[Start]
) -> list[object]:
    context = replace(shared, functions=[*shared.functions])
    kinds = {name: kind for name, (kind, _) in where.names.items()}
    expression_function(context, node, kinds, before=where.before is not None)
    memory = context.memory.end + ROOM
    whole = LoweredModule(tuple(context.functions), context.memory.data, memory)
    module = pruned(whole)
    return [_outcome(start(module), context, node, where) for start in readers]


def _outcome(running: Running, context: LoweringContext, node: nodes.Expr, where: Where) -> object:
    layout, end = context.layout, context.memory.end

    def place(content: bytes) -> int:
        nonlocal end
        at, end = end, end + -(-len(content) // 16) * 16
        running.write(at, content)
        return at

    states = (where.state, where.before)
    arguments = [place(layout.write(one)) if one else 0 for one in states]
    for kind, value in where.names.values():
        if isinstance(value, Combination):
            arguments.append(place(layout.combination(value)))
        else:
            arguments.append(layout.value(kind, value))
    try:
        found = running.call("value", *arguments)
    except LoweredBreach as breach:
        return BreachCode(breach.code)
    if node.type is Plain.COMBINATION:
        return layout.found_combination(running.read(found, 8 + 8 * layout.words))
    return layout.found(node.type, found)


@cache
def compiled_game(name: str) -> CompiledGame:
    """Return a seating in a module, with room for two matches: one for all tests."""
    return rules_of(name).compiled(2)


def nothing(*_: object) -> None:
    """Do nothing, in the place of a step of the lowering that a test leaves out."""


def code_of(breach: Breach) -> BreachCode:
    """Return the code of a breach."""
    return CODES[type(breach)]
