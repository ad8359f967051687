"""How much work the generated Python of a game takes at most, told from its typed form.

Generated Python counts nothing while it runs, so that play is fast. Whoever runs it again and
again, once for each choice or for each step that follows, counts this much each time.
"""

from __future__ import annotations

from collections.abc import Iterable

from haggis_rules.ir.costs import Cost, cost, effect_steps, sizes_of
from haggis_rules.ir.game import Effected, Game
from haggis_rules.ir.nodes import Expr

AT_ONCE = 10  # expressions that generated Python looks at for one unit


class Workload:
    """What the expressions and effects of a game cost at most, in units of a budget."""

    def __init__(self, game: Game) -> None:
        self._sizes, self._words = sizes_of(game), _Words(game)

    def of(self, *expressions: Expr) -> int:
        """Return the units of some expressions together; 0 for what is next to nothing."""
        steps = sum(cost(one, self._words, self._sizes).steps for one in expressions)
        return steps // AT_ONCE

    def doing(self, effects: Iterable[Effected]) -> int:
        """Return the units of some effects together."""
        steps = sum(effect_steps(one.effect, self._words, self._sizes) for one in effects)
        return steps // AT_ONCE


class _Words(dict[str, Cost]):
    """What each definition costs, reckoned when somebody asks; the language has no recursion."""

    def __init__(self, game: Game) -> None:
        self._game, self._sizes = game, sizes_of(game)

    def __missing__(self, name: str) -> Cost:
        definition = self._game.definitions[name]
        inside = [part for one in definition.exceptions for part in (one.when, one.value)]
        parts = [cost(one, self, self._sizes) for one in (definition.base, *inside)]
        found = Cost(max(one.levels for one in parts), sum(one.steps for one in parts))
        self[name] = found
        return found
