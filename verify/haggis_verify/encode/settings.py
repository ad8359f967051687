"""What rests on what is wild, as terms: a case for each values of the states that say so."""

from __future__ import annotations

from collections.abc import Callable

from haggis_rules.notation.values import show_value
from haggis_rules.semantics.patterns import Patterns
from haggis_verify.encode.shape import StateShape
from haggis_verify.encode.symbols import Symbol, SymbolicState
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

WildSymbols = tuple[Symbol, ...]  # the values of the states on which it rests what is wild


def wild_symbols(patterns: Patterns, table: SymbolicState) -> WildSymbols:
    """Return the values of those states; nothing where it rests on none."""
    return tuple(table.values[state][0] for state in patterns.states)  # there once, for the table


def by_setting(
    patterns: Patterns,
    states: WildSymbols,
    shape: StateShape,
    claim: Callable[[Patterns], BoolTerm],
) -> BoolTerm:
    """Say of the patterns what is claimed, whichever values the states have.

    The cases leave out no state, so this can be claimed, be taken for granted and be denied alike.
    """
    if not patterns.states:
        return claim(patterns)
    return build.disjunction(
        build.conjunction([is_set(each, states, shape), claim(each)])
        for each in patterns.everywhere
    )


def show_setting(patterns: Patterns) -> str:
    """Write for which values of states patterns are, as `` when level is 5``; nothing for none."""
    game = patterns.game
    pairs = zip(patterns.states, patterns.setting or (), strict=True)
    values = [
        f"{game.states[state].name} is {show_value(game, game.states[state].type, value)}"
        for state, value in pairs
    ]
    return f" when {' and '.join(values)}" if values else ""


def is_set(patterns: Patterns, states: WildSymbols, shape: StateShape) -> BoolTerm:
    """Say that the states have the values for which the patterns are."""
    game = patterns.game
    kinds = (game.states[state].type for state in patterns.states)
    return build.conjunction(
        shape.same(symbol, shape.constant(kind, value))
        for symbol, kind, value in zip(states, kinds, patterns.setting or (), strict=True)
    )
