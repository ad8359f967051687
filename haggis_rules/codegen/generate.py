"""A game as Python source: straight-line functions over the two halves of a state.

The text is a module that can be read, and run by itself but for ``READINGS``: rules that look for
some play are given it, to find what cards make. Every function names the clauses that it comes
from.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from haggis_rules.codegen.body import (
    VALUES,
    ZONES,
    Body,
    CompiledDefinition,
    NameAllocator,
    function,
)
from haggis_rules.codegen.effects import LOG, bounded, effects
from haggis_rules.codegen.expressions import cards_in, definition_value, expression
from haggis_rules.ir import nodes
from haggis_rules.ir.game import (
    ACTOR,
    ActionSchema,
    AnySeat,
    Chance,
    Definition,
    FreeParam,
    Game,
    InTurn,
    Owner,
    Pattern,
    StateVariable,
    Step,
)
from haggis_rules.ir.traversal import everywhere
from haggis_rules.semantics.state import group_mask

_IMPORTS = """\
from haggis_rules.codegen.runtime import zone_after_moves, guard
from haggis_rules.semantics.breach import NoValue, NotEnoughCards, OutOfBounds, Overlap
from haggis_rules.semantics.state import Combination
from haggis_rules.semantics.transition import Moved
"""
_TABLES = ("RANK", "SUIT", "GROUP", "COPIES", "ONLY", "GUARD", "TEAM", "FROM", "AFTER", "PATTERN")
_OTHERS = ("STEP", "READINGS", "outranks", "waiting", "waiting_checked", LOG, "moves")
_MATCH = ("lasting", "initial", "between", "until")
_IMPORTED = (
    "zone_after_moves",
    "guard",
    "Moved",
    "Combination",
    "NoValue",
    "NotEnoughCards",
    "Overlap",
)
_STATES = ("OutOfBounds", VALUES, ZONES, "V0", "Z0", "chance", "value")

STATE = f"{VALUES}, {ZONES}"


@dataclass(frozen=True, slots=True)
class ActionNames:
    """How the functions of an action are called. A parameter without zone has none for it.

    ``turn`` is there when the action is for the one seat in turn. ``safe`` has for each guard
    whether it can never raise a breach.
    """

    turn: str | None
    may: str
    zones: tuple[str | None, ...]
    guards: tuple[str, ...]
    safe: tuple[bool, ...]
    do: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The Python of a game, and how its functions are called."""

    text: str
    definitions: dict[str, str]
    actions: tuple[ActionNames, ...]
    steps: tuple[str, ...]


@dataclass(slots=True)
class Module:
    """The text while it is written."""

    game: Game
    names: NameAllocator = field(
        default_factory=lambda: NameAllocator({*_TABLES, *_OTHERS, *_MATCH, *_IMPORTED, *_STATES})
    )
    callees: dict[str, CompiledDefinition] = field(default_factory=dict[str, CompiledDefinition])
    parts: list[str] = field(default_factory=list[str])

    def body(self) -> Body:
        """Begin the body of a function."""
        return Body(self.game, self.callees, NameAllocator(self.names.taken))

    def is_safe(self, body: Body) -> bool:
        """Whether a body can never raise a breach.

        It reads the text: a line that raises, or one that calls a definition that is not safe. A
        definition is written after those that it speaks of, so these are known by then.
        """
        unsafe = [f"{callee.function}(" for callee in self.callees.values() if not callee.safe]
        return not any(word in line for line in body.lines for word in ("raise ", *unsafe))

    def write(self, name: str, params: Iterable[str], comment: str, body: Body) -> str:
        """Finish a function and give its name."""
        self.parts.append(function(f"{name}({', '.join(params)})", comment, body))
        return name


def generate(game: Game) -> Listing:
    """Write a game as Python."""
    module = definitions(game)
    actions = tuple(_action(action, module) for action in game.actions)
    steps = tuple(_step(step, module) for step in game.steps)
    _waiting(module)
    _lasting(module)
    _initial(module)
    _between(module)
    called = {name: callee.function for name, callee in module.callees.items()}
    return Listing("\n\n".join(module.parts), called, actions, steps)


def expression_text(
    module: Module, node: nodes.Expr, names: Iterable[str], *, before: bool = False
) -> str:
    """Write one expression as a function ``value`` of the state, of the one before, and names."""
    body = module.body()
    body.before = ("V0", "Z0") if before else None
    body.names = {name: body.own.fresh(name) for name in names}
    body.line(f"return {expression(node, body)}")
    head = f"value({', '.join([STATE, 'V0', 'Z0', *body.names.values()])})"
    return function(head, "one expression", body)


def definitions(game: Game) -> Module:
    """Begin a text with what all functions need: the tables and the definitions."""
    module = Module(game)
    module.parts += [f"# {game.name}: made from its rules.\n", _IMPORTS, _tables(game)]
    module.parts.append(_outranks(game))
    for definition in _in_order(game):
        _definition(definition, module)
    return module


def _tables(game: Game) -> str:
    seats, cards = range(game.seats), game.cards
    teams = len(game.teams)
    tables: dict[str, object] = {
        "RANK": tuple(card.rank for card in cards),
        "SUIT": tuple(card.suit for card in cards),
        "GROUP": tuple(card.group for card in cards),
        "COPIES": tuple(card.copies for card in cards),
        "ONLY": tuple(group_mask(game, group) for group in range(len(game.groups))),
        "TEAM": tuple(game.team_of(seat) for seat in seats) if teams else (),
        "FROM": tuple(tuple((seat + n) % game.seats for n in seats) for seat in seats),
        "AFTER": tuple(tuple((seat + n) % game.seats for n in seats[1:]) for seat in seats),
        "PATTERN": tuple(pattern.name for pattern in game.patterns),
        "STEP": tuple(step.name for step in game.steps),
    }
    lines = [f"{name} = {table!r}" for name, table in tables.items()]
    legend = [f"# {VALUES}[{i}]: {one.name}" for i, one in enumerate(game.states)]
    legend += [f"# {ZONES}[{i}]: {one.name}" for i, one in enumerate(game.zones)]
    return "\n".join([*lines, f"GUARD = guard({len(cards)})", *legend]) + "\n"


def _outranks(game: Game) -> str:
    lines = ["def outranks(a, b):", "    if a[0] != b[0]:", "        return False"]
    for index, pattern in enumerate(game.patterns):
        lines.append(f"    if a[0] == {index}:  # {pattern.name}: {pattern.clause}")
        lines.append(f"        return {_higher(pattern)}")
    return "\n".join([*lines, "    return False"]) + "\n"


def _higher(pattern: Pattern) -> str:
    alike = [f"a[{1 + i}] == b[{1 + i}]" for i in pattern.alike]
    left, right = ([f"{side}[{1 + i}]" for i in pattern.ranked] for side in "ab")
    if len(left) == 1:
        return " and ".join([*alike, f"{left[0]} > {right[0]}"])
    return " and ".join([*alike, f"({', '.join(left)}) > ({', '.join(right)})"])


def _in_order(game: Game) -> list[Definition]:
    """Return the definitions so that each stands after those that it speaks of.

    A topological order, by a search in depth that lists a definition when it has been left. It ends
    because the language has no recursion.
    """
    done: dict[str, Definition] = {}

    def visit(name: str) -> None:
        if name not in done:
            definition = game.definitions[name]
            for called in _called(definition):
                visit(called)
            done[name] = definition

    for name in game.definitions:
        visit(name)
    return list(done.values())


def _called(definition: Definition) -> Iterator[str]:
    """Yield the name of each definition that one speaks of, as often as it does."""
    inside = [e for one in definition.exceptions for e in (one.when, one.value)]
    for expr in (definition.base, *inside):
        for part in everywhere(expr):
            if isinstance(part, nodes.Call):
                yield part.definition


def _definition(definition: Definition, module: Module) -> None:
    body = module.body()
    body.names = {param.name: body.own.fresh(param.name) for param in definition.params}
    body.line(f"return {definition_value(definition, body)}")
    clauses = [definition.clause, *(one.clause for one in definition.exceptions)]
    name = module.names.fresh(definition.name)
    module.write(name, [STATE, *body.names.values()], ", ".join(clauses), body)
    written_out = 1 + sum(module.callees[one].written_out for one in _called(definition))
    several = len(body.lines) > 1
    callee = CompiledDefinition(name, module.is_safe(body), several, written_out)
    module.callees[definition.name] = callee


def _action(action: ActionSchema, module: Module) -> ActionNames:
    turn, may = _actor(action, module)
    guards = [_guard(action, number, module) for number in range(len(action.guards))]
    body = _action_body(module, action)
    do = module.names.fresh(f"do_{action.name}")
    params = [STATE, *body.names.values(), f"{LOG}=None"]
    effects(action.effects, body)
    module.write(do, params, action.clause, body)
    called, safe = zip(*guards, strict=True) if guards else ((), ())
    return ActionNames(turn, may, _zones(action, module), called, safe, do)


def _actor(action: ActionSchema, module: Module) -> tuple[str | None, str]:
    """Write whose turn it is, if it is one seat's, and whether a seat may act."""
    body, turn = _action_body(module), None
    match action.actor:
        case InTurn(seat=seat):
            turn_body = module.body()
            turn_body.line(f"return {expression(seat, turn_body)}")
            turn = module.names.fresh(f"turn_{action.name}")
            module.write(turn, [STATE], action.clause, turn_body)
            body.line(f"return {turn}({STATE}) == {body.names[ACTOR]}")
        case AnySeat(where=where):
            body.line(f"return {expression(where, body)}")
    name = module.names.fresh(f"may_{action.name}")
    return turn, module.write(name, [STATE, *body.names.values()], action.clause, body)


def _action_body(module: Module, action: ActionSchema | None = None) -> Body:
    body = module.body()
    names = [ACTOR, *(param.name for param in action.params)] if action else [ACTOR]
    body.names = {name: body.own.fresh(name) for name in names}
    return body


def _zones(action: ActionSchema, module: Module) -> tuple[str | None, ...]:
    names: list[str | None] = []
    for param in action.params:
        if isinstance(param, FreeParam):
            names.append(None)
            continue
        name = module.names.fresh(f"zone_{action.name}_{param.name}")
        body = _action_body(module, action)
        body.line(f"return {cards_in(param.zone, body)}")
        names.append(module.write(name, [STATE, *body.names.values()], action.clause, body))
    return tuple(names)


def _guard(action: ActionSchema, number: int, module: Module) -> tuple[str, bool]:
    body, guard = _action_body(module, action), action.guards[number]
    name = module.names.fresh(f"guard_{action.name}_{number + 1}")
    body.line(f"return {expression(guard.expr, body)}")
    safe = module.is_safe(body)
    return module.write(name, [STATE, *body.names.values()], guard.clause, body), safe


def _step(step: Step, module: Module) -> str:
    body, name = module.body(), module.names.fresh(f"do_{step.name}")
    effects(step.effects, body)
    return module.write(name, [STATE, f"{LOG}=None"], step.clause, body)


def _waiting(module: Module) -> None:
    """Write which step waits: the first found, and checked that there is no other.

    In sound rules no two steps wait at one time, so the first is enough and the rest need not be
    asked. ``checked`` is for rules of which that is not known.
    """
    first, checked = module.body(), module.body()
    checked.line("found = []")
    for index, step in enumerate(module.game.steps):
        for body, then in ((first, f"return {index}"), (checked, f"found.append({index})")):
            body.line(f"# {step.name}: {step.clause}")
            with body.only_when(expression(step.when, body)) as inside:
                inside.line(then)
    first.line("return -1")
    message = "f'the steps `{STEP[found[0]]}` and `{STEP[found[1]]}` wait at the same time'"
    checked.raising("len(found) > 1", "Overlap", message)
    checked.line("return found[0] if found else -1")
    module.write("waiting", [STATE], "the index of the step that waits, or -1", first)
    module.write("waiting_checked", [STATE], "the same, and that no other step waits", checked)


def _lasting(module: Module) -> None:
    body = module.body()
    body.line(f"{VALUES} = [None] * {len(module.game.states)}")
    _first_values([v for v in module.game.states if v.lasting], body)
    module.write("lasting", ["chance"], "what a match begins with", body)


def _initial(module: Module) -> None:
    body = module.body()
    body.line(f"{VALUES} = [*{VALUES}]")
    _first_values([v for v in module.game.states if not v.lasting], body)
    params = [STATE, "chance"]
    module.write("initial", params, "the values when the cards are dealt", body)


def _first_values(variables: Iterable[StateVariable], body: Body) -> None:
    """Write lines that return the values with the first of each of these variables, in order."""
    drawn = 0
    for variable in variables:
        body.line(f"# {variable.name}: {variable.clause}")
        if isinstance(variable.initial, Chance):
            value = f"chance[{drawn}]"
            drawn += 1
        else:
            value = expression(variable.initial, body)
            value = bounded(variable, variable.initial, value, body)
            if variable.owner is not Owner.NOBODY:
                value = f"({value},) * {body.game.owners(variable.owner)}"
        body.line(f"{VALUES}[{body.game.states.index(variable)}] = {value}")
    body.line(f"return (*{VALUES},)")


def _between(module: Module) -> None:
    """Write what happens between two hands, and whether the match is over then."""
    game, body, over = module.game, module.body(), module.body()
    effects(game.between, body)
    module.write("between", [STATE, f"{LOG}=None"], "what happens between hands", body)
    if game.until is not None:
        over.line(f"return {expression(game.until.expr, over)}")
        module.write("until", [STATE], game.until.clause, over)
