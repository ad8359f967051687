"""Games and modules kept in a folder of a test's own; the other tests keep none."""

import os
import shutil
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game_cache, load, load_tables
from haggis_rules.lowering import compiled_module, kept_modules
from haggis_rules.storage import user_cache
from haggis_rules.syntax.parse import grammar

# What looks for kept games and keeps them, where it is called.
KEEPING = (
    *((load, name) for name in ("recall_game", "keep_game", "recall_head", "keep_head")),
    *((load_tables, name) for name in ("recall_tables", "keep_tables")),
)

# The same for modules, as ``lowering.compiled_module`` calls it.
KEEPING_MODULES = ("recall_module", "keep_module")


def keep_modules(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let modules be kept in a folder."""
    for name in KEEPING_MODULES:
        patch.setattr(compiled_module, name, getattr(kept_modules, name))
    patch.setattr(user_cache, "folder", lambda: folder)


def keep_games(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let games be kept in a folder, with nothing at hand from before."""
    for place, name in KEEPING:
        patch.setattr(place, name, getattr(game_cache, name))
    patch.setattr(user_cache, "folder", lambda: folder)
    forget()


def cache_of_its_own(folder: Path) -> dict[str, str]:
    """Return an environment in which another process keeps things in a folder.

    Only the tables of the grammar are there already: to make them takes seconds.
    """
    grammar()
    kept = user_cache.folder()
    place = folder / kept.name
    place.mkdir(parents=True, mode=0o700)
    for tables in kept.glob("grammar-*"):
        shutil.copy(tables, place)
    return {**os.environ, "XDG_CACHE_HOME": str(folder)}


def forget() -> None:
    """Forget what is at hand, so that the next load looks at what was kept."""
    caches = (load._game, load._typed_game, load._head, load_tables._everywhere, load_tables._typed)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    for known in caches:
        known.cache_clear()


def whole(part: Any) -> Any:
    """Return a part of a game as plain data, spans and all that equality passes over included."""
    if isinstance(part, Span):
        return part.source.path, part.start, part.end, part.said
    if is_dataclass(part):
        names = [each.name for each in fields(part) if each.name not in {"origin", "reread"}]
        return type(part).__name__, *(whole(getattr(part, name)) for name in names)
    if isinstance(part, tuple | list):
        return tuple(whole(each) for each in cast("tuple[object, ...]", part))
    if isinstance(part, dict):
        return {name: whole(each) for name, each in cast("dict[str, object]", part).items()}
    return part
