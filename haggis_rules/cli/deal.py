"""haggis deal: play a hand by chance and print it, move by move.

The same seed deals and plays the same hand everywhere. --clauses shows for every move all the
clauses that it rests on; --hands N plays several hands and prints only how they end.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from textwrap import fill

from haggis_rules.cli.out import AT_FAULT, BAD_CALL, note, say, say_json
from haggis_rules.engine.action import Action
from haggis_rules.engine.explain import dealt_by
from haggis_rules.engine.game import Rules, load
from haggis_rules.engine.notation import show_value, to_json
from haggis_rules.engine.table import Table
from haggis_rules.ir.game import Owner
from haggis_rules.ir.types import OptionType, Plain
from haggis_rules.run.breach import NoValue
from haggis_rules.run.patterns import show_cards
from haggis_rules.run.state import size

WIDE = 100
MOST_HANDS = 100_000
MOST_MOVES = 10_000  # in one hand, should the rules let it go on for ever


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("variant", metavar="VARIANT", help="a name or a file")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="default: 1")
    parser.add_argument(
        "--hands", type=int, default=1, metavar="N", help="play so many, from this seed on"
    )
    parser.add_argument(
        "--clauses", action="store_true", help="show the clauses that each move rests on"
    )


def run(parsed: argparse.Namespace) -> int:
    """Play and print."""
    if not 1 <= parsed.hands <= MOST_HANDS:
        note(f"--hands is 1 to {MOST_HANDS}, not {parsed.hands}")
        return BAD_CALL
    rules = load(parsed.variant)
    records = [_hand(rules, parsed, parsed.seed + number) for number in range(parsed.hands)]
    if parsed.format == "json":
        say_json({"hands": records})
    return 0 if all(record["finished"] for record in records) else AT_FAULT


def _hand(rules: Rules, parsed: argparse.Namespace, seed: int) -> dict[str, object]:
    """Play one hand, print it where people read it, and give it as a record."""
    rng = Random(seed)  # noqa: S311 - a game, not a secret
    table = rules.new_hand(seed)
    told = parsed.format == "text"
    if told and parsed.hands == 1:
        say(f"{rules.game.name}, seed {seed}\n")
        say("\n".join(_zones(rules, table)) + "\n")
        if parsed.clauses:
            _rests(dealt_by(rules.game))
    moves = 0
    while table.to_act and moves < MOST_MOVES:
        action = _chosen(table, rng)
        if told and parsed.hands == 1:
            _tell(rules, table, action, clauses=parsed.clauses)
        table = table.apply(action)
        moves += 1
    if told:
        say("" if parsed.hands == 1 else f"seed {seed}", end="\n" if parsed.hands == 1 else ": ")
        say(f"{moves} moves. " + ". ".join(f"{n}: {v}" for n, v in _queries(rules, table)))
    if not table.finished:
        why = "nobody can act" if moves < MOST_MOVES else f"no end after {moves} moves"
        note(f"seed {seed}: {why}, and the rules do not say that it is finished")
    return {
        "seed": seed,
        "finished": table.finished,
        "moves": moves,
        "queries": dict(_queries(rules, table)),
        "table": table.to_json(),
    }


def _chosen(table: Table, rng: Random) -> Action:
    """Choose a seat and one of its actions by chance."""
    return rng.choice(table.actions(rng.choice(table.to_act)))


def _tell(rules: Rules, table: Table, action: Action, *, clauses: bool) -> None:
    """Print a move and what follows from it."""
    say(f"seat {action.actor + 1}: {rules.show_action(action)}")
    trace = rules.explain(table, action)
    for entry in trace.entries:
        if entry.name and entry.name != action.name:
            say(f"    then {entry.name}")
        if clauses and entry.clauses:
            _rests(entry.clauses)


def _rests(clauses: tuple[str, ...]) -> None:
    text = "rests on " + ", ".join(clauses)
    say(fill(text, WIDE, initial_indent=" " * 8, subsequent_indent=" " * 10))


def _zones(rules: Rules, table: Table) -> Iterator[str]:
    """Say what lies where."""
    for zone, cards in zip(rules.game.zones, table.state.zones, strict=True):
        for owner, held in enumerate(cards if isinstance(cards, tuple) else (cards,)):
            if held:
                whose = _whose(rules, zone.owner, owner)
                yield f"{zone.name}{whose} ({size(held)}): {show_cards(rules.game, held)}"


def _whose(rules: Rules, kind: Owner, owner: int) -> str:
    match kind:
        case Owner.NOBODY:
            return ""
        case Owner.SEAT:
            return f" of seat {owner + 1}"
        case Owner.TEAM:
            return f" of {rules.game.teams[owner]}"


def _queries(rules: Rules, table: Table) -> Iterator[tuple[str, object]]:
    """Answer each exported query that asks of nothing, of each seat or of each team."""
    for definition in rules.game.definitions.values():
        if not definition.exported:
            continue
        kinds = [param.type for param in definition.params]
        if not kinds:
            yield definition.name, _answer(rules, table, definition.name)
        elif kinds in ([Plain.SEAT], [Plain.TEAM]):
            kind = Owner.SEAT if kinds[0] is Plain.SEAT else Owner.TEAM
            for owner in range(rules.game.owners(kind)):
                name = f"{definition.name}{_whose(rules, kind, owner)}"
                yield name, _answer(rules, table, definition.name, owner)


def _answer(rules: Rules, table: Table, name: str, *arguments: int) -> object:
    kind = rules.game.definitions[name].type
    try:
        value = table.query(name, *arguments)
    except NoValue:
        return "none"
    if kind in {Plain.SEAT, OptionType(Plain.SEAT)}:
        return show_value(rules.game, kind, value)
    return to_json(rules.game, kind, value)
