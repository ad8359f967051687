"""Verdicts and evidence that are made up, for the pages that tell of them."""

from dataclasses import dataclass

from haggis_rules.site.content.book import GameFindings
from haggis_rules.verdicts.evidence import BreachExample, Evidence, ObligationTimes

BREACH = BreachExample(
    position=("hand of seat 1: 2r 3g", "turn is seat 1"),
    actions=("seat 1: lay 2r",),
    line="pages/2 | hand: 2r 3g / 4r",
    seed=7,
    hand=2,
    many=31,
    record=('{"record":1}', '{"seat":0}'),
)


@dataclass(frozen=True)
class Verdict:
    """What came of a promise."""

    name: str
    verdict: str
    detail: str = ""


def met(*seconds: float, untouched: int = 0) -> tuple[ObligationTimes, ...]:
    """Return obligations: one for each time, of the one solver and twice that of the other."""
    asked = [
        ObligationTimes(f"move {i}", asked=True, z3=s, cvc5=2 * s) for i, s in enumerate(seconds)
    ]
    return (*asked, *(ObligationTimes("a quiet move", asked=False) for _ in range(untouched)))


def found(evidence: dict[str, Evidence], **verdicts: str) -> GameFindings:
    """Gather verdicts; in the names of promises a line stands for a full stop."""
    names = {name.replace("_", "."): word for name, word in verdicts.items()}
    results = tuple(Verdict(name, word) for name, word in names.items())
    return GameFindings(results=results, evidence=evidence)
