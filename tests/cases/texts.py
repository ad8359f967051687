"""Small variants with examples, made on the spot."""

from collections.abc import Sequence

from haggis_rules.cases import CheckedCase, check, every
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage
from haggis_rules.ir.lower import lower_everywhere
from tests.conftest import GOLDEN

SMALL = GOLDEN / "errors" / "cases" / "small.haggis"

_HEAD = """\
language 2
variant built extends small
  "A game made for one test."
add extra because "a test needs it"
  "One clause more."
  ruling because "a test needs it"
"""


def games(body: str) -> Sequence[Game]:
    """Lower the small game with a clause more, whose items are given, for every table."""
    source = SourceFile(str(SMALL.with_name("built.haggis")), _HEAD + body)
    found, faults = lower_everywhere(lineage(source))
    assert not faults, "\n\n".join(map(str, faults))
    return found


def checked(body: str) -> list[CheckedCase]:
    """Check the examples of a clause, each at every table for which it is meant."""
    found = games(body)
    rules = {id(game): Rules(game, checked=True) for game in found}
    return [check(rules[id(game)], case) for game, case in every(found)]


def only(body: str) -> CheckedCase:
    """Check the one example of a clause, which is meant for one table."""
    (found,) = checked(body)
    return found
