"""A bot for any game, as somebody writes it who embeds the engine: public names alone, no cast.

``make types`` checks it with mypy and pyright, both strict.
"""

from collections.abc import Sequence
from random import Random

from haggis_rules import Action, MatchState, Play, Rules, Seat


class LowBot:
    """Plays the most cards that it can, of those the lowest, and as few wild cards as it can."""

    def __init__(self, rules: Rules, rng: Random) -> None:
        self.rules, self.rng = rules, rng

    def choose(self, seat: Seat) -> Action:
        """Return what the seat does."""
        offered: Sequence[Action] = seat.actions()
        plays = [(play, action) for action in offered if (play := self.rules.play_of(action))]
        if not plays:
            return self.rng.choice(offered)
        _, best = min(plays, key=lambda one: self.worth(one[0]))
        return best

    def worth(self, play: Play) -> tuple[int, int, int]:
        """Return what plays are compared by; the least is best."""
        ranks = sum(card.rank.number for card in play.cards)
        return len(play.stands_for), -len(play.cards), ranks


def play_match(rules: Rules, seed: int) -> MatchState:
    """Play a match in which each seat is a bot that knows what the seat may know."""
    bots = [LowBot(rules, Random(seed + seat)) for seat in range(rules.players)]
    match = rules.new_match(seed)
    while not match.finished:
        number = match.to_act[0] if match.turn is None else match.turn
        action = bots[number].choose(match.seat(number))
        match = match.apply(action)
    return match
