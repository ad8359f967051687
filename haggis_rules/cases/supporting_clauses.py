"""Which clauses say what cards make, and what words mean: what an example rests on with them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import everywhere


def pattern_clauses(game: Game, pattern: int) -> Iterator[str]:
    """Name the clauses that decide which cards make a pattern."""
    yield game.patterns[pattern].clause
    yield from (wild.clause for wild in game.wilds if pattern in wild.patterns)
    yield from (need.clause for need in game.needs if pattern in need.patterns)
    yield from (group.any_suit for group in game.groups if group.any_suit is not None)
    yield from (game.declared[name] for name in ("ranks", "runs", "suits") if name in game.declared)


def all_pattern_clauses(game: Game) -> Iterator[str]:
    """Name the clauses that decide what cards can make at all."""
    for pattern in range(len(game.patterns)):
        yield from pattern_clauses(game, pattern)


def readings_clauses(game: Game) -> Iterator[str]:
    """Name the clauses that decide of several things which cards are, what limits them first."""
    yield from (need.clause for need in game.needs)
    yield from (wild.clause for wild in game.wilds)
    yield from all_pattern_clauses(game)


def play_clauses(game: Game, node: nodes.Expr) -> Iterator[str]:
    """Name the clauses that decide what the plays in an expression are."""
    for part in everywhere(node):
        if isinstance(part, nodes.Written):
            yield from pattern_clauses(game, part.pattern)


def clauses_behind(game: Game, names: Iterable[str]) -> Iterator[str]:
    """Yield the clauses of all that words mean, the nearest first, by the graph of calls."""
    known, left = set[str](), deque(name for name in names if name in game.definitions)
    while left:
        name = left.popleft()
        if name in known:
            continue
        known.add(name)
        meaning = game.definitions[name]
        yield from (meaning.clause, *(one.clause for one in meaning.exceptions))
        inside = [meaning.base]
        for one in meaning.exceptions:
            inside += [one.when, one.value]
        for part in (part for expr in inside for part in everywhere(expr)):
            if isinstance(part, nodes.Call):
                left.append(part.definition)
            elif isinstance(part, nodes.Get):
                yield game.states[part.state].clause
