"""The counting form of a pattern in terms, for one layout of a reading.

It mirrors ``haggis_rules.run.counting``, function by function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from haggis_rules.ir.game import SuitRule
from haggis_verify import build
from haggis_verify.pattern_forms import NONE, Form, Spread, nothing, together
from haggis_verify.symbols import Counts
from haggis_verify.terms import Bool, Int


def counted(form: Form, held: Counts) -> Bool:
    """Whether the numbers of cards are right for the layout."""
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
    for part, wanted, places in form.parts():
        width = form.layout[places[0]].width
        facts.append(suits_fit(part.suits, wanted, [filled[row] for row in places], width))
    return build.all_of(facts)


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


def highest(numbers: Sequence[Int]) -> Int:
    """Give the highest of some numbers."""
    found = numbers[0]
    for number in numbers[1:]:
        found = build.choose(build.at_most(found, number), number, found)
    return found
