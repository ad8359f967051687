"""haggis schema: print the JSON Schema of a record, or of what a command prints.

The forms are action, position, hand, match and record, which describes each line of the file that
`haggis play --record` writes. The schema is that of one variant, one number of
players and one agreement on the options: it names the cards, the actions and all words that can
stand there, so that any validator tells whether a record could be one of these rules.

With --command the schema is that of what a command prints with `--format json`: its answer, or its
faults. Each answer has the number of its `form`, which goes up when programs that read it would
have to change. With a variant too, the schema names its cards and actions where the answer has a
position, a hand or a match.

  haggis schema classic match --players 2 > match.schema.json
  haggis schema --command beats > beats.schema.json
  haggis schema --command deal classic --players 2
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.command_list import COMMANDS
from haggis_rules.cli.command_schema import command_schema
from haggis_rules.cli.outputs.records import SchemaJson
from haggis_rules.cli.terminal.arguments import add_budget, add_table, rules_of
from haggis_rules.cli.terminal.output import CallError, write_json
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.diagnostics.suggestions import did_you_mean
from haggis_rules.notation.schema import SchemaKind
from haggis_rules.records.events import RECORD
from haggis_rules.records.record_schema import record_schema

USE = CommandUsage(
    Purpose.WRITE, "haggis schema classic match --players 2", "the form of a record, as JSON Schema"
)
OUTPUT = SchemaJson
FORMS = (*(form.value for form in SchemaKind), RECORD)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "variant",
        nargs="?",
        metavar="VARIANT",
        help="a shipped variant such as classic, or a file.haggis",
    )
    parser.add_argument(
        "form", nargs="?", choices=FORMS, metavar="FORM", help="one of " + ", ".join(FORMS)
    )
    parser.add_argument(
        "--command",
        dest="of_command",
        nargs="?",
        const="",
        metavar="NAME",
        help="a command, such as beats, for what it prints as JSON",
    )
    add_table(parser)
    add_budget(parser)


def run(parsed: argparse.Namespace) -> int:
    """Print the schema, in either format.

    Raises ``CallError`` for a call that does not say of what, and as ``rules_of`` does.
    """
    if parsed.of_command is not None:
        write_json(_of_command(parsed))
        return 0
    if parsed.variant is None or parsed.form is None:
        raise CallError(
            "no-form",
            "a variant and a form are needed"
            if parsed.variant is None
            else f"a form of `{parsed.variant}` is needed",
            f"a form is one of {', '.join(FORMS)}; --command NAME is for what a command prints",
        )
    rules = rules_of(parsed)
    write_json(record_schema(rules) if parsed.form == RECORD else rules.schema(parsed.form))
    return 0


def _of_command(parsed: argparse.Namespace) -> object:
    """Return the schema of what a command prints.

    Raises ``CallError`` for a name that is none, and for a form besides it.
    """
    name: str = parsed.of_command
    if name not in COMMANDS:
        known = f"the commands are {', '.join(COMMANDS)}"
        if not name:
            raise CallError("no-such-command", "--command needs the name of a command", known)
        message = f"there is no command `{name:.40}`"
        raise CallError("no-such-command", message, did_you_mean(name, [*COMMANDS]) or known)
    if parsed.form is not None:
        message = f"`{parsed.form}` is a form of a record, and --command has its own"
        raise CallError("form-and-command", message, "leave one of them out")
    if parsed.variant is None:
        if parsed.players is not None or parsed.options:
            message = "--players and --option are those of a variant"
            raise CallError("no-variant", message, "name the variant too")
        return command_schema(name)
    return command_schema(name, rules_of(parsed))
