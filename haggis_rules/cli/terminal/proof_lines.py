"""What `haggis diff --prove` tells of two variants for one number of players."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

from haggis_rules.analysis.comparison.equal_parts import Order, differing_parts, same_order
from haggis_rules.cli.outputs.differences import OneSidedPlay, PlaysCompared, SamenessJson
from haggis_rules.cli.terminal.output import clear_status, count, show_status, wrapped
from haggis_rules.cli.terminal.solvers import solver_module
from haggis_rules.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Sameness:
    """What is the same of two variants for so many players, and what is not.

    ``plays`` is a ``haggis_verify.analysis.same_plays.Compared``.
    """

    first: str
    second: str
    players: int
    plays: Any
    order: Order | None
    apart: tuple[str, ...]


def sameness(first: Rules, second: Rules, executor: Executor | None) -> Sameness:
    """Compare two variants. Raises ``CallError`` when the solvers are not there."""
    same_plays = solver_module("haggis_verify.analysis.same_plays")
    solvers = solver_module("haggis_verify.solvers.pool")
    solve = solver_module("haggis_verify.solvers.solve")
    with solvers.SolverPool(solve.Limits(), executor) as pool:
        plays = same_plays.compare_plays(first.game, second.game, pool, _progress)
    clear_status()
    order, apart = same_order(first, second), differing_parts(first.game, second.game)
    return Sameness(first.name, second.name, first.players, plays, order, apart)


def lines(found: Sameness) -> Iterator[str]:
    """Tell people."""
    yield f"\nProved for {found.players} players:"
    sentences = [_plays(found), _order(found), _rest(found)]
    yield from (wrapped(one, indent=2, hanging=2) for one in sentences)


def _plays(found: Sameness) -> str:
    plays = found.plays
    match plays.kind:
        case "same":
            words = f"Plays: the same, {count(plays.readings, 'reading')}, by z3 in"
            words += f" {plays.z3:.1f} s and by cvc5 in {plays.cvc5:.1f} s"
            if plays.premises:
                one = plays.without
                words += f"; this rests on {', '.join(plays.premises)}: without it {one.game} alone"
                words += f" would have {one.reading} of {one.cards}"
            return f"{words}."
        case "different":
            play = plays.play
            return f"Plays: {play.game} alone has {play.reading} of {play.cards}; none is shorter."
        case _:
            return f"Plays: not compared, because {plays.reason}."


def _order(found: Sameness) -> str:
    order = found.order
    if order is None:
        return (
            "What beats what: not compared, because in one of them it depends on more than the "
            "plays."
        )
    if order.apart is None:
        return f"What beats what: the same, {order.pairs:,} pairs of plays were compared."
    over, under, name = order.apart
    return f"What beats what: {over} beats {under} in {name} alone."


def _rest(found: Sameness) -> str:
    if found.apart:
        return f"Not compared by proof: {', '.join(found.apart)}."
    if is_same(found):
        return "Everything else is written alike: the two are the same game."
    return "Everything else is written alike."


def is_same(found: Sameness) -> bool:
    """Whether two variants are proved to be the same game."""
    plays, order = found.plays.kind == "same", found.order
    return plays and not found.apart and (order is None or order.apart is None)


def record(found: Sameness) -> SamenessJson:
    """Tell programs."""
    plays, order = found.plays, found.order
    verdict: PlaysCompared = {"verdict": plays.kind}
    match plays.kind:
        case "same":
            verdict["readings"], verdict["resting"] = plays.readings, list(plays.premises)
            verdict["without"] = None if plays.without is None else _play(plays.without)
        case "different":
            verdict["play"] = _play(plays.play)
        case _:
            verdict["reason"] = plays.reason
    return {
        "players": found.players,
        "plays": verdict,
        "order": None if order is None else {"pairs": order.pairs, "apart": order.apart},
        "apart": list(found.apart),
        "same": is_same(found),
    }


def _play(play: Any) -> OneSidedPlay:
    return {"variant": play.game, "reading": play.reading, "cards": play.cards}


def _progress(done: int, readings: int) -> None:
    show_status(f"  {done} of {readings} readings compared")
