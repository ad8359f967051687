"""Generated Python, compiled once: the functions of a game."""

import linecache
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from types import CodeType
from typing import Any

from haggis_rules.codegen.generate import definitions, expression_text, generate
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.semantics.between_hands import first_values
from haggis_rules.semantics.breach import Breach, Endless, with_clause
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.holding import held_readings
from haggis_rules.semantics.state import (
    Cards,
    GameState,
    StateParts,
    StateValues,
    StateZones,
    Value,
)
from haggis_rules.semantics.transition import MOST_STEPS, Moved
from haggis_rules.semantics.workload import Workload


@dataclass(frozen=True, slots=True)
class ActionCode:
    """The functions of an action. All take values, zones and the actor first.

    ``turn``: whose turn it is, when it is one seat's, of values and zones alone; ``may``: whether
    it is for this seat; ``zones``: the cards that a parameter is taken from;
    ``guards`` and ``do`` also take the arguments, and ``do`` a list for what moves. A guard that
    is ``safe`` never raises a breach.
    """

    turn: Callable[[StateValues, StateZones], int | None] | None
    may: Callable[[StateValues, StateZones, int], bool]
    zones: tuple[Callable[..., Cards] | None, ...]
    guards: tuple[Callable[..., bool], ...]
    safe: tuple[bool, ...]
    do: Callable[..., StateParts]


@dataclass(frozen=True, slots=True)
class Code:
    """The functions of a game, and the text that they were compiled from.

    ``lasting``: the values when a match begins, None for all that is not lasting; ``initial``:
    those when the cards have been dealt, made from what is lasting. Both take what chance decides.
    ``between``: the state after what happens between hands; ``until``: whether the match is over
    then, None when the rules do not say. ``units``: the work that each step is, with finding it.
    """

    text: str
    lasting: Callable[[StateValues], StateValues]
    initial: Callable[[StateValues, StateZones, StateValues], StateValues]
    between: Callable[[StateValues, StateZones], StateParts]
    until: Callable[[StateValues, StateZones], bool] | None
    waiting: Callable[[StateValues, StateZones], int]
    waiting_checked: Callable[[StateValues, StateZones], int]
    definitions: dict[str, Callable[..., Value]]
    actions: tuple[ActionCode, ...]
    steps: tuple[Callable[..., StateParts], ...]
    units: tuple[int, ...]

    def follow(
        self,
        state: StateParts,
        budget: Budget | None = None,
        *,
        checked: bool = False,
        logged: bool = True,
    ) -> list[tuple[int, list[Moved], StateParts]]:
        """Take each step that follows by itself, until the table is at rest.

        Gives the index of each step, when ``logged`` what moved, and the state after it. Raises
        ``Endless`` when there is no end to them, with ``checked`` ``Overlap`` when two wait at one
        time, and ``OverBudgetError``.
        """
        waiting = self.waiting_checked if checked else self.waiting
        taken: list[tuple[int, list[Moved], StateParts]] = []
        while (step := waiting(*state)) >= 0:
            if budget is not None:
                budget.spend(self.units[step])
            moved: list[Moved] = []
            state = self.steps[step](*state, moved if logged else None)
            taken.append((step, moved, state))
            if len(taken) == MOST_STEPS:
                message = f"more than {MOST_STEPS} steps follow one another"
                raise Endless(message)
        return taken


def compile_game(game: Game) -> Code:
    """Make the functions of a game."""
    listing = generate(game)
    namespace = _run(listing.text, game.name, _given(game))
    return Code(
        listing.text,
        namespace["lasting"],
        namespace["initial"],
        namespace["between"],
        namespace.get("until"),
        namespace["waiting"],
        namespace["waiting_checked"],
        {name: namespace[function] for name, function in listing.definitions.items()},
        tuple(
            ActionCode(
                None if names.turn is None else namespace[names.turn],
                namespace[names.may],
                tuple(None if zone is None else namespace[zone] for zone in names.zones),
                tuple(namespace[guard] for guard in names.guards),
                names.safe,
                namespace[names.do],
            )
            for names in listing.actions
        ),
        tuple(namespace[name] for name in listing.steps),
        _units(game),
    )


def _given(game: Game) -> dict[str, Any]:
    """Return what a text of these rules is given to run with."""
    return {"READINGS": partial(held_readings, game)}


def _units(game: Game) -> tuple[int, ...]:
    """Return the work that each step is, with seeing which one waits."""
    work = Workload(game)
    finding = work.of(*(step.when for step in game.steps))
    return tuple(1 + finding + work.doing(step.effects) for step in game.steps)


def first_lasting(code: Code, game: Game, drawn: StateValues) -> StateValues:
    """Return the values when a match begins: what is lasting has its first, and all else none.

    ``drawn`` is what chance decides of them.

    Raises a ``Breach`` with the clause at fault when the rules are not sound.
    """
    try:
        return code.lasting(drawn)
    except Breach as breach:
        blank = GameState((None,) * len(game.states), ())
        rerun = partial(first_values, game, blank, drawn, lasting=True)
        raise with_clause(breach, rerun) from None


class Expressions:
    """Single expressions over a game as functions, for whoever has expressions of their own."""

    def __init__(self, game: Game) -> None:
        self.game, self.module = game, definitions(game)
        self.namespace = _run("\n\n".join(self.module.parts), game.name, _given(game))

    def function(
        self, node: nodes.Expr, names: Iterable[str] = ()
    ) -> Callable[[GameState, GameState | None, dict[str, Value]], Value]:
        """Make a function of a state, the one before if there is one, and what the names are."""
        names = tuple(names)
        compiled: dict[bool, Callable[..., Value]] = {}  # each when it is asked for

        def value(state: GameState, before: GameState | None, named: dict[str, Value]) -> Value:
            moved = before is not None
            if moved not in compiled:
                text = expression_text(self.module, node, names, before=moved)
                compiled[moved] = _run(text, self.game.name, self.namespace)["value"]
            given = [named[name] for name in names]
            earlier = (None, None) if before is None else (before.values, before.zones)
            return compiled[moved](state.values, state.zones, *earlier, *given)

        return value

    def functions(self, text: str) -> dict[str, Any]:
        """Run a text that may call the definitions, and give all that is there then, by name."""
        return _run(text, self.game.name, self.namespace)


def _run(text: str, name: str, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Run a generated text as a module. Tracebacks find its lines."""
    place = f"<rules of {name}>"
    # No file has this name, so ``traceback`` finds the lines in the cache of ``linecache`` alone; a
    # modification time of None keeps ``checkcache`` from dropping them.
    linecache.cache[place] = (len(text), None, text.splitlines(keepends=True), place)
    namespace: dict[str, Any] = {**(known or {})}
    # The text was made from a checked game, whose names were made safe; nothing of the author's
    # stands in it as code.
    exec(_code_of(text, place), namespace)  # noqa: S102
    return namespace


@lru_cache(maxsize=128)  # one game may be prepared several times in a process
def _code_of(text: str, place: str) -> CodeType:
    return compile(text, place, "exec")
