"""A deal card by card: what chance can do next before a hand, and how likely each outcome is.

Cards come in the order in which the text deals them, each card that its stock still has as likely
as any other copy. Where chance has nothing to decide it is not asked: the last place that a stock
is dealt to gets what is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, cast

from haggis_rules.codegen.compiled import first_lasting
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.ir.game import DealEach, Game, Owner, StateVariable
from haggis_rules.ir.stocks import Lot, lots, stock_of_groups, stocks, unnamed_copies
from haggis_rules.notation.dealings import decided
from haggis_rules.notation.values import show_value
from haggis_rules.semantics.dealing import Dealing, deal_starts, possible
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import (
    Cards,
    StateValues,
    StateZones,
    Value,
    count_of,
    counts,
    pack,
    size,
)


class CardSlot(NamedTuple):
    """A card of a stock that comes to a place.

    It is ``open`` when another place gets cards of that stock later on; else all that is left
    comes here.
    """

    zone: int
    owner: int
    stock: int
    open: bool


class ValueSlot(NamedTuple):
    """A value that chance decides, for the owner of a variable."""

    variable: StateVariable
    owner: int


DealSlot = CardSlot | ValueSlot


class ChanceOutcome(NamedTuple):
    """What chance can do: its number, how likely it is beside the others, and its words."""

    number: int
    weight: int
    words: str


@dataclass(frozen=True, slots=True)
class CardDeal:
    """A deal that has gone so far: ``filled`` has the outcomes of its first slots.

    A card is its number in the deck, and a value its place among the possible ones. ``left`` has
    the cards that each stock still has. ``lasting`` is the value of all that lasts; before the
    first hand it is None until chance has decided its part of that, which ``began`` then has.
    """

    rules: Ruleset
    lasting: StateValues | None
    slots: tuple[DealSlot, ...]
    left: tuple[Cards, ...]
    filled: tuple[int, ...] = ()
    began: StateValues = ()

    @property
    def over(self) -> bool:
        """Whether all has been dealt."""
        return self.lasting is not None and len(self.filled) == len(self.slots)

    @property
    def outcomes(self) -> list[ChanceOutcome]:
        """What chance can do next, the lowest number first."""
        game = self.rules.game
        match self.slot:
            case CardSlot() as slot:
                zone = game.zones[slot.zone]
                to = _owned(game, zone.name, zone.owner, slot.owner)
                return [
                    ChanceOutcome(card, left, f"{show_cards(game, pack([(card, 1)]))} to {to}")
                    for card, left in counts(self.left[slot.stock])
                ]
            case ValueSlot(variable=variable) as slot:
                return [
                    ChanceOutcome(number, 1, _value_words(game, slot, value))
                    for number, value in enumerate(possible(game, variable.type))
                ]

    def after(self, outcome: int) -> CardDeal:
        """Return the deal after an outcome, and after all that chance need not decide."""
        return settled(self._filled(outcome))

    def path(self, whole: Dealing) -> Iterator[int]:
        """Yield the outcomes that lead from here to a whole deal, each place lowest card first."""
        deal, game = self, self.rules.game
        values = dict(_decided_values(game, whole))
        to_come = dict[tuple[int, int], Cards]()
        while not deal.over:
            match deal.slot:
                case CardSlot(zone=zone, owner=owner, stock=stock):
                    if (zone, owner) not in to_come:
                        lying = _held(whole.zones, zone, owner)
                        to_come[zone, owner] = lying - deal.held(zone, owner)
                    cards, left = to_come[zone, owner], deal.left[stock]
                    outcome = next(card for card, _ in counts(cards) if count_of(left, card))
                    to_come[zone, owner] -= pack([(outcome, 1)])
                case ValueSlot(variable=variable, owner=owner):
                    known = possible(game, variable.type)
                    outcome = known.index(values[variable.name, owner])
            yield outcome
            deal = deal.after(outcome)

    def held(self, zone: int, owner: int) -> Cards:
        """Return the cards that have come to a place, with those that are dealt there by name."""
        cards = sum(
            pack((card, 1) for card in one.cards)
            for one in self.rules.game.deals
            if isinstance(one, DealEach) and one.zone == zone
        )
        for slot, outcome in zip(self.slots, self.filled, strict=False):
            if isinstance(slot, CardSlot) and (slot.zone, slot.owner) == (zone, owner):
                cards += pack([(outcome, 1)])
        return cards

    def to_text(self, seat: int | None = None) -> str:
        """Return what has been dealt, place by place: everything, or what a seat sees of it.

        What chance decides beside the cards is not told to seats before all has been dealt.
        """
        game, visible = self.rules.game, self.rules.visibility
        parts: list[str] = []
        for index, zone in enumerate(game.zones):
            for owner in range(game.owners(zone.owner)):
                cards = self.held(index, owner)
                if seat is not None:
                    cards &= visible.mask(seat, index, owner)
                if cards:
                    name = _owned(game, zone.name, zone.owner, owner)
                    parts.append(f"{name}: {show_cards(game, cards)}")
        for slot, outcome in zip(self.slots, self.filled, strict=False):
            if seat is None and isinstance(slot, ValueSlot):
                parts.append(_value_words(game, slot, possible(game, slot.variable.type)[outcome]))
        return " | ".join(parts)

    @property
    def dealing(self) -> Dealing:
        """The whole deal, as ``Rules.dealt_match`` and ``MatchState.deal`` take it."""
        game = self.rules.game
        zones = tuple(
            self.held(index, 0)
            if zone.owner is Owner.NOBODY
            else tuple(self.held(index, owner) for owner in range(game.owners(zone.owner)))
            for index, zone in enumerate(game.zones)
        )
        return Dealing(zones, self._values, self.began)

    @property
    def slot(self) -> DealSlot:
        """What chance decides next."""
        return self.slots[len(self.filled)]

    @property
    def _values(self) -> StateValues:
        """The values that chance has decided, each variable's once all its owners have theirs."""
        game, found = self.rules.game, dict[str, list[Value]]()
        for slot, outcome in zip(self.slots, self.filled, strict=True):
            if isinstance(slot, ValueSlot):
                value = possible(game, slot.variable.type)[outcome]
                found.setdefault(slot.variable.name, []).append(value)
        variables = decided(game, lasting=self.lasting is None)
        return tuple(
            found[one.name][0] if one.owner is Owner.NOBODY else tuple(found[one.name])
            for one in variables
        )

    def _filled(self, outcome: int) -> CardDeal:
        slot, left = self.slot, [*self.left]
        if isinstance(slot, CardSlot):
            left[slot.stock] -= pack([(outcome, 1)])
        return replace(self, left=tuple(left), filled=(*self.filled, outcome))


def first_deal(rules: Ruleset) -> CardDeal:
    """Return the deal of a match that has not begun."""
    return settled(CardDeal(rules, None, _value_slots(rules.game, lasting=True), ()))


def next_deal(rules: Ruleset, lasting: StateValues, began: StateValues = ()) -> CardDeal:
    """Return the deal of a hand by the value of all that lasts."""
    game, left = rules.game, [0] * len(stocks(rules.game))
    stock_of = stock_of_groups(game)
    for card, copies in enumerate(unnamed_copies(game)):
        left[stock_of[game.cards[card].group]] += pack([(card, copies)])
    slots: tuple[DealSlot, ...] = (
        *_card_slots([*lots(game, deal_starts(game, lasting))]),
        *_value_slots(game, lasting=False),
    )
    return settled(CardDeal(rules, lasting, slots, tuple(left), (), began))


def settled(deal: CardDeal) -> CardDeal:
    """Return a deal after all that comes before chance has something to decide."""
    rules = deal.rules
    while len(deal.filled) < len(deal.slots):
        slot = deal.slots[len(deal.filled)]
        match slot:
            case CardSlot():
                card, copies = next(counts(deal.left[slot.stock]))
                if slot.open and copies != size(deal.left[slot.stock]):
                    return deal
            case ValueSlot():
                card = 0
                if len(possible(rules.game, slot.variable.type)) > 1:
                    return deal
        deal = deal._filled(card)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    if deal.lasting is not None:
        return deal
    began = deal._values  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    return next_deal(rules, first_lasting(rules.code, rules.game, began), began)


def most_chance_nodes(rules: Ruleset) -> int:
    """Return how often chance is asked at most before a hand."""
    game = rules.game
    values = sum(len(_value_slots(game, lasting=lasts)) for lasts in (True, False))
    return values + sum(unnamed_copies(game))


def _card_slots(dealt: list[Lot]) -> Iterator[CardSlot]:
    for number, lot in enumerate(dealt):
        later = {(one.zone, one.owner) for one in dealt[number + 1 :] if one.stock == lot.stock}
        is_open = bool(later - {(lot.zone, lot.owner)})
        yield from [CardSlot(lot.zone, lot.owner, lot.stock, is_open)] * lot.size


def _value_slots(game: Game, *, lasting: bool) -> tuple[ValueSlot, ...]:
    return tuple(
        ValueSlot(one, owner)
        for one in decided(game, lasting=lasting)
        for owner in range(game.owners(one.owner))
    )


def _decided_values(game: Game, whole: Dealing) -> Iterator[tuple[tuple[str, int], Value]]:
    """Yield each value that chance decided before a hand, with its variable and owner."""
    for lasting, values in ((True, whole.lasting), (False, whole.drawn)):
        for one, value in zip(decided(game, lasting=lasting), values, strict=False):
            each: Iterable[Value] = [cast("Value", value)]
            if one.owner is not Owner.NOBODY:
                each = cast("tuple[Value, ...]", value)
            for owner, owned in enumerate(each):
                yield (one.name, owner), owned


def _held(zones: StateZones, zone: int, owner: int) -> Cards:
    held = zones[zone]
    return held[owner] if isinstance(held, tuple) else held


def _value_words(game: Game, slot: ValueSlot, value: Value) -> str:
    variable, owner = slot
    name = _owned(game, variable.name, variable.owner, owner)
    return f"{name} is {show_value(game, variable.type, value)}"


def _owned(game: Game, name: str, kind: Owner, owner: int) -> str:
    """Call a place or a variable by its name, and by whose it is."""
    return " of ".join(filter(None, (name, game.owner_name(kind, owner))))
