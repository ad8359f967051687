"""Redshank, in which the dealer gets a card less: its deals are uniform, told, proved and kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules.analysis.sheet.deal import deal_sheet
from haggis_rules.analysis.sheet.dealt_hands import hands as hands_of
from haggis_rules.diagnostics.errors import (
    DeckTooSmallError,
    HiddenStartError,
    NameTwiceError,
    NotYetError,
    RuleError,
    SeveralFaultsError,
    ShuffledTwiceError,
    UnknownNameError,
    WrongTypeError,
)
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, load_game, source_of
from haggis_rules.mutation import KilledBy, MutantJudge, OriginalRules, mutants
from haggis_rules.notation.dealings import check_dealing, dealing_of
from haggis_rules.notation.errors import ImpossibleDealError
from haggis_rules.semantics.dealing import deal
from haggis_rules.semantics.state import Cards, Combination, GameState, counts, pack, size
from haggis_verify.encode.states import choosing
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.terms.nodes import evaluate_terms
from tests.games import game_of, rules_of
from tests.secrets.test_determinize import check_hand
from tests.small_games import assert_all_are_proved

REDSHANK = Path(__file__).parent / "redshank.haggis"
DECK = (*(0, 1, 2, 3, 4, 5, 6), *(7, 7))  # each card of the deck by its class: the jacks are alike


def deals_by_hand(start: int) -> Iterator[tuple[Cards, tuple[Cards, ...]]]:
    """Yield the card put aside and the hands of each of the 9! / (3! 3! 2!) ways to deal."""
    places = frozenset(range(len(DECK)))
    for aside in places:
        for first in combinations(sorted(places - {aside}), 3):
            for second in combinations(sorted(places - {aside, *first}), 3):
                third = sorted(places - {aside, *first, *second})
                turned = [*map(_packed, (first, second, third))]
                hands = tuple(turned[(owner - start) % 3] for owner in range(3))
                yield _packed([aside]), hands


def _packed(places: Iterable[int]) -> Cards:
    return sum(pack([(DECK[place], 1)]) for place in places)


def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(REDSHANK))


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Redshank with one thing said otherwise."""
    text = REDSHANK.read_text("utf-8")
    assert text.count(old) == 1
    kept = text[: text.index("  example")] + text[text.index("clause turns") :]
    path = folder / "changed.haggis"
    path.write_text(kept.replace(old, new), "utf-8")
    return load_game(path)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(3))
def test_each_deal_is_as_likely_as_its_cards_say(start: int) -> None:
    """Pearson's chi-squared over what lies aside and with the dealer, against counting by hand."""
    wanted = Counter((aside, hands[start - 1]) for aside, hands in deals_by_hand(start))
    assert sum(wanted.values()) == factorial(9) // (factorial(3) ** 2 * 2)
    game, chance, many = game_of(REDSHANK), Random(f"chi-squared {start}"), 12_000
    found = Counter[tuple[object, Cards]]()
    for _ in range(many):
        hands, _, aside = deal(game, {1: start}, chance)
        assert isinstance(hands, tuple)
        found[aside, hands[start - 1]] += 1
    assert found.keys() <= wanted.keys()
    expected = {key: ways * many / sum(wanted.values()) for key, ways in wanted.items()}
    off = sum((found[key] - mean) ** 2 / mean for key, mean in expected.items())
    free = len(expected) - 1
    # The mean of chi-squared is how many are free, and its variance twice that: 4 deviations.
    assert abs(off - free) < 4 * (2 * free) ** 0.5


@pytest.mark.parametrize("start", range(3))
def test_the_proof_deals_all_that_can_be_dealt_and_nothing_else(start: int) -> None:
    game = game_of(REDSHANK)
    begun = EncodedGame(game).beginning
    legal = set(deals_by_hand(start))
    chance, dealer = Random(start), (start - 1) % 3

    def begins(aside: Cards, hands: tuple[Cards, ...]) -> bool:
        zones = (hands, 0, aside)
        state = GameState((dealer, start, 0, (0, 0, 0)), zones)
        chosen = choosing(begun.view.shape, begun.view.table, state)
        return all(evaluate_terms(begun.facts, chosen))

    for aside, hands in chance.sample(sorted(legal), 40):
        assert begins(aside, hands)
        for other in _with_one_card_moved(aside, hands):
            assert begins(*other) == (other in legal)
        turned = (aside, (*hands[1:], hands[0]))
        assert begins(*turned) == (turned in legal)
        assert turned not in legal  # since another would have a card less


def _with_one_card_moved(
    aside: Cards, hands: tuple[Cards, ...]
) -> Iterator[tuple[Cards, tuple[Cards, ...]]]:
    places = (aside, *hands)
    for source, target in permutations(range(4), 2):
        for card, _ in counts(places[source]):
            moved = list(places)
            moved[source] -= pack([(card, 1)])
            moved[target] += pack([(card, 1)])
            yield moved[0], tuple(moved[1:])


def test_a_deal_from_elsewhere_is_taken_only_where_it_starts_with_the_right_seat() -> None:
    rules = rules_of(REDSHANK)
    match = rules.new_match(3)
    first = dealing_of(rules.game, match.position.start, first=True)
    assert rules.dealt_match(first).position.start == match.position.start
    (dealer,) = first.lasting
    for other in {0, 1, 2} - {dealer}:
        with pytest.raises(ImpossibleDealError, match="where these rules deal"):
            rules.dealt_match(first._replace(lasting=(other,)))
    check_dealing(rules.game, first.zones)  # some seat can be the first to get a card
    hands, pile, aside = first.zones
    assert isinstance(hands, tuple)
    worse = ((hands[0] + hands[1], 0, hands[2]), pile, aside)
    with pytest.raises(ImpossibleDealError):
        check_dealing(rules.game, worse)


def test_whoever_deals_holds_a_card_less_in_every_hand_of_a_match() -> None:
    """Deal, score and turn the deal round beside the engine, and read the match again."""
    rules = rules_of(REDSHANK)
    for seed in range(12):
        chance, match = Random(seed), rules.new_match(seed)
        dealer, tallies = match.value("dealer"), [0, 0, 0]
        assert isinstance(dealer, int)
        while not match.finished:
            hand, held = match.hand, [3, 3, 3]
            held[dealer] -= 1
            seat = (dealer + 1) % 3
            hands = match.position.start.zones[0]
            assert isinstance(hands, tuple)
            assert [size(cards) for cards in hands] == held
            while match.hand == hand and not match.finished:
                assert match.to_act == (seat,)
                action = chance.choice(match.actions(seat))
                held[seat] -= size(cast("Combination", action.arguments[0]).cards)
                seat = (seat + 1) % 3
                match = match.apply(action)
            tallies[held.index(0)] += sum(held)
            dealer = (dealer + 1) % 3
            assert match.value("tally") == tuple(tallies)
        assert max(tallies) >= 12
        assert rules.match(match.to_json()) == match


def test_what_a_seat_cannot_see_is_dealt_again_in_the_same_numbers() -> None:
    for seed in range(4):
        found = check_hand(rules_of(REDSHANK), seed, 12)
        assert found["another"] > found["looked at"] / 2


def test_the_sheet_tells_both_sizes_of_a_hand() -> None:
    game = game_of(REDSHANK)
    line = next(one for one in deal_sheet(game) if one.zone == "hand")
    assert (line.fewest, line.cards) == (2, 3)
    (hand,) = hands_of(game)
    ways = {(2, 1), (1, 2), (3, 0), (1, 1), (2, 0), (0, 2)}
    assert set(hand.ways) == ways


FAULTS = [
    (ShuffledTwiceError, "rest of plain, jack to", "rest of plain to"),
    (ShuffledTwiceError, "deal 1 plain, jack to", "deal 1 plain, plain to"),
    (NotYetError, "with 1 seats after dealer\n", "with turn\n"),
    (HiddenStartError, "at first by chance, seen by all", "at first by chance, seen by nobody"),
    (WrongTypeError, "hand of each seat, starting", "aside, starting"),
    (NameTwiceError, "of ranks 5 in suit red", "of ranks 4 5 in suit red"),
    (UnknownNameError, "of ranks 5 in suit red", "of ranks 5 in suits red and blue"),
    (DeckTooSmallError, "deal 1 plain, jack to aside", "deal 10 plain, jack to aside"),
]


@pytest.mark.parametrize(("fault", "old", "new"), FAULTS)
def test_a_deal_that_cannot_be_is_refused(
    fault: type[RuleError], old: str, new: str, tmp_path: Path
) -> None:
    with pytest.raises(SeveralFaultsError) as several:
        changed(old, new, tmp_path)
    assert any(isinstance(one, fault) for one in several.value.faults)


def test_changes_to_what_is_dealt_are_made_and_noticed() -> None:
    whole = OriginalRules.of(lineage(source_of(REDSHANK)))
    made = {one.name: one for one in mutants(whole.line, whole.games)}
    dealt = {
        "deck.nine/6: in each suit",
        "deal.round/5: without plain in groups",
        "deal.round/5: without jack in groups",
        "deal.round/6: without jack in groups",
        "deal.round/6: without its `start`",
        "deal.round/6: 1 to 2",
    }
    assert dealt <= made.keys(), [name for name in made if name.startswith("d")]
    judge = MutantJudge(whole)
    for name in dealt:
        assert judge.judge(made[name]).by in {KilledBy.DIAGNOSTIC, KilledBy.EXAMPLE}, name
