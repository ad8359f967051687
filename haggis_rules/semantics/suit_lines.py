"""Lines: rows whose suits match, seen along the other side.

Where a part wants matching suits, its cards lie in as many lines as each row is wide. A line has
one card of every row, all of one suit. How cards that fit several lines are handed round is for
whoever lays them; so is which suit a line of free cards has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias

from haggis_rules.ir.game import Need, SuitRule

# The suit of a card, None when it takes any and -1 when it has none at all; and its group.
Lined: TypeAlias = tuple[int | None, int]


def lines_hold(
    rule: SuitRule, rows: Sequence[Sequence[Lined]], needs: Sequence[Need], suits: int
) -> bool:
    """Whether the cards of these rows can lie in lines that hold what each needs.

    The definition, by trying every way: each choice of suits for the lines, and in each row every
    way to hand its cards round. ``lines_fit`` is the counting form.
    """
    once = rule is SuitRule.MATCHING_DIFFERENT
    choose = combinations if once else combinations_with_replacement
    choices = choose(range(suits), len(rows[0]))
    return any(_line_cards(chosen, rows, needs) for chosen in choices)


def _line_cards(
    chosen: tuple[int, ...], rows: Sequence[Sequence[Lined]], needs: Sequence[Need]
) -> bool:
    """Try to lay the rows into lines of these suits, in every way."""
    tallies = {((0,) * len(needs),) * len(chosen)}  # what each line holds of each need
    # Ways that give the lines the same counts go on alike, so a set keeps one of each.
    for row in rows:
        choices = set(_line_choices(tuple(row), chosen))
        tallies = {_added(lines, choice, needs) for lines in tallies for choice in choices}
    return any(
        all(
            count >= need.count if need.at_least else count <= need.count
            for line in lines
            for count, need in zip(line, needs, strict=True)
        )
        for lines in tallies
    )


def _line_choices(cards: tuple[Lined, ...], suits: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the groups of the cards, line by line, in every way to lay one into each line."""
    if not suits:
        yield ()
        return
    for card in dict.fromkeys(cards):
        suit, group = card
        if suit is None or suit == suits[0]:
            place = cards.index(card)
            rest = cards[:place] + cards[place + 1 :]
            yield from ((group, *others) for others in _line_choices(rest, suits[1:]))


def _added(
    lines: tuple[tuple[int, ...], ...], choice: tuple[int, ...], needs: Sequence[Need]
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(count + (group == need.group) for count, need in zip(held, needs, strict=True))
        for held, group in zip(lines, choice, strict=True)
    )


def lines_fit(
    rule: SuitRule, width: int, most: Sequence[int], held: Sequence[tuple[Need, Sequence[int]]]
) -> bool:
    """Whether each line can have a suit so that all hold what they need: the counting form.

    ``most`` says how many cards of each suit the row with the most of it has, and ``held``, beside
    each need, how many cards of its group the rows have of each suit. So many lines of a suit hold
    so many cards at least when there are so many times as many of them: they can be handed round
    evenly, for no row has more than there are lines of the suit. Cards of a group that is needed
    are neither wild nor free, which the language sees to.
    """
    fewest = list(most)
    highest = [1 if rule is SuitRule.MATCHING_DIFFERENT else width] * len(most)
    for need, counts in held:
        for suit, count in enumerate(counts):
            if not need.at_least:
                fewest[suit] = max(fewest[suit], _lines_for(count, need.count, width))
            elif need.count:
                highest[suit] = min(highest[suit], count // need.count)
    between = all(low <= high for low, high in zip(fewest, highest, strict=True))
    return between and sum(fewest) <= width <= sum(highest)


def _lines_for(cards: int, most: int, width: int) -> int:
    """Return how many lines so many cards take, so many in each at most."""
    if most:
        return -(-cards // most)
    return width + 1 if cards else 0
