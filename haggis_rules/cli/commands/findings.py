"""haggis findings: show what goes wrong when a source is read to the letter.

Each file states what a source says, as a difference from a variant that rules otherwise. The
command checks it, plays its examples, and puts every promise that it declares with `breaks` to the
solvers: a finding holds when there is a fault, or a match that breaks the promise. Where there is
neither, the command looks for a play that only one of the two has. Each finding gets a page with
the letter of the source, the consequences, and our ruling.

  haggis findings                              those of the project, into docs/findings
  haggis findings my-reading.haggis --out out

--format json: {"form": 1, "findings": [{"finding", "file", "holds", "page", "faults": [...],
"verdicts": [{"promise", "table", "verdict", "told"}, ...], "plays": [{"table", "reading", "cards",
"lacking"}, ...]}, ...]}. Exit code 1: one of them does not hold.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from haggis_rules.cases.kept_checks import faults_unless_kept
from haggis_rules.cli.commands.docs import FOLDER as RULES
from haggis_rules.cli.outputs.texts import FindingJson, FindingsJson
from haggis_rules.cli.terminal.broken_texts import texts_in
from haggis_rules.cli.terminal.output import AT_FAULT, CallError, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.solvers import solver_module
from haggis_rules.diagnostics.errors import RuleError, SeveralFaultsError
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import lineage, load_game, parent_of, seatings_of, shipped, source_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.ir.option_labels import unusual
from haggis_rules.semantics.empty_patterns import empty_pattern_faults as impossible
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.site.assets import put_assets, site_of
from haggis_rules.site.content.volumes import promise_page
from haggis_rules.site.drawing.cards import placed
from haggis_rules.site.markdown import file_name_of
from haggis_rules.site.pages.finding import (
    DifferingPlay,
    Finding,
    FindingVerdict,
    finding_page,
    findings_index,
)
from haggis_rules.storage.whole_file import write_whole
from haggis_rules.verdicts.show import in_words, show
from haggis_rules.wording.expressions import ExpressionWording
from haggis_rules.wording.flow import describe_promise

USE = CommandUsage(
    Purpose.WRITE, "haggis findings my-reading.haggis", "what goes wrong in a source's letter"
)
OUTPUT = FindingsJson
FOLDER = Path("docs/findings")
UNSAID = "the promise does not hold"  # where the solvers' lines do not name the promise


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"default: those of {FOLDER}")
    parser.add_argument(
        "--out", type=Path, default=FOLDER, metavar="FOLDER", help=f"default {FOLDER}"
    )
    parser.add_argument("--fresh", action="store_true", help="ignore earlier results")


def run(parsed: argparse.Namespace) -> int:
    """Look at each file and write its page."""
    files = parsed.files or [str(place) for place in texts_in(FOLDER)]
    found = [_look(file, parsed.out, fresh=parsed.fresh) for file in files]
    site = site_of(parsed.out)
    put_assets(site)
    parsed.out.mkdir(parents=True, exist_ok=True)
    pages = {f"{file_name_of(each.name)}.md": finding_page(each) for each in found}
    for name, text in {**pages, "index.md": findings_index(found)}.items():
        shown = placed(name, text, above=site != parsed.out)
        write_whole(parsed.out / name, shown)
    if parsed.format == "json":
        records = [_record(*each, parsed.out) for each in zip(files, found, strict=True)]
        record: FindingsJson = {"form": 1, "findings": records}
        write_json(record)
    else:
        for each in found:
            write_text("\n".join(_describe(each)))
    return 0 if all(each.holds for each in found) else AT_FAULT


def _look(file: str, out: Path, *, fresh: bool) -> Finding:
    """See what comes of a text."""
    line = lineage(source_of(file))
    if line[-1].variant.parent is None:
        message = f"`{file}` is a variant of its own, but a finding is a difference from a variant"
        raise CallError("no-parent", message, "make it extend the variant that rules otherwise")
    games, faults = _games(file, fresh=fresh)
    parents, _ = check_everywhere(parent_of(line[-1]))
    clauses = {name: clause for game in parents for name, clause in game.clauses.items()}
    verdicts = () if not games else tuple(_verdicts(games, fresh=fresh))
    plays = () if faults or verdicts else tuple(_plays(games, parent_of(line[-1])))
    return Finding(line[-1], clauses, faults, verdicts, plays, _pages(parents, out))


def _pages(parents: list[Game], out: Path) -> dict[str, str]:
    """Say where a promise of a shipped variant has its page, when these pages are on the site."""
    known = [game for game in _usual(parents) if game.name in shipped()]
    if not (out.parent / "index.md").is_file():
        return {}
    names = [promise.name for game in known for promise in game.promises]
    return {name: f"../{RULES.name}/{promise_page(name)}.md" for name in names}


def _games(file: str, *, fresh: bool) -> tuple[list[Game], list[RuleError]]:
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
    return games, [*found, *faults_unless_kept(games, fresh=fresh)]


def _verdicts(games: list[Game], *, fresh: bool) -> Iterator[FindingVerdict]:
    """Ask the solvers for each promise that is said to be broken."""
    usual = _usual(games)
    names = [p.name for game in usual for p in game.promises if p.broken is not None]
    own = [n for n in dict.fromkeys(names) if any(_declares(game, n) for game in usual)]
    if not own:
        return
    session = solver_module("haggis_verify.session")
    answer_store = solver_module("haggis_verify.solvers.answer_store")
    with answer_store.AnswerStore(fresh=fresh) as before:
        done = list(session.verify_games(usual, session.ProofRequest(own), _quietly, before=before))
    for each in done:
        for result in each.promises:
            if result.promise in own:
                _, *lines = show(result).splitlines()
                (promise,) = (p for p in each.game.promises if p.name == result.promise)
                yield FindingVerdict(
                    each.game,
                    result.promise,
                    f"with {each.game.seats} players",
                    in_words(result.verdict),
                    describe_promise(ExpressionWording.of(each.game), promise),
                    tuple(
                        line.strip().replace(UNSAID, f"{promise.name} does not hold")
                        for line in lines
                    ),
                )


def _plays(games: list[Game], parent: str) -> Iterator[DifferingPlay]:
    """Find the shortest play that only the text has, or only its parent."""
    same_plays = solver_module("haggis_verify.analysis.same_plays")
    solvers = solver_module("haggis_verify.solvers.pool")
    solve = solver_module("haggis_verify.solvers.solve")
    for game in _usual(games):
        if game.seats not in seatings_of(parent):
            continue
        other = load_game(parent, players=game.seats)
        kinds = dict.fromkeys(one.name for each in (other, game) for one in each.patterns)
        with solvers.SolverPool(solve.Limits()) as pool:
            compared = [same_plays.compare_plays(other, game, pool, alone=kind) for kind in kinds]
        for play in (one.play for one in compared if isinstance(one, same_plays.UnequalPlays)):
            table, lacking = f"with {game.seats} players", play.game == other.name
            yield DifferingPlay(
                other if lacking else game, table, play.reading, play.cards, lacking
            )


def _usual(games: list[Game]) -> list[Game]:
    return [game for game in games if not unusual(game)]


def _quietly(_game: Game, _promise: str) -> None:
    """Tell nobody."""


def _declares(game: Game, promise: str) -> bool:
    """Whether the text itself, and not its parent, says that a promise is broken."""
    found = [each.broken for each in game.promises if each.name == promise]
    return any(one is not None and game.clauses[one.clause].variant == game.name for one in found)


def _describe(found: Finding) -> Iterator[str]:
    wrong = bool(found.faults or found.verdicts or found.plays)
    fails = "the breach that it declares was not found" if wrong else "nothing is wrong with it"
    yield f"{found.name}: {'holds' if found.holds else fails}"
    yield from (f"  {fault.message}" for fault in found.faults)
    yield from (f"  {one.promise}, {one.table}: {one.word}" for one in found.verdicts)
    for play in found.plays:
        who = "lacks" if play.lacking else "alone has"
        yield f"  {play.table} it {who} {play.cards} = {play.reading}"


def _record(file: str, found: Finding, out: Path) -> FindingJson:
    return {
        "finding": found.name,
        "file": file,
        "holds": found.holds,
        "page": str(out / f"{file_name_of(found.name)}.md"),
        "faults": [fault.as_json() for fault in found.faults],
        "verdicts": [
            {"promise": v.promise, "table": v.table, "verdict": v.word, "told": list(v.lines)}
            for v in found.verdicts
        ],
        "plays": [
            {"table": p.table, "reading": p.reading, "cards": p.cards, "lacking": p.lacking}
            for p in found.plays
        ],
    }
