"""haggis readings: list what some cards can be played as.

Every reading of exactly these cards, in order, with what it is compared to. When there is none
the command fails, so that a script can ask whether cards make a play. It names the play that they
nearly make, the clause that stands against it, and a change that would do. Where what is wild rests
on the state of play, it is asked for the first values, or for those of `--state`.

  haggis readings classic --players 2 "10r J Q"
  haggis readings neeps-core "3r 3r J"

--format json: {"form": 1, "variant", "players", "cards": [name, ...], "readings": [{"written":
"set3@10", "kind": "set", and a key for each field of the reading}, ...]}. Without a reading there
is also "why_not": {"pattern", "nearest": a reading, "because", "clauses": [{"name", "words",
"wrong"}], "change": {"removed": [name, ...], "added": [name, ...], "play"} or null}. If states
decide which cards are wild, there is also "state": {name: value, ...}
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.outputs.plays import ReadingsJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_state,
    add_table,
    add_variant,
    rules_of,
)
from haggis_rules.cli.terminal.near_miss_lines import near_miss_record, write_near_miss
from haggis_rules.cli.terminal.output import AT_FAULT, table, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.play_lines import reading_record, show_kind
from haggis_rules.cli.terminal.state_lines import tell_state
from haggis_rules.engine.state_of_order import shown_wild_state, values_of_wild
from haggis_rules.semantics.patterns import show_cards, show_reading

USE = CommandUsage(
    Purpose.ASK, 'haggis readings classic --players 2 "10r J Q"', "what these cards can be"
)
OUTPUT = ReadingsJson


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    parser.add_argument("cards", metavar="CARDS", help='in notation, such as "10r J Q"')
    add_state(parser)
    add_table(parser)
    add_budget(parser)


def run(parsed: argparse.Namespace) -> int:
    """Tell every reading of the cards."""
    rules = rules_of(parsed)
    cards, said = rules.writing.cards(parsed.cards), dict(parsed.state)
    game, shown = rules.game, show_cards(rules.game, cards)
    found = rules.readings(cards, state=said)
    state = shown_wild_state(game, values_of_wild(game, said))
    if parsed.format == "json":
        record: ReadingsJson = {
            "form": 1,
            "variant": game.name,
            "players": game.seats,
            "cards": [*shown.split()],
            "readings": [reading_record(game, one) for one in found],
        }
        if state:
            record["state"] = state
        near = None if found else rules.near_miss(cards, state=said)
        if near is not None:
            record["why_not"] = near_miss_record(game, near)
        write_json(record)
    elif not found:
        write_text(
            f"`{shown}` makes no play by the rules of {game.name}." if cards else "No cards."
        )
        near = rules.near_miss(cards, state=said)
        if near is not None:
            write_near_miss(near)
    else:
        write_text(f"{shown} can be played as")
        write_text(
            table([(show_reading(game, one), show_kind(game, one)) for one in found], left=2)
        )
    if parsed.format != "json":
        tell_state(state)
    return 0 if found else AT_FAULT
