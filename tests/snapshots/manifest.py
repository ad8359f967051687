"""Outcomes as lines that people can read: hashes, and how each output begins."""

import difflib
import json
import re
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import takewhile
from pathlib import PurePosixPath

from tests.snapshots.running import Outcome

_SHOWN = 60  # characters of how an output begins
_CLASSES = "python"  # begins the names of pages about Python: a new name is to change one line
_VERDICTS = "verdicts.json"  # where calls of `verify` are told to write theirs

Forms = Mapping[str, Outcome]  # what came of a call, by the form that was asked for


def manifest(outcomes: Mapping[str, Forms]) -> str:
    """Return what came of each call: a block each, led by the call as it is written."""
    return "\n".join(
        "\n".join([call, *(line for form in forms.items() for line in _lines(*form)), ""])
        for call, forms in outcomes.items()
    )


def digest_list(outcomes: Mapping[str, Forms]) -> str:
    """Return the digests that each call told, which the manifest leaves out."""
    found = {
        call: sorted({digest for one in forms.values() for digest in one.digests})
        for call, forms in outcomes.items()
    }
    return "\n".join(
        "\n".join([call, *(f"  {digest}" for digest in digests), ""])
        for call, digests in found.items()
        if digests
    )


def differences(expected: str, found: str) -> Iterator[str]:
    """Yield each line that differs between two manifests, below the call that it belongs to."""
    before, after = _blocks(expected), _blocks(found)
    for call in dict.fromkeys((*before, *after)):
        if call not in after:
            yield f"{call}\n    is not called any more"
        elif call not in before:
            yield f"{call}\n    is new"
        elif before[call] != after[call]:
            lines = difflib.ndiff(before[call], after[call])
            changes = [f"  {line}" for line in lines if line[0] in "-+"]
            yield "\n".join([call, *changes])


def _lines(form: str, outcome: Outcome) -> Iterator[str]:
    out, err = _hash(outcome.out), _hash(outcome.err)
    begins = _begins(outcome.out or outcome.err)
    yield f"  {form}  exit {outcome.code}  out {out}  err {err}  {begins}".rstrip()
    for path, text in outcome.files.items():
        for name, part in _parts(path, text):
            yield f"  {form}  wrote {_hash(part)}  {name}  {_begins(part)}".rstrip()


def _parts(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield a file as it is, or its parts where a difference is to show in one of them alone."""
    match PurePosixPath(path).name:
        case name if name.startswith(_CLASSES):
            found = re.split(r"^(?=#+ )", text, flags=re.MULTILINE)
            yield from ((path, part) for part in found if part)
        case name if name == _VERDICTS:
            for game in json.loads(text)["variants"]:
                table = f"{game['variant']}/{game['seats']} {json.dumps(game.pop('options'))}"
                for one in (*game.pop("promises"), *game.pop("patterns")):
                    name = f"{table} {one.get('promise') or one['pattern']}"
                    yield name, f"{one.get('verdict', '')} {json.dumps(one)}"
                yield table, json.dumps(game)
        case _:
            yield path, text


def _hash(text: str) -> str:
    """Return the first half of a hash, long enough for what nobody forges."""
    return sha256(text.encode()).hexdigest()[:16] if text else "-".ljust(16)


def _begins(text: str) -> str:
    """Return how a text begins, in one line."""
    words = " ".join(text[: 10 * _SHOWN].split())
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN].rstrip()} ..."


def _blocks(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    lines = iter(text.splitlines())
    for call in lines:
        found[call] = list(takewhile(bool, lines))
    return found
