"""How the C library keeps memory while solvers are made and thrown away."""

import ctypes
import sys
from contextlib import suppress
from functools import cache

# The numbers that mallopt(3) knows them by.
_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3


@cache
def keep_memory() -> None:
    """Let this process keep what a solver gives back, for the next one.

    Each question has a solver of its own, which takes some megabytes and gives them back. Handing
    them to the system and asking for them again took Z3 longer than its answers.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library may not know of this
            library = ctypes.CDLL(None)
            library.mallopt(_TRIM_THRESHOLD, 2**30)
            library.mallopt(_MMAP_THRESHOLD, 2**25)
