"""What the solvers said of a promise besides the verdict: what was shown, how, and a breach."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ObligationTimes:
    """One thing that had to be shown, and for how many seconds each solver was asked.

    When it was not ``asked``, nobody had to be: the move changes nothing that is spoken of.
    """

    name: str
    asked: bool
    z3: float = 0.0
    cvc5: float = 0.0


@dataclass(frozen=True, slots=True)
class BreachExample:
    """A case that breaks a promise: how it stands, what is done then, and the whole match.

    ``line`` is the position as tools read it, ``record`` has the lines of the match for
    ``haggis replay``. Both are empty, and ``seed`` is None, where no match is needed or none came
    to it. ``many`` counts the actions of the match, and ``hand`` is the one in which it breaks.
    """

    position: tuple[str, ...]
    actions: tuple[str, ...] = ()
    line: str = ""
    seed: int | None = None
    hand: int = 1
    many: int = 0
    record: tuple[str, ...] = ()


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
    met: tuple[ObligationTimes, ...] = ()
    breach: BreachExample | None = None

    @property
    def solved(self) -> tuple[ObligationTimes, ...]:
        """What was put to both solvers."""
        return tuple(each for each in self.met if each.asked)

    @property
    def z3(self) -> float:
        """The seconds of the first solver."""
        return sum(each.z3 for each in self.met)

    @property
    def cvc5(self) -> float:
        """The seconds of the second solver."""
        return sum(each.cvc5 for each in self.met)


NO_EVIDENCE = Evidence()
