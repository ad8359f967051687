"""haggis beats: tell whether one play beats another, and which clauses say so.

Write a play as its cards, with its reading where the cards leave a choice. Without a reading it is
the highest of the type that is needed. The command fails when the first play does not beat the
second, so that a script can ask. Where the answer depends on the state of play, the command assumes
the first values, or those given with `--state`.

  haggis beats classic --players 2 "J K" "J Q"
  haggis beats classic --players 2 "9r 10r J = sequence3@J" "8g 9g 10g"

--format json: {"variant", "players", "beats": true or false, "play": a play, "other": a play,
"clauses": [{"name", "words"}, ...]}; a play is {"written", "cards", "kind", and its fields}. Where
the answer rests on states that all see, there is also "state": {name: value, ...}
"""

from __future__ import annotations

import argparse

from haggis_rules.analysis.play_clauses import beats_clauses
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_state,
    add_table,
    add_variant,
    rules_of,
)
from haggis_rules.cli.terminal.output import AT_FAULT, wrapped, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.play_lines import play_record, show_play
from haggis_rules.cli.terminal.state_lines import tell_state
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import shown_order_state, values_of_order
from haggis_rules.semantics.state import Combination

USE = CommandUsage(
    Purpose.ASK,
    'haggis beats classic --players 2 "J K" "J Q"',
    "whether one play beats another, and why",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    parser.add_argument("play", metavar="PLAY", help='such as "9r 10r J = sequence3@J"')
    parser.add_argument("other", metavar="OTHER", help="the play on the table")
    add_state(parser)
    add_table(parser)
    add_budget(parser)


def run(parsed: argparse.Namespace) -> int:
    """Tell whether the one beats the other, and on what the answer rests."""
    rules = rules_of(parsed)
    said = dict(parsed.state)
    values = values_of_order(rules.game, said)
    writing = rules.writing.at(values)
    other = writing.play(parsed.other)
    play = writing.play(parsed.play, on=other.reading)
    answer = rules.beats(play, other, state=said)
    clauses = beats_clauses(rules, play, other, values)
    state = shown_order_state(rules.game, values)
    if parsed.format == "json":
        write_json(
            {
                "variant": rules.game.name,
                "players": rules.game.seats,
                "beats": answer,
                **({"state": state} if state else {}),
                "play": play_record(rules.game, play),
                "other": play_record(rules.game, other),
                "clauses": [{"name": one, "words": words_of(rules.game, one)} for one in clauses],
            }
        )
    else:
        _tell(rules, play, other, clauses, answer=answer)
        tell_state(state)
    return 0 if answer else AT_FAULT


def _tell(
    rules: Rules, play: Combination, other: Combination, clauses: tuple[str, ...], *, answer: bool
) -> None:
    says = "Yes" if answer else "No"
    verb = "beats" if answer else "does not beat"
    write_text(
        wrapped(f"{says}: {show_play(rules.game, play)} {verb} {show_play(rules.game, other)}.")
    )
    write_text("\nThe answer depends on")
    for clause in clauses:
        write_text(f"\n  {clause}\n{wrapped(words_of(rules.game, clause), indent=4)}")
