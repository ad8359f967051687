"""The ``haggis`` command: arguments in, records out.

Exit code 0: good. 1: the rules or the claim are at fault. 2: the call is at fault.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from haggis_rules import __version__
from haggis_rules.cli import check, deal, docs, explain, fmt, verify
from haggis_rules.cli.out import AT_FAULT, BAD_CALL, note, tell
from haggis_rules.errors import (
    RuleError,
    SeveralFaultsError,
    UnknownVariantError,
    UnreadableFileError,
)
from haggis_rules.run.breach import Breach

COMMANDS = {
    "check": check,
    "fmt": fmt,
    "verify": verify,
    "deal": deal,
    "docs": docs,
    "explain": explain,
}

EPILOG = """\
A VARIANT is the name of a shipped one, such as neeps-core, or a file that ends in .haggis.

  haggis check my.haggis            is there a fault, where, and what is the way out
  haggis deal neeps-core --seed 1   play a hand by chance and show which clauses each move rests on
  haggis verify neeps-core          prove what the rules promise, with two solvers
  haggis explain unknown-name       what a fault means
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    parsed = _parser().parse_args(arguments)
    try:
        code: int = COMMANDS[parsed.command].run(parsed)
    except RuleError as fault:
        tell([fault], parsed.format)
        return (
            BAD_CALL if isinstance(fault, UnknownVariantError | UnreadableFileError) else AT_FAULT
        )
    except SeveralFaultsError as several:
        tell(several.faults, parsed.format)
        return AT_FAULT
    except Breach as breach:
        note(f"the rules break down: {breach}")
        note("`haggis verify` shows how play comes there")
        return AT_FAULT
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="haggis",
        description="The rules of Haggis as data: one text to read, run and prove.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"haggis {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, module in COMMANDS.items():
        summary = (module.__doc__ or "").splitlines()[0].split(": ", 1)[1]
        own = commands.add_parser(
            name,
            help=summary,
            description=module.__doc__,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        own.add_argument(
            "--format", choices=["text", "json"], default="text", help="for people or for programs"
        )
        module.arguments(own)
    return parser
