"""A Ctrl-C that Python cannot raise where it comes is raised a moment later."""

from __future__ import annotations

import signal
import sys
import time

import pytest

from haggis_rules import cli
from haggis_rules.cli.terminal.interrupts import heeding_interrupts


class Dropping:
    """What is interrupted while it is deleted, where nothing can be raised."""

    def __init__(self, fault: type[BaseException]) -> None:
        self._fault = fault

    def __del__(self) -> None:
        raise self._fault


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def drop_and_wait(fault: type[BaseException], seconds: float) -> None:
    with heeding_interrupts():
        Dropping(fault)
        wait(seconds)


def test_a_ctrl_c_that_is_dropped_comes_again() -> None:
    # A shell that starts the tests in the background has them ignore Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            drop_and_wait(KeyboardInterrupt, 10)
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_ignored_errors_are_told_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[type[BaseException]] = []

    def hook(ignored: sys.UnraisableHookArgs) -> None:
        told.append(ignored.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", hook)
    drop_and_wait(ValueError, 0.05)
    assert (told, sys.unraisablehook) == ([ValueError], hook)


@pytest.mark.parametrize("cause", [KeyboardInterrupt, ValueError])
def test_a_ctrl_c_while_a_class_is_made_is_an_interruption(
    cause: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrapped(_: object) -> int:
        raise RuntimeError("Error calling __set_name__") from cause()

    monkeypatch.setattr(cli, "_run", wrapped)
    if cause is KeyboardInterrupt:
        assert cli.main([]) == 130
        return
    with pytest.raises(RuntimeError):
        cli.main([])
