"""What the wild cards of a play are drawn as: one way to lay them, always the same."""

from collections.abc import Mapping

from haggis_rules.run.counting import Counting, Tally, can_stand, cards_in, suits_fit, tally
from haggis_rules.run.patterns import Layout, Patterns
from haggis_rules.run.state import Cards, Reading, counts, pack


def stands(counting: Counting, reading: Reading, cards: Cards) -> dict[int, list[int]]:
    """Give the ranks that each wild card stands for, as many as there are of it.

    One after the other, in the order of the deck, stands for itself where it can, and else for
    the lowest rank that leaves the others a place. Nothing when the cards do not make the reading.
    """
    patterns = counting.patterns
    wild = [
        card
        for card, count in counts(cards)
        if patterns.is_wild(reading[0], card)
        for _ in range(count)
    ]
    for layout in counting.layouts(reading):
        lacking = _lacking(patterns, reading, layout, cards)
        if lacking is not None and can_stand(_supply(patterns, reading, wild), lacking):
            return _chosen(patterns, reading, wild, lacking)
    return {}


def _chosen(
    patterns: Patterns, reading: Reading, wild: list[int], lacking: Mapping[int, int]
) -> dict[int, list[int]]:
    """Choose a rank for each wild card in turn."""
    found: dict[int, list[int]] = {}
    left = dict(lacking)
    for place, card in enumerate(wild):
        own = patterns.game.cards[card].rank
        supply = _supply(patterns, reading, wild[place + 1 :])
        for rank in sorted(patterns.stands[reading[0]][card], key=lambda r: (r != own, r)):
            if left.get(rank) and can_stand(supply, left | {rank: left[rank] - 1}):
                left[rank] -= 1
                found.setdefault(card, []).append(rank)
                break
    return found


def _supply(patterns: Patterns, reading: Reading, wild: list[int]) -> dict[frozenset[int], int]:
    """Count wild cards by the ranks that they may have."""
    kinds = [patterns.stands[reading[0]][card] for card in wild]
    return {kind: kinds.count(kind) for kind in kinds}


def _lacking(
    patterns: Patterns, reading: Reading, layout: Layout, cards: Cards
) -> dict[int, int] | None:
    """Count what the cards that keep their rank leave open on each; None if they do not fit."""
    own: dict[int, Cards] = {row.rank: 0 for row in layout}
    for card, count in counts(cards):
        if not patterns.is_wild(reading[0], card):
            rank = patterns.game.cards[card].rank
            own[rank] = own.get(rank, 0) + pack([(card, count)])
    if len(own) > len(layout):
        return None
    laid = {rank: tally(patterns, some) for rank, some in own.items()}
    lacking = {row.rank: row.width - cards_in(laid[row.rank]) for row in layout}
    fits = min(lacking.values()) >= 0 and _suits_fit(patterns, reading, layout, laid, lacking)
    return lacking if fits else None


def _suits_fit(
    patterns: Patterns,
    reading: Reading,
    layout: Layout,
    laid: Mapping[int, Tally],
    lacking: Mapping[int, int],
) -> bool:
    """Whether the suits of every part hold, when wild cards fill what is open."""
    full = {rank: one._replace(free=one.free + lacking[rank]) for rank, one in laid.items()}
    return all(
        suits_fit(
            part.suits,
            None if part.suit_field is None else reading[1 + part.suit_field],
            [full[row.rank] for row in layout if row.part == number],
        )
        for number, part in enumerate(patterns.game.patterns[reading[0]].parts)
    )
