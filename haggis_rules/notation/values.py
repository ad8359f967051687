"""Values, combinations and actions in notation and in JSON."""

from collections.abc import Callable, Mapping, Sequence
from reprlib import repr as shortly
from typing import TypeAlias, cast

from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, show
from haggis_rules.notation.errors import (
    MalformedError,
    NotationError,
    TooManyCopiesError,
    UnknownCardError,
)
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Cards, Combination, Reading, Value, pack

# What ``json.dumps`` takes.
Json: TypeAlias = "bool | int | str | Sequence[Json] | Mapping[str, Json] | None"

_KIND, _CARDS = "kind", "cards"
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
    """Return the value that JSON stands for. Raises ``NotationError``."""
    match kind:
        case OptionType(inner=inner):
            return None if data is None else from_json(game, inner, data)
        case NumberType(low=low, high=high):
            return _number(data, low, high, show(kind))
        case ChoiceType(choices=choices):
            return _word(data, choices, kind)
        case Plain.COMBINATION:
            found = mapping(data, show(kind))
            cards = cards_from_json(game, found.get(_CARDS))
            return Combination(_reading_from_json(game, found, {_CARDS}), cards)
        case Plain.READING:
            return _reading_from_json(game, mapping(data, show(kind)), set())
        case Plain.TRUTH:
            if isinstance(data, bool):
                return data
            raise _strange(data, "truth: true or false belongs here")
        case Plain.SEAT:
            return seat_from_json(game, data)
        case Plain.CARD:
            return _card(game, data)
        case Plain():
            return _word(data, _words(game, kind), kind)


def seat_from_json(game: Game, data: Json) -> int:
    """Return the seat that JSON stands for. Raises ``NotationError``."""
    return _number(data, 0, game.seats - 1, f"seat: 0 to {game.seats - 1} belongs here")


def cards_to_json(game: Game, cards: Cards) -> Json:
    """Return cards as a list of their names."""
    return show_cards(game, cards).split()


def cards_from_json(game: Game, data: Json) -> Cards:
    """Return the cards that a list of names stands for. Raises ``NotationError``."""
    if not isinstance(data, Sequence) or isinstance(data, str):
        message = f"cards are a list of their names, and this is {shortly(data)}"
        raise MalformedError(message)
    return cards_named(game, data)


def cards_named(game: Game, names: Sequence[Json]) -> Cards:
    """Return the cards with these names. Raises ``NotationError``."""
    held = [0] * len(game.cards)
    for name in names:
        card = _card(game, name)
        held[card] += 1
        if held[card] > (most := game.cards[card].copies):
            known = game.card_name(card)
            message = f"there are more than {most} of `{known}`, and the deck has no more"
            raise TooManyCopiesError(message, known)
    return pack(enumerate(held))


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


def action_to_json(game: Game, action: Action) -> Json:
    """Return an action as JSON, its choices by name."""
    declared = game.action(action.name)
    choices = {
        param.name: to_json(game, param_type(param), value)
        for param, value in zip(declared.params, action.arguments, strict=True)
    }
    return {"action": action.name, "seat": action.actor, "choices": choices}


def action_from_json(game: Game, data: Json) -> Action:
    """Return the action that JSON stands for. Raises ``NotationError``."""
    found = mapping(data, "action")
    with_choices = {**found, "choices": found.get("choices", {})}
    name, seat, chosen = keys(with_choices, "action", ("action", "seat", "choices"))
    named = [one for one in game.actions if one.name == name]
    if not named:
        known = ", ".join(f"`{one.name}`" for one in game.actions)
        message = f"no action is called {shortly(name)}; there are {known}"
        raise MalformedError(message)
    params = named[0].params
    choices = mapping(chosen, "mapping of choices")
    given = keys(choices, f"choice of `{named[0].name}`", [param.name for param in params])
    arguments = [
        from_json(game, param_type(param), one) for param, one in zip(params, given, strict=True)
    ]
    return Action(named[0].name, seat_from_json(game, seat), tuple(arguments))


def mapping(data: Json, what: str) -> Mapping[str, Json]:
    """See that JSON is a mapping. Raises ``NotationError`` when it is not."""
    if isinstance(data, Mapping):
        return data
    raise _strange(data, what)


def keys(data: Mapping[str, Json], what: str, names: Sequence[str]) -> list[Json]:
    """Return what stands under exactly these keys, in order. Raises ``NotationError``."""
    for name in data:
        if name not in names:
            known = ", ".join(f"`{one}`" for one in names) or "none"
            message = f"{shortly(name)} is no part of this {what}; its parts are {known}"
            raise MalformedError(message)
    for name in names:
        if name not in data:
            message = f"this {what} lacks its `{name}`"
            raise MalformedError(message)
    return [data[name] for name in names]


def _reading_to_json(game: Game, reading: Reading) -> dict[str, Json]:
    pattern = game.patterns[reading[0]]
    fields = zip(pattern.fields, reading[1:], strict=True)
    shown: dict[str, Json] = {_KIND: pattern.name}
    shown |= {field_key(one.name): to_json(game, one.type, value) for one, value in fields}
    return shown


def field_key(field: str) -> str:
    """Return the key of a field, kept apart from what every combination has."""
    return f"{field}_" if field in {_KIND, _CARDS} else field


def _reading_from_json(game: Game, data: Mapping[str, Json], more: set[str]) -> Reading:
    names = [pattern.name for pattern in game.patterns]
    index = _word(data.get(_KIND), names, Plain.READING)
    fields = game.patterns[index].fields
    wanted = [field_key(field.name) for field in fields]
    own = [_KIND, *sorted(more)]
    given = keys(data, names[index], [*own, *wanted])[len(own) :]
    values = [
        cast("int", from_json(game, field.type, one))
        for field, one in zip(fields, given, strict=True)
    ]
    return (index, *values)


def _words(game: Game, kind: Plain) -> Sequence[str]:
    words: dict[Plain, Sequence[str]] = {
        Plain.TEAM: game.teams,
        Plain.RANK: game.ranks,
        Plain.SUIT: [suit.name for suit in game.suits],
        Plain.CARD: [game.card_name(card) for card in range(len(game.cards))],
    }
    return words[kind]


def _card(game: Game, data: Json) -> int:
    known = {n.lower(): card for card in range(len(game.cards)) for n in game.card_names(card)}
    if not isinstance(data, str):
        raise _strange(data, "card: its name belongs here")
    if data.lower() not in known:
        message = f"`{data:.40}` is no card of this deck, which has {_deck(game)}"
        raise UnknownCardError(message, data)
    return known[data.lower()]


def _deck(game: Game) -> str:
    """Tell which cards there are, group by group."""
    told: list[str] = []
    for group, declared in enumerate(game.groups):
        names = [game.card_name(i) for i, card in enumerate(game.cards) if card.group == group]
        shown = names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"
        told.append(f"{shown} ({declared.name})")
    return ", ".join(told)


def _word(data: Json, words: Sequence[str], kind: Type) -> int:
    if isinstance(data, str):
        known = {word.lower(): index for index, word in enumerate(words)}
        if data.lower() in known:
            return known[data.lower()]
    raise _strange(data, f"{show(kind)}: one of {', '.join(words)} belongs here")


def _number(data: Json, low: int, high: int | None, what: str) -> int:
    if type(data) is int and low <= data and (high is None or data <= high):
        return data
    raise _strange(data, what)


def _strange(data: Json, what: str) -> NotationError:
    return MalformedError(f"{shortly(data)} is no {what}")
