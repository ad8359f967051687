"""What wild cards stand for is what the definition says: laying every card in every way."""

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.enumeration.wild_assignment import WildAssignment, WildPin, WildValue
from haggis_rules.ir.game import WITH_LINES
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Layout, layouts, suits_hold
from haggis_rules.semantics.state import Cards, Reading, counts, pack
from haggis_rules.semantics.suit_lines import lines_hold
from tests.games import rules_of

TESTS = Path(__file__).parents[1]
GAMES = [("classic", 2), ("cats", 2), ("rogers", 3), ("neeps", 4)]
MANY = 12
MOST = 6  # cards of a hand


def _ways(rules: Rules, reading: Reading, cards: Cards) -> set[tuple[WildPin, ...]]:
    """Return what the wild cards stand for in every way to lay all cards: the definition."""
    index, *values = reading
    game, patterns = rules.game, rules.patterns
    hand = [card for card, count in counts(cards) for _ in range(count)]
    found: set[tuple[WildPin, ...]] = set()
    for layout in layouts(game, game.patterns[index], values):
        if sum(row.width for row in layout) != len(hand) or not patterns.needs_met(index, cards):
            continue
        ranks = [sorted(patterns.stands[index][card] & {r.rank for r in layout}) for card in hand]
        suits = [
            range(len(game.suits)) if patterns.any_suit[card] else [game.cards[card].suit]
            for card in hand
        ]
        for laid in product(*(product(r, s) for r, s in zip(ranks, suits, strict=True))):
            if _holds(rules, reading, layout, hand, laid):
                found.add(
                    tuple(
                        WildPin(card, WildValue(*stand))
                        for card, stand in zip(hand, laid, strict=True)
                        if patterns.is_wild(index, card)
                    )
                )
    return found


def _holds(
    rules: Rules,
    reading: Reading,
    layout: Layout,
    hand: list[int],
    laid: tuple[tuple[int, int | None], ...],
) -> bool:
    game = rules.game
    rows = [
        [
            (suit, game.cards[card].group)
            for card, (rank, suit) in zip(hand, laid, strict=True)
            if rank == row.rank
        ]
        for row in layout
    ]
    if [len(row) for row in rows] != [row.width for row in layout]:
        return False
    needs = rules.patterns.line_needs(reading[0])
    for number, part in enumerate(game.patterns[reading[0]].parts):
        own = [there for row, there in zip(layout, rows, strict=True) if row.part == number]
        bare = [[-1 if suit is None else suit for suit, _ in row] for row in own]
        wanted = None if part.suit_field is None else reading[1 + part.suit_field]
        if own and not suits_hold(part.suits, wanted, [list(row) for row in bare], len(game.suits)):
            return False
        lined = needs and part.suits in WITH_LINES and own
        if lined and not lines_hold(part.suits, own, needs, len(game.suits)):
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES, ids=[str(name)[-12:] for name, _ in GAMES])
def test_wild_cards_stand_for_what_the_definition_says(name: str, seats: int) -> None:
    rules, chance = rules_of(name, seats), Random(3)
    standing = WildAssignment(rules.patterns)
    deck = [card for card, one in enumerate(rules.game.cards) for _ in range(one.copies)]
    wild = [card for card in deck if rules.patterns.any_suit[card]]
    seen = 0
    while seen < MANY:
        hand = [*chance.sample(deck, MOST - 2), *chance.sample(wild, 2)]
        kept = {card: hand.count(card) for card in hand if hand.count(card) <= deck.count(card)}
        held = sum(count << 8 * card for card, count in kept.items())
        plays = rules.enumerator.plays(held)
        for reading, cards in chance.sample(plays, min(6, len(plays))):
            if not standing.wild(reading, cards):
                continue
            ways = _ways(rules, reading, cards)
            seen += 1
            may = {(card, s) for card, some in standing.may(reading, cards).items() for s in some}
            assert may == {(pin.card, pin.stand) for way in ways for pin in way}
            laid = standing.assign(reading, cards)
            assert tuple(sorted(laid)) in {tuple(sorted(way)) for way in ways}


def test_a_wild_card_stands_for_itself_where_it_can() -> None:
    rules = rules_of("classic", 2)
    (sequence,) = [r for r in rules.readings("9r 10r J") if rules.show(r) == "sequence3@J"]
    laid = WildAssignment(rules.patterns).assign(sequence, rules.parse_cards("9r 10r J"))
    assert [rules.game.ranks[pin.stand.rank] for pin in laid] == ["J"]


def test_a_pin_that_does_not_fit_is_refused() -> None:
    rules = rules_of("classic", 2)
    cards = rules.parse_cards("9r 10r J")
    low, _ = rules.readings("9r 10r J")
    jack = next(card for card in range(len(rules.game.cards)) if rules.game.card_name(card) == "J")
    standing = WildAssignment(rules.patterns)
    eight = rules.game.ranks.index("8")
    assert standing.fits(low, cards, [WildPin(jack, WildValue(eight, 0))])
    assert not standing.fits(low, cards, [WildPin(jack, WildValue(eight, 1))])
    assert not standing.fits(low, cards, [WildPin(jack, WildValue(eight + 1, 0))])


def test_cards_that_do_not_make_a_reading_stand_for_nothing() -> None:
    rules = rules_of("classic", 2)
    (three,) = rules.readings("9r 9o J")
    for cards in ("9r 8r J", "9r J", "9r 9o 9y J"):
        assert WildAssignment(rules.patterns).assign(three, rules.parse_cards(cards)) == ()


@pytest.mark.parametrize(
    "text",
    ["classic", "neeps-core", TESTS / "heron" / "heron.haggis"],
    ids=["classic", "neeps-core", "heron"],
)
def test_what_wild_cards_stand_for_fills_the_rows(text: str | Path) -> None:
    rules, chance, seen = rules_of(text, 2 if text == "classic" else None), Random(7), 0
    game, standing, counting = rules.game, WildAssignment(rules.patterns), Counting(rules.patterns)
    deck = [card for card, one in enumerate(game.cards) for _ in range(one.copies)]
    patterns = range(len(game.patterns))
    wild = [card for card in deck if any(rules.patterns.is_wild(one, card) for one in patterns)]
    for _ in range(20):
        hand = [*chance.sample(deck, 6), *chance.sample(wild, min(2, len(wild)))]
        held = pack((Counter(hand) & Counter(deck)).items())
        for reading, cards in rules.enumerator.plays(held):
            laid = standing.assign(reading, cards)
            assert [pin.card for pin in laid] == standing.wild(reading, cards)
            own = [(card, n) for card, n in counts(cards) if card not in {p.card for p in laid}]
            ranks = [game.cards[card].rank for card, n in own for _ in range(n)]
            ranks += [pin.stand.rank for pin in laid]
            rows = [
                [row.rank for row in one for _ in range(row.width)]
                for one in counting.layouts(reading)
            ]
            assert sorted(ranks) in map(sorted, rows)
            seen += bool(laid)
    assert seen > 100 if wild else seen == 0  # Heron has none
