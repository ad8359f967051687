"""haggis plays: list every play in a hand, or every play that beats another.

The plays are grouped by what they are compared to, each group from the lowest to the highest.
With --on only those that beat another play are listed. If the state of play decides which cards are
wild, the command assumes the first values, or those given with `--state`.

  haggis plays classic --players 2 --hand "3r 4r 5r 5g J"
  haggis plays classic --players 2 --hand "9r 10r J Q" --on "7g 8g 9g"
  haggis plays classic --players 2 --hand "9r 10r J Q" --on "9g 10g J = sequence3@10"

--format json: {"form": 1, "variant", "players", "hand": [name, ...], "on": a play or null, "count",
"plays": [{"written", "cards", "kind", and a key for each field of the reading}, ...]}. If states
decide which cards are wild, there is also "state": {name: value, ...}
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.outputs.plays import PlaysJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_state,
    add_table,
    add_variant,
    rules_of,
)
from haggis_rules.cli.terminal.output import CallError, columns, count, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.play_lines import by_kind, play_record, show_play
from haggis_rules.cli.terminal.state_lines import tell_state
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import shown_wild_state, values_of_order, values_of_wild
from haggis_rules.semantics.patterns import show_cards
from haggis_rules.semantics.state import Combination

USE = CommandUsage(
    Purpose.ASK,
    'haggis plays classic --players 2 --hand "9r 10r J Q"',
    "what this hand can play",
    in_help=False,
)
OUTPUT = PlaysJson
FEW = 12  # plays of one kind that are shown, unless the call says otherwise


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    parser.add_argument("--hand", required=True, metavar="CARDS", help='such as "3r 4r J"')
    parser.add_argument("--on", metavar="PLAY", help="the play to beat")
    parser.add_argument(
        "--limit", type=int, metavar="N",
        help=f"show this many plays of each kind; default: {FEW}, and all as JSON; 0: all",
    )  # fmt: skip
    add_state(parser)
    add_table(parser)
    add_budget(parser)


def run(parsed: argparse.Namespace) -> int:
    """Tell the plays of a hand.

    Raises ``CallError`` for a limit below 0, and ``NotationError`` for cards that are none.
    """
    if parsed.limit is not None and parsed.limit < 0:
        raise CallError("bad-number", f"--limit is 0 or more, not {parsed.limit}")
    rules = rules_of(parsed)
    hand = rules.writing.cards(parsed.hand)
    said = dict(parsed.state)
    asked = values_of_wild if parsed.on is None else values_of_order
    values = asked(rules.game, said)
    on = None if parsed.on is None else rules.writing.at(values).play(parsed.on)
    found = rules.plays(hand, on=None if on is None else on.reading, state=said)
    state = shown_wild_state(rules.game, values)
    if parsed.format == "json":
        game = rules.game
        record: PlaysJson = {
            "form": 1,
            "variant": game.name,
            "players": game.seats,
            "hand": show_cards(game, hand).split(),
            "on": None if on is None else play_record(game, on),
            "count": len(found),
            "plays": [play_record(game, one) for one in found[: parsed.limit or None]],
        }
        if state:
            record["state"] = state
        write_json(record)
    else:
        _tell(rules, found, on, FEW if parsed.limit is None else parsed.limit)
        tell_state(state)
    return 0


def _tell(rules: Rules, found: list[Combination], on: Combination | None, limit: int) -> None:
    game = rules.game
    beating = "" if on is None else f" on {show_play(game, on)}"
    write_text(f"{count(len(found), 'play')}{beating}" if found else f"no play{beating}")
    for kind, plays in by_kind(game, found):
        some = plays[: limit or None]
        write_text(f"\n{kind}: {len(plays)}")
        write_text(columns([show_play(game, one) for one in some]))
        if len(some) < len(plays):
            write_text(f"  and {len(plays) - len(some)} more; --limit 0 shows all")
