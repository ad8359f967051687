"""What cards make a combination: the definition, by trying every placement.

A reading lays out rows: each row is a rank and as many cells as the part of the pattern wants
there, and no two rows have one rank. Cards make the reading when they can be laid into the cells,
each card on a rank that it may have, so that the suits of every part obey its rule. A card has
its own rank, unless the pattern makes it wild: then it has the ranks that its clauses give it.

It takes exponential time on purpose: it is kept simple enough to be checked by reading. The engine
uses the counting form (``semantics.counting``), which tests and proofs compare with this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple, cast

from haggis_rules.ir.game import (
    WITH_LINES,
    Another,
    AtField,
    FieldRef,
    Game,
    Listed,
    Need,
    Others,
    Part,
    Pattern,
    Run,
    SuitRule,
)
from haggis_rules.ir.types import ChoiceType, NumberType, Plain
from haggis_rules.ir.wild_states import WildSetting, wild_settings, wild_states
from haggis_rules.semantics.state import Cards, Reading, StateValues, counts
from haggis_rules.semantics.suit_lines import lines_hold
from haggis_rules.semantics.wild_ranks import WildRanks, WildSupply


class Row(NamedTuple):
    """``width`` cells on one rank, for one part of the pattern.

    ``highest`` is the suit that the highest of their cards has to have, if a field says so.
    """

    rank: int
    width: int
    part: int
    highest: int | None = None


Layout = tuple[Row, ...]


class Patterns:
    """The patterns of a game, with what each card may stand for worked out.

    Where that rests on states, only those that ``at`` gives, which have a ``setting``, know it.
    """

    def __init__(
        self, game: Game, setting: WildSetting | None = None, family: Patterns | None = None
    ) -> None:
        self.game, self._family = game, family
        free = [group.any_suit is not None for group in game.groups]
        self.any_suit = tuple(free[card.group] for card in game.cards)
        self.states = wild_states(game)
        self.setting: WildSetting | None = setting if self.states else ()
        self._settled: dict[WildSetting, Patterns] = {}

    def at(self, values: StateValues) -> Patterns:
        """Return the patterns for the values of all states, which a position has."""
        # Each has one value, since states of owners never say what is wild.
        return self.settled(cast("WildSetting", tuple(values[state] for state in self.states)))

    def settled(self, setting: WildSetting) -> Patterns:
        """Return the patterns for values of the states on which it rests what is wild."""
        found = self if not self.states else self._settled.get(setting)
        if found is None:
            found = self._settled[setting] = Patterns(self.game, setting, self)
        return found

    @cached_property
    def everywhere(self) -> tuple[Patterns, ...]:
        """The patterns for all values that the states can have: these alone if there are none."""
        return tuple(map(self.settled, wild_settings(self.game)))

    @cached_property
    def wild(self) -> WildRanks:
        """What is wild. Raises ``UnsettledPatternsError`` where nobody has said it."""
        return WildRanks(self.game, self.setting)

    @property
    def stands(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """The ranks that each card may have inside each pattern."""
        return self.wild.stands

    def is_wild(self, pattern: int, card: int) -> bool:
        """Whether a card is wild inside a pattern."""
        return self.wild.there[pattern][card]

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading whose rows exist and that the whole deck could make, in order.

        Where what is wild rests on states, with some of their values: it is the same for all.
        """
        if self._family is not None:
            return self._family.readings
        return tuple(
            (index, *values)
            for index, pattern in enumerate(self.game.patterns)
            for values in product(*(_values(self.game, f.type) for f in pattern.fields))
            if self._enough(index, values)
        )

    def _enough(self, index: int, values: tuple[int, ...]) -> bool:
        """Whether the deck has cards enough for each row by itself and for all together.

        Suits, and what a wild card may stand for, are left aside: a reading that nothing makes may
        stay, but none that something makes is lost.
        """
        return any(
            sum(max(0, row.width - own[row.rank]) for row in layout) <= wild
            for layout in layouts(self.game, self.game.patterns[index], values)
            for wild, own in self._supplies[index]
        )

    @cached_property
    def _supplies(self) -> tuple[tuple[WildSupply, ...], ...]:
        """Return, for each pattern, the supplies that there are with any values of the states."""
        each = (one.wild.supply for one in self.everywhere)
        return tuple(tuple(dict.fromkeys(some)) for some in zip(*each, strict=True))

    def makes(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading: the definition.

        By backtracking over cards and rows: at most rows ** cards placements for each layout.
        """
        index, *values = reading
        pattern = self.game.patterns[index]
        if not self.needs_met(index, cards):
            return False
        hand = [card for card, count in counts(cards) for _ in range(count)]
        hand.sort(key=lambda card: len(self.stands[index][card]))  # tried in vain less often
        # There are as many cards as cells, so every row is full once all cards lie.
        return any(
            self._can_place(index, values, layout, hand, [[] for _ in layout])
            for layout in layouts(self.game, pattern, values)
            if sum(row.width for row in layout) == len(hand)
        )

    def needs_met(self, pattern: int, cards: Cards) -> bool:
        """Whether the cards hold as many of each group as the pattern must or may hold."""
        for need in self.game.needs:
            if pattern in need.patterns and not need.each_line:
                held = sum(
                    count
                    for card, count in counts(cards)
                    if self.game.cards[card].group == need.group
                )
                if held < need.count if need.at_least else held > need.count:
                    return False
        return True

    def _can_place(
        self,
        index: int,
        values: Sequence[int],
        layout: Layout,
        hand: list[int],
        placed: list[list[int]],
    ) -> bool:
        """Try to lay the cards of the hand into the rows, in every way."""
        if not hand:
            return self._suits_hold(index, values, layout, placed)
        card, rest = hand[0], hand[1:]
        for row, cards in zip(layout, placed, strict=True):
            if len(cards) < row.width and row.rank in self.stands[index][card]:
                cards.append(card)
                if self._can_place(index, values, layout, rest, placed):
                    return True
                cards.pop()
        return False

    def _suits_hold(
        self, index: int, values: Sequence[int], layout: Layout, placed: list[list[int]]
    ) -> bool:
        pattern = self.game.patterns[index]
        for row, cards in zip(layout, placed, strict=True):
            if not highest_holds(row.highest, [self._suit(index, card) for card in cards]):
                return False
        for number, part in enumerate(pattern.parts):
            rows = [
                [self._suit(index, card) for card in cards]
                for row, cards in zip(layout, placed, strict=True)
                if row.part == number
            ]
            wanted = None if part.suit_field is None else values[part.suit_field]
            if rows and not suits_hold(part.suits, wanted, rows, len(self.game.suits)):
                return False
            if rows and not self._lines_hold(index, number, layout, placed):
                return False
        return True

    def _lines_hold(self, index: int, number: int, layout: Layout, placed: list[list[int]]) -> bool:
        """Whether the lines of a part, if it has some, hold what they need."""
        rule, needs = self.game.patterns[index].parts[number].suits, self.line_needs(index)
        if not needs or rule not in WITH_LINES:
            return True
        rows = [
            [(self._suit(index, card), self.game.cards[card].group) for card in cards]
            for row, cards in zip(layout, placed, strict=True)
            if row.part == number
        ]
        return lines_hold(rule, rows, needs, len(self.game.suits))

    def line_needs(self, pattern: int) -> list[Need]:
        """Return what each line of a pattern needs."""
        return [n for n in self.game.needs if n.each_line and pattern in n.patterns]

    def _suit(self, pattern: int, card: int) -> int | None:
        """Return the suit of a card, None when it takes any, and -1 when it has none at all."""
        if self.any_suit[card] or self.is_wild(pattern, card):
            return None
        suit = self.game.cards[card].suit
        return _NO_SUIT if suit is None else suit


_NO_SUIT = -1  # the suit of a card that has none and takes none: it fits no rule about suits


def suits_hold(
    rule: SuitRule, wanted: int | None, rows: list[list[int | None]], suits: int
) -> bool:
    """Whether the cards that take any suit can take one each so that the rule holds."""
    if wanted is not None:
        return all(_fits(suit, wanted) for row in rows for suit in row)
    cells = [suit for row in rows for suit in row]
    match rule:
        case SuitRule.ANY:
            return True
        case SuitRule.ONE:
            return any(all(_fits(suit, s) for suit in cells) for s in range(suits))
        case SuitRule.DIFFERENT:
            return any(_matched(cells, choice) for choice in combinations(range(suits), len(cells)))
        case SuitRule.MIXED:
            return (
                any(
                    any(
                        _fits(a, s) and _fits(b, t)
                        for s in range(suits)
                        for t in range(suits)
                        if s != t
                    )
                    for a, b in combinations(cells, 2)
                )
                and _NO_SUIT not in cells
            )
        case SuitRule.MATCHING:
            repeating = combinations_with_replacement(range(suits), len(rows[0]))
            return any(all(_matched(row, choice) for row in rows) for choice in repeating)
        case SuitRule.MATCHING_DIFFERENT:
            choices = combinations(range(suits), len(rows[0]))
            return any(all(_matched(row, choice) for row in rows) for choice in choices)


def highest_holds(highest: int | None, row: Sequence[int | None]) -> bool:
    """Whether the cards that take any suit can take one each so that the highest suit is this.

    A card without a suit stands neither above nor below it, so there may be none.
    """
    if highest is None:
        return True
    there = any(suit is None or suit == highest for suit in row)
    return there and all(suit is None or 0 <= suit <= highest for suit in row)


def _fits(suit: int | None, wanted: int) -> bool:
    return suit is None or suit == wanted


def _matched(row: list[int | None], choice: tuple[int, ...]) -> bool:
    """Whether a row can have exactly these suits."""
    left = list(choice)
    for suit in row:
        if suit is not None:
            if suit not in left:
                return False
            left.remove(suit)
    return True


def layouts(game: Game, pattern: Pattern, values: Sequence[int]) -> Iterator[Layout]:
    """Yield every way to choose the ranks of the rows; more than one only with hidden ranks.

    A rank that a part takes several times is one row, so many times as wide.
    """
    open_rows: list[tuple[list[tuple[int, ...]], int, int]] = []
    for number, part in enumerate(pattern.parts):
        if part.case is not None and values[part.case[0]] != part.case[1]:
            continue
        width = part.amount if isinstance(part.amount, int) else values[part.amount.field]
        open_rows.append((_ranks(game, part, values), width, number))
    for choice in product(*(ranks for ranks, _, _ in open_rows)):
        rows = tuple(
            row
            for ranks, (_, width, number) in zip(choice, open_rows, strict=True)
            for row in _rows(pattern.parts[number], values, ranks, width, number)
        )
        if rows and len({row.rank for row in rows}) == len(rows):
            yield rows


def _rows(
    part: Part, values: Sequence[int], ranks: tuple[int, ...], width: int, number: int
) -> Iterator[Row]:
    """Yield the rows of a part; what is wanted several times on one rank is one row."""
    if isinstance(part.place, Others) and part.place.repeated:
        for rank, times in Counter(ranks).items():
            yield Row(rank, width * times, number, highest_suit(part, values, ranks, rank))
    else:
        for rank in ranks:
            yield Row(rank, width, number, highest_suit(part, values, ranks, rank))


def highest_suit(part: Part, values: Sequence[int], ranks: Sequence[int], rank: int) -> int | None:
    """Return the suit that the highest card of a row has to have, None where none is asked for.

    The highest row of a run is its end, also where an ace stands below the 2.
    """
    if part.highest is None:
        return None
    top = ranks[-1] if isinstance(part.place, Run) else max(ranks)
    return values[part.highest] if rank == top else None


def _ranks(game: Game, part: Part, values: Sequence[int]) -> list[tuple[int, ...]]:
    match part.place:
        case AtField(field=field):
            return [(values[field],)]
        case Another():
            return [(rank,) for rank in range(len(game.ranks))]
        case Others(count=count, repeated=repeated, highest=highest):
            several = combinations_with_replacement if repeated else combinations
            times = values[count.field] if isinstance(count, FieldRef) else count
            # More ranks than there are cannot differ; nothing so long is made to find none.
            there = repeated or times <= len(game.ranks)
            falling = tuple(values[field] for field in highest)
            if not there or falling != tuple(sorted(falling, reverse=True)):
                return []
            found = several(range(len(game.ranks)), times)  # each in rising order
            return [ranks for ranks in found if ranks[::-1][: len(falling)] == falling]
        case Run(length=length, top=top, order=order):
            rows = values[length.field] if isinstance(length, FieldRef) else length
            follow = order or tuple(range(len(game.ranks)))
            # Where the first rank stands again at the end, two such windows are of one row: equal.
            ends = [end for end, rank in enumerate(follow, 1) if rank == values[top]]
            return [follow[end - rows : end] for end in ends if end >= rows][-1:]
        case Listed(ranks=ranks):
            return [ranks]


def _values(game: Game, kind: NumberType | ChoiceType | Plain) -> range:
    match kind:
        case NumberType():
            return kind.values()
        case ChoiceType(choices=choices):
            return range(len(choices))
        case Plain():
            return range(game.size(kind))


def show_reading(game: Game, reading: Reading) -> str:
    """Write a reading in the notation of its pattern."""
    index, *values = reading
    pattern = game.patterns[index]
    shown = pattern.notation
    # Not by ``format``, which takes a name with a dot for a part of what stands before the dot.
    for field, value in zip(pattern.fields, values, strict=True):
        shown = shown.replace(f"{{{field.name}}}", show_field(game, field.type, value))
    return shown


def show_field(game: Game, kind: NumberType | ChoiceType | Plain, value: int) -> str:
    """Write the value of a field."""
    match kind:
        case NumberType():
            return str(value)
        case ChoiceType(choices=choices):
            return choices[value]
        case Plain():
            return game.ranks[value] if kind is Plain.RANK else game.suits[value].letter


def show_cards(game: Game, cards: Cards) -> str:
    """Write cards in notation, the lowest rank first and copies side by side."""
    shown = sorted(counts(cards), key=lambda pair: (game.cards[pair[0]].rank, pair[0]))
    return " ".join(game.card_name(card) for card, count in shown for _ in range(count))
