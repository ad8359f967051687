"""haggis fmt: write rules files in the canonical form.

Without --check the files are rewritten where they differ; nothing changes but white space, and
brackets without which a text says the same. With --upgrade, files in an older version of the
language are written in this one, and what they say stays the same; a name that is a word of the
language now becomes another, and is listed.

  haggis fmt my.haggis
  haggis fmt --check spec/*.haggis
  haggis fmt --upgrade my.haggis

--format json: {"form": 1, "changed": [file, ...]}, and with --upgrade "renamed": {file: {name: new
name}}
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from difflib import unified_diff
from pathlib import Path

from haggis_rules.cli.outputs.texts import FmtJson
from haggis_rules.cli.terminal.files import writing
from haggis_rules.cli.terminal.output import AT_FAULT, count, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.storage.whole_file import write_whole
from haggis_rules.syntax.files import read_source
from haggis_rules.syntax.format import format_text
from haggis_rules.syntax.upgrade import UpgradedText, upgrade

USE = CommandUsage(Purpose.WRITE, "haggis fmt my.haggis", "the canonical form", in_help=False)
OUTPUT = FmtJson


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a rules file")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; show what would change, and fail"
    )
    parser.add_argument("--upgrade", action="store_true", help="upgrade files of an older version")


def run(parsed: argparse.Namespace) -> int:
    """Format each file."""
    changed: list[str] = []
    renamed: dict[str, Mapping[str, str]] = {}
    for file in parsed.files:
        source = read_source(file)
        upgraded = upgrade(source) if parsed.upgrade else UpgradedText(source.text, {})
        text = format_text(SourceFile(source.path, upgraded.text))
        if upgraded.renamed:
            renamed[file] = upgraded.renamed
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
        record: FmtJson = {"form": 1, "changed": changed}
        if parsed.upgrade:
            record["renamed"] = renamed
        write_json(record)
        return AT_FAULT if parsed.check and changed else 0
    for file, names in renamed.items():
        for old, new in names.items():
            write_text(f"{file}: `{old}` is now a word of the language, so it is renamed `{new}`")
    if parsed.check and not changed:
        write_text(f"{count(len(parsed.files), 'file')}, all in the canonical form")
    elif parsed.check:
        write_text(
            f"{len(changed)} of {count(len(parsed.files), 'file')} not in the canonical form"
        )
    else:
        write_text(f"{len(changed)} of {count(len(parsed.files), 'file')} rewritten")
    return AT_FAULT if parsed.check and changed else 0
