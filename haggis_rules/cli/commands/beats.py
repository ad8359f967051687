"""haggis beats: tell whether one play beats another, and which clauses say so.

Write a play as its cards, with its reading where the cards leave a choice. Without a reading it is
the highest of the type that is needed; where several types are left, the command answers for each
reading. It says why a play does not beat the other. The exit code is 1 when the first play does not
beat the second, and 2 when that depends on how they are read, so that a script can ask. Where the
answer depends on the state of play, the command assumes the first values, or those given with
`--state`.

  haggis beats classic --players 2 "J K" "J Q"
  haggis beats classic --players 2 "9r 10r J = sequence3@J" "8g 9g 10g"

--format json: {"form": 1, "variant", "players", "beats": true or false, "play": a play, "other": a
play, "clauses": [{"name", "words"}, ...]}; a play is {"written", "cards", "kind", and its fields}.
If not, there is "why_not": {"name": a clause, "words", "wrong"}. Where plays can be read in several
ways, there is "readings": [...] instead, with "beats", "play", "other" and "why_not" for each, and
"beats" is null when they differ. Where the answer depends on states that all see, there is also
"state": {name: value, ...}
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from haggis_rules.analysis.play_clauses import beats_clauses
from haggis_rules.cli.outputs.plays import BeatsAnswer, BeatsHead, BeatsJson, BeatsReadingsJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_state,
    add_table,
    add_variant,
    rules_of,
)
from haggis_rules.cli.terminal.near_miss_lines import reason_record
from haggis_rules.cli.terminal.output import AT_FAULT, BAD_CALL, wrapped, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.play_lines import play_record, show_play
from haggis_rules.cli.terminal.state_lines import tell_state
from haggis_rules.engine.matchups import why_not_beats
from haggis_rules.engine.refusals import words_of
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.state_of_order import shown_order_state, values_of_order
from haggis_rules.engine.trace import in_order
from haggis_rules.ir.game import Game
from haggis_rules.notation.values import Json
from haggis_rules.semantics.action import Reason
from haggis_rules.semantics.patterns import show_cards, show_reading
from haggis_rules.semantics.state import Combination, GameState

USE = CommandUsage(
    Purpose.ASK,
    'haggis beats classic --players 2 "J K" "J Q"',
    "whether one play beats another, and why",
)
OUTPUT = BeatsJson | BeatsReadingsJson


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    parser.add_argument("play", metavar="PLAY", help='such as "9r 10r J = sequence3@J"')
    parser.add_argument("other", metavar="OTHER", help="the play on the table")
    add_state(parser)
    add_table(parser)
    add_budget(parser)


class Answer(NamedTuple):
    """Two plays, each read in one way, and why the first does not beat the other if it does not."""

    play: Combination
    other: Combination
    why_not: Reason | None


def run(parsed: argparse.Namespace) -> int:
    """Tell whether the one beats the other, and on what the answer rests."""
    rules = rules_of(parsed)
    said = dict(parsed.state)
    values = values_of_order(rules.game, said)
    writing = rules.writing.at(values)
    answers = [
        Answer(play, other, _why_not(rules, play, other, said))
        for other in writing.meanings(parsed.other)
        for play in writing.meanings(parsed.play, on=other.reading)
    ]
    verdicts = {answer.why_not is None for answer in answers}
    beats = verdicts.pop() if len(verdicts) == 1 else None
    resting = (beats_clauses(rules, one.play, one.other, values) for one in answers)
    clauses = in_order(rules.game, {clause for some in resting for clause in some})
    state = shown_order_state(rules.game, values)
    if parsed.format == "json":
        write_json(_record(rules, answers, clauses, beats, state))
    else:
        _tell(rules, answers, clauses, beats=beats)
        tell_state(state)
    if beats is None:
        return BAD_CALL
    return 0 if beats else AT_FAULT


def _why_not(
    rules: Rules, play: Combination, other: Combination, said: Mapping[str, str]
) -> Reason | None:
    """Return why a play does not beat another; None when it does."""
    if rules.beats(play, other, state=said):
        return None
    state = GameState(values_of_order(rules.game, said), ())  # no cards lie anywhere
    return why_not_beats(rules.game, state, play.reading, other.reading)


def _record(
    rules: Rules,
    answers: Sequence[Answer],
    clauses: Sequence[str],
    beats: bool | None,  # noqa: FBT001 - what the record says
    state: Mapping[str, Json],
) -> BeatsJson | BeatsReadingsJson:
    """Return all of it for programs."""
    readings = [_answer_record(rules.game, one) for one in answers]
    head: BeatsHead = {
        "form": 1,
        "variant": rules.game.name,
        "players": rules.game.seats,
        "clauses": [{"name": one, "words": words_of(rules.game, one)} for one in clauses],
    }
    if state:
        head["state"] = state
    if len(readings) == 1:
        return {**head, **readings[0]}
    return {**head, "beats": beats, "readings": readings}


def _answer_record(game: Game, answer: Answer) -> BeatsAnswer:
    record: BeatsAnswer = {
        "beats": answer.why_not is None,
        "play": play_record(game, answer.play),
        "other": play_record(game, answer.other),
    }
    if answer.why_not is not None:
        record["why_not"] = reason_record(answer.why_not)
    return record


def _tell(
    rules: Rules, answers: Sequence[Answer], clauses: Sequence[str], *, beats: bool | None
) -> None:
    game, first = rules.game, answers[0]
    verb = "beats" if beats else "does not beat"
    if beats is None:
        write_text("It depends on how it is read.")
        _tell_readings(game, answers)
    elif len(answers) > 1:
        cards = [show_cards(game, play.cards) for play in (first.play, first.other)]
        write_text(
            wrapped(f"{'Yes' if beats else 'No'}, however it is read: {f' {verb} '.join(cards)}.")
        )
        _tell_readings(game, answers)
    else:
        plays = f" {verb} ".join(show_play(game, play) for play in (first.play, first.other))
        write_text(wrapped(f"{'Yes' if beats else 'No'}: {plays}{_because(first)}."))
    write_text("\nThe answer depends on")
    for clause in clauses:
        write_text(
            f"\n  {game.clauses[clause].called}\n{wrapped(words_of(rules.game, clause), indent=4)}"
        )


def _tell_readings(game: Game, answers: Sequence[Answer]) -> None:
    """Tell the answer for each way to read the plays, naming what is read in several ways."""
    pairs = [(one.play.reading, one.other.reading) for one in answers]
    several = [len(set(readings)) > 1 for readings in zip(*pairs, strict=True)]
    for answer, pair in zip(answers, pairs, strict=True):
        shown = (show_reading(game, reading) for reading in pair)
        how = " on ".join(text for text, named in zip(shown, several, strict=True) if named)
        says = "yes" if answer.why_not is None else "no"
        write_text(wrapped(f"as {how}: {says}{_because(answer)}", indent=2, hanging=2))


def _because(answer: Answer) -> str:
    """Say why not, and by which clause; nothing where the play does beat the other."""
    reason = answer.why_not
    return "" if reason is None else f", because {reason.wrong} (`{reason.clause}`)"
