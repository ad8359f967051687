"""That counting is right: the step from the definition of a pattern to its counting form, proved.

For each reading and any cards that the deck has, two things are shown by both solvers:

- *definition to counting*: when cards can be laid as the definition wants, the numbers are right.
  How the cards lie and which suits the rows have is for the solver to choose;
- *counting to definition*: when the numbers are right, the way to lay the cards that
  ``suit_witness`` names is right.

``questions`` asks for each in parts. Where a part is not proved both are asked at once, and
a case that a solver finds is dealt and looked at by ``Patterns.makes`` and ``Counting.makes``: only
when these differ is it a refutation. Of a reading that no cards make, that is proved of both forms.

That the terms say what Python does is tested. ``Patterns.makes`` lays cards one by one and the
terms lay equal cards together. The unions of Hall's condition are those of all kinds of wild
cards, where Python takes the kinds that are there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from haggis_rules.ir.game import Game
from haggis_rules.ir.wild_states import is_wild_by_state
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import Cards, Reading, pack
from haggis_rules.verdicts.model import (
    Counterexample,
    CountingResult,
    Disagree,
    DischargedObligation,
    How,
    PromiseResult,
    Proved,
    Refuted,
    Unknown,
    Unsupported,
    Verdict,
)
from haggis_verify.cache.proof_cache import CachedProof, ProofCache
from haggis_verify.encode.settings import show_setting
from haggis_verify.patterns.definition_form import deck_counts
from haggis_verify.patterns.export import Export
from haggis_verify.patterns.questions import (
    TO_COUNTING,
    TO_DEFINITION,
    PatternQuery,
    in_parts,
    named,
    numbered,
    of_none,
    of_some,
    whole,
)
from haggis_verify.solvers.pool import SolverHandle, SolverPool
from haggis_verify.solvers.solve import (
    Entailed,
    Limits,
    NotEntailed,
    SolverConflict,
    SolverOutcome,
    Undecided,
    combine_answers,
    model_in,
)
from haggis_verify.terms.nodes import Assignment, IntVar
from haggis_verify.terms.smtlib import script

__all__ = ["TO_COUNTING", "TO_DEFINITION", "by_pattern", "cards_of_case", "prove_patterns"]

AHEAD = 100  # readings whose questions are queued before they are looked at

PatternProgress = Callable[[str], None]  # gets each reading before it is looked at


def by_pattern(
    game: Game,
    solvers: SolverPool,
    *,
    progress: PatternProgress | None = None,
    export: Path | None = None,
) -> tuple[CountingResult, ...]:
    """Prove that counting is right for every reading of a game.

    ``export`` gets the text of each question to the solvers.
    """
    kept = None if export is None else Export(game, export)
    found: list[list[PromiseResult]] = [[] for _ in game.patterns]
    for patterns, shapes in _readings_to_prove(Patterns(game), None):
        proving = _Proving(patterns, solvers, kept)
        for reading, result in zip(shapes, proving.results(shapes, progress), strict=True):
            found[reading[0]].append(result)
    return tuple(
        CountingResult(pattern.name, pattern.clause, tuple(results))
        for pattern, results in zip(game.patterns, found, strict=True)
    )


def prove_patterns(
    game: Game,
    shapes: Iterable[Reading] | None = None,
    solvers: SolverPool | None = None,
    *,
    progress: PatternProgress | None = None,
    export: Path | None = None,
) -> tuple[PromiseResult, ...]:
    """Prove that counting is right for these readings, or for all.

    Each result is named for its reading and stands under the clause of its pattern. Where it rests
    on states what is wild in a pattern, there is a result for all values that differ in that.
    """
    kept = None if export is None else Export(game, export)
    solvers = solvers or SolverPool(Limits())
    found: list[PromiseResult] = []
    for patterns, asked in _readings_to_prove(Patterns(game), shapes):
        found += _Proving(patterns, solvers, kept).results(asked, progress)
    return tuple(found)


def _readings_to_prove(
    patterns: Patterns, shapes: Iterable[Reading] | None
) -> Iterator[tuple[Patterns, list[Reading]]]:
    """Yield the patterns for all values of states, and the readings to ask about with them.

    What is wild in a pattern for the same ranks is asked about with the first such values alone.
    """
    readings = list(shapes or patterns.readings)
    known: set[object] = set()
    for each in patterns.everywhere:
        fresh: set[int] = set()
        for index in range(len(each.game.patterns)):
            wild = tuple(each.is_wild(index, card) for card in range(len(each.game.cards)))
            if (index, each.stands[index], wild) not in known:
                known.add((index, each.stands[index], wild))
                fresh.add(index)
        yield each, [reading for reading in readings if reading[0] in fresh]


@dataclass(frozen=True, slots=True)
class _Queued:
    """A reading and what came of it before, or its questions; None when it cannot be asked."""

    reading: Reading
    known: CachedProof | None
    texts: tuple[tuple[str, str], ...] | None = ()


class _Proving:
    def __init__(self, patterns: Patterns, solvers: SolverPool, export: Export | None) -> None:
        self.patterns, self.solvers, self.export = patterns, solvers, export
        before = solvers.before if export is None else None  # or no text would be made
        self.cache = ProofCache(patterns.game, {}, solvers.limits, before)

    def results(
        self, readings: Iterable[Reading], progress: PatternProgress | None
    ) -> Iterator[PromiseResult]:
        """Judge each reading, and name what came of it."""
        game = self.patterns.game
        for reading, verdict in self.verdicts(readings, progress):
            clause = game.patterns[reading[0]].clause
            shown = show_reading(game, reading) + self._when(reading)
            yield PromiseResult(shown, clause, verdict)

    def verdicts(
        self, readings: Iterable[Reading], progress: PatternProgress | None
    ) -> Iterator[tuple[Reading, Verdict]]:
        """Judge each reading, while the questions of those that follow are queued."""
        queue: deque[_Queued] = deque()
        ahead = 0 if self.solvers.executor is None else AHEAD
        for reading in readings:
            if progress is not None:
                progress(show_reading(self.patterns.game, reading))
            queue.append(self._enqueue(reading))
            if len(queue) > ahead:
                yield self._judge_queued(queue.popleft())
        while queue:
            yield self._judge_queued(queue.popleft())

    def _when(self, reading: Reading) -> str:
        """Write for which values of states a reading is asked about, if they matter to it."""
        rests = is_wild_by_state(self.patterns.game, reading[0])
        return show_setting(self.patterns) if rests else ""

    def _enqueue(self, reading: Reading) -> _Queued:
        known = self.cache.get(self.cache.reading(self.patterns, reading))
        if known is not None:
            return _Queued(reading, known)
        found = in_parts(self.patterns, reading)
        texts = None if found is None else tuple((one.name, one.text()) for one in found)
        if self.solvers.executor is not None:
            self.solvers.expect(
                numbered(script(of_some(self.patterns, reading)))[0], SolverHandle.Z3
            )
        for name, text in texts or ():
            self.solvers.expect(text)
            if self.export is not None:
                self.export.keep(reading, name + self._when(reading), text)
        return _Queued(reading, None, texts)

    def _judge_queued(self, queued: _Queued) -> tuple[Reading, Verdict]:
        reading = queued.reading
        if queued.known is not None:
            self.solvers.count(queued.known.answers)
            return reading, queued.known.verdict
        given = self.solvers.given
        verdict = self._verdict(queued)
        if isinstance(verdict, Proved):
            key = self.cache.reading(self.patterns, reading)
            self.cache.keep(key, verdict, self.solvers.given - given)
        return reading, verdict

    def _verdict(self, queued: _Queued) -> Verdict:
        patterns, reading = self.patterns, queued.reading
        some = _some_cards(patterns, reading, self.solvers)
        if some is None:
            return self._judge_apart(reading, of_none(patterns, reading))
        if queued.texts is None:
            what = "too many ways to lay the wild cards"
            return Unsupported(patterns.game.patterns[reading[0]].clause, what)
        met: list[DischargedObligation] = []
        for name, text in queued.texts:
            one, other = self.solvers.both(text)
            if {one.status, other.status} == {"sat", "unsat"}:
                return Disagree(name, one.status, other.status)
            if one.status != "unsat" or other.status != "unsat":
                return self._judge_apart(reading, whole(patterns, reading))
            met.append(DischargedObligation(name, How.SOLVED, one.seconds, other.seconds))
        if not patterns.makes(reading, some):
            return Unknown("the terms are not what Python does", _case(patterns, reading, "", some))
        return Proved((), approximated=False, obligations=tuple(met))

    def _judge_apart(self, reading: Reading, questions: Iterable[PatternQuery]) -> Verdict:
        """Judge a reading by questions each of which says by itself what it found."""
        met: list[DischargedObligation] = []
        for question in questions:
            match self._outcome(reading, question):
                case Entailed(z3=z3, cvc5=cvc5):
                    met.append(DischargedObligation(question.name, How.SOLVED, z3, cvc5))
                case NotEntailed(chosen=case):
                    cards = cards_of_case(self.patterns.game, case)
                    return _replay(self.patterns, reading, question.name, cards)
                case Undecided(reason=reason):
                    return Unknown(f"{question.name}: {reason}")
                case SolverConflict(z3=one, cvc5=other):
                    return Disagree(question.name, one, other)
        return Proved((), approximated=False, obligations=tuple(met))

    def _outcome(self, reading: Reading, question: PatternQuery) -> SolverOutcome:
        text, names = numbered(script(question.facts))
        if self.export is not None:
            self.export.keep(reading, question.name + self._when(reading), text)
        one, other = self.solvers.both(text)
        return combine_answers(question.facts, named(one, names), named(other, names))


def _some_cards(patterns: Patterns, reading: Reading, solvers: SolverPool) -> Cards | None:
    """Find cards that make a reading by counting, in terms."""
    facts = of_some(patterns, reading)
    text, names = numbered(script(facts))
    found = model_in(facts, named(solvers.z3(text), names))
    return None if found is None else cards_of_case(patterns.game, found.chosen)


def _replay(patterns: Patterns, reading: Reading, name: str, cards: Cards) -> Verdict:
    """Believe a case only when the two forms differ on it."""
    case = _case(patterns, reading, name, cards)
    if patterns.makes(reading, cards) == Counting(patterns).makes(reading, cards):
        return Unknown("a case was found, but both forms agree on it", case)
    return Refuted(case)


def _case(patterns: Patterns, reading: Reading, name: str, cards: Cards) -> Counterexample:
    """Tell what both forms make of these cards."""
    says = {True: "makes it", False: "does not make it"}
    by_definition = says[patterns.makes(reading, cards)]
    by_counting = says[Counting(patterns).makes(reading, cards)]
    shown = show_cards(patterns.game, cards), show_reading(patterns.game, reading)
    return Counterexample(
        name, shown, f"by the definition it {by_definition}, by counting it {by_counting}"
    )


def cards_of_case(game: Game, chosen: Assignment) -> Cards:
    """Take the cards out of a case."""
    return pack(
        (i, int(chosen.get(card.name, 0)))
        for i, card in enumerate(deck_counts(game))
        if isinstance(card, IntVar)
    )
