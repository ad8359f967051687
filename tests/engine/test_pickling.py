"""What is pickled is small: rules travel as how to find them, and positions as what was done."""

from __future__ import annotations

import gc
import pickle
import subprocess
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast
from weakref import WeakValueDictionary

import pytest

from haggis_rules import MatchState, Position, Rules, load
from haggis_rules.engine import rules as rules_module
from haggis_rules.ir.game_reference import GameReference, PackedText, find_game, refer
from haggis_rules.ir.load import load_game
from haggis_rules.notation.errors import OtherRulesError
from haggis_rules.semantics.state import GameState
from haggis_rules.storage import package_data
from tests.keeping import cache_of_its_own

MOST = 4096  # bytes of a match
CHILD = 'language 2\nvariant young extends classic\n  "A child."\n'
HERON = Path(__file__).parent.parent / "heron" / "heron.haggis"


def played(rules: Rules, actions: int, seed: int = 1) -> MatchState:
    """Return a match after some actions by chance."""
    match, chance = rules.new_match(seed), Random(seed)
    for _ in range(actions):
        match = match.apply(chance.choice(match.actions(match.to_act[0])))
    return match


def again(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - it is ours


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other tests hold whatever rules they like: here nobody has met any before."""
    for name in ("_known", "_made"):
        monkeypatch.setattr(rules_module, name, WeakValueDictionary[object, Rules]())


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process know no rules, as another one would not."""
    for name in ("_known", "_made"):
        monkeypatch.setattr(rules_module, name, {})


@pytest.mark.parametrize("actions", [0, 1, 20, 60, 90])
def test_a_match_is_small_and_comes_back_whole(actions: int) -> None:
    match = played(load("classic", players=2), actions)
    written = pickle.dumps(match)
    assert len(written) <= MOST
    back: MatchState = pickle.loads(written)  # noqa: S301 - it is ours
    assert back.rules is match.rules
    assert (back.state, back.scores, back.to_act) == (match.state, match.scores, match.to_act)
    assert back.hands == match.hands
    assert [hand.history for hand in back.hands] == [hand.history for hand in match.hands]
    assert [back.view(seat) for seat in (0, 1)] == [match.view(seat) for seat in (0, 1)]
    assert back.to_json() == match.to_json()
    assert back == match


def test_an_unpickled_match_goes_on_and_is_pickled_again() -> None:
    match = played(load("classic", players=2), 12)
    back = again(match)
    assert pickle.dumps(back) == pickle.dumps(match)  # nothing was worked out yet
    action = match.actions(match.to_act[0])[0]
    assert back.apply(action) == match.apply(action)
    assert again(again(back.apply(action))) == match.apply(action)


def test_a_position_with_events_and_no_actions_comes_back() -> None:
    for seed in range(20):
        position = load("tatties", players=3).new_hand(seed)
        assert again(position) == position
        assert again(position).history == position.history


def test_a_position_that_was_made_from_a_view_comes_back() -> None:
    rules = load("classic", players=2)
    position = played(rules, 9).position
    guessed = rules.determinize(position.view(0), Random(1))
    assert guessed != position
    assert again(guessed) == guessed
    assert again(guessed).view(0) == position.view(0)


def test_actions_that_lead_elsewhere_are_noticed() -> None:
    position = played(load("classic", players=2), 9).position
    make, (rules, start, state, actions) = cast("Any", position.__reduce__())
    forged: Position = make(rules, start, GameState(state.values, start.zones), actions)
    with pytest.raises(ValueError, match="lead elsewhere"):
        assert forged.history


@pytest.mark.usefixtures("elsewhere")
def test_rules_are_found_by_name_table_and_options() -> None:
    rules = load("rogers", players=3, target=300)
    written = pickle.dumps(rules)
    assert b"Game" not in written.replace(b"GameReference", b"")
    assert len(written) < 500
    rules_module._known.clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    rules_module._made.clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    back: Rules = pickle.loads(written)  # noqa: S301 - it is ours
    assert back is not rules
    assert back == rules
    assert (back.name, back.players, back.options) == (rules.name, 3, rules.options)
    assert load("rogers", players=3, target=300) is back  # what is loaded later is what was found


@pytest.mark.slow
def test_rules_that_are_there_are_the_ones_that_come_back() -> None:
    for rules in (
        load("classic", players=2),
        load("classic", players=2, budget=77),
        Rules(load_game("classic", players=2), checked=True),
    ):
        back = again(rules)
        assert back is rules
        assert (back.checked, back.budget.most) == (rules.checked, rules.budget.most)
    gc.collect()


@pytest.mark.usefixtures("elsewhere")
def test_budget_and_checking_travel_with_rules() -> None:
    rules = Rules(load_game("classic", players=2), checked=True, budget=77)
    written = pickle.dumps(rules)
    rules_module._known.clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    back: Rules = pickle.loads(written)  # noqa: S301 - it is ours
    assert back is not rules
    assert (back.checked, back.budget.most) == (True, 77)


@pytest.mark.rotates
@pytest.mark.slow
def test_another_process_finds_shipped_rules_and_gets_the_texts_of_others(tmp_path: Path) -> None:
    child = tmp_path / "young.haggis"
    child.write_text(CHILD)
    matches = [played(load("cats"), 5), played(load(child, players=3), 5), played(load(HERON), 5)]
    child.unlink()
    code = (
        "import pickle, sys\n"
        "for match in pickle.load(sys.stdin.buffer):\n"
        "    print(match.rules.name, match.rules.content, len(match.position.history))\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code],
        input=pickle.dumps(matches),
        capture_output=True,
        check=True,
        env=cache_of_its_own(tmp_path / "cache"),
    )
    expected = [
        f"{match.rules.name} {match.rules.content} {len(match.position.history)}"
        for match in matches
    ]
    assert done.stdout.decode().splitlines() == expected


def test_only_texts_that_do_not_come_with_us_travel(tmp_path: Path) -> None:
    child = tmp_path / "young.haggis"
    child.write_text(CHILD)
    origin = load_game(child, players=2).origin
    assert origin is not None
    reference = refer(origin)
    first, second = reference.texts
    assert first == "classic"
    assert isinstance(second, PackedText)
    assert zlib.decompress(second.packed).decode() == CHILD
    assert find_game(again(reference)) is load_game(child, players=2)


def test_a_file_that_is_only_called_like_a_shipped_one_travels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = package_data.read("spec", "classic.haggis").replace("players", "people")
    Path("classic.haggis").write_text(text)
    origin = load_game("classic.haggis", players=2).origin
    assert origin is not None
    assert isinstance(refer(origin).texts[0], PackedText)


@pytest.mark.usefixtures("elsewhere")
def test_rules_that_say_something_else_here_are_refused() -> None:
    rules = load("classic", players=2)
    make, (content, checked, most, reference) = cast("Any", rules.__reduce__())
    rules_module._known.clear()  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    with pytest.raises(OtherRulesError, match="`classic` says something else here"):
        make("0" * len(content), checked, most, reference)


def test_a_text_that_unpacks_to_too_much_is_refused() -> None:
    bomb = PackedText("bomb.haggis", zlib.compress(b" " * 10_000_000))
    cut = PackedText("cut.haggis", zlib.compress(CHILD.encode())[:-9])
    for text in (bomb, cut):
        with pytest.raises(ValueError, match="too large, or cut off"):
            find_game(GameReference((text,), 2, ()))


def test_rules_made_of_no_text_travel_whole() -> None:
    game = load_game("cats")
    rules = Rules(replace(game, words="Other words."))
    assert rules.game.origin is None
    back = again(rules)
    assert back == rules
    assert back.game.words == "Other words."
