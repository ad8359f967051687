"""haggis diff: compare two variants clause by clause, with a match that shows the difference.

The command lists the clauses that only one variant has and those that say something different, with
both texts, their sources and the reason. It then plays random matches, with the usual options,
until an action is legal in only one variant, or the same actions lead to different cards, turns or
scores; --seeds sets how many to try for each number of players.

  haggis diff wikipedia classic
  haggis diff classic tournament --players 3 --seeds 100
  haggis diff classic my.haggis --seeds 0        only the clauses
  haggis diff classic wikipedia --prove          with proofs of what is the same

--prove asks two solvers whether any hand has a play in only one of the variants, and compares every
two plays to see whether they beat each other in both. It names what cannot be compared.

--format json: {"form": 1, "first", "second", "players": null or the number asked for, "same": how
many clauses are alike, "only_first": [{"clause": a clause, "reason"}, ...], "only_second": the
same, "changed": [{"name", "first": a clause, "second", "reason"}, ...], "seatings": [those that
both are for], "seeds", "proofs": null or [{"players", "plays": {"verdict": same, different or
unknown, and more}, "order": null or {"pairs", "apart"}, "apart": [what is not compared], "same"}],
"example": null or {"players", "seed", "played_by", "hand", "start", "actions", "ground", "words",
"reasons": [{"clause", "words"}, ...]}}; a clause is {"name", "variant", "guard", "words",
"sources": [{"source", "section"}, ...], "standing", "because", "formal"}
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import cast

from haggis_rules.analysis.comparison.clause_differences import (
    ChangedClause,
    Difference,
    OneSidedClause,
    compare_clauses,
)
from haggis_rules.analysis.comparison.divergence import DivergenceExample, find_divergence
from haggis_rules.cli.outputs.clauses import (
    ComparedClause,
    DiffJson,
    DivergenceJson,
    OneSidedJson,
    SamenessJson,
)
from haggis_rules.cli.outputs.records import ActionJson, PositionJson
from haggis_rules.cli.terminal import proof_lines
from haggis_rules.cli.terminal.arguments import add_jobs, executor_of, games_everywhere
from haggis_rules.cli.terminal.output import CallError, count, wrapped, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.position_lines import all_zones, zone_lines
from haggis_rules.engine.rules import load
from haggis_rules.ir.game import Clause, Game
from haggis_rules.ir.load import load_game, seatings_of
from haggis_rules.notation.position import position_to_json
from haggis_rules.notation.table_text import seat_name

USE = CommandUsage(
    Purpose.ASK, "haggis diff classic tournament --players 3", "how two variants differ"
)
OUTPUT = DiffJson
MOST_SEEDS = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("first", metavar="A", help="a shipped variant, or a file.haggis")
    parser.add_argument("second", metavar="B", help="another variant")
    parser.add_argument("--players", type=int, metavar="N", help="only for this number of players")
    parser.add_argument(
        "--seeds", type=int, default=10, metavar="N", help="matches to try; default: 10"
    )
    parser.add_argument(
        "--prove", action="store_true", help="prove what is the same, as far as possible"
    )
    add_jobs(parser, "ask the solvers")


def run(parsed: argparse.Namespace) -> int:
    """Compare and tell.

    Raises ``CallError`` for a number of seeds out of range, and, to prove, without the solvers.
    """
    if not 0 <= parsed.seeds <= MOST_SEEDS:
        raise CallError("bad-number", f"--seeds is 0 to {MOST_SEEDS:,}, not {parsed.seeds:,}")
    found = compare_clauses(
        _games(parsed.first, parsed.players), _games(parsed.second, parsed.players)
    )
    both = set(seatings_of(parsed.first)) & set(seatings_of(parsed.second))
    seatings = sorted(both) if parsed.players is None else [parsed.players]
    proofs = [_proof(parsed, players) for players in seatings] if parsed.prove else None
    example = _example(parsed, seatings)
    if parsed.format == "json":
        proved = None if proofs is None else [proof_lines.record(one) for one in proofs]
        write_json(_record(parsed, found, seatings, example, proved))
        return 0
    write_text("\n".join(_clause_lines(parsed, found)))
    for proof in proofs or ():
        write_text("\n".join(proof_lines.lines(proof)))
    write_text("\n".join(_example_lines(parsed, seatings, example)))
    return 0


def _proof(parsed: argparse.Namespace, players: int) -> proof_lines.Sameness:
    first, second = (load(name, players=players) for name in (parsed.first, parsed.second))
    with executor_of(parsed) as executor:
        return proof_lines.sameness(first, second, executor)


def _games(variant: str, players: int | None) -> list[Game]:
    """Load a variant for one number of players, or for every table."""
    if players is not None:
        return [load_game(variant, players=players)]
    return games_everywhere(variant)


def _example(parsed: argparse.Namespace, seatings: Sequence[int]) -> DivergenceExample | None:
    for players in seatings:
        first = load(parsed.first, players=players)
        found = find_divergence(first, load(parsed.second, players=players), parsed.seeds)
        if found is not None:
            return found
    return None


def _clause_lines(parsed: argparse.Namespace, found: Difference) -> Iterator[str]:
    yield f"{parsed.first} and {parsed.second}: {count(found.same, 'clause')} alike"
    for name, alone in ((parsed.first, found.only_first), (parsed.second, found.only_second)):
        if alone:
            yield f"\nOnly in {name}: {count(len(alone), 'clause')}"
        for one in alone:
            yield from ("", f"  {_headed(one.clause)}", *_words(one.clause), *_why(one))
    if found.changed:
        yield f"\nDifferent: {count(len(found.changed), 'clause')}"
    for pair in found.changed:
        yield f"\n  {pair.first.called}"
        for name, clause in ((parsed.first, pair.first), (parsed.second, pair.second)):
            yield f"  {name}{f', {clause.guard}' if clause.guard else ''}"
            yield from _words(clause)
        if pair.first.words == pair.second.words:
            yield "    The words are the same; the rule, its examples or its sources differ."
        yield from _why(pair)


def _headed(clause: Clause) -> str:
    return f"{clause.called}, {clause.guard}" if clause.guard else clause.called


def _words(clause: Clause) -> Iterator[str]:
    yield wrapped(clause.words, indent=4)
    for cited in clause.citations:
        yield f"    {cited.source}: {cited.section}"


def _why(found: OneSidedClause | ChangedClause) -> Iterator[str]:
    if found.reason:
        yield wrapped(f"because {found.reason}", indent=2, hanging=2)


def _example_lines(
    parsed: argparse.Namespace, seatings: Sequence[int], found: DivergenceExample | None
) -> Iterator[str]:
    if not parsed.seeds:
        return
    if found is None and not seatings:
        yield "\nNo example: no number of players suits both."
    elif found is None:
        tables = " and ".join(map(str, seatings))
        yield f"\nNo example was found from {count(parsed.seeds, 'seed')}, for {tables} players."
        yield "That does not mean that there is none."
    else:
        yield from _describe(found)


def _describe(found: DivergenceExample) -> Iterator[str]:
    own, other, parting = found.own, found.other, found.parting
    yield (
        f"\nAn example: {own.players} players, seed {found.seed}, hand {parting.hand}, played by"
        f" {own.name} and looked at by {other.name}\n"
    )
    yield from zone_lines(own.game, all_zones(own.game, found.table.start), seat_name)
    for action in found.actions:
        yield f"  {own.show_action(action, seated=True)}"
    yield "\n" + wrapped(f"Here they differ: {parting.words}.", indent=2)
    for reason in parting.reasons:
        yield wrapped(f"{reason.clause}: {reason.words}", indent=4, hanging=2)


def _record(
    parsed: argparse.Namespace,
    found: Difference,
    seatings: Sequence[int],
    example: DivergenceExample | None,
    proofs: Sequence[SamenessJson] | None,
) -> DiffJson:
    return {
        "form": 1,
        "first": parsed.first,
        "second": parsed.second,
        "players": parsed.players,
        "same": found.same,
        "only_first": [_alone(one) for one in found.only_first],
        "only_second": [_alone(one) for one in found.only_second],
        "changed": [
            {
                "name": one.first.name,
                "first": _clause(one.first),
                "second": _clause(one.second),
                "reason": one.reason,
            }
            for one in found.changed
        ],
        "seatings": list(seatings),
        "seeds": parsed.seeds,
        "example": None if example is None else _example_record(example),
        "proofs": proofs,
    }


def _alone(one: OneSidedClause) -> OneSidedJson:
    return {"clause": _clause(one.clause), "reason": one.reason}


def _clause(clause: Clause) -> ComparedClause:
    return {
        "name": clause.name,
        "variant": clause.variant,
        "guard": clause.guard,
        "words": clause.words,
        "sources": [{"source": c.source, "section": c.section} for c in clause.citations],
        "standing": clause.status.value,
        "because": clause.because,
        "formal": clause.formal,
    }


def _example_record(found: DivergenceExample) -> DivergenceJson:
    own, parting = found.own, found.parting
    return {
        "players": own.players,
        "seed": found.seed,
        "played_by": own.name,
        "hand": parting.hand,
        "start": cast("PositionJson", position_to_json(own.game, found.table.start)),
        "actions": [cast("ActionJson", own.action_to_json(action)) for action in found.actions],
        "ground": parting.ground.value,
        "words": parting.words,
        "reasons": [{"clause": one.clause, "words": one.words} for one in parting.reasons],
    }
