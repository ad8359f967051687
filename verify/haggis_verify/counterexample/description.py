"""States and moves in words, for cases that break a promise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Combination, GameState, Value
from haggis_verify.encode.states import flat, values_of, zone_of
from haggis_verify.encode.symbols import SymbolicState
from haggis_verify.encode.transitions import type_of
from haggis_verify.terms.nodes import Term, free_variables


@dataclass(frozen=True, slots=True)
class RelevantState:
    """The state variables and zones, by index, that matter to a case."""

    states: frozenset[int]
    zones: frozenset[int]


def relevant(table: SymbolicState, terms: Iterable[Term]) -> RelevantState:
    """Return what these terms speak of."""
    variables = set(free_variables(terms))
    return RelevantState(
        frozenset(
            index
            for index, owned in enumerate(table.values)
            if any(term in variables for value in owned for term in flat(value))
        ),
        frozenset(
            index
            for index, owned in enumerate(table.zones)
            if any(term in variables for counts in owned for term in counts)
        ),
    )


def describe_state(
    game: Game, state: GameState, relevant: RelevantState | None = None
) -> Iterator[str]:
    """Tell of each state variable, and of each zone that holds cards, if it is relevant."""
    for index, declared in enumerate(game.states):
        if relevant is None or index in relevant.states:
            for owner, value in enumerate(values_of(game, state, index)):
                name = owned_name(game, declared.name, declared.owner, owner)
                yield f"{name} is {describe_value(game, declared.type, value)}"
    for index, zone in enumerate(game.zones):
        if relevant is None or index in relevant.zones:
            for owner, cards in enumerate(zone_of(state, index)):
                if cards:
                    name = owned_name(game, zone.name, zone.owner, owner)
                    yield f"{name}: {show_cards(game, cards)}"


def describe_change(game: Game, before: GameState, after: GameState) -> Iterator[str]:
    """Tell what is otherwise after a move."""
    old, new = list(describe_state(game, before)), list(describe_state(game, after))
    yield from (f"then {line}" for line in new if line not in old)
    subjects = {_subject(line) for line in new}
    yield from (f"then nothing in {_subject(ln)}" for ln in old if _subject(ln) not in subjects)


def _subject(line: str) -> str:
    return line.split(":", 1)[0].split(" is ", 1)[0]


def owned_name(game: Game, name: str, owner: Owner, index: int) -> str:
    """Name a state variable or a zone of one owner; what is there once by its name alone."""
    match owner:
        case Owner.NOBODY:
            return name
        case Owner.TEAM:
            return f"{name} of team {game.owner_name(owner, index)}"
        case Owner.SEAT | Owner.PAIR:
            return f"{name} of {game.owner_name(owner, index)}"


def describe_value(game: Game, kind: Type, value: Value) -> str:
    """Tell a value in the words of its type."""
    if value is None:
        return "none"
    if isinstance(value, Combination):
        return f"{show_cards(game, value.cards)} = {show_reading(game, value.reading)}"
    if not isinstance(value, int):
        return show_reading(game, value)
    match kind:
        case OptionType(inner=inner):
            return describe_value(game, inner, value)
        case ChoiceType(choices=choices):
            return choices[value]
        case NumberType():
            return str(value)
        case Plain():
            return _describe_plain(game, kind, value)


def _describe_plain(game: Game, kind: Plain, value: int) -> str:
    match kind:
        case Plain.TRUTH:
            return "true" if value else "false"
        case Plain.SEAT:
            return f"seat {value + 1}"
        case Plain.TEAM:
            return f"team {game.teams[value]}"
        case Plain.RANK:
            return game.ranks[value]
        case Plain.SUIT:
            return game.suits[value].name
        case Plain.CARD:
            return game.card_name(value)
        case Plain.READING | Plain.COMBINATION:
            return str(value)


def describe_move(
    game: Game, move: ir.ActionSchema | ir.Step, actor: int, arguments: tuple[Value, ...]
) -> str:
    """Tell of a step, or of an action, who takes it, and what is chosen."""
    if isinstance(move, ir.Step):
        return f"the step `{move.name}` follows"
    choices = [  # an action by chance may have none yet
        f"{param.name} = {describe_value(game, type_of(param), value)}"
        for param, value in zip(move.params, arguments, strict=not move.by_chance)
    ]
    taken = f"seat {actor + 1} takes `{move.name}`"
    return f"{taken} with {', '.join(choices)}" if choices else taken


def action_lines(rules: Rules, actions: Iterable[Action]) -> tuple[str, ...]:
    """Return actions as players write them, each with its seat."""
    return tuple(f"seat {one.actor + 1}: {rules.show_action(one)}" for one in actions)
