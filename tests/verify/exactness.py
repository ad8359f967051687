"""How plays said exactly are looked at: by the definition, and where counting leaves one out."""

from collections.abc import Iterator
from random import Random

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.state import Cards, Combination, count_of, counts, pack
from haggis_rules.verdicts.model import Unknown
from haggis_verify.analysis.mutation_judge import OneSolver
from haggis_verify.encode.states import choosing_value
from haggis_verify.encode.symbols import combination
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.patterns.exact_plays import chosen_play, counted_play
from haggis_verify.proving.prover import Prover
from haggis_verify.solvers.solve import Limits
from haggis_verify.terms.nodes import evaluate_terms
from tests.verify.changed import heron_promising
from tests.verify.slips import VerifierSlip, make

LEAVING_OUT = VerifierSlip(  # no combination has the first card of the deck in it
    "patterns.counting_form:counted_halves",
    "facts.append(can_stand(supply, lacking))",
    "facts.extend([can_stand(supply, lacking), no_cards(held[0])])",
    "",
)


def looked_at(game: Game, plays: int) -> Iterator[tuple[bool, bool]]:
    """Yield what the definition says of cards, and whether the form of each pattern says it too.

    The cards are those of some plays, one more, one less, and one exchanged.
    """
    matter, chance = EncodedGame(game), Random(1)
    patterns, shape = matter.patterns, matter.shape
    play = combination(shape.fresh(Plain.COMBINATION, "p"))
    forms = [counted_play(play, each, patterns, shape) for each in range(len(game.patterns))]
    there = matter.known_plays[patterns]
    for known in chance.sample(there, min(plays, len(there))):
        for cards in _near(known.cards, game, chance):
            value = Combination(known.reading, cards)
            chosen = choosing_value(shape, Plain.COMBINATION, play, value)
            pattern, made = known.reading[0], patterns.makes(known.reading, cards)
            said = evaluate_terms(forms, chosen)
            right = said == [index != pattern or made for index in range(len(forms))]
            yield made, right and chosen_play(play, chosen, patterns) == (pattern, made)


def _near(cards: Cards, game: Game, chance: Random) -> Iterator[Cards]:
    there, card = [each for each, _ in counts(cards)], chance.randrange(len(game.cards))
    less, more = cards - pack([(chance.choice(there), 1)]), pack([(card, 1)])
    yield from (cards, less)
    if count_of(cards, card) < game.cards[card].copies:
        yield from (cards + more, less + more)


def notices_what_counting_leaves_out() -> bool:
    """Whether nothing is proved by a counting form that leaves out some pairs of threes."""
    with pytest.MonkeyPatch.context() as patch:
        make(LEAVING_OUT, patch)
        claim = "top is not none and top is pair implies cards in table-top is at least 2"
        prover = Prover(EncodedGame(heron_promising(f"always {claim}")), OneSolver(Limits()))
        found = prover.attempt(prover.matter.promises["tried"])
    return found == Unknown("pair, definition to counting: not shown of pair@3")
