"""How well a text is checked: the part of its mutants that something notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum

from haggis_rules.mutation.equivalents import MutantReasons
from haggis_rules.mutation.judge import KILLS, KilledBy, MutantResult
from haggis_rules.mutation.mutants import Mutant


class MutantFate(Enum):
    """What a mutant counts as."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    WAIVED = "waived"
    SURVIVES = "survives"


@dataclass(frozen=True, slots=True)
class ReportedMutant:
    """A mutant and what came of it.

    ``because``: why it means the same, if somebody says so, or why it is let pass, if ``waived``.
    """

    mutant: Mutant
    judged: MutantResult
    because: str = ""
    waived: bool = False

    @property
    def fate(self) -> MutantFate:
        """What it counts as. What made this program fall over was not seen to be noticed."""
        if self.judged.by in KILLS:
            return MutantFate.KILLED
        if self.judged.by is KilledBy.SAME:
            return MutantFate.EQUIVALENT
        if self.because and self.judged.by is KilledBy.NOTHING:
            return MutantFate.WAIVED if self.waived else MutantFate.EQUIVALENT
        return MutantFate.SURVIVES


@dataclass(frozen=True, slots=True)
class MutationScore:
    """How many of some mutants there are, are killed, mean the same, and are let pass."""

    mutants: int
    killed: int
    equivalent: int
    waived: int = 0

    @property
    def survive(self) -> int:
        """How many nothing notices, of those that something should notice."""
        return self.mutants - self.killed - self.equivalent - self.waived

    @property
    def percent(self) -> float:
        """The part that is killed of those that something should notice; all of none is 100."""
        counted = self.mutants - self.equivalent - self.waived
        return 100.0 * self.killed / counted if counted else 100.0


@dataclass(frozen=True, slots=True)
class Report:
    """What came of all mutants that were judged, in the order of the text.

    ``stale`` are arguments that say nothing: of no mutant, or of one that is killed; with why.
    """

    mutants: tuple[ReportedMutant, ...]
    stale: tuple[tuple[str, str], ...]

    @property
    def score(self) -> MutationScore:
        """The score of all together."""
        return score(self.mutants)

    def by(self, key: Callable[[ReportedMutant], str]) -> dict[str, MutationScore]:
        """Return a score for each clause, operator or whatever the key tells, in order."""
        groups: dict[str, list[ReportedMutant]] = {}
        for one in self.mutants:
            groups.setdefault(key(one), []).append(one)
        return {name: score(several) for name, several in groups.items()}

    def killers(self) -> dict[str, int]:
        """Count what noticed how many."""
        found = [one.judged.by for one in self.mutants]
        return {by.value: found.count(by) for by in KILLS if by in found}

    def of(self, fate: MutantFate) -> tuple[ReportedMutant, ...]:
        """Return all that count as this."""
        return tuple(one for one in self.mutants if one.fate is fate)


def report(
    mutants: Mapping[str, Mutant], judged: Mapping[str, MutantResult], reasons: MutantReasons
) -> Report:
    """Put together what came of mutants, and hold the arguments against it."""
    why = {**reasons.equivalent, **reasons.waived}
    reported = tuple(
        ReportedMutant(mutant, judged[name], why.get(name, ""), name in reasons.waived)
        for name, mutant in mutants.items()
        if name in judged
    )
    stale: list[tuple[str, str]] = []
    for name in reasons.names:
        if name not in mutants:
            stale.append((name, "there is no such mutant"))
        elif name in judged and judged[name].by in KILLS:
            one = judged[name]
            stale.append((name, f"it is killed by a {one.by.value}: {one.what}"))
        elif name in judged and judged[name].by is KilledBy.SAME:
            stale.append((name, judged[name].what))
    return Report(reported, tuple(stale))


def score(reported: Iterable[ReportedMutant]) -> MutationScore:
    """Count."""
    fates = [one.fate for one in reported]
    return MutationScore(
        len(fates),
        fates.count(MutantFate.KILLED),
        fates.count(MutantFate.EQUIVALENT),
        fates.count(MutantFate.WAIVED),
    )
