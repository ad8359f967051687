"""Whole matches go as evaluation says: every move, what a hand scores, and what follows it."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from haggis_rules.codegen import generate
from haggis_rules.codegen.body import Body
from haggis_rules.codegen.effects import effects
from haggis_rules.codegen.expressions import expression
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.semantics import between_hands as by_evaluation
from haggis_rules.semantics import dealing
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from haggis_rules.semantics.state import GameState
from tests.engine.games import MATCHES, random_match, rules_of
from tests.engine.test_generated_games import evaluated
from tests.strategies import states

by_match = pytest.mark.parametrize("name", [*MATCHES, "every-word"])


def chance_of(game: ir.Game, state: GameState, *, lasting: bool) -> tuple[object, ...]:
    """Read what chance decided from the first values."""
    decided = zip(game.states, state.values, strict=True)
    return tuple(
        value
        for kept, value in decided
        if isinstance(kept.initial, ir.Chance) and kept.lasting is lasting
    )


def check_start(match: MatchState, lasting: tuple[object, ...]) -> None:
    """See that a hand begins with its own deal, and with the first values by evaluation."""
    game, start = match.rules.game, match.position.start
    assert match.seed is not None
    starts = dealing.deal_starts(game, start.values)
    chance = random_stream(match.seed, StreamPurpose.DEAL, match.hand)
    assert start.zones == dealing.deal(game, starts, chance)
    known = GameState(lasting, start.zones)  # type: ignore[arg-type]
    drawn = chance_of(game, start, lasting=False)
    first = by_evaluation.first_values(game, known, drawn, lasting=False)  # type: ignore[arg-type]
    assert start.values == first


def check_end(before: MatchState, after: MatchState) -> None:
    """See that a hand that ended is scored and followed as evaluation says."""
    rules, ended = before.rules, after.last_hand
    assert ended is not None
    owners = range(by_evaluation.scorers(rules.game))
    got = [
        (name, owner, by_evaluation.points(rules.game, ended.state, name, owner))
        for name in rules.game.scores
        for owner in owners
    ]
    assert [entry[:3] for entry in after.sheet[-1].entries] == got
    for owner in owners:
        gained = sum(points for _, whose, points in got if whose == owner)
        assert after.scores[owner] == before.scores[owner] + gained
    left = by_evaluation.values_after_hand(rules.game, ended.state)
    assert after.finished is by_evaluation.is_over(rules.game, left)
    if after.finished:
        assert after.state == left
    else:
        check_start(after, left.values)


def check_match(rules: Rules, seed: int) -> int:
    """See that a whole match goes as evaluation says. Gives the number of its hands."""
    match, game = rules.new_match(seed), rules.game
    drawn = chance_of(game, match.position.start, lasting=True)
    blank = GameState((None,) * len(game.states), ())
    first = by_evaluation.first_values(game, blank, drawn, lasting=True)  # type: ignore[arg-type]
    check_start(match, first)
    for before, action, after in random_match(rules, seed):
        over = after.finished or after.hand > before.hand
        table = after.last_hand if over else after.position
        assert table is not None
        new = table.history[len(before.position.history) :]
        assert [tuple(event) for event in new] == evaluated(rules, before.position, action)
        if over:
            check_end(before, after)
        match = after
    return match.hand


@by_match
def test_a_whole_match_goes_as_evaluation_says(name: str) -> None:
    assert check_match(rules_of(name), 3) >= 1


def outcome(of: Callable[..., object], *arguments: object) -> object:
    """Return what comes of it, or the kind of breach and its words."""
    try:
        return of(*arguments)
    except Breach as breach:
        return type(breach), str(breach)


@pytest.mark.slow
@by_match
@given(data=st.data())
def test_in_any_state_what_happens_between_hands_is_what_evaluation_says(
    name: str, data: st.DataObject
) -> None:
    rules = rules_of(name)
    state = data.draw(states(rules.game))

    def settled() -> object:
        after = by_evaluation.values_after_hand(rules.game, state)
        return after.values, after.zones

    assert outcome(rules.code.between, state.values, state.zones) == outcome(settled)
    until = rules.code.until
    assert until is not None
    assert outcome(until, state.values, state.zones) == outcome(
        by_evaluation.is_over, rules.game, state
    )


def test_chance_draws_what_lasts_once_and_the_rest_for_every_hand() -> None:
    rules, found = rules_of("long-heron"), list[tuple[object, ...]]()
    for seed in range(30):
        luck = rules.new_match(seed).value("luck")
        assert isinstance(luck, tuple)
        found.append(luck)
    assert {value for luck in found for value in luck} == set(range(10))
    assert {len(set(luck)) for luck in found} > {3}


def broken(part: str, wrong: object, patch: pytest.MonkeyPatch) -> Rules:
    """Make long heron with one part of the generator replaced."""
    patch.setattr(generate, part, wrong)
    return Rules(rules_of("long-heron").game)


@pytest.mark.parametrize("left_out", ["match.tally", "match.luck", "start"])
def test_a_generator_that_forgets_something_between_hands_is_noticed(
    left_out: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = effects

    def wrong(doing: tuple[ir.Effected, ...], body: Body) -> None:
        right(tuple(one for one in doing if one.clause != left_out), body)

    with pytest.raises(AssertionError):
        check_match(broken("effects", wrong, monkeypatch), 1)


def test_a_generator_that_ends_a_match_wrongly_or_begins_it_wrongly_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = expression

    def wrong(node: object, body: Body) -> str:
        text = right(node, body)  # type: ignore[arg-type]
        return f"(not {text})" if node == rules_of("long-heron").game.until.expr else text  # type: ignore[union-attr]

    with monkeypatch.context() as patch, pytest.raises(AssertionError):
        check_match(broken("expression", wrong, patch), 1)

    def zeros(module: generate.Module) -> None:
        body = module.body()
        body.line(f"return (0,) * {len(module.game.states)}")
        module.write("lasting", ["chance"], "nothing but noughts", body)

    with monkeypatch.context() as patch, pytest.raises(AssertionError):
        check_match(broken("_lasting", zeros, patch), 1)


def test_a_match_that_keeps_what_should_begin_anew_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def keeping(module: generate.Module) -> None:
        body = module.body()
        body.line("return V if V[1] is not None else (*V[:1], chance, *V[2:])")
        module.write("initial", ["V", "Z", "chance"], "what was there", body)

    with pytest.raises((AssertionError, TypeError, IndexError)):
        check_match(broken("_initial", keeping, monkeypatch), 1)


def test_actions_of_a_match_are_those_of_its_hand() -> None:
    for match, action, _ in random_match(rules_of("long-heron"), 2):
        assert isinstance(action, Action)
        for seat in range(3):
            assert match.actions(seat) == match.position.actions(seat)
        assert match.to_act == match.position.to_act
