"""From a match to lines: what is there to be told of it, and a file that grows event by event."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from haggis_rules.engine.match import MatchState
from haggis_rules.notation.dealings import dealing_of, dealing_to_json
from haggis_rules.notation.forms import Json
from haggis_rules.notation.values import action_to_json
from haggis_rules.records.events import (
    ActionEvent,
    DealEvent,
    EndEvent,
    MatchRecord,
    RecordEvent,
    RecordHead,
    ended_form,
)
from haggis_rules.semantics.action import Action


class RecordProgress(NamedTuple):
    """The last hand of which a record has told the deal, and the last of which it told the end."""

    dealt: int
    ended: int


def head_of(match: MatchState) -> RecordHead:
    """Return the first line of the record of a match."""
    rules = match.rules
    return RecordHead(rules.name, rules.players, rules.options, rules.digest, match.seed)


def events_of(match: MatchState) -> Iterator[RecordEvent]:
    """Yield every event of a match, in order."""
    ended = len(match.sheet)
    for hand, table in enumerate(match.hands, start=1):
        yield deal_of(match, hand)
        for action in table.actions_taken:
            yield ActionEvent(_action(match, action))
        if hand <= ended:
            yield end_of(match, hand)


def new_events(match: MatchState, progress: RecordProgress) -> Iterator[RecordEvent]:
    """Yield the deals and ends of hands that have not been told."""
    ended = len(match.sheet)
    for hand in range(1, len(match.hands) + 1):
        if hand > progress.dealt:
            yield deal_of(match, hand)
        if progress.ended < hand <= ended:
            yield end_of(match, hand)


def deal_of(match: MatchState, hand: int) -> DealEvent:
    """Return the deal of a hand, the first being 1."""
    game, start = match.rules.game, match.hands[hand - 1].start
    dealing = dealing_to_json(game, dealing_of(game, start, first=hand == 1))
    return DealEvent(hand, cast("Mapping[str, Json]", dealing))


def end_of(match: MatchState, hand: int) -> EndEvent:
    """Return the end of a hand that is over: its sheet, the scores, and whether it was last."""
    game, sheets = match.rules.game, match.sheet[:hand]
    scores = [sum(sheet.total(owner) for sheet in sheets) for owner in range(match.rules.scorers)]
    last = match.finished and hand == len(match.sheet)
    found = ended_form(game).to_json((hand, sheets[-1].entries, scores, last))
    return EndEvent(hand, cast("Mapping[str, Json]", found))


def line_of(event: RecordHead | RecordEvent) -> str:
    """Return the line of a record, without its end."""
    return json.dumps(event.to_json(), ensure_ascii=False, separators=(",", ":"))


def text_of(match: MatchState) -> str:
    """Return the whole record of a match."""
    return "".join(f"{line_of(one)}\n" for one in (head_of(match), *events_of(match)))


class RecordWriter:
    """A file in which a match is kept, event by event.

    Each event is on the disk before the next is asked for. The file is never written anew: only
    what was cut off at its end is taken away, once there is something to write in its place.
    """

    def __init__(
        self, path: Path, progress: RecordProgress, *, size: int, whole: int, closed: bool
    ) -> None:
        self.path, self._progress = path, progress
        self._size, self._whole, self._closed = size, whole, closed

    @classmethod
    def new(cls, path: Path, match: MatchState) -> RecordWriter:
        """Begin a record in a new file. Raises ``OSError``, also when there is a file.

        An empty one, in which writing was cut off before it began, is as good as none.
        """
        with path.open("ab" if is_empty(path) else "xb"):
            keeper = cls(path, RecordProgress(0, 0), size=0, whole=0, closed=True)
        try:
            keeper._write([head_of(match), *events_of(match)], match)
        finally:
            if not keeper._whole:  # something stopped it, Ctrl-C too
                path.unlink(missing_ok=True)
        return keeper

    @classmethod
    def again(cls, path: Path, record: MatchRecord, progress: RecordProgress) -> RecordWriter:
        """Go on with a record that was read."""
        size = record.whole + record.torn
        return cls(path, progress, size=size, whole=record.whole, closed=record.closed)

    def keep(self, action: Action, before: MatchState, after: MatchState) -> None:
        """Write what somebody did, the match before and after it being given, and what followed.

        What the record lacks of the hands before, because it was cut off, is written first. Raises
        ``OSError``, also when something else has written to the file.
        """
        missing, known = (
            new_events(before, self._progress),
            RecordProgress(len(before.hands), len(before.sheet)),
        )
        self._write(
            [*missing, ActionEvent(_action(before, action)), *new_events(after, known)], after
        )

    def _write(self, events: Iterable[RecordHead | RecordEvent], match: MatchState) -> None:
        text = "".join(f"{line_of(one)}\n" for one in events).encode()
        with self.path.open("r+b") as file:
            if file.seek(0, os.SEEK_END) != self._size:
                raise OSError(errno.EBUSY, "something else has written to it", str(self.path))
            file.truncate(self._whole)
            file.seek(self._whole)
            file.write(text if self._closed else b"\n" + text)
            file.flush()
            os.fsync(file.fileno())
            self._size = self._whole = file.tell()
        self._closed, self._progress = True, RecordProgress(len(match.hands), len(match.sheet))


def is_empty(path: Path) -> bool:
    """Whether there is a file with nothing in it."""
    return path.is_file() and not path.stat().st_size


def _action(match: MatchState, action: Action) -> Mapping[str, Json]:
    return cast("Mapping[str, Json]", action_to_json(match.rules.game, action))
