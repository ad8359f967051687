"""The ``haggis`` command: arguments in, records out.

Exit code 0: good. 1: the rules or the claim are at fault. 2: the call is at fault.
"""

from __future__ import annotations

import sys

try:
    import argparse
    import warnings
    from collections.abc import Generator, Sequence
    from contextlib import contextmanager
    from importlib import import_module
    from typing import Any, NoReturn, Protocol, cast

    from haggis_rules import __version__
    from haggis_rules.cli.terminal.output import (
        AT_FAULT,
        BAD_CALL,
        INTERRUPTED,
        STANDARD_INPUT,
        CallError,
        finish_output,
        flush_output,
        note,
        open_streams,
        refuse,
        report_faults,
    )
    from haggis_rules.cli.terminal.overview import CommandUsage, help_lines
    from haggis_rules.diagnostics.errors import (
        NotOfferedError,
        RuleError,
        SeveralFaultsError,
        ShadowingWarning,
        UnclearSeatsError,
        UnknownOptionError,
        UnknownVariantError,
        UnreadableFileError,
    )
    from haggis_rules.diagnostics.visible import visible
    from haggis_rules.notation.errors import NotationError
    from haggis_rules.semantics.action import IllegalAction
    from haggis_rules.semantics.asking import NoSuchQueryError
    from haggis_rules.semantics.breach import Breach
except KeyboardInterrupt:  # whoever stops the command while it begins is told no more than later
    sys.stderr.write("interrupted\n")
    sys.exit(130)

COMMANDS = (
    "readings",
    "plays",
    "beats",
    "explain",
    "play",
    "replay",
    "deal",
    "simulate",
    "count",
    "sheet",
    "diff",
    "check",
    "fmt",
    "verify",
    "mutate",
    "findings",
    "docs",
    "ask",
    "schema",
)
CALLS_FAULTS = (
    NotOfferedError
    | UnclearSeatsError
    | UnknownOptionError
    | UnknownVariantError
    | UnreadableFileError
)

EPILOG = """\
A VARIANT is the name of a shipped one, such as classic, the name of an experiment in the notebook,
such as doubled-bets, or a file that ends in .haggis.

{uses}

Each command says more: haggis play --help
Exit code 0: good. 1: the rules or the claim are at fault. 2: the call is at fault.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code, whatever state the surroundings are in."""
    try:
        open_streams()
        code = _run(arguments)
        flush_output()
    except KeyboardInterrupt:
        note("interrupted")
        code = INTERRUPTED
    except BrokenPipeError:
        finish_output()
        return 0
    except OSError as fault:
        code = _troubled(fault)
    return code


def _troubled(fault: OSError) -> int:
    """Tell what the system would not do, and return the exit code."""
    finish_output()
    streams = {None: "standard output", STANDARD_INPUT: STANDARD_INPUT}
    what = streams.get(fault.filename, f"`{fault.filename}`")
    why = (fault.strerror or str(fault)).lower()
    refuse(CallError("system", f"{what} cannot be used: {why}"), "text")
    return BAD_CALL


def _run(arguments: Sequence[str] | None) -> int:
    words = sys.argv[1:] if arguments is None else list(arguments)
    parsed = parser(words).parse_args(words)
    try:
        with _mentioning():
            code = _command(parsed.command).run(parsed)
    except RuleError as fault:
        report_faults([fault], parsed.format)
        return BAD_CALL if isinstance(fault, CALLS_FAULTS) else AT_FAULT
    except SeveralFaultsError as several:
        report_faults(several.faults, parsed.format)
        return AT_FAULT
    except CallError as fault:
        refuse(fault, parsed.format)
        return BAD_CALL
    except (NotationError, IllegalAction, NoSuchQueryError) as fault:
        refuse(CallError(fault.name, _with_notes(fault)), parsed.format)
        return BAD_CALL
    except Breach as breach:
        note(f"the rules break down: {_with_notes(breach)}")
        note("`haggis verify` shows how play comes there")
        return AT_FAULT
    return code


@contextmanager
def _mentioning() -> Generator[None]:
    """Show each warning about a text once, as a note; others go where they would."""
    told: set[str] = set()
    with warnings.catch_warnings():
        other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if not issubclass(category, ShadowingWarning):
                other(message, category, *rest, **more)
            elif str(message) not in told:
                told.add(str(message))
                note(f"note: {message}")

        warnings.simplefilter("always", ShadowingWarning)
        warnings.showwarning = cast("Any", show)
        yield


def _with_notes(fault: Exception) -> str:
    return ", ".join([str(fault), *getattr(fault, "__notes__", ())])


class Command(Protocol):
    """A module of this package: its words, what it takes, and what it does."""

    __doc__: str | None
    USE: CommandUsage

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Say what the command takes."""
        ...

    def run(self, parsed: argparse.Namespace) -> int:
        """Do it, and give the exit code.

        Raises what ``main`` tells: ``CallError``, ``NotationError``, ``IllegalAction`` or
        ``NoSuchQueryError`` when the call is at fault, ``SeveralFaultsError``, a ``RuleError`` or a
        ``Breach`` when the rules are.
        """
        ...


def _command(name: str) -> Command:
    """Import a command: the others and what they need would only take time."""
    return cast("Command", import_module(f"haggis_rules.cli.commands.{name}"))


def uses() -> tuple[CommandUsage, ...]:
    """Return what every command is for, in the order of ``COMMANDS``."""
    return tuple(_command(name).USE for name in COMMANDS)


class _CommandParser(argparse.ArgumentParser):
    """A parser that shows what cannot be seen in the words of a call."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave, with what is to be said. Raises ``SystemExit``."""
        super().exit(status, message and visible(message))


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command that is called, or of all when none is."""
    names = words[:1] if words and words[0] in COMMANDS else COMMANDS
    whole = _CommandParser(
        prog="haggis",
        description="The rules of Haggis as data: one text to read, run and prove.",
        epilog=EPILOG.format(uses=help_lines(uses())) if names is COMMANDS else None,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"haggis {__version__}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        command = _command(name)
        doc = command.__doc__ or ""
        own = commands.add_parser(
            name,
            help=doc.splitlines()[0].split(": ", 1)[1],
            description=doc,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        own.add_argument(
            "--format", choices=["text", "json"], default="text", help="for people or for programs"
        )
        command.arguments(own)
    return whole
