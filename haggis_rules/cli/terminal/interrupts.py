"""Ctrl-C that Python drops is brought again.

Python cannot raise from a callback: not from one of its imports, nor from what is done when an
object is deleted. A Ctrl-C that comes there is told as an ignored error, and the command goes on.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager

_AGAIN = 0.01  # seconds after which it is brought again, where the callback is over


@contextmanager
def heeding_interrupts() -> Generator[None]:
    """Let no Ctrl-C be lost inside; other ignored errors are told as before."""
    before = sys.unraisablehook

    def resend(ignored: sys.UnraisableHookArgs) -> None:
        if not issubclass(ignored.exc_type, KeyboardInterrupt):
            before(ignored)
            return
        from _thread import interrupt_main
        from threading import Timer

        again = Timer(_AGAIN, interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = resend
    try:
        yield
    finally:
        sys.unraisablehook = before
