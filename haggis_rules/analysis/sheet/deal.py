"""What lies where when the cards have been dealt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.analysis.sheet.dealt_hands import dealt, rest
from haggis_rules.ir.game import Deal, DealEach, DealRest, DealSome, Game, Owner


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Cards that a zone gets: which, by their names or their group, and how many.

    ``left`` says that they are what is left of the group.
    """

    which: str
    cards: int
    left: bool
    clause: str


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """What a zone holds when the cards have been dealt, or each owner's zone of that name.

    ``owners`` is how many such zones there are, and ``of`` whose they are.
    """

    zone: str
    of: str
    owners: int
    cards: int
    lots: tuple[DealtCards, ...]
    clause: str


def deal_sheet(game: Game) -> tuple[ZoneLine, ...]:
    """Tell what each zone gets; those that get nothing come last."""
    lines = [_line(game, zone) for zone in range(len(game.zones))]
    return tuple(sorted(lines, key=lambda line: not line.cards))


def _line(game: Game, index: int) -> ZoneLine:
    zone = game.zones[index]
    lots = tuple(lot for deal in game.deals if deal.zone == index for lot in _lots(game, deal))
    of = "" if zone.owner is Owner.NOBODY else zone.owner.value
    many = dealt(game, index).size
    return ZoneLine(zone.name, of, game.owners(zone.owner), many, lots, zone.clause)


def _lots(game: Game, deal: Deal) -> Iterator[DealtCards]:
    match deal:
        case DealEach(clause=clause, cards=cards):
            names = " ".join(game.card_name(card) for card in cards)
            yield DealtCards(names, len(cards), left=False, clause=clause)
        case DealSome(clause=clause, count=count, group=group):
            yield DealtCards(game.groups[group].name, count, left=False, clause=clause)
        case DealRest(clause=clause, group=group):
            yield DealtCards(game.groups[group].name, rest(game, group), left=True, clause=clause)
