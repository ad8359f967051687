"""What lies where when the cards have been dealt."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from haggis_rules.analysis.sheet.dealt_hands import dealt, rest
from haggis_rules.ir.game import Deal, DealEach, DealRest, DealSome, Game, Owner


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Cards that a zone gets: which, by their names or their group, and how many.

    ``left`` says that they are what is left of the group. Where they are dealt round and do not
    come out even, ``fewest`` is how many those get who get one card less.
    """

    which: str
    cards: int
    left: bool
    clause: str
    fewest: int | None = None


@dataclass(frozen=True, slots=True)
class ZoneLine:
    """What a zone holds when the cards have been dealt, or each owner's zone of that name.

    ``owners`` is how many such zones there are, and ``of`` whose they are. Where not all have as
    many cards, ``fewest`` is what the least of them holds.
    """

    zone: str
    of: str
    owners: int
    cards: int
    lots: tuple[DealtCards, ...]
    clause: str
    fewest: int | None = None


def deal_sheet(game: Game) -> tuple[ZoneLine, ...]:
    """Tell what each zone gets; those that get nothing come last."""
    lines = [_line(game, zone) for zone in range(len(game.zones))]
    return tuple(sorted(lines, key=lambda line: not line.cards))


def _line(game: Game, index: int) -> ZoneLine:
    zone = game.zones[index]
    lots = tuple(lot for deal in game.deals if deal.zone == index for lot in _lots(game, deal))
    of = "" if zone.owner is Owner.NOBODY else zone.owner.value
    hand = dealt(game, index)
    owners = game.owners(zone.owner)
    fewest = None if hand.fewest == hand.size else hand.fewest
    return ZoneLine(zone.name, of, owners, hand.size, lots, zone.clause, fewest)


def _lots(game: Game, deal: Deal) -> Iterator[DealtCards]:
    match deal:
        case DealEach(clause=clause, cards=cards):
            names = " ".join(game.card_name(card) for card in cards)
            yield DealtCards(names, len(cards), left=False, clause=clause)
        case DealSome(clause=clause, count=count, groups=groups):
            yield DealtCards(" or ".join(_names(game, groups)), count, left=False, clause=clause)
        case DealRest(clause=clause, groups=groups):
            least, most = rest(game, deal)
            fewest = None if least == most else least
            yield DealtCards(
                " and ".join(_names(game, groups)), most, left=True, clause=clause, fewest=fewest
            )


def _names(game: Game, groups: tuple[int, ...]) -> list[str]:
    return [game.groups[group].name for group in groups]
