"""What an action does, told clause by clause: each entry names all that it rests on.

An entry rests on every clause that was looked at for it, also where that said no: which steps
wait, whose turn it is, what is allowed, and what happens. So an entry that does not name a clause
would be the same if that clause said something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from haggis_rules.engine.refusals import reasons
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir import game as ir
from haggis_rules.semantics import transition
from haggis_rules.semantics.action import Action, IllegalAction
from haggis_rules.semantics.asking import check_action
from haggis_rules.semantics.breach import Endless
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import Moved, MoveResult


class EntryKind(Enum):
    """What an entry tells of."""

    ACTION = "action"
    STEP = "step"
    REST = "rest"  # no step waits any more


@dataclass(frozen=True, slots=True, repr=False)
class TraceEntry:
    """An action or step by its name, what it moved, the state after it, and its clauses.

    The clauses are in the order of the rules.
    """

    part: EntryKind
    name: str
    moved: tuple[Moved, ...]
    state: GameState
    clauses: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<TraceEntry {self}>"

    def __str__(self) -> str:
        done = " ".join(filter(None, (self.part.value, self.name)))
        return f"{done}: {', '.join(self.clauses)}"


@dataclass(frozen=True, slots=True, repr=False)
class Trace:
    """An action and all that follows from it, entry by entry; the last is that all is at rest.

    >>> from haggis_rules import load
    >>> rules = load("classic", players=2)
    >>> hand = rules.new_hand(seed=7)
    >>> trace = rules.explain(hand, hand.actions(1)[0])
    >>> trace.action, trace.clauses[-1]
    (<Action 2: bet zero>, 'hand.rest')
    """

    action: Action
    entries: tuple[TraceEntry, ...]

    def __repr__(self) -> str:
        return f"<Trace of {self.action!r}, {len(self.entries)} entries>"

    def __str__(self) -> str:
        return "\n".join([str(self.action), *(f"  {entry}" for entry in self.entries)])

    @property
    def clauses(self) -> tuple[str, ...]:
        """The names of all clauses that the action and what follows rest on, each once.

        >>> from haggis_rules import load
        >>> rules = load("classic", players=2)
        >>> hand = rules.new_hand(seed=7)
        >>> "trick.play" in rules.explain(hand, hand.actions(1)[-1]).clauses
        True
        """
        return tuple(dict.fromkeys(c for entry in self.entries for c in entry.clauses))


def dealing_clauses(game: ir.Game) -> tuple[str, ...]:
    """Name the clauses that a deal rests on: the table, the cards, the places and first values.

    What was agreed on is among them, for first values may speak of it.
    """
    named = {*game.declared.values()}
    for part in (*game.groups, *game.zones, *game.deals, *game.states, *game.options):
        named.add(part.clause)
    return in_order(game, named)


def explain(rules: Ruleset, state: GameState, action: Action) -> Trace:
    """Take an action in a state at rest by evaluation and note what each part of it rests on.

    Raises ``IllegalAction`` when it is not allowed, and a ``Breach`` when the rules are not sound.
    """
    check_action(action)
    values, zones, choices = state.values, state.zones, rules.choices
    if not choices.is_legal(values, zones, action):
        raise IllegalAction(rules.show_action(action), reasons(choices, values, zones, action))
    rules.budget.begin()
    entries = take_unchecked(rules.patterns, state, action, rules.budget)
    return Trace(action, tuple(entries))


def take_unchecked(
    patterns: Patterns, state: GameState, action: Action, budget: Budget | None = None
) -> Iterator[TraceEntry]:
    """Take a well-formed action by evaluation, whether it is allowed or not.

    Raises a ``Breach``, which names the clause at fault, when the rules are not sound, and
    ``OverBudgetError``: the action and all that follows are one question.
    """
    game = patterns.game
    budget = budget or Budget(game.name)
    entry = _act(patterns, state, action, budget)
    yield entry
    for _ in range(transition.MOST_STEPS):
        state, trail = entry.state, set[str]()
        step = transition.waiting(game, state, trail, budget)
        if step is None:
            yield TraceEntry(EntryKind.REST, "", (), state, in_order(game, trail))
            return
        scene = Environment(game, state, trail=trail, budget=budget)
        turn = transition.effect(step.effects, scene)
        entry = _entry(game, EntryKind.STEP, step.name, turn, trail)
        yield entry
    message = f"more than {transition.MOST_STEPS} steps follow one another"
    raise Endless(message)


def _act(patterns: Patterns, state: GameState, action: Action, budget: Budget) -> TraceEntry:
    game, trail = patterns.game, set[str]()
    declared = game.action(action.name)
    scene = Environment(game, state, trail=trail, budget=budget)
    transition.waiting(game, state, trail, budget)
    transition.may_act(declared, action.actor, scene)
    inside = transition.naming_choices(declared, action.actor, action.arguments, scene)
    for param, value in zip(declared.params, action.arguments, strict=True):
        transition.in_domain(param, value, inside, patterns)
    list(transition.failing(declared, action.actor, action.arguments, scene))
    turn = transition.perform(declared, action.actor, action.arguments, scene)
    return _entry(game, EntryKind.ACTION, action.name, turn, trail)


def _entry(
    game: ir.Game, part: EntryKind, name: str, turn: MoveResult, trail: set[str]
) -> TraceEntry:
    return TraceEntry(part, name, turn.moved, turn.state, in_order(game, trail))


def in_order(game: ir.Game, trail: set[str]) -> tuple[str, ...]:
    """Return clauses in the order of the rules."""
    return tuple(clause for clause in game.clauses if clause in trail)
