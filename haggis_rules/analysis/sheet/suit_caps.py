"""How many cards of each suit a row may hold at most, in every way that obeys the rule of a part.

Cards that keep a suit make a part exactly when, in one of these ways, no row has more of a suit
than its cap; all other cells are for cards that take any suit. Suits that stand in the same cards
are alike, and of ways that only swap them one is given. A cap is a capacity of a pipe, which is why
every rule is written as a few sets of caps: a flow cannot say "one of these suits".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement, product, repeat

from haggis_rules.ir.game import SuitRule


@dataclass(frozen=True, slots=True)
class SuitCaps:
    """The caps of each row by suit, and how many lines each suit has where there are lines.

    ``bare`` says that cards which have no suit and take none may lie here.
    """

    rows: tuple[tuple[int, ...], ...]
    lines: tuple[int, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True)
class PartRows:
    """The rows of a part: their widths, how many cards of each suit there are for each, and more.

    ``kinds`` is the same for suits that are alike. With ``lined``, lines need something.
    ``highest`` is the suit that the highest card of each row has to have, where a field says so.
    """

    widths: tuple[int, ...]
    held: tuple[tuple[int, ...], ...]
    kinds: tuple[Hashable, ...]
    lined: bool = False
    highest: tuple[int | None, ...] = ()

    @property
    def suits(self) -> range:
        """All suits of the deck."""
        return range(len(self.kinds))


def caps(rule: SuitRule, wanted: int | None, rows: PartRows) -> Iterator[SuitCaps]:
    """Yield every way, or ways that allow all that the others do."""
    if wanted is not None:
        yield _only(rows, wanted)
        return
    match rule:
        case SuitRule.ANY:
            yield from (SuitCaps(found, bare=True) for found in product(*_any(rows)))
        case SuitRule.ONE:
            yield from (_only(rows, suit) for suit in _unlike(rows.kinds))
        case SuitRule.DIFFERENT:
            if sum(rows.widths) <= len(rows.suits):
                yield from (SuitCaps(found) for found in _apart(rows.widths, rows))
        case SuitRule.MIXED:
            if len(rows.suits) > 1 and sum(rows.widths) > 1:
                yield from map(SuitCaps, _mixed(rows))
        case SuitRule.MATCHING:
            yield from (SuitCaps((line,) * len(rows.widths), line) for line in _matching(rows))
        case SuitRule.MATCHING_DIFFERENT:
            for chosen in _chosen(rows.kinds, rows.widths[0]):
                line = tuple(int(suit in chosen) for suit in rows.suits)
                yield SuitCaps((line,) * len(rows.widths), line)


def _any(rows: PartRows) -> Iterator[list[tuple[int, ...]]]:
    """List, for each row, the ways in which its suits are free but for the highest."""
    for width, highest in zip(rows.widths, rows.highest or repeat(None), strict=False):
        if highest is None:
            yield [(width,) * len(rows.suits)]
        else:
            several = combinations_with_replacement(range(highest + 1), width - 1)
            chosen = ((*below, highest) for below in several)
            yield [tuple(map(one.count, rows.suits)) for one in chosen]


def _only(rows: PartRows, wanted: int) -> SuitCaps:
    """Let every row hold one suit alone."""
    return SuitCaps(
        tuple(tuple(width * (suit == wanted) for suit in rows.suits) for width in rows.widths)
    )


def _unlike(kinds: Sequence[Hashable]) -> Iterator[int]:
    """Yield the first suit of each kind."""
    first: dict[Hashable, int] = {}
    for suit, kind in enumerate(kinds):
        first.setdefault(kind, suit)
    yield from first.values()


def _chosen(kinds: Sequence[Hashable], wanted: int) -> Iterator[tuple[int, ...]]:
    """Yield so many suits, in every way that differs in their kinds."""
    seen: set[tuple[Hashable, ...]] = set()
    for found in combinations(range(len(kinds)), wanted):
        of = tuple(sorted(map(kinds.index, (kinds[suit] for suit in found))))
        if of not in seen:
            seen.add(of)
            yield found


def _apart(
    widths: Sequence[int], rows: PartRows, used: frozenset[int] = frozenset()
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Hand each row as many suits as it is wide, none of them twice.

    Without suits that are alike there are exponentially many ways; with all alike there is one.
    """
    if not widths:
        yield ()
        return
    free = [suit for suit in rows.suits if suit not in used]
    for places in _chosen([rows.kinds[suit] for suit in free], widths[0]):
        own = {free[place] for place in places}
        line = tuple(int(suit in own) for suit in rows.suits)
        for others in _apart(widths[1:], rows, used | own):
            yield (line, *others)


def _mixed(rows: PartRows) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Leave a cell of some row to another suit, or let two rows differ.

    A part is mixed when two of its cells can differ. If a row has a free cell or two suits, no suit
    fills that row: the first kind of way. If not, two rows keep a suit each, and these differ: the
    second.
    """
    every = [tuple(width for _ in rows.suits) for width in rows.widths]
    for place, width in enumerate(rows.widths):
        line = tuple(width - 1 for _ in rows.suits)
        yield (*every[:place], line, *every[place + 1 :])
    for suit in rows.suits:
        for one in range(len(every)):
            for other in range(len(every)):
                if one != other:
                    found = list(every)
                    found[one] = tuple(c * (s == suit) for s, c in enumerate(every[one]))
                    found[other] = tuple(c * (s != suit) for s, c in enumerate(every[other]))
                    yield tuple(found)


def _matching(rows: PartRows) -> Iterator[tuple[int, ...]]:
    """Yield how many lines each suit has. A suit has none more than it has cards in some row.

    Where lines need nothing, a line of free cards may have any suit, and so it need not be told.
    """
    if not rows.suits:
        return
    width = rows.widths[0]
    most = [min(width, max(row[suit] for row in rows.held)) for suit in rows.suits]
    if rows.lined:
        most = [width for _ in rows.suits]
    yield from _shared(min(width, sum(most)), most, rows.kinds, {})


def _shared(
    lines: int, most: Sequence[int], kinds: Sequence[Hashable], latest: Mapping[Hashable, int]
) -> Iterator[tuple[int, ...]]:
    """Share lines out among suits; of suits that are alike the first have most.

    The most even ways come first, since most hands that can do it can do it so. Without suits that
    are alike there are as many as ways to write ``lines`` as a sum with a term for each suit.
    """
    if not most:
        if not lines:
            yield ()
        return
    high = min(lines, most[0], latest.get(kinds[0], lines))
    even = -(-lines // len(most))
    for own in sorted(range(high + 1), key=lambda count: abs(count - even)):
        if own + sum(most[1:]) >= lines:
            after = {**latest, kinds[0]: own}
            for others in _shared(lines - own, most[1:], kinds[1:], after):
                yield (own, *others)
