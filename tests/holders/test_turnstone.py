"""Turnstone, which the holder of a hidden card begins: all know who it is, and nothing more."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Combination, Position
from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.breach import NoValue
from haggis_rules.semantics.dealing import dealing
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import count_of
from haggis_rules.verdicts.model import NotInductive, Proved
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved, changed
from tests.verify.asking import result_of

TURNSTONE = Path(__file__).parent / "turnstone.haggis"
LOWEST = 0  # the three of diamonds, the first card of the deck
FIRST = "state turn is seat, at first openly the seat s where (3d in hand of s is 1), seen by all"


def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(TURNSTONE))


def test_a_holder_can_be_found_in_mid_hand(tmp_path: Path) -> None:
    """Some games pass cards first: then a step opens who holds it, and a promise says one does."""
    step = """
        state turn is seat or none, at first none, seen by all
        step tell when turn is none
        on tell openly let turn be the seat s where (3d in hand of s is 1)"""
    game = changed(TURNSTONE, FIRST, step, tmp_path)
    assert isinstance(result_of(game, "auto.defined").verdict, NotInductive)
    holder = "always turn is none implies number of seats s where (3d in hand of s is 1) is 1"
    promise = f"promise kept promise held {holder}"
    whole = step + f" {promise.removeprefix('promise kept ')}"
    game = changed(TURNSTONE, FIRST, whole, tmp_path)
    assert isinstance(result_of(game, "held").verdict, Proved)
    assert isinstance(result_of(game, "auto.secret").verdict, Proved)


def test_nobody_holds_a_card_that_was_laid_aside(tmp_path: Path) -> None:
    changed(
        TURNSTONE,
        "zone pile, seen by all deal 4 plain to hand of each seat",
        "zone pile, seen by all deal 3 plain to hand of each seat deal the rest of plain to pile",
        tmp_path,
    )
    rules = rules_of(tmp_path / "changed.haggis")
    deals = [
        dealing(rules.card_dealer, (), random_stream(seed, StreamPurpose.DEAL, 1))
        for seed in range(20)
    ]
    held = [
        sum(count_of(hand, LOWEST) for hand in cast("tuple[int, ...]", one.zones[0]))
        for one in deals
    ]
    assert set(held) == {0, 1}
    for seed, there in enumerate(held):
        if there:
            rules.new_hand(seed)
        else:
            with pytest.raises(NoValue, match="there is not one seat here, but 0"):
                rules.new_hand(seed)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Keep book of the turn and of the play to beat, from the cards that are dealt alone."""
    rules = rules_of(TURNSTONE)
    for seed in range(60):
        chance, table = Random(seed), rules.new_hand(seed)
        hands = list(cast("tuple[int, ...]", table.state.zones[0]))
        (turn,) = (seat for seat in range(3) if count_of(hands[seat], LOWEST))
        top: tuple[int, ...] | None = None
        passes, first = 0, True
        while not table.finished:
            assert table.to_act == (turn,)
            action = chance.choice(table.actions(turn))
            if action.name == "pass":
                passes += 1
                top = None if passes == 2 else top
                passes %= 2
            else:
                card = action.arguments[0]
                assert not first or card == LOWEST
                play = card if isinstance(card, Combination) else Combination((0, 0), 1)
                assert top is None or (play.reading[0] == top[0] and play.reading[1] > top[1])
                top, passes, first = play.reading, 0, False
                hands[turn] -= play.cards
            table, turn = table.apply(action), (turn + 1) % 3
            assert table.state.zones[0] == tuple(hands)
        assert 0 in hands


def test_a_view_tells_who_holds_the_card_and_nothing_more() -> None:
    rules = rules_of(TURNSTONE)
    for seed in range(10):
        table = rules.new_hand(seed)
        holder = table.value("turn")
        for seat in range(3):
            view = table.view(seat)
            values = {one.name: one.value for one in view.values}
            assert values["turn"] == holder
            others = [one for one in view.zones if one.place.owner not in {seat, None}]
            assert all(one.cards == 0 and one.unseen == 4 for one in others)


def test_a_hand_made_of_a_view_leaves_the_card_with_its_holder() -> None:
    """All else is as likely as it was: the holder lacks three cards more, another player four."""
    rules, chance = rules_of(TURNSTONE), Random(1)
    table = next(t for t in map(rules.new_hand, range(20)) if t.value("turn") != 0)
    holder = cast("int", table.value("turn"))
    view, found = table.view(0), Counter[int]()
    own = cast("tuple[int, ...]", table.state.zones[0])[0]
    unseen = [card for card in range(12) if card != LOWEST and not count_of(own, card)]
    tries = 1400
    for _ in range(tries):
        other = rules.determinize(view, chance)
        assert isinstance(other, Position)
        assert other.view(0) == view
        hand = cast("tuple[int, ...]", other.state.zones[0])[holder]
        assert count_of(hand, LOWEST)
        found.update(card for card in unseen if count_of(hand, card))
    expected = tries * 3 / 7  # three of the seven cards that nobody has told of
    off = sum((found[card] - expected) ** 2 / expected for card in unseen)
    assert off < 22.5  # chi-squared of six degrees, 1 in 1000


def test_play_goes_on_from_what_each_seat_knows_at_any_time() -> None:
    rules = rules_of(TURNSTONE)
    for seed in range(6):
        chance, table = Random(seed), rules.new_hand(seed)
        while not table.finished:
            for seat in range(3):
                other = rules.determinize(table.view(seat), chance)
                assert other.view(seat) == table.view(seat)
            table = table.apply(chance.choice(table.actions(table.to_act[0])))


def test_what_is_no_value_of_the_type_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SeveralFaultsError, match="a seat belongs here"):
        changed(TURNSTONE, FIRST, FIRST.replace("the seat s", "the card s"), tmp_path)
    assert load_game(TURNSTONE).states[0].opened
