"""haggis sweep: play matches at many tables, to study variants, options and players.

The file lists the tables and the number of matches at each:

  matches = 1000
  [[tables]]
  variant = ["classic", "rogers"]
  players = [2, 3]
  options = { target = [250, 350] }

Each variant is played with each number of players and each choice of the options. Options that are
left out have their usual values, and without `players` a variant is played with every number of
players that it allows.

Players are random unless `seats` names them: one for every seat or one for each, where search:200
plays out 200 hands for each choice. A list is one table for each of its line-ups:

  seats = ["greedy,random", "random,greedy", "search:50,greedy"]

Results are added to a file of comma-separated values as they come, a row for each hand and each
seat or team. An interrupted sweep continues from there. A table at the end shows how long matches
last, how often the leader of a hand scores most, how much each entry of the score sheet is worth,
and how often each named player wins, with intervals that hold in 95 of 100 sweeps. `--schema`
prints the JSON Schema of the file.

With --out FILE.parquet the rows are kept in FILE.csv while they come and written as Parquet when
the sweep stops, which needs haggis-rules[parquet].

  haggis sweep study.toml --out study.csv
  haggis sweep study.toml --out study.parquet
  haggis sweep --schema > sweep.schema.json

--format json: {"form": 1, "matches", "seed", "tables": [{"variant", "players", "options",
"matches", "hands", "actions", "leader_best", "winner_led_first", "entries": [{"entry", "leader",
"others", "counts"}, ...], "seats", "owners": [{"owner", "player", "points", "wins"}, ...]}, ...]};
"seats" and "owners" are null and empty without named players; each number is {"value", "low",
"high"}, null where there was nothing to count
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from haggis_rules.analysis.sweep.matches import MatchShare, SweptMatch, play_matches
from haggis_rules.analysis.sweep.parquet import SUFFIX as PARQUET
from haggis_rules.analysis.sweep.parquet import need_pyarrow, write_parquet
from haggis_rules.analysis.sweep.plan import LONGEST_PLAN, SweepPlan, plan_schema, read_plan
from haggis_rules.analysis.sweep.results import (
    OtherSweepError,
    SweepColumns,
    SweepRow,
    begin_file,
    owner_label,
    read_whole_matches,
    turns,
)
from haggis_rules.analysis.sweep.summary import OwnerSums, TableSummary, summarize
from haggis_rules.cli.outputs.records import SchemaJson
from haggis_rules.cli.outputs.tables import SweepJson
from haggis_rules.cli.terminal.arguments import add_budget, add_jobs, executor_of
from haggis_rules.cli.terminal.files import refuse_other, writing
from haggis_rules.cli.terminal.output import (
    INTERRUPTED,
    CallError,
    note,
    table,
    write_json,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.progress import with_progress
from haggis_rules.cli.terminal.statistics import interval_texts, interval_to_json
from haggis_rules.engine.rules import Rules, load_agreed
from haggis_rules.executors.shares import in_order
from haggis_rules.ir.game import Owner
from haggis_rules.semantics.between_hands import scoring

USE = CommandUsage(Purpose.WRITE, "haggis sweep study.toml", "study variants, options and players")
OUTPUT = SweepJson | SchemaJson
HEADING = ["", "leader", "", "others", "", "not 0"]
_BEGINS = b"PAR1"  # as every Parquet file does
_WIDEST = 4  # bytes of one character in UTF-8
_OWNERS = ("seat", "team")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("plan", nargs="?", type=Path, metavar="FILE", help="the study to play")
    what.add_argument("--schema", action="store_true", help="print the JSON Schema of such a file")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="where to write rows, .csv or .parquet; default: the plan's name with .csv",
    )
    add_budget(parser)
    add_jobs(parser, "play")


def run(parsed: argparse.Namespace) -> int:
    """Play what is not played yet, and tell what all of it comes to.

    Raises ``CallError`` for files that cannot be used, and as ``read_plan`` does.
    """
    if parsed.schema:
        write_json(plan_schema())
        return 0
    plan, wanted = _plan(parsed.plan), parsed.out or parsed.plan.with_suffix(".csv")
    out = _rows_file(wanted)
    if wanted != out:
        with writing(wanted):
            refuse_other(wanted, _BEGINS)
    columns = SweepColumns.of([*_rules(plan, parsed.budget)], plan.tables)
    matches, code = _known(out, plan, columns), 0
    try:
        _play(plan, columns, out, matches, parsed)
    except KeyboardInterrupt:
        note(f"interrupted after {_matches(len(matches))}; run it again to continue")
        code = INTERRUPTED
    if wanted != out:
        with writing(wanted):
            write_parquet(wanted, columns, matches)
    found = summarize(columns, matches)
    if parsed.format == "json":
        write_json(_record(plan, columns, found))
    else:
        _tell(columns, found)
        kept = "" if wanted == out else f", and in {out} to go on from"
        write_text(f"rows are in {wanted}{kept}")
    return code


def _rows_file(wanted: Path) -> Path:
    """Return where rows are kept while they come: beside a Parquet file, which is written last.

    Raises ``CallError`` where Parquet cannot be written here.
    """
    if wanted.suffix.lower() != PARQUET:
        return wanted
    try:
        need_pyarrow()
    except ModuleNotFoundError as fault:
        why, _, how = str(fault).partition(": ")
        raise CallError("missing-extra", why, f"{how}, or name a file that ends in .csv") from fault
    return wanted.with_suffix(".csv")


def _plan(path: Path) -> SweepPlan:
    try:
        if path.exists() and not path.is_file():
            what = "is a folder" if path.is_dir() else "is no file"
            raise CallError("unreadable-file", f"`{path}` {what}")
        with path.open("rb") as file:
            raw = file.read(_WIDEST * LONGEST_PLAN + 1)
        return read_plan(raw.decode().replace("\r\n", "\n"))
    except OSError as fault:
        why = (fault.strerror or "").lower()
        raise CallError("unreadable-file", f"`{path}` cannot be read", why) from fault
    except UnicodeDecodeError as fault:
        raise CallError("unreadable-file", f"`{path}` is not UTF-8 text") from fault


def _rules(plan: SweepPlan, budget: int | None) -> Iterator[Rules]:
    for one in plan.tables:
        rules = load_agreed(one.variant, dict(one.options), players=one.players, budget=budget)
        if not rules.scorers:
            message = f"{rules.name} has no score sheet, so there is nothing to study"
            raise CallError("no-score", message)
        yield rules


def _known(out: Path, plan: SweepPlan, columns: SweepColumns) -> list[tuple[SweepRow, ...]]:
    """Return what a file has already. It is begun when there is none."""
    with writing(out):
        if not out.exists() or not out.stat().st_size:
            begin_file(out, columns)
        try:
            return read_whole_matches(out, plan, columns)
        except (OtherSweepError, UnicodeDecodeError) as fault:
            hint = "write into another file with --out, or remove this one"
            message = f"`{out}` holds something else: {fault}"
            raise CallError("other-results", message, hint) from fault


def _play(
    plan: SweepPlan,
    columns: SweepColumns,
    out: Path,
    matches: list[tuple[SweepRow, ...]],
    parsed: argparse.Namespace,
) -> None:
    """Play the matches that are missing, and write each as soon as it is there."""
    every = ((place, seed) for place, seeds in turns(plan) for seed in seeds)
    left = list(islice(every, len(matches), None))
    shares = [
        (place, MatchShare(columns.rules[place], seeds, columns.line_ups[place]))
        for place, seeds in _joined(left)
    ]
    with (
        writing(out),
        executor_of(parsed, len(left)) as executor,
        out.open("a", encoding="utf-8") as file,
    ):
        played = in_order(executor, play_matches, (share for _, share in shares))
        each: Iterator[SweptMatch] = (match for share in played for match in share)
        shown = with_progress(each, len(left), "matches")
        for (place, _), match in zip(left, shown, strict=True):
            rows = tuple(columns.rows(place, match))
            file.write(columns.lines(rows))
            file.flush()
            matches.append(rows)


def _joined(left: Iterable[tuple[int, int]]) -> Iterator[tuple[int, range]]:
    """Put neighbouring seeds of one table together."""
    begun: tuple[int, range] | None = None
    for place, seed in left:
        if begun is not None and begun[0] == place and begun[1].stop == seed:
            begun = place, range(begun[1].start, seed + 1)
            continue
        if begun is not None:
            yield begun
        begun = place, range(seed, seed + 1)
    if begun is not None:
        yield begun


def _tell(columns: SweepColumns, found: list[TableSummary]) -> None:
    for place, (rules, one) in enumerate(zip(columns.rules, found, strict=True)):
        line_up = columns.line_ups[place]
        agreed = "".join(f", {name} {value}" for name, value in rules.options.items())
        seated = "" if line_up is None else f": {line_up}"
        write_text(f"{rules.name} for {rules.players} players{agreed}{seated}")
        matches = _matches(one.matches)
        rows = [
            ["hands in a match", *interval_texts(one.hands.mean_interval())],
            ["actions in a hand", *interval_texts(one.actions.mean_interval())],
            [
                "the leader of a hand scores most",
                *interval_texts(one.leader_best.share_interval(), percent=True),
            ],
            [
                "the winner led the first hand",
                *interval_texts(one.winner_led_first.share_interval(), percent=True),
            ],
        ]
        write_text(f"  {matches}\n{table(rows, left=1)}")
        entries = [
            [
                name,
                *interval_texts(entry.leader.mean_interval()),
                *interval_texts(entry.others.mean_interval()),
                interval_texts(entry.counts.share_interval(), percent=True)[0],
            ]
            for name, entry in one.entries.items()
        ]
        write_text(table([["points in a hand", *HEADING[1:]], *entries], left=1))
        owners = [
            [
                f"{owner_label(rules, owner)}: {columns.players_of(place, owner)}",
                *interval_texts(sums.wins.share_interval(), percent=True),
                *interval_texts(sums.points.mean_interval()),
            ]
            for owner, sums in _named_owners(columns, place, one)
        ]
        if owners:
            heading = [_OWNERS[scoring(rules.game) is Owner.TEAM], "wins alone", "", "a hand", ""]
            write_text(table([heading, *owners], left=1))


def _named_owners(
    columns: SweepColumns, place: int, found: TableSummary
) -> list[tuple[int, OwnerSums]]:
    """Return what each seat or team of a table got; nothing where chance plays."""
    return [] if columns.line_ups[place] is None else sorted(found.owners.items())


def _seats_json(columns: SweepColumns, place: int) -> list[str] | None:
    line_up = columns.line_ups[place]
    return None if line_up is None else [*map(str, line_up)]


def _matches(number: int) -> str:
    return f"{number:,} match" if number == 1 else f"{number:,} matches"


def _record(plan: SweepPlan, columns: SweepColumns, found: list[TableSummary]) -> SweepJson:
    return {
        "form": 1,
        "matches": plan.matches,
        "seed": plan.seed,
        "tables": [
            {
                "variant": rules.name,
                "players": rules.players,
                "options": dict(rules.options),
                "matches": one.matches,
                "hands": interval_to_json(one.hands.mean_interval()),
                "actions": interval_to_json(one.actions.mean_interval()),
                "leader_best": interval_to_json(one.leader_best.share_interval()),
                "winner_led_first": interval_to_json(one.winner_led_first.share_interval()),
                "entries": [
                    {
                        "entry": name,
                        "leader": interval_to_json(entry.leader.mean_interval()),
                        "others": interval_to_json(entry.others.mean_interval()),
                        "counts": interval_to_json(entry.counts.share_interval()),
                    }
                    for name, entry in one.entries.items()
                ],
                "seats": _seats_json(columns, place),
                "owners": [
                    {
                        "owner": owner_label(rules, owner),
                        "player": columns.players_of(place, owner),
                        "points": interval_to_json(sums.points.mean_interval()),
                        "wins": interval_to_json(sums.wins.share_interval()),
                    }
                    for owner, sums in _named_owners(columns, place, one)
                ],
            }
            for place, (rules, one) in enumerate(zip(columns.rules, found, strict=True))
        ],
    }
