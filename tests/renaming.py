"""Classes under other names, to see what depends on a name."""

from collections.abc import Generator, Iterable
from contextlib import contextmanager


@contextmanager
def renamed(kinds: Iterable[type]) -> Generator[None]:
    """Rename each class for as long as the block takes."""
    names = {kind: kind.__name__ for kind in kinds}
    try:
        for kind, name in names.items():
            kind.__name__ = kind.__qualname__ = f"New{name}"
        yield
    finally:
        for kind, name in names.items():
            kind.__name__ = kind.__qualname__ = name
