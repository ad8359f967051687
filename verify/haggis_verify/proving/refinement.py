"""Plays as they are, for a proof that fails only because any cards stand for a play.

Counterexample-guided abstraction refinement (Clarke et al. 2000). A move takes any cards for a
combination, which is quick to ask and mostly enough. Where a case breaks an obligation with cards
that are no play, and none of some real plays breaks it, the pattern of that case is said exactly
(``patterns.exact_plays``) and both solvers are asked again, until they say no, or the play in the
case is one. Each round says one more pattern, so there are no more rounds than patterns and plays.

That cards that make a reading by the definition make it by counting is then part of the proof:
``lemma`` asks both solvers for it, reading by reading, and the verdict lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from haggis_rules.semantics.patterns import Patterns, show_reading
from haggis_rules.verdicts.model import Disagree, DischargedObligation, How, Unknown
from haggis_verify.encode.settings import wild_symbols
from haggis_verify.encode.shape import is_pattern
from haggis_verify.encode.symbols import SymbolicCombination
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.patterns.candidate_plays import is_real
from haggis_verify.patterns.exact_plays import (
    PlayChoice,
    exact_play,
    made_play,
    readings_of_pattern,
)
from haggis_verify.patterns.questions import (
    TO_COUNTING,
    PatternQuery,
    to_counting_in_parts,
    to_counting_whole,
)
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import NotEntailed, SolverOutcome, model_in
from haggis_verify.terms.nodes import Assignment, BoolTerm
from haggis_verify.terms.smtlib import script

Ask = Callable[[tuple[BoolTerm, ...]], SolverOutcome]  # gets what is said of the plays as well
Lemma = DischargedObligation | Unknown | Disagree
OfPattern = tuple[PlayChoice, int]  # a play, and a pattern that it may be of


@dataclass(frozen=True, slots=True)
class RefinedOutcome:
    """What comes of a question once plays are said exactly, where that is needed.

    ``exact`` says it, and ``patterns`` are those of which it does.
    """

    outcome: SolverOutcome
    exact: tuple[BoolTerm, ...] = ()
    patterns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayRefinement:
    """Says plays of one game exactly, and shows that this is right."""

    matter: EncodedGame
    solvers: SolverPool
    _said: dict[OfPattern, BoolTerm] = field(default_factory=dict[OfPattern, BoolTerm])
    _lemmas: dict[int, Lemma] = field(default_factory=dict[int, Lemma])

    def refine(
        self,
        moves: Sequence[Transition],
        question: tuple[BoolTerm, ...],
        found: NotEntailed,
        ask: Ask,
    ) -> RefinedOutcome:
        """Ask again while the case of a question has cards that make no play."""
        plays = plays_of(moves, self.matter.patterns)
        exact: dict[OfPattern, BoolTerm] = {}
        outcome: SolverOutcome = found
        while isinstance(outcome, NotEntailed):
            unmade = [pair for pair in self._unmade(plays, outcome.chosen) if pair not in exact]
            if not unmade or (not exact and self._happens(plays, question)):
                break
            exact |= {pair: self._says(pair) for pair in unmade}
            outcome = ask(tuple(exact.values()))
        if exact and isinstance(outcome, NotEntailed):  # of a case, all that holds in it
            pinned = tuple(self._pinned(plays, outcome.chosen))
            return RefinedOutcome(outcome, (*exact.values(), *pinned))
        patterns = tuple(dict.fromkeys(pattern for _, pattern in exact))
        return RefinedOutcome(outcome, tuple(exact.values()), patterns)

    def _unmade(self, plays: Sequence[PlayChoice], chosen: Assignment) -> Iterator[OfPattern]:
        """Yield the plays of a case whose cards do not make them, with their patterns."""
        for play in plays:
            pattern, made = made_play(play, chosen, self.matter.patterns)
            if not made:
                yield play, pattern

    def _happens(self, plays: Sequence[PlayChoice], question: tuple[BoolTerm, ...]) -> bool:
        """Whether Z3 finds a case among some real plays, so that nothing has to be said exactly."""
        matter = self.matter
        known = matter.known_plays
        real = (is_real(play, known, matter.patterns, matter.shape) for play in plays)
        asked = (*question, *real)
        return model_in(asked, self.solvers.z3(script(asked))) is not None

    def _pinned(self, plays: Sequence[PlayChoice], chosen: Assignment) -> Iterator[BoolTerm]:
        """Say of each play that it is of the pattern that it is of in a case, and exactly that."""
        for play in plays:
            pattern, _ = made_play(play, chosen, self.matter.patterns)
            yield is_pattern(play.symbol.reading, pattern)
            yield self._says((play, pattern))

    def _says(self, pair: OfPattern) -> BoolTerm:
        if pair not in self._said:
            self._said[pair] = exact_play(*pair, self.matter.patterns, self.matter.shape)
        return self._said[pair]

    def lemma(self, pattern: int) -> Lemma:
        """Show of each reading of a pattern that counting leaves out no cards that make it."""
        if pattern not in self._lemmas:
            self._lemmas[pattern] = self._show(pattern)
        return self._lemmas[pattern]

    def _show(self, pattern: int) -> Lemma:
        name = f"{self.matter.game.patterns[pattern].name}, {TO_COUNTING}"
        parts = {
            (patterns, reading): _texts(to_counting_in_parts(patterns, reading))
            for patterns in self.matter.patterns.everywhere
            for reading in readings_of_pattern(pattern, patterns)
        }
        shown: dict[str, tuple[float, float]] = {}  # equal texts are asked once
        for text in dict.fromkeys(text for texts in parts.values() for text in texts):
            self.solvers.expect(text)
        for (patterns, reading), texts in parts.items():
            refused = self._refused(texts, shown)
            if refused is not None and not _contradict(refused):  # parts may ask for too much
                refused = self._refused(_texts(to_counting_whole(patterns, reading)), shown)
            if refused is not None and _contradict(refused):
                return Disagree(name, *refused)
            if refused is not None:
                return Unknown(f"{name}: not shown of {show_reading(patterns.game, reading)}")
        z3, cvc5 = (sum(times[which] for times in shown.values()) for which in (0, 1))
        return DischargedObligation(name, How.SOLVED, z3, cvc5)

    def _refused(
        self, texts: Sequence[str], shown: dict[str, tuple[float, float]]
    ) -> tuple[str, str] | None:
        """Ask both solvers; return what they say to the first text that they do not both refute."""
        for text in texts:
            if text not in shown:
                one, other = self.solvers.both(text)
                if (one.status, other.status) != ("unsat", "unsat"):
                    return one.status, other.status
                shown[text] = one.seconds, other.seconds
        return None


def plays_of(moves: Sequence[Transition], patterns: Patterns) -> list[PlayChoice]:
    """List the combinations among the arguments of some moves, each once."""
    chosen = (
        PlayChoice(each, wild_symbols(patterns, move.view.table))
        for move in moves
        for each in move.arguments
        if isinstance(each, SymbolicCombination)
    )
    return list(dict.fromkeys(chosen))


def _texts(queries: Iterable[PatternQuery]) -> list[str]:
    return [query.text() for query in queries]


def _contradict(statuses: tuple[str, str]) -> bool:
    return {*statuses} == {"sat", "unsat"}
