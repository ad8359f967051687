"""The tree of a search finds good answers, shares what looks alike, and knows nothing hidden."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from haggis_rules import SplitMix64
from haggis_rules.players import tree as tree_module
from haggis_rules.players.halving import best_choice
from haggis_rules.players.tree import SeenTree
from haggis_rules.semantics.random_streams import pick
from tests.games import rules_of

# Seat 0 chooses between a safe draw and a trap, which loses to one of ten answers alone.
SAFE, TRAP = 0, 1
ANSWERS = 10


@dataclass
class Trap:
    """Worlds of a game of two moves: what seat 0 chooses, and what seat 1 answers to the trap."""

    chance: SplitMix64 = field(default_factory=lambda: SplitMix64(5))
    alike: bool = False
    usual = 100
    taken: list[int] = field(default_factory=list[int])
    choice: int | None = None
    answer: int | None = None

    def look(self, view: object, decisions: object) -> None:
        """All is known."""

    def make(self, seed: int) -> None:
        """There is one world."""

    def begin(self, choice: int | None) -> None:
        """Begin with what seat 0 chose."""
        self.choice, self.answer = choice, None

    def look_ahead(self) -> Mapping[int, Sequence[Hashable] | None]:
        """Return the answers of seat 1, which seat 0 may not be able to tell apart."""
        if self.choice == SAFE or self.answer is not None:
            return {}
        return {1: ["covered" if self.alike else place for place in range(ANSWERS)]}

    def take(self, seat: int, place: int) -> None:
        """Take an answer."""
        assert seat == 1
        self.answer = place
        self.taken.append(place)

    def finish(self) -> list[float]:
        """Answer by chance where seat 1 has not answered yet; one answer is right."""
        if self.choice == SAFE:
            return [0.0, 0.0]
        if self.answer is None:
            self.answer = pick(range(ANSWERS), self.chance)
        lead = -1.0 if self.answer == 7 else 1.0
        return [lead, -lead]


@dataclass(frozen=True)
class Samples:
    """A budget of samples."""

    most: int = 600

    def spent(self, samples: int) -> float:
        """Return which part is gone."""
        return samples / self.most


def chosen(worlds: Trap) -> int:
    """Return what seat 0 chooses by a search."""
    tree = SeenTree(worlds, lambda lead: lead, SplitMix64(1))
    return best_choice(2, lambda choice, _: tree.play(choice)[0], Samples())


def test_a_good_answer_is_expected_of_others() -> None:
    worlds = Trap()
    assert chosen(worlds) == SAFE
    assert worlds.taken.count(7) > len(worlds.taken) / 2


def test_without_a_tree_the_trap_looks_good(monkeypatch: pytest.MonkeyPatch) -> None:
    worlds = Trap()

    def flat(_: SeenTree, choice: int | None) -> list[float]:
        worlds.begin(choice)
        return worlds.finish()

    monkeypatch.setattr(tree_module.SeenTree, "play", flat)
    assert chosen(worlds) == TRAP


def test_answers_that_look_alike_are_one_and_chance_chooses_among_them() -> None:
    worlds = Trap(alike=True)
    assert chosen(worlds) == TRAP  # nobody can be taken to know which answer is right
    counts = [worlds.taken.count(place) for place in range(ANSWERS)]
    assert min(counts) > len(worlds.taken) / 2 / ANSWERS


def test_each_new_answer_is_tried_before_any_is_tried_twice() -> None:
    worlds = Trap()
    tree = SeenTree(worlds, lambda lead: lead, SplitMix64(1))
    for _ in range(ANSWERS):
        tree.play(TRAP)
    assert sorted(worlds.taken) == list(range(ANSWERS))
    assert worlds.taken != sorted(worlds.taken)


def test_the_module_tells_apart_what_a_seat_sees_and_nothing_else() -> None:
    rules = rules_of("classic", 2)
    match = rules.new_match(3)
    game, seat = rules.compiled(), match.turn
    assert seat is not None
    game.begin(0, 3)
    game.take(0, seat, len(match.actions(seat)) - 1)
    ahead = game.look_ahead(0, seat)
    before = match.apply(match.actions(seat)[-1])
    for actor, observations in ahead.items():
        actions = before.actions(actor)
        assert observations is None or len({*observations}) == len(observations) == len(actions)
    # The others' cards do not show in what a seat would see of the same action.
    other = rules.determinize(before.view(seat), SplitMix64(4))
    assert other.state != before.state
    game.put(0, other.state)
    again = game.look_ahead(0, seat)
    both = [
        (observations[0], others[0])
        for observations, others in zip(ahead.values(), again.values(), strict=True)
        if observations and others
    ]
    assert both
    assert all(one == two for one, two in both)
