"""Obligations to what comes of them: all met, one broken, or the reason why not.

An obligation is asked as facts without the claim: ``unsat`` from both solvers meets it, and a case
breaks it. A promise is proved only if every obligation is met, and in each group one of them has
facts that can hold at all. Doubt of any kind is returned as such.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.verdicts.model import (
    Disagree,
    DischargedObligation,
    How,
    Proved,
    Unknown,
    Unsupported,
    Vacuous,
)
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.obligations.conditions import situations
from haggis_verify.obligations.forms import obligations
from haggis_verify.obligations.liveness import live_obligation, progress_says
from haggis_verify.obligations.matter import (
    EncodedGame,
    Obligation,
    is_invariant,
    moves_of,
)
from haggis_verify.obligations.origins import StatePair
from haggis_verify.proving.builtin_promises import (
    ENDS,
    LIVE,
    builtin_obligations,
)
from haggis_verify.proving.helper_facts import HelperFacts, Helpers
from haggis_verify.proving.refinement import PlayRefinement
from haggis_verify.solvers.pool import SolverHandle, SolverPool
from haggis_verify.solvers.solve import (
    Entailed,
    NotEntailed,
    SolverConflict,
    SolverOutcome,
    Undecided,
    combine_answers,
    model_in,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Assignment, BoolTerm
from haggis_verify.terms.smtlib import script


@dataclass(frozen=True, slots=True)
class Countermodel:
    """A case that breaks an obligation, before anybody has replayed it.

    ``question`` is all that holds in it: the facts, and that the claim does not.
    """

    obligation: Obligation
    question: tuple[BoolTerm, ...]
    chosen: Assignment


@dataclass(frozen=True, slots=True)
class Discharge:
    """An obligation that is met, with the helpers that it needed, and all facts that it used.

    ``exact``: the patterns of which plays had to be said exactly.
    """

    met: DischargedObligation
    helpers: tuple[str, ...]
    facts: tuple[BoolTerm, ...]
    exact: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _AskedObligation:
    """What was last asked of an obligation, and what came of it; otherwise as ``Discharge``."""

    outcome: SolverOutcome
    facts: tuple[BoolTerm, ...]
    helpers: tuple[str, ...]
    exact: tuple[int, ...] = ()


Attempt = Proved | Countermodel | Unknown | Unsupported | Disagree | Vacuous


@dataclass
class Prover:
    """Attempts the proofs of one game's promises, each by itself.

    ``export``: a folder for the text of each question, a folder for each promise in it.
    """

    matter: EncodedGame
    solvers: SolverPool
    export: Path | None = None
    facts: HelperFacts = field(init=False)
    refinement: PlayRefinement = field(init=False)
    _listed: dict[str, tuple[Obligation, ...]] = field(
        default_factory=dict[str, tuple[Obligation, ...]]
    )
    _possible: dict[tuple[BoolTerm, ...], bool] = field(
        default_factory=dict[tuple[BoolTerm, ...], bool]
    )

    def __post_init__(self) -> None:
        self.facts = HelperFacts(self.matter)
        self.refinement = PlayRefinement(self.matter, self.solvers)

    def expect(self, name: str) -> None:
        """Queue the questions of a promise, or of what every game has to keep.

        Those that need helpers turn up only later; for each group it is guessed that its first
        facts can hold.
        """
        try:
            listed = self._obligations(name)
        except NotEncodableError:
            return  # the attempt will tell
        pending = [one for one in listed if not one.unaffected]
        for one in pending:
            first = one.claim if one.sufficient is build.FALSE else one.sufficient
            self.solvers.expect(script([*one.facts, build.negation(first)]))
        for facts in {one.group: one.facts for one in reversed(pending)}.values():
            self.solvers.expect(script(facts), SolverHandle.Z3)

    def _obligations(self, name: str) -> tuple[Obligation, ...]:
        if name not in self._listed:
            matter = self.matter
            self._listed[name] = tuple(
                obligations(matter.promises[name], matter)
                if name in matter.promises
                else builtin_obligations(name, matter.given(()), matter)
            )
        return self._listed[name]

    def attempt(self, promise: ir.Promise) -> Attempt:
        """Show all that a promise needs, taking for granted what it is using."""
        for name in promise.using:
            if not is_invariant(self.matter.promises[name]):
                what = f"`{name}`, which says nothing about a single state, as a helper"
                return Unsupported(promise.clause, what)
        try:
            return self._all(promise.name, promise.using, self.facts.no_breach)
        except NotEncodableError as fault:
            return Unsupported(fault.clause or promise.clause, str(fault))

    def builtin(self, name: str, usable: Collection[str]) -> Attempt:
        """Show what every game has to keep, with as few of the usable promises as will do."""
        try:
            return self._all(name, (), partial(self.facts.of_promises, usable))
        except NotEncodableError as fault:
            return Unsupported(fault.clause, str(fault))

    def propose(self, promise: ir.Promise, usable: Collection[str]) -> tuple[str, ...] | None:
        """Name all promises with which a promise is proved, at best a few; None if it is not."""
        facts = partial(self.facts.of_promises_and_moves, usable)
        try:
            found = self._all(promise.name, promise.using, facts)
        except NotEncodableError:
            return None
        if not isinstance(found, Proved):
            return None
        return tuple(name for name in found.helpers if name in self.matter.promises)

    def exclude(self, found: Countermodel, usable: Collection[str]) -> tuple[str, ...] | None:
        """Name promises with which both solvers meet an obligation that is broken without."""
        try:
            known = self.facts.of_promises(usable, found.obligation)
        except NotEncodableError:
            return None
        used = self.solvers.needed(found.question, known)
        if not used:
            return None
        question = (*found.question, *(known[each] for each in used))
        outcome = combine_answers(question, *self.solvers.both(script(question)))
        return used if isinstance(outcome, Entailed) else None

    def never(self, promise: ir.Promise, condition: nodes.Expr, standing: Collection[str]) -> bool:
        """Whether both solvers say that a condition of a promise holds nowhere.

        ``standing`` names what is proved of every state. Doubt is no such answer.
        """
        matter = self.matter
        try:
            facts = [matter.kept(matter.promises[name], matter.view) for name in standing]
            for one in situations(promise, matter):
                question = [*one.facts, *facts, matter.holds(condition, one.view)]
                outcome = combine_answers(question, *self.solvers.both(script(question)))
                if not isinstance(outcome, Entailed):
                    return False
        except NotEncodableError:
            return False
        return True

    def live(self, usable: Collection[str], progressing: Collection[str]) -> Attempt:
        """Show that somebody can act until a hand is over.

        What is promised of progress is tried first: where it will do, no choice has to be looked
        at.
        """
        matter = self.matter
        known = {each: matter.kept(matter.promises[each], matter.view) for each in usable}
        known |= {each: progress_says(matter.promises[each], matter) for each in progressing}
        found: Attempt | None = None
        try:
            for by_choices in (False, True):
                if by_choices or progressing:
                    asked = live_obligation(matter.given(()), matter, by_choices=by_choices)
                    found = self._all(LIVE, (), lambda _: known, (asked,))
                if isinstance(found, Proved):
                    return found
        except NotEncodableError as fault:
            return Unsupported(fault.clause, str(fault))
        assert found is not None  # noqa: S101 - choices have been looked at
        return found

    def measured(self, parts: tuple[nodes.Expr, ...], usable: Collection[str]) -> Attempt:
        """Show of a measure what is shown of one that a text promises, resting on any of these."""
        matter = self.matter
        promise = ir.Promise(ENDS, "", ir.Measure(parts), ())
        known = {each: matter.kept(matter.promises[each], matter.view) for each in usable}

        def helpers(one: Obligation) -> Helpers:
            return {**self.facts.no_breach(one), **known}

        try:
            return self._all(ENDS, (), helpers, tuple(obligations(promise, matter)))
        except NotEncodableError as fault:
            return Unsupported(fault.clause, str(fault))

    def _all(
        self,
        name: str,
        using: tuple[str, ...],
        helpers: Callable[[Obligation], Helpers],
        listed: tuple[Obligation, ...] | None = None,
    ) -> Attempt:
        """Meet every obligation; with ``helpers`` only those that are not met without."""
        done: list[tuple[Obligation, Discharge]] = []
        for one in self._obligations(name) if listed is None else listed:
            found = self._meet(name, one, partial(helpers, one))
            if not isinstance(found, Discharge):
                return found
            done.append((one, found))
        empty = self._empty(done)
        if empty is not None:
            return Vacuous(empty)
        lemmas = self._lemmas(found for _, found in done)
        if not isinstance(lemmas, list):
            return lemmas
        used = dict.fromkeys([*using, *(helper for _, d in done for helper in d.helpers)])
        approximated = any(
            move.approximated
            for one, found in done
            if found.met.how is How.SOLVED
            for move in moves_of(one.origin)
        )
        met = (*(found.met for _, found in done), *lemmas)
        return Proved(tuple(used), approximated, met)

    def _lemmas(self, done: Iterable[Discharge]) -> list[DischargedObligation] | Unknown | Disagree:
        """Show that plays are what they were said to be, of each pattern of which it was said."""
        shown: list[DischargedObligation] = []
        for pattern in dict.fromkeys(pattern for found in done for pattern in found.exact):
            found = self.refinement.lemma(pattern)
            if not isinstance(found, DischargedObligation):
                return found
            shown.append(found)
        return shown

    def _meet(
        self, name: str, one: Obligation, helpers: Callable[[], Helpers]
    ) -> Discharge | Countermodel | Unknown | Disagree:
        if one.unaffected:
            how = How.SAME if isinstance(one.origin, StatePair) else How.UNTOUCHED
            return Discharge(DischargedObligation(one.name, how), (), ())
        asked = self._ask(name, one, helpers)
        match asked.outcome:
            case Entailed(z3=z3, cvc5=cvc5):
                met = DischargedObligation(one.name, How.SOLVED, z3, cvc5)
                return Discharge(met, asked.helpers, asked.facts, asked.exact)
            case NotEntailed(chosen=chosen):
                return Countermodel(one, (*asked.facts, build.negation(one.claim)), chosen)
            case Undecided(reason=reason):
                return Unknown(f"{one.name}: {reason}")
            case SolverConflict(z3=z3, cvc5=cvc5):
                return Disagree(one.name, z3, cvc5)

    def _ask(self, name: str, one: Obligation, helpers: Callable[[], Helpers]) -> _AskedObligation:
        facts = one.facts
        # Without helpers first, so that a verdict lists only those that were needed. Then with
        # those that Z3 names in an unsatisfiable core, which need not be the fewest; both solvers
        # answer for the smaller question again, so nothing rests on the core.
        outcome = self._ask_sufficient(name, one) or self._settle(name, one, facts, one.claim)
        known: Helpers = {}
        used: tuple[str, ...] = ()
        if isinstance(outcome, NotEntailed) and (known := helpers()):
            used = self.solvers.needed([*facts, build.negation(one.claim)], known) or tuple(known)
            facts = (*facts, *(known[each] for each in used))
            outcome = self._settle(name, one, facts, one.claim)
        asked = _AskedObligation(outcome, facts, used)
        if isinstance(outcome, NotEntailed):
            return self._ask_exactly(name, one, known, asked, outcome)
        return asked

    def _ask_exactly(
        self,
        name: str,
        one: Obligation,
        known: Helpers,
        asked: _AskedObligation,
        found: NotEntailed,
    ) -> _AskedObligation:
        """Ask again where the plays of a case are none, and then with the helpers still needed."""

        def ask(exact: tuple[BoolTerm, ...]) -> SolverOutcome:
            return self._settle(name, one, (*asked.facts, *exact), one.claim)

        denied = build.negation(one.claim)
        refined = self.refinement.refine(moves_of(one.origin), (*asked.facts, denied), found, ask)
        facts = (*asked.facts, *refined.exact)
        result = _AskedObligation(refined.outcome, facts, asked.helpers, refined.patterns)
        if isinstance(refined.outcome, Entailed) and known:
            facts = (*one.facts, *refined.exact)
            used = self.solvers.needed([*facts, denied], known)
            if used is not None and len(used) < len(asked.helpers):
                facts = (*facts, *(known[each] for each in used))
                outcome = self._settle(name, one, facts, one.claim)
                if isinstance(outcome, Entailed):
                    return _AskedObligation(outcome, facts, used, refined.patterns)
        return result

    def _ask_sufficient(self, name: str, one: Obligation) -> Entailed | SolverConflict | None:
        """Ask both solvers what the claim follows from; None when that does not settle it."""
        if one.sufficient is build.FALSE:
            return None
        outcome = self._settle(name, one, one.facts, one.sufficient)
        return outcome if isinstance(outcome, Entailed | SolverConflict) else None

    def _settle(
        self, name: str, one: Obligation, facts: tuple[BoolTerm, ...], claim: BoolTerm
    ) -> SolverOutcome:
        """Ask both solvers for a case of the facts without the claim."""
        question = [*facts, build.negation(claim)]
        text = script(question)
        if self.export is not None:
            folder = self.export / name
            folder.mkdir(parents=True, exist_ok=True)
            title = f"; {self.matter.game.name}: {name}\n; {one.name}\n"
            path = folder / f"{one.name.replace(' ', '-')}.smt2"
            path.write_text(title + text, encoding="utf-8")
        return combine_answers(question, *self.solvers.both(text))

    def _empty(self, done: list[tuple[Obligation, Discharge]]) -> str | None:
        """Find a group of obligations none of which has facts that can hold.

        From facts that contradict each other all follows, so such a proof would say nothing. Z3
        alone is asked, because its case is worked out again.
        """
        groups: dict[str, list[tuple[BoolTerm, ...]]] = {}
        for one, found in done:
            if found.met.how is How.SOLVED:
                groups.setdefault(one.group, []).append((*found.facts, *one.witness))
        for group, members in groups.items():
            if not any(self._can_hold(facts) for facts in members):
                return group
        return None

    def _can_hold(self, facts: tuple[BoolTerm, ...]) -> bool:
        if facts not in self._possible:
            answer = self.solvers.z3(script(facts))
            self._possible[facts] = model_in(facts, answer) is not None
        return self._possible[facts]
