"""Games and modules kept in a folder of a test's own; the other tests keep none."""

from pathlib import Path

import pytest

from haggis_rules.ir import game_cache, load
from haggis_rules.lowering import compiled_module, kept_modules
from haggis_rules.storage import user_cache

# What looks for kept games and keeps them, as ``ir.load`` calls it.
KEEPING = ("recall_game", "keep_game", "recall_head", "keep_head")

# The same for modules, as ``lowering.compiled_module`` calls it.
KEEPING_MODULES = ("recall_module", "keep_module")


def keep_modules(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let modules be kept in a folder."""
    for name in KEEPING_MODULES:
        patch.setattr(compiled_module, name, getattr(kept_modules, name))
    patch.setattr(user_cache, "folder", lambda: folder)


def keep_games(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let games be kept in a folder, with nothing at hand from before."""
    for name in KEEPING:
        patch.setattr(load, name, getattr(game_cache, name))
    patch.setattr(user_cache, "folder", lambda: folder)
    forget()


def forget() -> None:
    """Forget what is at hand, so that the next load looks at what was kept."""
    for known in (load._game, load._typed_game, load._head):  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        known.cache_clear()
