"""Matches played by chance, to see whether play comes to where a promise is broken."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from haggis_rules.engine.action import Action
from haggis_rules.engine.game import Rules
from haggis_rules.engine.table import Table
from haggis_rules.run.breach import Breach
from haggis_verify.moments import OWN_BREACHES, Moment, shown_at
from haggis_verify.verdicts import Reached

MOST_ACTIONS = 500  # in one match, should the rules let a hand go on for ever
MOST_HANDS = 3  # of one match: what only goes wrong in a later hand does so in the next mostly


@dataclass
class Played:
    """A match as far as it went: its moments, each with its hand and the actions before it."""

    seed: int
    hand: int = 1
    moments: list[tuple[int, int, Moment]] = field(default_factory=list[tuple[int, int, Moment]])
    actions: list[str] = field(default_factory=list[str])
    breach: Breach | None = None

    def note(self, table: Table, seen: int | None = None) -> int:
        """Note what happened at a table after so many events, and give how many there are now.

        Without ``seen`` the cards have just been dealt.
        """
        if seen is None:
            self.moments.append((self.hand, len(self.actions), Moment(table.start)))
        states = [table.start, *(event.state for event in table.history)]
        for before, after in list(pairwise(states))[seen or 0 :]:
            self.moments.append((self.hand, len(self.actions), Moment(after, before)))
        return len(table.history)


@dataclass
class Hands:
    """So many matches, each begun once and looked at for each promise."""

    rules: Rules
    count: int
    _played: list[Played] = field(default_factory=list[Played])

    def search(self, name: str, form: object) -> Reached | None:
        """Find the first moment at which the promise is broken."""
        for seed in range(self.count):
            if seed == len(self._played):
                self._played.append(play(self.rules, seed))
            played = self._played[seed]
            for hand, done, moment in played.moments:
                shown = shown_at(name, form, moment, self.rules.patterns)
                if shown:
                    return Reached(seed, tuple(played.actions[:done]), shown, hand)
            if isinstance(played.breach, OWN_BREACHES.get(name, ())):
                return Reached(seed, tuple(played.actions), str(played.breach), played.hand)
        return None


def play(rules: Rules, seed: int) -> Played:
    """Play a match, each action drawn from those of a seat that can act.

    It is left after ``MOST_HANDS`` hands or ``MOST_ACTIONS`` actions.
    """
    played, chance = Played(seed), Random(seed)  # noqa: S311
    try:
        match = rules.new_match(seed)
        seen = played.note(match.table)
        while len(played.actions) < MOST_ACTIONS:
            action = next(_drawn(match.table, chance), None)
            if match.finished or action is None:
                break
            played.actions.append(f"seat {action.actor + 1}: {rules.show_action(action)}")
            match = match.apply(action)
            if match.hand == played.hand and not match.finished:
                seen = played.note(match.table, seen)
                continue
            assert match.last_hand is not None  # noqa: S101 - a hand has ended
            played.note(match.last_hand, seen)
            if match.finished or match.hand > MOST_HANDS:
                break
            played.hand = match.hand
            seen = played.note(match.table)
    except Breach as fault:
        played.breach = fault
    return played


def _drawn(table: Table, chance: Random) -> Iterator[Action]:
    """Draw a seat that can act, and then one of its actions."""
    seats = list(range(table.rules.game.seats))
    chance.shuffle(seats)
    for seat in seats:
        actions = table.actions(seat)
        if actions:
            yield chance.choice(actions)
