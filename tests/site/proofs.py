"""Verdicts and evidence that are made up, for the pages that tell of them."""

from haggis_rules.site.content.volume_content import GameFindings
from haggis_rules.verdicts.evidence import Evidence
from haggis_rules.verdicts.model import (
    Counterexample,
    DischargedObligation,
    How,
    Reached,
    ShrunkCase,
)
from haggis_rules.verdicts.reader import RecordedVerdict

SMALL = ShrunkCase(
    position=("hand of seat 1: 2r 3g", "turn is seat 1"),
    actions=("seat 1: lay 2r",),
    breach="it does not hold after the move",
    line="pages/2 | hand: 2r 3g / 4r",
)
PLAY = Reached(
    seed=7,
    actions=("seat 1: lay 2r",) * 31,
    breach=SMALL.breach,
    hand=2,
    small=SMALL,
    record=('{"record":1}', '{"seat":0}'),
)
BREACH = Counterexample("lay", ("turn is seat 1",), SMALL.breach, PLAY)


def recorded(name: str, verdict: str, detail: str = "") -> RecordedVerdict:
    """Return what came of a promise."""
    return RecordedVerdict(name, verdict, detail)


def met(*seconds: float, untouched: int = 0) -> tuple[DischargedObligation, ...]:
    """Return obligations: one for each time, of the one solver and twice that of the other."""
    solved = [
        DischargedObligation(f"move {i}", How.SOLVED, s, 2 * s) for i, s in enumerate(seconds)
    ]
    quiet = DischargedObligation("a quiet move", How.UNTOUCHED)
    return (*solved, *(quiet for _ in range(untouched)))


def found(evidence: dict[str, Evidence], **verdicts: str) -> GameFindings:
    """Gather verdicts; in the names of promises a line stands for a full stop."""
    names = {name.replace("_", "."): word for name, word in verdicts.items()}
    results = tuple(recorded(name, word) for name, word in names.items())
    return GameFindings(results=results, evidence=evidence)
