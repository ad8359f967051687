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
        "what some cards can be played as.",
        CommandUsage(
            Purpose.ASK, 'haggis readings classic --players 2 "10r J Q"', "what can these cards be"
        ),
    ),
    "plays": ListedCommand(
        "all that a hand can play, or all that beats a play.",
        CommandUsage(
            Purpose.ASK,
            'haggis plays classic --players 2 --hand "9r 10r J Q"',
            "what can this hand play",
            in_help=False,
        ),
    ),
    "beats": ListedCommand(
        "does one play beat another, and which clauses say so.",
        CommandUsage(
            Purpose.ASK,
            'haggis beats classic --players 2 "J K" "J Q"',
            "does the one beat the other, and why",
        ),
    ),
    "explain": ListedCommand(
        "what a clause says, what a promise is, what a fault or a number means.",
        CommandUsage(
            Purpose.ASK, "haggis explain lead.next", "what a clause says, or a fault means"
        ),
    ),
    "play": ListedCommand(
        "take a seat in a match against players who do whatever chance says.",
        CommandUsage(Purpose.PLAY, "haggis play classic --players 2", "take a seat"),
    ),
    "replay": ListedCommand(
        "judge a recorded match again, also by other rules.",
        CommandUsage(
            Purpose.PLAY,
            "haggis replay my.jsonl --under tournament",
            "judge a match again, by other rules",
        ),
    ),
    "deal": ListedCommand(
        "watch a hand, or a whole match, that is played by chance.",
        CommandUsage(Purpose.PLAY, "haggis deal classic --players 3 --seed 1", "watch a hand"),
    ),
    "simulate": ListedCommand(
        "what hands bring when everybody does whatever chance says.",
        CommandUsage(
            Purpose.PLAY,
            "haggis simulate classic --players 2 --hands 500",
            "what hands bring, by chance",
        ),
    ),
    "sweep": ListedCommand(
        "matches by chance at many tables, as a study of variants and options.",
        CommandUsage(Purpose.WRITE, "haggis sweep study.toml", "a study of many tables, by chance"),
    ),
    "count": ListedCommand(
        "in how many ways a hand can go, by how many actions are taken.",
        CommandUsage(
            Purpose.PLAY,
            "haggis count classic --players 2 --depth 2",
            "in how many ways a hand can go",
        ),
    ),
    "sheet": ListedCommand(
        "a variant in figures: cards, deal, the size of each play, actions, score, match.",
        CommandUsage(Purpose.WRITE, "haggis sheet classic", "a variant in figures, worked out"),
    ),
    "diff": ListedCommand(
        "in which clauses two variants differ, and a match on which they part in fact.",
        CommandUsage(
            Purpose.ASK, "haggis diff classic tournament --players 3", "in what two variants differ"
        ),
    ),
    "check": ListedCommand(
        "read rules files and tell every fault in them.",
        CommandUsage(Purpose.WRITE, "haggis check my.haggis", "is there a fault, and the way out"),
    ),
    "fmt": ListedCommand(
        "write rules files in the one canonical form.",
        CommandUsage(
            Purpose.WRITE, "haggis fmt my.haggis", "the one canonical form", in_help=False
        ),
    ),
    "verify": ListedCommand(
        "prove what the rules promise, with two solvers.",
        CommandUsage(Purpose.WRITE, "haggis verify classic", "prove what the rules promise"),
    ),
    "mutate": ListedCommand(
        "change the rules in one place at a time, and see whether anything notices.",
        CommandUsage(
            Purpose.WRITE, "haggis mutate tournament", "does anything notice a small change"
        ),
    ),
    "findings": ListedCommand(
        "what is wrong with a source that is read to the letter.",
        CommandUsage(
            Purpose.WRITE,
            "haggis findings my-reading.haggis",
            "what is wrong with a source's letter",
        ),
    ),
    "docs": ListedCommand(
        "write the pages of variants as plain Markdown.",
        CommandUsage(Purpose.WRITE, "haggis docs my.haggis", "write the pages"),
    ),
    "ask-page": ListedCommand(
        "write a page that says what cards make and what beats what, with its modules.",
        CommandUsage(
            Purpose.WRITE,
            "haggis ask-page my.haggis --out build/ask",
            "a page that answers in a browser",
        ),
    ),
    "build": ListedCommand(
        "a game as a WebAssembly module, which runs in any host and imports nothing.",
        CommandUsage(
            Purpose.WRITE,
            "haggis build classic --players 2 --out classic.wasm",
            "the rules as a WebAssembly module",
            in_help=False,
        ),
    ),
    "schema": ListedCommand(
        "the form of a record in JSON, as JSON Schema.",
        CommandUsage(
            Purpose.WRITE,
            "haggis schema classic match --players 2",
            "the form of a record, as JSON Schema",
        ),
    ),
}
