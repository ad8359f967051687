"""A module that runs: its memory, where each match stands in it, and what it did at a breach."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered.build import I64, wrapped
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.codegen.wasm.host import WasmInstance
from haggis_rules.ir.game import Game
from haggis_rules.lowering.compiled_module import module_of
from haggis_rules.lowering.layouts.match_places import ENDED_AT, HAND_AT, SEED_AT, places_of
from haggis_rules.lowering.layouts.module_names import (
    BEGIN_MATCH,
    PLAYOUT,
    PLAYOUTS,
    RESET,
    TAKE,
    TAKE_IN_MATCH,
)
from haggis_rules.semantics.asking import WrongArgumentError
from haggis_rules.semantics.random_streams import check_seed
from haggis_rules.semantics.state import GameState

_PLAYING: Final = {TAKE, TAKE_IN_MATCH, PLAYOUT}  # what changes the state that it begins with
_DEALING: Final = {RESET, BEGIN_MATCH, PLAYOUTS}
_ROOM: Final = 1 << 16  # bytes behind the matches, for what functions write


def signed_seed(seed: int) -> int:
    """Return a seed as a number of 64 bits with a sign. Raises ``WrongArgumentError``."""
    return wrapped(I64, check_seed(seed))


class BreachMoment(NamedTuple):
    """What a module was doing when it stopped: which function, with which code, in which match.

    ``before`` is the state that it began with, None where it dealt the first hand of the seed.
    """

    function: str
    code: int
    seed: int
    hand: int
    before: GameState | None
    arguments: tuple[int, ...]


TellBreach = Callable[[BreachMoment], LoweredBreach]


def breach_by_code(moment: BreachMoment) -> LoweredBreach:
    """Return the breach of a code, of which no more is said."""
    return LoweredBreach(moment.code)


def check_matches(matches: object) -> None:
    """See that this is a number of matches. Raises ``WrongArgumentError``."""
    if type(matches) is not int or matches < 1:
        message = f"`matches` is a whole number of at least 1, and not {matches!r:.40}"
        raise WrongArgumentError(message)


class RunningGame:
    """The memory of one module with matches of one game, and calls of its functions on them."""

    def __init__(
        self, game: Game, matches: int = 1, *, kept: bool = True, tell: TellBreach = breach_by_code
    ) -> None:
        check_matches(matches)
        made, self._tell = module_of(game, kept=kept), tell
        self.places, self.matches = places_of(game, made.matches), matches
        self.running = WasmInstance(made.module)
        self._end = self.places.matches + matches * self.places.size
        self.running.reserve(self._end + _ROOM)

    def state(self, match: int) -> GameState:
        """Return the state of a match, as the Python engine has it.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.state(0) == load("classic", players=2).new_match(seed=7).state
        True
        """
        content = self.running.read(self._place(match), self.places.layout.size)
        return self.places.layout.read(content)

    def put(self, match: int, state: GameState) -> None:
        """Give a match another state, in which no step waits.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> hand = load("classic", players=2).new_hand(seed=7)
        >>> game.put(0, hand.state)
        >>> game.actions(0, seat=1) == len(hand.actions(1))
        True
        """
        at, layout = self._place(match), self.places.layout
        self.running.write(at, layout.write(state))
        self.running.write(at + layout.size + ENDED_AT, bytes(4))

    def snapshot(self, match: int) -> bytes:
        """Return everything about a match, for ``restore`` in any match of the same rules.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> before = game.snapshot(0)
        >>> len(before) == game.places.size
        True
        """
        return self.running.read(self._place(match), self.places.size)

    def restore(self, match: int, snapshot: bytes) -> None:
        """Put a match back as ``snapshot`` returned it. Raises ``ValueError`` for other bytes.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> before = game.snapshot(0)
        >>> moves = game.playout(0)
        >>> game.restore(0, before)
        >>> game.finished(0)
        False
        """
        if len(snapshot) != self.places.size:
            message = f"a match has {self.places.size} bytes, and this has {len(snapshot)}"
            raise ValueError(message)
        self.running.write(self._place(match), snapshot)

    def _behind(self, match: int, at: int, size: int) -> int:
        content = self.running.read(self._place(match) + self.places.layout.size + at, size)
        return int.from_bytes(content, "little", signed=True)

    def moment(
        self, name: str, code: int, match: bytes, arguments: tuple[int, ...]
    ) -> BreachMoment:
        """Return what was being done with a match, whose bytes were these before."""
        behind, dealt = self.places.layout.size, name in _DEALING
        seed = int.from_bytes(match[behind + SEED_AT : behind + SEED_AT + 8], "little")
        hand = int.from_bytes(match[behind + HAND_AT : behind + HAND_AT + 4], "little")
        before = None if dealt else self.places.layout.read(match)
        return BreachMoment(name, code, seed, hand, before, arguments)

    def _call(self, name: str, match: int, *arguments: int) -> int:
        at = self._place(match)
        before = self.running.read(at, self.places.size) if name in _PLAYING else None
        try:
            return self.running.call(name, at, *arguments)
        except LoweredBreach as breach:
            was = before or self.running.read(at, self.places.size)
            described = self._tell(self.moment(name, breach.code, was, arguments))
        raise described

    def _place(self, match: int) -> int:
        if not 0 <= match < self.matches:
            raise IndexError(f"there is no match {match}; they are numbered from 0")
        return self.places.matches + match * self.places.size
