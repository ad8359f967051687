"""The other players of a match, as a call names them."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence

from haggis_rules.cli.terminal.output import CallError, note
from haggis_rules.engine.match import MatchState
from haggis_rules.players.named import player_named
from haggis_rules.players.player import Player
from haggis_rules.players.search import has_module
from haggis_rules.semantics.asking import WrongArgumentError

SEARCH = "search"
MOST_SECONDS = 3600


def opponents_of(parsed: argparse.Namespace, match: MatchState) -> Sequence[Player | None] | None:
    """Return the player of each seat, None for that of the caller; None when none are named.

    ``parsed`` has ``seat``, ``opponents`` and ``seconds``. Raises ``CallError`` for a player that
    does not exist, for the wrong number of them, and for a time that is none.
    """
    if parsed.opponents is None:
        if parsed.seconds is not None:
            raise CallError("missing-choice", "--seconds needs a player that searches", _SAY)
        return None
    names, others = parsed.opponents.split(","), match.rules.players - 1
    if len(names) == 1:
        names *= others
    if len(names) != others:
        message = f"{len(names)} opponents are named, and {others} play against you"
        raise CallError("bad-opponents", message, "name one for all of them, or one for each seat")
    if parsed.seconds is not None:
        _check_seconds(parsed.seconds, names)
    if SEARCH in names and not has_module():
        note("search looks less far without the extra: pip install haggis-rules[fast]")
    seed = match.seed or 0
    try:
        players = [player_named(one.strip(), seed=seed, seconds=parsed.seconds) for one in names]
    except WrongArgumentError as fault:
        raise CallError("bad-opponents", str(fault)) from fault
    return [*players[: parsed.seat - 1], None, *players[parsed.seat - 1 :]]


_SAY = "add --opponents search"


def _check_seconds(seconds: float, names: Sequence[str]) -> None:
    if SEARCH not in names:
        raise CallError("missing-choice", "--seconds needs a player that searches", _SAY)
    if not (math.isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        message = f"--seconds must be positive and no more than {MOST_SECONDS:,}, not {seconds:g}"
        raise CallError("bad-number", message)
