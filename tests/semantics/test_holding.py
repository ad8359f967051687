"""Which readings cards hold by counting: the same as by trying every few of them."""

from itertools import product
from pathlib import Path
from random import Random

import pytest

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Game
from haggis_rules.semantics.holding import Holding, holding_of
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Reading, counts, pack
from haggis_verify.encode.holding import held_settled
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolConst
from tests.games import game_of

SMEW = Path(__file__).parents[1] / "playcards" / "smew.haggis"
TEAL = SMEW.with_name("teal.haggis")
PLACES = [SMEW, Path(__file__).parent / "holding.haggis", TEAL]


def made(patterns: Patterns, held: Cards) -> set[Reading]:
    """Return what some of the cards make, by the definition of the patterns."""
    each = [[(card, n) for n in range(count + 1)] for card, count in counts(held)]
    some = [pack(chosen) for chosen in product(*each)]
    return {
        reading
        for reading in patterns.readings
        if any(cards and patterns.makes(reading, cards) for cards in some)
    }


def hands(game: Game, *, size: int, seeds: int) -> list[Cards]:
    deck = [i for i, card in enumerate(game.cards) for _ in range(card.copies)]
    drawn = (Random(seed).sample(deck, size) for seed in range(seeds))
    return [sum(pack([(card, 1)]) for card in some) for some in drawn]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=[place.stem for place in PLACES])
def test_counting_finds_what_trying_finds(place: Path) -> None:
    game = game_of(place)
    holding = Holding(Patterns(game))
    for held in hands(game, size=6, seeds=25):
        wanted = made(holding.patterns, held)
        assert list(holding.readings(held)) == [r for r in holding.patterns.readings if r in wanted]


def test_many_kinds_of_wild_cards_are_tried_without_their_unions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("haggis_rules.semantics.holding.MOST_KINDS", 0)
    holding = Holding(Patterns(game_of(PLACES[1])))
    monkeypatch.setattr(holding, "groups_of_kinds", None)
    assert not any(n > 0 and holding.counted[i] for i, n in enumerate(map(len, holding.kinds)))
    for held in hands(holding.patterns.game, size=6, seeds=10):
        wanted = made(holding.patterns, held)
        assert list(holding.readings(held)) == [r for r in holding.patterns.readings if r in wanted]


def test_many_cards_hold_what_the_engine_finds_in_them() -> None:
    game = game_of("cats for 2")
    holding = holding_of(game)
    assert not all(holding.counted)  # each line of a stair needs a card
    engine = Enumerator(holding.patterns)
    for held in hands(game, size=17, seeds=5):
        found = {reading for reading, _ in engine.plays(held)}
        assert [*holding.readings(held)] == [r for r in holding.patterns.readings if r in found]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=[place.stem for place in PLACES])
def test_terms_say_what_counting_says(place: Path) -> None:
    game = game_of(place)
    holding = holding_of(game)
    for held in hands(game, size=6, seeds=25):
        known = dict(counts(held))
        cards = tuple(build.int_const(known.get(card, 0)) for card in range(len(game.cards)))
        found = {*holding.readings(held)}
        for reading in holding.patterns.readings:
            if holding.counted[reading[0]]:
                said = held_settled(holding, [(reading, build.TRUE)], cards)
                assert isinstance(said, BoolConst)
                assert said.value is (reading in found)


def test_what_counting_does_not_decide_has_no_terms() -> None:
    game = game_of(PLACES[1])
    holding = holding_of(game)
    cards = tuple(build.int_const(0) for _ in game.cards)
    assert {game.patterns[n].name for n, counted in enumerate(holding.counted) if not counted} == {
        "lined",
        "mustered",
    }
    for reading in holding.patterns.readings:
        if not holding.counted[reading[0]]:
            with pytest.raises(NotEncodableError, match="more is asked"):
                held_settled(holding, [(reading, build.TRUE)], cards)
