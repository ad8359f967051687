"""Which readings cards hold, as terms: mirrors ``haggis_rules.semantics.holding``.

Nothing is chosen: it is a formula over the counts of the cards in a zone, so it may be claimed, be
taken for granted and be denied alike. It is trusted as the counting that it mirrors is, beyond what
tests try; no lemma is asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, islice

from haggis_rules.ir.game import Game
from haggis_rules.semantics.holding import Demand, Holding, RowDemand, holding_of
from haggis_rules.semantics.state import Reading
from haggis_verify.encode.settings import by_setting, wild_symbols
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.symbols import CardCounts, NotEncodableError, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm

MOST_DEMANDS = 5000  # ways to lay out and suit what is looked for, in one formula
_NONE = build.int_const(0)

Wanted = Sequence[tuple[Reading, BoolTerm]]


def wanted_readings(game: Game, claim: Callable[[Reading], BoolTerm]) -> Wanted:
    """Return each reading for which a claim may hold, with the claim."""
    claimed = ((reading, claim(reading)) for reading in holding_of(game).patterns.readings)
    return [(reading, holds) for reading, holds in claimed if holds is not build.FALSE]


def some_held(
    wanted: Wanted, held: CardCounts, table: SymbolicState, shape: StateShape
) -> BoolTerm:
    """Say that cards make one of these readings, for which its claim holds, in a state.

    Raises as ``held_settled`` does.
    """
    holding = holding_of(shape.game)
    patterns = holding.patterns
    states = wild_symbols(patterns, table)
    return by_setting(
        patterns, states, shape, lambda one: held_settled(holding.settled(one), wanted, held)
    )


def held_settled(holding: Holding, wanted: Wanted, held: CardCounts) -> BoolTerm:
    """Say it where it is known what is wild.

    Raises ``NotEncodableError`` for patterns that counting does not decide.
    """
    game = holding.patterns.game
    for reading, _ in wanted:
        if not holding.counted[reading[0]]:
            raise NotEncodableError(
                f"whether a hand holds some `{game.patterns[reading[0]].name}`, of whose cards "
                "more is asked than how many are wild"
            )
    ways = chain.from_iterable(holding.demands(reading) for reading, _ in wanted)
    if sum(1 for _ in islice(ways, MOST_DEMANDS + 1)) > MOST_DEMANDS:
        raise NotEncodableError(f"some combination in more than {MOST_DEMANDS} ways")
    return build.disjunction(
        build.conjunction([holds, _held(holding, reading, held)]) for reading, holds in wanted
    )


def _held(holding: Holding, reading: Reading, held: CardCounts) -> BoolTerm:
    return build.disjunction(
        _met(holding, reading[0], demand, held) for demand in holding.demands(reading)
    )


def _met(holding: Holding, pattern: int, demand: Demand, held: CardCounts) -> BoolTerm:
    lacking = [_lacking_in(holding, pattern, row, held) for row in demand]
    supply = [
        build.add(
            held[card]
            for card, ranks in enumerate(holding.patterns.stands[pattern])
            if ranks == kind and holding.patterns.is_wild(pattern, card)
        )
        for kind in holding.kinds[pattern]
    ]
    cells = sum(sum(row.suits) + row.rest for row in demand)
    few = build.le(build.add(lacking), build.int_const(holding.most_wild(pattern, cells)))
    hall = (
        build.le(build.add(lacking[row] for row in rows), build.add(supply[kind] for kind in some))
        for some, rows in holding.groups_of_kinds(pattern, demand)
    )
    return build.conjunction([few, *hall])


def _lacking_in(holding: Holding, pattern: int, row: RowDemand, held: CardCounts) -> IntTerm:
    """Return how many cards a row lacks at least."""
    suits, bare, free = _sorted(holding, pattern, row.rank, held)
    pairs = [(build.int_const(n), there) for n, there in zip(row.suits, suits, strict=True)]
    unmet = build.add(_above_none(build.minus(wanted, there)) for wanted, there in pairs)
    over = [_above_none(build.minus(there, wanted)) for wanted, there in pairs]
    over += [] if row.suited else [bare]
    rest = _above_none(build.minus(build.int_const(row.rest), build.add(over)))
    return _above_none(build.minus(build.add([unmet, rest]), free))


def _sorted(
    holding: Holding, pattern: int, rank: int, held: CardCounts
) -> tuple[list[IntTerm], IntTerm, IntTerm]:
    """Sort the cards of a rank that are not wild by what they can do about suits."""
    patterns, game = holding.patterns, holding.patterns.game
    suits: list[list[IntTerm]] = [[] for _ in game.suits]
    bare: list[IntTerm] = []
    free: list[IntTerm] = []
    for card, count in enumerate(held):
        one = game.cards[card]
        if one.rank == rank and not patterns.is_wild(pattern, card):
            if patterns.any_suit[card]:
                free.append(count)
            else:
                (bare if one.suit is None else suits[one.suit]).append(count)
    return [build.add(some) for some in suits], build.add(bare), build.add(free)


def _above_none(number: IntTerm) -> IntTerm:
    return build.int_ite(build.lt(_NONE, number), number, _NONE)
