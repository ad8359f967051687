"""haggis fmt: write rules files in the one canonical form.

Without --check the files are rewritten where they differ; nothing but white space changes.

  haggis fmt my.haggis
  haggis fmt --check spec/*.haggis

--format json: {"changed": [file, ...]}
"""

from __future__ import annotations

import argparse
from difflib import unified_diff
from pathlib import Path

from haggis_rules.cli.terminal.files import writing
from haggis_rules.cli.terminal.output import AT_FAULT, count, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.storage.whole_file import write_whole
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.format import format_text

USE = CommandUsage(Purpose.WRITE, "haggis fmt my.haggis", "the one canonical form", in_help=False)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rules file")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; fail and show what would change"
    )


def run(parsed: argparse.Namespace) -> int:
    """Format each file."""
    changed: list[str] = []
    for file in parsed.files:
        source = read_source(file)
        text = format_text(source)
        if text == source.text:
            continue
        changed.append(file)
        if not parsed.check:
            with writing(Path(file)):
                write_whole(Path(file), text)
        elif parsed.format == "text":
            lines = unified_diff(
                source.text.splitlines(), text.splitlines(), file, f"{file} formatted", lineterm=""
            )
            write_text("\n".join(lines))
    if parsed.format == "json":
        write_json({"changed": changed})
    elif parsed.check and not changed:
        write_text(f"{count(len(parsed.files), 'file')}, all in the canonical form")
    elif parsed.check:
        write_text(
            f"{len(changed)} of {count(len(parsed.files), 'file')} not in the canonical form"
        )
    else:
        write_text(f"{len(changed)} of {count(len(parsed.files), 'file')} rewritten")
    return AT_FAULT if parsed.check and changed else 0
