"""What can be asked of a position: who is no seat and what is not kept is refused by name."""

from typing import ClassVar

from haggis_rules.ir.game import Game
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import GameState, Value


class NoSuchQueryError(LookupError):
    """Something is asked that the rules of a variant do not export, or do not keep in mind.

    >>> from haggis_rules import NoSuchQueryError, load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> try:
    ...     match.query("weather")
    ... except NoSuchQueryError as fault:
    ...     print(fault.name)
    no-such-query
    """

    name: ClassVar[str] = "no-such-query"


class NoSuchSeatError(LookupError):
    """There is no seat with this number.

    >>> from haggis_rules import NoSuchSeatError, load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> try:
    ...     match.view(2)
    ... except NoSuchSeatError as fault:
    ...     print(fault)
    there is no seat 2; seats are numbered from 0 to 1
    """


class WrongArgumentError(ValueError):
    """An argument is wrong: a seat that does not exist, or a value of another type.

    >>> from haggis_rules import WrongArgumentError, load
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> try:
    ...     match.query("bets.paid", 5)
    ... except WrongArgumentError as fault:
    ...     print(fault)
    `bets.paid` is asked of a seat, and not of (5,)
    """


def check_seat(game: Game, seat: int) -> None:
    """See that there is such a seat. Raises ``NoSuchSeatError``."""
    if type(seat) is not int or not 0 <= seat < game.seats:
        message = f"there is no seat {seat!r:.40}; seats are numbered from 0 to {game.seats - 1}"
        raise NoSuchSeatError(message)


def check_action(action: object) -> None:
    """See that this is an action. Raises ``WrongArgumentError``."""
    if not isinstance(action, Action):
        message = f"{action!r:.40} is not an action: take one of `actions`, or read a text with"
        raise WrongArgumentError(f"{message} `Rules.parse_action`")


def value_of(game: Game, state: GameState, name: str) -> Value | tuple[Value, ...]:
    """Return the value of a state variable by its name. Raises ``NoSuchQueryError``."""
    for variable, value in zip(game.states, state.values, strict=True):
        if variable.name == name:
            return value
    known = ", ".join(f"`{variable.name}`" for variable in game.states)
    message = f"this variant keeps no `{name}` in mind; what it keeps: {known or 'nothing'}"
    raise NoSuchQueryError(message)
