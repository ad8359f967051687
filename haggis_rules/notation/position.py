"""A state of a game in JSON."""

from collections.abc import Sequence
from operator import gt, lt
from typing import cast

from haggis_rules.ir.game import Game, Owner, StateVariable, Zone
from haggis_rules.notation.errors import MalformedError, MissingCardError, TooManyCopiesError
from haggis_rules.notation.values import (
    Json,
    cards_from_json,
    cards_to_json,
    from_json,
    keys,
    mapping,
    to_json,
)
from haggis_rules.semantics.state import Cards, GameState, Value, count_of


def position_to_json(game: Game, state: GameState) -> Json:
    """Return the value of every variable and the cards of every zone, listed by owner."""
    return {
        "values": {
            kept.name: variable_to_json(game, kept, value)
            for kept, value in zip(game.states, state.values, strict=True)
        },
        "zones": {
            zone.name: zone_to_json(game, held)
            for zone, held in zip(game.zones, state.zones, strict=True)
        },
    }


def position_from_json(game: Game, data: Json) -> GameState:
    """Return the state that JSON stands for: every card of the deck lies somewhere, once.

    Raises ``NotationError``.
    """
    values, zones = keys(mapping(data, "position"), "position", ("values", "zones"))
    kept = _parts(game.states, values, "values")
    places = _parts(game.zones, zones, "zones")
    state = GameState(
        tuple(
            variable_from_json(game, one, part) for one, part in zip(game.states, kept, strict=True)
        ),
        tuple(
            zone_from_json(game, one, part) for one, part in zip(game.zones, places, strict=True)
        ),
    )
    check_deck(game, state.zones)
    return state


def variable_to_json(game: Game, kept: StateVariable, value: Value | tuple[Value, ...]) -> Json:
    """Return the value of a variable as JSON, a list where it has owners."""
    if kept.owner is Owner.NOBODY:
        return to_json(game, kept.type, cast("Value", value))
    return [to_json(game, kept.type, one) for one in cast("tuple[Value, ...]", value)]


def zone_to_json(game: Game, held: Cards | tuple[Cards, ...]) -> Json:
    """Return the cards of a zone as JSON, a list of them where it has owners."""
    if isinstance(held, int):
        return cards_to_json(game, held)
    return [cards_to_json(game, one) for one in held]


def variable_from_json(game: Game, kept: StateVariable, data: Json) -> Value | tuple[Value, ...]:
    """Return the value of a variable that JSON stands for. Raises ``NotationError``."""
    found = tuple(from_json(game, kept.type, one) for one in _owned(game, kept, data))
    return found[0] if kept.owner is Owner.NOBODY else found


def zone_from_json(game: Game, zone: Zone, data: Json) -> Cards | tuple[Cards, ...]:
    """Return the cards of a zone that JSON stands for. Raises ``NotationError``."""
    found = tuple(cards_from_json(game, one) for one in _owned(game, zone, data))
    return found[0] if zone.owner is Owner.NOBODY else found


def check_deck(game: Game, zones: Sequence[Cards | tuple[Cards, ...]]) -> None:
    """See that every card lies somewhere, as often as it is in the deck.

    Raises ``TooManyCopiesError`` and ``MissingCardError``.
    """
    held = [one for zone in zones for one in ((zone,) if isinstance(zone, int) else zone)]
    lying = [sum(count_of(cards, card) for cards in held) for card in range(len(game.cards))]
    for kind, wrong in ((TooManyCopiesError, gt), (MissingCardError, lt)):
        for card, (there, declared) in enumerate(zip(lying, game.cards, strict=True)):
            if wrong(there, declared.copies):
                name = game.card_name(card)
                message = f"`{name}` lies there {there} times, and the deck has {declared.copies}"
                raise kind(message, name)


def _parts(declared: Sequence[StateVariable | Zone], data: Json, what: str) -> list[Json]:
    names = [one.name for one in declared]
    return keys(mapping(data, f"mapping of {what}"), f"position's {what}", names)


def _owned(game: Game, declared: StateVariable | Zone, data: Json) -> Sequence[Json]:
    """Return what each owner has; the one thing, when it is there once."""
    if declared.owner is Owner.NOBODY:
        return [data]
    owners = game.owners(declared.owner)
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) != owners:
        message = f"`{declared.name}` is a list, with one entry for each of {owners} owners"
        raise MalformedError(message)
    return data
