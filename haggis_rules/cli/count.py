"""haggis count: in how many ways a hand can go, by how many actions are taken.

The hand of the seed is that of `haggis deal`. Whoever writes an engine of his own can compare. Of
actions that seats may take at one time, and whose order means nothing, one order counts: the
lowest seat first. What exactly that is stands in the documentation of `haggis_rules.engine.count`.
Numbers grow fast: begin with a small depth. Ctrl-C stops.

  haggis count classic --players 2 --seed 1 --depth 2

--format json: {"variant", "players", "options", "seed", "counts": [{"depth", "sequences",
"every_order": the same with every order counted}, ...]}
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.arguments import add_table, add_variant, rules_of
from haggis_rules.cli.out import CallError, say, say_json, table
from haggis_rules.engine.count import Counts, count
from haggis_rules.engine.game import Rules

MOST_DEPTH = 100


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--depth", type=int, default=1, metavar="D", help="actions in a sequence; default: 1"
    )


def run(parsed: argparse.Namespace) -> int:
    """Count, and print a line for each depth."""
    if not 0 <= parsed.depth <= MOST_DEPTH:
        raise CallError("bad-number", f"--depth is 0 to {MOST_DEPTH}, not {parsed.depth:,}")
    rules = rules_of(parsed)
    found = count(rules.new_hand(parsed.seed), parsed.depth)
    if parsed.format == "json":
        say_json(_record(rules, parsed.seed, found))
    else:
        say(f"{rules.name} for {rules.players} players: the hand of seed {parsed.seed}\n")
        rows = [
            [str(depth), f"{canonical:,}", f"{every:,}"]
            for depth, (canonical, every) in enumerate(_pairs(found))
        ]
        say(table([["depth", "sequences", "in every order"], *rows]))
    return 0


def _record(rules: Rules, seed: int, found: Counts) -> dict[str, object]:
    return {
        "variant": rules.name,
        "players": rules.players,
        "options": dict(rules.options),
        "seed": seed,
        "counts": [
            {"depth": depth, "sequences": canonical, "every_order": every}
            for depth, (canonical, every) in enumerate(_pairs(found))
        ],
    }


def _pairs(found: Counts) -> list[tuple[int, int]]:
    return list(zip(found.canonical, found.every, strict=True))
