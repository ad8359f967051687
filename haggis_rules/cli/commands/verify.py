"""haggis verify: prove what the rules promise, with two solvers.

Every promise of the text is either proved, for every deal, any number of moves and every hand of a
match, or refuted with a match that breaks it. Where a proof fails from a state that no match was
seen to reach, the promise is not inductive, and the command names the helpers that would prove it,
as `using a, b`. A promise whose condition never holds says nothing here. Rules for several numbers
of players are proved for each. A number that the players agree on, such as a target, may have any
allowed value; --option sets a truth or a choice to another value than usual, and --every-option
proves all combinations, one after another.

Results are kept in the user's cache folder, so that only what a change of the rules affects is
asked again; --fresh asks everything.

The solvers come with the extra `verify`: pip install haggis-rules[verify]

Exit code 0: each promise is proved, is broken as the text says, or is shown by use. Exit code 1:
some promise is refuted, not inductive, says nothing, or is not proved for another reason.

  haggis verify classic
  haggis verify classic --players 2 --promise hand.ends
  haggis verify classic --patterns
  haggis verify rogers --every-option

--format json and --verdicts: {"form": 1, "variants": [{"variant", "seats", "options": what is
agreed on by the name of each option, "rules": a hash of what was judged, "promises": [{"promise",
"clause", "verdict", "detail", and more}], "patterns": with --patterns, [{"pattern", "clause",
"readings": how many it has, "proved": for how many counting is proved right, "z3_seconds",
"cvc5_seconds", "others": the rest, as promises}], "answers": how many answers of solvers it took,
"recalled": how many of them were kept}]}
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from haggis_rules.cli.outputs.proofs import VerifiedGameJson, VerifyJson
from haggis_rules.cli.terminal.arguments import add_jobs, add_table, chosen, executor_of, games_at
from haggis_rules.cli.terminal.files import writing
from haggis_rules.cli.terminal.output import (
    AT_FAULT,
    BAD_CALL,
    CallError,
    count,
    note,
    show_status,
    write_json,
    write_text,
)
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.cli.terminal.solvers import solver_module
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game, shipped
from haggis_rules.ir.load_tables import load_combined
from haggis_rules.ir.option_labels import label, unusual, value_agreed
from haggis_rules.storage.whole_file import write_whole
from haggis_rules.verdicts.reader import judged_digest
from haggis_rules.verdicts.show import is_green, record, record_counted, show, show_counted

USE = CommandUsage(Purpose.WRITE, "haggis verify classic", "prove what the rules promise")
OUTPUT = VerifyJson


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "variants", nargs="*", metavar="VARIANT", help="default: all shipped variants"
    )
    add_table(parser)
    parser.add_argument(
        "--every-option",
        action="store_true",
        help="try every combination of the truths and choices",
    )
    parser.add_argument(
        "--promise", action="append", metavar="NAME", help="only this one, and what it depends on"
    )
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="save each question to the solvers there"
    )
    parser.add_argument(
        "--patterns",
        action="store_true",
        help="also prove that counting matches the definition of each combination",
    )
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER",
        help="save each match that breaks a promise there, for haggis replay",
    )  # fmt: skip
    parser.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        help="also write the verdicts there, for haggis docs",
    )
    parser.add_argument("--fresh", action="store_true", help="ignore earlier results")
    parser.add_argument(
        "--hands", type=int, default=10, metavar="N",
        help="hands to play in search of a breach; default: 10",
    )  # fmt: skip
    add_jobs(parser, "ask the solvers")


def run(parsed: argparse.Namespace) -> int:
    """Verify each seating of each variant and tell its verdicts.

    Raises ``CallError`` when an answer that was kept is not given again.
    """
    try:
        session = solver_module("haggis_verify.session")
        answer_store = solver_module("haggis_verify.solvers.answer_store")
    except CallError as fault:
        note(fault.message)
        return BAD_CALL
    games = [game for name in parsed.variants or shipped() for game in _seatings(name, parsed)]
    for name in parsed.promise or ():
        if not any(session.makes(game, name) for game in games):
            _unknown(name, games)
            return BAD_CALL
    request = session.ProofRequest(parsed.promise, parsed.patterns, parsed.export, parsed.hands)
    records: list[VerifiedGameJson] = []
    green = True
    with (
        answer_store.AnswerStore(fresh=parsed.fresh, sample=answer_store.SAMPLE) as before,
        executor_of(parsed) as executor,
    ):
        following = session.verify_games(
            games, request, _show_progress, executor=executor, before=before
        )
        for done in following:
            results = (*done.promises, *_counted(done))
            green &= all(is_green(result.verdict) for result in results)
            records.append(_record(done))
            _save_matches(done.game, records[-1]["promises"], parsed.records)
            if parsed.format == "text":
                _tell(done)
        if before.forged:
            before.discard()
            raise CallError(
                "forged-answer",
                f"{count(len(before.forged), 'answer')} of those kept in `{before.place}` "
                "differed when asked for again, so nothing above is proved",
                "they were removed; verify again",
            )
    _save_record(records, parsed)
    return 0 if green else AT_FAULT


def _seatings(name: str, parsed: argparse.Namespace) -> Iterator[Game]:
    """Load a variant for each number of players that is asked for."""
    table = chosen(parsed)
    if parsed.every_option:
        if table.options:
            raise CallError(
                "option-and-every",
                "`--option` and `--every-option` cannot be combined",
                "leave one of them out",
            )
        found = load_combined(name)
        matching = [game for game in found if table.players in {None, game.seats}]
        if not matching:
            load_game(name, players=table.players)  # says why there is none
        yield from matching
        return
    yield from games_at(name, table)


def _unknown(promise: str, games: list[Game]) -> None:
    """Say that no game makes a promise, and what they promise."""
    names = dict.fromkeys(game.name for game in games)
    known = dict.fromkeys(one.name for game in games for one in game.promises)
    note(f"{', '.join(names)} makes no promise `{promise}`")
    note(did_you_mean(promise, list(known)))


def _record(done: Any) -> VerifiedGameJson:
    """Return what came of a game."""
    game: Game = done.game
    return {
        "variant": game.name,
        "seats": game.seats,
        "options": {option.name: value_agreed(option) for option in game.options},
        "rules": judged_digest(game),
        "promises": [record(r) | {"detail": _detail(show(r))} for r in done.promises],
        "patterns": [record_counted(one) for one in done.patterns],
        "answers": done.answers,
        "recalled": done.recalled,
    }


def _counted(done: Any) -> list[Any]:
    """Return what came of each reading, if that was asked."""
    return [result for one in done.patterns for result in one.results]


def _tell(done: Any) -> None:
    for result in done.promises:
        write_text(show(result))
    proved = sum(is_green(result.verdict) for result in done.promises)
    summary = f"{proved} of {len(done.promises)} promises proved"
    for one in done.patterns:
        write_text(show_counted(one))
    if done.patterns:
        counted = _counted(done)
        right = sum(is_green(result.verdict) for result in counted)
        summary += f" and counting right for {right} of {len(counted)} readings"
    summary += f" in {done.seconds:.0f} s"
    if done.recalled:
        summary += f", {done.recalled} of {done.answers} answers known from before"
    write_text(f"\n{_title(done.game)}: {summary}")


def _title(game: Game) -> str:
    """Name a game, with what else than usual is agreed on."""
    said = [f"{game.seats} seats"] if len(game.seatings) > 1 else []
    said += unusual(game)
    return f"{game.name} with {' and '.join(said)}" if said else game.name


def _detail(shown: str) -> str:
    """Return what follows the name in the first line."""
    return shown.splitlines()[0].split(": ", 1)[1]


def _save_record(records: list[VerifiedGameJson], parsed: argparse.Namespace) -> None:
    """Write the verdicts where they are wanted."""
    record: VerifyJson = {"form": 1, "variants": records}
    if parsed.verdicts is not None:
        with writing(parsed.verdicts):
            parsed.verdicts.parent.mkdir(parents=True, exist_ok=True)
            write_whole(parsed.verdicts, json.dumps(record, indent=1))
    if parsed.format == "json":
        write_json(record)


def _save_matches(game: Game, promises: Iterable[Mapping[str, Any]], folder: Path | None) -> None:
    """Write the record of each match that comes to a breach."""
    for one in promises if folder is not None else ():
        case: dict[str, Any] = one.get("case") or {}
        play: dict[str, Any] = case.get("play") or {}
        if folder is not None and play.get("record"):
            place = folder / label(game)
            text = "".join(f"{line}\n" for line in play["record"])
            with writing(place):
                place.mkdir(parents=True, exist_ok=True)
                write_whole(place / f"{one['promise']}.jsonl", text)


def _show_progress(game: Game, promise: str) -> None:
    """Show on a terminal which promise is looked at."""
    show_status(f"  {_title(game)}: {promise} ...")
