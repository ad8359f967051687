"""haggis verify: prove what the rules promise, with two solvers.

Every promise of the text is proved for every deal and any number of moves, or refuted with a
case that the interpreter replays. The solvers come with the extra `verify`:
pip install haggis-rules[verify]
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from haggis_rules.cli.out import AT_FAULT, BAD_CALL, note, say, say_json
from haggis_rules.ir.from_syntax.nearest import did_you_mean
from haggis_rules.ir.load import load_game, shipped


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="default: all shipped")
    parser.add_argument(
        "--promise", action="append", metavar="NAME", help="only this one, and what it rests on"
    )
    parser.add_argument(
        "--export", type=Path, metavar="FOLDER", help="keep each question to the solvers there"
    )
    parser.add_argument(
        "--patterns",
        action="store_true",
        help="prove too that counting finds what the definition of each combination says, for "
        "readings of few cards",
    )
    parser.add_argument(
        "--verdicts",
        type=Path,
        metavar="FILE",
        help="write the verdicts there too, for haggis docs",
    )
    parser.add_argument(
        "--hands", type=int, default=10, metavar="N",
        help="hands to play in search of a deal that comes to a breach; default: 10",
    )  # fmt: skip


def run(parsed: argparse.Namespace) -> int:
    """Verify each variant and tell its verdicts."""
    try:
        report = importlib.import_module("haggis_verify.report")
        shown = importlib.import_module("haggis_verify.show")
    except ImportError as fault:
        note(f"the solvers are not installed ({fault}): pip install haggis-rules[verify]")
        return BAD_CALL
    records: list[dict[str, object]] = []
    green = True
    for variant in parsed.variants or shipped():
        game = load_game(variant)
        began = time.monotonic()
        try:
            results = report.verify(
                game, parsed.promise, _progress(), parsed.export, hands=parsed.hands
            )
        except report.NoSuchPromiseError as fault:
            known = [promise.name for promise in game.promises]
            note(f"{game.name} makes no promise `{fault}`")
            note(did_you_mean(str(fault), known))
            return BAD_CALL
        green &= all(shown.is_green(result.verdict) for result in results)
        if parsed.patterns:
            patterns = importlib.import_module("haggis_verify.patterns")
            results = (*results, *patterns.prove_patterns(game))
        promises = [shown.record(r) | {"detail": _detail(shown.show(r))} for r in results]
        records.append({"variant": game.name, "promises": promises})
        if parsed.format == "text":
            _tell(game.name, results, shown.show, shown.is_green, time.monotonic() - began)
    if parsed.verdicts is not None:
        parsed.verdicts.parent.mkdir(parents=True, exist_ok=True)
        parsed.verdicts.write_text(json.dumps({"variants": records}, indent=1), encoding="utf-8")
    if parsed.format == "json":
        say_json({"variants": records})
    return 0 if green else AT_FAULT


def _tell(
    name: str,
    results: tuple[Any, ...],
    show: Callable[[Any], str],
    is_green: Callable[[Any], bool],
    seconds: float,
) -> None:
    for result in results:
        say(show(result))
    proved = sum(is_green(result.verdict) for result in results)
    say(f"\n{name}: {proved} of {len(results)} promises proved in {seconds:.0f} s")


def _detail(shown: str) -> str:
    """Give what follows the name in the first line."""
    return shown.splitlines()[0].split(": ", 1)[1]


def _progress() -> Callable[[str], None] | None:
    """Show on a terminal which promise is looked at."""
    if not sys.stderr.isatty():
        return None

    def show(promise: str) -> None:
        sys.stderr.write(f"\r\x1b[K  {promise} ...")
        sys.stderr.flush()

    return show
