"""Every type of play that a hand as dealt can hold: how far it goes, and in how many ways."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import prod

from haggis_rules.analysis.possible_types import TypeHeld, ZoneTypes
from haggis_rules.analysis.sheet.dealt_hands import Hand, hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.engine.rules import Rules
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game, SuitRule
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Row
from haggis_rules.semantics.state import Combination, Reading, pack, size

MOST_WAYS = 3000  # ways to lay one reading that are gone through
_TIED = {SuitRule.ONE, SuitRule.MATCHING, SuitRule.MATCHING_DIFFERENT}  # one row tells the others


def types_of(rules: Rules) -> tuple[ZoneTypes, ...]:
    """Tell them, for each zone that combinations are laid from.

    Nothing where it rests on states what is wild: then no hand holds the same at all times.
    """
    if rules.patterns.setting is None:
        return ()
    return tuple(_held(rules, hand) for hand in hands(rules.game))


def _held(rules: Rules, hand: Hand) -> ZoneTypes:
    holding = HoldingBounds(rules.patterns, hand)
    by_type: dict[tuple[int, tuple[int, ...]], list[Combination]] = {}
    for play in holding.held(rules.patterns.readings):
        pattern, *values = play.reading
        alike = tuple(values[place] for place in rules.game.patterns[pattern].alike)
        by_type.setdefault((pattern, alike), []).append(play)
    group_counts = _count_card_groups(rules)
    found = tuple(
        _type(rules, holding, pattern, plays, group_counts)
        for (pattern, _), plays in by_type.items()
    )
    zone = "" if hand.zone is None else rules.game.zones[hand.zone].name
    return ZoneTypes(zone, hand.size, found)


def _type(
    rules: Rules,
    holding: HoldingBounds,
    pattern: int,
    plays: Sequence[Combination],
    group_counts: dict[Reading, int],
) -> TypeHeld:
    ranked = rules.game.patterns[pattern].ranked
    ordered = sorted(plays, key=lambda play: [play.reading[1 + place] for place in ranked])
    shown = [
        rules.show(Combination(play.reading, holding.fewest_wild(play)))
        for play in (ordered[0], ordered[-1])
    ]
    return TypeHeld(
        pattern,
        tuple(play.reading for play in ordered),
        max(size(play.cards) for play in plays),
        sum(group_counts[play.reading] for play in plays)
        if all(play.reading in group_counts for play in plays)
        else None,
        *shown,
    )


def _count_card_groups(rules: Rules) -> dict[Reading, int]:
    """Count the groups of cards of the deck that make each reading, and no card in them is wild.

    A reading of which there may be too many to go through is left out.
    """
    found: dict[Reading, int] = {}
    enumerator, counting = Enumerator(rules.patterns), Counting(rules.patterns)
    for pattern in range(len(rules.game.patterns)):
        tame = dict(_tame(rules, pattern))
        for reading in rules.patterns.readings:
            if reading[0] == pattern:
                layouts = counting.layouts(reading)
                if sum(_bound(rules.game, tame, pattern, one) for one in layouts) <= MOST_WAYS:
                    enumerator.budget.begin()  # each is a question of its own
                    spans = enumerator.spans(frozenset({reading}))
                    found[reading] = enumerator.count(pack(tame.items()), spans)
    return found


def _bound(game: Game, tame: Mapping[int, int], pattern: int, layout: Layout) -> int:
    """Return no fewer than the groups of cards that lay a layout: rows in one suit go together."""
    bound = 1
    for number, part in enumerate(game.patterns[pattern].parts):
        # Where one row tells the suits of the others, the row with most ways bounds them all.
        rows = [_rows(game, tame, row) for row in layout if row.part == number]
        tied = part.suits in _TIED or part.suit_field is not None
        bound *= max(rows, default=1) if tied else prod(rows)
    return bound


def _rows(game: Game, tame: Mapping[int, int], row: Row) -> int:
    """Count the groups of cards that fill a row, whatever their suits.

    By generating functions: the coefficient of x^width in the product, over the cards of the rank,
    of 1 + x + ... + x^copies, multiplied out card by card and cut off at the width.
    """
    coefficients = [1] + [0] * row.width
    for card, copies in tame.items():
        if game.cards[card].rank == row.rank:
            coefficients = [
                sum(coefficients[max(0, n - copies) : n + 1]) for n in range(row.width + 1)
            ]
    return coefficients[-1]


def _tame(rules: Rules, pattern: int) -> Iterator[tuple[int, int]]:
    """Yield all cards that are not wild in a pattern."""
    for card, each in enumerate(rules.game.cards):
        if not rules.patterns.is_wild(pattern, card):
            yield card, each.copies
