"""Rules that a share of some work has for itself, wherever it is done.

Rules remember what they find and count what a question costs, so two threads cannot ask the same
ones at once. In a process of their own, shares of one kind find again what those before have made.
"""

from __future__ import annotations

from typing import NamedTuple

from haggis_rules.engine.rules import Rules
from haggis_rules.executors.shares import OncePerThread


class RulesKey(NamedTuple):
    """Rules, and what rules of one content can differ in."""

    rules: Rules
    checked: bool
    most: int


def rules_key(rules: Rules) -> RulesKey:
    """Return what tells rules apart."""
    return RulesKey(rules, rules.checked, rules.budget.most)


def own_rules(rules: Rules) -> Rules:
    """Return rules like these which only this thread asks."""
    return _own(rules_key(rules))


def _copy(key: RulesKey) -> Rules:
    return Rules(key.rules.game, checked=key.checked, budget=key.most)


_own = OncePerThread(_copy)
