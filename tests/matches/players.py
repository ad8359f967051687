"""Players who choose by chance; some have a leaning, so that what is rare happens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from haggis_rules.semantics.state import MASK, Combination, size
from tests.matches.seatings import COURTS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from haggis_rules import Action, Cards, Rules

PURE = 0.5  # of the matches: every move is as likely as any other, as ``simulate`` has it
BETTING = 0.03  # how often somebody bets who may, in the other matches
ALIKE = 0.15  # how often all at a table have one leaning
ASTRAY = 0.15  # how often a player with a leaning takes any move


class Leaning(Enum):
    """What a player likes to do."""

    ANYTHING = "takes any move"
    BOMBS = "plays a bomb when he can"
    MANY_CARDS = "plays as many cards as he can"
    COURTS_LAST = "keeps his courts for the end, and goes out with a bomb if he can"
    PASSING = "passes when he can"
    BIDDING = "bids, and gives away, when he can"


@dataclass(frozen=True, slots=True)
class Players:
    """Who sits at the table for one hand; without leanings all goes by chance alone."""

    leanings: tuple[Leaning, ...]
    bomb: int  # the number of the pattern that is a bomb
    courts: Cards  # all bits of them

    def choose(
        self, chance: Random, offered: Mapping[int, Sequence[Action]], held: Sequence[int]
    ) -> Action:
        """Choose what happens next of all that each seat can do; ``held`` counts their cards."""
        if not self.leanings:
            return chance.choice(offered[chance.choice(sorted(offered))])
        bets, others = _parted(offered)
        if bets and (not others or chance.random() < BETTING):
            return chance.choice(bets)
        seat = chance.choice(sorted({one.actor for one in others}))
        own = [one for one in others if one.actor == seat]
        if chance.random() < ASTRAY:
            return chance.choice(own)
        liking = [self._liking(self.leanings[seat], one, held[seat]) for one in own]
        most = max(liking)
        return chance.choice([one for one, much in zip(own, liking, strict=True) if much == most])

    def _liking(self, leaning: Leaning, action: Action, held: int) -> int:
        played = action.arguments[0] if action.name == "play" else None
        cards = played.cards if isinstance(played, Combination) else 0
        bombs = isinstance(played, Combination) and played.reading[0] == self.bomb
        match leaning:
            case Leaning.ANYTHING:
                return 0
            case Leaning.BOMBS:
                return bombs
            case Leaning.MANY_CARDS:
                return size(cards)
            case Leaning.COURTS_LAST:
                return 2 if bombs and size(cards) == held else -bool(cards & self.courts)
            case Leaning.PASSING:
                return action.name in {"pass", "decline"}
            case Leaning.BIDDING:
                return action.name in {"bid", "give"}


def some_players(chance: Random, rules: Rules, bomb: int) -> Players:
    """Assign each seat a leaning for a hand, now and then all the same one."""
    courts, leanings = rules.parse_cards(" ".join(COURTS)) * MASK, list(Leaning)
    chosen = [chance.choice(leanings) for _ in range(rules.players)]
    if chance.random() < ALIKE:
        chosen = chosen[:1] * rules.players
    return Players(tuple(chosen), bomb, courts)


def _parted(offered: Mapping[int, Sequence[Action]]) -> tuple[list[Action], list[Action]]:
    """Part bets, which lie open all the time, from everything else."""
    actions = [one for own in offered.values() for one in own]
    return (
        [one for one in actions if one.name == "bet"],
        [one for one in actions if one.name != "bet"],
    )
