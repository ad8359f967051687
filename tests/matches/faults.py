"""What can be found wrong in a match, and the word for each kind."""

from __future__ import annotations

KINDS = ("conservation", "turn", "secrecy", "score", "promise", "readings", "engine", "record")


class Fault(AssertionError):
    """Something is not as it must be. ``kind`` is one of ``KINDS``."""

    def __init__(self, kind: str, words: str) -> None:
        self.kind, self.words = kind, words
        super().__init__(f"{kind}: {words}")


def see(kind: str, what: str, found: object, wanted: object) -> None:
    """See that something is as it must be. Raises ``Fault``."""
    if found != wanted:
        raise Fault(kind, f"{what}: {_shown(found)}, and should be {_shown(wanted)}")


def _shown(thing: object) -> str:
    return f"{thing!r:.400}"
