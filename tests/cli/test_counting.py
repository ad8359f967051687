"""The ways in which a hand can go are shown by depth."""

from haggis_rules import load
from tests.cli.calling import Caller


def test_the_command_shows_what_was_counted(haggis: Caller) -> None:
    called = ("count", "neeps", "--players", 4, "--depth", 1)
    code, out, err = haggis(*called)
    assert (code, err) == (0, "")
    assert "neeps for 4 players: the hand of seed 1" in out
    code, record = haggis.json(*called)
    start = load("neeps", players=4).new_hand(1)
    options = sum(len(start.actions(seat)) for seat in start.to_act)
    assert code == 0
    assert record["counts"] == [
        {"depth": 0, "sequences": 1, "every_order": 1},
        {"depth": 1, "sequences": options, "every_order": options},
    ]


def test_a_depth_below_zero_is_refused(haggis: Caller) -> None:
    code, _, err = haggis("count", "classic", "--players", 2, "--depth", -1)
    assert code == 2
    assert "error[bad-number]: --depth is 0 to 100, not -1" in err
