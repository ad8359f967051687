"""Deals from outside: in JSON, taken from a position, and refused when the rules never deal so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from haggis_rules.ir.game import (
    Chance,
    DealEach,
    Game,
    Owner,
    StateVariable,
    Zone,
)
from haggis_rules.ir.stocks import (
    FROM_FIRST,
    Starts,
    lots,
    possible_starts,
    stock_of_groups,
    stocks,
)
from haggis_rules.notation import forms
from haggis_rules.notation.errors import ImpossibleDealError
from haggis_rules.notation.forms import Json, JsonForm
from haggis_rules.notation.game_forms import game_forms
from haggis_rules.notation.json_types import DealingJson
from haggis_rules.notation.position import check_deck
from haggis_rules.notation.typed_form import TypedForm, typed
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Cards, GameState, group_mask, holds, pack, size


def dealing_of(game: Game, start: GameState, *, first: bool) -> Dealing:
    """Return the deal with which a hand began, by the state after it."""
    by_name = dict(zip((one.name for one in game.states), start.values, strict=True))
    drawn = tuple(by_name[one.name] for one in decided(game, lasting=False))
    lasting = tuple(by_name[one.name] for one in decided(game, lasting=True)) if first else ()
    return Dealing(start.zones, drawn, lasting)


@forms.for_each_game
def first_dealing_form(game: Game) -> TypedForm[Dealing, DealingJson]:
    """Return the form of the first deal of a match, in which chance decides what lasts, too."""
    return _dealing_form(game, first=True)


@forms.for_each_game
def later_dealing_form(game: Game) -> TypedForm[Dealing, DealingJson]:
    """Return the form of the deal of any later hand."""
    return _dealing_form(game, first=False)


def dealing_parts(game: Game, *, first: bool) -> dict[str, JsonForm[Any]]:
    """Return the parts of a deal: the cards of each zone, and what else chance decided."""
    of_game, drawn = game_forms(game), decided(game, lasting=False)
    drawn += decided(game, lasting=True) if first else []
    zones = {one.name: of_game.zone(one) for one in dealt_to(game)}
    values = {one.name: of_game.variable(one) for one in drawn}
    return {
        "dealt": forms.mapping(zones, "deal's zones", kind="mapping of zones"),
        "drawn": forms.mapping(values, "deal's values", kind="mapping of values"),
    }


def _dealing_form(game: Game, *, first: bool) -> TypedForm[Dealing, DealingJson]:
    places = sorted({one.zone for one in game.deals})
    each_hand = len(decided(game, lasting=False))

    def read(parts: tuple[Any, ...]) -> Dealing:
        held, drawn = dict(zip(places, parts[0], strict=True)), parts[1]
        zones = tuple(
            held[index] if index in held else _nothing(game, zone)
            for index, zone in enumerate(game.zones)
        )
        check_dealing(game, zones)
        return Dealing(zones, drawn[:each_hand], drawn[each_hand:])

    def write(dealing: Dealing) -> tuple[Any, ...]:
        return [dealing.zones[index] for index in places], (*dealing.drawn, *dealing.lasting)

    form = forms.converted(
        forms.mapping(dealing_parts(game, first=first), "deal"), read=read, write=write
    )
    return typed(DealingJson, form)


def dealing_to_json(game: Game, dealing: Dealing) -> DealingJson:
    """Return the cards of each zone that is dealt to, and each value that chance decided."""
    form = first_dealing_form(game) if dealing.lasting else later_dealing_form(game)
    return form.to_json(dealing)


def dealing_from_json(game: Game, data: DealingJson | Json, *, first: bool) -> Dealing:
    """Return the deal that JSON stands for; the ``first`` of a match has more for chance to decide.

    Raises ``NotationError`` when it means nothing, or the rules never deal so.
    """
    return (first_dealing_form(game) if first else later_dealing_form(game)).from_json(data)


def check_dealing(
    game: Game, zones: Sequence[Cards | tuple[Cards, ...]], starts: Starts | None = None
) -> None:
    """See that the rules can deal cards so: from the owners on that ``starts`` says, or any.

    Raises ``ImpossibleDealError``, ``TooManyCopiesError`` and ``MissingCardError``.
    """
    check_deck(game, zones)
    why: ImpossibleDealError | None = None
    for begun in possible_starts(game) if starts is None else (starts,):
        try:
            _check_lots(game, zones, begun)
        except ImpossibleDealError as fault:
            why = why or fault
        else:
            return
    if why is not None:
        raise why


def _check_lots(game: Game, zones: Sequence[Cards | tuple[Cards, ...]], starts: Starts) -> None:
    wanted = DealingReader(game, starts)
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
    """How many cards of each stock, and which cards by name, the deal lays into each zone."""

    def __init__(self, game: Game, starts: Starts = FROM_FIRST) -> None:
        self.game, self.stocks = game, stocks(game)
        self.masks = [sum(group_mask(game, group) for group in one) for one in self.stocks]
        self.named: dict[tuple[int, int], Cards] = {}
        self.counts: dict[tuple[int, int, int], int] = {}
        stock_of = stock_of_groups(game)
        for zone, owner, card in self._by_name():
            self.named[zone, owner] = self.named.get((zone, owner), 0) + pack([(card, 1)])
            self._add(zone, owner, stock_of[game.cards[card].group], 1)
        for lot in lots(game, starts):
            self._add(lot.zone, lot.owner, lot.stock, lot.size)

    def check(self, zone: int, owner: int, cards: Cards, place: str) -> None:
        """See that these cards can be dealt there. Raises ``ImpossibleDealError``."""
        named = self.named.get((zone, owner), 0)
        if not holds(cards, named):
            shown = show_cards(self.game, named)
            raise ImpossibleDealError(
                f"`{shown}` are always dealt to {place}, and do not lie there"
            )
        for stock, groups in enumerate(self.stocks):
            there = size(cards & self.masks[stock])
            wanted = self.counts.get((zone, owner, stock), 0)
            if there != wanted:
                names = " and ".join(self.game.groups[group].name for group in groups)
                raise ImpossibleDealError(
                    f"{there} of {names} lie in {place}, where these rules deal {wanted}"
                )

    def _by_name(self) -> Iterator[tuple[int, int, int]]:
        for one in self.game.deals:
            if isinstance(one, DealEach):
                for owner in range(self.game.owners(self.game.zones[one.zone].owner)):
                    for card in one.cards:
                        yield one.zone, owner, card

    def _add(self, zone: int, owner: int, stock: int, number: int) -> None:
        place = (zone, owner, stock)
        self.counts[place] = self.counts.get(place, 0) + number


def _owner(game: Game, zone: int, owner: int) -> str:
    kind = game.zones[zone].owner
    return game.teams[owner] if kind is Owner.TEAM else f"seat {owner + 1}"


def _nothing(game: Game, zone: Zone) -> Cards | tuple[Cards, ...]:
    return 0 if zone.owner is Owner.NOBODY else (0,) * game.owners(zone.owner)
