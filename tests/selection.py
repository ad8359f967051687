"""Which tests a run takes: a seventh of those that rotate, and how many planted faults are judged.

A test marked ``rotates`` tests another test, or is a dear one of several that show the same of
several texts. One merge runs a seventh of them, chosen by the hash of the commit, so seven merges
in a row see most of them; ``--rotation all`` (each night) runs all.

A test marked ``planted(kind)`` judges one planted fault: a mutant of the rules, a broken encoding.
The summary counts, kind by kind, how many of those that are known the run has judged.
"""

import os
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast
from zlib import crc32

import pytest

PARTS = 7
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


def parts_of(names: Iterable[str]) -> dict[str, int]:
    """Return the part in which each of these tests rotates, by its name.

    The cases of one function go into one part after the other, so that no part has most of the
    dear ones; with which of them it begins goes by the name of the function alone.
    """
    before = Counter[str]()
    parts: dict[str, int] = {}
    for name in names:
        function = name.partition("[")[0]
        parts[name] = (crc32(function.encode()) + before[function]) % PARTS
        before[function] += 1
    return parts


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
    rotating = [item for item in items if item.get_closest_marker("rotates") is not None]
    parts = parts_of(item.nodeid for item in rotating)
    left_out = [item for item in rotating if parts[item.nodeid] != part]
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
