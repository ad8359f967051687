"""What a call says of the rules that it means: the variant, how many play, what was agreed on."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from haggis_rules.cli.terminal.output import CallError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game


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


def rules_of(parsed: argparse.Namespace) -> Rules:
    """Make the rules that a call names ready to be played. Raises as ``game_of`` does."""
    return Rules(game_of(parsed))


def _agreed(text: str) -> tuple[str, str]:
    """Read ``NAME=VALUE``; a name alone is true."""
    name, is_there, value = (part.strip() for part in text.partition("="))
    if not name or (is_there and not value):
        raise argparse.ArgumentTypeError(f"`{text}` is not NAME=VALUE, such as target=250")
    return name, value or "true"
