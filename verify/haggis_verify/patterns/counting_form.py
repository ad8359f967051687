"""The counting form of a pattern in terms, for one layout of a reading.

It mirrors ``haggis_rules.semantics.counting``, function by function. Nothing is chosen in it: it is
a formula over the counts of cards alone, which is what makes it fast to run and quick to decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from haggis_rules.ir.game import WITH_LINES, Need, SuitRule
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.patterns.definition_form import (
    NONE,
    LayoutConstraints,
    ReadingLayout,
    SuitSpread,
    no_cards,
    sum_cards,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm

_ONE = build.int_const(1)


def counted(form: ReadingLayout, held: CardCounts) -> BoolTerm:
    """Whether the numbers of cards are right for the layout."""
    halves = counted_halves(form, held)
    return build.conjunction([*halves.places, *halves.suits])


def counted_halves(form: ReadingLayout, held: CardCounts) -> LayoutConstraints:
    """Say apart that the cards can fill the rows, and that their suits fit."""
    cards = enumerate(held)
    own: list[dict[int, IntTerm]] = [{} for _ in form.layout]
    supply: dict[frozenset[int], IntTerm] = {}
    facts: list[BoolTerm] = []
    for card, count in cards:
        places = form.places(card)
        if form.is_wild(card):
            stands = frozenset(places)
            supply[stands] = build.add([supply.get(stands, NONE), count])
        elif places:
            own[places[0]][card] = count
        else:
            facts.append(no_cards(count))
    rows = [form.spread(cards_there) for cards_there in own]
    lacking = lacking_in(form, held)
    facts += [build.le(NONE, cells) for cells in lacking]
    facts.append(can_stand(supply, lacking))
    filled = [
        SuitSpread(row.suits, row.bare, build.add([row.free, cells]))
        for row, cells in zip(rows, lacking, strict=True)
    ]
    fit = [highest_fits(cells.highest, row) for cells, row in zip(form.layout, filled, strict=True)]
    for part, wanted, places in form.parts():
        widths = [form.layout[row].width for row in places]
        there = [filled[row] for row in places]
        fit.append(suits_fit(part.suits, wanted, there, widths))
        if part.suits in WITH_LINES:
            fit.append(lines_fit(part.suits, widths[0], there, form.in_lines(held, places)))
    return LayoutConstraints(tuple(facts), tuple(fit))


def lacking_in(form: ReadingLayout, held: CardCounts) -> list[IntTerm]:
    """Return how many cells of each row the cards of its own rank leave open."""
    return [
        build.minus(
            build.int_const(cells.width),
            build.add(
                count
                for card, count in enumerate(held)
                if not form.is_wild(card) and row in form.places(card)
            ),
        )
        for row, cells in enumerate(form.layout)
    ]


def can_stand(supply: Mapping[frozenset[int], IntTerm], lacking: Sequence[IntTerm]) -> BoolTerm:
    """Whether the wild cards are as many as the lacking cells, and can fill them.

    Hall's condition (Hall 1935) with counts: the cards that fit only into some rows are no more
    than the cells that those rows lack. Unions of the rows of kinds are enough, since any kinds are
    among all those that fit into the union of their rows. There are fewer than 2^k for k kinds.
    """
    unions: set[frozenset[int]] = set()
    for rows in supply:
        unions |= {union | rows for union in unions} | {rows}
    hall = [
        build.le(
            build.add(count for rows, count in supply.items() if rows <= union),
            build.add(lacking[row] for row in union),
        )
        for union in sorted(unions, key=sorted)
    ]
    return build.conjunction([build.eq(build.add(supply.values()), build.add(lacking)), *hall])


def suits_fit(
    rule: SuitRule, wanted: int | None, rows: list[SuitSpread], widths: Sequence[int]
) -> BoolTerm:
    """Whether the sums over the rows of a part are right for its rule."""
    if wanted is not None:
        return build.conjunction(
            build.eq(build.int_const(width), build.add([row.suits[wanted], row.free]))
            for row, width in zip(rows, widths, strict=True)
        )
    if rule is SuitRule.ANY:
        return build.TRUE
    holds = rule_holds(rule, rows, widths)
    return build.conjunction([*(no_cards(row.bare) for row in rows), holds])


def highest_fits(highest: int | None, row: SuitSpread) -> BoolTerm:
    """Whether the free cards of a row can take suits so that the highest is this, if one is."""
    if highest is None:
        return build.TRUE
    above = [no_cards(count) for count in row.suits[highest + 1 :]]
    there = build.le(_ONE, build.add([row.suits[highest], row.free]))
    return build.conjunction([there, no_cards(row.bare), *above])


def rule_holds(rule: SuitRule, rows: list[SuitSpread], widths: Sequence[int]) -> BoolTerm:
    """Whether the sums are right, when each card has a suit or takes any."""
    suits, cells, width = len(rows[0].suits), sum(widths), widths[0]
    totals = sum_cards(rows).suits
    most = [highest([row.suits[suit] for row in rows]) for suit in range(suits)]
    match rule:
        case SuitRule.ANY:
            return build.TRUE
        case SuitRule.ONE:
            there = [_reached(total, [1]) for total in totals]
            few = build.le(build.add(there), _ONE)
            return build.conjunction([build.bool_const(suits > 0), few])
        case SuitRule.DIFFERENT:
            once = [build.le(total, _ONE) for total in totals]
            return build.conjunction([build.bool_const(cells <= suits), *once])
        case SuitRule.MIXED:
            enough = build.bool_const(suits > 1 and cells > 1)
            not_all = [build.negation(build.eq(total, build.int_const(cells))) for total in totals]
            return build.conjunction([enough, *not_all])
        case SuitRule.MATCHING:
            # Every row needs each suit as often as the row with the most of it has it; what that
            # leaves of the width can be any suit, because what fills it takes any.
            fit = build.le(build.add(most), build.int_const(width))
            return build.conjunction([build.bool_const(suits > 0), fit])
        case SuitRule.MATCHING_DIFFERENT:
            fit = build.le(build.add(most), build.int_const(width))
            once = [build.le(count, _ONE) for count in most]
            return build.conjunction([build.bool_const(width <= suits), fit, *once])


def lines_fit(
    rule: SuitRule,
    width: int,
    rows: Sequence[SuitSpread],
    lines: Sequence[tuple[Need, Sequence[IntTerm]]],
) -> BoolTerm:
    """Whether each line can have a suit so that all hold what they need."""
    if not lines:
        return build.TRUE
    # Whole numbers within their bounds can add up to the width exactly when it lies between the
    # sums of the lowest and of the highest.
    bounds, wide = line_bounds(rule, width, rows, lines), build.int_const(width)
    return build.conjunction(
        [
            *(build.le(low, high) for low, high in bounds),
            build.le(build.add(low for low, _ in bounds), wide),
            build.le(wide, build.add(high for _, high in bounds)),
        ]
    )


def line_bounds(
    rule: SuitRule,
    width: int,
    rows: Sequence[SuitSpread],
    lines: Sequence[tuple[Need, Sequence[IntTerm]]],
) -> list[tuple[IntTerm, IntTerm]]:
    """Return how many lines each suit can have, at least and at most."""
    bounds: list[tuple[IntTerm, IntTerm]] = []
    for suit in range(len(rows[0].suits)):
        low = highest([row.suits[suit] for row in rows])
        high = build.int_const(1 if rule is SuitRule.MATCHING_DIFFERENT else width)
        for need, held in lines:
            if not need.at_least:
                low = highest([low, _lines_for(held[suit], need.count, width)])
            elif need.count:
                high = lowest([high, _fillable(held[suit], need.count, width)])
        bounds.append((low, high))
    return bounds


def _lines_for(cards: IntTerm, most: int, width: int) -> IntTerm:
    """Return how many lines so many cards take, so many in each at most.

    More than ``width`` when they do not fit. A quotient rounded up.
    """
    return _reached(cards, [most * line + 1 for line in range(width + 1)])


def _fillable(cards: IntTerm, least: int, width: int) -> IntTerm:
    """Return in how many lines so many cards can be, so many in each at least."""
    return _reached(cards, [least * line for line in range(1, width + 1)])


def _reached(cards: IntTerm, steps: Sequence[int]) -> IntTerm:
    """Count the steps that a number of cards comes to: terms have no division."""
    terms = [build.int_const(step) for step in steps]
    return build.add(build.int_ite(build.le(term, cards), _ONE, NONE) for term in terms)


def lowest(numbers: Sequence[IntTerm]) -> IntTerm:
    """Return the lowest of some numbers."""
    return reduce(lambda one, other: build.int_ite(build.le(one, other), one, other), numbers)


def highest(numbers: Sequence[IntTerm]) -> IntTerm:
    """Return the highest of some numbers."""
    return reduce(lambda one, other: build.int_ite(build.le(one, other), other, one), numbers)
