"""What a seat knows, as plain data."""

from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.traversal import param_type
from haggis_rules.notation.line_writer import HeldCards, KnownValue, StateLine, write
from haggis_rules.notation.values import Json, cards_to_json, to_json
from haggis_rules.semantics.state import Cards, Value


class ZonePlace(NamedTuple):
    """A zone by its name, and the seat or team that owns it."""

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

    ``arguments`` is None when the choices were secret, and of what is no action. ``values`` has
    those that changed, or all after a deal.
    """

    kind: SeenKind
    name: str
    actor: int | None
    arguments: tuple[Value, ...] | None
    moves: tuple[SeenMove, ...]
    values: tuple[SeenValue, ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat may know, as plain data. Two positions that give equal views are one to it.

    ``values`` and ``zones`` are what it sees now, and ``seen`` what it was shown, in order.
    """

    game: Game = field(repr=False, compare=False)
    seat: int
    values: tuple[SeenValue, ...]
    zones: tuple[SeenZone, ...]
    seen: tuple[SeenEvent, ...]

    def to_text(self) -> str:
        """Return what the seat sees now in one line, from which ``Rules.view_from_text`` makes it.

        What it was shown before is not told.
        """
        return view_to_line(self.game, self)

    def to_json(self) -> Json:
        """Return the view as JSON, in the words of the rules."""
        game = self.game
        return {
            "variant": game.name,
            "seat": self.seat,
            "values": values_to_json(game, self.values),
            "zones": [
                {
                    **_place_to_json(game, one.place),
                    "cards": cards_to_json(game, one.cards),
                    "unseen": one.unseen,
                }
                for one in self.zones
            ],
            "seen": self.events_to_json(),
        }

    def events_to_json(self) -> list[dict[str, Json]]:
        """Return what the seat was shown, event by event, as JSON."""
        return [_seen_to_json(self.game, one) for one in self.seen]


def zone_places(game: Game) -> dict[ZonePlace, tuple[int, int]]:
    """Return each place of a game, with the index of its zone and of its owner."""
    return {
        ZonePlace(zone.name, None if zone.owner is Owner.NOBODY else owner): (index, owner)
        for index, zone in enumerate(game.zones)
        for owner in range(game.owners(zone.owner))
    }


def view_to_line(game: Game, view: View) -> str:
    """Write what a seat sees in one line of text."""
    held = {one.place: HeldCards(one.cards, one.unseen) for one in view.zones}
    known: dict[tuple[str, int | None], KnownValue] = {
        (one.name, one.owner): (one.value,) for one in view.values
    }
    line = StateLine(
        view.seat,
        tuple(
            tuple(held[ZonePlace(zone.name, owner)] for owner in _owners(game, zone.owner))
            for zone in game.zones
        ),
        tuple(
            tuple(known.get((kept.name, owner)) for owner in _owners(game, kept.owner))
            for kept in game.states
        ),
    )
    return write(game, line)


def _owners(game: Game, kind: Owner) -> list[int | None]:
    return [None] if kind is Owner.NOBODY else list(range(game.owners(kind)))


def _seen_to_json(game: Game, seen: SeenEvent) -> dict[str, Json]:
    return {
        "what": seen.kind.value,
        "name": seen.name,
        **({} if seen.actor is None else {"seat": seen.actor}),
        **({} if seen.arguments is None else {"choices": _choices_to_json(game, seen)}),
        "moves": [_move_to_json(game, one) for one in seen.moves],
        "values": values_to_json(game, seen.values),
    }


def _choices_to_json(game: Game, seen: SeenEvent) -> Json:
    action = game.action(seen.name)
    chosen = zip(action.params, seen.arguments or (), strict=True)
    return {param.name: to_json(game, param_type(param), value) for param, value in chosen}


def _move_to_json(game: Game, move: SeenMove) -> Json:
    return {
        "from": None if move.source is None else _place_to_json(game, move.source),
        "to": _place_to_json(game, move.target),
        "cards": cards_to_json(game, move.cards),
        "unseen": move.unseen,
        "shown": move.shown,
    }


def values_to_json(game: Game, values: tuple[SeenValue, ...]) -> Json:
    """Return values as JSON, each with its name and whose it is."""
    kept = {one.name: one for one in game.states}
    return [
        {
            "name": one.name,
            **owner_to_json(game, kept[one.name].owner, one.owner),
            "value": to_json(game, kept[one.name].type, one.value),
        }
        for one in values
    ]


def _place_to_json(game: Game, place: ZonePlace) -> dict[str, Json]:
    owners = {zone.name: zone.owner for zone in game.zones}
    return {"zone": place.zone, **owner_to_json(game, owners[place.zone], place.owner)}


def owner_to_json(game: Game, kind: Owner, owner: int | None) -> dict[str, Json]:
    """Tell whose something is: a seat by its number, a team by its name; nobody's is left out."""
    if owner is None:
        return {}
    return {"of": game.teams[owner] if kind is Owner.TEAM else owner}
