"""Real combinations to look for a case among, where a proof takes any cards for a combination."""

from collections.abc import Hashable, Mapping, Sequence
from random import Random

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination, pack
from haggis_verify.encode.settings import by_setting
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.symbols import SymbolicCombination
from haggis_verify.patterns.exact_plays import PlayChoice
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

HANDS, CARDS, OF_EACH = 12, 14, 2  # how many hands, of how many cards, and plays of each reading
MOST_KEPT = 16  # samples

# Games of which only the flow differs, such as seatings and mutants, have the same plays.
_kept: dict[Hashable, Sequence[Combination]] = {}


def sample(patterns: Patterns) -> Sequence[Combination]:
    """Return some combinations of each reading that a few hands of the deck hold.

    What is wild has to be known.

    The seed is fixed, so they are the same in each run. They only steer the search for a likely
    case: a case that none of them fits is judged as it is.
    """
    key = _cards_and_patterns(patterns)
    found = _kept.get(key)
    if found is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        found = _kept[key] = tuple(_drawn(patterns))
    return found


def _cards_and_patterns(patterns: Patterns) -> Hashable:
    """Return all that plays rest on."""
    game = patterns.game
    kinds = (game.seats, game.teams, game.choices)  # of fields of patterns
    cards = (game.ranks, game.suits, game.groups, game.cards)
    # What is wild may rest on options, states and definitions, and what comes of them says it all.
    wild = (game.wilds, patterns.wild.there, patterns.stands)
    return (*kinds, *cards, *wild, game.patterns, game.needs)


def _drawn(patterns: Patterns) -> list[Combination]:
    """Return the combinations that hands of the deck hold."""
    deck = [i for i, card in enumerate(patterns.game.cards) for _ in range(card.copies)]
    enumerator, chance = Enumerator(patterns), Random(0)  # noqa: S311
    found: dict[tuple[int, ...], list[Combination]] = {}
    for _ in range(HANDS):
        drawn = chance.sample(deck, min(CARDS, len(deck)))
        for reading, cards in enumerator.plays(sum(pack([(card, 1)]) for card in drawn)):
            plays = found.setdefault(reading, [])
            if len(plays) < OF_EACH:
                plays.append(Combination(reading, cards))
    return [one for plays in found.values() for one in plays]


def is_real(
    play: PlayChoice,
    known: Mapping[Patterns, Sequence[Combination]],
    patterns: Patterns,
    shape: StateShape,
) -> BoolTerm:
    """Say that a play is one of some that can be made where it is made."""
    return by_setting(
        patterns,
        play.states,
        shape,
        lambda settled: is_one_of(play.symbol, known[settled], shape),
    )


def is_one_of(
    symbol: SymbolicCombination, combinations: Sequence[Combination], shape: StateShape
) -> BoolTerm:
    """Say that a combination is one of these."""
    return build.disjunction(
        shape.same(symbol, shape.constant(Plain.COMBINATION, one)) for one in combinations
    )
