"""The tree along which chance and seats are asked: who, for what, and what each of them knows."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from haggis_rules import Action, Rules
from haggis_rules.hosts.decision_parts import WAIT
from haggis_rules.hosts.information import (
    information_state,
    observation,
    private_observation,
    public_observation,
    whole_state,
)
from haggis_rules.hosts.node_history import CHANCE, reached
from haggis_rules.hosts.resampling import resampled
from haggis_rules.hosts.sequential_game import GameNode, SequentialGame, sequential_game
from haggis_rules.players.asking_order import AskingOrder, able_seats
from tests.games import TESTS, rules_of
from tests.hosts.hosted import hosted

SMALL = {
    "dunlin": TESTS / "hosts" / "dunlin.haggis",  # out of turn, and a value by chance
    "ruff": TESTS / "draws" / "ruff.haggis",  # actions by chance, and nobody in turn
    "greenshank": TESTS / "draws" / "greenshank.haggis",  # values and cards by chance
    "curlew": TESTS / "secrets" / "curlew.haggis",  # secret choices of plays and values
    "phalarope": TESTS / "pairs" / "phalarope.haggis",  # two choices in one action
    "heron": TESTS / "heron" / "heron.haggis",
}


def rules_named(name: str) -> Rules:
    """Return the rules of a small game, or of a seating."""
    return rules_of(SMALL[name], None) if name in SMALL else hosted(name)


class Taken(NamedTuple):
    """A node, who was asked there, and what was answered."""

    node: GameNode
    who: int
    said: int


def walk(game: SequentialGame, chance: Random) -> Iterator[Taken]:
    """Play a game by chance, each answer with the node at which it was given."""
    node = game.start
    while not node.over:
        taken = Taken(node, *answer(node, chance))
        yield taken
        node = node.after(taken.said)


def answer(node: GameNode, chance: Random) -> tuple[int, int]:
    if not node.by_chance:
        return node.asking.seat, chance.choice(node.options)
    found = node.outcomes
    (drawn,) = chance.choices(found, [one.weight for one in found])
    return CHANCE, drawn.number


def every_node(
    node: GameNode, path: tuple[Taken, ...] = ()
) -> Iterator[tuple[GameNode, tuple[Taken, ...]]]:
    """Yield each node of a tree, with all that was answered before."""
    yield node, path
    if node.over:
        return
    who = CHANCE if node.by_chance else node.asking.seat
    options = [one.number for one in node.outcomes] if node.by_chance else node.options
    for option in options:
        yield from every_node(node.after(option), (*path, Taken(node, who, option)))


# Chance


def test_each_deal_is_as_likely_as_any_other() -> None:
    likely = defaultdict[tuple[object, ...], Fraction](Fraction)
    for node, path in every_node(sequential_game(rules_named("dunlin")).start):
        if all(one.who == CHANCE for one in path) and not node.by_chance:
            odds = Fraction(1)
            for one in path:
                found = one.node.outcomes
                weight = next(each.weight for each in found if each.number == one.said)
                odds *= Fraction(weight, sum(each.weight for each in found))
            likely[node.table.position.start.zones, node.table.position.start.values] += odds
    assert set(likely.values()) == {Fraction(1, 24)}
    assert len(likely) == 4 * 3 * 2


@pytest.mark.parametrize(
    ("name", "asked"), [("classic for 2", 28), ("classic for 3", 42), ("neeps for 4", 54)]
)
def test_chance_is_asked_for_each_card_but_those_that_are_left(name: str, asked: int) -> None:
    node, chance, found = sequential_game(hosted(name)).start, Random(5), 0
    while node.by_chance:
        _, outcome = answer(node, chance)
        node, found = node.after(outcome), found + 1
    assert asked <= found <= asked + 2 * node.game.rules.players


def test_copies_of_a_card_count_one_by_one() -> None:
    node = sequential_game(hosted("neeps for 6")).start
    while len(node.outcomes) < 36:  # who deals comes before the cards
        node = node.after(node.outcomes[0].number)
    assert {one.weight for one in node.outcomes} == {3}
    first = node.outcomes[0].number
    weights = {one.number: one.weight for one in node.after(first).outcomes}
    assert weights.pop(first) == 2
    assert set(weights.values()) == {3}


def test_an_action_by_chance_has_a_node_with_each_choice_as_likely_as_the_engine_says() -> None:
    looked = 0
    for seed in range(20):
        for node, who, _ in walk(sequential_game(rules_named("greenshank")), Random(seed)):
            if who == CHANCE and node.drawing is not None:
                by_engine = node.table.position.outcomes(node.drawing)
                known = [(one.arguments[0], weight) for one, weight in by_engine]
                assert [(one.number, one.weight) for one in node.outcomes] == known
                looked += 1
    assert looked > 50


# Seats


@pytest.mark.parametrize("name", [*SMALL, "classic for 2", "neeps for 4"])
def test_every_action_is_said_in_exactly_one_way(name: str) -> None:
    looked = 0
    for node, who, _ in walk(sequential_game(rules_named(name)), Random(3)):
        if who == CHANCE or node.decision is not None:
            continue
        legal = [*node.table.decisions(node.asking.seat)]
        if len(legal) > 150:
            continue
        looked += 1
        assert Counter(actions_below(node)) == Counter(legal)
    assert looked >= 2


def actions_below(node: GameNode) -> Iterator[Action]:
    """Yield the action with which each way of deciding ends."""
    for option in node.options:
        after = node.after(option)
        if after.decision is not None:
            yield from actions_below(after)
        elif option != WAIT or node.decision is not None:
            yield after.drawing or last_action(node, after)


def last_action(before: GameNode, after: GameNode) -> Action:
    """Return what was done; where chance had one way alone, without its choice."""
    hand = after.table.hands[before.table.hand - 1]
    done = hand.actions_taken[len(before.table.position.actions_taken)]
    by_chance = before.game.rules.game.action(done.name).by_chance
    return done._replace(arguments=()) if by_chance else done


@pytest.mark.parametrize("name", [*SMALL, "classic for 2"])
def test_numbers_are_below_their_count_and_their_words_differ(name: str) -> None:
    game = sequential_game(rules_named(name))
    for node, who, _ in walk(game, Random(8)):
        if who == CHANCE:
            assert all(0 <= one.number < game.most_outcomes for one in node.outcomes)
            words = [one.words for one in node.outcomes]
        else:
            assert node.options == sorted(node.options)
            assert 0 <= node.options[0] <= node.options[-1] < game.numbers.count
            words = [game.numbers.show(one) for one in node.options]
        assert len({*words}) == len(words) > (who == CHANCE)


@pytest.mark.parametrize("name", [*SMALL, "classic for 3", "neeps for 4"])
def test_seats_are_asked_in_the_order_of_all_hosts(name: str) -> None:
    rules, order, waits = rules_named(name), AskingOrder(), 0
    for node, who, said in walk(sequential_game(rules, hands=2), Random(4)):
        if who == CHANCE:
            continue
        seats = able_seats(node.table)
        assert order.asked(seats) == node.asking
        if said == WAIT and node.decision is None:
            order = order.after_wait(who)
            waits += 1
        elif node.after(said).decision is None:
            order = order.after_action(seats, who)
    assert waits or name not in {"dunlin", "classic for 3", "neeps for 4"}


def test_nobody_is_made_to_do_what_is_only_allowed() -> None:
    """In neeps nobody is in turn while cards are exchanged, and bets are open to all."""
    rules = hosted("neeps for 4")
    forced = [
        node
        for node, who, _ in walk(sequential_game(rules), Random(4))
        if who != CHANCE and node.decision is None
        if node.options == [node.game.numbers.name("bet")]
    ]
    assert not forced


def test_nothing_else_can_be_answered() -> None:
    node = sequential_game(rules_named("dunlin")).start
    with pytest.raises(ValueError, match="nothing that chance can choose here"):
        node.after(99)
    while node.by_chance:
        node = node.after(node.outcomes[0].number)
    with pytest.raises(ValueError, match=r"nothing that seat [12] can choose here"):
        node.after(node.game.numbers.count - 1)


# What seats know


@pytest.mark.rotates
@pytest.mark.slow
def test_a_seat_tells_two_nodes_apart_exactly_when_it_was_shown_something_else() -> None:
    """Compare each text with what the engine shows, at all nodes of a whole tree."""
    for seat in (0, 1):
        by_text, by_view = dict[str, object](), dict[object, str]()
        for node, path in every_node(sequential_game(rules_named("dunlin")).start):
            if node.by_chance:
                continue
            own = tuple(
                (len(one.node.table.position.actions_taken), one.said)
                for one in path
                if one.who == seat
            )
            order = node.asking.seat if not node.over else None
            known = (str(node.table.view(seat).to_json()), own, order)
            text = information_state(node, seat)
            assert by_text.setdefault(text, known) == known
            assert by_view.setdefault(known, text) == text
        assert len(by_text) > 100


def test_a_seat_forgets_nothing_and_can_do_the_same_wherever_it_knows_the_same() -> None:
    before, options = dict[str, object](), dict[str, list[int]]()
    for node, path in every_node(sequential_game(rules_named("dunlin")).start):
        if node.by_chance or node.over:
            continue
        seat = node.asking.seat
        text = information_state(node, seat)
        own = [(information_state(one.node, seat), one.said) for one in path if one.who == seat]
        assert before.setdefault(text, own) == own
        assert options.setdefault(text, node.options) == node.options
    assert len(before) > 50


def test_a_seat_knows_when_it_has_waited_and_not_when_others_have() -> None:
    different = 0
    for seed in range(4):
        waited = Counter[int]()
        for node, who, said in walk(sequential_game(hosted("classic for 2")), Random(seed)):
            for seat in (0, 1):
                lines = information_state(node, seat).splitlines()
                assert sum(" waited after " in line for line in lines) == waited[seat]
            waited[who] += who != CHANCE and node.decision is None and said == WAIT
            different += waited[0] != waited[1]
    assert different


def test_what_is_public_and_what_is_private_are_told_apart() -> None:
    looked = 0
    for node, _, _ in walk(sequential_game(hosted("classic for 2"), hands=2), Random(2)):
        game = node.game.rules
        if node.deal is not None:
            own = game.show(node.deal.held(0, 0))
        else:
            own = game.show(node.table.position.view(0).zones[0].cards)
        pips = " ".join(one for one in own.split() if one not in {"J", "Q", "K"})
        if len(pips.split()) > 3:
            assert pips in private_observation(node, 0)
            assert pips in observation(node, 0)
            assert pips not in public_observation(node)
            assert pips not in observation(node, 1)
            assert pips not in information_state(node, 1)
            looked += 1
    assert looked > 80


@pytest.mark.rotates
@pytest.mark.parametrize(
    "name",
    [
        *(one for one in SMALL if one != "curlew"),
        *(pytest.param(one, marks=pytest.mark.slow) for one in ("curlew", "classic for 2")),
    ],
)
def test_a_node_that_looks_alike_is_found_with_the_way_that_leads_to_it(name: str) -> None:
    game, chance = sequential_game(rules_named(name), hands=2), Random(6)
    others, looked = 0, 0
    for number, (node, who, _) in enumerate(walk(game, chance)):
        if who != CHANCE and number % 5 and name not in {"dunlin", "ruff"}:
            continue
        for seat in range(game.rules.players):
            found, history = resampled(node, seat, chance)
            assert information_state(found, seat) == information_state(node, seat)
            assert found.by_chance == node.by_chance
            if not node.by_chance:
                assert found.asking.seat == node.asking.seat
            if who == seat:
                assert found.asking == node.asking
                assert found.options == node.options
            again = game.start
            for asked, said in history:
                assert asked == (CHANCE if again.by_chance else again.asking.seat)
                again = again.after(said)
            assert whole_state(again) == whole_state(found)
            assert (again.waits, again.parts) == (found.waits, found.parts)
            looked += 1
            others += whole_state(found) != whole_state(node)
    assert looked > 3
    assert others * 3 > looked


def test_the_way_to_a_match_is_read_off_its_hands() -> None:
    for seed, name in enumerate(("dunlin", "ruff", "greenshank", "classic for 2")):
        game = sequential_game(rules_named(name))
        way = [*walk(game, Random(seed))]
        found = reached(game, way[-1].node.after(way[-1].said).table)
        by_seats = [(one.who, one.said) for one in way if one.who != CHANCE]
        assert [one for one in found.history if one[0] != CHANCE] == by_seats


# The whole


@pytest.mark.parametrize("name", ["ruff", "heron", "classic for 2"])
def test_a_node_is_kept_and_made_again_wherever_it_stands(name: str) -> None:
    for number, (node, _, said) in enumerate(walk(sequential_game(rules_named(name)), Random(1))):
        if number % 4 == 0:
            again = pickle.loads(pickle.dumps(node))  # noqa: S301 - it was just made
            assert whole_state(again) == whole_state(node)
            assert whole_state(again.after(said)) == whole_state(node.after(said))
            assert deepcopy(node) is node


def test_a_game_is_a_hand_or_some_hands_or_a_match() -> None:
    rules = hosted("classic for 2")
    for hands in (1, 3):
        *_, last = walk(sequential_game(rules, hands), Random(7))
        assert len(last.node.after(last.said).table.hand_points) == hands
    short = rules_of("classic", 2, target=20)
    *_, last = walk(sequential_game(short, 50), Random(7))
    assert last.node.after(last.said).table.finished


def test_a_game_without_end_is_over_after_so_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    game = SequentialGame(hosted("classic for 2"))
    monkeypatch.setattr(game, "most_parts", 12)
    *_, last = walk(game, Random(7))
    assert last.node.parts == 11
