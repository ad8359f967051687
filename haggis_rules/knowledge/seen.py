"""What a seat sees and was shown: places, values, cards, moves and events, as plain data."""

from enum import Enum
from typing import NamedTuple

from haggis_rules.ir.game import Game, Owner
from haggis_rules.semantics.state import Cards, Value


class ZonePlace(NamedTuple):
    """A zone by its name, and the seat or team that owns it.

    A pair of seats is its index, of which ``Game.seat_pair`` makes the two.
    """

    zone: str
    owner: int | None


class SeenValue(NamedTuple):
    """A state variable by its name, the seat or team whose it is, and its value."""

    name: str
    owner: int | None
    value: Value


class SeenZone(NamedTuple):
    """The cards that the seat sees in a zone, and how many lie there unseen."""

    place: ZonePlace
    cards: Cards
    unseen: int


class SeenMove(NamedTuple):
    """The cards that the seat saw move, and how many moved unseen; the deck is no place."""

    source: ZonePlace | None
    target: ZonePlace
    cards: Cards
    unseen: int
    shown: bool


class SeenKind(Enum):
    """What happened."""

    DEAL = "deal"
    ACTION = "action"
    STEP = "step"


class SeenEvent(NamedTuple):
    """What a seat was shown of a deal, an action or a step.

    ``arguments`` is None when the choices were secret or made by chance, and of what is no action.
    ``values`` has those that changed, or all after a deal.
    """

    kind: SeenKind
    name: str
    actor: int | None
    arguments: tuple[Value, ...] | None
    moves: tuple[SeenMove, ...]
    values: tuple[SeenValue, ...]


def zone_places(game: Game) -> dict[ZonePlace, tuple[int, int]]:
    """Return each place of a game, with the index of its zone and of its owner."""
    return {
        ZonePlace(zone.name, None if zone.owner is Owner.NOBODY else owner): (index, owner)
        for index, zone in enumerate(game.zones)
        for owner in range(game.owners(zone.owner))
    }
