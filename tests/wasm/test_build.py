"""The module that users build, and the compiled game that Python runs."""

import json
from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from tests.cli.calling import Caller

MOST_BYTES = 100_000


def built(haggis: Caller, folder: Path, *more: str) -> tuple[bytes, dict[str, object]]:
    """Build classic for two, and return the module and its layout."""
    out = folder / "classic.wasm"
    call = haggis("build", "classic", "--players", "2", "--out", str(out), *more)
    assert call.code == 0, call.err
    return out.read_bytes(), json.loads(out.with_suffix(".json").read_text("utf-8"))


def test_a_module_is_built_with_its_layout(haggis: Caller, tmp_path: Path) -> None:
    module, layout = built(haggis, tmp_path)
    assert module.startswith(b"\0asm\1\0\0\0")
    assert len(module) <= MOST_BYTES
    assert layout["variant"] == "classic"
    functions = layout["functions"]
    assert isinstance(functions, dict)
    assert {"reset", "actions", "take", "playout"} <= {*functions}
    assert {"begin match", "take in match", "able", "entries", "perft"} <= {*functions}
    assert layout["scores"] == {
        "entries": ["going.out", "captured.points", "bets.paid"],
        "owner": "seat",
        "owners": 2,
    }
    observation = layout["observation"]
    assert isinstance(observation, dict)
    assert observation["planes"][0] == {
        "name": "seat",
        "part": "number",
        "offset": 0,
        "owners": 1,
        "size": 4,
        "type": "seat",
    }
    again, _ = built(haggis, tmp_path)
    assert again == module


def test_a_game_that_is_not_lowered_is_refused(haggis: Caller, tmp_path: Path) -> None:
    text, target = Path(__file__).parent / "sanderling.haggis", tmp_path / "sanderling.wasm"
    call = haggis("build", str(text), "--out", str(target))
    assert call.code == 2
    assert "not-lowered" in call.err
    assert "turns" in call.err
    assert not target.exists()


def test_a_module_has_its_ending(haggis: Caller, tmp_path: Path) -> None:
    call = haggis("build", "classic", "--players", "2", "--out", str(tmp_path / "classic.bin"))
    assert (call.code, "bad-name" in call.err) == (2, True)


def test_a_compiled_game_plays_several_matches() -> None:
    rules = load("classic", players=2)
    game = rules.compiled(matches=3)
    for match in range(3):
        game.reset(match, match + 1)
    for match in range(3):
        hand = rules.new_hand(match + 1)
        assert game.state(match) == hand.state
        (seat,) = [one for one in hand.to_act if any(a.name == "play" for a in hand.actions(one))]
        actions = hand.actions(seat)
        assert game.actions(match, seat) == len(actions)
        game.take(match, seat, len(actions) - 1)
        assert game.state(match) == hand.apply(actions[-1]).state
        assert not game.finished(match)
        game.playout(match)
        assert game.finished(match)
    with pytest.raises(IndexError):
        game.take(0, 0, 10_000)
    with pytest.raises(IndexError):
        game.state(3)


def test_a_state_is_put_and_read_again() -> None:
    rules = load("classic", players=2)
    game, state = rules.compiled(), rules.new_hand(4).state
    game.put(0, state)
    assert game.state(0) == state
    assert game.playouts(0, 1, 3) > 3
    assert issubclass(LoweredBreach, Exception)
