"""A call imports what it needs: no help imports a command, and no question the solvers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_rules.cli import COMMANDS, module_name
from tests.keeping import cache_of_its_own

PARSING = ("lark", "haggis_rules.syntax.parse", "haggis_rules.syntax.ast", "haggis_rules.ir.lower")
SOLVERS = ("z3", "cvc5", "haggis_verify")
PAGES = ("haggis_rules.site", "haggis_rules.wording", "haggis_rules.mutation")
# Calls of what somebody asks at the table, and what each may import of these at a second time.
LIGHT = (
    'readings classic --players 2 "10r J Q"',
    'plays classic --players 2 --hand "9r 10r J Q"',
    'beats classic --players 2 "J K" "J Q"',
    "deal classic --players 2 --seed 1",
    "count classic --players 2 --seed 1 --depth 1",
    "schema classic match --players 2",
)


def imported(call: str, surroundings: dict[str, str]) -> set[str]:
    """Return the modules that are there after a call, in a process of its own."""
    code = (
        "import json, shlex, sys\n"
        "from haggis_rules.cli import main\n"
        "try:\n"
        "    code = main(shlex.split(sys.argv[1]))\n"
        "except SystemExit as left:\n"
        "    code = left.code\n"
        "assert not code, code\n"
        "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, call],
        capture_output=True,
        check=True,
        env=surroundings,
    )
    return set(json.loads(done.stderr))


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment in which a first call has kept the game that the others ask for."""
    found = cache_of_its_own(tmp_path_factory.mktemp("cache"))
    imported(LIGHT[2], found)
    return found


def test_help_imports_no_command_and_no_rules(tmp_path: Path) -> None:
    there = imported("--help", {**os.environ, "XDG_CACHE_HOME": str(tmp_path)})
    rooms = {name.split(".")[1] for name in there if name.startswith("haggis_rules.")}
    assert rooms == {"cli", "diagnostics", "frozen_dataclass"}
    assert not there & {module_name(name) for name in COMMANDS}
    assert not [*tmp_path.iterdir()]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("call", LIGHT)
def test_a_call_imports_its_own_command_and_nothing_that_is_heavy(
    call: str, surroundings: dict[str, str]
) -> None:
    there = imported(call, surroundings)
    commands = {name for name in there if name.startswith("haggis_rules.cli.commands.")}
    assert commands == {module_name(call.split(maxsplit=1)[0])}
    assert not there & {*PARSING, *SOLVERS, *PAGES}


@pytest.mark.slow
def test_a_text_that_nobody_knows_is_parsed(tmp_path: Path) -> None:
    assert {*PARSING} <= imported(LIGHT[2], cache_of_its_own(tmp_path))
