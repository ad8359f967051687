"""Plays spoilt by one known slip: a legal play is drawn, and one card of it is changed.

Whoever meant that play would name the clause of its pattern, so that is what is expected; nothing
here asks the search for near misses. What comes of a slip must be no play at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from random import Random
from typing import NamedTuple

from haggis_rules import Rules
from haggis_rules.ir.game import CardClass
from haggis_rules.semantics.state import Cards, Combination, counts, pack, size
from tests.games import SEATINGS, rules_of
from tests.playing import HERON

LARGEST = 8  # cards in a play that people would write down
DRAWN = 14  # cards from which a play is drawn

TABLES = (*SEATINGS, (HERON, None))


class Slipped(NamedTuple):
    """Cards that are no play, how they came about, and the clause of the play that was meant.

    ``clauses`` has that one and those of all other plays that a change as small would make.
    """

    rules: Rules
    cards: Cards
    slip: str
    meant: Combination
    clause: str
    clauses: frozenset[str]


def slipped_plays(seed: int, number: int, *, also_unclear: bool = False) -> list[Slipped]:
    """Return so many spoilt plays: of all seatings and slips in turn, and of a random pattern.

    Those that may as well have been another play are left out, unless ``also_unclear``.
    """
    rng, found = Random(seed), list[Slipped]()
    for turn in count():
        name, players = TABLES[turn % len(TABLES)]
        rules = rules_of(name, players)
        slip = SLIPS[(turn // len(TABLES) + turn) % len(SLIPS)]
        spoilt = _spoilt(rules, slip, rng)
        if spoilt is not None and (also_unclear or len(spoilt.clauses) == 1):
            found.append(spoilt)
        if len(found) == number:
            return found
    raise AssertionError


def _spoilt(rules: Rules, slip: Slip, rng: Random) -> Slipped | None:
    play = _drawn(rules, rng)
    if play is None:
        return None
    changed = slip(rules, play, rng)
    if changed is None or rules.readings(changed):
        return None
    meant = play.reading[0]
    near = {meant, *_patterns_as_near(rules, changed, slip)}
    patterns = rules.game.patterns
    clauses = frozenset(patterns[one].clause for one in near)
    return Slipped(rules, changed, slip.__name__, play, patterns[meant].clause, clauses)


def _drawn(rules: Rules, rng: Random) -> Combination | None:
    """Draw a play of two cards or more, of a pattern that is drawn first."""
    deck = [card for card, kind in enumerate(rules.game.cards) for _ in range(kind.copies)]
    pattern = rng.randrange(len(rules.game.patterns))
    readings = [one for one in rules.patterns.readings if one[0] == pattern]
    for _ in range(20):
        hand = pack((card, 1) for card in rng.sample(deck, DRAWN))
        plays = [
            Combination(*play)
            for play in rules.enumerator.plays(hand, readings)
            if 2 <= size(play[1]) <= LARGEST and _is_plain(rules, Combination(*play))
        ]
        if plays:
            return rng.choice(plays)
    return None


def _patterns_as_near(rules: Rules, cards: Cards, slip: Slip) -> Iterator[int]:
    """Yield the patterns of which a change that people see as early as this slip makes a play.

    By trying every card: first those that change a suit, then a rank, and then the number.
    """
    for stage, changes in enumerate(_changes(rules, cards)):
        if stage <= STAGES[slip]:
            for changed in changes:
                yield from (reading[0] for reading in rules.readings(changed))


def _changes(rules: Rules, cards: Cards) -> Iterator[Iterator[Cards]]:
    deck, there = rules.game.cards, [card for card, _ in counts(cards)]
    free = [*_free(rules, cards)]
    for same in (True, False):
        yield (
            cards - pack([(old, 1)]) + pack([(new, 1)])
            for old in there
            for new in free
            if (deck[old].rank == deck[new].rank) is same
        )
    yield (
        *(cards - pack([(old, 1)]) for old in there if size(cards) > 2),
        *(cards + pack([(new, 1)]) for new in free),
    ).__iter__()


def _is_plain(rules: Rules, play: Combination) -> bool:
    """Whether two cards in three are not wild, so that they show which play is meant."""
    wild = [n for c, n in counts(play.cards) if rules.patterns.is_wild(play.reading[0], c)]
    return 3 * sum(wild) <= size(play.cards)


def wrong_suit(rules: Rules, play: Combination, rng: Random) -> Cards | None:
    """Change the suit of a card."""
    return _exchanged(rules, play, rng, lambda old, new: old.rank == new.rank)


def wrong_rank(rules: Rules, play: Combination, rng: Random) -> Cards | None:
    """Change the rank of a card."""
    return _exchanged(rules, play, rng, lambda old, new: old.suit == new.suit is not None)


def one_too_few(_: Rules, play: Combination, rng: Random) -> Cards | None:
    """Leave out a card."""
    cards = [card for card, _ in counts(play.cards)]
    return play.cards - pack([(rng.choice(cards), 1)])


def one_too_many(rules: Rules, play: Combination, rng: Random) -> Cards | None:
    """Add a card that has a suit."""
    cards = [c for c in _free(rules, play.cards) if rules.game.cards[c].suit is not None]
    return play.cards + pack([(rng.choice(cards), 1)])


Slip = Callable[[Rules, Combination, Random], Cards | None]
STAGES: Mapping[Slip, int] = {wrong_suit: 0, wrong_rank: 1, one_too_few: 2, one_too_many: 2}
SLIPS = tuple(STAGES)


def _exchanged(
    rules: Rules, play: Combination, rng: Random, may: Callable[[CardClass, CardClass], bool]
) -> Cards | None:
    game = rules.game
    pairs = [
        (old, new)
        for old, _ in counts(play.cards)
        for new in _free(rules, play.cards)
        if old != new and may(game.cards[old], game.cards[new])
    ]
    if not pairs:
        return None
    old, new = rng.choice(pairs)
    return play.cards - pack([(old, 1)]) + pack([(new, 1)])


def _free(rules: Rules, cards: Cards) -> Iterator[int]:
    """Yield the cards of which the deck has one more."""
    there = dict(counts(cards))
    for card, kind in enumerate(rules.game.cards):
        if there.get(card, 0) < kind.copies:
            yield card
