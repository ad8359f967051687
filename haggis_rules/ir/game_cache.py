"""Typed games kept from one run to the next, and which files a text needs.

A game is kept by all that it can depend on: the texts with their paths, the number of players and
the options, and the programs that read and type a text. So nothing is ever invalidated: what
changes has another key. A file that is damaged, or that holds no game, is as if it were not there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_codec import Reread, game_from_json, game_to_json
from haggis_rules.ir.game_origin import GameOrigin
from haggis_rules.storage import package_data
from haggis_rules.storage.user_cache import keep, recall

if TYPE_CHECKING:
    from haggis_rules.syntax import ast

# The modules with all that a game is made by; a test follows the imports of ``ir.load_tables``.
PLACES = ("diagnostics", "frozen_dataclass.py", "ir", "storage", "syntax")
MOST_GAMES = 128  # kept at any time, some 20 MB
MOST_TEXTS = 48  # whose games for every table are kept, some 300 kB each
MOST_HEADS = 512
_SHA256 = 64  # digits


@dataclass(frozen=True, slots=True)
class NeededVariant:
    """A variant whose file a text needs: to extend it, or else to take clauses from it."""

    name: str
    extended: bool


@dataclass(frozen=True, slots=True)
class TextHead:
    """What a text says of other files: the name of its variant, and those that it needs."""

    variant: str
    needs: tuple[NeededVariant, ...]


@dataclass(frozen=True, slots=True)
class GameRequest:
    """What a game is asked for by, but for its hashes: as ``GameOrigin`` has it."""

    texts: tuple[SourceFile, ...]
    players: int | None
    agreed: tuple[tuple[str, int | str], ...]


def recall_head(source: SourceFile) -> TextHead | None:
    """Return what is known of a text, if it was read before."""
    text = recall("head", _head_key(source)) if programs() else None
    if text is None:
        return None
    try:
        variant, needs = json.loads(text)
        found = tuple(NeededVariant(name, extended) for name, extended in needs)
    except (TypeError, ValueError):
        return None
    names = (variant, *(one.name for one in found))
    plain = all(type(one) is str for one in names) and all(type(n.extended) is bool for n in found)
    return TextHead(variant, found) if plain else None


def keep_head(source: SourceFile, head: TextHead) -> None:
    """Keep what a text says of other files."""
    if not programs():
        return
    needs = [[one.name, one.extended] for one in head.needs]
    text = json.dumps([head.variant, needs], ensure_ascii=False)
    keep("head", _head_key(source), text, most=MOST_HEADS)


def recall_game(request: GameRequest, reread: Reread) -> Game | None:
    """Return the game that was made of these texts before; ``reread`` gives its cases."""
    text = recall("game", _game_key(request)) if programs() else None
    if text is None:
        return None
    content, _, rest = text.partition("\n")
    play, _, rest = rest.partition("\n")
    if len(content) != _SHA256 or len(play) != _SHA256:
        return None
    try:
        game = game_from_json(rest, request.texts, reread)
    except ValueError:
        return None
    return game.loaded_from(origin_of(request, content, play))


def keep_game(request: GameRequest, game: Game) -> None:
    """Keep a game that has its origin; one that has no form in JSON is not kept."""
    if game.origin is None or not programs():
        return
    try:
        text = game_to_json(game, request.texts)
    except (KeyError, TypeError):
        return
    hashes = f"{game.origin.content}\n{game.origin.play}\n"
    keep("game", _game_key(request), hashes + text, most=MOST_GAMES)


def recall_tables(
    texts: tuple[SourceFile, ...], reread: Callable[[int, int], ast.Example | ast.Question]
) -> tuple[Game, ...] | None:
    """Return the games of a text for every table, if all of them were made before.

    ``reread`` gives a case by the number of its game and its own.
    """
    text = recall("tables", _tables_key(texts)) if programs() else None
    if text is None:
        return None
    try:
        return tuple(
            game_from_json(line, texts, partial(reread, number))
            for number, line in enumerate(text.split("\n"))
        )
    except ValueError:
        return None


def keep_tables(texts: tuple[SourceFile, ...], games: Sequence[Game]) -> None:
    """Keep the games of a text for every table; those without a form in JSON are not kept."""
    if not programs():
        return
    try:
        lines = [game_to_json(game, texts) for game in games]
    except (KeyError, TypeError):
        return
    keep("tables", _tables_key(texts), "\n".join(lines), most=MOST_TEXTS)


def origin_of(request: GameRequest, content: str, play: str) -> GameOrigin:
    """Return where a game comes from that was asked for so."""
    return GameOrigin(request.texts, request.players, request.agreed, content, play)


@cache
def programs() -> dict[str, str]:
    """Return a hash of each file by which a text becomes a game.

    Where the programs are not there as files there are none, and nothing is kept.
    """
    package = package_data.PACKAGE
    found = [path for name in PLACES for path in _modules(package / name)]
    return {str(path.relative_to(package)): _hash(path.read_bytes()) for path in found}


def _modules(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


@cache
def _means() -> str:
    """Return a hash of all that decides how a text is read, but for the text."""
    spec = find_spec("lark")
    lark = Path(spec.origin).read_bytes() if spec is not None and spec.origin else b""
    return _key([*programs().items(), package_data.read("grammar", "haggis.lark"), _hash(lark)])


def _head_key(source: SourceFile) -> str:
    return _key([_means(), source.text])


def _game_key(request: GameRequest) -> str:
    # JSON tells true from 1, and 1 from "1".
    return _key([_means(), _named(request.texts), request.players, request.agreed])


def _tables_key(texts: Iterable[SourceFile]) -> str:
    return _key([_means(), _named(texts)])


def _named(texts: Iterable[SourceFile]) -> list[tuple[str, str]]:
    return [(text.path, text.text) for text in texts]


def _key(parts: Iterable[Any]) -> str:
    return json.dumps(cast("list[Any]", parts))


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
