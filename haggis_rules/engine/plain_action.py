"""An action as it is pickled: classes would double its length, and how long that takes."""

from __future__ import annotations

from typing import TypeAlias, cast

from haggis_rules.semantics.action import Action
from haggis_rules.semantics.state import Combination, Value

PlainAction: TypeAlias = tuple[str, int, tuple[Value | tuple[object, ...], ...]]


def plain_action(action: Action) -> PlainAction:
    """Return an action as it is pickled."""
    plain = [tuple(one) if isinstance(one, Combination) else one for one in action.arguments]
    return action.name, action.actor, tuple(plain)


def action_again(plain: PlainAction) -> Action:
    """Return an action that was pickled: only a play begins with a tuple, which is its reading."""
    name, actor, arguments = plain
    again: list[Value] = [
        Combination._make(one) if isinstance(one, tuple) and isinstance(one[0], tuple) else one
        for one in cast("tuple[Value, ...]", arguments)
    ]
    return Action(name, actor, tuple(again))
