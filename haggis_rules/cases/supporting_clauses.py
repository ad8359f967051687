"""Which clauses say what some cards make: what a play that is written out rests on."""

from __future__ import annotations

from collections.abc import Iterator

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


def play_clauses(game: Game, node: nodes.Expr) -> Iterator[str]:
    """Name the clauses that decide what the plays in an expression are."""
    for part in everywhere(node):
        if isinstance(part, nodes.Written):
            yield from pattern_clauses(game, part.pattern)
