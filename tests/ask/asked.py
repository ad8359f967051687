"""What the tests of the page share: rules, their modules on the disk, and JavaScript under Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import NamedTuple, cast

import pytest

from haggis_rules.codegen.wasm.printer import wasm_bytes
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import seatings_of
from haggis_rules.notation.values import Json
from haggis_rules.site.ask.game_words import asking, game_words
from haggis_rules.site.ask.vectors import Vector
from tests.games import rules_of

TESTS = Path(__file__).parents[1]
HERON = TESTS / "heron" / "heron.haggis"
WIDGEON = TESTS / "wings" / "widgeon.haggis"
TEAL = TESTS / "playcards" / "teal.haggis"
ODD = Path(__file__).with_name("odd.haggis")
EVERY_WORD = TESTS / "texts" / "every-word.haggis"
RULES = "rules.js"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")


class Asked(NamedTuple):
    """The words of rules, and their module."""

    words: dict[str, Json]
    module: bytes


@cache
def asked_of(rules: Rules, name: str) -> Asked:
    """Make the words and the module of rules."""
    low = asking(rules.game)
    return Asked(game_words(rules, low, name, name, {}), wasm_bytes(low.module))


def tables(names: Iterable[str | Path]) -> dict[str, Rules]:
    """Load texts for each number of players, by the names of their tables."""
    return {
        f"{Path(name).stem}-{seats}": rules_of(name, seats)
        for name in names
        for seats in seatings_of(name)
    }


def page() -> Path:
    """Return the folder with the files of the page."""
    with as_file(files("haggis_rules.site.ask") / "page") as folder:
        return folder


def put(folder: Path, known: Iterable[Asked], vectors: Iterable[Vector]) -> Path:
    """Write modules, words and vectors into a folder, and give the file of the vectors."""
    for words, module in known:
        (folder / f"{words['name']}.json").write_text(json.dumps(words), encoding="utf-8")
        (folder / f"{words['name']}.wasm").write_bytes(module)
    file = folder / "vectors.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in vectors), encoding="utf-8")
    return file


def answered(folder: Path, vectors: Path, rules: Path | None = None) -> tuple[int, int, str]:
    """Put vectors to the modules of the page: how many, how many went wrong, and all it said."""
    script = Path(__file__).with_name("run.mjs")
    said = node(script, rules or page() / RULES, folder, vectors)
    counts = cast("dict[str, int]", json.loads(said.splitlines()[-1]))
    return counts["asked"], counts["wrong"], said


def node(script: Path, *arguments: Path | str) -> str:
    """Run a script under Node and give what it prints."""
    command: Sequence[str] = ["node", str(script), *map(str, arguments)]
    done = subprocess.run(  # noqa: S603 - a script of these tests
        command, capture_output=True, text=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
