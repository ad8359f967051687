"""The index of the variants that come with the project, kept from one question to the next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import cast

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.finder.index import FinderIndex, make_index
from haggis_rules.finder.thesaurus import shipped_thesaurus, thesaurus_text
from haggis_rules.ir.game import Game
from haggis_rules.ir.game_cache import programs
from haggis_rules.ir.load import shipped, source_of, texts_of
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.storage.user_cache import keep, recall

ROOMS = ("finder", "wording")  # with all that makes an index of games; a test follows the imports
MOST_KEPT = 8  # indexes, of half a megabyte each


def kept_index(own: Iterable[str] = ()) -> FinderIndex:
    """Return the index of all that is shipped, and of texts of one's own before it.

    Raises ``SeveralFaultsError`` or a ``RuleError`` of a text.
    """
    names = (*dict.fromkeys([*own, *shipped()]),)
    key = _key(names)
    known = recall("finder", key) if programs() else None
    if known is not None:
        return cast("FinderIndex", json.loads(known))
    made = make_index(_games(names), shipped_thesaurus())
    if programs():
        keep("finder", key, index_text(made), most=MOST_KEPT)
    return made


def index_text(index: FinderIndex) -> str:
    """Return an index as it is written into a file."""
    return json.dumps(index, ensure_ascii=False, separators=(",", ":"))


def _games(names: Iterable[str]) -> Iterator[Game]:
    """Yield each variant for every table, and with each option that its guards look at.

    A shipped one is left out where a text of one's own has its name.
    """
    known: set[str] = set()
    for name in names:
        if name not in known:
            games, faults = check_everywhere(name)
            if faults:
                raise SeveralFaultsError(faults)
            known |= {game.name for game in games}
            yield from games


def _key(names: Iterable[str]) -> str:
    """Return all that an index can depend on: the texts, the thesaurus, and the programs."""
    texts = [(text.path, text.text) for name in names for text in texts_of(source_of(name))]
    folders = [Path(__file__).parents[1] / room for room in ROOMS]
    own = {
        f"{folder.name}/{path.name}": _hash(path.read_bytes())
        for folder in folders
        for path in sorted(folder.glob("*.py"))
    }
    return json.dumps([texts, thesaurus_text(), programs(), own])


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()
