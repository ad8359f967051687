"""Real combinations to look for a case among, where a proof takes any cards for a combination."""

from collections.abc import Mapping
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


def sample(patterns: Patterns) -> list[Combination]:
    """Return some combinations of each reading that a few hands of the deck hold.

    What is wild has to be known.

    The seed is fixed, so they are the same in each run. They only steer the search for a likely
    case: a case that none of them fits is judged as it is.
    """
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
    known: Mapping[Patterns, list[Combination]],
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
    symbol: SymbolicCombination, combinations: list[Combination], shape: StateShape
) -> BoolTerm:
    """Say that a combination is one of these."""
    return build.disjunction(
        shape.same(symbol, shape.constant(Plain.COMBINATION, one)) for one in combinations
    )
