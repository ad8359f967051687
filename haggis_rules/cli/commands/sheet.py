"""haggis sheet: summarize a variant in figures: cards, deal, plays, actions, score, match.

These are the figures that a designer would work out by hand, found from the rules for each number
of players. The sizes of combinations are exact, for a hand as dealt, with cards that show each one.
The points of an entry of the score sheet are bounds: no hand scores more, though possibly none
scores as much. Likewise, a match cannot end sooner than shown, though possibly it always takes
longer.

  haggis sheet classic
  haggis sheet classic --players 2 --option target=250
  haggis sheet my.haggis --format json

--format json: {"form": 1, "variant", "sheets": [one for each number of players: {"variant",
"words", "players", "teams", "deck", "deal", "plays", "actions", "score", "match",
"experimental"}]}, and of these
  deck: {"total", "groups": [{"name", "ranks", "suits", "copies": of each card, "cards": in all}],
    "wild": [{"card", "ranks": that it stands for, "inside"}], "kinds": [{"name", "which",
    "cards"}], "worth": [{"name", "place", "each": [{"worth", "which"}], "total": of the deck}]}
  deal: [{"zone", "of": "seat", "team" or "", "owners", "cards": for each, "lots": [{"which",
    "cards", "left": whether they are the rest}]}]; where some get fewer, "cards" is the most,
    and "fewest" is there as well
  plays: [{"zone": where combinations are laid from, "cards": in it as dealt, "arrivals": {what
    adds others: clauses}, "beats": clauses, "patterns": [{"name", "made", "ranking", "readings",
    "types", "smallest": shown, "largest": shown, "fields": [{"name", "low", "high", "many"}],
    "shapes": [{"given", "field", "low", "high", "shown"}], "choices": [{"field", "name", "shown"}],
    "ordered": whether choices go from the lowest to the highest, "beats": each of these}]}]; shown
    is {"reading", "cards": how many, "play"}, or null when no hand can hold it
  actions: [{"name", "turn": whether one seat at a time may act, "who", "secret", "params":
    [{"name", "words", "values", "counts": {word: a number for each value}}], "only_when":
    [{"words", "clause"}]}]; where chance makes the choice, "by_chance": true is there as well
  score: {"of", "low", "high", "entries": [{"name", "words", "pays", "means", "set_by": each
    [{"words", "points", "clause"}], "low", "high": null when nothing bounds it}]}
  match: {"options": [{"name", "values", "usual", "here", "ends": whether the end hangs on it}],
    "start", "between", "until": each [{"words", "points", "clause"}], "growth": [{"name", "start",
    "low", "high"}], "goals": [{"name", "option", "goal", "hands", "surely"}], "one_hand"}
What comes from clauses also has "clause" or "clauses". If states decide which cards are wild,
"wild" and "plays" are empty, and "by_state" names the states.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from haggis_rules.analysis.sheet import FactSheet, build_fact_sheet
from haggis_rules.cli.outputs.sheets import SheetJson
from haggis_rules.cli.terminal.arguments import add_table, add_variant, chosen, games_at
from haggis_rules.cli.terminal.output import write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.cli.terminal.sheet_lines import sheet_lines
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.state import Reading

USE = CommandUsage(Purpose.WRITE, "haggis sheet classic", "a variant in figures")
OUTPUT = SheetJson


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)


def run(parsed: argparse.Namespace) -> int:
    """Work out the sheet for one number of players, or for all, and tell it."""
    games = games_at(parsed.variant, chosen(parsed))
    sheets = [build_fact_sheet(Rules(game), watch=_watch) for game in games]
    if parsed.format == "json":
        record: SheetJson = {
            "form": 1,
            "variant": parsed.variant,
            "sheets": [_data(sheet) for sheet in sheets],
        }
        write_json(record)
    else:
        write_text("\n\n".join("\n".join(sheet_lines(sheet)) for sheet in sheets))
    return 0


def _data(sheet: FactSheet) -> dict[str, Any]:
    """Return a sheet as data, without what only some games have, such as uneven deals."""
    left_out: list[tuple[str, Any]] = [("fewest", None), ("by_chance", False), ("by_state", ())]
    return asdict(
        sheet, dict_factory=lambda pairs: {k: v for k, v in pairs if (k, v) not in left_out}
    )


def _watch(readings: Sequence[Reading]) -> Iterable[Reading]:
    return with_progress(readings, len(readings), "readings")
