"""Values, combinations and actions in notation and in JSON."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

from haggis_rules.engine.action import Action
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, show
from haggis_rules.ir.walk import param_type
from haggis_rules.run.patterns import show_cards, show_reading
from haggis_rules.run.state import Cards, Combination, Reading, Value, pack

# What ``json.dumps`` takes.
Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"

_KIND, _CARDS = "kind", "cards"


class NotationError(ValueError):
    """A text or JSON value that means nothing in this game."""


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
    """Give a value as JSON: seats and numbers as numbers, all else in words."""
    match kind:
        case OptionType(inner=inner):
            return None if value is None else to_json(game, inner, value)
        case NumberType():
            return cast("int", value)
        case ChoiceType(choices=choices):
            return choices[cast("int", value)]
        case Plain.COMBINATION:
            reading, cards = cast("Combination", value)
            return {_CARDS: cards_to_json(game, cards), **_reading_to_json(game, reading)}
        case Plain.READING:
            return _reading_to_json(game, cast("Reading", value))
        case Plain.SEAT | Plain.TRUTH:
            return cast("int", value)
        case Plain():
            return _words(game, kind)[cast("int", value)]


def from_json(game: Game, kind: Type, data: Json) -> Value:
    """Give the value that JSON stands for. Raises ``NotationError``."""
    match kind:
        case OptionType(inner=inner):
            return None if data is None else from_json(game, inner, data)
        case NumberType(low=low, high=high):
            return _number(data, low, high, kind)
        case ChoiceType(choices=choices):
            return _word(data, choices, kind)
        case Plain.COMBINATION:
            found = _mapping(data, kind)
            cards = cards_from_json(game, found.get(_CARDS))
            return Combination(_reading_from_json(game, found), cards)
        case Plain.READING:
            return _reading_from_json(game, _mapping(data, kind))
        case Plain.TRUTH:
            if isinstance(data, bool):
                return data
            raise _strange(data, kind)
        case Plain.SEAT:
            return _number(data, 0, game.seats - 1, kind)
        case Plain():
            return _word(data, _words(game, kind), kind)


def cards_to_json(game: Game, cards: Cards) -> Json:
    """Give cards as a list of their names."""
    return show_cards(game, cards).split()


def cards_from_json(game: Game, data: Json) -> Cards:
    """Give the cards that a list of names stands for. Raises ``NotationError``."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        message = f"cards are a list of names, and this is {data!r}"
        raise NotationError(message)
    names = _words(game, Plain.CARD)
    held = [0] * len(names)
    for name in data:
        card = _word(name, names, Plain.CARD)
        held[card] += 1
        if held[card] > game.cards[card].copies:
            message = f"there are not so many of `{name}`"
            raise NotationError(message)
    return pack(enumerate(held))


def show_action(game: Game, action: Action, readings: Callable[[Cards], Sequence[Reading]]) -> str:
    """Write an action and its choices; a reading only where the cards have several.

    ``readings`` gives all readings of some cards.
    """
    declared = game.action(action.name)
    shown = [action.name]
    for param, value in zip(declared.params, action.arguments, strict=True):
        if isinstance(value, Combination) and len(readings(value.cards)) == 1:
            shown.append(show_cards(game, value.cards))
        else:
            shown.append(show_value(game, param_type(param), value))
    return " ".join(shown)


def action_to_json(game: Game, action: Action) -> Json:
    """Give an action as JSON, its choices by name."""
    declared = game.action(action.name)
    choices = {
        param.name: to_json(game, param_type(param), value)
        for param, value in zip(declared.params, action.arguments, strict=True)
    }
    return {"action": action.name, "seat": action.actor, "choices": choices}


def action_from_json(game: Game, data: Json) -> Action:
    """Give the action that JSON stands for. Raises ``NotationError``."""
    found = _mapping(data, "action")
    named = [one for one in game.actions if one.name == found.get("action")]
    if not named:
        message = f"no action is called {found.get('action')!r}"
        raise NotationError(message)
    choices = _mapping(found.get("choices", {}), "mapping of choices")
    if set(choices) != {param.name for param in named[0].params}:
        message = f"`{named[0].name}` has the choices {[p.name for p in named[0].params]}"
        raise NotationError(message)
    arguments = [from_json(game, param_type(p), choices[p.name]) for p in named[0].params]
    seat = _number(found.get("seat"), 0, game.seats - 1, Plain.SEAT)
    return Action(named[0].name, seat, tuple(arguments))


def _reading_to_json(game: Game, reading: Reading) -> dict[str, Json]:
    pattern = game.patterns[reading[0]]
    fields = zip(pattern.fields, reading[1:], strict=True)
    shown: dict[str, Json] = {_KIND: pattern.name}
    shown |= {_key(one.name): to_json(game, one.type, value) for one, value in fields}
    return shown


def _key(field: str) -> str:
    """Keep a field apart from what every combination has."""
    return f"{field}_" if field in {_KIND, _CARDS} else field


def _reading_from_json(game: Game, data: Mapping[str, Json]) -> Reading:
    names = [pattern.name for pattern in game.patterns]
    index = _word(data.get(_KIND), names, Plain.READING)
    values: list[int] = []
    for field in game.patterns[index].fields:
        if _key(field.name) not in data:
            message = f"a {names[index]} has a {field.name}"
            raise NotationError(message)
        values.append(cast("int", from_json(game, field.type, data[_key(field.name)])))
    return (index, *values)


def _words(game: Game, kind: Plain) -> Sequence[str]:
    words: dict[Plain, Sequence[str]] = {
        Plain.TEAM: game.teams,
        Plain.RANK: game.ranks,
        Plain.SUIT: [suit.name for suit in game.suits],
        Plain.CARD: [game.card_name(card) for card in range(len(game.cards))],
    }
    return words[kind]


def _word(data: Json, words: Sequence[str], kind: Type) -> int:
    if isinstance(data, str):
        known = {word.lower(): index for index, word in enumerate(words)}
        if data.lower() in known:
            return known[data.lower()]
    raise _strange(data, kind)


def _number(data: Json, low: int, high: int, kind: Type) -> int:
    if type(data) is int and low <= data <= high:
        return data
    raise _strange(data, kind)


def _mapping(data: Json, kind: Type | str) -> Mapping[str, Json]:
    if isinstance(data, Mapping):
        return data
    raise _strange(data, kind)


def _strange(data: Json, kind: Type | str) -> NotationError:
    return NotationError(f"{data!r} is no {kind if isinstance(kind, str) else show(kind)}")
