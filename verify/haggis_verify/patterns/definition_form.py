"""Patterns in terms: the cards of a deck, the layouts of a reading, and the definition.

How many of each card there are is for a solver to choose. ``defined`` mirrors
``haggis_rules.semantics.patterns``, function by function. Equal cards are not told apart: where
cards are laid is a number for each card and row.

The definition says that there *are* a layout and suits; here both are arguments. Whoever assumes
the definition passes variables, and whoever claims it passes a witness (``suit_witness``), so that
no term has a quantifier. Suits are written out: a rule that chooses ``width`` of n suits becomes
one part for each such choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from haggis_rules.ir.game import WITH_LINES, Game, Need, Part, SuitRule
from haggis_rules.semantics.patterns import Layout, Patterns, layouts
from haggis_rules.semantics.state import Reading
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm

CardLayout = Mapping[tuple[int, int], IntTerm]  # for a card and a row, how many lie there
# What each line needs, and how many cards of its group there are of each suit.
Lines = Sequence[tuple[Need, Sequence[IntTerm]]]

NONE = build.int_const(0)


@dataclass(frozen=True, slots=True)
class SuitSpread:
    """Some cards by what they can do about suits, as ``Tally`` has them."""

    suits: tuple[IntTerm, ...]
    bare: IntTerm
    free: IntTerm

    def size(self) -> IntTerm:
        """Count the cards."""
        return build.add([*self.suits, self.bare, self.free])


@dataclass(frozen=True, slots=True)
class SuitChoice:
    """How often each suit is to be in every row, and what each line needs of those suits."""

    suits: Sequence[IntTerm]
    lines: Lines


@dataclass(frozen=True, slots=True)
class LayoutConstraints:
    """What a form wants, apart: that each card is in a row where it may be, and the suits."""

    places: tuple[BoolTerm, ...]
    suits: tuple[BoolTerm, ...]


def defined_layouts(patterns: Patterns, reading: Reading) -> list[Layout]:
    """Return the layouts of a reading by the definition of its pattern."""
    game = patterns.game
    return list(layouts(game, game.patterns[reading[0]], reading[1:]))


@dataclass(frozen=True, slots=True)
class ReadingLayout:
    """A reading of a game and one layout of it."""

    patterns: Patterns
    reading: Reading
    layout: Layout

    @property
    def pattern(self) -> int:
        """The index of the pattern."""
        return self.reading[0]

    def is_wild(self, card: int) -> bool:
        """Whether a card is wild in the pattern."""
        return self.patterns.is_wild(self.pattern, card)

    def places(self, card: int) -> list[int]:
        """List the rows in which a card may lie."""
        stands = self.patterns.stands[self.pattern][card]
        return [row for row, cells in enumerate(self.layout) if cells.rank in stands]

    def parts(self) -> list[tuple[Part, int | None, list[int]]]:
        """List the parts that have rows, with the suit that a field wants, and their rows."""
        parts = self.patterns.game.patterns[self.pattern].parts
        found: list[tuple[Part, int | None, list[int]]] = []
        for number, part in enumerate(parts):
            rows = [row for row, cells in enumerate(self.layout) if cells.part == number]
            wanted = None if part.suit_field is None else self.reading[1 + part.suit_field]
            if rows:
                found.append((part, wanted, rows))
        return found

    def in_lines(self, held: CardCounts, rows: Sequence[int]) -> list[tuple[Need, list[IntTerm]]]:
        """Say, for each need of a line, how many cards of its group these rows have of each suit.

        Such cards have a row of their own.
        """
        found: list[tuple[Need, list[IntTerm]]] = []
        for need in self.patterns.line_needs(self.pattern):
            there = {
                card: held[card]
                for card, each in enumerate(self.patterns.game.cards)
                if each.group == need.group and not {*self.places(card)}.isdisjoint(rows)
            }
            found.append((need, list(self.spread(there).suits)))
        return found

    def spread(self, held: Mapping[int, IntTerm]) -> SuitSpread:
        """Sort cards by what they can do about suits."""
        suits: list[list[IntTerm]] = [[] for _ in self.patterns.game.suits]
        bare: list[IntTerm] = []
        free: list[IntTerm] = []
        for card, count in held.items():
            suit = self.patterns.game.cards[card].suit
            if self.patterns.any_suit[card] or self.is_wild(card):
                free.append(count)
            else:
                (bare if suit is None else suits[suit]).append(count)
        return SuitSpread(tuple(map(build.add, suits)), build.add(bare), build.add(free))


# Cards, and where they may lie


def deck_counts(game: Game) -> CardCounts:
    """Let the solver choose how many of each card there are."""
    return tuple(
        build.int_var(f"{game.card_name(i)} ({i})", 0, card.copies)
        for i, card in enumerate(game.cards)
    )


def needs(patterns: Patterns, pattern: int, held: CardCounts) -> BoolTerm:
    """Say that there are as many cards of each group as the pattern must or may hold.

    Both forms ask for it in these same words.
    """
    cards = patterns.game.cards
    facts: list[BoolTerm] = []
    for need in patterns.game.needs:
        if pattern in need.patterns and not need.each_line:
            group = build.add(held[i] for i, c in enumerate(cards) if c.group == need.group)
            count = build.int_const(need.count)
            least = need.at_least
            facts.append(build.le(count, group) if least else build.le(group, count))
    return build.conjunction(facts)


def any_layout(
    form: ReadingLayout, mark: str = "", *, held: CardCounts | None = None
) -> tuple[CardLayout, list[list[IntTerm]]]:
    """Let the solver choose how the cards lie, and the suits of rows that have the same.

    The mark tells the layouts of different readings apart. With ``held``, cards that can lie in one
    row alone all lie there, with nothing left to choose, and there is no end to the others.
    """
    game = form.patterns.game
    placed: dict[tuple[int, int], IntTerm] = {}
    for card, each in enumerate(game.cards):
        places = form.places(card)
        for row in places:
            name = f"{mark}{game.card_name(card)} ({card}) in row {row}"
            if held is None:
                placed[card, row] = build.int_var(name, 0, each.copies)
            else:
                alone = len(places) == 1
                placed[card, row] = held[card] if alone else build.int_var(name, 0, None)
    suits = [
        [
            build.int_var(f"{mark}suit {suit.name} in part {number}", 0, form.layout[rows[0]].width)
            for suit in game.suits
        ]
        for number, (_, _, rows) in enumerate(form.parts())
    ]
    return placed, suits


# The definition


def defined(
    form: ReadingLayout, held: CardCounts, placed: CardLayout, chosen: Sequence[Sequence[IntTerm]]
) -> BoolTerm:
    """Whether the cards lie so that they make the reading.

    ``chosen`` has, for each part of ``form.parts()``, how often each suit is to be in every row
    where its rule says that all rows have the same suits; for other rules it means nothing.
    """
    halves = defined_halves(form, held, placed, chosen)
    return build.conjunction([*halves.places, *halves.suits])


def defined_halves(
    form: ReadingLayout, held: CardCounts, placed: CardLayout, chosen: Sequence[Sequence[IntTerm]]
) -> LayoutConstraints:
    """Say apart that the cards fill the rows, and that their suits hold; as ``defined``."""
    facts = [
        build.eq(count, build.add(placed[card, row] for row in form.places(card)))
        for card, count in enumerate(held)
    ]
    rows: list[SuitSpread] = []
    for row, cells in enumerate(form.layout):
        rows.append(
            form.spread({card: placed[card, there] for card, there in placed if there == row})
        )
        facts.append(build.eq(rows[-1].size(), build.int_const(cells.width)))
    facts += [build.le(NONE, count) for count in placed.values()]
    hold = [highest_holds(cells.highest, row) for cells, row in zip(form.layout, rows, strict=True)]
    for (part, wanted, places), suits in zip(form.parts(), chosen, strict=True):
        widths = [form.layout[row].width for row in places]
        lines = form.in_lines(held, places) if part.suits in WITH_LINES else []
        there = [rows[row] for row in places]
        hold.append(suits_hold(part.suits, wanted, there, widths, SuitChoice(suits, lines)))
    return LayoutConstraints(tuple(facts), tuple(hold))


def suits_hold(
    rule: SuitRule,
    wanted: int | None,
    rows: list[SuitSpread],
    widths: Sequence[int],
    chosen: SuitChoice,
) -> BoolTerm:
    """Whether the cards that take any suit can take one each so that the rule holds."""
    suits = range(len(rows[0].suits))
    total = sum_cards(rows)
    if wanted is not None:
        return _only(total, {wanted})
    match rule:
        case SuitRule.ANY:
            return build.TRUE
        case SuitRule.ONE:
            return build.disjunction(_only(total, {suit}) for suit in suits)
        case SuitRule.DIFFERENT:
            return _matched_once([total], sum(widths))
        case SuitRule.MIXED:
            pairs = [_fit_two(total, one, other) for one, other in combinations(suits, 2)]
            return build.conjunction([no_cards(total.bare), build.disjunction(pairs)])
        case SuitRule.MATCHING:
            each = chosen.suits
            same = [build.eq(build.add(each), build.int_const(widths[0])), no_cards(total.bare)]
            same += [build.le(NONE, suit) for suit in each]
            same += [build.le(row.suits[suit], each[suit]) for row in rows for suit in suits]
            return build.conjunction([*same, *_lines_hold(chosen.lines, each)])
        case SuitRule.MATCHING_DIFFERENT:
            return _matched_once(rows, widths[0], chosen.lines)


def highest_holds(highest: int | None, row: SuitSpread) -> BoolTerm:
    """Whether the cards that take any suit can take one each so that the highest suit is this."""
    if highest is None:
        return build.TRUE
    there = [build.le(build.int_const(1), count) for count in (row.suits[highest], row.free)]
    return build.conjunction([build.disjunction(there), _only(row, set(range(highest + 1)))])


def sum_cards(rows: Sequence[SuitSpread]) -> SuitSpread:
    """Put the cards of some rows together."""
    suits = zip(*(row.suits for row in rows), strict=True)
    return SuitSpread(
        tuple(map(build.add, suits)),
        build.add(row.bare for row in rows),
        build.add(row.free for row in rows),
    )


def no_cards(number: IntTerm) -> BoolTerm:
    """Say that there are none."""
    return build.eq(number, NONE)


def _only(row: SuitSpread, suits: set[int]) -> BoolTerm:
    """Whether all cards can have one of these suits."""
    others = [count for suit, count in enumerate(row.suits) if suit not in suits]
    return build.conjunction(map(no_cards, [*others, row.bare]))


def _matched_once(rows: Sequence[SuitSpread], size: int, lines: Lines = ()) -> BoolTerm:
    """Whether each row can have exactly the same so many suits, once each."""
    suits = range(len(rows[0].suits))
    return build.disjunction(
        build.conjunction(
            [_only(row, set(choice)) for row in rows]
            + [build.le(row.suits[suit], build.int_const(1)) for row in rows for suit in choice]
            + _lines_hold(lines, [build.int_const(int(suit in choice)) for suit in suits])
        )
        for choice in combinations(suits, size)
    )


def _lines_hold(lines: Lines, chosen: Sequence[IntTerm]) -> list[BoolTerm]:
    """Say that the lines hold what they need, when so many of them have each suit.

    Cards are handed round evenly, so all that counts is how many there are for the lines of a
    suit.
    """
    facts: list[BoolTerm] = []
    for need, held in lines:
        for there, suit in zip(held, chosen, strict=True):
            wanted = build.times(need.count, suit)
            least = need.at_least
            facts.append(build.le(wanted, there) if least else build.le(there, wanted))
    return facts


def _fit_two(row: SuitSpread, one: int, other: int) -> BoolTerm:
    """Whether there are two cards of which one can have the one suit, and one the other."""
    some = [build.le(build.int_const(1), row.suits[suit]) for suit in (one, other)]
    free, two_free = (build.le(build.int_const(count), row.free) for count in (1, 2))
    return build.disjunction(
        [build.conjunction(some), *(build.conjunction([has, free]) for has in some), two_free]
    )
