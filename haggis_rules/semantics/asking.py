"""What can be asked of a position: who is no seat and what is not kept is refused by name."""

from typing import ClassVar

from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import GameState, Value


class NoSuchQueryError(LookupError):
    """Something is asked that the rules of a variant do not export, or do not keep in mind."""

    name: ClassVar[str] = "no-such-query"


class NoSuchSeatError(LookupError):
    """There is no seat with this number."""


class WrongArgumentError(ValueError):
    """Something is asked of what is not there: another seat, or a value of another type."""


def check_seat(game: Game, seat: int) -> None:
    """See that there is such a seat. Raises ``NoSuchSeatError``."""
    if type(seat) is not int or not 0 <= seat < game.seats:
        message = f"there is no seat {seat!r:.40}; seats are numbered from 0 to {game.seats - 1}"
        raise NoSuchSeatError(message)


def value_of(game: Game, state: GameState, name: str) -> Value | tuple[Value, ...]:
    """Return the value of a state variable by its name. Raises ``NoSuchQueryError``."""
    for variable, value in zip(game.states, state.values, strict=True):
        if variable.name == name:
            return value
    known = ", ".join(f"`{variable.name}`" for variable in game.states)
    message = f"this variant keeps no `{name}` in mind; what it keeps: {known or 'nothing'}"
    raise NoSuchQueryError(message)
