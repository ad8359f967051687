"""Who plays at each seat of a table, in words: ``greedy`` for all, or ``search:200,greedy``."""

from __future__ import annotations

from typing import NamedTuple

from haggis_rules.ir.game import Game, Owner
from haggis_rules.players.named import PLAYERS, player_named
from haggis_rules.players.player import Player
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.between_hands import scoring

SEARCHER = "search"  # the only player that can be told how far it looks
USUAL_ITERATIONS = 200  # the same with every install, so that results are
MOST_ITERATIONS = 1_000_000


class SeatedPlayer(NamedTuple):
    """A player by its name, and how many hands it plays out for a choice, if it searches."""

    name: str
    iterations: int | None

    def __str__(self) -> str:
        return self.name if self.iterations is None else f"{self.name}:{self.iterations}"


class LineUp(tuple[SeatedPlayer, ...]):
    """The player of each seat, in order."""

    __slots__ = ()

    def __str__(self) -> str:
        return ",".join(map(str, self))

    def players(self, seed: int) -> list[Player]:
        """Return the players themselves, whose chance rests on a seed."""
        return [player_named(one.name, seed=seed, iterations=one.iterations) for one in self]

    def scoring(self, game: Game, owner: int) -> str:
        """Return the player who scores as one owner of points, or all players of a team."""
        if scoring(game) is not Owner.TEAM:
            return str(self[owner])
        return ",".join(str(one) for seat, one in enumerate(self) if game.team_of(seat) == owner)


def read_line_up(text: str, seats: int) -> LineUp:
    """Return who plays at a table with so many seats; one name alone is for all of them.

    Raises ``WrongArgumentError`` for a player that does not exist, and for the wrong number.
    """
    named = [_seated(one.strip()) for one in text.split(",")]
    if len(named) == 1:
        named *= seats
    if len(named) != seats:
        message = f"`{text:.60}` names {len(named)} players, and {seats} play; name one for all "
        raise WrongArgumentError(f"{message}of them, or one for each seat")
    return LineUp(named)


def _seated(text: str) -> SeatedPlayer:
    name, colon, number = text.partition(":")
    if name not in PLAYERS:
        known = ", ".join(f"`{one}`" for one in PLAYERS)
        message = f"there is no player `{text:.40}`; the players are {known}"
        raise WrongArgumentError(message)
    if not colon:
        return SeatedPlayer(name, USUAL_ITERATIONS if name == SEARCHER else None)
    if name != SEARCHER:
        message = f"`{text:.40}`: only `{SEARCHER}` takes a number, of hands to play out"
        raise WrongArgumentError(message)
    if not (number.isdecimal() and len(number) <= len(str(MOST_ITERATIONS))):
        number = "0"
    if not 1 <= int(number) <= MOST_ITERATIONS:
        message = f"`{text:.40}`: a search plays out 1 to {MOST_ITERATIONS:,} hands for a choice"
        raise WrongArgumentError(message)
    return SeatedPlayer(name, int(number))
