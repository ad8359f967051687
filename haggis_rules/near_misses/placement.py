"""How far cards are from one layout of a reading: what is left over, what is missing, which suits.

A card that keeps its rank lies in the row of that rank as long as there is room. Wild cards then
fill what they can, by a maximum matching (Kuhn 1955; at most a few dozen cells). What the rows
still lack is missing, and a card without a cell is left over. Of each part, as few cards as can be
break its rule about suits.

What it costs is a judgement of how people see a play, not a rule: a condition that fails and
another suit are the smallest slips, then what a wild card may not be, and then another rank. One
card too many comes before that if most cards remain, and one too few if the suits of the others
show what they belong to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import NamedTuple, TypeAlias

from haggis_rules.ir.game import WITH_LINES, Need, SuitRule, Wild
from haggis_rules.semantics.patterns import Layout, Patterns, Row
from haggis_rules.semantics.state import Cards, Reading, counts

CardList: TypeAlias = Sequence[int]  # card classes, each as often as it is there
ByRank: TypeAlias = Mapping[int, CardList]  # cards that keep their rank, by it

NEED, SUIT, WILD, RANK = 4, 6, 10, 16  # what each slip costs
RANK_IN_SUIT = 14  # another rank, where all cards have the one suit that the play wants
FEW, FEW_BY_SUIT = 17, 14  # a card is missing, and where the suits of the others hold together
MANY, MOST_OF_IT = 15, 24  # a card is left over, and where half of them or more would be
ANOTHER = 2  # for each further kind of slip, and each further card that is missing
MOST_WAYS = 64  # to choose which cards of a full row are left over


class SuitSlip(NamedTuple):
    """Cards that break the rule of a part: these would need another suit, and those have it."""

    part: int
    wrong: tuple[int, ...]
    right: tuple[int, ...]


class Placement(NamedTuple):
    """Cards laid into a layout as well as can be, and what is wrong with that."""

    reading: Reading
    layout: Layout
    left_over: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()  # the rank of each cell that nothing fills
    suits: tuple[SuitSlip, ...] = ()
    needs: tuple[Need, ...] = ()
    barred: tuple[tuple[int, Wild], ...] = ()  # cards left over that no missing rank is given to
    by_suit: bool = False  # whether cards that keep their suit show what they belong to
    in_suit: bool = False  # whether all do, those that are left over as well

    @property
    def cost(self) -> int:
        """What its slips cost together."""
        exchanged = min(len(self.left_over), len(self.missing))
        barred = min(len(self.barred), exchanged)
        suits = sum(len(slip.wrong) for slip in self.suits)
        surplus = len(self.left_over) - exchanged
        cells = sum(row.width for row in self.layout)
        slips = (
            (len(self.needs), NEED),
            (suits, SUIT),
            (len(self.missing) - exchanged, FEW_BY_SUIT if self.by_suit else FEW),
            (barred, WILD),
            (exchanged - barred, RANK_IN_SUIT if self.in_suit else RANK),
            (surplus, MANY if surplus < cells else MOST_OF_IT),
        )
        further = max(0, len(self.missing) - exchanged - 1)
        kinds = further + max(0, sum(number > 0 for number, _ in slips) - 1)
        return sum(number * each for number, each in slips) + ANOTHER * kinds


class Placer:
    """Cards, laid into the layouts of the readings of one pattern."""

    def __init__(self, patterns: Patterns, pattern: int, cards: Cards) -> None:
        self.patterns, self.pattern, self.cards = patterns, pattern, cards
        self.game = patterns.game
        own: dict[int, list[int]] = {}
        wild: list[int] = []
        for card, count in counts(cards):
            if patterns.is_wild(pattern, card):
                wild += [card] * count
            else:
                own.setdefault(self.game.cards[card].rank, []).extend([card] * count)
        self.own: ByRank = own
        # Whoever may go nowhere else goes first, as matchings are found sooner so.
        self.wild = sorted(wild, key=lambda card: len(patterns.stands[pattern][card]))
        self.needs = tuple(
            need
            for need in self.game.needs
            if pattern in need.patterns and not need.each_line and not self._met(need)
        )

    def place(self, reading: Reading, layout: Layout, below: float) -> Placement | None:
        """Return how the cards lie best in a layout; None when that does not cost below so much."""
        there = {row.rank: row for row in layout}
        homeless = [c for rank, some in self.own.items() if rank not in there for c in some]
        full = [row for row in layout if len(self.own.get(row.rank, ())) > row.width]
        cells = [
            row.rank for row in layout for _ in range(row.width - len(self.own.get(row.rank, ())))
        ]
        unused, missing = self._matched(cells)
        spare = sum(len(self.own[row.rank]) - row.width for row in full)
        blank = (*homeless, *unused)
        placed = Placement(reading, layout, (*blank, *[-1] * spare), missing, (), self.needs)
        if (
            placed._replace(barred=self._barred(unused, missing), by_suit=True, in_suit=True).cost
            >= below
        ):
            return None
        ways = (self._with_suits(placed, blank, taken) for taken in self._spared(full))
        best = min(ways, key=lambda one: one.cost)
        best = best._replace(barred=self._barred(best.left_over, missing))
        return best if best.cost < below else None

    def _matched(self, cells: Sequence[int]) -> tuple[list[int], tuple[int, ...]]:
        """Fill cells with wild cards; return those that fill none, and the ranks unfilled."""
        filled: dict[int, int] = {}  # the place of a cell, and that of the wild card in it
        unused = [
            card
            for place, card in enumerate(self.wild)
            if not self._assigned(place, cells, filled, set())
        ]
        return unused, tuple(rank for at, rank in enumerate(cells) if at not in filled)

    def _assigned(
        self, place: int, cells: Sequence[int], filled: dict[int, int], tried: set[int]
    ) -> bool:
        """Lay a wild card into a cell, moving others if need be; its own rank comes first."""
        card = self.wild[place]
        stands, own = self.patterns.stands[self.pattern][card], self.game.cards[card].rank
        for at in sorted(range(len(cells)), key=lambda at: cells[at] != own):
            if cells[at] in stands and at not in tried:
                tried.add(at)
                if at not in filled or self._assigned(filled[at], cells, filled, tried):
                    filled[at] = place
                    return True
        return False

    def _barred(self, unused: CardList, missing: Sequence[int]) -> tuple[tuple[int, Wild], ...]:
        """Return the wild cards that are left over, each with a clause that gives it no cell."""
        if not missing:
            return ()
        return tuple(
            (card, wild)
            for card in unused
            if self.patterns.is_wild(self.pattern, card)
            for wild in [self._clause_of(card)]
            if wild is not None
        )

    def _clause_of(self, card: int) -> Wild | None:
        group = self.game.cards[card].group
        there = (w for w in self.game.wilds if w.group == group and self.pattern in w.patterns)
        return next(there, None)

    def _met(self, need: Need) -> bool:
        held = sum(n for c, n in counts(self.cards) if self.game.cards[c].group == need.group)
        return held >= need.count if need.at_least else held <= need.count

    def _spared(self, full: Sequence[Row]) -> Iterator[tuple[int, ...]]:
        """Yield ways to choose the cards for which their rows have no room."""
        each = [
            sorted(set(combinations(self.own[row.rank], len(self.own[row.rank]) - row.width)))
            for row in full
        ]
        for choice in islice(product(*each), MOST_WAYS):
            yield tuple(card for some in choice for card in some)

    def _with_suits(self, placed: Placement, blank: CardList, spared: CardList) -> Placement:
        left = Counter(spared)
        rows: dict[int, list[CardList]] = {}
        for row in placed.layout:
            held = list((Counter(self.own.get(row.rank, ())) - left).elements())
            rows.setdefault(row.part, []).append(held)
        found = (self._suit_slip(placed, part, some) for part, some in rows.items())
        slips = tuple(slip for slip in found if slip is not None)
        by_suit = not slips and any(self._shows_suit(part, some) for part, some in rows.items())
        in_suit = not slips and self._is_in_one_suit()
        return placed._replace(
            left_over=(*blank, *spared), suits=slips, by_suit=by_suit, in_suit=in_suit
        )

    def _is_in_one_suit(self) -> bool:
        """Whether a play has to be of one suit, and all cards that keep theirs are."""
        suits = [self._suit(card) for some in self.own.values() for card in some]
        rules = {part.suits for part in self.game.patterns[self.pattern].parts}
        return rules == {SuitRule.ONE} and len(suits) > 1 and len({*suits}) == 1

    def _shows_suit(self, part: int, rows: Sequence[CardList]) -> bool:
        """Whether a rule about suits holds for cards of a part, and might not have."""
        declared = self.game.patterns[self.pattern].parts[part]
        suited = [sum(self._suit(card) is not None for card in row) for row in rows]
        if declared.suits in WITH_LINES:
            return sum(number > 0 for number in suited) > 1
        return (declared.suits is not SuitRule.ANY or declared.suit_field is not None) and (
            sum(suited) > 1
        )

    def _suit_slip(self, placed: Placement, part: int, rows: Sequence[CardList]) -> SuitSlip | None:
        """Return which cards of a part have to change their suit; None if all can stay."""
        there = [[card for card in row if self._suit(card) is not None] for row in rows]
        wrong = tuple(self._out_of_suit(placed, part, there))
        if not wrong:
            return None
        right = Counter(card for row in there for card in row) - Counter(wrong)
        return SuitSlip(part, wrong, tuple(right.elements()))

    def _out_of_suit(self, placed: Placement, part: int, rows: Sequence[CardList]) -> Iterator[int]:
        """Yield as few cards as can be that break the rule of a part."""
        declared, values = self.game.patterns[self.pattern].parts[part], placed.reading[1:]
        cards = [card for row in rows for card in row]
        bare = [card for card in cards if self._suit(card) == NO_SUIT]
        suited = [card for card in cards if self._suit(card) != NO_SUIT]
        if declared.suit_field is not None:
            wanted = values[declared.suit_field]
            yield from (card for card in cards if self._suit(card) != wanted)
            return
        laid = (row for row in placed.layout if row.part == part)
        for row, there in zip(laid, rows, strict=True):
            yield from self._not_highest(row, there)
        if declared.suits is SuitRule.ANY:
            return
        yield from bare
        widths = [row.width for row in placed.layout if row.part == part]
        yield from self._clashing(declared.suits, rows, suited, widths)

    def _not_highest(self, row: Row, cards: CardList) -> Iterator[int]:
        """Yield the cards of a row that stand above the highest suit, or one that should be it."""
        if row.highest is None:
            return
        suits = [self._suit(card) for card in cards]
        above = [c for c, s in zip(cards, suits, strict=True) if s is None or s > row.highest]
        bare = [c for c, s in zip(cards, suits, strict=True) if s == NO_SUIT]
        yield from (*above, *bare)
        # A cell that a wild card or nothing fills can have the suit.
        if not above and row.highest not in suits and len(cards) == row.width:
            yield max(cards, key=lambda card: self._suit(card) or 0)

    def _clashing(
        self, rule: SuitRule, rows: Sequence[CardList], cards: CardList, widths: Sequence[int]
    ) -> Iterator[int]:
        """Yield as few cards with a suit as can be that break a rule about suits."""
        tally = Counter(self._suit(card) for card in cards)
        match rule:
            case SuitRule.ANY:
                return
            case SuitRule.ONE:
                most = max(tally.values(), default=0)
                kept = next((s for c in cards if tally[s := self._suit(c)] == most), None)
                yield from (card for card in cards if self._suit(card) != kept)
            case SuitRule.DIFFERENT:
                seen: set[int | None] = set()
                for card in cards:
                    if self._suit(card) in seen:
                        yield card
                    seen.add(self._suit(card))
            case SuitRule.MIXED:
                if len(tally) == 1 and len(cards) == sum(widths) > 1:
                    yield cards[-1]
            case SuitRule.MATCHING | SuitRule.MATCHING_DIFFERENT:
                once = rule is SuitRule.MATCHING_DIFFERENT
                yield from self._unmatched(rows, max(widths), once=once)

    def _unmatched(self, rows: Sequence[CardList], width: int, *, once: bool) -> Iterator[int]:
        """Yield the cards whose suits the rows do not share.

        Each suit is worth as many cards as rows hold it; a suit that stands twice in the rows is
        worth those that hold it twice, never more, so the best ``width`` of these are the best.
        """
        held = [Counter(self._suit(card) for card in row) for row in rows]
        worth = sorted(
            (
                (-sum(row[suit] >= times for row in held), times, suit)
                for suit in range(len(self.game.suits))
                for times in range(1, 2 if once else width + 1)
            ),
        )
        chosen = Counter(suit for _, _, suit in worth[:width])
        for row in rows:
            left = chosen.copy()
            for card in row:
                suit = self._suit(card)
                if suit is None or left[suit] == 0:
                    yield card
                else:
                    left[suit] -= 1

    def _suit(self, card: int) -> int | None:
        """Return the suit of a card, None when it takes any, and ``NO_SUIT`` when it has none."""
        if self.patterns.any_suit[card] or self.patterns.is_wild(self.pattern, card):
            return None
        suit = self.game.cards[card].suit
        return NO_SUIT if suit is None else suit


NO_SUIT = -1
