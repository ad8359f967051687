"""What can lie in a zone when the cards have been dealt: the cards by name, and the drawn ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from haggis_rules.ir.game import (
    ActionSchema,
    CombinationParam,
    DealEach,
    DealRest,
    Effect,
    ForEach,
    Game,
    Let,
    Move,
    Openly,
    Step,
)
from haggis_rules.ir.stocks import lots, possible_starts, stocks, unnamed_copies


@dataclass(frozen=True, slots=True)
class Hand:
    """All that one owner's zone can hold as dealt.

    ``named`` has how many of each card surely lie there, ``drawn`` how many cards of each group
    come by chance at most, and ``stock`` how many of each card chance deals from. ``ways`` has all
    that ``drawn`` can be, where groups are shuffled together or some owners get one card more.
    ``zone`` is None for the whole deck in one hand.
    """

    zone: int | None
    named: tuple[int, ...]
    drawn: tuple[int, ...]
    stock: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """How many cards it holds at most."""
        return sum(self.named) + max(map(sum, self.ways or (self.drawn,)))

    @property
    def fewest(self) -> int:
        """How many cards it holds at least."""
        return sum(self.named) + min(map(sum, self.ways or (self.drawn,)))

    def each_way(self) -> Iterator[Hand]:
        """Yield what it can hold, once for all that may be drawn of each group."""
        for way in self.ways or (self.drawn,):
            yield Hand(self.zone, self.named, way, self.stock)


def rest(game: Game, deal: DealRest) -> tuple[int, int]:
    """Return the fewest and the most cards that an owner gets when what is left is dealt."""
    index = game.deals.index(deal)
    counts = [lot.size for lot in lots(game) if lot.deal == index]
    return min(counts), max(counts)


def dealt(game: Game, zone: int) -> Hand:
    """Return what lies in a zone, or in each owner's zone, when the cards have been dealt."""
    named, stock = [0] * len(game.cards), unnamed_copies(game)
    for deal in game.deals:
        if isinstance(deal, DealEach) and deal.zone == zone:
            for card in deal.cards:
                named[card] += 1
    there = [0] * len(game.groups)
    for each, count in zip(game.cards, stock, strict=True):
        there[each.group] += count
    ways = dict.fromkeys(
        way for counts in _by_stock(game, zone) for way in _by_group(game, counts, there)
    )
    drawn = tuple(max(many) for many in zip(*ways, strict=True))
    return Hand(zone, tuple(named), drawn, stock, tuple(ways) if len(ways) > 1 else ())


def _by_stock(game: Game, zone: int) -> dict[tuple[int, ...], None]:
    """Return how many cards of each stock an owner can get, each way once."""
    found = dict[tuple[int, ...], None]()
    for starts in possible_starts(game):
        by_owner = [[0] * len(stocks(game)) for _ in range(game.owners(game.zones[zone].owner))]
        for lot in lots(game, starts):
            if lot.zone == zone:
                by_owner[lot.owner][lot.stock] += lot.size
        found.update(dict.fromkeys(map(tuple, by_owner)))
    return found


def _by_group(game: Game, counts: Sequence[int], there: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways in which so many cards of each stock are of its groups."""
    for chosen in product(
        *(_split(groups, many, there) for groups, many in zip(stocks(game), counts, strict=True))
    ):
        drawn = [0] * len(game.groups)
        for groups, taken in zip(stocks(game), chosen, strict=True):
            for group, many in zip(groups, taken, strict=True):
                drawn[group] = many
        yield tuple(drawn)


def _split(groups: Sequence[int], many: int, there: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to take so many cards of some groups, of each no more than there are."""
    first, *others = groups
    if not others:
        if many <= there[first]:
            yield (many,)
        return
    for taken in range(min(many, there[first]) + 1):
        yield from ((taken, *rest_) for rest_ in _split(others, many - taken, there))


def hands(game: Game) -> tuple[Hand, ...]:
    """Return each zone from which combinations are laid, as dealt.

    It is the whole deck in one hand where no action lays any, or nothing is dealt to such a zone.
    """
    params = [param for action in game.actions for param in action.params]
    zones = dict.fromkeys(p.zone.zone for p in params if isinstance(p, CombinationParam))
    found = tuple(hand for zone in zones if (hand := dealt(game, zone)).size)
    copies = tuple(card.copies for card in game.cards)
    return found or (Hand(None, copies, (0,) * len(game.groups), (0,) * len(game.cards)),)


def arrivals(game: Game, zone: int) -> dict[str, tuple[str, ...]]:
    """Name what brings cards into a zone after the deal, each with its clauses."""
    moves: list[ActionSchema | Step] = [*game.actions, *game.steps]
    found: dict[str, tuple[str, ...]] = {}
    for move in moves:
        clauses = dict.fromkeys(one.clause for one in move.effects if _brings(one.effect, zone))
        if clauses:
            found[move.name] = tuple(clauses)
    return found


def _brings(effect: Effect, zone: int) -> bool:
    match effect:
        case Let():
            return False
        case Move(target=target):
            return target.zone == zone
        case ForEach(effect=inner) | Openly(effect=inner):
            return _brings(inner, zone)
