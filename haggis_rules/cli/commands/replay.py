"""haggis replay: check a recorded match again, under its own rules or others.

The command checks every deal, action and score in the record, and reports the first that is wrong,
with its line and the clauses. With --under it deals the same cards and takes the same actions under
other rules, and reports where the two matches part: the cards in hand, the action, and the entries
of the score sheet that differ for that hand. Suits and other things that only have different names
are called as in the record.

  haggis replay my.jsonl
  haggis replay my.jsonl --moves                       with every action
  haggis replay my.jsonl --under tournament
  haggis replay my.jsonl --under my.haggis --option target=250

A record whose own rules are not available can still be checked against others, if it includes the
deals.

--format json: {"form": 1, "record": {"variant", "players", "options", "seed", "rules"}, "torn":
bytes that were cut off, "hands", "actions", "finished", "scores", "under": null or {"variant",
"players", "options", "actions", "then": what stood by the record's rules after that many,
"finished", "scores", "parting": null or {"line", "hand", "ground", "words", "reasons": [{"clause",
"words", "wrong": what is wrong by it}, ...]}, "stop": the same, "at": null or {"position",
"action": those on which they part}, "entries": [{"entry", "of", "first", "second"}, ...] of that
hand, by the record and by the others}}; what is not known is null
Exit code 1: an event is not right, or the matches part.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from haggis_rules.cli.outputs.replays import (
    MatchOutcome,
    PartingJson,
    PartingMoveJson,
    RefusalReason,
    ReplayJson,
    UnderOtherRules,
)
from haggis_rules.cli.terminal.arguments import add_table
from haggis_rules.cli.terminal.files import read_record
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    CallError,
    count,
    refuse,
    table,
    wrapped,
    write_json,
    write_lines,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.position_lines import actions_taken, all_zones, zone_lines
from haggis_rules.cli.terminal.score_lines import match_score_lines, scorers, sheet_lines
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.rules import Rules, load, load_agreed
from haggis_rules.ir.load import known_names
from haggis_rules.notation.errors import (
    ImpossibleDealError,
    MisplacedEventError,
    OtherDealError,
    OtherRulesError,
    OtherScoreError,
)
from haggis_rules.notation.position import position_to_json
from haggis_rules.notation.table_text import seat_name
from haggis_rules.notation.values import Json
from haggis_rules.records.events import MatchRecord, RecordHead
from haggis_rules.records.other_rules import Comparison, Parting, compare
from haggis_rules.records.replay import replay
from haggis_rules.semantics.action import Action, IllegalAction, Reason

USE = CommandUsage(
    Purpose.PLAY,
    "haggis replay my.jsonl --under tournament",
    "check a match again, under other rules",
)
OUTPUT = ReplayJson
UNTRUE = (
    IllegalAction,
    ImpossibleDealError,
    MisplacedEventError,
    OtherDealError,
    OtherScoreError,
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("record", type=Path, metavar="RECORD", help="a saved match")
    parser.add_argument("--under", metavar="VARIANT", help="other rules, by name or file.haggis")
    parser.add_argument("--moves", action="store_true", help="show the deals and every action")
    add_table(parser)


def run(parsed: argparse.Namespace) -> int:
    """Judge and tell.

    Raises ``CallError`` when the call or the record does not say by which rules to judge.
    """
    if not parsed.under and (parsed.players is not None or parsed.options):
        message = "the record has the number of players and the options"
        raise CallError("no-other-rules", message, "--players and --option belong to --under")
    record = read_record(parsed.record)
    try:
        return _judged(parsed, record) if parsed.under is None else _compared(parsed, record)
    except UNTRUE as fault:
        refuse(CallError(fault.name, str(fault)), parsed.format)
        return AT_FAULT


def _judged(parsed: argparse.Namespace, record: MatchRecord) -> int:
    """Judge a record by its own rules."""
    try:
        match = replay(_own_rules(record.head), record)
    except OtherRulesError as fault:
        hint = f"`--under {record.head.variant:.40}` judges it by the current rules"
        raise CallError(fault.name, str(fault), hint) from fault
    if parsed.format == "json":
        write_json(_as_json(record, match, None))
        return 0
    _tell_match(match, moves=parsed.moves)
    write_text(f"\n{_length(match)}, all as the rules say.")
    return 0


def _compared(parsed: argparse.Namespace, record: MatchRecord) -> int:
    """Judge a record by its own rules, if they are at hand, and by others."""
    other, own = _other_rules(parsed, record.head), _known_rules(record.head)
    if own is None and other.digest == record.head.rules:
        own = other
    found = compare(record, other, own)
    if parsed.format == "json":
        write_json(_as_json(record, found.own, found))
    else:
        if found.own is not None:
            _tell_match(found.own, moves=parsed.moves)
            write_text(f"\n{_length(found.own)}, all as the rules say.")
        else:
            write_text(
                f"The rules of {_table(record.head)} are no longer available as they were then."
            )
        _tell_other(other, found)
    return AT_FAULT if found.parting else 0


def _own_rules(head: RecordHead) -> Rules:
    """Load the rules that a record names. Raises ``CallError`` when they are none of the shipped.

    Raises ``RuleError`` when they do not offer such a table.
    """
    if head.variant not in known_names():
        message = f"no variant that comes with the project is called `{head.variant:.40}`"
        raise CallError("unknown-variant", message, "name its file by --under")
    return load_agreed(head.variant, _options(head.options), players=head.players)


def _known_rules(head: RecordHead) -> Rules | None:
    """Load the rules that a record was made with, if they are the same today."""
    try:
        rules = _own_rules(head)
    except (CallError, RuleError):
        return None
    return rules if rules.digest == head.rules else None


def _other_rules(parsed: argparse.Namespace, head: RecordHead) -> Rules:
    """Load the rules to judge by; the table of the record counts where the call says nothing."""
    players = head.players if parsed.players is None else parsed.players
    said: dict[str, int | str] = dict(parsed.options)
    offered = load(parsed.under, players=players).options
    agreed = {name: one for name, one in _options(head.options).items() if name in offered}
    return load_agreed(parsed.under, agreed | said, players=players)


def _options(options: Mapping[str, Json]) -> dict[str, int | str]:
    return {name: one for name, one in options.items() if isinstance(one, int | str)}


def _tell_match(match: MatchState, *, moves: bool) -> None:
    rules, game, sheets = match.rules, match.rules.game, match.sheet
    agreed = [f"{name} {str(value).lower()}" for name, value in rules.options.items()]
    seed = [] if match.seed is None else [f"seed {match.seed}"]
    write_text(", ".join([f"{game.name} for {count(game.seats, 'player')}", *agreed, *seed]))
    for number, hand in enumerate(match.hands):
        write_text()
        if moves:
            write_text(f"--- Hand {number + 1} ---")
            write_lines(zone_lines(game, all_zones(game, hand.start), seat_name))
            for event in hand.history:
                if isinstance(event.done, Action):
                    write_text(wrapped(rules.show_action(event.done, seated=True), hanging=8))
            write_text()
        if number < len(sheets):
            write_lines(sheet_lines(game, sheets[number], seat_name))
    write_lines(match_score_lines(game, match.scores, seat_name))


def _tell_other(other: Rules, found: Comparison) -> None:
    """Say where two matches part, and what both scored."""
    name = f"{other.name} for {count(other.players, 'player')}"
    if found.parting is None:
        write_text(f"Under the rules of {name} nothing differs.")
    else:
        write_text(f"\nUnder the rules of {name} the match parts:")
        for parting in dict.fromkeys(one for one in (found.parting, found.stop) if one):
            _tell_parting(parting)
        _tell_move(found)
        _tell_entries(other, found)
    write_text(f"\nScores after {count(found.actions, 'action')}:")
    matches = [one for one in (found.then, found.match) if one is not None and one.scores]
    for match in matches:
        names = scorers(match.rules.game, seat_name)
        whose = [f"{who} {got}" for who, got in zip(names, match.scores, strict=True)]
        write_text(f"  {match.rules.name}: {', '.join(whose)}")


def _tell_move(found: Comparison) -> None:
    """Show the hands and the action on which two matches part."""
    if found.move is None:
        return
    before, game = found.move.before, found.move.before.rules.game
    write_text("\n  Before it:")
    shown = zone_lines(game, all_zones(game, before.state), seat_name, brief=True)
    write_lines(f"  {line}" for line in shown)
    write_text(wrapped(found.move.shown, indent=4, hanging=8))


def _tell_entries(other: Rules, found: Comparison) -> None:
    """Set the entries side by side that the hand did not score alike."""
    if not found.entries or found.own is None or found.parting is None:
        return
    names = scorers(other.game, seat_name)
    rows = [
        [f"{one.entry} of {names[one.owner]}", str(one.own), str(one.other)]
        for one in found.entries
    ]
    heading = [f"hand {found.parting.hand}", found.own.rules.name, other.name]
    write_text()
    write_text(table([heading, *rows]))


def _tell_parting(parting: Parting) -> None:
    where = f"line {parting.line}, hand {parting.hand}: {parting.words}"
    write_text(wrapped(where, indent=2, hanging=2))
    for reason in parting.reasons:
        write_text(wrapped(f"{reason.clause or 'no clause'}: {reason.text}", indent=4, hanging=2))


def _length(match: MatchState) -> str:
    hands = count(len(match.hands), "hand")
    end = "to the end of the match" if match.finished else "and the match goes on"
    return f"{count(actions_taken(match), 'action')} in {hands}, {end}"


def _table(head: RecordHead) -> str:
    return f"{head.variant:.40} for {count(head.players, 'player')}"


def _as_json(record: MatchRecord, match: MatchState | None, found: Comparison | None) -> ReplayJson:
    head = record.head
    return {
        "form": 1,
        "record": {
            "variant": head.variant,
            "players": head.players,
            "options": head.options,
            "seed": head.seed,
            "rules": head.rules,
        },
        "torn": record.torn,
        **_outcome(match),
        "hands": None if match is None else len(match.hands),
        "actions": None if match is None else actions_taken(match),
        "under": None if found is None else _other_as_json(found),
    }


def _other_as_json(found: Comparison) -> UnderOtherRules:
    rules = None if found.match is None else found.match.rules
    return {
        "variant": None if rules is None else rules.name,
        "players": None if rules is None else rules.players,
        "options": None if rules is None else rules.options,
        "actions": found.actions,
        "then": None if found.then is None else found.then.scores,
        **_outcome(found.match),
        "parting": _parting_as_json(found.parting),
        "stop": _parting_as_json(found.stop),
        "at": _move_as_json(found),
        "entries": [
            {"entry": one.entry, "of": one.owner, "first": one.own, "second": one.other}
            for one in found.entries
        ],
    }


def _move_as_json(found: Comparison) -> PartingMoveJson | None:
    if found.move is None:
        return None
    before = found.move.before
    position = position_to_json(before.rules.game, before.state)
    return {"position": position, "action": found.move.shown}


def _outcome(match: MatchState | None) -> MatchOutcome:
    if match is None:
        return {"finished": None, "scores": None}
    return {"finished": match.finished, "scores": match.scores}


def _parting_as_json(parting: Parting | None) -> PartingJson | None:
    if parting is None:
        return None
    return {
        "line": parting.line,
        "hand": parting.hand,
        "ground": parting.ground.value,
        "words": parting.words,
        "reasons": [_reason_as_json(reason) for reason in parting.reasons],
    }


def _reason_as_json(reason: Reason) -> RefusalReason:
    return {"clause": reason.clause, "words": reason.words, "wrong": reason.wrong}
