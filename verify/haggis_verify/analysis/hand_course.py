"""How a hand goes on and ends, where a text need not promise it: proved, refuted, or not known.

Either is kept where the text promises as much and that is proved: ``auto.live`` by what is promised
of progress, ``auto.ends`` by a measure. Else a proof is tried: by choices that somebody surely has,
and by a measure that is found (``proving.measure_search``). Else hands are played, in which nobody
can act, or a state comes again. Neither has to come out: that is told as not known, with how far
was looked, and is no fault of a text that promises nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import cast

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState
from haggis_rules.semantics.transition import waiting
from haggis_rules.verdicts.model import Counterexample, Disagree, NotKnown, Proved, Reached, Refuted
from haggis_verify.counterexample import endless
from haggis_verify.encode.between_hands import says_when_over
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.proving.builtin_promises import LIVE
from haggis_verify.proving.measure_search import MeasuredMove, numbers_of, search_measure
from haggis_verify.proving.prover import Attempt, Prover

WATCHED = 6  # hands whose moves are looked at before a measure is guessed
MOST_SEEN = 400  # of one such hand

CourseVerdict = Proved | Refuted | NotKnown | Disagree


@dataclass(frozen=True, slots=True)
class HandCourse:
    """A game, what proves of it, and its promises that are proved: of states, and of their course.

    ``usable`` speak of single states; ``promised`` are those of progress, and the measures.
    """

    rules: Rules
    prover: Prover
    usable: Collection[str]
    promised: Collection[str]

    @property
    def matter(self) -> EncodedGame:
        """The game laid out for proofs."""
        return self.prover.matter

    def judge(self, name: str) -> CourseVerdict:
        """Say what comes of one of the two."""
        return self._live() if name == LIVE else self._ends()

    def _live(self) -> CourseVerdict:
        if not says_when_over(self.rules.game):
            return NotKnown("the rules do not say when a hand is over, so it ends when nobody can")
        shown = self.prover.live(self.usable, self._of_form(ir.Progress))
        if isinstance(shown, Proved | Disagree):
            return shown
        stuck = endless.find_deadlock(self.rules)
        if stuck is not None:
            return _refuted(stuck)
        return NotKnown(f"in none of {endless.HANDS} hands was there nobody who could act")

    def _ends(self) -> CourseVerdict:
        measures = self._of_form(ir.Measure)
        if measures:
            return Proved(measures[:1], approximated=False, obligations=())
        shown = self._measured()
        if isinstance(shown, Proved | Disagree):
            return shown
        loop = endless.find_loop(self.rules)
        if loop is not None:
            return _refuted(loop)
        return NotKnown(
            f"no measure was found, and in {endless.WALKS} hands no state that comes again"
        )

    def _of_form(self, form: type[ir.Progress | ir.Measure]) -> tuple[str, ...]:
        promises = self.matter.promises
        return tuple(each for each in self.promised if isinstance(promises[each].form, form))

    def _measured(self) -> Attempt | None:
        """Return the proof of a measure that is found, or what keeps it from being one."""
        numbers = numbers_of(self.rules.game)
        seen = set(seen_moves(self.rules, numbers))
        return search_measure(
            self.matter, numbers, seen, lambda parts: self.prover.measured(parts, self.usable)
        )


def seen_moves(rules: Rules, numbers: Collection[nodes.Expr]) -> Iterator[MeasuredMove]:
    """Yield each move of some hands, with numbers before and after it."""
    game = rules.game
    for seed in range(WATCHED):
        try:
            first = rules.new_match(seed).position.state
            played = list(islice(random_playout(rules, first, seed), MOST_SEEN))
        except Breach:
            continue
        for (_, before), (action, after) in pairwise(played):
            name = action.name if action is not None else _waiting_step(game, before)
            counted = (
                tuple(cast("int", evaluate(one, Environment(game, state))) for one in numbers)
                for state in (before, after)
            )
            yield MeasuredMove(name, *counted)


def _waiting_step(game: ir.Game, state: GameState) -> str:
    step = waiting(game, state)
    assert step is not None  # noqa: S101 - it is about to be taken
    return step.name


def _refuted(reached: Reached) -> Refuted:
    return Refuted(Counterexample("while a hand is played", (), reached.breach, reached))
