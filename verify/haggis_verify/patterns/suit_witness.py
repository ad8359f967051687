"""How to lay cards when the numbers are right: suits and places by name, so that no solver guesses.

The suits of rows that have the same are, of each, as many as the row with the most has; what is
then short of the width is the first suit, or, where lines need something, the first suits that
may have more lines. Whether the wild cards lie right is proved and not taken for granted, so a
poor choice here can only fail to prove.

That the numbers are right gives "there is a layout"; denied, that is "no layout is right", which
needs a quantifier over layouts, and with one cvc5 gives up. The witness is a layout as a function
of the counts, put in the place of the quantifier (a Skolem function, written down): what is asked
has variables for counts alone, and linear terms.
"""

from collections.abc import Sequence
from itertools import pairwise, product

from haggis_rules.ir.game import SuitRule
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.patterns.counting_form import highest, lacking_in, line_bounds, lowest
from haggis_verify.patterns.definition_form import NONE, CardLayout, ReadingLayout, SuitSpread
from haggis_verify.terms import build
from haggis_verify.terms.nodes import IntTerm

MOST_LAYOUTS = 2000  # ways to lay the wild cards that are written out


def named_suits(form: ReadingLayout, held: CardCounts) -> list[list[IntTerm]]:
    """Name the suits: of each as many as the row with the most has, the rest the first suit."""
    own = own_rows(form, held)
    found: list[list[IntTerm]] = []
    for part, wanted, rows in form.parts():
        most: list[IntTerm] = [
            highest([own[row].suits[suit] for row in rows])
            for suit in range(len(form.patterns.game.suits))
        ]
        if part.suits is SuitRule.MATCHING and wanted is None and most:
            width, lines = form.layout[rows[0]].width, form.in_lines(held, rows)
            if lines:
                there = [own[row] for row in rows]
                most = _lines_by_suit(width, line_bounds(part.suits, width, there, lines))
            else:
                most[0] = build.add([most[0], build.minus(build.int_const(width), build.add(most))])
        found.append(most)
    return found


def own_rows(form: ReadingLayout, held: CardCounts) -> list[SuitSpread]:
    """Sort the cards of each row that are not wild by what they can do about suits."""
    placed = _own_layout(form, held)
    return [
        form.spread({card: count for (card, there), count in placed.items() if there == row})
        for row in range(len(form.layout))
    ]


def _lines_by_suit(width: int, bounds: Sequence[tuple[IntTerm, IntTerm]]) -> list[IntTerm]:
    """Return how many lines each suit gets: the fewest it must have, and the first what is left."""
    left = build.minus(build.int_const(width), build.add(low for low, _ in bounds))
    found: list[IntTerm] = []
    for low, high in bounds:
        more = lowest([left, build.minus(high, low)])
        found.append(build.add([low, more]))
        left = build.minus(left, more)
    return found


def layout_witness(form: ReadingLayout, held: CardCounts) -> list[CardLayout] | None:
    """Name ways to lay the cards, one of which is right whenever the numbers are.

    When of any two kinds of wild cards the one may lie wherever the other may, one way is enough:
    the rows that most kinds may fill come first, the kinds with the fewest rows go first, and each
    fills what is left of the rows in order. Otherwise all ways are written out; None when there
    are too many.
    """
    return [_greedy_layout(form, held)] if is_nested(form) else _all_layouts(form, held)


def is_nested(form: ReadingLayout) -> bool:
    """Whether of any two kinds of wild cards the one may lie wherever the other may."""
    # Sorted by their number of rows; being a subset is transitive, so neighbours are enough.
    return all(fewer <= more for fewer, more in pairwise(_kinds(form)))


def _kinds(form: ReadingLayout) -> list[frozenset[int]]:
    wild = [card for card in range(len(form.patterns.game.cards)) if form.is_wild(card)]
    return sorted({frozenset(form.places(card)) for card in wild}, key=len)


def _greedy_layout(form: ReadingLayout, held: CardCounts) -> CardLayout:
    """Lay the wild cards one kind after the other, each on what is left of the rows in order.

    How many of a card lie in a row is how many of them there are up to the end of its cells, less
    how many there are up to their beginning: such differences add up by themselves.

    This is the north-west corner rule of transportation problems: cards and cells stand on one line
    each, and what overlaps goes together. That all rows of a kind come before those that only wider
    kinds may fill is what nesting gives.
    """
    placed, kinds = _own_layout(form, held), _kinds(form)
    rows = range(len(form.layout))
    lacking = lacking_in(form, held)
    order = sorted(rows, key=lambda row: (-sum(row in kind for kind in kinds), row))
    wild = [card for card in range(len(held)) if form.is_wild(card)]
    used = NONE  # the wild cards laid so far
    for card in sorted(wild, key=lambda card: (len(form.places(card)), card)):
        now = build.add([used, held[card]])
        filled = NONE  # the cells filled when the rows before this one are
        for row in order:
            full = build.add([filled, lacking[row]])
            if row in form.places(card):
                placed[card, row] = build.minus(
                    lowest([highest([used, full]), now]), lowest([highest([used, filled]), now])
                )
            filled = full
        used = now
    return placed


def _all_layouts(form: ReadingLayout, held: CardCounts) -> list[CardLayout] | None:
    """Return every way to lay wild cards into the rows; None when there are too many.

    The product over the rows of the ways to fill each, ``MOST_LAYOUTS`` at most. Ways that use more
    cards than there are do no harm: the definition, which is asked of each, denies them.
    """
    copies = [card.copies for card in form.patterns.game.cards]
    wild = [card for card in range(len(held)) if form.is_wild(card)]
    each: list[list[dict[tuple[int, int], IntTerm]]] = []
    total = 1
    for row, cells in enumerate(form.layout):
        there = [card for card in wild if row in form.places(card)]
        most = [range(min(cells.width, copies[card]) + 1) for card in there]
        each.append(
            [
                {
                    (card, row): build.int_const(count)
                    for card, count in zip(there, some, strict=True)
                }
                for some in product(*most)
                if sum(some) <= cells.width
            ]
        )
        total *= len(each[-1])
        if total > MOST_LAYOUTS:
            return None
    own = _own_layout(form, held)
    return [
        {**own, **{k: v for row in chosen for k, v in row.items()}} for chosen in product(*each)
    ]


def _own_layout(form: ReadingLayout, held: CardCounts) -> dict[tuple[int, int], IntTerm]:
    """Lay the cards that are not wild where alone they may lie."""
    return {
        (card, row): count
        for card, count in enumerate(held)
        if not form.is_wild(card)
        for row in form.places(card)
    }
