"""Hands played by chance, to see whether play comes to where a promise is broken."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules
from haggis_rules.engine.table import Table
from haggis_rules.run.breach import Breach
from haggis_verify.moments import OWN_BREACHES, Moment, shown_at
from haggis_verify.verdicts import Reached

MOST_ACTIONS = 500  # in one hand, should the rules let it go on for ever


@dataclass
class Hand:
    """A hand as far as it went: its moments, each with the number of actions before it."""

    seed: int
    moments: list[tuple[int, Moment]] = field(default_factory=list[tuple[int, Moment]])
    actions: list[str] = field(default_factory=list[str])
    breach: Breach | None = None


@dataclass
class Hands:
    """So many hands, played once and looked at for each promise."""

    rules: Rules
    count: int
    _played: list[Hand] = field(default_factory=list[Hand])

    def search(self, name: str, form: object) -> Reached | None:
        """Find the first moment at which the promise is broken."""
        for seed in range(self.count):
            if seed == len(self._played):
                self._played.append(play(self.rules, seed))
            hand = self._played[seed]
            for done, moment in hand.moments:
                shown = shown_at(name, form, moment, self.rules.patterns)
                if shown:
                    return Reached(seed, tuple(hand.actions[:done]), shown)
            if isinstance(hand.breach, OWN_BREACHES.get(name, ())):
                return Reached(seed, tuple(hand.actions), str(hand.breach))
        return None


def play(rules: Rules, seed: int) -> Hand:
    """Play a hand, each action drawn from those of a seat that can act."""
    hand, chance = Hand(seed), Random(seed)  # noqa: S311
    try:
        table = rules.new_hand(seed)
        hand.moments.append((0, Moment(table.start)))
        seen, before = 0, table.start
        while True:
            for event in table.history[seen:]:
                hand.moments.append((len(hand.actions), Moment(event.state, before)))
                before = event.state
            seen = len(table.history)
            action = next(_drawn(table, chance), None)
            if action is None or len(hand.actions) == MOST_ACTIONS:
                return hand
            hand.actions.append(f"seat {action.actor + 1}: {rules.show_action(action)}")
            table = table.apply(action)
    except Breach as fault:
        hand.breach = fault
        return hand


def _drawn(table: Table, chance: Random) -> Iterator[Action]:
    """Draw a seat that can act, and then one of its actions."""
    seats = list(range(table.rules.game.seats))
    chance.shuffle(seats)
    for seat in seats:
        actions = table.actions(seat)
        if actions:
            yield chance.choice(actions)
