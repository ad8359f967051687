"""A bot for any game, as somebody writes it who embeds the engine: public names alone, no cast.

``make types`` checks it with mypy and pyright, both strict.
"""

from haggis_rules import Action, MatchState, Play, Rules, Seat, next_action


class LowBot:
    """Plays the most cards that it can, of those the lowest, and as few wild cards as it can."""

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return what the seat does, or None to let others act first."""
        if may_wait:
            return None
        offered, play_of = door.actions(), door.rules.play_of
        plays = [(play, action) for action in offered if (play := play_of(action))]
        if not plays:
            return offered[-1]
        _, best = min(plays, key=lambda one: self.worth(one[0]))
        return best

    def worth(self, play: Play) -> tuple[int, int, int]:
        """Return what plays are compared by; the least is best."""
        ranks = sum(card.rank.number for card in play.cards)
        return len(play.stands_for), -len(play.cards), ranks


def play_match(rules: Rules, seed: int) -> MatchState:
    """Play a match in which each seat is a bot that knows what the seat may know."""
    match, bots = rules.new_match(seed), [LowBot() for _ in range(rules.players)]
    while not match.finished:
        match = match.apply(next_action(match, bots))
    return match


def beaten(match: MatchState) -> list[int]:
    """Return the seats that have lost a match, in the order of their scores, the best first."""
    lost = [seat for seat in range(match.rules.players) if seat not in match.winners]
    return sorted(lost, key=lambda seat: -match.scores_by_seat[seat])
