"""What the deal lays where: which groups are shuffled together, and how many cards come where.

A stock is all groups that are shuffled together. Each group is of one stock, and what chance deals
comes out of stocks: how many cards lie where is the same in every deal, but for who gets one card
more where a stock is dealt round until it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from haggis_rules.ir.game import DealEach, DealRest, DealSome, Game

Starts = Mapping[int, int]  # by the index of a deal, the owner who gets the first card
FROM_FIRST: Final[Starts] = MappingProxyType({})  # each begins with the first owner


class Lot(NamedTuple):
    """So many cards of a stock that a deal lays into the zone of one owner, by chance."""

    deal: int
    zone: int
    owner: int
    stock: int
    size: int


def stocks(game: Game) -> tuple[tuple[int, ...], ...]:
    """Return the groups of each stock; the stocks stand in the order of their first groups."""
    found = dict[int, tuple[int, ...]]()
    for one in game.deals:
        if not isinstance(one, DealEach):
            found.update(dict.fromkeys(one.groups, one.groups))
    return tuple(dict.fromkeys(found.get(group, (group,)) for group in range(len(game.groups))))


def stock_of_groups(game: Game) -> tuple[int, ...]:
    """Return the stock that each group is of."""
    by_group = {group: index for index, one in enumerate(stocks(game)) for group in one}
    return tuple(by_group[group] for group in range(len(game.groups)))


def unnamed_copies(game: Game) -> tuple[int, ...]:
    """Return how many of each card are left for chance when those that are named are dealt.

    One number for each card, in the order of the deck.
    """
    left = [card.copies for card in game.cards]
    for one in game.deals:
        if isinstance(one, DealEach):
            for card in one.cards:
                left[card] -= game.owners(game.zones[one.zone].owner)
    return tuple(left)


def shares(total: int, owners: int, start: int) -> tuple[int, ...]:
    """Return how many cards each owner gets of some that are dealt round one by one.

    >>> shares(11, 4, 2)
    (2, 3, 3, 3)
    """
    return tuple(
        total // owners + ((owner - start) % owners < total % owners) for owner in range(owners)
    )


def lots(game: Game, starts: Starts = FROM_FIRST) -> Iterator[Lot]:
    """Yield what chance deals, in the order of the text."""
    stock_of = stock_of_groups(game)
    left = [0] * len(stocks(game))
    for card, copies in zip(game.cards, unnamed_copies(game), strict=True):
        left[stock_of[card.group]] += copies
    for index, one in enumerate(game.deals):
        owners = game.owners(game.zones[one.zone].owner)
        match one:
            case DealEach():
                continue
            case DealSome(count=count, group=group):
                counts: tuple[int, ...] = (count,) * owners
            case DealRest(group=group):
                counts = shares(left[stock_of[group]], owners, starts.get(index, 0))
        for owner, count in enumerate(counts):
            yield Lot(index, one.zone, owner, stock_of[group], count)
        left[stock_of[group]] -= sum(counts)


def possible_starts(game: Game) -> Iterator[Starts]:
    """Yield every way in which the deals may begin, the usual one first."""
    open_ = {
        index: range(game.owners(game.zones[one.zone].owner))
        for index, one in enumerate(game.deals)
        if isinstance(one, DealRest) and one.start is not None
    }
    for chosen in product(*open_.values()):
        yield dict(zip(open_, chosen, strict=True))
