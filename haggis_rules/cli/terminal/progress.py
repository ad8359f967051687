"""How far something long has come, on a terminal and nowhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

from haggis_rules.cli.terminal.output import clear_status, show_status

ProgressItem = TypeVar("ProgressItem")

_ACROSS = 24  # columns of the bar
_EVERY = 0.1  # seconds between two pictures


def with_progress(items: Iterable[ProgressItem], total: int, thing: str) -> Iterator[ProgressItem]:
    """Yield the items one by one, and show meanwhile how many of the total there were."""
    if not sys.stderr.isatty():
        yield from items
        return
    began = drawn = time.monotonic()
    try:
        for done, item in enumerate(items, start=1):
            now = time.monotonic()
            if now - drawn >= _EVERY:
                drawn = now
                _draw(done, total, thing, now - began)
            yield item
    finally:
        clear_status()


def _draw(done: int, total: int, thing: str, passed: float) -> None:
    filled = _ACROSS * done // total
    left = passed * (total - done) / done
    bar = "#" * filled + "." * (_ACROSS - filled)
    show_status(f"  [{bar}] {done:,} of {total:,} {thing}, {_time(left)} left")


def _time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds) + 1, 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
