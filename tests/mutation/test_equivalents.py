"""What is argued to mean the same plays as the rules do; what is let pass is another game."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, shipped, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import OriginalRules, mutants
from haggis_rules.mutation.equivalents import mutant_reasons
from haggis_rules.mutation.mutants import Mutant
from haggis_rules.semantics.action import Action

SEED = 1
MOST = 120  # actions of one match that are compared
QUICK = {("cats", "match.lead/1: after to before"), ("cats", "match.end/1: every to some")}
OTHER = "score.cards/2: captured to hand"  # points for other cards, so that other figures come out


@cache
def original(variant: str) -> OriginalRules:
    return OriginalRules.of(lineage(source_of(variant)))


@cache
def named(variant: str) -> dict[str, Mutant]:
    whole = original(variant)
    return {one.name: one for one in mutants(whole.line, whole.games)}


def changed_games(variant: str, mutant: str) -> tuple[Game, ...]:
    whole = original(variant)
    games, faults = lower_everywhere((*whole.line[:-1], named(variant)[mutant].file))
    assert not faults
    return tuple(games)


def difference(one: Game, other: Game) -> str:
    """Play a match of both side by side, and tell what first differs; nothing if nothing does."""
    rules, twins = Rules(one), Rules(other)
    match, twin, chance = rules.new_match(SEED), twins.new_match(SEED), Random(SEED)
    for _ in range(MOST):
        if (told := seen(match)) != seen(twin):
            return f"{told} and {seen(twin)}"
        here, there = offered(match.position), offered(twin.position)
        if here != there and worded(match.position, here) != worded(twin.position, there):
            return f"what can be done after {told}"
        if match.finished or not here:
            break
        action = chance.choice(here)
        words = match.position.rules.show_action(action)
        again = next(  # most often the very same, which is looked at first
            each
            for each in (action, *there)
            if (each.actor, twins.show_action(each)) == (action.actor, words)
        )
        match, twin = match.apply(action), twin.apply(again)
    return ""


def offered(table: Position) -> list[Action]:
    """Return all that can be done."""
    return [action for seat in table.to_act for action in table.actions(seat)]


def worded(table: Position, actions: list[Action]) -> set[str]:
    """Return actions as players write them, however their choices are kept."""
    return {f"{action.actor}: {table.rules.show_action(action)}" for action in actions}


def seen(match: MatchState) -> tuple[object, ...]:
    """Return what players see of a match, without how it is kept."""
    last = match.last_hand
    ended = None if last is None else tuple(map(repr, scored(last)))
    return match.hand, match.finished, match.position.to_act, match.position.state.zones, ended


def scored(table: Position) -> Iterator[object]:
    """Yield the points of each entry of the score sheet."""
    game = table.rules.game
    owners = range(len(game.teams) or game.seats)
    for name in game.scores:
        yield from (table.query(name, owner) for owner in owners if name in table.rules.queries)


LONG = [pytest.mark.slow, pytest.mark.long]  # each lowers a whole text and plays it twice
ARGUED = [
    pytest.param(variant, mutant, marks=[] if (variant, mutant) in QUICK else LONG)
    for variant in shipped()
    for mutant in mutant_reasons(variant, variant).equivalent
]


@pytest.mark.parametrize(("variant", "mutant"), ARGUED)
def test_what_is_argued_to_mean_the_same_plays_the_same(variant: str, mutant: str) -> None:
    pairs = list(zip(original(variant).games, changed_games(variant, mutant), strict=True))
    assert pairs
    for one, other in pairs:
        assert not difference(one, other)


def test_a_change_that_means_something_else_is_seen_to_play_otherwise() -> None:
    (game,) = original("cats").games
    (changed,) = changed_games("cats", OTHER)
    assert difference(game, changed)


@pytest.mark.parametrize(
    "variant", ["wikipedia", *(pytest.param(one, marks=LONG) for one in ("classic", "tatties"))]
)
def test_what_is_let_pass_can_be_agreed_on_otherwise(variant: str) -> None:
    waived = mutant_reasons(variant, variant).waived
    assert waived
    for mutant in waived:
        changed = changed_games(variant, mutant)
        kept = [game.options for game in original(variant).games]
        assert [game.options for game in changed] != kept
