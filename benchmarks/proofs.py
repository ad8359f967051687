"""Prove everything and show it as a table: ``proofs.py [VARIANT ...] [--fresh] [--jobs N]``.

For each seating, with every combination of the truths and choices that its players can agree on
(with ``--usual`` for the usual ones alone), every promise is proved, and of every pattern that
counting finds what the definition says. What is known from before is looked up unless it is to be
``--fresh``. The table has how many promises are proved, how many are broken as declared, for how
many readings counting is proved right, what is left, and the seconds. All that is left is told
below, and ends in code 1.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from haggis_rules.executors.processes import LocalProcesses
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import known_names
from haggis_rules.ir.load_tables import load_combined
from haggis_rules.ir.option_labels import label, unusual
from haggis_rules.verdicts.model import (
    DischargedObligation,
    ExpectedBreach,
    How,
    PromiseResult,
    Proved,
)
from haggis_rules.verdicts.show import in_words, is_green, show
from haggis_verify.session import ProofRequest, VerifiedGame, verify_games
from haggis_verify.solvers.answer_store import AnswerStore

HEAD = f"{'promises':>9}{'proved':>8}{'breaches':>9}{'readings':>9}{'proved':>8}"
HANDS = 10  # to play in search of a deal that comes to a breach


def main() -> int:
    """Prove each variant for each number of players, and print the table."""
    parser = argparse.ArgumentParser(description="Prove everything and show it as a table.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="default: all with us")
    parser.add_argument("--usual", action="store_true", help="with the usual options alone")
    parser.add_argument("--fresh", action="store_true", help="look at nothing found before")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N")
    parsed = parser.parse_args()
    games = [game for name in parsed.variants or known_names() for game in load_combined(name)]
    if parsed.usual:
        games = [game for game in games if not unusual(game)]
    width = max(len(label(game)) for game in games) + 2
    rows: list[Row] = []
    print(f"{'game':<{width}}{HEAD}{'left':>6}{'seconds':>9}{'z3':>8}{'cvc5':>8}{'known':>7}")
    with AnswerStore(fresh=parsed.fresh) as before, LocalProcesses(parsed.jobs) as executor:
        asked = ProofRequest(patterns=True, hands=HANDS)
        for done in verify_games(games, asked, _progress, executor=executor, before=before):
            rows.append(row_of(done))
            print(rows[-1].shown(width), flush=True)
    _tell(rows)
    return 1 if any(row.left for row in rows) else 0


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one game."""

    title: str
    promises: Sequence[PromiseResult]
    readings: Sequence[PromiseResult]
    seconds: float
    answers: int
    recalled: int

    @property
    def left(self) -> list[PromiseResult]:
        """Return what is neither proved nor a breach as declared."""
        return [each for each in (*self.promises, *self.readings) if not is_green(each.verdict)]

    def shown(self, width: int) -> str:
        """Return the row of the table."""
        met = [one for each in (*self.promises, *self.readings) for one in _solved(each)]
        breaches = sum(isinstance(each.verdict, ExpectedBreach) for each in self.promises)
        known = f"{self.recalled / self.answers:.0%}" if self.answers else "-"
        return (
            f"{self.title:<{width}}{len(self.promises):>9}{_proved(self.promises):>8}{breaches:>9}"
            f"{len(self.readings):>9}{_proved(self.readings):>8}{len(self.left):>6}"
            f"{self.seconds:>9.1f}{sum(one.z3 for one in met):>8.1f}"
            f"{sum(one.cvc5 for one in met):>8.1f}{known:>7}"
        )


def row_of(done: VerifiedGame) -> Row:
    """Put together what came of a game."""
    readings = [result for one in done.patterns for result in one.results]
    return Row(label(done.game), done.promises, readings, done.seconds, done.answers, done.recalled)


def _proved(results: Sequence[PromiseResult]) -> int:
    return sum(isinstance(each.verdict, Proved) for each in results)


def _solved(result: PromiseResult) -> list[DischargedObligation]:
    if not isinstance(result.verdict, Proved):
        return []
    return [met for met in result.verdict.obligations if met.how is How.SOLVED]


def _progress(game: Game, what: str) -> None:
    """Show on a terminal what is looked at."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K  {label(game)}: {what} ...\r")
        sys.stderr.flush()


def _tell(rows: Sequence[Row]) -> None:
    """Tell all that is left, and the longest questions."""
    for row in rows:
        for each in row.left:
            print(f"\n{row.title}, {in_words(each.verdict)}\n{show(each)}")
    met = [
        (max(one.z3, one.cvc5), f"{row.title}, {each.promise}: {one.name}")
        for row in rows
        for each in (*row.promises, *row.readings)
        for one in _solved(each)
    ]
    promises = sum(len(row.promises) for row in rows)
    readings = sum(len(row.readings) for row in rows)
    left = sum(len(row.left) for row in rows)
    seconds = sum(row.seconds for row in rows)
    print(
        f"\n{promises} promises and {readings} readings of {len(rows)} games in {seconds:.0f} s;"
        f" {left} neither proved nor broken as declared"
    )
    if met:
        most, where = max(met)
        print(f"longest question: {most:.2f} s ({where})")


if __name__ == "__main__":
    sys.exit(main())
