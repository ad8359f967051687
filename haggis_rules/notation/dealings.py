"""Deals from outside: in JSON, taken from a position, and refused when the rules never deal so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from haggis_rules.ir.game import (
    Chance,
    DealEach,
    DealRest,
    DealSome,
    Game,
    Owner,
    StateVariable,
    Zone,
)
from haggis_rules.notation.errors import ImpossibleDealError
from haggis_rules.notation.position import (
    check_deck,
    variable_from_json,
    variable_to_json,
    zone_from_json,
    zone_to_json,
)
from haggis_rules.notation.values import Json, keys, mapping
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, GameState, group_mask, holds, pack, size

PARTS = ("dealt", "drawn")  # of a deal in JSON: the cards, and what else chance decided


def dealing_of(game: Game, start: GameState, *, first: bool) -> Dealing:
    """Return the deal with which a hand began, by the state after it."""
    by_name = dict(zip((one.name for one in game.states), start.values, strict=True))
    drawn = tuple(by_name[one.name] for one in decided(game, lasting=False))
    lasting = tuple(by_name[one.name] for one in decided(game, lasting=True)) if first else ()
    return Dealing(start.zones, drawn, lasting)


def dealing_to_json(game: Game, dealing: Dealing) -> dict[str, Json]:
    """Return the cards of each zone that is dealt to, and each value that chance decided."""
    zones = dict(zip((one.name for one in game.zones), dealing.zones, strict=True))
    told = list(zip(decided(game, lasting=False), dealing.drawn, strict=True))
    if dealing.lasting:
        told += zip(decided(game, lasting=True), dealing.lasting, strict=True)
    return {
        "dealt": {zone.name: zone_to_json(game, zones[zone.name]) for zone in dealt_to(game)},
        "drawn": {kept.name: variable_to_json(game, kept, value) for kept, value in told},
    }


def dealing_from_json(game: Game, data: Json, *, first: bool) -> Dealing:
    """Return the deal that JSON stands for; the ``first`` of a match has more for chance to decide.

    Raises ``NotationError`` when it means nothing, or the rules never deal so.
    """
    cards, values = keys(mapping(data, "deal"), "deal", PARTS)
    places = dealt_to(game)
    lying = keys(mapping(cards, "mapping of zones"), "deal's zones", [one.name for one in places])
    held = {
        zone.name: zone_from_json(game, zone, one) for zone, one in zip(places, lying, strict=True)
    }
    anew, lasting = decided(game, lasting=False), decided(game, lasting=True) if first else []
    names = [one.name for one in (*anew, *lasting)]
    told = keys(mapping(values, "mapping of values"), "deal's values", names)
    drawn = [
        variable_from_json(game, kept, one)
        for kept, one in zip([*anew, *lasting], told, strict=True)
    ]
    zones = tuple(held.get(zone.name, _nothing(game, zone)) for zone in game.zones)
    check_dealing(game, zones)
    return Dealing(zones, tuple(drawn[: len(anew)]), tuple(drawn[len(anew) :]))


def check_dealing(game: Game, zones: Sequence[Cards | tuple[Cards, ...]]) -> None:
    """See that the rules can deal cards so.

    Raises ``ImpossibleDealError``, ``TooManyCopiesError`` and ``MissingCardError``.
    """
    check_deck(game, zones)
    wanted = DealingReader(game)
    for zone, held in enumerate(zones):
        for owner, cards in enumerate(held if isinstance(held, tuple) else (held,)):
            place = game.zones[zone].name
            if isinstance(held, tuple):
                place += f" of {_owner(game, zone, owner)}"
            wanted.check(zone, owner, cards, place)


def dealt_to(game: Game) -> list[Zone]:
    """Return the zones in which cards lie after the deal, in the order of the text."""
    indices = {one.zone for one in game.deals}
    return [zone for index, zone in enumerate(game.zones) if index in indices]


def decided(game: Game, *, lasting: bool) -> list[StateVariable]:
    """Return the variables whose first value chance decides, those that last or the others."""
    return [
        one for one in game.states if isinstance(one.initial, Chance) and one.lasting is lasting
    ]


class DealingReader:
    """How many cards of each group, and which cards by name, the deal lays into each zone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.named: dict[tuple[int, int], Cards] = {}
        self.counts: dict[tuple[int, int, int], int] = {}
        left = [0] * len(game.groups)
        for declared in game.cards:
            left[declared.group] += declared.copies
        for zone, owner, card in self._by_name():
            self.named[zone, owner] = self.named.get((zone, owner), 0) + pack([(card, 1)])
            self._add(zone, owner, game.cards[card].group, 1, left)
        for one in game.deals:
            match one:
                case DealEach():
                    pass
                case DealSome(count=count, group=group, zone=zone):
                    for owner in range(game.owners(game.zones[zone].owner)):
                        self._add(zone, owner, group, min(count, left[group]), left)
                case DealRest(group=group, zone=zone):
                    self._add(zone, 0, group, left[group], left)

    def check(self, zone: int, owner: int, cards: Cards, place: str) -> None:
        """See that these cards can be dealt there. Raises ``ImpossibleDealError``."""
        named = self.named.get((zone, owner), 0)
        if not holds(cards, named):
            shown = show_cards(self.game, named)
            raise ImpossibleDealError(
                f"`{shown}` are always dealt to {place}, and do not lie there"
            )
        for group, declared in enumerate(self.game.groups):
            there = size(cards & group_mask(self.game, group))
            wanted = self.counts.get((zone, owner, group), 0)
            if there != wanted:
                raise ImpossibleDealError(
                    f"{there} of {declared.name} lie in {place}, where these rules deal {wanted}"
                )

    def _by_name(self) -> Iterator[tuple[int, int, int]]:
        for one in self.game.deals:
            if isinstance(one, DealEach):
                for owner in range(self.game.owners(self.game.zones[one.zone].owner)):
                    for card in one.cards:
                        yield one.zone, owner, card

    def _add(self, zone: int, owner: int, group: int, number: int, left: list[int]) -> None:
        place = (zone, owner, group)
        self.counts[place] = self.counts.get(place, 0) + number
        left[group] -= number


def _owner(game: Game, zone: int, owner: int) -> str:
    kind = game.zones[zone].owner
    return game.teams[owner] if kind is Owner.TEAM else f"seat {owner + 1}"


def _nothing(game: Game, zone: Zone) -> Cards | tuple[Cards, ...]:
    return 0 if zone.owner is Owner.NOBODY else (0,) * game.owners(zone.owner)
