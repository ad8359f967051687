"""The games that tests are about: each is compiled once in a process, when a test asks for it.

Nothing is compiled while tests are collected, so tests are parametrised by names: ``SEATINGS``
lists those of the shipped variants, and a test compares it with what their texts say.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from haggis_rules import Rules
from haggis_rules.engine.rules import load_agreed
from haggis_rules.ir.game import Game
from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere

TESTS = Path(__file__).parent
PLACES: Mapping[str, Path] = {
    "bigtwo": TESTS / "tablegames" / "bigtwo.haggis",
    "bittern": TESTS / "levels" / "bittern.haggis",
    "curlew": TESTS / "secrets" / "curlew.haggis",
    "dotterel": TESTS / "holders" / "dotterel.haggis",
    "doudizhu": TESTS / "tablegames" / "doudizhu.haggis",
    "dunlin": TESTS / "playcards" / "dunlin.haggis",
    "every-word": TESTS / "texts" / "every-word.haggis",
    "gang-of-four": TESTS / "tablegames" / "gang_of_four.haggis",
    "grebe": TESTS / "numbers" / "grebe.haggis",
    "greenshank": TESTS / "draws" / "greenshank.haggis",
    "heron": TESTS / "heron" / "heron.haggis",
    "long-heron": TESTS / "heron" / "long-heron.haggis",
    "pages": TESTS / "texts" / "pages.haggis",
    "phalarope": TESTS / "pairs" / "phalarope.haggis",
    "plover": TESTS / "turning" / "plover.haggis",
    "president": TESTS / "tablegames" / "president.haggis",
    "redshank": TESTS / "deals" / "redshank.haggis",
    "sanderling": TESTS / "holders" / "sanderling.haggis",
    "smew": TESTS / "playcards" / "smew.haggis",
    "teal": TESTS / "playcards" / "teal.haggis",
    "the-ruff": TESTS / "draws" / "ruff.haggis",
    "turnstone": TESTS / "holders" / "turnstone.haggis",
    "whimbrel": TESTS / "orders" / "whimbrel.haggis",
    "widgeon": TESTS / "wings" / "widgeon.haggis",
}
SEATINGS = (
    *(("classic", 2), ("classic", 3), ("tournament", 3), ("cats", 2)),
    *(("wikipedia", 2), ("wikipedia", 3), ("rogers", 2), ("rogers", 3)),
    *(("neeps", 4), ("neeps", 6), ("tatties", 3), ("tatties", 5), ("neeps-core", 6)),
)
VARIANTS = tuple(dict.fromkeys(name for name, _ in SEATINGS))


def seatings(name: str) -> tuple[int, ...]:
    """Return the numbers of players that a shipped variant is for, without reading it."""
    return tuple(players for variant, players in SEATINGS if variant == name)


@cache
def game_of(name: str | Path, players: int | None = None, **options: int | str) -> Game:
    """Return the game of a shipped variant, a name in ``PLACES`` or a path.

    ``classic for 2`` is short for the name and the number of players.
    """
    place, seats = _place(name, players)
    return load_game(place, players=seats, options=options)


@cache
def rules_of(name: str | Path, players: int | None = None, **options: int | str) -> Rules:
    """Return the rules of a game, named as for ``game_of``."""
    place, seats = _place(name, players)
    return load_agreed(place, options, players=seats)


@cache
def checked_rules_of(name: str | Path, players: int | None = None, **options: int | str) -> Rules:
    """Return rules that look for two steps which wait at the same time as well."""
    return Rules(game_of(name, players, **options), checked=True)


@cache
def games_of(name: str | Path) -> tuple[Game, ...]:
    """Return the games of a variant, for every table and all options that its guards look at."""
    games, faults = check_everywhere(_place(name, None)[0])
    assert not faults, "\n\n".join(map(str, faults))
    return tuple(games)


def _place(name: str | Path, players: int | None) -> tuple[str | Path, int | None]:
    if isinstance(name, Path):
        return name, players
    bare, _, seats = name.partition(" for ")
    return PLACES.get(bare, bare), int(seats) if seats else players
