"""Whether a game was kept or is typed anew, every command says the same."""

import shlex
from pathlib import Path

import pytest

from haggis_rules.ir import load
from tests.cli.calling import Caller
from tests.keeping import forget, keep_games

CALLS = (
    'readings classic --players 2 "10r J Q"',
    'plays neeps --players 4 --hand "9r 10r J Q"',
    'beats classic --players 2 "J K" "J Q"',
    "deal rogers --players 3 --seed 1",
    "simulate tatties --players 3 --hands 2 --seed 3",
    "count classic --players 2 --seed 1 --depth 1",
    "sheet cats",
    "diff classic tournament --players 3 --hands 2",
    "schema classic match --players 2",
    "readings classic --players 7 10r",
    "readings classic --players 2 --option target=1 10r",
)


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("call", CALLS)
def test_a_kept_game_says_what_a_new_one_says(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, haggis: Caller
) -> None:
    keep_games(tmp_path / "kept", monkeypatch)
    new = [haggis(*shlex.split(call), "--format", form) for form in ("text", "json")]
    found = len([*(tmp_path / "kept").glob("game-*")])
    forget()
    if found:
        monkeypatch.delattr(load, "_typed_game")  # no call of these asks for what was written
    again = [haggis(*shlex.split(call), "--format", form) for form in ("text", "json")]
    assert again == new
    assert len([*(tmp_path / "kept").glob("game-*")]) == found
