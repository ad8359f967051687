"""What cards make a combination, by counting: the same as the definition, without placements.

A card that is not wild has its own rank, so it lies in the row of that rank. What a row lacks
then is its width less the cards that lie there, and the wild cards can make that up exactly when
there are as many of them as cells lacking and, of every few kinds of them, no more than cells
lacking on the ranks that those kinds may have (Hall's condition, 1935). The suits of a part hold
together exactly when a few sums over its rows do, ``suits_fit``, because wild cards take any
suit: the language has no wild cards that keep a suit of their own (``WildSuitError``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, combinations_with_replacement, pairwise
from typing import NamedTuple

from haggis_rules.ir.game import (
    WITH_LINES,
    Another,
    AtField,
    Game,
    Listed,
    Others,
    Part,
    Pattern,
    Place,
    Run,
    SuitRule,
)
from haggis_rules.semantics.patterns import Layout, Patterns, Row, highest_suit
from haggis_rules.semantics.state import Cards, Reading, counts, pack
from haggis_rules.semantics.suit_lines import lines_fit

Supply = Mapping[frozenset[int], int]  # how many wild cards may have exactly these ranks


class SuitTally(NamedTuple):
    """The cards of a row by what they can do about suits."""

    suits: tuple[int, ...]  # how many keep each suit
    bare: int  # how many have no suit and take none
    free: int  # how many take any suit, wild cards among them


class PlayCards(NamedTuple):
    """The cards of a play: those that keep their rank, by it, and what they can do about suits.

    ``wild`` has how many of the others may have exactly some ranks.
    """

    own: Mapping[int, Cards]
    rows: Mapping[int, SuitTally]
    wild: Supply


class Counting:
    """The patterns of a game in their counting form."""

    def __init__(self, patterns: Patterns) -> None:
        self.patterns = patterns
        self.no_cards = tally(patterns, 0)
        self._arrangements: dict[Reading, tuple[Layout, ...]] = {}
        # For each pattern, the cards that were asked about last: as a rule they are asked about
        # again, for another reading. None is there when they do not meet what it needs.
        self._latest: dict[int, tuple[Cards, PlayCards | None]] = {}

    def makes(self, reading: Reading, cards: Cards) -> bool:
        """Whether exactly these cards make the reading: always what ``Patterns.makes`` says."""
        pattern = reading[0]
        latest = self._latest.get(pattern)
        if latest is None or latest[0] != cards:
            met = self.patterns.needs_met(pattern, cards)
            latest = self._latest[pattern] = cards, self.play_cards(pattern, cards) if met else None
        play = latest[1]
        if play is None:
            return False
        return any(self.fills(reading, layout, play) for layout in self.layouts(reading))

    def layouts(self, reading: Reading) -> tuple[Layout, ...]:
        """Return the layouts of a reading, but of those that swap equal rows only one."""
        found = self._arrangements.get(reading)
        if found is None:
            game, (index, *values) = self.patterns.game, reading
            found = tuple(r for r in _extend(game, game.patterns[index], values, ()) if r)
            self._arrangements[reading] = found
        return found

    def play_cards(self, pattern: int, cards: Cards) -> PlayCards:
        """Sort cards for a pattern."""
        own: dict[int, Cards] = {}
        wild: dict[frozenset[int], int] = {}
        is_wild, stands = self.patterns.wild.there[pattern], self.patterns.wild.stands[pattern]
        for card, count in counts(cards):
            if is_wild[card]:
                ranks = stands[card]
                wild[ranks] = wild.get(ranks, 0) + count
            else:
                rank = self.patterns.game.cards[card].rank
                own[rank] = own.get(rank, 0) + pack([(card, count)])
        return PlayCards(own, {r: tally(self.patterns, some) for r, some in own.items()}, wild)

    def fills(self, reading: Reading, layout: Layout, play: PlayCards) -> bool:
        """Whether the cards of a play fill a layout, so that its suits and lines hold."""
        parts: dict[int, list[Row]] = {}
        for row in layout:
            parts.setdefault(row.part, []).append(row)
        own = {row.rank: play.rows.get(row.rank, self.no_cards) for row in layout}
        if not play.rows.keys() <= own.keys():
            return False
        lacking = {row.rank: row.width - cards_in(own[row.rank]) for row in layout}
        if min(lacking.values()) < 0 or not can_stand(play.wild, lacking):
            return False
        filled = {r: t._replace(free=t.free + lacking[r]) for r, t in own.items()}
        return all(self._part_fits(reading, rows, filled, play) for rows in parts.values())

    def _part_fits(
        self, reading: Reading, rows: list[Row], filled: Mapping[int, SuitTally], play: PlayCards
    ) -> bool:
        """Whether the suits of a part, and its lines if they need something, hold."""
        index, *values = reading
        part = self.patterns.game.patterns[index].parts[rows[0].part]
        wanted = None if part.suit_field is None else values[part.suit_field]
        tallies = [filled[row.rank] for row in rows]
        if not all(highest_fits(row.highest, filled[row.rank]) for row in rows):
            return False
        if not suits_fit(part.suits, wanted, tallies):
            return False
        needs = self.patterns.line_needs(index) if part.suits in WITH_LINES else []
        if not needs:
            return True
        most = [max(each) for each in zip(*(one.suits for one in tallies), strict=True)]
        held = [
            (
                need,
                [sum(each) for each in zip(*self._of_group(play, rows, need.group), strict=True)],
            )
            for need in needs
        ]
        return lines_fit(part.suits, rows[0].width, most, held)

    def _of_group(
        self, play: PlayCards, rows: Sequence[Row], group: int
    ) -> Iterator[tuple[int, ...]]:
        """Count, for each row, the cards of a group that lie there, by the suit that they keep."""
        cards = self.patterns.game.cards
        for row in rows:
            there = counts(play.own.get(row.rank, 0))
            mine = pack((card, count) for card, count in there if cards[card].group == group)
            yield tally(self.patterns, mine).suits


def tally(patterns: Patterns, cards: Cards) -> SuitTally:
    """Count cards that are not wild by what they can do about suits."""
    suits, bare, free = [0] * len(patterns.game.suits), 0, 0
    for card, count in counts(cards):
        suit = patterns.game.cards[card].suit
        if patterns.any_suit[card]:
            free += count
        elif suit is None:
            bare += count
        else:
            suits[suit] += count
    return SuitTally(tuple(suits), bare, free)


def cards_in(row: SuitTally) -> int:
    """Count the cards of a row."""
    return sum(row.suits) + row.bare + row.free


def can_stand(wild: Supply, lacking: Mapping[int, int]) -> bool:
    """Whether the wild cards are as many as the cells that the rows lack, and can fill them.

    Only the unions of the kinds have to be looked at: kinds that may have no rank outside a union
    share its cells. With k kinds there are at most 2 ** k - 1 unions; k is how many different sets
    of ranks the wild cards of one play have.
    """
    if sum(wild.values()) != sum(lacking.values()):
        return False  # with equal sums, to place every card is to fill every cell
    unions: set[frozenset[int]] = set()
    for ranks in wild:
        unions |= {union | ranks for union in unions} | {ranks}
    return all(
        sum(count for ranks, count in wild.items() if ranks <= union)
        <= sum(cells for rank, cells in lacking.items() if rank in union)
        for union in unions
    )


def suits_fit(rule: SuitRule, wanted: int | None, rows: Sequence[SuitTally]) -> bool:
    """Whether the free cards of a part can take suits so that its rule holds.

    ``wanted`` is the suit in the part's field; the rule says nothing then. Each row holds as many
    cards as it is wide.
    """
    if not rows or (wanted is None and rule is SuitRule.ANY):
        return True
    if wanted is not None:
        return all(cards_in(row) == row.suits[wanted] + row.free for row in rows)
    return not any(row.bare for row in rows) and rule_holds(rule, rows)


def highest_fits(highest: int | None, row: SuitTally) -> bool:
    """Whether the free cards of a row can take suits so that the highest is this, if one is."""
    if highest is None:
        return True
    return row.suits[highest] + row.free > 0 and not row.bare and not any(row.suits[highest + 1 :])


def rule_holds(rule: SuitRule, rows: Sequence[SuitTally]) -> bool:
    """Whether the sums are right, when each card has a suit or takes any.

    ``totals`` has how many cards of the part keep each suit, and ``most`` how many of the row that
    has most of it. Free cards take what the sums leave to them, so each case asks only whether the
    cards that keep a suit leave a way. Where suits match, a row with fewer of a suit than another
    needs free cards for the rest, and all rows need the largest number of every suit.
    """
    suits, width = len(rows[0].suits), cards_in(rows[0])
    cells = sum(cards_in(row) for row in rows)
    totals = [sum(row.suits[suit] for row in rows) for suit in range(suits)]
    most = [max(row.suits[suit] for row in rows) for suit in range(suits)]
    match rule:
        case SuitRule.ANY:
            return True
        case SuitRule.ONE:
            return suits > 0 and sum(total > 0 for total in totals) <= 1
        case SuitRule.DIFFERENT:
            return cells <= suits and all(total <= 1 for total in totals)
        case SuitRule.MIXED:
            # Not mixed is only a part whose cells all keep one suit; a free one can differ.
            return suits > 1 and cells > 1 and cells not in totals
        case SuitRule.MATCHING:
            return suits > 0 and sum(most) <= width
        case SuitRule.MATCHING_DIFFERENT:
            return all(count <= 1 for count in most) and sum(most) <= width <= suits


def _extend(
    game: Game, pattern: Pattern, values: Sequence[int], rows: Layout, number: int = 0
) -> Iterator[Layout]:
    """Lay out the parts from this one on, after the rows of those before."""
    if number == len(pattern.parts):
        yield rows
        return
    part = pattern.parts[number]
    if part.case is not None and values[part.case[0]] != part.case[1]:
        yield from _extend(game, pattern, values, rows, number + 1)
        return
    width = part.amount if isinstance(part.amount, int) else values[part.amount.field]
    # Of parts that could change places, only the order of rising ranks is laid out.
    interchangeable = [
        row.rank for row in rows if row.width == width and _interchangeable(pattern, row.part, part)
    ]
    taken = {row.rank for row in rows}
    repeated = isinstance(part.place, Others) and part.place.repeated
    for ranks in _ranks(game, part.place, values, max(interchangeable, default=-1), taken):
        if taken.isdisjoint(ranks) and (repeated or len(set(ranks)) == len(ranks)):
            each = dict.fromkeys(ranks)
            added = tuple(
                Row(
                    rank, width * ranks.count(rank), number, highest_suit(part, values, ranks, rank)
                )
                for rank in each
            )
            yield from _extend(game, pattern, values, rows + added, number + 1)


def _interchangeable(pattern: Pattern, number: int, part: Part) -> bool:
    """Whether two parts lie on hidden ranks and ask for the same, but perhaps for the width."""
    other = pattern.parts[number]
    return (
        isinstance(other.place, Another)
        and isinstance(part.place, Another)
        and (other.suits, other.suit_field, other.highest)
        == (part.suits, part.suit_field, part.highest)
    )


def _ranks(
    game: Game, place: Place, values: Sequence[int], above: int, taken: AbstractSet[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the ranks that a part can have; a hidden one lies above ``above``, and is not taken."""
    match place:
        case AtField(field=field):
            yield (values[field],)
        case Another():
            yield from ((rank,) for rank in range(above + 1, len(game.ranks)))
        case Others(count=count, repeated=repeated, highest=highest):
            left = [rank for rank in range(len(game.ranks)) if rank not in taken]
            times = count if isinstance(count, int) else values[count.field]
            yield from _below(left, times, [values[one] for one in highest], repeated=repeated)
        case Run(length=length, top=top, order=order):
            rows = length if isinstance(length, int) else values[length.field]
            last = _last_place(order, values[top]) if order else values[top]
            if last is not None and last + 1 >= rows:
                window = range(last + 1 - rows, last + 1)
                yield tuple(order[at] for at in window) if order else tuple(window)
        case Listed(ranks=ranks):
            yield ranks


def _below(
    left: Sequence[int], times: int, falling: Sequence[int], *, repeated: bool
) -> Iterator[tuple[int, ...]]:
    """Yield so many of the ranks that are left, in rising order, of which the highest are known."""
    above = list(pairwise(falling))
    if len(falling) > times or not {*falling} <= {*left}:
        return
    if any(low > high or (low == high and not repeated) for high, low in above):
        return
    if falling:
        left = [rank for rank in left if rank < falling[-1] + repeated]
    several = combinations_with_replacement if repeated else combinations
    if repeated or times - len(falling) <= len(left):
        for ranks in several(left, times - len(falling)):
            yield (*ranks, *reversed(falling))


def _last_place(order: Sequence[int], rank: int) -> int | None:
    """Return where a rank stands among others, the later of two places; None if it does not."""
    if rank not in order:
        return None
    return len(order) - 1 - order[::-1].index(rank)
