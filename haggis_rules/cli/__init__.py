"""The ``haggis`` command: arguments in, records out.

Exit code 0: success. 1: the rules or the claim are at fault. 2: the call is at fault.
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
    from haggis_rules.cli.command_list import COMMANDS, module_name
    from haggis_rules.cli.terminal.help_format import HelpFormatter
    from haggis_rules.cli.terminal.interrupts import heeding_interrupts
    from haggis_rules.cli.terminal.output import (
        BAD_CALL,
        INTERRUPTED,
        STANDARD_INPUT,
        CallError,
        finish_output,
        flush_output,
        note,
        open_streams,
        refuse,
    )
    from haggis_rules.cli.terminal.overview import CommandUsage, help_lines
    from haggis_rules.diagnostics.visible import visible
except KeyboardInterrupt:  # whoever stops the command while it begins is told no more than later
    sys.stderr.write("interrupted\n")
    sys.exit(130)

__all__ = ["COMMANDS", "main", "module_name", "parser", "uses"]

EPILOG = """\
A VARIANT is the name of a shipped one, such as classic, the name of an experiment in the notebook,
such as doubled-bets, or a file that ends in .haggis.

{uses}

For more on a command: haggis play --help
Exit code 0: success. 1: the rules or the claim are at fault. 2: the call is at fault.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code, whatever state the surroundings are in.

    A ``RuntimeError`` that wraps a Ctrl-C counts as the Ctrl-C; any other is raised as it came.
    """
    try:
        open_streams()
        with heeding_interrupts():
            code = _run(arguments)
        flush_output()
    except KeyboardInterrupt:
        note("interrupted")
        code = INTERRUPTED
    except RuntimeError as fault:  # Python 3.11 wraps what comes while a class is being made
        if not isinstance(fault.__cause__, KeyboardInterrupt):
            raise
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
    except Exception as fault:
        from haggis_rules.cli.terminal.refusals import (
            tell_refusal,  # knows all that can be at fault
        )

        code_of_refusal = tell_refusal(fault, parsed.format)
        if code_of_refusal is None:
            raise
        code = code_of_refusal
    return code


@contextmanager
def _mentioning() -> Generator[None]:
    """Show each warning about a text once, as a note; others go where they would."""
    from haggis_rules.diagnostics.errors import ShadowingWarning  # no help needs it

    noted: set[str] = set()
    with warnings.catch_warnings():
        other = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
            if not issubclass(category, ShadowingWarning):
                other(message, category, *rest, **more)
            elif str(message) not in noted:
                noted.add(str(message))
                note(f"note: {message}")

        warnings.simplefilter("always", ShadowingWarning)
        warnings.showwarning = cast("Any", show)
        yield


class Command(Protocol):
    """A module of this package: its words, what it takes, and what it does."""

    __doc__: str | None
    USE: CommandUsage
    OUTPUT: object  # the type of what it prints as JSON

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
    return cast("Command", import_module(module_name(name)))


def uses() -> tuple[CommandUsage, ...]:
    """Return what every command is for, in the order of ``COMMANDS``."""
    return tuple(listed.use for listed in COMMANDS.values())


class _CommandParser(argparse.ArgumentParser):
    """A parser that shows what cannot be seen in the words of a call.

    That of a ``command`` learns what it takes when it is first used.
    """

    def __init__(self, *, command: str = "", **more: Any) -> None:
        super().__init__(formatter_class=HelpFormatter, **more)
        self._command = command

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Leave, with what is to be said. Raises ``SystemExit``."""
        super().exit(status, message and visible(message))

    def parse_known_args(  # pyright: ignore[reportIncompatibleMethodOverride] - three overloads
        self, args: Any = None, namespace: Any = None
    ) -> Any:
        """Parse the words of a call. Raises ``SystemExit`` as every parser does."""
        name, self._command = self._command, ""
        if name:
            command = _command(name)
            self.description = command.__doc__ or ""
            self.add_argument(
                "--format",
                choices=["text", "json"],
                default="text",
                help="for people or for programs; "
                f"`haggis schema --command {name}` describes the JSON",
            )
            command.arguments(self)
        return super().parse_known_args(args, namespace)


def parser(words: Sequence[str] = ()) -> argparse.ArgumentParser:
    """Return the parser of the command that is called, or of all when none is."""
    names = words[:1] if words and words[0] in COMMANDS else tuple(COMMANDS)
    whole = _CommandParser(
        prog="haggis",
        description="The rules of Haggis as data: one text to read, run and prove.",
        epilog=EPILOG.format(uses=help_lines(uses())) if len(names) > 1 else None,
    )
    whole.add_argument("--version", action="version", version=f"haggis {__version__}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name in names:
        commands.add_parser(name, command=name, help=COMMANDS[name].summary)
    return whole
