"""How one process names a game to another: by the names of what comes with us, or by its texts."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import NamedTuple

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_origin import GameOrigin
from haggis_rules.ir.load import load_texts, source_of
from haggis_rules.syntax.limits import LARGEST_FILE

_WIDEST = 4  # bytes of one sign in UTF-8


class PackedText(NamedTuple):
    """A text of the author's own, which the other process need not have."""

    path: str
    packed: bytes


class GameReference(NamedTuple):
    """The texts of a game in their order, each by its name if it comes with us, and the table."""

    texts: tuple[str | PackedText, ...]
    players: int | None
    agreed: tuple[tuple[str, int | str], ...]


def refer(origin: GameOrigin) -> GameReference:
    """Return what another process finds the same game by."""
    return GameReference(tuple(map(_packed, origin.texts)), origin.players, origin.agreed)


def find_game(reference: GameReference) -> Game:
    """Return the game that is meant.

    Raises ``UnknownVariantError`` when what came with the other process does not come with this
    one, and ``ValueError`` or a ``RuleError`` when a text is none or is no rules.
    """
    texts = tuple(map(_unpacked, reference.texts))
    return load_texts(texts, players=reference.players, options=dict(reference.agreed))


def _packed(text: SourceFile) -> str | PackedText:
    name = Path(text.path).stem
    try:
        if source_of(name) == text:
            return name
    except RuleError:
        pass
    return PackedText(text.path, zlib.compress(text.text.encode()))


def _unpacked(text: str | PackedText) -> SourceFile:
    if isinstance(text, str):
        return source_of(text)
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(text.packed, LARGEST_FILE * _WIDEST)
    if not unpacking.eof:
        message = f"`{text.path}` is too large, or cut off"
        raise ValueError(message)
    return SourceFile(text.path, data.decode())
