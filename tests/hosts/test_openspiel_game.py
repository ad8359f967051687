"""Rules as a game of OpenSpiel: its own tests, and what it promises beyond them."""

from __future__ import annotations

import sys
import unittest
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import cast

import pyspiel
import pytest

from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.openspiel import NAME, RulesGame, RulesState, load_game
from haggis_rules.semantics.asking import WrongArgumentError
from tests.games import SEATINGS, TESTS

PATHS = {
    "heron": TESTS / "heron" / "heron.haggis",
    "dunlin": TESTS / "hosts" / "dunlin.haggis",
    "ruff": TESTS / "draws" / "ruff.haggis",
    "widgeon": TESTS / "wings" / "widgeon.haggis",
    "phalarope": TESTS / "pairs" / "phalarope.haggis",
}
TWELVE = tuple(f"{name}/{seats}" for name, seats in SEATINGS if name != "neeps-core")
FAST = ("classic/2", "heron", "dunlin", "ruff", "phalarope")
SLOW = (*(name for name in TWELVE if name not in FAST), "widgeon")
EVERY = (*FAST, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW))


def game_named(name: str, *, hands: int = 1, utility: str = "lead") -> RulesGame:
    """Return the game of a seating such as ``classic/2``, or of a text here."""
    if name in PATHS:
        players = 3 if name in {"heron", "phalarope"} else 2
        return load_game(PATHS[name], players=players, hands=hands, utility=utility)
    rules, _, seats = name.partition("/")
    return load_game(rules, players=int(seats), hands=hands, utility=utility)


def walk(game: RulesGame, chance: Random) -> Iterator[tuple[RulesState, int]]:
    """Play a game by chance: each state, and what was answered there."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            (said,) = chance.choices(numbers, odds)
        else:
            said = chance.choice(state.legal_actions())
        yield state.clone(), said
        state.apply_action(said)
    yield state, -1


# The tests of OpenSpiel


@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_its_random_play_test_passes(name: str) -> None:
    pyspiel.random_sim_test(game_named(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["heron", "ruff", "dunlin"])
def test_its_tests_of_an_interface_pass(name: str) -> None:
    api_test = import_module("open_spiel.integration_tests.api_test")
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {})
    setattr(case, "game", game_named(name))  # noqa: B010 - the host's tests look for it there
    setattr(case, "game_name", NAME)  # noqa: B010
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun > 3
    assert not [text for _, text in (*result.failures, *result.errors)]


# What it says of itself


def test_the_game_is_found_by_its_name_with_parameters() -> None:
    game = pyspiel.load_game("haggis_rules(rules=neeps,players=4,options=target:350,hands=2)")
    assert game.num_players() == 4
    assert isinstance(game, RulesGame)
    assert game.tree.rules.options["target"] == 350
    assert game.tree.hands == 2
    assert str(pyspiel.load_game(str(game))) == str(game)


@pytest.mark.parametrize(
    ("name", "utility", "kind", "bounds"),
    [
        ("classic/2", "lead", pyspiel.GameType.Utility.ZERO_SUM, (-273, 273)),
        ("classic/2", "points", pyspiel.GameType.Utility.GENERAL_SUM, (0, 273)),
        ("neeps/4", "lead", pyspiel.GameType.Utility.ZERO_SUM, (-594, 594)),
        ("heron", "lead", pyspiel.GameType.Utility.ZERO_SUM, (-56, 56)),
        ("ruff", "points", pyspiel.GameType.Utility.GENERAL_SUM, (0, 2)),
    ],
)
def test_it_says_between_which_bounds_a_seat_ends(
    name: str, utility: str, kind: pyspiel.GameType.Utility, bounds: tuple[float, float]
) -> None:
    game = game_named(name, utility=utility)
    assert game.get_type().utility == kind
    assert (game.min_utility(), game.max_utility()) == bounds


@pytest.mark.parametrize("name", ["classic/3", "neeps/4", "heron", "dunlin"])
def test_leads_sum_to_zero_and_follow_from_points(name: str) -> None:
    game = game_named(name)
    *_, (state, _) = walk(game, Random(11))
    leads = state.returns()
    assert sum(leads) == pytest.approx(0)
    points = [sum(of) for of in zip(*state.node.table.hand_points[0], strict=True)]
    if not points:
        assert any(leads)
        return
    teams = game.tree.rules.game.teams
    owners = [game.tree.rules.game.team_of(s) if teams else s for s in range(len(leads))]
    for seat, owner in enumerate(owners):
        others = [each for of, each in enumerate(points) if of != owner]
        assert leads[seat] == pytest.approx(points[owner] - sum(others) / len(others))


def test_a_seat_gets_nothing_before_the_end() -> None:
    for state, said in walk(game_named("classic/2", hands=2, utility="points"), Random(3)):
        total = [0.0, 0.0] if said >= 0 else [float(one) for one in state.node.table.scores]
        assert state.returns() == total


# States


@pytest.mark.parametrize("name", ["classic/2", "ruff", "dunlin"])
def test_states_are_written_and_read_again(name: str) -> None:
    game = game_named(name)
    for number, (state, said) in enumerate(walk(game, Random(4))):
        if number % 7 and name == "classic/2":
            continue
        text = pyspiel.serialize_game_and_state(game, state)
        other, again = pyspiel.deserialize_game_and_state(text)
        assert str(other) == str(game)
        assert (str(again), again.history()) == (str(state), state.history())
        if said >= 0:
            for one in (state, again):
                one.apply_action(said)
            assert str(again) == str(state)


def test_a_state_and_its_clone_go_their_own_ways() -> None:
    state, _ = next(islice(walk(game_named("dunlin"), Random(1)), 4, None))
    other, before = state.clone(), str(state)
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)


def test_what_cannot_be_answered_is_refused() -> None:
    state = game_named("dunlin").new_initial_state()
    with pytest.raises(ValueError, match="nothing that chance can choose here"):
        state.apply_action(7)


@pytest.mark.parametrize("name", ["dunlin", "ruff", "heron", "phalarope"])
def test_a_state_that_looks_alike_has_a_history_of_its_own(name: str) -> None:
    game, chance, others = game_named(name), Random(5), 0
    for number, (state, said) in enumerate(walk(game, chance)):
        if said < 0 or state.is_chance_node() or number % 3:
            continue
        seat = state.current_player()
        other = state.resample_from_infostate(seat, chance.random)
        assert other.current_player() == seat
        assert other.information_state_string() == state.information_state_string()
        assert other.observation_string() == state.observation_string()
        assert other.legal_actions() == state.legal_actions()
        assert other.move_number() == len(other.history())
        again = game.new_initial_state()
        for one in other.history():
            again.apply_action(one)
        assert str(again) == str(other)
        others += str(other) != str(state)
    assert others


def test_samples_follow_the_numbers_that_are_given() -> None:
    state, _ = next(islice(walk(game_named("heron"), Random(2)), 60, None))
    found = [
        str(state.resample_from_infostate(state.current_player(), Random(seed).random))
        for seed in (1, 1, 2, 3)
    ]
    assert found[0] == found[1]
    assert len({*found}) == 3


def test_observers_write_what_is_asked_for() -> None:
    state, _ = next(islice(walk(game_named("heron"), Random(2)), 60, None))
    kind, private = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = game_named("heron")
    written = {
        (recall, public, whose): game.make_py_observer(
            kind(perfect_recall=recall, public_info=public, private_info=whose)
        ).string_from(state, 0)
        for recall in (False, True)
        for public in (False, True)
        for whose in (private.NONE, private.SINGLE_PLAYER)
    }
    assert written[True, True, private.SINGLE_PLAYER] == state.information_state_string(0)
    assert written[False, True, private.SINGLE_PLAYER] == state.observation_string(0)
    assert written[False, True, private.NONE] not in {None, state.observation_string(0)}
    assert written[False, False, private.SINGLE_PLAYER]
    assert written[True, False, private.NONE] is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"depth": 2})


# Faults


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: load_game("nothing"), RuleError, "no variant is called `nothing`"),
        (lambda: load_game("classic", players=7), RuleError, "2 or 3"),
        (lambda: load_game("classic", target=-1), RuleError, "target"),
        (lambda: load_game(hands=0), WrongArgumentError, "at least one hand"),
        (lambda: load_game(utility="fun"), WrongArgumentError, "`lead` or `points`"),
        (
            lambda: pyspiel.load_game("haggis_rules(options=target)"),
            WrongArgumentError,
            "NAME:VALUE",
        ),
    ],
)
def test_a_bad_call_is_told_why(
    call: Callable[[], object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        call()


def test_without_openspiel_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("haggis_rules.openspiel", "haggis_rules.hosts.openspiel_game"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", cast("object", None))
    with pytest.raises(ModuleNotFoundError, match=r"haggis-rules\[openspiel\]"):
        import_module("haggis_rules.openspiel")


def test_a_path_may_have_signs_that_openspiel_reads_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "a, b (c).haggis"
    path.write_bytes(PATHS["dunlin"].read_bytes())
    state = load_game(path).new_initial_state()
    assert state.is_chance_node()


# Numbers for learning


@pytest.mark.parametrize(
    "name",
    [
        "heron",
        "ruff",
        pytest.param("classic/2", marks=pytest.mark.slow),
        pytest.param("neeps/4", marks=[pytest.mark.slow, pytest.mark.long]),
    ],
)
def test_what_a_seat_sees_is_numbers_from_0_to_1(name: str) -> None:
    game = game_named(name, hands=2)
    by_seat = {seat: set[bytes]() for seat in range(game.num_players())}
    for number, (state, said) in enumerate(walk(game, Random(6))):
        if state.is_chance_node() or number % (1 if name == "ruff" else 9) or said < 0:
            continue
        for seat, seen in by_seat.items():
            found = state.observation_tensor(seat)
            assert len(found) == game.observation_tensor_size()
            assert all(0 <= one <= 1 for one in found)
            other = state.resample_from_infostate(seat, Random(number).random)
            if other.current_player() == seat or state.current_player() != seat:
                assert other.observation_tensor(seat) == found
            seen.add(str(found).encode())
    assert sum(len(seen) for seen in by_seat.values()) > 2
