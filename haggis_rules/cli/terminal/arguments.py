"""What a call says of the rules that it means: the variant, how many play, what was agreed on."""

from __future__ import annotations

import argparse
import os
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from haggis_rules.cli.terminal.output import CallError
from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game, seatings_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.budget import MOST_WORK
from haggis_rules.semantics.random_streams import MOST_SEED, check_seed

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_DIGITS = 18  # of a budget


@dataclass(frozen=True, slots=True)
class TableArguments:
    """How many play and what they agreed on; None and nothing where the call leaves it open."""

    players: int | None
    options: dict[str, str]


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Let a call name one variant."""
    parser.add_argument(
        "variant", metavar="VARIANT", help="a shipped variant such as classic, or a file.haggis"
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """Let a call say how many play, and which options they agreed on."""
    parser.add_argument(
        "--players", type=int, metavar="N", help="number of players, where the rules allow several"
    )
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        type=_agreed,
        metavar="NAME=VALUE",
        help="an option, such as target=250; can be repeated",
    )


def seed_number(text: str) -> int:
    """Read a seed. Raises ``ArgumentTypeError`` for anything else."""
    try:
        return check_seed(int(text))
    except ValueError:
        message = f"`{text:.40}` is not a seed: a seed is a whole number from 0 to 2^64 - 1"
        raise argparse.ArgumentTypeError(message) from None


def check_seeds(first: int, many: int) -> None:
    """See that so many seeds follow one another. Raises ``CallError``."""
    if first + many - 1 > MOST_SEED:
        raise CallError("bad-number", f"fewer than {many:,} seeds from {first} on are below 2^64")


def add_state(parser: argparse.ArgumentParser) -> None:
    """Let a call say the states on which it rests what is wild, and what beats what."""
    parser.add_argument(
        "--state",
        dest="state",
        action="append",
        default=[],
        type=_agreed,
        metavar="NAME=VALUE",
        help="where the answer depends on the state of play, such as turned=true; other states "
        "have their first values; can be repeated",
    )


def add_jobs(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Let a call say how many processes do something, or that the workers of a cluster do it."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help=f"processes that {purpose}; default: one for each core",
    )  # fmt: skip
    who.add_argument(
        "--scheduler", metavar="ADDRESS",
        help=f"have the workers of a Dask scheduler {purpose}; needs haggis-rules[cluster]",
    )  # fmt: skip


@contextmanager
def executor_of(parsed: argparse.Namespace, most: int | None = None) -> Generator[Executor | None]:
    """Give what does the work of a call: None is this process.

    ``most`` is how many processes are of use. What has begun is ended at once when a fault or
    Ctrl-C ends the call. Raises ``CallError`` for a number below 1 and where no scheduler answers.
    """
    if parsed.jobs < 1:
        raise CallError("bad-number", f"--jobs is 1 or more, not {parsed.jobs}")
    if parsed.scheduler is not None:
        with _cluster_executor(parsed.scheduler) as cluster:
            yield cluster
        return
    jobs = parsed.jobs if most is None else min(parsed.jobs, most)
    if jobs <= 1:
        yield None
        return
    from haggis_rules.executors.processes import LocalProcesses

    processes = LocalProcesses(jobs)
    with ExitStack() as stack:
        stack.callback(processes.kill)
        with _lost_workers():
            yield processes
        stack.pop_all()  # all went well
    processes.shutdown(cancel_futures=True)


@contextmanager
def _lost_workers() -> Generator[None]:
    """Tell of workers that were lost again and again as ``CallError``."""
    from concurrent.futures import BrokenExecutor

    try:
        yield
    except BrokenExecutor as fault:
        raise CallError(
            "lost-workers",
            "three workers were killed over one part of this",
            "it may need more memory than there is; try fewer processes with --jobs",
        ) from fault


@contextmanager
def _cluster_executor(address: str) -> Generator[Executor]:
    from haggis_rules.executors.cluster import SchedulerError, cluster_executor

    with ExitStack() as stack:
        try:
            executor = stack.enter_context(cluster_executor(address))
        except SchedulerError as fault:
            raise CallError("no-scheduler", str(fault)) from fault
        with _lost_workers():
            yield executor


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Let a call say how much work one answer may cost."""
    parser.add_argument(
        "--budget",
        type=_budget,
        metavar="N",
        help=f"the most units of work for one answer; default: {MOST_WORK}",
    )


def chosen(parsed: argparse.Namespace) -> TableArguments:
    """Return what a call says of the table. Raises ``CallError`` when it says two things of one."""
    options: dict[str, str] = {}
    for name, value in parsed.options:
        if options.setdefault(name, value) != value:
            raise CallError(
                "option-twice",
                f"`{name}` cannot be both `{options[name]}` and `{value}`",
                "give each option once",
            )
    return TableArguments(parsed.players, options)


def game_of(parsed: argparse.Namespace, variant: str | None = None) -> Game:
    """Load the variant that a call names, or another one, for its table.

    Raises ``SeveralFaultsError`` or a ``RuleError``.
    """
    name, table = variant or parsed.variant, chosen(parsed)
    return load_game(name, players=table.players, options=table.options)


def games_at(variant: str, table: TableArguments) -> list[Game]:
    """Load a variant for the number of players that a call names, or for each that it is for.

    Raises as ``game_of`` does.
    """
    seatings = seatings_of(variant) if table.players is None else (table.players,)
    return [load_game(variant, players=seats, options=table.options) for seats in seatings]


def games_everywhere(variant: str) -> list[Game]:
    """Load a variant for every table, and for all options that its guards look at.

    Raises ``SeveralFaultsError`` or a ``RuleError``.
    """
    games, faults = check_everywhere(variant)
    if faults:
        raise SeveralFaultsError(faults)
    return games


def rules_of(parsed: argparse.Namespace) -> Rules:
    """Make the rules that a call names ready to be played. Raises as ``game_of`` does."""
    return Rules(game_of(parsed), budget=getattr(parsed, "budget", None))


def _budget(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > MOST_DIGITS:
        raise argparse.ArgumentTypeError(f"`{text:.40}` is not a number of units, such as 1000000")
    return int(text)


def _agreed(text: str) -> tuple[str, str]:
    """Read ``NAME=VALUE``; a name alone is true."""
    name, is_there, value = (part.strip() for part in text.partition("="))
    if not name or (is_there and not value):
        raise argparse.ArgumentTypeError(f"`{text}` is not NAME=VALUE, such as target=250")
    return name, value or "true"
