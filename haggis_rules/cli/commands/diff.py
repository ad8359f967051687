"""haggis diff: compare two variants clause by clause, each with a play in which it matters.

The command lists the clauses that only one variant has and those that say something different, with
both texts, their sources and the reason. For each of them it exchanges this one clause and looks
for the shortest play in which that matters: cards that are a play in only one variant, a play that
beats another in only one, or a hand with its cards, its moves and the entries of the score sheet
that differ. Suits and other things that only have different names are matched first.

  haggis diff tournament classic
  haggis diff classic tournament --players 3 --seeds 20    sooner, looking less far
  haggis diff classic my.haggis --seeds 0                  only the clauses
  haggis diff classic wikipedia --prove                    with proofs of what is the same

--seeds sets how many hands to try for each clause and number of players; the same number always
finds the same. A clause whose text changes nothing is reported as the same. If no play is
found, the command says how far it looked.

--prove asks two solvers whether any hand has a play in only one of the variants, and compares every
two plays to see whether they beat each other in both. It names what cannot be compared. A clause
without a play is proved to change nothing in the same way, if it is only about what cards make.

--format json: {"form": 1, "first", "second", "players": null or the number asked for, "same": how
many clauses are alike, "only_first": [{"clause": a clause, "reason", "effect"}, ...],
"only_second": the same, "changed": [{"name", "first": a clause, "second", "reason", "effect"},
...], "seatings": [those that both are for], "seeds", "proofs": null or [{"players", "plays":
{"verdict": same, different or unknown, and more}, "order": null or {"pairs", "apart"}, "apart":
[what is not compared], "same"}], "proved_same": [clauses without a play that are proved to change
nothing]}; a clause is {"name", "variant", "guard", "words", "sources": [{"source", "section"},
...], "standing", "because", "formal"}; an effect is null or {"players", "alike": [other numbers of
players with no more], "in": the variant in which the clause was exchanged, "beside": [clauses
exchanged on both sides],
"lasting": whether both variants as they are differ there, too, "kind": same, unknown, table, play,
beats or hand, and more}; a hand has {"ground", "played_by", "start", "actions", "shown",
"differences": [{"what", "first", "second", "entry", "reasons": [{"clause", "words", "wrong"},
...]}, ...]}
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from haggis_rules.analysis.comparison.clause_differences import (
    ChangedClause,
    Difference,
    OneSidedClause,
    compare_clauses,
)
from haggis_rules.analysis.comparison.clause_effects import (
    ClauseEffect,
    UnknownEffect,
    clause_effects,
)
from haggis_rules.analysis.comparison.equal_parts import differing_parts
from haggis_rules.cli.outputs.differences import (
    ComparedClause,
    DiffJson,
    OneSidedJson,
    SamenessJson,
)
from haggis_rules.cli.outputs.effects import EffectJson
from haggis_rules.cli.terminal import proof_lines
from haggis_rules.cli.terminal.arguments import add_jobs, executor_of, games_everywhere
from haggis_rules.cli.terminal.effect_lines import effect_lines, effect_record
from haggis_rules.cli.terminal.output import CallError, count, wrapped, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.diagnostics.nouns import listed
from haggis_rules.engine.rules import load
from haggis_rules.ir.game import Clause, Game
from haggis_rules.ir.load import load_game, seatings_of

USE = CommandUsage(
    Purpose.ASK, "haggis diff classic tournament --players 3", "how two variants differ"
)
OUTPUT = DiffJson
MOST_SEEDS = 100_000


@dataclass(frozen=True, slots=True)
class _Proved:
    """What is proved the same: at each table, if that is asked; and the clauses without a play."""

    tables: Sequence[SamenessJson] | None
    clauses: Sequence[str]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("first", metavar="A", help="a shipped variant, or a file.haggis")
    parser.add_argument("second", metavar="B", help="another variant")
    parser.add_argument("--players", type=int, metavar="N", help="only for this number of players")
    parser.add_argument(
        "--seeds",
        type=int,
        default=100,
        metavar="N",
        help="hands to try for each clause; default: 100",
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
    effects = _effects(parsed, found, seatings)
    proved_same = _proved_same(parsed, effects)
    if parsed.format == "json":
        proved = None if proofs is None else [proof_lines.record(one) for one in proofs]
        proven = _Proved(proved, sorted(proved_same))
        write_json(_record(parsed, found, seatings, effects, proven))
        return 0
    write_text("\n".join(_clause_lines(parsed, found, effects)))
    if proved_same:
        sentence = "Proved to change nothing, where no play was found"
        write_text("\n" + wrapped(f"{sentence}: {listed(sorted(proved_same))}.", hanging=2))
    for proof in proofs or ():
        write_text("\n".join(proof_lines.lines(proof)))
    if parsed.seeds and not seatings:
        write_text("\nNo play was looked for: no number of players suits both.")
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


_Effects = Mapping[str, ClauseEffect | None]


def _effects(
    parsed: argparse.Namespace, found: Difference, seatings: Sequence[int]
) -> dict[str, ClauseEffect | None]:
    """Look what each clause changes, and show how far that has come."""
    if not parsed.seeds or not seatings:
        return {}
    total = len(found.changed) + len(found.only_first) + len(found.only_second)
    search = clause_effects(parsed.first, parsed.second, found, seatings, parsed.seeds)
    return dict(with_progress(search, total, "clauses"))


def _proved_same(parsed: argparse.Namespace, effects: _Effects) -> set[str]:
    """Name the clauses without a play of which solvers prove, if asked, that they change nothing.

    They are asked only where all but the plays is written alike.
    """
    found: set[str] = set()
    for name, effect in effects.items() if parsed.prove else ():
        if effect is None or not isinstance(effect.found, UnknownEffect):
            continue
        if not differing_parts(effect.first.game, effect.second.game):
            with executor_of(parsed) as executor:
                if proof_lines.is_same(proof_lines.sameness(effect.first, effect.second, executor)):
                    found.add(name)
    return found


def _clause_lines(
    parsed: argparse.Namespace, found: Difference, effects: _Effects
) -> Iterator[str]:
    names = parsed.first, parsed.second
    yield f"{parsed.first} and {parsed.second}: {count(found.same, 'clause')} alike"
    for name, alone in ((parsed.first, found.only_first), (parsed.second, found.only_second)):
        if alone:
            yield f"\nOnly in {name}: {count(len(alone), 'clause')}"
        for one in alone:
            yield from ("", f"  {_headed(one.clause)}", *_words(one.clause), *_why(one))
            yield from _effect([one.clause], effects, names)
    if found.changed:
        yield f"\nDifferent: {count(len(found.changed), 'clause')}"
    for pair in found.changed:
        yield f"\n  {pair.first.called}"
        for name, clause in ((parsed.first, pair.first), (parsed.second, pair.second)):
            yield f"  {name}{f', {clause.guard}' if clause.guard else ''}"
            yield from _words(clause)
        if pair.first.words == pair.second.words and not effects:
            yield "    The words are the same; the rule, its examples or its sources differ."
        yield from _why(pair)
        yield from _effect([pair.first, pair.second], effects, names)


def _effect(clauses: Sequence[Clause], effects: _Effects, names: Sequence[str]) -> Iterator[str]:
    """Say what a clause changes, or that nobody looked: it needs an option that is not usual."""
    if not effects:
        return
    effect = effects[clauses[0].name]
    if effect is not None:
        yield from effect_lines(effect, names)
    else:
        guards = listed(list(dict.fromkeys(one.guard for one in clauses if one.guard)), "or")
        looked = f"No play was looked for: with the usual options it does not hold ({guards})."
        yield wrapped(looked, indent=4)


def _headed(clause: Clause) -> str:
    return f"{clause.called}, {clause.guard}" if clause.guard else clause.called


def _words(clause: Clause) -> Iterator[str]:
    yield wrapped(clause.words, indent=4)
    for cited in clause.citations:
        yield f"    {cited.source}: {cited.section}"


def _why(found: OneSidedClause | ChangedClause) -> Iterator[str]:
    if found.reason:
        yield wrapped(f"because {found.reason}", indent=2, hanging=2)


def _record(
    parsed: argparse.Namespace,
    found: Difference,
    seatings: Sequence[int],
    effects: _Effects,
    proved: _Proved,
) -> DiffJson:
    names = parsed.first, parsed.second
    return {
        "form": 1,
        "first": parsed.first,
        "second": parsed.second,
        "players": parsed.players,
        "same": found.same,
        "only_first": [_alone(one, effects, names) for one in found.only_first],
        "only_second": [_alone(one, effects, names) for one in found.only_second],
        "changed": [
            {
                "name": one.first.name,
                "first": _clause(one.first),
                "second": _clause(one.second),
                "reason": one.reason,
                "effect": _effect_record(effects.get(one.first.name), names),
            }
            for one in found.changed
        ],
        "seatings": list(seatings),
        "seeds": parsed.seeds,
        "proofs": proved.tables,
        "proved_same": proved.clauses,
    }


def _alone(one: OneSidedClause, effects: _Effects, names: Sequence[str]) -> OneSidedJson:
    effect = _effect_record(effects.get(one.clause.name), names)
    return {"clause": _clause(one.clause), "reason": one.reason, "effect": effect}


def _effect_record(effect: ClauseEffect | None, names: Sequence[str]) -> EffectJson | None:
    return None if effect is None else effect_record(effect, names)


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
