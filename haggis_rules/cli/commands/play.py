"""haggis play: take a seat in a match against players made from the rules.

You see what your seat may see, and nothing else. Type an action as the rules name it, with cards in
notation, or its number in a list. Type `help` for more.

  haggis play classic --players 2
  haggis play classic --players 3 --seat 2 --seed 7 --record my.jsonl
  haggis play classic --resume my.jsonl --seat 2
  haggis play classic --players 2 --opponents search
  haggis play classic --players 3 --opponents search,greedy --seconds 2
  haggis play classic --players 2 --opponents greedy --practice

The others play at random unless --opponents says how: random, greedy (sheds as many cards as it
can) or search (tries each action in hands that fit what it knows). One name is for all of them;
several are for the other seats in order. No player sees more than its own seat does.

`hint` says what a player would do with what you see, `why not` which clause forbids a play, `what
happened` which clauses were at work, and `rules` finds a rule by your words. With --practice,
`undo` takes your last move back, and nothing is recorded. --plain is for a screen reader; so is
TERM=dumb. NO_COLOR=1 leaves out the colours.

A seed always deals the same match. With --record the match is saved in a file, line by line as it
is played. --resume continues from such a file, even an interrupted one, and adds to it. The record
shows all cards, so do not look. `haggis replay` checks it again.

--format json prints the match when you leave, on standard output.
"""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from random import SystemRandom

from haggis_rules.cli.outputs.records import GameMatch
from haggis_rules.cli.table.card_style import is_plain_terminal
from haggis_rules.cli.table.opponents import opponents_of
from haggis_rules.cli.table.player_seat import HumanPlayer, LeaveRequest, TableManner
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_table,
    add_variant,
    rules_of,
    seed_number,
)
from haggis_rules.cli.terminal.files import read_record, writing
from haggis_rules.cli.terminal.output import AT_FAULT, INTERRUPTED, CallError, note, write_json
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.records.events import RecordHead
from haggis_rules.records.replay import resume
from haggis_rules.records.writer import RecordWriter, is_empty

USE = CommandUsage(Purpose.PLAY, "haggis play classic --players 2", "take a seat")
OUTPUT = GameMatch
_CODES = {
    LeaveRequest.OVER: 0,
    LeaveRequest.QUIT: 0,
    LeaveRequest.STUCK: AT_FAULT,
    LeaveRequest.INTERRUPTED: INTERRUPTED,
}
SEEDS = 1_000_000  # a seed that nobody chose is below this, so that people can write it down


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    add_budget(parser)
    parser.add_argument("--seat", type=int, default=1, metavar="N", help="your seat; default: 1")
    parser.add_argument(
        "--seed", type=seed_number, metavar="N", help="default: a new one each time"
    )
    parser.add_argument(
        "--opponents", metavar="NAME[,NAME...]", help="random, greedy or search; default: random"
    )
    parser.add_argument(
        "--seconds", type=float, metavar="S",
        help="how long search thinks; default: 2,000 hands played out for each choice",
    )  # fmt: skip
    parser.add_argument(
        "--plain", action="store_true",
        help="for a screen reader: cards in words, short sentences, no columns and no colours",
    )  # fmt: skip
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--practice", action="store_true", help="let `undo` take moves back; unsaved"
    )
    group.add_argument("--record", type=Path, metavar="FILE", help="save the match in a new file")
    group.add_argument("--resume", type=Path, metavar="FILE", help="continue a saved match")


def run(parsed: argparse.Namespace) -> int:
    """Play until the match is over or the player leaves.

    Raises ``CallError`` for a seat or an opponent that is not there, or a record that cannot be
    kept or resumed.
    """
    match, keeper = _resumed(parsed) if parsed.resume else (_begun(parsed), None)
    rules = match.rules
    if not 1 <= parsed.seat <= rules.players:
        message = f"the seats are 1 to {rules.players}, not {parsed.seat}"
        raise CallError("unknown-seat", message)
    opponents = opponents_of(parsed, match)
    if parsed.record:
        with writing(parsed.record):
            keeper = RecordWriter.new(parsed.record, match)
    manner = TableManner(
        parsed.variant,
        aside=parsed.format == "json",
        plain=parsed.plain or is_plain_terminal(),
        practice=parsed.practice,
    )
    seat = HumanPlayer(parsed.seat - 1, match, keeper, opponents, manner)
    left = seat.play()
    if left in {LeaveRequest.QUIT, LeaveRequest.INTERRUPTED}:
        seat.part(_command(parsed, rules, parsed.record or parsed.resume))
    if left is LeaveRequest.STUCK:
        note("nobody can act, but the rules do not say that it is finished")
    if parsed.format == "json":
        write_json(seat.match.to_json())
    return _CODES[left]


def _begun(parsed: argparse.Namespace) -> MatchState:
    """Begin a match. Raises ``CallError`` when its record would write over something."""
    rules = rules_of(parsed)
    if parsed.record and parsed.record.exists() and not is_empty(parsed.record):
        hint = "go on with it by --resume, or choose another name"
        raise CallError("file-exists", f"`{parsed.record}` is there already", hint)
    seed = SystemRandom().randrange(SEEDS) if parsed.seed is None else parsed.seed
    return rules.new_match(seed)


def _resumed(parsed: argparse.Namespace) -> tuple[MatchState, RecordWriter]:
    """Make a match again from its record, which also knows the table."""
    if parsed.seed is not None:
        raise CallError("two-seeds", "a saved match has its own seed", "leave out --seed")
    record = read_record(parsed.resume)
    if record.head.seed is None:
        message = "the cards of this match were dealt elsewhere, so it cannot go on here"
        raise CallError("no-seed", message, "`haggis replay` shows the match")
    _table_of(parsed, record.head)
    match, progress = resume(rules_of(parsed), record)
    return match, RecordWriter.again(parsed.resume, record, progress)


def _table_of(parsed: argparse.Namespace, head: RecordHead) -> None:
    """Take from a record what the call does not say of the table."""
    if parsed.players is None:
        parsed.players = head.players
    if not parsed.options:
        parsed.options = [(name, str(value).lower()) for name, value in head.options.items()]


def _command(parsed: argparse.Namespace, rules: Ruleset, path: Path | None) -> str:
    """Return the call that goes on with this match, or plays it again."""
    words = ["haggis", "play", parsed.variant, "--seat", str(parsed.seat)]
    if parsed.opponents is not None:
        words += ["--opponents", parsed.opponents]
    if parsed.seconds is not None:
        words += ["--seconds", f"{parsed.seconds:g}"]
    words += ["--plain"] * parsed.plain + ["--practice"] * parsed.practice
    if path is not None:
        return shlex.join([*words, "--resume", str(path)])
    words += ["--players", str(rules.players)]
    for name, value in parsed.options:
        words += ["--option", f"{name}={value}"]
    return shlex.join(words)
