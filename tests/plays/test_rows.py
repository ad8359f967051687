"""Rows of patterns, against the search and the definition: all that is played comes from them."""

from pathlib import Path

import pytest

from haggis_rules.enumeration.compiled_rows.row_compiler import MOST_ROWS
from haggis_rules.ir.game import Game
from haggis_rules.semantics.patterns import Patterns, show_cards
from tests.games import SEATINGS, game_of
from tests.plays.by_rows import SearchAlone, plays_of_rows, some_hand, table_of
from tests.plays.made_up import TEXTS, bare_of, made_up
from tests.plays.row_slips import SLIPS, slip, sound
from tests.verify.slips import VerifierSlip

TESTS = Path(__file__).parents[1]
PLAYERS = {"bigtwo": 4, "gang_of_four": 4, "president": 4}
GAMES = {  # what its plays are told by, and the patterns that are left to the search
    "heron/heron": (),
    "tablegames/doudizhu": (
        *("triple-single", "triple-pair", "plane-singles", "plane-pairs"),
        *("quad-singles", "quad-pairs"),
    ),
    "tablegames/bigtwo": ("pair", "straight", "flush", "full-house", "quads"),
    "tablegames/gang_of_four": ("straight", "flush", "full-house"),
    "tablegames/president": (),
    "levels/bittern": (),
    "wings/widgeon": ("wings", "flush"),
    "turning/plover": (),
    "numbers/grebe": (),
    "orders/whimbrel": ("run",),
    "playcards/smew": (),
    "playcards/teal": ("pair", "run"),
}


def agree(game: Game, hands: int, cards: int) -> set[str]:
    """Compare rows with the search on some hands; give the patterns that have no rows."""
    general: set[str] = set()
    for number, patterns in enumerate(Patterns(game).everywhere):
        table, search = table_of(patterns), SearchAlone(patterns)
        general |= {game.patterns[one].name for one in table.general}
        for each in range(hands):
            hand = some_hand(game, f"{number} {each}", cards)
            wanted = [one for one in search.plays(hand) if one[0][0] not in table.general]
            assert plays_of_rows(table, patterns, hand) == wanted, show_cards(game, hand)
    return general


@pytest.mark.slow
@pytest.mark.rotates  # how many plays each of them has is counted each time
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_rows_make_every_play_of_the_shipped_variants_once(name: str, players: int) -> None:
    game = game_of(name, players)
    assert agree(game, 3, 9) == set()


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name == "tablegames/doudizhu" else ())
        for name in GAMES
    ],
)
def test_rows_make_every_play_of_other_games_once(name: str) -> None:
    game = game_of(TESTS / f"{name}.haggis", PLAYERS.get(Path(name).name))
    assert agree(game, 3, 9) == set(GAMES[name])


@pytest.mark.parametrize("text", TEXTS)
def test_rows_make_every_play_of_made_up_patterns_once(text: str) -> None:
    agree(made_up(text), 20, 7)


def test_rows_are_few() -> None:
    most = {("classic", 2): 400, ("neeps", 6): 1_200, ("tatties", 5): 1_100}
    for (name, players), bound in most.items():
        rows = table_of(Patterns(game_of(name, players))).rows
        assert len(rows) < bound < MOST_ROWS
        assert [row.place for row in rows] == sorted(row.place for row in rows)


GRIDS = [text for text in TEXTS if text.startswith("every suit rule, wild")]


@pytest.mark.parametrize("text", GRIDS)
def test_rows_make_every_play_where_suits_tell_all_cards(text: str) -> None:
    game = bare_of(text)
    searched = agree(game, 15, 8)
    assert {"one-suit", "matching-suits", "matching-different-suits"}.isdisjoint(searched)


@pytest.mark.parametrize("name", sorted({one.noticed_by for one in SLIPS}))
def test_what_notices_slips_in_rows_comes_out_as_it_should(name: str) -> None:
    assert sound(name)


@pytest.mark.planted("slip")
@pytest.mark.parametrize("which", [pytest.param(one, id=one.name) for one in SLIPS])
def test_a_slip_in_rows_is_noticed(which: VerifierSlip, monkeypatch: pytest.MonkeyPatch) -> None:
    slip(which, monkeypatch)
    assert not sound(which.noticed_by)
