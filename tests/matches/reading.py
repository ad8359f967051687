"""Whether a play may follow another, from how the two readings are written and nothing else."""

from __future__ import annotations

from typing import NamedTuple

from tests.matches.faults import Fault
from tests.matches.seatings import COURTS

BOMBS = ("rainbow", "JQ", "JK", "QK", "JQK", "suited")
UNSUITED = {"unsuited": "rainbow"}  # the lowest bomb by another name
_RANKS = {court: rank for rank, court in enumerate(COURTS, start=11)}


class Written(NamedTuple):
    """The type of a play, as `stair2x3`, and its top; a bomb is of the type `bomb`."""

    type: str
    top: int


def see_follows(reading: str, top: str | None) -> None:
    """See that a play may be laid on the highest of the trick. Raises ``Fault``."""
    if top is None:
        return
    new, old = written(reading), written(top)
    higher = new.type == old.type and new.top > old.top
    if not higher and (new.type != "bomb" or old.type == "bomb"):
        raise Fault("readings", f"`{reading}` was laid on `{top}`, which it does not beat")


def written(reading: str) -> Written:
    """Read how a reading is written."""
    kind, at, top = reading.partition("@")
    if at:
        return Written(kind, _RANKS.get(top) or int(top))
    kind, _, bomb = reading.partition(":")
    return Written(kind, BOMBS.index(UNSUITED.get(bomb, bomb)))
