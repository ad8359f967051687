"""Which readings some hand can make: exactly, by counting and without going through hands.

A card that is not wild lies in the row of its own rank. So of each card only a number has to be
found: no more than the deck and the deal allow, so that the rows are filled, with wild cards where
cards are lacking, each group has as many cards as the rules ask for, and no row has more cards of
a suit than a way to obey the rule of its part allows. In each such way that is a flow: from the
groups through the cards into the rows. Capacities are whole numbers, so if there is a flow there is
one in whole cards (``max_flow``).

The cost of a reading is one flow for each layout, way to obey the rules of its parts and choice of
``credits``, and the first that there is ends the search. Hands are never enumerated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, product
from typing import TypeAlias

from haggis_rules.analysis.sheet.dealt_hands import Hand
from haggis_rules.analysis.sheet.max_flow import Net
from haggis_rules.analysis.sheet.suit_caps import PartRows, SuitCaps, caps
from haggis_rules.ir.canonical import digest
from haggis_rules.ir.game import WITH_LINES, Need
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, Patterns
from haggis_rules.semantics.state import Cards, Combination, Reading, counts, pack

# How many cards may be wild: in all, or of each; any number if it is None.
WildBound: TypeAlias = int | Counter[int] | None


@lru_cache(maxsize=64)
def _known_of(content: str, hand: Hand) -> dict[Reading, Cards | None]:  # noqa: ARG001 - the key
    """Return where to keep what is found: options and variants seldom change what hands hold."""
    return {}


class HoldingBounds:
    """What hands can make of readings, when they hold what ``hand`` says."""

    def __init__(self, patterns: Patterns, hand: Hand) -> None:
        self.patterns, self.hand = patterns, hand
        self._counting = Counting(patterns)
        self._kinds = [
            tuple(_Kind.of(patterns, one, number) for one in hand.each_way())
            for number in range(len(patterns.game.patterns))
        ]

    def held(self, readings: Iterable[Reading]) -> Iterator[Combination]:
        """Yield those readings that some hand can make, each with cards of one that does."""
        for reading in readings:
            cards = self.cards(reading)
            if cards is not None:
                yield Combination(reading, cards)

    def fewest_wild(self, play: Combination) -> Cards:
        """Return cards that make the reading of a play, with as few wild ones as can be."""
        kind = self._kinds[play.reading[0]][0]  # what is wild is the same in each way
        # From 0 upwards: the first bound that can be met is the least, and wild cards are few.
        wild = sum(count for card, count in counts(play.cards) if card in kind.wild)
        for most in range(wild):
            for bound in _bounds(kind, most):
                found = self.cards(play.reading, bound)
                if found is not None:
                    return found
        return play.cards

    def cards(self, reading: Reading, bound: WildBound = None) -> Cards | None:
        """Return cards that make a reading and lie in one hand; None exactly when there are none.

        With a bound no more of them are wild than that, in all or of each.
        """
        if bound is not None:
            return self._first(reading, bound)
        known = self._known
        if reading not in known:
            known[reading] = self._first(reading, None)
        return known[reading]

    def _first(self, reading: Reading, bound: WildBound) -> Cards | None:
        """Return such cards of the first way to deal in which there are some."""
        for kind in self._kinds[reading[0]]:
            found = self._cards_of(kind, reading, bound)
            if found is not None:
                return found
        return None

    @cached_property
    def _known(self) -> dict[Reading, Cards | None]:
        """What was found, for all games with these cards and patterns, and such a hand."""
        game, patterns = self.patterns.game, self.patterns
        deck = game.ranks, game.suits, game.groups, game.cards, game.choices
        stands = [[sorted(ranks) for ranks in some] for some in patterns.stands]
        wild = deck, game.patterns, game.needs, stands, patterns.wild.there
        return _known_of(digest(wild), replace(self.hand, zone=None))

    def _cards_of(self, kind: _Kind, reading: Reading, bound: WildBound) -> Cards | None:
        """Return such cards, where it is known how many cards of each group are drawn."""
        for layout in self._counting.layouts(reading):
            if kind.may_fill(layout):
                for suit_caps in product(
                    *(self._suit_choices(kind, reading, part) for part in _parts(layout))
                ):
                    for used in kind.credits(layout):
                        found = _LayoutSearch(kind, layout, suit_caps, used, bound).found()
                        if found is not None:
                            return found
        return None

    def _suit_choices(
        self, kind: _Kind, reading: Reading, part: Layout
    ) -> list[tuple[Layout, SuitCaps]]:
        """Return the ways to obey the rule of a part."""
        declared = self.patterns.game.patterns[reading[0]].parts[part[0].part]
        field = declared.suit_field
        wanted = None if field is None else reading[1 + field]
        lined = bool(kind.lines) and declared.suits in WITH_LINES
        suits = range(len(self.patterns.game.suits))
        held = [tuple(kind.most(row.rank, suit) for suit in suits) for row in part]
        kinds = [tuple(kind.alike(row.rank, suit) for row in part) for suit in suits]
        widths, highest = tuple(row.width for row in part), tuple(row.highest for row in part)
        rows = PartRows(widths, tuple(held), tuple(kinds), lined, highest)
        return [(part, found) for found in caps(declared.suits, wanted, rows)]


def _bounds(kind: _Kind, most: int) -> Iterator[WildBound]:
    """Yield how many wild cards there may be: in all, unless a group has wild cards and others.

    Then a flow cannot bound the wild ones together, and each way to have so many is tried.
    """
    group = [card.group for card in kind.patterns.game.cards]
    own = {group[card] for cards in kind.own for card in cards}
    if own.isdisjoint(group[card] for card in kind.wild):
        yield most
    else:
        yield from map(Counter, combinations_with_replacement(kind.wild, most))


def _parts(layout: Layout) -> list[Layout]:
    """Return the rows of each part."""
    numbers = dict.fromkeys(row.part for row in layout)
    return [tuple(row for row in layout if row.part == number) for number in numbers]


@dataclass(frozen=True, slots=True)
class _Kind:
    """The cards of a hand, as one pattern takes them.

    ``own`` has the cards of each rank that are not wild and ``wild`` the others, ``most`` how many
    of each a hand can hold, and ``needs`` and ``lines`` what a combination and each line hold.
    """

    patterns: Patterns
    hand: Hand
    pattern: int
    own: tuple[tuple[int, ...], ...]
    wild: tuple[int, ...]
    needs: tuple[Need, ...]
    lines: tuple[Need, ...]

    @classmethod
    def of(cls, patterns: Patterns, hand: Hand, pattern: int) -> _Kind:
        """Sort the cards of a hand."""
        game = patterns.game
        there = [c for c in range(len(game.cards)) if _most(patterns, hand, c)]
        own: list[list[int]] = [[] for _ in game.ranks]
        for card in there:
            if not patterns.is_wild(pattern, card):
                own[game.cards[card].rank].append(card)
        needs = [need for need in game.needs if pattern in need.patterns]
        return cls(
            patterns,
            hand,
            pattern,
            tuple(map(tuple, own)),
            tuple(card for card in there if patterns.is_wild(pattern, card)),
            tuple(need for need in needs if not need.each_line),
            tuple(need for need in needs if need.each_line),
        )

    def count(self, card: int) -> int:
        """Return how many of a card a hand can hold."""
        return _most(self.patterns, self.hand, card)

    def suit(self, card: int) -> int | None:
        """Return the suit that a card keeps, None when it takes any or has none."""
        return None if self.patterns.any_suit[card] else self.patterns.game.cards[card].suit

    def bare(self, card: int) -> bool:
        """Whether a card has no suit and takes none."""
        return self.suit(card) is None and not self.patterns.any_suit[card]

    def most(self, rank: int, suit: int) -> int:
        """Return how many cards of a rank keep a suit."""
        return sum(self.count(card) for card in self.own[rank] if self.suit(card) == suit)

    def alike(self, rank: int, suit: int) -> tuple[tuple[int, int, int], ...]:
        """Return all that counts of the cards of a rank that keep a suit."""
        cards = self.patterns.game.cards
        named, stock = self.hand.named, self.hand.stock
        of_suit = [card for card in self.own[rank] if self.suit(card) == suit]
        return tuple(sorted((cards[c].group, named[c], stock[c]) for c in of_suit))

    def may_fill(self, layout: Layout) -> bool:
        """Whether there are cards enough, whatever their suits: a look that saves the others."""
        game, hand = self.patterns.game, self.hand
        lacking = cells = 0
        for row in layout:
            own = sum(self.count(card) for card in self.own[row.rank])
            lacking += max(0, row.width - own)
            cells += row.width
        wild = [0] * len(game.groups)
        for card in self.wild:
            wild[game.cards[card].group] += self.count(card)
        named = [0] * len(game.groups)
        for card, count in enumerate(hand.named):
            named[game.cards[card].group] += count
        limits = zip(wild, named, hand.drawn, strict=True)
        # A necessary condition alone: it may let through what the flow then refuses.
        return lacking <= sum(min(w, n + d) for w, n, d in limits) and cells <= hand.size

    def credits(self, layout: Layout) -> Iterator[dict[int, int]]:
        """Yield how many cards that are dealt by name are surely used, where that has to be known.

        It has to be where lines count the cards of a group: then what chance deals of the group
        cannot be told from the rest by where it flows.
        """
        groups = {need.group for need in self.lines}
        cards = [
            card
            for row in layout
            for card in self.own[row.rank]
            if self.patterns.game.cards[card].group in groups and self.hand.named[card]
        ]
        for used in product(*(range(self.hand.named[card], -1, -1) for card in cards)):
            yield dict(zip(cards, used, strict=True))


def _most(patterns: Patterns, hand: Hand, card: int) -> int:
    drawn = hand.drawn[patterns.game.cards[card].group]
    return hand.named[card] + min(hand.stock[card], drawn)


_DEAL, _WILD, _TABLE = "deal", "wild", "table"  # where cards come from, and where they end


class _LayoutSearch:
    """A net for one layout, one way to obey each rule, and the named cards that are used.

    Cards flow from the deal to their group, on through what is drawn or dealt by name to the card,
    and by its suit into the row of its rank; a wild card goes into any row that it may stand in. A
    row must be full. Where lines need something, a line of each suit stands between a group and
    its cards.
    """

    def __init__(
        self,
        kind: _Kind,
        layout: Layout,
        suit_caps: tuple[tuple[Layout, SuitCaps], ...],
        used: dict[int, int],
        bound: WildBound,
    ) -> None:
        self._kind, self._layout, self._used = kind, layout, used
        self._net = Net(_DEAL, _TABLE)
        self._pipes: list[tuple[int, int]] = []  # a card, and a pipe through which it comes
        self._lined = {need.group for need in kind.lines}
        self._cells = sum(row.width for row in layout)
        self._net.pipe(_DEAL, _WILD, bound if isinstance(bound, int) else self._cells)
        self._groups()
        for part, found in suit_caps:
            self._part(part, found)
        for card in kind.wild:
            self._come(card, ("group", kind.patterns.game.cards[card].group))
            there = ("card", card)
            if isinstance(bound, Counter):
                there = ("wild", card)
                self._net.pipe(("card", card), there, bound[card])
            for row in layout:
                if row.rank in kind.patterns.stands[kind.pattern][card]:
                    self._net.pipe(there, ("row", row.rank), row.width)

    def found(self) -> Cards | None:
        """Return the cards, when there are some."""
        flow = self._net.flow()
        return None if flow is None else pack((c, flow[pipe]) for c, pipe in self._pipes)

    def _groups(self) -> None:
        """Let each group have as many cards as it needs and as chance deals."""
        game, hand = self._kind.patterns.game, self._kind.hand
        wild = {game.cards[card].group for card in self._kind.wild}
        for group, drawn in enumerate(hand.drawn):
            least, most = 0, self._cells
            for need in self._kind.needs:
                if need.group == group and need.at_least:
                    least = max(least, need.count)
                elif need.group == group:
                    most = min(most, need.count)
            if group in self._lined:
                of_group = [n for c, n in self._used.items() if game.cards[c].group == group]
                most = min(most, drawn + sum(of_group))
            else:
                self._net.pipe(("group", group), ("drawn", group), drawn)
            start = _WILD if group in wild else _DEAL
            self._net.pipe(start, ("group", group), most, least)

    def _part(self, part: Layout, found: SuitCaps) -> None:
        """Let cards come into the rows of a part, so that its lines hold what they need."""
        for group in self._lined:
            for suit, lines in enumerate(found.lines):
                needs = [need for need in self._kind.lines if need.group == group]
                least = max((n.count * lines for n in needs if n.at_least), default=0)
                most = min((n.count * lines for n in needs if not n.at_least), default=self._cells)
                there = ("line", part[0].part, suit, group)
                self._net.pipe(("group", group), there, most, least)
        for row, by_suit in zip(part, found.rows, strict=True):
            self._net.pipe(("row", row.rank), _TABLE, row.width, row.width)
            for suit, cap in enumerate(by_suit):
                self._net.pipe(("suit", row.rank, suit), ("row", row.rank), cap)
            for card in self._kind.own[row.rank]:
                if row.highest is None or not self._kind.bare(card):
                    self._own(card, row.rank, found)

    def _own(self, card: int, rank: int, found: SuitCaps) -> None:
        """Let a card that is not wild come to the row of its rank."""
        kind = self._kind
        suit, group = kind.suit(card), kind.patterns.game.cards[card].group
        if kind.bare(card) and not found.bare:
            return
        lined = bool(found.lines) and group in self._lined and suit is not None
        part = next(row.part for row in self._layout if row.rank == rank)
        self._come(card, ("line", part, suit, group) if lined else ("group", group))
        there = ("row", rank) if suit is None else ("suit", rank, suit)
        self._net.pipe(("card", card), there, kind.count(card))

    def _come(self, card: int, start: tuple[object, ...]) -> None:
        """Let a card come from its group: as many as are dealt by name, and as chance may deal."""
        hand, group = self._kind.hand, self._kind.patterns.game.cards[card].group
        named, stock = hand.named[card], hand.stock[card]
        if group in self._lined:
            surely = self._used.get(card, 0)
            pipe = self._net.pipe(start, ("card", card), surely + stock, surely)
            self._pipes.append((card, pipe))
            return
        if named:
            self._pipes.append((card, self._net.pipe(start, ("card", card), named)))
        drawn = self._net.pipe(("drawn", group), ("card", card), stock)
        self._pipes.append((card, drawn))
