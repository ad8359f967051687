"""Two games that are alike but for what things are called become one, and others do not."""

from pathlib import Path

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.load import load_game
from haggis_rules.ir.matched_names import matched
from tests.games import game_of
from tests.playing import HERON


def renamed(folder: Path, *names: tuple[str, str]) -> Game:
    """Load Heron with other words in its text."""
    text = HERON.read_text("utf-8")
    for old, new in names:
        assert old in text
        text = text.replace(old, new)
    path = folder / "heron.haggis"
    path.write_text(text, encoding="utf-8")
    return load_game(path)


@pytest.mark.parametrize(
    ("kind", "name", "changes"),
    [
        ("suit", "clubs", [("clubs c,", "acorns a,")]),
        ("zone", "leftover", [("leftover", "attic")]),
        ("group", "plain", [("plain", "common")]),
        ("combination", "pair", [("pattern pair", "pattern duo"), ('"pair@', '"duo@')]),
    ],
)
def test_what_is_only_called_otherwise_is_matched(
    tmp_path: Path, kind: str, name: str, changes: list[tuple[str, str]]
) -> None:
    first, second = game_of("heron"), renamed(tmp_path, *changes)
    assert play_digest(first) != play_digest(second)
    found, names = matched(first, second)
    assert play_digest(found) == play_digest(first)
    assert [(one.kind, one.first) for one in names] == [(kind, name)]


def test_things_of_one_name_are_never_exchanged_for_others(tmp_path: Path) -> None:
    swapped = ("fist", "nest"), ("leftover", "fist"), ("nest", "leftover")
    first, second = game_of("heron"), renamed(tmp_path, *swapped)
    found, names = matched(first, second)
    assert names == ()
    assert play_digest(found) != play_digest(first)


def test_a_place_that_others_see_is_no_other_name(tmp_path: Path) -> None:
    changes = ("leftover, seen by nobody", "attic, seen by all"), ("to leftover", "to attic")
    found, names = matched(game_of("heron"), renamed(tmp_path, *changes))
    assert names == ()
    assert "attic" in {zone.name for zone in found.zones}
