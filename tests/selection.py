"""Which tests a run takes: a seventh of those that rotate, and how many planted faults are judged.

A test marked ``rotates`` tests another test, or is a dear one of several that show the same of
several texts. One merge runs a seventh of them, chosen by the hash of the commit, so seven merges
in a row see most of them; ``--rotation all`` (each night) runs all. Of the slow cases of one test
a merge runs a seventh as well, unless they are marked ``every_case`` or judge a planted fault; it
runs at least one case of each test.

A test marked ``planted(kind)`` judges one planted fault: a mutant of the rules, a broken encoding.
The summary counts, kind by kind, how many of those that are known the run has judged.
"""

import os
import subprocess
from collections import Counter
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any, cast
from zlib import crc32

import pytest

PARTS = 7
OTHERWISE = ("planted", "long", "rotates", "every_case")  # what of slow tests is chosen otherwise
ALL = "all"
ROTATION = "HAGGIS_ROTATION"  # a number from 0 to 6, or `all`: what --rotation is without a value

_planted = pytest.StashKey[dict[str, str]]()  # the kind of each planted fault by its test


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rotation",
        default=os.environ.get(ROTATION, "commit"),
        help=f"which of the {PARTS} parts of the rotating tests to run: a number from 0, `all`, or"
        " `commit` (the default): the part that the hash of the commit chooses",
    )


def part_of_commit(folder: Path) -> int:
    """Return the part that the commit checked out in a folder chooses; 0 where there is none."""
    call = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(call, capture_output=True, text=True, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(done.stdout.strip(), 16) % PARTS


def parts_of(names: Iterable[str], lacking: Container[str] = ()) -> dict[str, set[int]]:
    """Return the parts in which each of these tests runs, by its name.

    The cases of one function go into one part after the other, so that no part has most of the
    dear ones; with which of them it begins goes by the name of the function alone. The cases of a
    function that is ``lacking`` others go round again, so that no part is without one of them.
    """
    functions: dict[str, list[str]] = {}
    for name in names:
        functions.setdefault(_function(name), []).append(name)
    parts: dict[str, set[int]] = {}
    for function, cases in functions.items():
        round_of = min(PARTS, len(cases)) if function in lacking else PARTS
        for number, name in enumerate(cases, crc32(function.encode())):
            parts[name] = set(range(number % round_of, PARTS, round_of))
    return parts


def _function(name: str) -> str:
    return name.partition("[")[0]


def chosen_part(config: pytest.Config) -> int | None:
    """Return the part that a run takes, None for all. Raises ``pytest.UsageError``."""
    rotation = cast("str", config.getoption("--rotation"))
    if rotation == ALL:
        return None
    if rotation == "commit":
        return part_of_commit(config.rootpath)
    if rotation.isdecimal() and int(rotation) < PARTS:
        return int(rotation)
    message = f"--rotation takes a number below {PARTS}, `all` or `commit`, not {rotation!r}"
    raise pytest.UsageError(message)


def _has(item: pytest.Item, mark: str) -> bool:
    return item.get_closest_marker(mark) is not None


def _seldom(item: pytest.Item) -> bool:
    """Return whether it is enough that a merge runs some of the slow cases of this one's test."""
    return _has(item, "slow") and not any(_has(item, mark) for mark in OTHERWISE)


@pytest.hookimpl(tryfirst=True)  # before -m and -k leave some out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[_planted] = {
        item.nodeid: str(mark.args[0])
        for item in items
        if (mark := item.get_closest_marker("planted")) is not None
    }
    part = chosen_part(config)
    if part is None:
        return
    parts = parts_of(item.nodeid for item in items if _has(item, "rotates"))
    seldom = [item.nodeid for item in items if _seldom(item)]
    others = {item.nodeid for item in items if not _has(item, "long")} - {*parts, *seldom}
    parts |= parts_of(seldom, lacking={*map(_function, seldom)} - {*map(_function, others)})
    left_out = [item for item in items if part not in parts.get(item.nodeid, {part})]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a worker of xdist tell what it has collected: the process above it collects nothing."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["planted"] = session.config.stash.get(_planted, dict[str, str]())


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Hear what a worker of xdist has collected."""
    found = getattr(node, "workeroutput", {}).get("planted", {})
    node.config.stash.setdefault(_planted, dict[str, str]()).update(found)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    planted = config.stash.get(_planted, dict[str, str]())
    passed = {report.nodeid for report in terminalreporter.stats.get("passed", [])}
    killed = Counter(kind for name, kind in planted.items() if name in passed)
    if not killed:
        return
    known = Counter(planted.values())
    terminalreporter.section("planted faults")
    for kind, number in sorted(known.items()):
        terminalreporter.write_line(f"planted {kind}: {killed[kind]} of {number} killed")
    terminalreporter.write_line(f"planted faults: {killed.total()} of {known.total()} killed")
