"""How often each kind of action and each clause was reached.

A clause is *looked at* when what happens rests on it: the trail of the evaluator names it for the
deal, an action, a step, the end of a hand, or a promise that was looked at. An exception *held*
when its case did; a clause *refused* what somebody was not allowed. A clause of which
nothing can be looked at is reached when what its words speak of happens.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from haggis_rules.codegen.compiled import Expressions
from haggis_rules.ir.game import CombinationParam, FreeParam
from haggis_rules.ir.types import ChoiceType, Plain
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.state import Combination
from tests.matches.happenings import (
    CARDS_LEFT,
    HAPPENINGS,
    READ_IN_SEVERAL_WAYS,
    SECOND_OUT,
    SENT,
    UNPAID,
    WON_BY_BOMB,
)
from tests.matches.seatings import MOST_LOADED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from haggis_rules import Action, Reading, Rules
    from haggis_rules.ir.game import Game, Param, Pattern
    from haggis_rules.semantics.state import GameState, Value
    from tests.matches.seatings import Seating

Holds: TypeAlias = "Callable[[GameState, None, dict[str, Value]], object]"

# Clauses of which nothing formal can be looked at in play, and what shows that play came to what
# they say. `sides.three` defines who is a partner, and with three players nothing asks for that.
WORDS_ALONE = {
    "hand.count": CARDS_LEFT,
    "readings.chosen": READ_IN_SEVERAL_WAYS,
    "passing.convention": SENT,
    "capture.bomb": WON_BY_BOMB,
    "score.slam.three": SECOND_OUT,
    "sides.three": WON_BY_BOMB,
    "score.beaten": UNPAID,
}


@dataclass(slots=True)
class Reached:
    """Counts by name. ``checks`` has how often each kind of check was made."""

    actions: Counter[str] = field(default_factory=Counter[str])
    looked: Counter[str] = field(default_factory=Counter[str])
    held: Counter[str] = field(default_factory=Counter[str])
    refused: Counter[str] = field(default_factory=Counter[str])
    happened: Counter[str] = field(default_factory=Counter[str])
    checks: Counter[str] = field(default_factory=Counter[str])

    def to_json(self) -> dict[str, dict[str, int]]:
        """Return all counts."""
        return {name: dict(getattr(self, name)) for name in self.__slots__}

    def add(self, counts: dict[str, dict[str, int]]) -> None:
        """Add counts that were written down."""
        for name in self.__slots__:
            getattr(self, name).update(counts[name])


class Exceptions:
    """The cases of a game in which a word has another value, and whether one holds."""

    def __init__(self, rules: Rules) -> None:
        made, self._rules = Expressions(rules.game), rules
        self._all: list[tuple[str, tuple[Param, ...], Holds]] = [
            (
                one.clause,
                definition.params,
                made.function(one.when, [param.name for param in definition.params]),
            )
            for definition in rules.game.definitions.values()
            for one in definition.exceptions
        ]

    def held(
        self, state: GameState, looked: Iterable[str], readings: tuple[Reading, ...]
    ) -> Iterator[str]:
        """Name the clauses, of those looked at, of an exception that held for anybody."""
        known = set(looked)
        for clause, params, holds in self._all:
            if clause in known:
                names = [param.name for param in params]
                for values in product(*(self._domain(param, readings) for param in params)):
                    if _holds(holds, state, dict(zip(names, values, strict=True))):
                        yield clause
                        break

    def _domain(self, param: Param, readings: tuple[Reading, ...]) -> Iterable[Value]:
        if param.type is Plain.READING:
            return readings
        assert isinstance(param.type, Plain)
        return range(self._rules.game.size(param.type))


@lru_cache(maxsize=MOST_LOADED)
def exceptions_of(rules: Rules) -> Exceptions:
    """Return the exceptions of a game, made once."""
    return Exceptions(rules)


def kinds(game: Game) -> set[str]:
    """Name every kind of action: by its words to choose from, and plays by their patterns."""
    found: set[str] = set()
    for action in game.actions:
        choices: list[list[str]] = [[action.name]]
        for param in action.params:
            if isinstance(param, CombinationParam):
                choices.append([kind for one in game.patterns for kind in _kinds_of_plays(one)])
            elif isinstance(param, FreeParam) and isinstance(param.type, ChoiceType):
                choices.append([*param.type.choices])
        found |= {" ".join(one) for one in product(*choices)}
    return found


def kind_of(rules: Rules, action: Action) -> str:
    """Name the kind of an action."""
    words = [action.name]
    for param, value in zip(rules.game.action(action.name).params, action.arguments, strict=True):
        if isinstance(value, Combination):
            pattern = rules.game.patterns[value.reading[0]]
            shown = rules.show(value.reading)
            words.append(shown if shown in _kinds_of_plays(pattern) else pattern.name)
        elif isinstance(param, FreeParam) and isinstance(param.type, ChoiceType):
            assert isinstance(value, int)
            words.append(param.type.choices[value])
    return " ".join(words)


def unreached(games: Iterable[Game], reached: Reached) -> list[str]:
    """Name the kinds of action and the clauses of some games that were never reached."""
    missing: dict[str, None] = {}
    for game in games:
        clauses = {clause for clause in game.clauses if not reached.looked[clause]}
        shown = {c for c in clauses if reached.happened[WORDS_ALONE.get(c, "")]}
        missing |= dict.fromkeys(f"clause {one}" for one in sorted(clauses - shown))
        missing |= dict.fromkeys(
            f"action `{kind}`" for kind in sorted(kinds(game)) if not reached.actions[kind]
        )
    return [*missing]


def unhappened(seating: Seating, reached: Reached) -> list[str]:
    """Name what can happen in a seating, is rare, and never did."""
    can = (what for what, can in HAPPENINGS.items() if can(seating))
    return [what for what in can if not reached.happened[what]]


def _kinds_of_plays(pattern: Pattern) -> list[str]:
    """Name a pattern, or each of its readings when these are words to choose from."""
    words = [one.type.choices for one in pattern.fields if isinstance(one.type, ChoiceType)]
    if len(words) < len(pattern.fields):
        return [pattern.name]
    names = [one.name for one in pattern.fields]
    chosen = (dict(zip(names, one, strict=True)) for one in product(*words))
    return [pattern.notation.format(**one) for one in chosen]


def _holds(holds: Holds, state: GameState, names: dict[str, Value]) -> bool:
    try:
        return bool(holds(state, None, names))
    except Breach:
        return False
