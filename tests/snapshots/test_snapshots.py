"""What users see stays as it is: every command, every page, every verdict, compared by hash."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context

import pytest

from haggis_rules.cli import COMMANDS
from tests.cli.output_schemas import misfits
from tests.conftest import GOLDEN
from tests.english.shown import found_in_outcomes
from tests.snapshots.groups import FAST, GROUPS, SLOW
from tests.snapshots.manifest import Forms, differences, digest_list, manifest
from tests.snapshots.plain import ROOT
from tests.snapshots.reading import call_of, calls_in
from tests.snapshots.running import made_by_build

Golden = Callable[[str, str], None]
FILES = ("commands", "long-commands", "faults", "pages", "findings", "verdicts")
LONG = {"long-commands", "pages", "findings", "verdicts"}  # half a minute or more each


def marks(name: str) -> list[pytest.MarkDecorator]:
    """Return the marks of a group that takes long."""
    return [pytest.mark.slow, *([pytest.mark.long] if name in LONG else [])]


QUICK = {"help", "explained"}
NAMES = [
    pytest.param(group.name, marks=[] if group.name in QUICK else marks(group.name))
    for group in (*FAST, *SLOW)
]
TELLING = {"commands", "long-commands", "verdicts"}  # groups in which digests of rules are told
SHOWN = 20  # calls that are named when they differ

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="only the package is installed here"
)


def outcomes(name: str) -> Mapping[str, Forms]:
    """Take the calls of a group in a process of its own.

    Terms are shared and keep the order in which they were first made, so what tests before have
    proved, and still hold, may turn a solver to another case that breaks the same promise.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        return alone.submit(taken, name).result()


def taken(name: str) -> Mapping[str, Forms]:
    return GROUPS[name].outcomes()


def unfit(found: Mapping[str, Forms]) -> Iterator[str]:
    """Yield each call whose JSON does not fit the schema of its command, with what does not."""
    for written, forms in found.items():
        if "json" in forms:
            command = call_of(written).steps[-1].words[0]
            wrong = misfits(command, forms["json"].out)
            yield from (f"{written}: {one}" for one in wrong)


def compare(golden: Golden, name: str, found: str) -> None:
    """Compare as ``golden`` does, and say which calls differ and how to see all of it."""
    path = GOLDEN / name
    expected = path.read_text(encoding="utf-8") if path.is_file() else ""
    with suppress(AssertionError):
        golden(name, found)
        return
    lines = list(differences(expected, found))
    more = [f"and {len(lines) - SHOWN} more calls"] if len(lines) > SHOWN else []
    way = "to compare whole outputs: python -m tests.snapshots --help"
    pytest.fail("\n".join([f"{name} differs:", *lines[:SHOWN], *more, way]), pytrace=False)


@pytest.mark.every_case
@pytest.mark.parametrize("name", NAMES)
def test_what_users_see_stays_as_it_is(name: str, golden: Golden) -> None:
    found = outcomes(name)
    assert [*unfit(found)] == []
    compare(golden, f"snapshots/{name}.txt", manifest(found))
    if name in TELLING:
        compare(golden, f"snapshots/digests/{name}.txt", digest_list(found))
    assert list(map(str, found_in_outcomes(found))) == []  # see tests/english


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_is_called_and_called_wrongly(command: str) -> None:
    called = {call.steps[-1].words[0] for file in FILES for call in calls_in(file)}
    assert command in called, f"write a call of `{command}` into tests/snapshots/calls"
    wrongly = {call.steps[-1].words[0] for call in calls_in("faults")}
    assert command in wrongly, f"write a call of `{command}` into faults.txt that is at fault"


def test_a_difference_is_told_below_its_call() -> None:
    expected = "deal a\n  text  exit 0\n  json  exit 0\n\ncheck b\n  text  exit 1\n"
    found = "deal a\n  text  exit 0\n  json  exit 1\n\nfmt c\n  text  exit 1\n"
    assert list(differences(expected, found)) == [
        "deal a\n  -   json  exit 0\n  +   json  exit 1",
        "check b\n    is not called any more",
        "fmt c\n    is new",
    ]
    assert not list(differences(expected, expected))


def test_what_the_build_of_the_site_leaves_behind_is_found_by_no_call() -> None:
    made = {"rules", "ask", "search"}
    assert made_by_build(str(ROOT / "docs"), [*made, "assets", "ask.md"]) == made
    assert made_by_build(str(ROOT / "docs/findings"), ["a.md", "kept.txt"]) == {"a.md"}
