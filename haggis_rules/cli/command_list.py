"""What `haggis --help` says of each command, so that it need not import them all.

A command says it itself, in its docstring and its ``USE``; a test holds that both say the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from haggis_rules.cli.terminal.overview import CommandUsage, Purpose


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """What a command does, in the words of its help, and a call that stands for it."""

    summary: str
    use: CommandUsage


COMMANDS: Final[Mapping[str, ListedCommand]] = {
    "ask": ListedCommand(
        "answer a question about the rules, in a player's words.",
        CommandUsage(
            Purpose.ASK, 'haggis ask "what beats a bomb?"', "any question about the rules"
        ),
    ),
    "readings": ListedCommand(
        "list what some cards can be played as.",
        CommandUsage(
            Purpose.ASK, 'haggis readings classic --players 2 "10r J Q"', "what these cards can be"
        ),
    ),
    "plays": ListedCommand(
        "list every play in a hand, or every play that beats another.",
        CommandUsage(
            Purpose.ASK,
            'haggis plays classic --players 2 --hand "9r 10r J Q"',
            "what this hand can play",
            in_help=False,
        ),
    ),
    "beats": ListedCommand(
        "tell whether one play beats another, and which clauses say so.",
        CommandUsage(
            Purpose.ASK,
            'haggis beats classic --players 2 "J K" "J Q"',
            "whether one play beats another, and why",
        ),
    ),
    "explain": ListedCommand(
        "explain a clause, a promise, a fault or a number of the ledger.",
        CommandUsage(
            Purpose.ASK, "haggis explain lead.next", "what a clause says, or a fault means"
        ),
    ),
    "play": ListedCommand(
        "take a seat in a match against players made from the rules.",
        CommandUsage(Purpose.PLAY, "haggis play classic --players 2", "take a seat"),
    ),
    "replay": ListedCommand(
        "check a recorded match again, under its own rules or others.",
        CommandUsage(
            Purpose.PLAY,
            "haggis replay my.jsonl --under tournament",
            "check a match again, under other rules",
        ),
    ),
    "deal": ListedCommand(
        "watch a hand, or a whole match, played at random.",
        CommandUsage(Purpose.PLAY, "haggis deal classic --players 3 --seed 1", "watch a hand"),
    ),
    "simulate": ListedCommand(
        "play many hands and report what they score.",
        CommandUsage(
            Purpose.PLAY,
            "haggis simulate classic --players 2 --hands 500",
            "what random hands score",
        ),
    ),
    "sweep": ListedCommand(
        "play matches at many tables, to study variants, options and players.",
        CommandUsage(
            Purpose.WRITE, "haggis sweep study.toml", "study variants, options and players"
        ),
    ),
    "count": ListedCommand(
        "count the ways a hand can go, by number of actions.",
        CommandUsage(
            Purpose.PLAY,
            "haggis count classic --players 2 --depth 2",
            "the number of ways a hand can go",
        ),
    ),
    "sheet": ListedCommand(
        "summarize a variant in figures: cards, deal, plays, actions, score, match.",
        CommandUsage(Purpose.WRITE, "haggis sheet classic", "a variant in figures"),
    ),
    "diff": ListedCommand(
        "compare two variants clause by clause, each with a play in which it matters.",
        CommandUsage(
            Purpose.ASK, "haggis diff classic tournament --players 3", "how two variants differ"
        ),
    ),
    "check": ListedCommand(
        "check rules files and report every fault.",
        CommandUsage(
            Purpose.WRITE, "haggis check my.haggis", "find each fault, with a way to fix it"
        ),
    ),
    "fmt": ListedCommand(
        "write rules files in the canonical form.",
        CommandUsage(Purpose.WRITE, "haggis fmt my.haggis", "the canonical form", in_help=False),
    ),
    "verify": ListedCommand(
        "prove what the rules promise, with two solvers.",
        CommandUsage(Purpose.WRITE, "haggis verify classic", "prove what the rules promise"),
    ),
    "mutate": ListedCommand(
        "change the rules in one place at a time, and see whether anything notices.",
        CommandUsage(
            Purpose.WRITE, "haggis mutate tournament", "whether a small change is noticed"
        ),
    ),
    "findings": ListedCommand(
        "show what goes wrong when a source is read to the letter.",
        CommandUsage(
            Purpose.WRITE,
            "haggis findings my-reading.haggis",
            "what goes wrong in a source's letter",
        ),
    ),
    "docs": ListedCommand(
        "write the pages of variants as plain Markdown.",
        CommandUsage(Purpose.WRITE, "haggis docs my.haggis", "write the pages"),
    ),
    "ask-page": ListedCommand(
        "write a page that shows what cards make and what beats what, with its modules.",
        CommandUsage(
            Purpose.WRITE,
            "haggis ask-page my.haggis --out build/ask",
            "a page that answers in a browser",
        ),
    ),
    "build": ListedCommand(
        "build a game as a WebAssembly module that runs in any host and imports nothing.",
        CommandUsage(
            Purpose.WRITE,
            "haggis build classic --players 2 --out classic.wasm",
            "the rules as a WebAssembly module",
            in_help=False,
        ),
    ),
    "schema": ListedCommand(
        "print the JSON Schema of a record, or of what a command prints.",
        CommandUsage(
            Purpose.WRITE,
            "haggis schema classic match --players 2",
            "the form of a record, as JSON Schema",
        ),
    ),
}


def module_name(command: str) -> str:
    """Return the name of the module that has a command: with ``_`` where the command has ``-``."""
    return f"haggis_rules.cli.commands.{command.replace('-', '_')}"
