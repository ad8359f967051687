"""haggis deal: watch a hand, or a whole match, played at random.

The same seed deals and plays the same hand everywhere. All cards are shown.

  haggis deal classic --players 3 --seed 7
  haggis deal classic --players 3 --seed 7 --clauses   with the clauses behind each move
  haggis deal classic --players 2 --hands 20           only the end of each hand
  haggis deal classic --players 2 --match              a match, with scores

--format json: {"form": 1, "hands": [{"seed", "finished", "moves", "queries": {name: value},
"table": the record of the hand}, ...]}; with --match {"form": 1, "seed", "finished", "moves",
"scores": [points, ...], "match": the record of the match}
"""

from __future__ import annotations

import argparse

from haggis_rules.analysis.simulate import chance_of
from haggis_rules.cli.outputs.tables import DealtHand, DealtHandsJson, DealtMatchJson
from haggis_rules.cli.terminal.arguments import (
    add_budget,
    add_table,
    add_variant,
    check_seeds,
    rules_of,
    seed_number,
)
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    CallError,
    count,
    note,
    wrapped,
    write_json,
    write_lines,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.position_lines import all_zones, entry_lines, zone_lines
from haggis_rules.cli.terminal.queries import answers, write_answers
from haggis_rules.cli.terminal.random_players import choose
from haggis_rules.cli.terminal.score_lines import (
    hand_lines,
    hand_totals,
    match_score_lines,
    sheet_lines,
)
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import dealing_clauses
from haggis_rules.notation.table_text import seat_name
from haggis_rules.semantics.action import Action

USE = CommandUsage(Purpose.PLAY, "haggis deal classic --players 3 --seed 1", "watch a hand")
OUTPUT = DealtHandsJson | DealtMatchJson
MOST_HANDS = 100_000
MOST_MOVES = 10_000  # in one hand, should the rules let it go on for ever
MOST_OF_MATCH = 1_000_000  # moves


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    add_budget(parser)
    parser.add_argument("--seed", type=seed_number, default=1, metavar="N", help="default: 1")
    several = parser.add_mutually_exclusive_group()
    several.add_argument(
        "--hands",
        type=int,
        default=1,
        metavar="N",
        help="the number of hands to play, from this seed on",
    )
    several.add_argument("--match", action="store_true", help="play hands until the match ends")
    parser.add_argument("--clauses", action="store_true", help="show the clauses behind each move")


def run(parsed: argparse.Namespace) -> int:
    """Play and print.

    Raises ``CallError`` for hands or seeds out of range, and as ``rules_of`` does.
    """
    if not 1 <= parsed.hands <= MOST_HANDS:
        raise CallError("bad-number", f"--hands is 1 to {MOST_HANDS:,}, not {parsed.hands:,}")
    check_seeds(parsed.seed, parsed.hands)
    rules = rules_of(parsed)
    record: DealtHandsJson | DealtMatchJson
    if parsed.match:
        record = _match(rules, parsed)
        finished = record["finished"]
    else:
        hands = [_bounded_hand(rules, parsed, parsed.seed + n) for n in range(parsed.hands)]
        record = {"form": 1, "hands": hands}
        finished = all(one["finished"] for one in hands)
    if parsed.format == "json":
        write_json(record)
    return 0 if finished else AT_FAULT


def _bounded_hand(rules: Rules, parsed: argparse.Namespace, seed: int) -> DealtHand:
    """Play one hand, which may cost as much as one answer."""
    with rules.budget.as_one():
        return _hand(rules, parsed, seed)


def _hand(rules: Rules, parsed: argparse.Namespace, seed: int) -> DealtHand:
    """Play one hand, print it where people read it, and give it as a record."""
    table, chance = rules.new_hand(seed), chance_of(seed)
    as_text = parsed.format == "text"
    whole = as_text and parsed.hands == 1
    if whole:
        _begin(rules, table, seed, clauses=parsed.clauses)
    moves = 0
    while table.to_act and moves < MOST_MOVES:
        action = choose(rules.game, table, table.to_act, chance)
        if whole:
            _tell(rules, table, action, clauses=parsed.clauses)
        table, moves = table.apply(action), moves + 1
    if as_text:
        _end(rules, table, seed, moves, whole=whole)
    if not table.finished:
        why = "nobody can act" if moves < MOST_MOVES else f"no end after {moves} moves"
        note(f"seed {seed}: {why}, but the rules do not say that it is finished")
    return {
        "seed": seed,
        "finished": table.finished,
        "moves": moves,
        "queries": dict(answers(rules.game, table, seat_name)),
        "table": table.to_json(),
    }


def _match(rules: Rules, parsed: argparse.Namespace) -> DealtMatchJson:
    """Play a match, print its score sheets, and give it as a record."""
    match, chance = rules.new_match(parsed.seed), chance_of(parsed.seed)
    as_text, game, moves = parsed.format == "text", rules.game, 0
    if as_text:
        write_text(f"{game.name} for {count(game.seats, 'player')}, match {parsed.seed}\n")
    while match.to_act and moves < MOST_OF_MATCH:
        before, match = match, match.apply(choose(game, match, match.to_act, chance))
        moves += 1
        if as_text and match.last_hand is not before.last_hand:
            for line in sheet_lines(game, match.sheet[-1], seat_name):
                write_text(f"{line}\n")
    if as_text:
        write_lines(match_score_lines(game, match.scores, seat_name))
        write_text(f"\n{count(moves, 'move')} in {count(match.hand, 'hand')}.")
        write_answers(game, match, seat_name, scored=True)
    if not match.finished:
        why = "nobody can act" if moves < MOST_OF_MATCH else f"no end after {moves} moves"
        note(f"match {parsed.seed}: {why}, but the rules do not say that it is over")
    return {
        "form": 1,
        "seed": parsed.seed,
        "finished": match.finished,
        "moves": moves,
        "scores": match.scores,
        "match": match.to_json(),
    }


def _begin(rules: Rules, table: Position, seed: int, *, clauses: bool) -> None:
    game = rules.game
    write_text(f"{game.name} for {count(game.seats, 'player')}, seed {seed}\n")
    write_lines(zone_lines(game, all_zones(game, table.state), seat_name))
    write_text()
    if clauses:
        _write_clauses(dealing_clauses(game))


def _tell(rules: Rules, table: Position, action: Action, *, clauses: bool) -> None:
    """Print a move and what follows from it."""
    for entry in rules.explain(table, action).entries:
        write_lines(entry_lines(rules, action, entry, seat_name))
        if clauses and entry.clauses:
            _write_clauses(entry.clauses)


def _end(rules: Rules, table: Position, seed: int, moves: int, *, whole: bool) -> None:
    """Print how a hand ended: in one line when it is one of several."""
    game, scored = rules.game, table.finished and bool(rules.game.scores)
    if not whole:
        totals = " ".join(map(str, hand_totals(game, table.state))) if scored else ""
        write_text(f"seed {seed}: {count(moves, 'move')}{f', points {totals}' if totals else ''}")
        if not scored:
            write_answers(game, table, seat_name)
        return
    write_text()
    write_lines(zone_lines(game, all_zones(game, table.state), seat_name))
    write_text()
    for line in hand_lines(game, table.state, seat_name) if scored else ():
        write_text(f"{line}\n")
    write_text(f"{count(moves, 'move')}.")
    write_answers(game, table, seat_name, scored=scored)


def _write_clauses(clauses: tuple[str, ...]) -> None:
    write_text(wrapped("rests on " + ", ".join(clauses), indent=8, hanging=2))
