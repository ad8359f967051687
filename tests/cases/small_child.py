"""A small child of a small game, for tests of what its faults name."""

from pathlib import Path

from haggis_rules.cases import check_text
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.load import lineage, source_of

SMALL = Path(__file__).parents[1] / "golden/errors/cases/small.haggis"
MORE = """
clause turns.shown
  "What the turns come to. A play beats a lower one; see beating."
  ruling because "the tests need it"
  score kept of seat s as 1 point for each (cards in hand of s)
  promise sum always every seat s
    has (total score of s is 1 point for each (cards in hand of s))
  example "A three falls to a four."
    then "4r" beats "3r", not "3r" beats "4r"
  example "A pair falls to a higher pair."
    then "4r 4g" beats "3r 3g"
  example "The next player has the turn."
    with 2 seats
    given hand of seat 1 is "3r J", hand of seat 2 is "4r J", turn is seat 1, the rest in stock
    when seat 1: play "3r"
    then turn is seat 2, moves is 1
"""
HEAD = """language 2
variant child extends small
  "A child of the small game."
"""
NEEDED = 'because "the tests need it"'


def small_game(folder: Path) -> Path:
    """Write the parent into a folder, and return the folder."""
    (folder / "small.haggis").write_text(f"{SMALL.read_text('utf-8')}{MORE}", "utf-8")
    return folder


def faults_of(folder: Path, edits: str) -> tuple[RuleError, ...]:
    path = folder / "child.haggis"
    path.write_text(f"{HEAD}\n{edits}", "utf-8")
    return check_text(lineage(source_of(path))).faults


def line_of(fault: RuleError) -> str:
    return fault.span.first_line().strip()


def labels(fault: RuleError) -> list[tuple[str, str]]:
    """Return what a fault points to, each with what is said of it."""
    return [(span.text, words) for span, words in fault.others]
