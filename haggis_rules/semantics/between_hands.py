"""From hand to hand: what a hand scores, what it leaves behind, and when the match is over.

Everything is read from the state in which the hand ended. Lasting variables alone get new values
between two hands; then it is asked whether the match is over, and if not the next hand is dealt:
zones and all other variables begin anew.
"""

from __future__ import annotations

from typing import cast

from haggis_rules.ir.game import Chance, Game, Owner
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.breach import naming_clause
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment, call, evaluate, holds_true
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.semantics.transition import check_within, effect

LastingValues = tuple[Value | tuple[Value, ...], ...]

FINISHED = "finished"  # the query by which a game says that a hand is over
MOST_HANDS = 1000  # hands in a row that are over as soon as they are dealt


def is_one_hand(game: Game) -> bool:
    """Whether a match is one hand: the rules do not say what happens between two."""
    return not game.between and game.until is None


def scoring(game: Game) -> Owner:
    """Tell whether seats or teams score; nobody, when there are no entries."""
    if not game.scores:
        return Owner.NOBODY
    kind = game.definitions[game.scores[0]].params[0].type
    return Owner.SEAT if kind is Plain.SEAT else Owner.TEAM


def scorers(game: Game) -> int:
    """Count the seats or teams that score; 0 when nobody does."""
    return game.owners(scoring(game)) if game.scores else 0


def scorer_of(game: Game, seat: int) -> int:
    """Return who scores for a seat: itself, or its team."""
    return game.team_of(seat) if scoring(game) is Owner.TEAM else seat


def first_values(
    game: Game, known: GameState, chance: LastingValues, *, lasting: bool
) -> LastingValues:
    """Return all values when those that are lasting, or the others, have got their first.

    ``known`` has the values of the rest and the cards as they lie, and ``chance`` what chance
    decides, in order.
    """
    values, drawn = list(known.values), iter(chance)
    for index, variable in enumerate(game.states):
        if variable.lasting is not lasting:
            continue
        if isinstance(variable.initial, Chance):
            values[index] = next(drawn)
            continue
        with naming_clause(variable.clause):
            value = evaluate(
                variable.initial, Environment(game, GameState(tuple(values), known.zones))
            )
            check_within(variable, value)
        owners = game.owners(variable.owner)
        values[index] = value if variable.owner is Owner.NOBODY else (value,) * owners
    return tuple(values)


def points(
    game: Game, state: GameState, name: str, owner: int, trail: set[str] | None = None
) -> int:
    """Return what an entry of the score sheet is worth to an owner in a state."""
    return cast("int", call(name, (owner,), Environment(game, state, trail=trail)))


def values_after_hand(
    game: Game, state: GameState, trail: set[str] | None = None, budget: Budget | None = None
) -> GameState:
    """Return the state in which lasting variables have what the hand that has ended leaves them.

    Raises a ``Breach`` when the rules are not sound.
    """
    scene = Environment(game, state, trail=trail, budget=budget or Budget(game.name))
    return effect(game.between, scene).state


def is_over(
    game: Game, state: GameState, trail: set[str] | None = None, budget: Budget | None = None
) -> bool:
    """Whether no hand follows, in the state after what happens between hands."""
    if game.until is None:
        return is_one_hand(game)
    scene = Environment(game, state, trail=trail, budget=budget or Budget(game.name))
    scene.note_clause(game.until.clause)
    with naming_clause(game.until.clause):
        return holds_true(game.until.expr, scene)
