"""Batches: many matches in step are each the match that the Python engine plays."""

import builtins
import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any
from weakref import ref

import pytest

from haggis_rules import Rules
from haggis_rules.engine.batch import MatchBatch
from haggis_rules.engine.match import MatchState
from haggis_rules.engine.position import Position
from haggis_rules.lowering.layouts.batch_block import COUNTS_SIZE, BatchField
from haggis_rules.lowering.matches import batch_steps
from haggis_rules.lowering.matches.batch_steps import _Batches  # pyright: ignore[reportPrivateUsage]
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.between_hands import points
from tests.games import TESTS, rules_of
from tests.wasm.running import EVERY, nothing

LEAST_GROWTH = 2_000  # bytes, of what Python itself keeps


class PlayedByEngine:
    """One match of a batch, played by the Python engine."""

    def __init__(self, rules: Rules, seed: int, *, one_hand: bool) -> None:
        self.rules, self.one_hand, self.seed = rules, one_hand, seed
        self.begin(seed)

    def begin(self, seed: int) -> None:
        """Begin with a seed."""
        self.seed = seed
        self.at: MatchState | Position
        self.at = self.rules.new_hand(seed) if self.one_hand else self.rules.new_match(seed)

    def take(self, place: int, matches: int) -> tuple[tuple[int, ...], bool]:
        """Take an action of the lowest seat, and return what it scored and whether it ended."""
        was = self.at
        self.at = was.apply(was.actions(was.to_act[0])[place])
        rewards, done = self.rewards(was), self.at.finished
        if done:
            self.begin((self.seed + matches) % 2**64)
        return rewards, done

    def rewards(self, was: MatchState | Position) -> tuple[int, ...]:
        """Return what has been scored since."""
        owners = range(self.rules.scorers)
        if isinstance(self.at, MatchState):
            before = was.scores if isinstance(was, MatchState) else ()
            return tuple(self.at.scores[owner] - before[owner] for owner in owners)
        if not self.at.finished:
            return (0,) * self.rules.scorers
        game, state = self.rules.game, self.at.state
        return tuple(sum(points(game, state, e, owner) for e in game.scores) for owner in owners)


def stands(batch: MatchBatch, number: int, played: PlayedByEngine) -> bool:
    """Whether a match of the batch is as in the engine, with what its seat sees."""
    at, planes = played.at, batch.observations[number]
    seat = at.to_act[0]
    seen = at.view(seat) if isinstance(at, Position) else at.position.view(seat)
    held = {one.place: one for one in seen.zones}
    for (zone, owner), one in held.items():
        cards = planes[f"cards {zone}"][owner or 0].tobytes()
        if int.from_bytes(cards, "little") != one.cards:
            return False
    same = (batch.state(number), batch.seed(number)) == (at.state, played.seed)
    able = sum(1 << one for one in at.to_act)
    asked = (batch.seats[number], batch.able[number], batch.legal_counts[number])
    return same and asked == (seat, able, len(at.actions(seat))) and planes["number seat"] == seat


def agrees(rules: Rules, matches: int, steps: int, *, one_hand: bool, first: int = 1) -> int:
    """Play a batch and as many matches of the engine, and return how many ended; -1 if unlike."""
    batch = rules.batch(matches, first, one_hand=one_hand)
    played = [
        PlayedByEngine(rules, (first + each) % 2**64, one_hand=one_hand) for each in range(matches)
    ]
    chance, ended = Random(first), 0
    for _ in range(steps):
        if not all(stands(batch, number, one) for number, one in enumerate(played)):
            return -1
        choices = [chance.randrange(int(count)) for count in batch.legal_counts]
        batch.step(choices)
        for number, (one, choice) in enumerate(zip(played, choices, strict=True)):
            rewards, done = one.take(choice, matches)
            if (tuple(batch.rewards[number]), batch.done[number]) != (rewards, done):
                return -1
            ended += done
    return ended


@pytest.mark.parametrize("one_hand", [True, False])
def test_matches_in_step_are_those_of_the_engine(*, one_hand: bool) -> None:
    assert agrees(rules_of("heron"), 5, 40, one_hand=one_hand, first=2**64 - 6) > 0
    assert agrees(rules_of("classic for 2"), 3, 45, one_hand=one_hand) >= one_hand


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_matches_of_every_seating_in_step_are_those_of_the_engine(name: str) -> None:
    assert agrees(rules_of(name), 2, 40, one_hand=False, first=7) >= 0


@pytest.mark.slow
def test_matches_begin_anew_when_they_are_over() -> None:
    rules = rules_of(TESTS / "turning" / "plover.haggis")
    assert agrees(rules, 3, 60, one_hand=False) > 0


def test_rewards_that_are_forgotten_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Batches, "_reward_hand", nothing)
    assert agrees(rules_of("classic for 2"), 3, 45, one_hand=True) == -1


def test_counts_kept_for_another_match_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_steps, "COUNTS_SIZE", 0)
    assert agrees(rules_of("classic for 2"), 3, 45, one_hand=True) == -1


def test_a_host_that_has_no_room_for_counts_plays_the_same() -> None:
    rules, chance = rules_of("classic for 2"), Random(1)
    some, none = rules.batch(8), rules.batch(8)
    at = none._blocks.at + 4 * BatchField.COUNTS  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    none._game.running.write(at, bytes(4))  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    for _ in range(60):
        choices = [chance.randrange(int(count)) for count in some.legal_counts]
        some.step(choices)
        none.step(choices)
        seen: tuple[Any, Any] = (some.observations, none.observations)
        assert seen[0].tobytes() == seen[1].tobytes()
        assert some.legal_counts.tolist() == none.legal_counts.tolist()


def test_leads_that_are_too_long_to_be_kept_are_counted_again() -> None:
    rules = rules_of("neeps for 4")
    batch = rules.batch(4, one_hand=True)
    game, room = batch._game.running, batch._blocks.places[BatchField.COUNTS]  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    seen = set[int]()
    for step in range(200):
        kept = [game.read(room + COUNTS_SIZE * one, 1)[0] for one in range(4)]
        seen.update(kept)
        number = next((one for one in range(4) if not kept[one]), 0)
        choice = (7 * step + 3) % int(batch.legal_counts[number])
        after = batch.position(number).apply(batch.actions(number)[choice])
        choices = [0, 0, 0, 0]
        choices[number] = choice
        batch.step(choices)
        if not batch.done[number]:
            assert batch.state(number) == after.state
    assert seen == {0, 1}


def test_a_step_allocates_nothing_that_stays_or_grows() -> None:
    few, many = (rules_of("classic for 2").batch(count, one_hand=True) for count in (2, 4096))
    assert _peak(lambda: many.step(many.choices)) <= _peak(lambda: few.step(few.choices)) + 500


def _peak(step: Callable[[], object]) -> int:
    """Return how many bytes a step needs at most beyond what was there, after some steps."""
    for _ in range(5):
        step()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(20):
            step()
        after, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < LEAST_GROWTH
    return peak - before


@pytest.mark.rotates
@pytest.mark.slow
def test_arrays_lie_upon_the_memory_of_the_module() -> None:
    batch = rules_of("classic for 2").batch(2, [5, 9])
    assert (batch.seed(0), batch.seed(1)) == (5, 9)
    arrays: tuple[Any, ...]
    arrays = (batch.legal_counts, batch.observations, batch.rewards, batch.choices)
    assert all(not one.flags.owndata and one.flags.writeable for one in arrays)
    assert batch.observations["cards hand"].shape == (2, 2, 40)
    counts = [*map(int, batch.legal_counts)]
    actions = batch.actions(1)
    assert len(actions) == counts[1]
    after = batch.position(1).apply(actions[2])
    batch.step([0, 2])
    assert batch.state(1) == after.state
    observations, running = batch.observations, ref(batch._game.running)  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    del batch, arrays, actions
    gc.collect()
    assert running() is not None
    assert observations["number seat"].tolist() is not None
    del observations
    gc.collect()
    assert running() is None


def test_bad_batches_and_choices_are_refused() -> None:
    rules = rules_of("classic for 2")
    batch = rules.batch(2)
    states = [batch.state(0), batch.state(1)]
    for wrong in ([0, int(batch.legal_counts[1])], [0, -1]):
        with pytest.raises(IndexError, match="seat 0 has no action"):
            batch.step(wrong)
        assert [batch.state(0), batch.state(1)] == states
    with pytest.raises(ValueError, match="the same number of seeds"):
        rules.batch(2, [1])
    with pytest.raises(WrongArgumentError, match="at least 1, and not 0"):
        rules.batch(0)
    with pytest.raises(ValueError, match="a choice for each of 2 matches, and not 1"):
        batch.step([0])
    with pytest.raises(WrongArgumentError):
        rules.batch(1, [2**64])


@pytest.mark.parametrize("package", ["numpy", "wasmtime"])
def test_what_is_lacking_is_named_with_its_extra(
    package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = builtins.__import__

    def lacking(name: str, *rest: Any) -> object:
        if name in {package, "numpy"}:
            raise ModuleNotFoundError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    rules = rules_of("classic for 2")
    with pytest.raises(ModuleNotFoundError, match=r"haggis-rules\[fast\]"):
        rules.batch(1) if package == "numpy" else rules.compiled()
