"""What the solvers said of a promise besides the verdict: what was shown, how, and a breach."""

from dataclasses import dataclass

from haggis_rules.verdicts.model import Counterexample, DischargedObligation, How


@dataclass(frozen=True, slots=True)
class CountingSummary:
    """A pattern, and for how many of its readings counting is proved to find what they are."""

    pattern: str
    readings: int
    proved: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on. ``helpers`` are the promises that the proof took for given.

    ``approximated``: the solvers could take for a play more than cards make.
    """

    helpers: tuple[str, ...] = ()
    approximated: bool = False
    met: tuple[DischargedObligation, ...] = ()
    breach: Counterexample | None = None

    @property
    def solved(self) -> tuple[DischargedObligation, ...]:
        """What was put to both solvers."""
        return tuple(each for each in self.met if each.how is How.SOLVED)

    @property
    def z3(self) -> float:
        """The seconds of the first solver."""
        return sum(each.z3 for each in self.met)

    @property
    def cvc5(self) -> float:
        """The seconds of the second solver."""
        return sum(each.cvc5 for each in self.met)


NO_EVIDENCE = Evidence()
