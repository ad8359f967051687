"""haggis findings: what is wrong with a source that is read to the letter.

Each file says what a source says, as a difference from a variant that rules otherwise. It is
checked, its examples are played, and every promise that it says it `breaks` is put to the solvers:
a finding stands when there is a fault, or a match in which the promise is broken. A page is written
for each, with the letter, what comes of it, and what we rule instead.

  haggis findings                              those of the project, into docs/findings
  haggis findings my-reading.haggis --out out

--format json: {"findings": [{"finding", "file", "holds", "page", "faults": [...], "verdicts":
[{"promise", "table", "verdict", "told"}, ...]}, ...]}. Exit code 1: one of them does not hold.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from haggis_rules import cases
from haggis_rules.cli.out import AT_FAULT, BAD_CALL, CallError, note, say, say_json
from haggis_rules.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import check_everywhere, lineage, source_of
from haggis_rules.render.finding import Finding, Verdict, finding_page, findings_index
from haggis_rules.run.check import faults as impossible
from haggis_rules.run.patterns import Patterns
from haggis_rules.syntax import ast

FOLDER = Path("docs/findings")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"default: those of {FOLDER}")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help=f"default {FOLDER}"
    )


def run(parsed: argparse.Namespace) -> int:
    """Look at each file and write its page."""
    files = parsed.files or sorted(map(str, FOLDER.glob("*.haggis")))
    if not files:
        note(f"there are no findings in `{FOLDER}`: name a file")
        return BAD_CALL
    found = [_look(file) for file in files]
    parsed.out.mkdir(parents=True, exist_ok=True)
    pages = {f"{each.name}.md": finding_page(each) for each in found}
    for name, text in {**pages, "index.md": findings_index(found)}.items():
        (parsed.out / name).write_text(text, encoding="utf-8")
    if parsed.format == "json":
        records = [_record(*each, parsed.out) for each in zip(files, found, strict=True)]
        say_json({"findings": records})
    else:
        for each in found:
            say("\n".join(_told(each)))
    return 0 if all(each.holds for each in found) else AT_FAULT


def _look(file: str) -> Finding:
    """See what comes of a text."""
    line = lineage(source_of(file))
    if len(line) == 1:
        message = f"`{file}` is a variant of its own, and a finding is a difference from one"
        raise CallError("no-parent", message, "let it extend the variant that rules otherwise")
    games, faults = _games(file)
    parents, _ = check_everywhere(_parent(line[-1], file))
    clauses = {name: clause for game in parents for name, clause in game.clauses.items()}
    verdicts = () if not games else tuple(_verdicts(games))
    return Finding(line[-1], clauses, faults, verdicts)


def _parent(file: ast.File, path: str) -> str:
    assert file.variant.parent is not None  # noqa: S101 - it has ancestors
    beside = Path(path).parent / f"{file.variant.parent.text}.haggis"
    return str(beside) if beside.is_file() else file.variant.parent.text


def _games(file: str) -> tuple[list[Game], list[RuleError]]:
    """Load a text at every table; none when it has faults of its own."""
    try:
        games, faults = check_everywhere(file)
    except RuleError as fault:
        return [], [fault]
    except SeveralFaultsError as several:
        return [], list(several.faults)
    if faults:
        return [], list(faults)
    found = [fault for game in games for fault in impossible(game, Patterns(game))]
    return games, [*found, *cases.told_once(cases.check_all(games))]


def _verdicts(games: list[Game]) -> Iterator[Verdict]:
    """Ask the solvers for each promise that is said to be broken."""
    usual = [g for g in games if all(o.value == o.usual for o in g.options)]
    names = [p.name for game in usual for p in game.promises if p.broken is not None]
    own = [n for n in dict.fromkeys(names) if any(_declares(game, n) for game in usual)]
    if not own:
        return
    try:
        session = importlib.import_module("haggis_verify.session")
        shown = importlib.import_module("haggis_verify.show")
    except ImportError as fault:
        message = f"the solvers are not installed ({fault}): pip install haggis-rules[verify]"
        raise CallError("no-solvers", message) from fault
    for done in session.verify_games(usual, session.Asked(own), _quietly):
        for result in done.promises:
            if result.promise in own:
                _, *told = shown.show(result).splitlines()
                yield Verdict(
                    result.promise,
                    f"with {done.game.seats} players",
                    shown.in_words(result.verdict),
                    tuple(line.strip() for line in told),
                )


def _quietly(_game: Game, _promise: str) -> None:
    """Tell nobody."""


def _declares(game: Game, promise: str) -> bool:
    """Whether the text itself, and not its parent, says that a promise is broken."""
    (found,) = [each for each in game.promises if each.name == promise] or [None]
    broken: Any = None if found is None else found.broken
    return broken is not None and game.clauses[broken.clause].variant == game.name


def _told(found: Finding) -> Iterator[str]:
    yield f"{found.name}: {'holds' if found.holds else 'nothing is wrong with it'}"
    yield from (f"  {fault.message}" for fault in found.faults)
    yield from (f"  {one.promise}, {one.table}: {one.word}" for one in found.verdicts)


def _record(file: str, found: Finding, out: Path) -> dict[str, object]:
    return {
        "finding": found.name,
        "file": file,
        "holds": found.holds,
        "page": str(out / f"{found.name}.md"),
        "faults": [fault.as_json() for fault in found.faults],
        "verdicts": [
            {"promise": v.promise, "table": v.table, "verdict": v.word, "told": list(v.told)}
            for v in found.verdicts
        ],
    }
