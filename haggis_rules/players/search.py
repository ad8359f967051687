"""A player that searches the worlds which its seat cannot tell apart, by a tree for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import tanh
from statistics import fmean
from threading import local
from time import monotonic
from typing import NamedTuple

from haggis_rules.codegen.wasm.host import need_wasmtime
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.seat import Seat
from haggis_rules.ir.game import Game
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.players.greedy import shed
from haggis_rules.players.halving import best_choice
from haggis_rules.players.player import Player, chance_of_view
from haggis_rules.players.tree import SeenTree
from haggis_rules.players.worlds import CompiledWorlds, EngineWorlds, Worlds
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import MOST_SEED, check_seed

_LEADS = 8  # hands whose leads say how much is a large one
_EACH = 16  # iterations at least that each choice gets on average; more choices are not looked at


def search_player(
    *, iterations: int | None = None, seconds: float | None = None, seed: int = 1
) -> Player:
    """Return a player that searches, by a tree of what its seat would see (``players.tree``).

    Give ``iterations``, the number of hands that it plays out for a choice, or ``seconds``, the
    time that a choice takes. With ``iterations``, the same seed makes the same choice in the same
    view. With the extra ``fast``, the compiled module plays the hands, by default 2,000; without
    it, the Python engine plays 60, and ``has_module`` says which of the two it is. If the rules
    have no score sheet, the player tries to hold few cards at the end. Raises
    ``WrongArgumentError`` for a number below 1, for both numbers at once, and for an invalid seed.

    >>> from haggis_rules import load, search_player
    >>> match = load("classic", players=2).new_match(seed=7)
    >>> search_player(iterations=20).choose(match.seat(1)).name
    'play'
    """
    if iterations is not None and seconds is not None:
        raise WrongArgumentError("a search has a number of iterations or of seconds, not both")
    if (iterations is not None and iterations < 1) or (seconds is not None and not seconds > 0):
        raise WrongArgumentError("a search needs at least one iteration, or some seconds")
    return _SearchPlayer(iterations, seconds, check_seed(seed))


def has_module() -> bool:
    """Return whether a search plays by the compiled module: whether the extra is installed."""
    try:
        need_wasmtime()
    except ModuleNotFoundError:
        return False
    return True


class Considered(NamedTuple):
    """A choice, in how many hands it was tried, and the lead at their end on average.

    No hand is played out for the only choice there is. The lead is in points, or in cards where
    rules have no score sheet. ``action`` is None for letting others act first.
    """

    action: Action | None
    hands: int
    lead: float


def consider(
    door: Seat, *, may_wait: bool = False, iterations: int | None = None, seed: int = 1
) -> Considered:
    """Return what ``search_player`` chooses for a seat, with what that rests on.

    Raises ``WrongArgumentError`` as ``search_player`` does.
    """
    player = _SearchPlayer(iterations, None, check_seed(seed))
    if iterations is not None and iterations < 1:
        raise WrongArgumentError("a search needs at least one iteration, or some seconds")
    return player.consider(door, may_wait=may_wait)


@dataclass(frozen=True, slots=True)
class _SearchPlayer:
    """Chooses by sequential halving over the decisions of its seat, with a tree below each."""

    iterations: int | None
    seconds: float | None
    seed: int

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return the action, or None to wait, after which the seat does best."""
        return self.consider(door, may_wait=may_wait).action

    def consider(self, door: Seat, *, may_wait: bool = False) -> Considered:
        """Return the same, with what it rests on."""
        view, decisions = door.view, door.actions()
        worlds = _worlds(view.game)
        budget = self._budget(worlds.usual)
        choices: list[int | None] = [*_promising(view.game, decisions, budget.most // _EACH)]
        if may_wait:
            choices.insert(0, None)
        if len(choices) == 1:
            return Considered(decisions[choices[0] or 0], 0, 0.0)
        worlds.look(view, decisions)
        chance = chance_of_view(view, self.seed)
        first = chance.next()
        usual = _usual_lead(worlds, view.seat, first)
        # Squashed, so that to win a hand counts for more than by how much it is won.
        tree = SeenTree(worlds, lambda lead: tanh(lead / usual), chance)
        made, tried, leads = -1, [0] * len(choices), [0.0] * len(choices)

        def sample(choice: int, world: int) -> float:
            nonlocal made
            if world != made:
                worlds.make((first + world) & MOST_SEED)
                made = world
            lead = tree.play(choices[choice])[view.seat]
            tried[choice] += 1
            leads[choice] += lead
            return tanh(lead / usual)

        best = best_choice(len(choices), sample, budget)
        number = choices[best]
        action = None if number is None else decisions[number]
        return Considered(action, tried[best], leads[best] / tried[best])

    def _budget(self, usual: int) -> _Iterations | _Seconds:
        if self.seconds is not None:
            return _Seconds(monotonic(), self.seconds, max(int(usual * self.seconds), 1))
        return _Iterations(self.iterations or usual)


def _usual_lead(worlds: Worlds, seat: int, seed: int) -> float:
    """Return half of what hands that go on by chance are won or lost by, on average."""
    leads = list[float]()
    for world in range(_LEADS):
        worlds.make((seed - 1 - world) & MOST_SEED)
        worlds.begin(None)
        leads.append(abs(worlds.finish()[seat]))
    return max(fmean(leads) / 2, 1)


@dataclass(frozen=True, slots=True)
class _Iterations:
    """So many samples."""

    most: int

    def spent(self, samples: int) -> float:
        """Return which part is gone."""
        return samples / self.most


@dataclass(frozen=True, slots=True)
class _Seconds:
    """So much time from a moment on, in which about so many samples can be taken."""

    begun: float
    seconds: float
    most: int

    def spent(self, samples: int) -> float:  # noqa: ARG002 - time is all that counts
        """Return which part is gone."""
        return (monotonic() - self.begun) / self.seconds


def _promising(game: Game, decisions: Sequence[Action], most: int) -> list[int]:
    """Return so many decisions, at least two, by their numbers.

    Where there are more, as there are when a large hand leads, they are taken by turns from those
    that shed most cards and from those that come first, which are the lowest.
    """
    numbers, most = range(len(decisions)), max(most, 2)
    if len(decisions) <= most:
        return [*numbers]
    largest = sorted(numbers, key=lambda one: -shed(game, decisions[one]))
    chosen = dict.fromkeys(one for pair in zip(largest, numbers, strict=True) for one in pair)
    return sorted([*chosen][:most])


def _worlds(game: Game) -> Worlds:
    """Return the worlds of a game, by its module where there can be one."""
    made, key = _kept.made, (id(game), has_module())
    if key not in made:
        if len(made) >= _KEPT:
            del made[next(iter(made))]
        made[key] = game, _new_worlds(Rules(game))
    return made[key][1]


def _new_worlds(rules: Rules) -> Worlds:
    if has_module():
        with suppress(NotLoweredError):
            return CompiledWorlds(rules)
    return EngineWorlds(rules)


_KEPT = 8  # games whose worlds are kept


class _KeptWorlds(local):
    """The worlds of one thread, since two threads cannot play in the same memory."""

    def __init__(self) -> None:
        # A game is kept beside its worlds, so that no other one gets its place in memory.
        self.made: dict[tuple[int, bool], tuple[Game, Worlds]] = {}


_kept = _KeptWorlds()
