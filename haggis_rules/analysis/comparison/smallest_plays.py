"""The smallest play that only one of two games has, and the smallest two of which one beats other.

Both are looked for with the fewest cards first, among what a hand as dealt can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from haggis_rules.analysis.sheet.dealt_hands import hands
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS, is_of_readings_alone
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.canonical import canonical
from haggis_rules.ir.matched_names import bare
from haggis_rules.ir.nodes import Call
from haggis_rules.ir.traversal import everywhere
from haggis_rules.semantics.patterns import layouts
from haggis_rules.semantics.state import Cards, Combination, Reading, counts, pack, size

MOST_PLAYS = 200  # with one reading, that are all tried out
MOST_UNEQUAL = 5_000  # likewise, where one of the two games has more of them
SAMPLED = 20  # of more than these


@dataclass(frozen=True, slots=True)
class LonePlay:
    """A play that one game has and the other has not.

    ``first`` is whether the first has it, ``instead`` what the cards make by the other.
    """

    first: bool
    play: Combination
    instead: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class LoneBeat:
    """A play that beats another in one game alone, in the first or in the second."""

    first: bool
    over: Combination
    under: Combination


@dataclass(frozen=True, slots=True)
class LonePlaySearch:
    """What came of looking: a play or none, how many readings were gone through, and whether all.

    When ``whole``, every play with each of these readings that a hand can hold was tried out.
    """

    found: LonePlay | None
    readings: int
    whole: bool


class GamePlays:
    """The plays of a game that a hand as dealt can hold, by readings as they are written."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.hands = [_all_of(each.named, each.stock) for each in hands(rules.game)]

    @cached_property
    def enumerator(self) -> Enumerator:
        """What finds plays; where it rests on states what is wild, with their first values."""
        return self.rules.enumerator.everywhere[0]

    @cached_property
    def sizes(self) -> Mapping[str, int]:
        """The number of cards of each reading, as it is written, the fewest first."""
        game = self.rules.game
        found = {
            self.rules.show(reading): min(
                sum(row.width for row in layout)
                for layout in layouts(game, game.patterns[reading[0]], reading[1:])
            )
            for reading in self.rules.patterns.readings
        }
        return dict(sorted(found.items(), key=lambda pair: pair[1]))

    @cached_property
    def readings(self) -> Mapping[str, Reading]:
        """Each reading, as it is written."""
        return {self.rules.show(reading): reading for reading in self.rules.patterns.readings}

    def plays(self, written: str) -> Iterator[Combination]:
        """Yield the plays with a reading, the ones without wild cards first as far as they go."""
        reading = self.readings.get(written)
        if reading is None:
            return
        spans = self.enumerator.spans(frozenset([reading]))
        for hand in self.hands:
            for number in range(self.count(written, hand)):
                self.enumerator.budget.begin()
                yield self.enumerator.combination(self.enumerator.nth(hand, number, spans))

    def count(self, written: str, hand: Cards) -> int:
        """Count the plays with a reading that some cards hold."""
        reading = self.readings.get(written)
        if reading is None:
            return 0
        self.enumerator.budget.begin()
        return self.enumerator.count(hand, self.enumerator.spans(frozenset([reading])))

    def some_plays(self, written: str, most: int) -> list[Combination]:
        """Return all plays with a reading, or so many of the first where there are more."""
        reading = self.readings.get(written)
        if reading is None:
            return []
        if self.total(written) > most:
            return list(islice(self.plays(written), SAMPLED))
        self.enumerator.budget.begin()
        found = [each for hand in self.hands for each in self.enumerator.plays(hand, [reading])]
        return [Combination(*each) for each in dict.fromkeys(found)]

    def total(self, written: str) -> int:
        """Count the plays with a reading, those of each zone that they are laid from."""
        return sum(self.count(written, hand) for hand in self.hands)

    def makes(self, written: str, cards: Cards) -> bool:
        """Whether exactly these cards make a reading, as it is written."""
        reading = self.readings.get(written)
        return reading is not None and self.enumerator.fits(reading, cards)

    def readings_made(self, cards: Cards) -> tuple[Reading, ...]:
        """Return all that exactly these cards make."""
        return tuple(self.rules.readings(cards))


def smallest_play(first: GamePlays, second: GamePlays) -> LonePlaySearch:
    """Look for the play of the fewest cards that only one of two games with one deck has."""
    sizes = {**second.sizes, **first.sizes}
    changed = _changed_patterns(first.rules, second.rules)
    best: LonePlay | None = None
    gone, whole = 0, True
    for written, many in sorted(sizes.items(), key=lambda pair: pair[1]):
        if best is not None and many >= size(best.play.cards):
            break
        side = first if written in first.readings else second
        reading = side.readings[written]
        if side.rules.game.patterns[reading[0]].name not in changed:
            continue
        gone += 1
        tried = [_lone(one, other, written) for one, other in ((first, second), (second, first))]
        whole = whole and all(one.whole for one in tried)
        for is_first, one in ((True, tried[0]), (False, tried[1])):
            if one.play is not None and (best is None or many < size(best.play.cards)):
                other = second if is_first else first
                best = LonePlay(is_first, one.play, other.readings_made(one.play.cards))
    return LonePlaySearch(best, gone, whole)


@dataclass(frozen=True, slots=True)
class _Tried:
    play: Combination | None
    whole: bool


def _lone(one: GamePlays, other: GamePlays, written: str) -> _Tried:
    """Return a play with a reading that the other game has not, of those that are tried out."""
    there, total = other.readings.get(written), one.total(written)
    if there is None:
        plays = one.some_plays(written, MOST_PLAYS)
        return _Tried(_plainest(one, plays) if plays else None, whole=True)
    most = MOST_PLAYS if other.total(written) == total else MOST_UNEQUAL
    plays = one.some_plays(written, most)
    missing = [each for each in plays if not other.enumerator.fits(there, each.cards)]
    return _Tried(_plainest(one, missing) if missing else None, whole=total <= most)


def _plainest(side: GamePlays, plays: Sequence[Combination]) -> Combination:
    """Return the play with the fewest wild cards, and of these the first."""
    wild = side.enumerator.patterns.is_wild
    return min(
        plays,
        key=lambda play: sum(
            many for card, many in counts(play.cards) if wild(play.reading[0], card)
        ),
    )


def _changed_patterns(first: Rules, second: Rules) -> set[str]:
    """Name the combinations that are not made alike, or in which not the same is wild or needed."""
    mine, theirs = (_made_of(rules) for rules in (first, second))
    return {name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)}


def _made_of(rules: Rules) -> dict[str, object]:
    game = rules.game
    return {
        pattern.name: (
            bare(pattern.fields),
            bare(pattern.parts),
            [
                canonical((w.group, w.card, w.rank, w.when, w.applies))
                for w in game.wilds
                if i in w.patterns
            ],
            [
                bare((n.at_least, n.count, n.group, n.each_line))
                for n in game.needs
                if i in n.patterns
            ],
        )
        for i, pattern in enumerate(game.patterns)
    }


def smallest_beat(first: GamePlays, second: GamePlays) -> LoneBeat | None:
    """Return two plays, with the fewest cards together, of which one beats the other in one game.

    None where there are none among the readings that both have, or where one of the games does not
    say of plays alone what beats what.
    """
    both = first, second
    if not all(BEATS in one.rules.queries and is_of_readings_alone(one.rules.game) for one in both):
        return None
    if _order(first.rules) == _order(second.rules):
        return None
    known = [written for written in first.sizes if written in second.readings]
    beats = [one.rules.queries[BEATS] for one in both]
    pairs = _pairs_apart(known, [one.readings for one in both], beats, first.sizes)
    for over, under, is_first in sorted(pairs):
        plays = _apart(first, over[1], under[1])
        if plays is not None:
            return LoneBeat(is_first, *plays)
    return None


def _order(rules: Rules) -> object:
    """Return all on which it rests what beats what: the words, and how readings are ranked."""
    game, found, left = rules.game, dict[str, object](), [BEATS]
    while left:
        name = left.pop()
        if name not in found:
            meaning = game.definitions[name]
            inside = [
                meaning.base,
                *(e for one in meaning.exceptions for e in (one.when, one.value)),
            ]
            found[name] = [canonical(each) for each in inside]
            left += [p.definition for e in inside for p in everywhere(e) if isinstance(p, Call)]
    return found, [(p.name, p.alike, p.ranked, bare(p.fields)) for p in game.patterns]


def _pairs_apart(
    known: Sequence[str],
    readings: Sequence[Mapping[str, Reading]],
    beats: Sequence[Callable[..., object]],
    sizes: Mapping[str, int],
) -> Iterator[tuple[tuple[int, str], tuple[int, str], bool]]:
    """Yield each two readings, with the cards of both, on which the games do not agree."""
    for over in known:
        for under in known:
            mine, theirs = (
                bool(beat((), (), side[over], side[under]))
                for beat, side in zip(beats, readings, strict=True)
            )
            if mine is not theirs:
                yield (sizes[over] + sizes[under], over), (sizes[under], under), mine


def _apart(side: GamePlays, over: str, under: str) -> tuple[Combination, Combination] | None:
    """Return plays with two readings that share no card, so that both can be on the table."""
    deck = pack((index, card.copies) for index, card in enumerate(side.rules.game.cards))
    for upper in islice(side.plays(over), 20):
        left = deck - upper.cards
        for lower in islice(side.plays(under), 50):
            if all(left >> (8 * card) & 255 >= many for card, many in counts(lower.cards)):
                return upper, lower
    return None


def _all_of(named: Sequence[int], stock: Sequence[int]) -> Cards:
    return pack(
        (card, n + s) for card, (n, s) in enumerate(zip(named, stock, strict=True)) if n + s
    )
