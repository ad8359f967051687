"""A hand as the counts of rows see it: a number that is a sum over its cards.

It has a byte for each box of each group, and each number of copies: how many cards of the box are
held so often at least. Each card class and count adds a number that is known beforehand, and what
some classes add together is remembered. So a hand takes a few look-ups and sums.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from haggis_rules.enumeration.compiled_rows.group_counts import tallest
from haggis_rules.enumeration.compiled_rows.pattern_rows import RowBox
from haggis_rules.semantics.state import MASK, WIDTH, Cards, counts, size

MOST_HELD = 64  # hands whose bytes are remembered
LOT = 10  # card classes whose part in the bytes is remembered together
MOST_LOTS = 4_000  # of some card classes

_LOT = (1 << WIDTH * LOT) - 1


class HandBytes(NamedTuple):
    """A hand as groups see it: the bytes of all of them, its wild cards, and its exact rows.

    A row is *exact* when each of its plays has all cards of its boxes, and no wild ones. One bit of
    ``complete`` says whether the hand has them. ``natural`` has a byte for each group that is not
    of exact rows alone: how many of its cards the hand has.
    """

    planes: bytes
    wild: Cards
    complete: int
    natural: int


class HandCoder:
    """Makes the bytes of hands.

    ``cuts`` has the slice of each group, and ``bits`` the bit of each exact row. ``length`` counts
    the bytes of a hand.
    """

    def __init__(
        self,
        groups: Sequence[Sequence[RowBox]],
        counted: Sequence[int],
        exact: Sequence[Cards],
        cards: int,
        wild: Cards,
    ) -> None:
        widths = [sum(map(tallest, boxes)) for boxes in groups]
        ends = list(accumulate(widths, initial=0))
        self.cuts = [slice(start, stop) for start, stop in pairwise(ends)]
        self.length = ends[-1] + len(exact) + len(counted)
        self._natural = WIDTH * (ends[-1] + len(exact))
        self.bits = [1 << WIDTH * place + WIDTH - 1 for place in range(len(exact))]
        # A byte for each exact row counts its cards, so that its top bit is set by the last.
        lacking = bytes((1 << WIDTH - 1) - size(each) for each in exact)
        self._shift, self._tops, self._wild = WIDTH * ends[-1], sum(self.bits), wild
        self._start = int.from_bytes(lacking, "little") << self._shift
        sums = [*exact, *(sum(box.each for box in groups[group]) for group in counted)]
        added = _added(groups, sums, cards, ends[-1])
        places = range(0, cards, LOT)
        self._lots = [(WIDTH * place, _ByteLot(added[place : place + LOT])) for place in places]
        self._held: dict[Cards, HandBytes] = {}
        self._latest: Cards | None = None
        self._latest_held = HandBytes(b"", 0, 0, 0)

    def held(self, hand: Cards) -> HandBytes:
        """Return the bytes of a hand."""
        if hand is self._latest:  # as a rule it is asked again for the play that is chosen
            return self._latest_held
        found = self._held.get(hand)
        if found is None:
            if len(self._held) >= MOST_HELD:
                self._held.clear()
            whole = self._start
            for shift, lot in self._lots:
                whole += lot[hand >> shift & _LOT]
            planes, complete = whole.to_bytes(self.length, "little"), whole >> self._shift
            natural = whole >> self._natural
            parts = planes, hand & self._wild, complete & self._tops, natural
            found = tuple.__new__(HandBytes, parts)  # pyright: ignore[reportUnknownMemberType]
            self._held[hand] = found
        self._latest, self._latest_held = hand, found
        return found


class _ByteLot(dict[Cards, int]):
    """What some card classes, by their counts, add to the bytes of a hand."""

    def __init__(self, added: Sequence[Sequence[int]]) -> None:
        self._added = added

    def __missing__(self, cards: Cards) -> int:
        if len(self) >= MOST_LOTS:
            self.clear()
        held = enumerate(cards.to_bytes(LOT, "little"))
        found = self[cards] = sum(self._added[card][count] for card, count in held if count)
        return found


def _added(
    groups: Iterable[Sequence[RowBox]], sums: Sequence[Cards], cards: int, length: int
) -> tuple[tuple[int, ...], ...]:
    """Return what each count of each card class adds to the bytes of groups, and to sums."""
    planes: list[list[bytearray]] = [[] for _ in range(cards)]

    def add(each: Cards, start: int, step: int) -> None:
        for card, most in counts(each):
            mine = planes[card]
            while len(mine) < most:
                mine.append(bytearray(length + len(sums)))
            for times in range(most):
                mine[times][start + times * step] += 1

    start = 0
    for boxes in groups:
        for box in boxes:
            add(box.each, start, 1)
            start += tallest(box)
    for place, whole in enumerate(sums, start=length):
        add(whole, place, 0)
    found = [
        list(accumulate((int.from_bytes(one, "little") for one in mine), initial=0))
        for mine in planes
    ]
    return tuple((*some, *(some[-1:] * (MASK + 1 - len(some)))) for some in found)
