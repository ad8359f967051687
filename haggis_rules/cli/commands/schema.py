"""haggis schema: print the JSON Schema of a record.

The forms are action, position, hand, match and record: the last is that of each line of the file
that `haggis play --record` writes. The schema is that of one variant, one number of
players and one agreement on the options: it names the cards, the actions and all words that can
stand there, so that any validator tells whether a record could be one of these rules.

  haggis schema classic match --players 2 > match.schema.json
"""

from __future__ import annotations

import argparse

from haggis_rules.cli.terminal.arguments import add_budget, add_table, add_variant, rules_of
from haggis_rules.cli.terminal.output import write_json
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.notation.schema import SchemaKind
from haggis_rules.records.events import RECORD
from haggis_rules.records.record_schema import record_schema

USE = CommandUsage(
    Purpose.WRITE, "haggis schema classic match --players 2", "the form of a record, as JSON Schema"
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    forms = [*(form.value for form in SchemaKind), RECORD]
    parser.add_argument("form", choices=forms, metavar="FORM", help="one of " + ", ".join(forms))
    add_table(parser)
    add_budget(parser)


def run(parsed: argparse.Namespace) -> int:
    """Print the schema, in either format."""
    rules = rules_of(parsed)
    write_json(record_schema(rules) if parsed.form == RECORD else rules.schema(parsed.form))
    return 0
