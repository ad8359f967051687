"""haggis count: count the ways a hand can go, by number of actions.

The seed deals the same hand as in `haggis deal`; you can also count from a position in one line.
Authors of other engines can compare their counts with these. Where several seats may act at once
and their order does not matter, only one order counts: the lowest seat first. The notation page
defines this exactly, under counting. Numbers grow fast, so begin with a small depth. Ctrl-C stops.

  haggis count classic --players 2 --seed 1 --depth 2
  haggis count classic --players 2 --position "classic/2 target=350 | hand: ..." --depth 3

--format json: {"form": 1, "variant", "players", "options", "seed": null with a position,
"position": null with a seed, "counts": [{"depth", "sequences", "every_order": with every order
counted}, ...]}
"""

from __future__ import annotations

import argparse

from haggis_rules.analysis.perft import PerftCounts, cut_perft
from haggis_rules.cli.outputs.tables import CountJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_jobs,
    add_table,
    add_variant,
    executor_of,
    rules_of,
    seed_number,
)
from haggis_rules.cli.terminal.output import CallError, table, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.engine.rules import Rules

USE = CommandUsage(
    Purpose.PLAY, "haggis count classic --players 2 --depth 2", "the number of ways a hand can go"
)
OUTPUT = CountJson
MOST_DEPTH = 100
_DEEP = 4  # from here on it is worth the while to begin other processes


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    add_budget(parser)
    add_jobs(parser, "count")
    begins = parser.add_mutually_exclusive_group()
    begins.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    begins.add_argument("--position", metavar="LINE", help="a position in one line")
    parser.add_argument(
        "--depth",
        type=int,
        default=1,
        metavar="D",
        help="the length of a sequence of actions; default: 1",
    )


def run(parsed: argparse.Namespace) -> int:
    """Count, and print a line for each depth.

    Raises ``CallError`` for a depth out of range, and as ``rules_of`` does.
    """
    if not 0 <= parsed.depth <= MOST_DEPTH:
        raise CallError("bad-number", f"--depth is 0 to {MOST_DEPTH}, not {parsed.depth:,}")
    rules = rules_of(parsed)
    given: str | None = parsed.position
    start = rules.new_hand(parsed.seed) if given is None else rules.at(rules.state_from_text(given))
    cut = cut_perft(start, parsed.depth)
    found = cut.counted
    with executor_of(parsed, most=None if parsed.depth >= _DEEP else 1) as executor:
        for part in with_progress(cut.rest(executor), len(cut.parts), "parts"):
            found += part
    if parsed.format == "json":
        write_json(_record(rules, None if given else parsed.seed, given, found))
    else:
        which = "this position" if given else f"the hand of seed {parsed.seed}"
        write_text(f"{rules.name} for {rules.players} players: {which}\n")
        rows = [
            [str(depth), f"{canonical:,}", f"{every:,}"]
            for depth, (canonical, every) in enumerate(_pairs(found))
        ]
        write_text(table([["depth", "sequences", "in every order"], *rows]))
    return 0


def _record(rules: Rules, seed: int | None, position: str | None, found: PerftCounts) -> CountJson:
    return {
        "form": 1,
        "variant": rules.name,
        "players": rules.players,
        "options": dict(rules.options),
        "seed": seed,
        "position": position,
        "counts": [
            {"depth": depth, "sequences": canonical, "every_order": every}
            for depth, (canonical, every) in enumerate(_pairs(found))
        ],
    }


def _pairs(found: PerftCounts) -> list[tuple[int, int]]:
    return list(zip(found.canonical, found.every, strict=True))
