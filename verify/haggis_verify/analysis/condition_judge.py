"""Whether what is proved says anything: where its conditions hold, or that one never does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.verdicts.model import (
    ConditionWitness,
    PromiseConditions,
    Proved,
    Vacuous,
    Verdict,
)
from haggis_verify.cache.proof_cache import ProofCache
from haggis_verify.counterexample.condition_search import AskedCondition, ConditionSource
from haggis_verify.obligations.conditions import conditions
from haggis_verify.proving.prover import Prover

Witnesses = Mapping[str, tuple[ConditionWitness, ...]]  # by the names of promises


@dataclass(frozen=True, slots=True)
class ConditionJudge:
    """Judges promises that are proved by their conditions.

    ``rules`` gives the rules to play by, where somebody has to play. ``standing`` are those of the
    promises that are ``proved`` which speak of single states.
    """

    prover: Prover
    cache: ProofCache
    rules: Callable[[], Rules]
    proved: Collection[str]
    standing: Collection[str]

    def witnesses(self, names: Collection[str]) -> Witnesses:
        """Say where the conditions of promises hold: in play, or of which values."""
        promises = self.prover.matter.promises
        keys = {name: self.cache.conditions(name, sorted(self.proved)) for name in names}
        found: dict[str, tuple[ConditionWitness, ...]] = {}
        for name, key in keys.items():
            known = self.cache.get_conditions(key)
            if known is not None:
                found[name] = known.conditions
        asked = [promises[name] for name in keys if name not in found]
        source = ConditionSource(self.prover.matter, self.prover.solvers, self.rules)
        for name, several in source.witnesses(asked, self._never).items():
            found[name] = several
            # What solvers find no values for, they may find some for another time.
            of_values = isinstance(promises[name].form, ir.ForAny)
            if not of_values or all(one.is_seen for one in several):
                self.cache.keep(keys[name], PromiseConditions(several), 0)
        return found

    def says(self, name: str, verdict: Verdict, witnesses: Witnesses) -> Verdict:
        """See that each condition of a proved promise can hold, as far as that is known."""
        if not isinstance(verdict, Proved) or name not in witnesses:
            return verdict
        promise, found = self.prover.matter.promises[name], list[ConditionWitness]()
        for condition, seen in zip(conditions(promise), witnesses[name], strict=True):
            if not seen.is_seen and self._never(AskedCondition(promise, condition)):
                return Vacuous(condition.words, condition.place)
            # It may have been kept when it stood elsewhere.
            found.append(replace(seen, words=condition.words, place=condition.place))
        return replace(verdict, conditions=tuple(found))

    def _never(self, one: AskedCondition) -> bool:
        return self.prover.never(one.promise, one.condition.holds, self.standing)
