"""Modules kept as the code of this machine, from one run to the next.

A module is kept by all that it depends on: what the game says, the programs that lower and print
it, and wasmtime. What is read is run as it stands, so the folder is trusted as far as the package:
it is the user's own, or else it is not looked at.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from haggis_rules.codegen.wasm.host import CompiledModule
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_cache import programs
from haggis_rules.ir.game_digests import content_digest
from haggis_rules.storage import package_data
from haggis_rules.storage.user_cache import keep_bytes, recall_bytes

# Beside what makes games, all that makes a module of one; a test follows the imports.
PLACES = ("codegen", "enumeration", "lowering", "semantics")
MOST_MODULES = 64  # kept at any time, some 15 MB
_NAME, _ENDING = "module", ".bin"
_ADDRESS = 8  # bytes of where the first match stands, before the code


class KeptModule(NamedTuple):
    """A module, and where its first match stands."""

    module: CompiledModule
    matches: int


def recall_module(game: Game) -> KeptModule | None:
    """Return the module that was made of this game before."""
    found = recall_bytes(_NAME, _key(game), ending=_ENDING) if programs() else None
    if found is None or len(found) < _ADDRESS:
        return None
    matches = int.from_bytes(found[:_ADDRESS], "little")
    try:
        return KeptModule(CompiledModule.of_machine_code(found[_ADDRESS:]), matches)
    except ValueError:  # it was kept on another machine that has the same folder
        return None


def keep_module(game: Game, kept: KeptModule) -> None:
    """Keep a module that was made of a game."""
    if programs():
        content = kept.matches.to_bytes(_ADDRESS, "little") + kept.module.machine_code()
        keep_bytes(_NAME, _key(game), content, ending=_ENDING, most=MOST_MODULES)


def _key(game: Game) -> str:
    return json.dumps([content_digest(game), _means()])


@cache
def _means() -> list[str]:
    """Return hashes of all that decides which module a game becomes, but for the game."""
    package = package_data.PACKAGE
    found = sorted(path for name in PLACES for path in (package / name).rglob("*.py"))
    hashes = sha256(json.dumps(programs()).encode())
    for path in found:
        hashes.update(str(path.relative_to(package)).encode() + path.read_bytes())
    return [hashes.hexdigest(), _wasmtime()]


def _wasmtime() -> str:
    """Return the version of wasmtime, by the name of the folder that says what is installed."""
    spec = find_spec("wasmtime")
    place = Path(spec.origin).parents[1] if spec is not None and spec.origin else Path()
    return " ".join(sorted(path.name for path in place.glob("wasmtime-*.dist-info")))
