"""haggis build: build a game as a WebAssembly module that runs in any host and imports nothing.

A small JSON file beside the module describes its memory and the arguments of its functions. Seeds
deal the same cards, and actions come in the same order, as everywhere else. The command refuses a
game that uses what cannot be compiled, and names the clause; the Python engine runs it.

  haggis build classic --players 2 --out classic.wasm       also classic.json

--format json: {"form": 1, "variant", "players", "options", "files": [paths], "bytes": of the
module}
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from haggis_rules.cli.outputs.texts import BuildJson
from haggis_rules.cli.terminal.arguments import add_budget, add_table, add_variant, rules_of
from haggis_rules.cli.terminal.files import refuse_other
from haggis_rules.cli.terminal.output import CallError, write_json, write_text
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose
from haggis_rules.codegen.wasm.printer import wasm_bytes
from haggis_rules.lowering.game_module import lower_game
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.module_layout import layout_to_json
from haggis_rules.storage.whole_file import write_whole, write_whole_bytes

USE = CommandUsage(
    Purpose.WRITE,
    "haggis build classic --players 2 --out classic.wasm",
    "the rules as a WebAssembly module",
    in_help=False,
)
OUTPUT = BuildJson
_MODULE = b"\0asm"  # how every module begins
_LAYOUT = b'{\n  "format": '


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    add_variant(parser)
    add_table(parser)
    add_budget(parser)
    parser.add_argument(
        "--out", required=True, metavar="FILE.wasm", type=Path, help="where to write the module"
    )


def run(parsed: argparse.Namespace) -> int:
    """Write the module and its layout.

    Raises ``CallError`` for another kind of file or a game that is not lowered, and as ``rules_of``
    does, and ``OSError``.
    """
    rules, out = rules_of(parsed), Path(parsed.out)
    if out.suffix != ".wasm":
        raise CallError("bad-name", f"a module file ends in .wasm, not {out.name}")
    try:
        low = lower_game(rules.game)
    except NotLoweredError as refusal:
        raise CallError(refusal.name, str(refusal)) from refusal
    content, layout = wasm_bytes(low.module), out.with_suffix(".json")
    refuse_other(out, _MODULE)
    refuse_other(layout, _LAYOUT)
    write_whole_bytes(out, content)
    write_whole(layout, json.dumps(layout_to_json(low), indent=2, ensure_ascii=False) + "\n")
    if parsed.format == "json":
        record: BuildJson = {
            "form": 1,
            "variant": rules.name,
            "players": rules.players,
            "options": dict(rules.options),
            "files": [str(out), str(layout)],
            "bytes": len(content),
        }
        write_json(record)
    else:
        write_text(f"{out}: {len(content):,} bytes; {layout} describes the layout\n")
    return 0
