"""A made-up game with options, and clauses to add to it."""

from collections.abc import Mapping
from pathlib import Path

from haggis_rules.diagnostics.errors import (
    RuleError,
)
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir import game as ir
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.ir.lower import lower
from haggis_rules.syntax.parse import parse

Value = int | bool | str
HEAD = """language 2
variant made-up
  "A made-up game for two to four."

source sheet
  "A sheet of our own"
"""


BASE = """
clause table.seats
  "Two to four sit down."
  cites sheet "Table"
  table of 2 or 3 or 4 seats
  choice pace is slow or quick or fast
  option target is 5 to 50 points, usually 20
  option jokers is truth, usually false
  option speed is pace, usually quick

clause cards.deck
  "Two ranks in a suit, and a joker for each."
  cites sheet "Cards"
  ranks 2 3 joker
  suits red r
  deck plain of ranks 2 to 3 in each suit, 6 copies
  zone hand of each seat, seen by owner
  zone stock, seen by nobody
  deal 2 plain to hand of each seat
  deal the rest of plain to stock
  state done is truth, at first false, seen by all
  export finished as done
"""


JOKERS = """
clause cards.jokers with jokers
  "With jokers, each has two."
  cites sheet "Cards"
  deck wildcard of ranks joker to joker without suit, 2 copies for each seat
  deal one each of joker joker to hand of each seat
"""


def clause(name: str, items: str, guard: str = "") -> str:
    return f'\nclause {name} {guard}\n  "A rule."\n  cites sheet "Rules"\n{items}\n'


def lowered(
    *clauses: str, players: int | None = 2, options: Mapping[str, Value] | None = None
) -> ir.Game:
    text = HEAD + BASE + "".join(clauses)
    return lower((parse(SourceFile("made-up", text)),), players=players, options=options)


def everywhere_in(folder: Path, *clauses: str) -> tuple[list[ir.Game], list[RuleError]]:
    place = folder / "made-up.haggis"
    place.write_text(HEAD + BASE + "".join(clauses), encoding="utf-8")
    return check_everywhere(place)
