"""Which readings some of the cards in a zone make, by counting: without trying any cards.

A row wants cards of its own rank, in the suits that a way to obey the rule of its part gives it;
what it lacks, wild cards make up. So cards hold a reading exactly when, for one of its layouts and
one way to suit it, the wild cards can fill what the rows lack at least: of every few kinds of them,
there are as many as the rows lack that no other kind can fill (Hall 1935). Where the rules ask for
something that this does not decide, such as cards in each line, the cards are tried (``searched``).

``encode.holding`` mirrors the counting in terms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

from haggis_rules.ir.game import Game, Need, SuitRule
from haggis_rules.semantics.counting import Counting, PlayCards, SuitTally, cards_in, tally
from haggis_rules.semantics.evaluate import find_readings_with
from haggis_rules.semantics.patterns import Layout, Patterns, Row
from haggis_rules.semantics.state import Cards, Reading, StateValues, counts, pack, size

MOST_KINDS = 6  # of wild cards, by the ranks that they stand for; all their unions are looked at
MOST_GAMES = 8  # of which is kept what was worked out


class RowDemand(NamedTuple):
    """What a row wants: cards of each suit, and a rest of any suit.

    ``suited``: none of them may be a card that has no suit and takes none.
    """

    rank: int
    suits: tuple[int, ...]
    rest: int
    suited: bool

    @property
    def width(self) -> int:
        """How many cards it has."""
        return sum(self.suits) + self.rest


Demand = tuple[RowDemand, ...]


class Holding:
    """Which readings cards hold, for the patterns of one game.

    If states decide which cards are wild, ``at`` tells what they hold in a position.
    """

    def __init__(self, patterns: Patterns) -> None:
        self.patterns, self.counting = patterns, Counting(patterns)
        self._settled: dict[Patterns, Holding] = {}

    def at(self, values: StateValues) -> Holding:
        """Return what tells it with these values of all states, which a position has."""
        return self.settled(self.patterns.at(values))

    def settled(self, patterns: Patterns) -> Holding:
        """Return what tells it with these patterns, which are of some values of the states."""
        if patterns is self.patterns:
            return self
        found = self._settled.get(patterns)
        if found is None:
            found = self._settled[patterns] = Holding(patterns)
        return found

    @cached_property
    def kinds(self) -> tuple[tuple[frozenset[int], ...], ...]:
        """For each pattern, the sets of ranks that its wild cards stand for, each once."""
        patterns = range(len(self.patterns.game.patterns))
        return tuple(_kinds(self.patterns, pattern) for pattern in patterns)

    @cached_property
    def counted(self) -> tuple[bool, ...]:
        """For each pattern, whether counting decides what cards hold."""
        return tuple(self._is_counted(each) for each in range(len(self.patterns.game.patterns)))

    def readings(self, held: Cards) -> Iterator[Reading]:
        """Yield each reading that some of these cards make, in order."""
        sorted_: dict[int, PlayCards] = {}
        for reading in self.patterns.readings:
            if reading[0] not in sorted_:
                sorted_[reading[0]] = self.counting.play_cards(reading[0], held)
            play = sorted_[reading[0]]
            if (
                self._counts(reading, play)
                if self.counted[reading[0]]
                else self.searched(reading, held, play)
            ):
                yield reading

    def demands(self, reading: Reading) -> Iterator[Demand]:
        """Yield all that the rows of a reading may want: a way to lay them out and suit them."""
        for layout in self.counting.layouts(reading):
            yield from self._suited(reading, layout)

    def most_wild(self, pattern: int, cells: int) -> int:
        """Return how many of so many cards may be wild, below none where all together cannot be.

        What needs say is left out where counting does not decide.
        """
        most = cells
        if not self.counted[pattern]:
            return most
        for need in self._needs(pattern):
            most = min(most, cells - need.count if need.at_least else need.count)
        return most

    def groups_of_kinds(
        self, pattern: int, demand: Demand
    ) -> Iterator[tuple[list[int], list[int]]]:
        """Yield each few kinds of wild cards, and the rows that no other kind can fill."""
        kinds = self.kinds[pattern]
        fitting = [{k for k, ranks in enumerate(kinds) if row.rank in ranks} for row in demand]
        for chosen in product((False, True), repeat=len(kinds)):
            some = [kind for kind, there in enumerate(chosen) if there]
            rows = [row for row, fits in enumerate(fitting) if fits <= {*some}]
            if rows:
                yield some, rows

    def searched(self, reading: Reading, held: Cards, play: PlayCards) -> bool:
        """Whether some of the cards make a reading, by trying them row by row.

        Exponential in the cards of the rows that their suits allow, those first that leave least to
        wild cards; for what counting does not decide.
        """
        wild = self._wild_cards(reading[0], held)
        return any(
            self.counting.makes(reading, cards)
            for demand in self._filled(reading, play)
            for cards in self._fillings(demand, play, wild)
        )

    def _fillings(self, demand: Demand, play: PlayCards, wild: Cards) -> Iterator[Cards]:
        """Yield cards that may fill the rows: of the suits wanted, and the rest of them wild."""
        spare = size(wild)

        def rest(rows: Sequence[RowDemand], left: int) -> Iterator[tuple[Cards, int]]:
            if not rows:
                yield 0, left
                return
            row, *others = rows
            for own in self._laid(row, play.own.get(row.rank, 0)):
                lacking = row.width - size(own)
                if lacking <= left:
                    yield from ((own + more, over) for more, over in rest(others, left - lacking))

        for own, over in rest(demand, spare):
            yield from (own + some for some in _parts_of(wild, spare) if size(some) == spare - over)

    def _laid(self, row: RowDemand, own: Cards) -> Iterator[Cards]:
        """Yield each few cards that can lie in a row side by side, the most first."""
        for some in sorted(_parts_of(own, row.width), key=size, reverse=True):
            if lacking_in(row, tally(self.patterns, some)) == row.width - size(some):
                yield some

    def _counts(self, reading: Reading, play: PlayCards) -> bool:
        return any(True for _ in self._filled(reading, play))

    def _filled(self, reading: Reading, play: PlayCards) -> Iterator[Demand]:
        """Yield each demand that the cards meet; needs that counting does not decide are left."""
        for layout in self.counting.layouts(reading):
            if self._may_fill(reading[0], layout, play):
                for demand in self._suited(reading, layout):
                    if self._met(reading[0], demand, play):
                        yield demand

    def _may_fill(self, pattern: int, layout: Layout, play: PlayCards) -> bool:
        """Whether the cards fill the rows if all of them take any suit: else no way suits them."""
        lacking = 0
        for row in layout:
            own = play.rows.get(row.rank)
            lacking += row.width if own is None else max(0, row.width - cards_in(own))
        wild = self.most_wild(pattern, sum(row.width for row in layout))
        return lacking <= min(wild, sum(play.wild.values()))

    def _met(self, pattern: int, demand: Demand, play: PlayCards) -> bool:
        none = self.counting.no_cards
        lacking = [lacking_in(row, play.rows.get(row.rank, none)) for row in demand]
        cells = sum(row.width for row in demand)
        if sum(lacking) > self.most_wild(pattern, cells):
            return False
        supply = [play.wild.get(ranks, 0) for ranks in self.kinds[pattern]]
        if len(supply) > MOST_KINDS:  # too many unions to look at: all wild cards together alone
            return sum(lacking) <= sum(supply)
        return all(
            sum(lacking[row] for row in rows) <= sum(supply[kind] for kind in some)
            for some, rows in self.groups_of_kinds(pattern, demand)
        )

    def _suited(self, reading: Reading, layout: Layout) -> Iterator[Demand]:
        index, *values = reading
        pattern, suits = self.patterns.game.patterns[index], len(self.patterns.game.suits)
        parts: dict[int, list[Row]] = {}
        for row in layout:
            parts.setdefault(row.part, []).append(row)
        ways: list[list[Demand]] = []
        for number, rows in parts.items():
            part = pattern.parts[number]
            wanted = None if part.suit_field is None else values[part.suit_field]
            ways.append(list(_demands(part.suits, wanted, rows, suits)))
        for chosen in product(*ways):
            yield tuple(row for demand in chosen for row in demand)

    def _needs(self, pattern: int) -> list[Need]:
        return [need for need in self.patterns.game.needs if pattern in need.patterns]

    def _is_counted(self, pattern: int) -> bool:
        """Whether counting decides: each need only says how many of the cards may be wild."""
        game, patterns = self.patterns.game, self.patterns
        wild = {card for card in range(len(game.cards)) if patterns.is_wild(pattern, card)}
        own = {*range(len(game.cards))} - wild
        for need in self._needs(pattern):
            cards = {card for card, one in enumerate(game.cards) if one.group == need.group}
            if need.each_line or cards != (own if need.at_least else wild):
                return False
        return len(self.kinds[pattern]) <= MOST_KINDS

    def _wild_cards(self, pattern: int, held: Cards) -> Cards:
        wild = ((c, n) for c, n in counts(held) if self.patterns.is_wild(pattern, c))
        return pack(wild)


def lacking_in(row: RowDemand, there: SuitTally) -> int:
    """Return how many cards a row lacks at least, when these cards of its rank can be laid."""
    pairs = list(zip(row.suits, there.suits, strict=True))
    unmet = sum(max(0, wanted - held) for wanted, held in pairs)
    over = sum(max(0, held - wanted) for wanted, held in pairs) + (0 if row.suited else there.bare)
    return max(0, unmet + max(0, row.rest - over) - there.free)


def _kinds(patterns: Patterns, pattern: int) -> tuple[frozenset[int], ...]:
    """Return the sets of ranks that wild cards of a pattern stand for, each once."""
    cards = range(len(patterns.game.cards))
    found = (patterns.stands[pattern][card] for card in cards if patterns.is_wild(pattern, card))
    return tuple(dict.fromkeys(found))


def _demands(
    rule: SuitRule, wanted: int | None, rows: Sequence[Row], suits: int
) -> Iterator[Demand]:
    """Yield what the rows of a part may want of each suit."""
    each = range(suits)
    if wanted is not None:
        yield _same(rows, (wanted,) * rows[0].width, suits)
        return
    match rule:
        case SuitRule.ANY:
            yield from product(*(_any(row, suits) for row in rows))
        case SuitRule.ONE:
            yield from (_same(rows, (suit,) * rows[0].width, suits) for suit in each)
        case SuitRule.DIFFERENT:
            yield from _different(rows, frozenset(each), suits)
        case SuitRule.MIXED:
            yield from _mixed(rows, suits)
        case SuitRule.MATCHING:
            repeating = combinations_with_replacement(each, rows[0].width)
            yield from (_same(rows, chosen, suits) for chosen in repeating)
        case SuitRule.MATCHING_DIFFERENT:
            once = combinations(each, rows[0].width)
            yield from (_same(rows, chosen, suits) for chosen in once)


def _any(row: Row, suits: int) -> Iterator[RowDemand]:
    """Yield what a row may want whose suits are free, but for the highest if a field has it."""
    if row.highest is None:
        yield RowDemand(row.rank, (0,) * suits, row.width, suited=False)
        return
    for below in combinations_with_replacement(range(row.highest + 1), row.width - 1):
        wanted = _tallied((*below, row.highest), suits)
        yield RowDemand(row.rank, wanted, 0, suited=True)


def _same(rows: Sequence[Row], chosen: Sequence[int], suits: int) -> Demand:
    wanted = _tallied(chosen, suits)
    return tuple(RowDemand(row.rank, wanted, 0, suited=True) for row in rows)


def _different(rows: Sequence[Row], left: frozenset[int], suits: int) -> Iterator[Demand]:
    if not rows:
        yield ()
        return
    row, *others = rows
    for chosen in combinations(sorted(left), row.width):
        here = RowDemand(row.rank, _tallied(chosen, suits), 0, suited=True)
        yield from ((here, *rest) for rest in _different(others, left - {*chosen}, suits))


def _mixed(rows: Sequence[Row], suits: int) -> Iterator[Demand]:
    """Let two of the cells have different suits, and the others any."""
    cells = [place for place, row in enumerate(rows) for _ in range(row.width)]
    for one, other in dict.fromkeys(combinations(cells, 2)):
        for first, second in product(range(suits), repeat=2):
            if first != second:
                chosen = [
                    [*([first] if place == one else []), *([second] if place == other else [])]
                    for place in range(len(rows))
                ]
                yield tuple(
                    RowDemand(row.rank, _tallied(some, suits), row.width - len(some), suited=True)
                    for row, some in zip(rows, chosen, strict=True)
                )


def _tallied(chosen: Sequence[int], suits: int) -> tuple[int, ...]:
    return tuple(chosen.count(suit) for suit in range(suits))


def _parts_of(cards: Cards, most: int) -> Iterator[Cards]:
    """Yield each few of some cards, copies not told apart."""
    each = [[(card, n) for n in range(count + 1)] for card, count in counts(cards)]
    for chosen in product(*each):
        if sum(n for _, n in chosen) <= most:
            yield pack(chosen)


_KNOWN: dict[int, Holding] = {}


def holding_of(game: Game) -> Holding:
    """Return what is worked out of the patterns of a game, which is kept for the last few games."""
    known = _KNOWN.pop(id(game), None)  # what is kept keeps its game, so no other has its id
    if known is None:
        known = Holding(Patterns(game))
        if len(_KNOWN) >= MOST_GAMES:
            del _KNOWN[next(iter(_KNOWN))]
    _KNOWN[id(game)] = known
    return known


def held_readings(game: Game, values: StateValues, held: Cards) -> Iterator[Reading]:
    """Yield each reading that some of these cards make with these values of states, in order."""
    return holding_of(game).at(values).readings(held)


find_readings_with(held_readings)
