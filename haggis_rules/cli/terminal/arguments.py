"""What a call says of the rules that it means: the variant, how many play, what was agreed on."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass

from haggis_rules.cli.terminal.output import CallError
from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import check_everywhere, load_game, seatings_of
from haggis_rules.semantics.budget import MOST_WORK

MOST_DIGITS = 18  # of a budget


@dataclass(frozen=True, slots=True)
class TableArguments:
    """How many play and what they agreed on; None and nothing where the call leaves it open."""

    players: int | None
    options: dict[str, str]


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Let a call name one variant."""
    parser.add_argument(
        "variant", metavar="VARIANT", help="a shipped one such as classic, or a file.haggis"
    )


def add_table(parser: argparse.ArgumentParser) -> None:
    """Let a call say how many play, and which options they agreed on."""
    parser.add_argument(
        "--players", type=int, metavar="N", help="how many play, where the rules leave it open"
    )
    parser.add_argument(
        "--option",
        dest="options",
        action="append",
        default=[],
        type=_agreed,
        metavar="NAME=VALUE",
        help="what the players agreed on, such as target=250; can be given again",
    )


def add_state(parser: argparse.ArgumentParser) -> None:
    """Let a call say the states on which it rests what is wild, and what beats what."""
    parser.add_argument(
        "--state",
        dest="state",
        action="append",
        default=[],
        type=_agreed,
        metavar="NAME=VALUE",
        help="where the answer rests on the state of play, such as turned=true; else states have "
        "their first values; can be given again",
    )


def add_jobs(parser: argparse.ArgumentParser, purpose: str) -> None:
    """Let a call say how many processes do something."""
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help=f"processes that {purpose}; default: one for each core",
    )  # fmt: skip


def add_budget(parser: argparse.ArgumentParser) -> None:
    """Let a call say how much work one answer may cost."""
    parser.add_argument(
        "--budget",
        type=_budget,
        metavar="N",
        help=f"units of work that one answer may cost; default: {MOST_WORK}",
    )


def chosen(parsed: argparse.Namespace) -> TableArguments:
    """Return what a call says of the table. Raises ``CallError`` when it says two things of one."""
    options: dict[str, str] = {}
    for name, value in parsed.options:
        if options.setdefault(name, value) != value:
            raise CallError(
                "option-twice",
                f"`{name}` cannot be both `{options[name]}` and `{value}`",
                "say once what was agreed on",
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
        raise argparse.ArgumentTypeError(f"`{text:.40}` is no number of units, such as 1000000")
    return int(text)


def _agreed(text: str) -> tuple[str, str]:
    """Read ``NAME=VALUE``; a name alone is true."""
    name, is_there, value = (part.strip() for part in text.partition("="))
    if not name or (is_there and not value):
        raise argparse.ArgumentTypeError(f"`{text}` is not NAME=VALUE, such as target=250")
    return name, value or "true"
