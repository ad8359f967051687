"""What a record says: the table, and then event after event. None of it is judged here.

The first line is the ``RecordHead``. A hand begins with a ``DealEvent``, has an ``ActionEvent`` for
each action, and may close with its ``EndEvent``. Where the head has a seed, deals may be left out,
and are checked when they are there; ends are always checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from haggis_rules.notation.values import Json

VERSION = 1  # of the form
RECORD = "record"  # the key that makes a line the first of a record

HEAD = (RECORD, "variant", "players", "options", "rules", "seed")
DEAL = ("hand", "dealt", "drawn")
DEED = ("seat", "action", "choices")
END = ("ended", "sheet", "scores", "last")


@dataclass(frozen=True, slots=True)
class RecordHead:
    """The table: the variant, how many play, what was agreed on, a digest of the rules, the seed.

    ``seed`` is None when the cards were dealt elsewhere.
    """

    variant: str
    players: int
    options: Mapping[str, Json]
    rules: str
    seed: int | None

    def to_json(self) -> dict[str, Json]:
        """Return the first line of a record."""
        return {
            RECORD: VERSION,
            "variant": self.variant,
            "players": self.players,
            "options": self.options,
            "rules": self.rules,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class DealEvent:
    """A hand begins: its number, and what chance did, in the JSON of ``dealings``."""

    hand: int
    dealing: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        """Return the line."""
        return {"hand": self.hand, **self.dealing}


@dataclass(frozen=True, slots=True)
class ActionEvent:
    """Somebody acts: an action in JSON."""

    action: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        """Return the line, with who acts at its beginning."""
        return {key: self.action[key] for key in DEED}


@dataclass(frozen=True, slots=True)
class EndEvent:
    """A hand is over: its number, its score sheet, all scores so far, and whether it was the last.

    ``found`` is the line as it was read, or as it is to be written.
    """

    hand: int
    found: Mapping[str, Json]

    def to_json(self) -> dict[str, Json]:
        """Return the line."""
        return dict(self.found)


RecordEvent: TypeAlias = DealEvent | ActionEvent | EndEvent


@dataclass(frozen=True, slots=True)
class RecordLine:
    """An event, and the number of its line, the first being 1."""

    number: int
    event: RecordEvent


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A record as it was read, up to its last whole event.

    ``whole`` is how many bytes that takes, and ``torn`` how many follow that are no event: the
    writing was cut off there. ``closed`` is whether the last whole event has a line end.
    """

    head: RecordHead
    lines: tuple[RecordLine, ...]
    whole: int
    torn: int
    closed: bool
