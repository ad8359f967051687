"""Matches played by chance, to see whether play comes to where a promise is broken."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.records.writer import text_of
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream, shuffled
from haggis_rules.semantics.state import GameState
from haggis_rules.verdicts.model import Reached
from haggis_verify.counterexample.description import action_lines
from haggis_verify.counterexample.moments import OWN_BREACHES, Moment, WatchedPromise, moments
from haggis_verify.counterexample.shrink import Shrinker

MOST_ACTIONS = 500  # in one match, should the rules let a hand go on for ever
MOST_HANDS = 3  # of one match: what only goes wrong in a later hand does so in the next mostly
PATIENCE = 2000  # first hands that are played fast, when it matters that a breach is found
FURTHER = 10  # times as many first hands as matches, where no helpers would prove the promise

Suspect = Callable[[GameState, GameState | None], bool]


@dataclass
class ReachedMatch:
    """A match as far as it went: its moments, each with its hand and the actions before it.

    ``actions`` has each action with its hand and the state in which it was taken.
    """

    seed: int
    hand: int = 1
    moments: list[tuple[int, int, Moment]] = field(default_factory=list[tuple[int, int, Moment]])
    actions: list[tuple[int, GameState, Action]] = field(
        default_factory=list[tuple[int, GameState, Action]]
    )
    breach: Breach | None = None

    def note(self, table: Position, seen: int | None = None) -> int:
        """Note what happened at a table after so many events, and give how many there are now.

        Without ``seen`` the cards have just been dealt.
        """
        if seen is None:
            self.moments.append((self.hand, len(self.actions), Moment(table.start)))
        states = [table.start, *(event.state for event in table.history)]
        for before, after in list(pairwise(states))[seen or 0 :]:
            for moment in moments(table.rules.game, after, before):
                self.moments.append((self.hand, len(self.actions), moment))
        return len(table.history)


@dataclass
class Hands:
    """So many matches, each begun once and looked at for each promise."""

    rules: Rules
    count: int
    _played: list[ReachedMatch] = field(default_factory=list[ReachedMatch])

    # A random search, not a proof of anything: what it does not find may still be there. Seeds
    # count from 0, so each run plays the same matches, and each is played once for all promises.
    def search(self, name: str, form: object) -> Reached | None:
        """Find the first moment of the matches at which the promise is broken."""
        watched = WatchedPromise(name, form, self.rules.patterns)
        for seed in range(self.count):
            if seed == len(self._played):
                self._played.append(play_hand(self.rules, seed))
            played = self._played[seed]
            for hand, done, moment in played.moments:
                breach = watched.breach(moment)
                if breach:
                    return self._reached(played, hand, done, breach, watched)
            if isinstance(played.breach, OWN_BREACHES.get(name, ())):
                return self._reached(
                    played, played.hand, len(played.actions), str(played.breach), watched
                )
        return None

    def search_first_hands(self, name: str, form: object, many: int) -> Reached | None:
        """Find a moment of so many first hands, played fast, at which the promise is broken."""
        watched = WatchedPromise(name, form, self.rules.patterns)
        suspect = _suspect(self.rules, form) if many else _always
        found = (self._in_first_hand(seed, suspect, watched) for seed in range(many))
        return next((one for one in found if one is not None), None)

    def _in_first_hand(
        self, seed: int, suspect: Suspect, watched: WatchedPromise
    ) -> Reached | None:
        """Play the first hand of a match fast, up to a moment at which the promise is broken."""
        game, between_hands = self.rules.game, watched.between_hands
        played = ReachedMatch(seed)
        try:
            before: GameState | None = None
            state = self.rules.new_match(seed).position.state
            for action, after in random_playout(self.rules, state, seed, idle(self.rules, seed)):
                if action is not None and before is not None:
                    played.actions.append((1, before, action))
                if suspect(after, before):
                    for moment in moments(game, after, before, between_hands=between_hands):
                        breach = watched.breach(moment)
                        if breach:
                            return self._reached(played, 1, len(played.actions), breach, watched)
                before = after
        except Breach:
            return None  # which is another promise's, and was looked for above
        return None

    def _reached(
        self, played: ReachedMatch, hand: int, done: int, breach: str, watched: WatchedPromise
    ) -> Reached:
        """Tell of a match up to its breach."""
        taken = played.actions[:done]
        here = [(state, action) for at, state, action in taken if at == hand]
        states, actions = [state for state, _ in here], [action for _, action in here]
        small = Shrinker(self.rules).smallest(states, actions, watched)
        whole = [action for _, _, action in taken]
        lines, record = action_lines(self.rules, whole), _record(self.rules, played.seed, whole)
        return Reached(played.seed, lines, breach, hand, small, record)


def _record(rules: Rules, seed: int, actions: list[Action]) -> tuple[str, ...]:
    """Return the record of a match as far as the rules can be run: nothing if not to its start."""
    match: MatchState | None = None
    try:
        match = rules.new_match(seed)
        for action in actions:
            match = match.apply(action)
    except Breach:
        pass  # it is told beside the record
    return () if match is None else tuple(text_of(match).splitlines())


def _suspect(rules: Rules, form: object) -> Suspect:
    """Return a quick look at a moment, which sees at least every breach."""
    match form:
        case ir.Always(claim=claim) | ir.AtRest(claim=claim) | ir.EachMove(claim=claim):
            holds = Expressions(rules.game).function(claim)
        case _:
            return _always

    def suspect(state: GameState, before: GameState | None) -> bool:
        try:
            return not holds(state, before if isinstance(form, ir.EachMove) else None, {})
        except Breach:
            return True

    return suspect


def idle(rules: Rules, seed: int) -> list[int]:
    """Choose who only looks on in a hand: nobody in every other, and all but one in some."""
    seats = range(rules.game.seats)
    chance = random_stream(seed, StreamPurpose.SEARCH)
    return shuffled(list(seats), chance)[: pick(seats, chance)] if seed % 2 else []


def _always(_state: GameState, _before: GameState | None) -> bool:
    return True


def play_hand(rules: Rules, seed: int) -> ReachedMatch:
    """Play a match, each action drawn from those of a seat that can act.

    It is left after ``MOST_HANDS`` hands or ``MOST_ACTIONS`` actions.
    """
    played, chance = ReachedMatch(seed), random_stream(seed, StreamPurpose.SEARCH)
    try:
        match = rules.new_match(seed)
        seen = played.note(match.position)
        while len(played.actions) < MOST_ACTIONS:
            action = draw_action(match.position, chance)
            if match.finished or action is None:
                break
            played.actions.append((played.hand, match.position.state, action))
            match = match.apply(action)
            if match.hand == played.hand and not match.finished:
                seen = played.note(match.position, seen)
                continue
            assert match.last_hand is not None  # noqa: S101 - a hand has ended
            played.note(match.last_hand, seen)
            if match.finished or match.hand > MOST_HANDS:
                break
            played.hand = match.hand
            seen = played.note(match.position)
    except Breach as fault:
        played.breach = fault
    return played


def draw_action(table: Position, chance: Random) -> Action | None:
    """Draw a seat that can act, and then one of its actions; None when nobody can."""
    for seat in shuffled(list(range(table.rules.game.seats)), chance):
        decided = table.decisions(seat)
        if decided:
            return table.by_chance(pick(decided, chance), chance)
    return None
