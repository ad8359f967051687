"""Values, combinations and actions in notation and in JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import Plain, Type
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.json_types import ActionJson
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, Reading, Value

__all__ = [
    "QUOTE",
    "Json",
    "action_from_json",
    "action_to_json",
    "cards_from_json",
    "cards_named",
    "from_json",
    "in_quotes",
    "show_action",
    "show_value",
    "to_json",
]

QUOTE = '"'


def show_value(game: Game, kind: Type, value: Value) -> str:
    """Write a value as a player would. Seats count from 1 here, and from 0 everywhere else."""
    if isinstance(value, Combination):
        return f"{show_cards(game, value.cards)} = {show_reading(game, value.reading)}"
    if value is not None and Plain.READING in {kind, getattr(kind, "inner", None)}:
        return show_reading(game, cast("Reading", value))
    match to_json(game, kind, value):
        case None:
            return "none"
        case bool() as truth:
            return "true" if truth else "false"
        case int() as seat if Plain.SEAT in {kind, getattr(kind, "inner", None)}:
            return f"seat {seat + 1}"
        case other:
            return str(other)


def to_json(game: Game, kind: Type, value: Value) -> Json:
    """Return a value as JSON: seats and numbers as numbers, all else in words."""
    return game_forms(game).value(kind).write(value)


def from_json(game: Game, kind: Type, data: Json) -> Value:
    """Return the value that JSON stands for. Raises ``NotationError``."""
    form: JsonForm[Value] = game_forms(game).value(kind)
    return form.read(data)


def cards_from_json(game: Game, data: Json) -> Cards:
    """Return the cards that a list of names stands for. Raises ``NotationError``."""
    return game_forms(game).cards.read(data)


def cards_named(game: Game, names: Sequence[Json]) -> Cards:
    """Return the cards with these names. Raises ``NotationError``."""
    return game_forms(game).cards_named(names)


def action_to_json(game: Game, action: Action) -> ActionJson:
    """Return an action as JSON, its choices by name."""
    return game_forms(game).action.to_json(action)


def action_from_json(game: Game, data: ActionJson | Json) -> Action:
    """Return the action that JSON stands for. Raises ``NotationError``."""
    return game_forms(game).action.from_json(data)


def show_action(game: Game, action: Action, readings: Callable[[Cards], Sequence[Reading]]) -> str:
    """Write an action and its choices; a reading only where the cards have several.

    ``readings`` gives all readings of some cards. Plays stand in quotes where there are several.
    """
    declared = game.action(action.name)
    several = sum(isinstance(value, Combination) for value in action.arguments) > 1
    shown = [action.name]
    for param, value in zip(declared.params, action.arguments, strict=True):
        if not isinstance(value, Combination):
            shown.append(show_value(game, param_type(param), value))
            continue
        play = show_value(game, Plain.COMBINATION, value)
        if len(readings(value.cards)) == 1:
            play = show_cards(game, value.cards)
        shown.append(in_quotes(play) if several or QUOTE in play else play)
    return " ".join(shown)


def in_quotes(text: str) -> str:
    """Put a text in quotes, so that it is one word."""
    escaped = text.replace("\\", "\\\\").replace(QUOTE, f"\\{QUOTE}")
    return f"{QUOTE}{escaped}{QUOTE}"
