"""The states on which it rests what is wild, and the values that they can have together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TypeAlias

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Audience, Game, Owner, StateVariable, Wild
from haggis_rules.ir.traversal import children
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type

MOST_SETTINGS = 64  # what is wild is worked out, and proved, for each of them

WildSetting: TypeAlias = tuple[int | None, ...]  # a value for each of these states, in their order


def wild_states(game: Game) -> tuple[int, ...]:
    """Return the states that say what is wild, by their indices in order; mostly there are none."""
    return states_of_wilds(game.wilds)


def states_of_wilds(wilds: tuple[Wild, ...]) -> tuple[int, ...]:
    """Return the states that some conditions of wild cards look at, by their indices in order."""
    parts = (part for wild in wilds for part in (wild.when, wild.applies) if part is not None)
    return tuple(sorted({state for part in parts for state in states_in(part)}))


def is_wild_by_state(game: Game, pattern: int) -> bool:
    """Whether it rests on states what is wild in a pattern."""
    return bool(states_of_wilds(tuple(one for one in game.wilds if pattern in one.patterns)))


def states_in(node: nodes.Expr) -> frozenset[int]:
    """Return the states that a condition looks at itself; no word of the text stands in it."""
    here = frozenset({node.state} if isinstance(node, nodes.Get) else ())
    return here.union(*map(states_in, children(node)))


def wild_settings(game: Game) -> tuple[WildSetting, ...]:
    """Return all values that these states can have together: one of none where there are none."""
    kinds = [game.states[state].type for state in wild_states(game)]
    return tuple(product(*(_values(kind, game.size) for kind in kinds)))


def number_of_settings(kinds: list[Type], size: Callable[[Plain], int]) -> int | None:
    """Count the values that states of some types can have together; None where there is no end.

    ``size`` tells how many values a type of the table and the deck has.
    """
    found = 1
    for kind in kinds:
        inner = kind.inner if isinstance(kind, OptionType) else kind
        match inner:
            case NumberType(low=low, high=high):
                if low is None or high is None:
                    return None
                number = high - low + 1
            case ChoiceType(choices=choices):
                number = len(choices)
            case Plain.READING | Plain.COMBINATION:
                return None
            case Plain.TRUTH:
                number = 2
            case Plain():
                number = size(inner)
        found *= number + isinstance(kind, OptionType)
    return found


def is_seen_by_all(state: StateVariable) -> bool:
    """Whether there is one such state for the table, and all see it."""
    return state.audience is Audience.ALL and state.owner is Owner.NOBODY


def _values(kind: Type, size: Callable[[Plain | ChoiceType], int]) -> tuple[int | None, ...]:
    match kind:
        case OptionType(inner=inner):
            return (None, *_values(inner, size))
        case NumberType():
            return tuple(kind.values())
        case Plain.TRUTH:
            return (False, True)
        case ChoiceType() | Plain():
            return tuple(range(size(kind)))
