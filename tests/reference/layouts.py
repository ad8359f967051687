"""All plays of a hand once more, built up: each grid in turn is laid out with cards of the hand.

Quick enough for whole hands. No card may be there twice, which holds for the hands of this game.
"""

from __future__ import annotations

from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, TypeAlias

from tests.reference.cards import (
    COURTS,
    HIGHEST_PIP,
    KING,
    LOWEST,
    Card,
    Rank,
    rank_of,
    suit_of,
)
from tests.reference.plays import Bomb, Grid, Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Rows: TypeAlias = "Mapping[Rank, Sequence[Card]]"
# Pips on the rows of a grid, and the rank of each place that is left to a court.
Filling: TypeAlias = tuple[tuple[Card, ...], tuple[Rank, ...]]

_BOMB_RANKS = (3, 5, 7, 9)


def laid_out(hand: Iterable[Card]) -> frozenset[Play]:
    """Return all plays of a hand in which no card is there twice."""
    cards = sorted(hand)
    if len(set(cards)) != len(cards):
        message = f"a card is there twice in {cards}"
        raise ValueError(message)
    courts = [card for card in cards if card in COURTS]
    rows: dict[Rank, list[Card]] = {rank: [] for rank in range(LOWEST, KING + 1)}
    for card in cards:
        if card not in COURTS:
            rows[rank_of(card)].append(card)
    plays = {Play((card,), Grid(1, 1, rank_of(card))) for card in cards}
    plays.update(_bombs(rows, courts))
    for grid in _grids(len(cards)):
        plays.update(_on_grid(grid, rows, courts))
    return frozenset(plays)


def _bombs(rows: Rows, courts: Sequence[Card]) -> Iterator[Play]:
    for name in ("JQ", "JK", "QK", "JQK"):
        if all(court in courts for court in name):
            yield Play(tuple(sorted(name)), Bomb(name))
    for pips in product(*(rows[rank] for rank in _BOMB_RANKS)):
        suits = len(set(map(suit_of, pips)))
        if suits in {1, 4}:
            yield Play(tuple(sorted(pips)), Bomb("suited" if suits == 1 else "rainbow"))


def _grids(most: int) -> Iterator[Grid]:
    """Yield every grid of two to so many cards that has a row for pips."""
    for lowest, top in product(range(LOWEST, HIGHEST_PIP + 1), range(LOWEST, KING + 1)):
        length = top - lowest + 1
        narrowest = {1: 2, 2: 2}.get(length, 1)
        if length >= 1:
            yield from (Grid(w, length, top) for w in range(narrowest, most // length + 1))


def _on_grid(grid: Grid, rows: Rows, courts: Sequence[Card]) -> Iterator[Play]:
    ranks = range(grid.top - grid.length + 1, grid.top + 1)
    for pips, wanting in _fillings(grid, ranks, rows, len(courts), frozenset()):
        for some in combinations(courts, len(wanting)):
            if pips and _may_stand(some, wanting):
                yield Play(tuple(sorted((*pips, *some))), grid)


def _fillings(
    grid: Grid, ranks: Sequence[Rank], rows: Rows, courts: int, suits: frozenset[str]
) -> Iterator[Filling]:
    """Yield each way to lay pips on these rows that leaves places to at most so many courts.

    Every row of a grid has the same suits, so there are no more of these than places in a row; a
    set, which is one row, may have any.
    """
    if sum(max(0, grid.width - len(rows[rank])) for rank in ranks) > courts:
        return
    if not ranks:
        yield (), ()
        return
    rank, *above = ranks
    for taken in range(max(0, grid.width - courts), grid.width + 1):
        wanting = grid.width - taken
        for pips in combinations(rows[rank], taken):
            seen = suits.union(map(suit_of, pips))
            if grid.length == 1 or len(seen) <= grid.width:
                for others, places in _fillings(grid, above, rows, courts - wanting, seen):
                    yield (*pips, *others), (rank,) * wanting + places


def _may_stand(courts: Sequence[Card], wanting: Sequence[Rank]) -> bool:
    """Whether these courts can be handed round so that none stands for a higher rank."""
    return any(
        all(rank_of(court) >= rank for court, rank in zip(order, wanting, strict=True))
        for order in permutations(courts)
    )
