"""What players can do: who, when, and what there is to choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from haggis_rules.analysis.sheet.lookups import inside, looks_at, words_in
from haggis_rules.ir import game as ir
from haggis_rules.ir.traversal import placed
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, call
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.phrase import with_article


@dataclass(frozen=True, slots=True)
class ParamLine:
    """Something to choose: what it is, its values where they are few, and what they count.

    ``counts`` has, for each word of the text that hangs on the value alone, a number for each.
    """

    name: str
    words: str
    values: tuple[str, ...]
    counts: Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class ActionCondition:
    """When an action may be chosen, and the clause that says so."""

    words: str
    clause: str


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An action: who may choose it, what with it, when, and whether the others see what.

    ``turn`` says that it is for one seat at a time, and ``by_chance`` that nobody chooses.
    ``clauses`` has every clause that has a part in it.
    """

    name: str
    turn: bool
    who: str
    secret: bool
    params: tuple[ParamLine, ...]
    only_when: tuple[ActionCondition, ...]
    clause: str
    clauses: tuple[str, ...]
    by_chance: bool = False


def actions_sheet(game: ir.Game, english: ExpressionWording) -> tuple[ActionLine, ...]:
    """Tell every action, in the order of the text."""
    return tuple(_action(game, english, action) for action in game.actions)


def _action(game: ir.Game, english: ExpressionWording, action: ir.ActionSchema) -> ActionLine:
    match action.actor:
        case ir.InTurn(seat=seat):
            turn, who = True, english.say(seat)
        case ir.AnySeat(where=where):
            turn, who = False, english.say(where)
    parts = [action.clause, *(one.clause for one in action.guards)]
    parts += [one.clause for one in action.effects]
    return ActionLine(
        action.name,
        turn,
        who,
        action.secret,
        tuple(_param(game, english, param) for param in action.params),
        tuple(ActionCondition(english.say(one.expr), one.clause) for one in action.guards),
        action.clause,
        tuple(dict.fromkeys(parts)),
        action.by_chance,
    )


def _param(game: ir.Game, english: ExpressionWording, param: ir.ActionParam) -> ParamLine:
    match param:
        case ir.CombinationParam(name=name, zone=zone):
            return ParamLine(name, f"a combination from {english.zone(zone)}", (), {})
        case ir.CardParam(name=name, zone=zone):
            return ParamLine(name, f"a card from {english.zone(zone)}", (), {})
        case ir.FreeParam(name=name, type=kind):
            return _free(game, english, name, kind)


def _free(
    game: ir.Game, english: ExpressionWording, name: str, kind: Plain | ChoiceType
) -> ParamLine:
    match kind:
        case ChoiceType(choices=choices):
            words = with_article(english.name(kind.name))
            return ParamLine(name, words, choices, dict(_counts(game, kind)))
        case Plain():
            return ParamLine(name, with_article(kind.value), tuple(_values(game, kind)), {})


def _values(game: ir.Game, kind: Plain) -> Iterator[str]:
    """Name all values of a type; a deck of cards is too long a list."""
    match kind:
        case Plain.SEAT:
            yield from (f"seat {seat + 1}" for seat in range(game.seats))
        case Plain.TEAM:
            yield from game.teams
        case Plain.RANK:
            yield from game.ranks
        case Plain.SUIT:
            yield from (suit.name for suit in game.suits)
        case Plain.TRUTH:
            yield from ("false", "true")
        case Plain.CARD | Plain.READING | Plain.COMBINATION:
            return


def _counts(game: ir.Game, kind: ChoiceType) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield each word that is a number and hangs on a choice alone, with its numbers.

    It is a word of the choice itself, or of a seat or team for which the choice is kept. Words of
    promises alone say nothing of play.
    """
    for definition in _in_play(game):
        if not isinstance(definition.type, NumberType) or len(definition.params) != 1:
            continue
        about, looks = definition.params[0].type, looks_at(game, definition)
        if looks.zones:
            continue
        if not looks.states and _is(about, kind):
            numbers = [_number(game, definition, value, {}) for value in range(len(kind.choices))]
        elif len(looks.states) == 1 and _is(game.states[min(looks.states)].type, kind):
            state = min(looks.states)
            numbers = [
                _number(game, definition, 0, {state: value}) for value in range(len(kind.choices))
            ]
        else:
            continue
        known = tuple(number for number in numbers if number is not None)
        if len(known) == len(kind.choices):
            yield definition.name, known


def _in_play(game: ir.Game) -> list[ir.Definition]:
    """Return the words that tools ask for, or that play, score or match need."""
    bare = replace(game, promises=(), definitions={})
    exported = [word for word in game.definitions.values() if word.exported]
    needed = [place.expr for place in placed(bare)]
    found = words_in(game, [*needed, *(node for word in exported for node in inside(word))])
    return [word for name, word in game.definitions.items() if word.exported or name in found]


def _is(type_: Type, kind: ChoiceType) -> bool:
    return type_ in {kind, OptionType(kind)}


def _number(
    game: ir.Game, definition: ir.Definition, argument: int, state_values: Mapping[int, Value]
) -> int | None:
    """Return the number of a word when these variables are kept so, by each owner alike."""
    values: list[Value | tuple[Value, ...]] = [None] * len(game.states)
    for state, value in state_values.items():
        variable = game.states[state]
        owners = game.owners(variable.owner)
        values[state] = value if variable.owner is ir.Owner.NOBODY else (value,) * owners
    try:
        found = call(definition.name, (argument,), Environment(game, GameState(tuple(values), ())))
    except Breach:
        return None
    return found if isinstance(found, int) else None
