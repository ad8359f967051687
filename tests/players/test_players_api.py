"""The players as programs use them: by the names of their package, which imports none of them."""

import subprocess
import sys

import pytest

import haggis_rules
from haggis_rules import players
from haggis_rules.players import greedy_player


@pytest.mark.parametrize("name", players.__all__)
def test_every_name_of_the_package_is_there_and_no_module(name: str) -> None:
    found = getattr(players, name)
    assert callable(found)
    if name in haggis_rules.__all__:
        assert found is getattr(haggis_rules, name)


def test_the_package_alone_imports_no_player() -> None:
    code = (
        "import sys, haggis_rules.players as players; names = dir(players);"
        "print({*players.__all__} - {*names});"
        "print([one for one in sys.modules if one.startswith('haggis_rules.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().split("\n") == ["set()", "['haggis_rules.players']", ""]


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no `lucky_player`"):
        getattr(players, "lucky_player")  # noqa: B009 - the type checkers know that it is not there
    assert greedy_player() == greedy_player()
