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


def test_a_position_in_one_line_is_counted_from(haggis: Caller) -> None:
    line = (
        "tournament/3 target=350 | hand: 9r / J Q / 5r K | captured: 2r 2o 2y 2g 2b 3r 3o 3y 3g 3b "
        "4r 4o 4y 4g 4b 5o 5y 5g 5b 6r 6o 6y 6g 6b 7r 7o 7y 7g 7b 8r 8o 8y 8g 8b 9o 9y 9g 9b 10r "
        "10o 10y 10g 10b J J Q Q K K / - / - | dealer=1 turn=1 hand.leader=1 begun=true/true/true"
    )
    code, record = haggis.json("count", "tournament", "--position", line, "--depth", 1)
    assert code == 0
    assert (record["seed"], record["position"]) == (None, line)
    assert record["counts"][1]["sequences"] == 1  # seat 1 has to lead, and holds one card
    code, _, err = haggis("count", "cats", "--position", line)
    assert code != 0
    assert "this is a position of `tournament/3`, and not of `cats/2`" in err
