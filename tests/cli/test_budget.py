"""How much work an answer may cost, said on the command line."""

from tests.cli.calling import Caller
from tests.playing import HERON


def test_the_command_takes_a_budget(haggis: Caller) -> None:
    call = ("plays", HERON, "--hand", "3c 3d 3h 3s 4c 4d 4h 4s")
    assert haggis(*call)[0] == 0
    code, _, err = haggis(*call, "--budget", 20)
    assert code == 1
    assert "error[over-budget]: `heron` needs more than 20 units" in err
    code, _, err = haggis(*call, "--budget", "-3")
    assert code == 2
