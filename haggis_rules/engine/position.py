"""A state of a game in JSON."""

from collections.abc import Mapping, Sequence
from typing import cast

from haggis_rules.engine.notation import (
    Json,
    NotationError,
    cards_from_json,
    cards_to_json,
    from_json,
    to_json,
)
from haggis_rules.ir.game import Game, Owner, StateVariable, Zone
from haggis_rules.run.state import Cards, State, Value, count_of


def position_to_json(game: Game, state: State) -> Json:
    """Give the value of every variable and the cards of every zone, a list where it has owners."""
    return {
        "values": {
            kept.name: to_json(game, kept.type, cast("Value", value))
            if kept.owner is Owner.NOBODY
            else [to_json(game, kept.type, one) for one in cast("tuple[Value, ...]", value)]
            for kept, value in zip(game.states, state.values, strict=True)
        },
        "zones": {
            zone.name: cards_to_json(game, held)
            if isinstance(held, int)
            else [cards_to_json(game, one) for one in held]
            for zone, held in zip(game.zones, state.zones, strict=True)
        },
    }


def position_from_json(game: Game, data: Json) -> State:
    """Give the state that JSON stands for. Raises ``NotationError``."""
    values, zones = (_part(data, name) for name in ("values", "zones"))
    state = State(
        tuple(_value(game, one, _part(values, one.name)) for one in game.states),
        tuple(_zone(game, one, _part(zones, one.name)) for one in game.zones),
    )
    _count(game, state)
    return state


def _value(game: Game, kept: StateVariable, data: Json) -> Value | tuple[Value, ...]:
    found = tuple(from_json(game, kept.type, one) for one in _owned(game, kept, data))
    return found[0] if kept.owner is Owner.NOBODY else found


def _zone(game: Game, zone: Zone, data: Json) -> Cards | tuple[Cards, ...]:
    found = tuple(cards_from_json(game, one) for one in _owned(game, zone, data))
    return found[0] if zone.owner is Owner.NOBODY else found


def _owned(game: Game, declared: StateVariable | Zone, data: Json) -> Sequence[Json]:
    """Give what each owner has; the one thing, when it is there once."""
    if declared.owner is Owner.NOBODY:
        return [data]
    owners = game.owners(declared.owner)
    if not isinstance(data, Sequence) or isinstance(data, str) or len(data) != owners:
        message = f"`{declared.name}` is a list of {owners}"
        raise NotationError(message)
    return data


def _part(data: Json, name: str) -> Json:
    if not isinstance(data, Mapping) or name not in data:
        message = f"there is no `{name}` in this position"
        raise NotationError(message)
    return data[name]


def _count(game: Game, state: State) -> None:
    """See that no card is there more often than in the deck."""
    held = [one for zone in state.zones for one in ((zone,) if isinstance(zone, int) else zone)]
    for card, declared in enumerate(game.cards):
        if sum(count_of(cards, card) for cards in held) > declared.copies:
            message = f"there are not so many of `{game.card_name(card)}`"
            raise NotationError(message)
