"""Beginnings and moves in terms are those of the interpreter."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.ir import game as ir
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.dealing import deal, deal_starts
from haggis_rules.semantics.evaluate import Environment
from haggis_rules.semantics.state import Combination, GameState, Value, size
from haggis_rules.semantics.transition import effect, is_legal, waiting
from haggis_verify.encode.effects import keeps_cards
from haggis_verify.encode.states import (
    choosing,
    choosing_value,
    constant_state,
    decode_state,
    flat_state,
    zone_of,
)
from haggis_verify.encode.symbols import CardCounts
from haggis_verify.encode.transitions import Transition, type_of
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.solvers.solve import Limits, complete_model, find_model
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm, Term, evaluate_terms
from tests.engine.games import PLACES, random_hand, rules_of
from tests.strategies import states, values

GAMES = ["neeps-core", *PLACES]
QUICK = {"heron"}
MOSTLY_SLOW = [g if g in QUICK else pytest.param(g, marks=pytest.mark.slow) for g in GAMES]
Chosen = dict[str, int | bool]


@cache
def matter_of(name: str) -> EncodedGame:
    return EncodedGame(rules_of(name).game)


def chosen_in(
    matter: EncodedGame, move: Transition, state: GameState, arguments: tuple[Value, ...]
) -> Chosen:
    """Return what a solver chooses to come to this state and these arguments."""
    chosen = choosing(matter.shape, matter.view.table, state)
    if isinstance(move.move, ir.ActionSchema):
        listed = zip(move.move.params, move.arguments, arguments, strict=True)
        for param, symbol, value in listed:
            chosen |= choosing_value(matter.shape, type_of(param), symbol, value)
    return chosen


def holds(terms: tuple[Term, ...], chosen: Chosen) -> bool:
    return all(evaluate_terms(terms, chosen))


def agree_on_a_move(
    matter: EncodedGame, move: Transition, state: GameState, arguments: tuple[Value, ...]
) -> bool:
    """Whether terms and interpreter agree on what a move does, and where it is a breach."""
    game, actor = matter.game, move.actor
    chosen = chosen_in(matter, move, state, arguments)
    scene = Environment(game, state)
    if isinstance(move.move, ir.ActionSchema):
        scene = scene.naming(ir.ACTOR, actor)
        for param, value in zip(move.move.params, arguments, strict=True):
            scene = scene.naming(param.name, value)
    whole = holds((matter.without_breach(move),), chosen)
    try:
        after = effect(move.move.effects, scene).state
    except Breach:
        return not whole
    return whole and decode_state(game, move.outcome.table, chosen) == after


@pytest.mark.parametrize("name", MOSTLY_SLOW)
@given(data=st.data())
def test_a_move_does_the_same_in_terms_from_any_state(name: str, data: st.DataObject) -> None:
    matter = matter_of(name)
    move = data.draw(st.sampled_from(matter.transitions))
    state = data.draw(states(matter.game))
    params = move.move.params if isinstance(move.move, ir.ActionSchema) else ()
    arguments = tuple(data.draw(values(matter.game, type_of(param))) for param in params)
    assert agree_on_a_move(matter, move, state, arguments)


class Played(NamedTuple):
    """A move of a hand, in terms, and what it was made with."""

    move: Transition
    before: GameState
    arguments: tuple[Value, ...]


def played(name: str, matter: EncodedGame) -> Iterator[Played]:
    """Yield each action and step of one hand."""
    rules = rules_of(name)
    moves = {(move.move.name, move.actor): move for move in matter.transitions}
    *_, (_, _, table) = random_hand(rules, 7)
    before = table.start
    for event in table.history:
        if isinstance(event.done, Action):
            done = event.done
            yield Played(moves[done.name, done.actor], before, done.arguments)
        else:
            yield Played(moves[event.done, None], before, ())
        before = event.state


@pytest.mark.parametrize("name", [pytest.param("neeps-core", marks=pytest.mark.slow), "heron"])
def test_all_that_is_played_is_legal_in_terms_and_does_thesame_term(name: str) -> None:
    matter = matter_of(name)
    for move, before, arguments in played(name, matter):
        chosen = chosen_in(matter, move, before, arguments)
        assert holds((matter.formed, *move.legal), chosen)
        assert agree_on_a_move(matter, move, before, arguments)


@pytest.mark.parametrize("name", MOSTLY_SLOW)
@given(data=st.data())
def test_what_is_legal_in_terms_is_legal_but_for_the_cards_of_a_play(
    name: str, data: st.DataObject
) -> None:
    matter, rules = matter_of(name), rules_of(name)
    moves = [move for move in matter.transitions if isinstance(move.move, ir.ActionSchema)]
    move = data.draw(st.sampled_from(moves))
    assert isinstance(move.move, ir.ActionSchema)
    assert move.actor is not None
    state = data.draw(states(matter.game))
    kinds = [type_of(param) for param in move.move.params]
    arguments = tuple(data.draw(values(matter.game, kind)) for kind in kinds)
    try:
        real = is_legal(matter.game, rules.patterns, state, move.move, move.actor, arguments)
    except Breach:
        return
    in_terms = holds(move.legal, chosen_in(matter, move, state, arguments))
    played = any(isinstance(value, Combination) for value in arguments)
    assert in_terms == real or (played and in_terms)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
def test_a_step_waits_in_terms_where_it_waits(name: str, data: st.DataObject) -> None:
    matter = matter_of(name)
    state = data.draw(states(matter.game))
    try:
        waits = waiting(matter.game, state) is not None
    except Breach:
        return
    chosen = choosing(matter.shape, matter.view.table, state)
    assert holds((matter.waits,), chosen) == waits


@pytest.mark.parametrize("name", GAMES)
def test_every_deal_is_a_beginning(name: str) -> None:
    matter, rules = matter_of(name), rules_of(name)
    begun = matter.beginning
    for seed in range(3):
        start = rules.new_hand(seed).start
        dealt = constant_state(matter.shape, start)
        pairs = zip(flat_state(begun.view.table), flat_state(dealt), strict=True)
        assert (
            find_model([*begun.facts, *(same_term(a, b) for a, b in pairs)], Limits()) is not None
        )


def same_term(left: Term, right: Term) -> BoolTerm:
    """Say that two terms of one form have one value."""
    if isinstance(left, IntTerm) and isinstance(right, IntTerm):
        return build.eq(left, right)
    assert isinstance(left, BoolTerm)
    assert isinstance(right, BoolTerm)
    return build.iff(left, right)


@pytest.mark.parametrize("name", GAMES)
def test_no_beginning_deals_a_card_more_or_less(name: str) -> None:
    matter = matter_of(name)
    begun = matter.beginning
    found = find_model(begun.facts, Limits())
    assert found is not None
    terms = flat_state(begun.view.table)
    chosen = complete_model(terms, found.chosen)
    state = decode_state(matter.game, begun.view.table, chosen)
    sizes = [sum(counts) for counts in _sizes(matter.game, state)]
    zones = deal(matter.game, deal_starts(matter.game, state.values), Random(0))
    dealt = [sum(counts) for counts in _sizes(matter.game, GameState(state.values, zones))]
    assert sizes == dealt


def _sizes(game: ir.Game, state: GameState) -> list[list[int]]:
    return [[size(held) for held in zone_of(state, zone)] for zone in range(len(game.zones))]


def test_moves_keep_the_cards_whatever_they_move() -> None:
    for name in GAMES:
        matter = matter_of(name)
        for move in matter.transitions:
            assert keeps_cards(matter.view.table, move.outcome.table) is build.TRUE


def _everywhere(*_: object) -> BoolTerm:
    return build.TRUE


def _never_lost(_: int, count: IntTerm) -> IntTerm:
    return count


def _to_the_first(_: IntTerm, owners: int, cards: CardCounts) -> list[tuple[int, CardCounts]]:
    return [(0, cards)] if owners else []


SLIPS = {
    "conditions are not looked at": ("truth_of", _everywhere),
    "cards stay where they were": ("build.times", _never_lost),
    "the first owner gets all": ("_shares", _to_the_first),
}


@pytest.mark.planted("broken encoding")
@pytest.mark.parametrize("slip", SLIPS)
def test_effects_that_are_wrong_are_noticed(slip: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, wrong = SLIPS[slip]
    monkeypatch.setattr(f"haggis_verify.encode.effects.{place}", wrong)
    matter = EncodedGame(rules_of("neeps-core").game)
    assert matter.transitions
    monkeypatch.undo()
    assert not all(agree_on_a_move(matter, *each) for each in played("neeps-core", matter))
