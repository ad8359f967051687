"""Whether each part of a clause is used: in a match played by chance, or in an example of the text.

That there is such a hand is shown by the hand itself, and so nobody has to be asked. That there is
none is not shown by not finding one: a part that was not found is told as that.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.cases.runner import run
from haggis_rules.cases.type_check import typed
from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import take_unchecked
from haggis_rules.ir import game as ir
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import (
    is_one_hand,
    is_over,
    points,
    scorers,
    values_after_hand,
)
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate, holds_true
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import follow, waiting
from haggis_rules.verdicts.model import ClauseUse, Dead, PromiseCoverage, Unused
from haggis_verify.analysis.instrument import InstrumentedGame, instrument
from haggis_verify.encode.between_hands import OVER, says_when_over

COVERED = "auto.used"
FIRST = 8  # first hands that are played before the examples are
MATCHES = 60  # and in all, as long as something is not found yet


def measure_coverage(rules: Rules, matches: int = MATCHES) -> PromiseCoverage | Unused:
    """Find for each part of a clause what uses it."""
    search = _CoverageSearch(rules, instrument(rules.game))
    played = search.hands(0, min(FIRST, matches))
    examples = sum(search.example(case) for case in rules.game.cases if search.left)
    played = search.hands(played, matches)
    uses = tuple(search.found[mark] for mark in search.instrumented.parts if mark in search.found)
    does = {use.piece.clause for use in uses}
    left = {mark: search.instrumented.parts[mark] for mark in search.left}
    idle = {mark for mark, piece in left.items() if piece.effect and piece.clause in does}
    dead = tuple(Dead(piece, search.place(m)) for m, piece in left.items() if m not in idle)
    if dead:
        return Unused(dead, uses, played, examples)
    return PromiseCoverage(uses, tuple(left.values()))


@dataclass
class _CoverageSearch:
    """What was found so far. Everything is evaluated in the instrumented game."""

    rules: Rules
    instrumented: InstrumentedGame
    found: dict[str, ClauseUse] = field(default_factory=dict[str, ClauseUse])

    def __post_init__(self) -> None:
        self.game = self.instrumented.game
        self.patterns = Patterns(self.game)

    @property
    def left(self) -> list[str]:
        """Name what is not found yet."""
        return [mark for mark in self.instrumented.parts if mark not in self.found]

    def place(self, mark: str) -> str:
        """Tell where the clause of a part is written."""
        clause = self.rules.game.clauses[self.instrumented.parts[mark].clause]
        return clause.path if clause.span is None else f"{clause.path}:{clause.span.line}"

    def _note(self, trail: set[str], seed: int | None, actions: int, example: str = "") -> None:
        for mark in trail - self.found.keys():
            if mark in self.instrumented.parts:
                self.found[mark] = ClauseUse(self.instrumented.parts[mark], seed, actions, example)

    def example(self, case: ir.Case) -> bool:
        """Play an example through; nothing when it gives no position, or cannot be played."""
        try:
            outcome = run(self.rules, typed(self.rules, case))
        except (RuleError, SeveralFaultsError):
            return False
        if outcome.start is None or outcome.stopped is not None:
            return False
        trail: set[str] = set()
        state = outcome.start
        try:
            for _, turn in follow(self.game, state, trail):
                state = turn.state
            for stage in outcome.stages:
                for done in stage.done:
                    state = self._take(state, done.action, trail)
            self._note_end(state, trail)
        except Breach:
            pass  # which is another promise's
        self._note(trail, None, 0, case.words)
        return True

    def hands(self, first: int, last: int) -> int:
        """Play matches with these seeds while something is left; give the seed to go on with."""
        while self.left and first < last:
            self.hand(first)
            first += 1
        return first

    def hand(self, seed: int) -> None:
        """Play the first hand of a match by chance."""
        trail, actions = set[str](), 0
        try:
            match = self.rules.new_match(seed)
            state = match.position.state
            self._note_deal(match, trail)
            for action, after in random_playout(self.rules, state, seed):
                if action is not None:
                    self._note(trail, seed, actions)
                    trail = set[str]()
                    actions += 1
                    self._take(state, action, trail)
                    self._note(trail, seed, actions)
                state = after
            self._note_end(state, trail)
        except Breach:
            pass
        self._note(trail, seed, actions)

    def _note_deal(self, match: MatchState, trail: set[str]) -> None:
        """Note what first values rest on."""
        scene = Environment(self.game, match.position.start, trail=trail)
        for state in self.game.states:
            if not isinstance(state.initial, ir.Chance):
                evaluate(state.initial, scene)
        waiting(self.game, match.position.start, trail)

    def _take(self, state: GameState, action: Action, trail: set[str]) -> GameState:
        """Take an action and what follows."""
        for entry in take_unchecked(self.patterns, state, action):
            trail |= set(entry.clauses)
            state = entry.state
        return state

    def _note_end(self, state: GameState, trail: set[str]) -> None:
        """Note what the end of a hand rests on, if this is one."""
        game = self.game
        scene = Environment(game, state, trail=trail)
        if not says_when_over(game) or not holds_true(OVER, scene):
            return
        for name in game.scores:
            for owner in range(scorers(game)):
                points(game, state, name, owner, trail)
        if not is_one_hand(game):
            is_over(game, values_after_hand(game, state, trail), trail)
