"""What was tried so far of each kind and seed, in a file, so that a run that is cut off goes on."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from haggis_rules.storage.whole_file import write_whole
from tests.fuzz.running import Found, Outcome, Tally, Verdict

OFTEN = 5.0  # seconds after which what was tried is kept again


class KeptTallies:
    """The tallies of a file, by kind and seed. A file that is no JSON counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def tally(self, kind: str, seed: int) -> Tally:
        """Return what came of the inputs of a kind and seed, from the first one on."""
        known = self._read().get(_key(kind, seed))
        return Tally(kind) if known is None else _tally(kind, known)

    def while_going(self, going: Iterable[Tally], tally: Tally, seed: int) -> None:
        """Go on to the end, and keep the tally now and then, and at the end however it comes."""
        kept_at = time.monotonic()
        try:
            for _ in going:
                if time.monotonic() > kept_at + OFTEN:
                    self._keep(tally, seed)
                    kept_at = time.monotonic()
        finally:
            self._keep(tally, seed)

    def _keep(self, tally: Tally, seed: int) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        whole = {**self._read(), _key(tally.kind, seed): _to_json(tally)}
        write_whole(self._path, f"{json.dumps(whole, indent=1)}\n")

    def _read(self) -> dict[str, Any]:
        try:
            found: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found


def _key(kind: str, seed: int) -> str:
    return f"{kind} {seed}"


def _to_json(tally: Tally) -> dict[str, Any]:
    return {
        "verdicts": {one.value: tally.verdicts[one] for one in Verdict},
        "short": tally.short,
        "seconds": round(tally.seconds, 3),
        "found": [
            [one.number, one.outcome.verdict.value, one.outcome.place, one.outcome.words, one.text]
            for one in tally.found.values()
        ],
    }


def _tally(kind: str, kept: Any) -> Tally:
    verdicts = Counter({Verdict(name): many for name, many in kept["verdicts"].items()})
    found = {
        place: Found(number, Outcome(Verdict(verdict), place, words), text)
        for number, verdict, place, words, text in kept["found"]
    }
    return Tally(kind, verdicts, kept["short"], kept["seconds"], found)
