"""The counting form of a pattern in terms, for one layout of a reading.

It mirrors ``haggis_rules.semantics.counting``, function by function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from haggis_rules.ir.game import WITH_LINES, Need, SuitRule
from haggis_verify.encode.symbols import Counts
from haggis_verify.patterns.definition_form import NONE, Form, Halves, Spread, nothing, together
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool, Int

_ONE = build.whole(1)


def counted(form: Form, held: Counts) -> Bool:
    """Whether the numbers of cards are right for the layout."""
    halves = counted_halves(form, held)
    return build.all_of([*halves.places, *halves.suits])


def counted_halves(form: Form, held: Counts) -> Halves:
    """Say apart that the cards can fill the rows, and that their suits fit."""
    cards = enumerate(held)
    own: list[dict[int, Int]] = [{} for _ in form.layout]
    supply: dict[frozenset[int], Int] = {}
    facts: list[Bool] = []
    for card, count in cards:
        places = form.places(card)
        if form.is_wild(card):
            stands = frozenset(places)
            supply[stands] = build.add([supply.get(stands, NONE), count])
        elif places:
            own[places[0]][card] = count
        else:
            facts.append(nothing(count))
    rows = [form.spread(cards_there) for cards_there in own]
    lacking = lacking_in(form, held)
    facts += [build.at_most(NONE, cells) for cells in lacking]
    facts.append(can_stand(supply, lacking))
    filled = [
        Spread(row.suits, row.bare, build.add([row.free, cells]))
        for row, cells in zip(rows, lacking, strict=True)
    ]
    fit: list[Bool] = []
    for part, wanted, places in form.parts():
        width = form.layout[places[0]].width
        there = [filled[row] for row in places]
        fit.append(suits_fit(part.suits, wanted, there, width))
        if part.suits in WITH_LINES:
            fit.append(lines_fit(part.suits, width, there, form.in_lines(held, places)))
    return Halves(tuple(facts), tuple(fit))


def lacking_in(form: Form, held: Counts) -> list[Int]:
    """Give how many cells of each row the cards of its own rank leave open."""
    return [
        build.minus(
            build.whole(cells.width),
            build.add(
                count
                for card, count in enumerate(held)
                if not form.is_wild(card) and row in form.places(card)
            ),
        )
        for row, cells in enumerate(form.layout)
    ]


def can_stand(supply: Mapping[frozenset[int], Int], lacking: Sequence[Int]) -> Bool:
    """Whether the wild cards are as many as the lacking cells, and can fill them."""
    unions: set[frozenset[int]] = set()
    for rows in supply:
        unions |= {union | rows for union in unions} | {rows}
    hall = [
        build.at_most(
            build.add(count for rows, count in supply.items() if rows <= union),
            build.add(lacking[row] for row in union),
        )
        for union in sorted(unions, key=sorted)
    ]
    return build.all_of([build.equal(build.add(supply.values()), build.add(lacking)), *hall])


def suits_fit(rule: SuitRule, wanted: int | None, rows: list[Spread], width: int) -> Bool:
    """Whether the sums over the rows of a part are right for its rule."""
    if wanted is not None:
        full = build.whole(width)
        return build.all_of(
            build.equal(full, build.add([row.suits[wanted], row.free])) for row in rows
        )
    if rule is SuitRule.ANY:
        return build.TRUE
    return build.all_of([*(nothing(row.bare) for row in rows), rule_holds(rule, rows, width)])


def rule_holds(rule: SuitRule, rows: list[Spread], width: int) -> Bool:
    """Whether the sums are right, when each card has a suit or takes any."""
    suits, cells, one = len(rows[0].suits), width * len(rows), build.whole(1)
    totals = together(rows).suits
    most = [highest([row.suits[suit] for row in rows]) for suit in range(suits)]
    match rule:
        case SuitRule.ANY:
            return build.TRUE
        case SuitRule.ONE:
            there = [build.choose(build.at_most(one, total), one, NONE) for total in totals]
            return build.all_of([build.fixed(suits > 0), build.at_most(build.add(there), one)])
        case SuitRule.DIFFERENT:
            once = [build.at_most(total, one) for total in totals]
            return build.all_of([build.fixed(cells <= suits), *once])
        case SuitRule.MIXED:
            enough = build.fixed(suits > 1 and cells > 1)
            not_all = [build.negate(build.equal(total, build.whole(cells))) for total in totals]
            return build.all_of([enough, *not_all])
        case SuitRule.MATCHING:
            fit = build.at_most(build.add(most), build.whole(width))
            return build.all_of([build.fixed(suits > 0), fit])
        case SuitRule.MATCHING_DIFFERENT:
            fit = build.at_most(build.add(most), build.whole(width))
            once = [build.at_most(count, one) for count in most]
            return build.all_of([build.fixed(width <= suits), fit, *once])


def lines_fit(
    rule: SuitRule, width: int, rows: Sequence[Spread], lines: Sequence[tuple[Need, Sequence[Int]]]
) -> Bool:
    """Whether each line can have a suit so that all hold what they need."""
    if not lines:
        return build.TRUE
    bounds, wide = line_bounds(rule, width, rows, lines), build.whole(width)
    return build.all_of(
        [
            *(build.at_most(low, high) for low, high in bounds),
            build.at_most(build.add(low for low, _ in bounds), wide),
            build.at_most(wide, build.add(high for _, high in bounds)),
        ]
    )


def line_bounds(
    rule: SuitRule, width: int, rows: Sequence[Spread], lines: Sequence[tuple[Need, Sequence[Int]]]
) -> list[tuple[Int, Int]]:
    """Give how many lines each suit can have, at least and at most."""
    bounds: list[tuple[Int, Int]] = []
    for suit in range(len(rows[0].suits)):
        low = highest([row.suits[suit] for row in rows])
        high = build.whole(1 if rule is SuitRule.MATCHING_DIFFERENT else width)
        for need, held in lines:
            if not need.at_least:
                low = highest([low, _lines_for(held[suit], need.count, width)])
            elif need.count:
                high = lowest([high, _fillable(held[suit], need.count, width)])
        bounds.append((low, high))
    return bounds


def _lines_for(cards: Int, most: int, width: int) -> Int:
    """Give how many lines so many cards take, so many in each at most; too many when too few."""
    steps = [build.whole(most * line + 1) for line in range(width + 1)]
    return build.add(build.choose(build.at_most(step, cards), _ONE, NONE) for step in steps)


def _fillable(cards: Int, least: int, width: int) -> Int:
    """Give in how many lines so many cards can be, so many in each at least."""
    steps = [build.whole(least * line) for line in range(1, width + 1)]
    return build.add(build.choose(build.at_most(step, cards), _ONE, NONE) for step in steps)


def lowest(numbers: Sequence[Int]) -> Int:
    """Give the lowest of some numbers."""
    found = numbers[0]
    for number in numbers[1:]:
        found = build.choose(build.at_most(found, number), found, number)
    return found


def highest(numbers: Sequence[Int]) -> Int:
    """Give the highest of some numbers."""
    found = numbers[0]
    for number in numbers[1:]:
        found = build.choose(build.at_most(found, number), number, found)
    return found
