"""Where a game comes from: texts and what was asked of them. It is no content."""

from __future__ import annotations

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.frozen_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class GameOrigin:
    """What a game was made from, and the hashes of what came of it.

    ``texts``: the file and all that it needs, each after those that it needs itself. ``players``
    and ``agreed`` are as the call had them. ``content`` and ``play`` are as in ``game_digests``.
    """

    texts: tuple[SourceFile, ...]
    players: int | None
    agreed: tuple[tuple[str, int | str], ...]
    content: str
    play: str
