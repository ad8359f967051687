"""Plays found in two ways: from rows, choice by choice, and by the search for all patterns."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from haggis_rules.enumeration.compiled_rows.pattern_rows import PatternRow, RowBox, RowTable
from haggis_rules.enumeration.compiled_rows.row_compiler import compile_rows
from haggis_rules.enumeration.memo import Memory
from haggis_rules.enumeration.search.search_plan import plan
from haggis_rules.enumeration.search.staged_search import PlaySearch
from haggis_rules.enumeration.wild import shared_roles
from haggis_rules.ir.game import Game
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import WIDTH, Cards, Reading, count_of, counts, pack, size
from tests.plays.hands import seeded

Found = list[tuple[Reading, Cards]]


def table_of(patterns: Patterns) -> RowTable:
    """Compile the rows of all readings."""
    return compile_rows(Counting(patterns), shared_roles(patterns), sorted(patterns.readings))


def plays_of_rows(table: RowTable, patterns: Patterns, hand: Cards) -> Found:
    """Try each choice of cards from the boxes of each row, and complete it."""
    readings = sorted(patterns.readings)
    found = ((readings[row.place], cards) for row in table.rows for cards in _row(table, row, hand))
    return sorted(found)


def _row(table: RowTable, row: PatternRow, hand: Cards) -> Iterator[Cards]:
    filling = table.fillings[row.filling]
    fillings = table.roles[filling.role].fillings(hand, Budget())
    for chosen in product(*(list(_taken(table.boxes[box], hand)) for box in row.boxes)):
        natural = sum(chosen)
        wild = row.size - size(natural)
        high = sum(max((count for _, count in counts(one)), default=0) for one in chosen)
        stands = row.lines is None or row.lines.least <= high <= row.lines.most
        if stands and filling.least <= wild <= filling.most:
            cells = filling.fixed + (wild - size(filling.fixed)) * filling.unit
            yield from (natural + some for some in fillings[cells])


def _taken(box: RowBox, hand: Cards) -> Iterator[Cards]:
    held = [(card, min(most, count_of(hand, card))) for card, most in counts(box.each)]
    for some in product(*(range(most + 1) for _, most in held)):
        if box.least <= sum(some) <= box.most:
            yield pack((card, count) for (card, _), count in zip(held, some, strict=True))


class SearchAlone:
    """What the search finds, for every pattern and without any row."""

    def __init__(self, patterns: Patterns) -> None:
        counting, memory, budget = Counting(patterns), Memory(), Budget()
        whole = plan(counting, shared_roles(patterns), patterns.readings)
        self._readings, self._shift = whole.readings, WIDTH * len(patterns.game.cards)
        self._searches = [PlaySearch(counting, whole, tree, memory, budget) for tree in whole.trees]

    def plays(self, hand: Cards) -> Found:
        """Return every play of a hand once, in order."""
        every = [play for search in self._searches for play in search.plays(hand)]
        low = (1 << self._shift) - 1
        return [(self._readings[play >> self._shift], play & low) for play in every]


def some_hand(game: Game, words: str, most: int) -> Cards:
    """Draw so many cards of the whole deck."""
    deck = [i for i, card in enumerate(game.cards) for _ in range(card.copies)]
    return pack(Counter(seeded(words).sample(deck, min(most, len(deck)))).items())
