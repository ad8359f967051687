"""What the tests of tables share: rules, their tables on the disk, and JavaScript under Node."""

import json
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import cast

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import seatings_of
from haggis_rules.notation.values import Json
from haggis_rules.site.ask.lookup_table import table
from haggis_rules.site.ask.vectors import Vector
from tests.games import rules_of

TESTS = Path(__file__).parents[1]
HERON = TESTS / "heron" / "heron.haggis"
WIDGEON = TESTS / "wings" / "widgeon.haggis"
TEAL = TESTS / "playcards" / "teal.haggis"
ODD = Path(__file__).with_name("odd.haggis")
EVERY_WORD = TESTS / "texts" / "every-word.haggis"
ENGINE = "engine.js"

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")


@cache
def table_of(rules: Rules, name: str) -> dict[str, Json]:
    """Make the table of rules."""
    return table(rules, name, name, {})


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


def put(folder: Path, known: Iterable[dict[str, Json]], vectors: Iterable[Vector]) -> Path:
    """Write tables and vectors into a folder, and give the file of the vectors."""
    for one in known:
        (folder / f"{one['name']}.json").write_text(json.dumps(one), encoding="utf-8")
    file = folder / "vectors.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in vectors), encoding="utf-8")
    return file


def answered(folder: Path, vectors: Path, engine: Path | None = None) -> tuple[int, int, str]:
    """Put vectors to the engine of the page: how many, how many went wrong, and all it said."""
    script = Path(__file__).with_name("run.mjs")
    said = node(script, engine or page() / ENGINE, folder, vectors)
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
