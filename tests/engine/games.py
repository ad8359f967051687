"""The games that these tests play, and random play."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.action import Action
from tests.games import PLACES as EVERYWHERE
from tests.games import rules_of

__all__ = ["MATCHES", "NAMES", "PLACES", "match_after", "random_hand", "random_match", "rules_of"]

# Small games of one seating, which have what the language has between them.
PLACES = {name: EVERYWHERE[name] for name in ("every-word", "heron", "long-heron")}
NAMES = ("neeps-core", "heron")  # what is played
MATCHES = ("long-heron", "classic for 2", "classic for 3")  # what is played hand after hand


def random_hand(rules: Rules, seed: int) -> Iterator[tuple[Position, Action, Position]]:
    """Play one hand by chance: each position, what was done there, and what came of it."""
    chance, table = Random(seed), rules.new_hand(seed)
    while not table.finished:
        seat = chance.choice(table.to_act)
        action = chance.choice(table.actions(seat))
        after = table.apply(action)
        yield table, action, after
        table = after


def random_match(
    rules: Rules, seed: int, begin: MatchState | None = None
) -> Iterator[tuple[MatchState, Action, MatchState]]:
    """Play one match by chance: each position, what was done there, and what came of it."""
    chance, match = Random(seed), begin or rules.new_match(seed)
    while not match.finished:
        seat = chance.choice(match.to_act)
        action = chance.choice(match.actions(seat))
        after = match.apply(action)
        yield match, action, after
        match = after


def match_after(rules: Rules, seed: int, plies: int) -> MatchState:
    """Return the match after so many actions by chance, or at its end."""
    match = rules.new_match(seed)
    for _, _, after in islice(random_match(rules, seed), plies):
        match = after
    return match
