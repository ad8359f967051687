"""What two games have in common besides what can be played: the order of plays, and the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from typing import cast

from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import BEATS, is_of_readings_alone
from haggis_rules.ir.canonical import declared_of, named_parts
from haggis_rules.ir.game import Game
from haggis_rules.semantics.state import Reading

# What stands in a text but does not decide how play goes, and what is compared by what it does.
_SAID = {"name", "words", "lineage", "seatings", "promises", "cases", "clauses", "removed"}
_MADE = {"wilds", "needs", "patterns", "declared"}
_PLACE = "clause"


@dataclass(frozen=True, slots=True)
class Order:
    """How many pairs of plays were compared, and one of which only the first or second says so.

    ``apart`` is the play that beats, the other one, and the name of the game that says so.
    """

    pairs: int
    apart: tuple[str, str, str] | None


def same_order(first: Rules, second: Rules) -> Order | None:
    """Compare what beats what, for every two readings that both games have.

    None when one of them does not say what beats what, or not of plays alone.
    """
    if BEATS not in first.queries or BEATS not in second.queries:
        return None
    if not all(is_of_readings_alone(rules.game) for rules in (first, second)):
        return None
    both = _readings(first), _readings(second)
    known = [written for written in both[0] if written in both[1]]
    mine, theirs = _beats(first), _beats(second)
    pairs = 0
    for a in known:
        for b in known:
            pairs += 1
            here = mine((), (), both[0][a], both[0][b])
            if here != theirs((), (), both[1][a], both[1][b]):
                return Order(pairs, (a, b, first.name if here else second.name))
    return Order(pairs, None)


def _readings(rules: Rules) -> dict[str, Reading]:
    return {rules.show(each): each for each in rules.patterns.readings}


def _beats(rules: Rules) -> Callable[..., object]:
    return rules.queries[BEATS]


def differing_parts(first: Game, second: Game) -> tuple[str, ...]:
    """Name the parts of two games that are not written alike, wherever their clauses stand.

    What is promised, and what cards make a combination, is left out.
    """
    mine, theirs = dict(named_parts(first)), dict(named_parts(second))
    names = [name for name in mine if name not in _SAID | _MADE]
    found = [name for name in names if _bare(mine[name]) != _bare(theirs[name])]
    shapes = [
        [(p.name, _bare(p.fields), p.alike, p.ranked) for p in game.patterns]
        for game in (first, second)
    ]
    return tuple(found if shapes[0] == shapes[1] else [*found, "patterns"])


def _bare(value: object) -> object:
    """Return a value without the places in the text where its parts stand."""
    if is_dataclass(value):
        parts = [(name, _bare(one)) for name, one in named_parts(value) if name != _PLACE]
        return declared_of(type(value)).tag, parts
    if isinstance(value, tuple):
        return [_bare(each) for each in cast("tuple[object, ...]", value)]
    if isinstance(value, dict):
        return {key: _bare(each) for key, each in cast("dict[object, object]", value).items()}
    return value
