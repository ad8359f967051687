"""Many matches of one game in step, as arrays of numpy. The only module that imports it."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.engine.compiled_breach import CompiledBreach, tell_breach
from haggis_rules.engine.position import Position, settle_position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.enumeration.action_sequence import ActionSequence
from haggis_rules.lowering.compiled_game import CompiledGame
from haggis_rules.lowering.layouts.batch_block import COUNTS_SIZE, BatchField
from haggis_rules.lowering.layouts.match_places import SEED_AT
from haggis_rules.lowering.layouts.module_names import (
    BEGIN_BATCH,
    BEGIN_MATCH,
    RESET,
    STEP_BATCH,
    TAKE,
    TAKE_IN_MATCH,
)
from haggis_rules.lowering.layouts.observation_layout import ObservationPlane
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.lowering.running_game import check_matches, signed_seed
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.state import GameState

if TYPE_CHECKING:
    import numpy as np


_ALIGNED = 64
_PLAIN = {4: "<i4", 8: "<i8"}  # by the bytes of a value


class MatchBatch:
    """Matches that are played in step: one call takes an action in each of them.

    Its arrays are views of the module's memory, with a row for each match. They change in place
    with each step, so copy what you want to keep. The lowest seat that can act chooses. A match
    that is over starts again at once, with its seed plus the number of matches as the next seed;
    ``observations`` and ``legal_counts`` then describe the new match.

    ``legal_counts``: how many actions the seat has, in the order of ``Position.actions``; a choice
    is a number below that. There is no action mask, because actions have no fixed numbers.
    ``seats``: whose actions they are. ``able``: all seats that can act, a bit each.
    ``observations``: what the seat sees, with a field for each plane, named by its part and name,
    as ``cards hand``. ``rewards``: what the last step scored, for each seat or team. ``done``:
    whether it ended the match, or the hand. ``choices``: the actions that were taken last.

    >>> from haggis_rules import load
    >>> batch = load("classic", players=2).batch(3, seeds=7)
    >>> batch.step([0, 0, 0])
    >>> batch.seats.tolist(), batch.rewards.shape
    ([1, 1, 1], (3, 2))
    """

    def __init__(
        self, rules: Ruleset, game: CompiledGame, seeds: Sequence[int], *, one_hand: bool
    ) -> None:
        numpy, matches = _numpy(), game.matches
        self._rules, self._game, self.matches = rules, game, matches
        self._blocks = _Blocks(self._game, matches)
        low, owners = self._game.places, scorers(rules.game)
        self.choices = self._array(numpy, BatchField.CHOICES, "<i4")
        self.legal_counts = self._array(numpy, BatchField.LEGAL_COUNTS, "<i4")
        self.seats = self._array(numpy, BatchField.SEATS, "<i4")
        self.able = self._array(numpy, BatchField.ABLE, "<i4")
        rewards = self._array(numpy, BatchField.REWARDS, "<i8", owners)
        self.rewards = rewards.reshape(matches, owners)
        self.done = self._array(numpy, BatchField.DONE, "?")
        planes = observation_type(low.observation.planes, low.observation.size)
        self.observations = self._array(numpy, BatchField.OBSERVATIONS, planes)
        self._copy, self._one_hand = numpy.copyto, one_hand
        self._blocks.begin(seeds, one_hand=one_hand)
        self._call(BEGIN_BATCH)

    def __repr__(self) -> str:
        rules = self._rules
        return f"<MatchBatch {rules.name}/{rules.players}, matches: {self.matches}>"

    def step(self, indices: np.ndarray | Sequence[int]) -> None:
        """Take in each match the action at an index, and all that follows from it.

        ``indices`` has a whole number for each match, below its ``legal_counts``. Raises
        ``IndexError`` where a seat has no such action and ``ValueError`` for another number of
        indices, and nothing is done then; and ``CompiledBreach``, after which the batch is of no
        more use.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> batch.step([0, 0, 0])
        >>> batch.done.tolist()
        [False, False, False]
        """
        if indices is not self.choices:
            if len(indices) != self.matches:
                message = f"a step takes a choice for each of {self.matches} matches"
                raise ValueError(f"{message}, and not {len(indices)}")
            self._copy(self.choices, indices, casting="same_kind")
        wrong = self._call(STEP_BATCH)
        if wrong:
            choice, number = int(self.choices[wrong - 1]), wrong - 1
            raise IndexError(f"seat {int(self.seats[number])} has no action {choice} in {number}")

    def state(self, match: int) -> GameState:
        """Return the state of a match, as the Python engine has it.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> batch.state(0) == load("classic", players=2).new_match(seed=7).state
        True
        """
        return self._game.state(match)

    def position(self, match: int) -> Position:
        """Return the position of a match as the Python engine has it, without its past.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> batch.position(0).turn
        1
        """
        state = self.state(match)
        return settle_position(self._rules, state, state)

    def actions(self, match: int) -> ActionSequence:
        """Return the actions of the seat that chooses in a match, at their indices.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> batch.actions(0)[0]
        <Action 1: bet zero>
        """
        return self.position(match).actions(int(self.seats[match]))

    def seed(self, match: int) -> int:
        """Return the seed with which a match has begun.

        >>> from haggis_rules import load
        >>> batch = load("classic", players=2).batch(3, seeds=7)
        >>> [batch.seed(match) for match in range(batch.matches)]
        [7, 8, 9]
        """
        return self._game.seed(match)

    def _call(self, name: str) -> int:
        try:
            return self._game.running.call(name, self._blocks.at)
        except LoweredBreach as breach:
            described = self._described(name, breach.code)
        raise described

    def _described(self, name: str, code: int) -> CompiledBreach:
        """Return what the Python engine says of the match that was being played.

        Either its action is at fault, or what was begun after it.
        """
        number, before, now = self._blocks.playing()
        begun = tell_breach(
            self._rules, self._game.moment(RESET if self._one_hand else BEGIN_MATCH, code, now, ())
        )
        if name != STEP_BATCH:
            return begun
        chosen = (int(self.seats[number]), int(self.choices[number]))
        taken = self._game.moment(TAKE if self._one_hand else TAKE_IN_MATCH, code, before, chosen)
        described = tell_breach(self._rules, taken)
        return begun if described.breach is None and begun.breach is not None else described

    def _array(self, numpy: ModuleType, field: BatchField, kind: Any, each: int = 1) -> np.ndarray:
        """Return an array upon what a field of the block points to."""
        of, many = numpy.dtype(kind), self.matches * each
        memory = self._game.running.view(self._blocks.places[field], many * of.itemsize)
        found: np.ndarray = numpy.frombuffer(memory, of, many)
        return found


class _Blocks:
    """Where the arrays of a batch stand in the memory of its module."""

    def __init__(self, game: CompiledGame, matches: int) -> None:
        low, self._running, self._game = game.places, game.running, game
        sizes = {
            BatchField.CHOICES: 4,
            BatchField.LEGAL_COUNTS: 4,
            BatchField.SEATS: 4,
            BatchField.ABLE: 4,
            BatchField.REWARDS: NUMBER * scorers(low.game),
            BatchField.DONE: 1,
            BatchField.OBSERVATIONS: low.observation.size,
            BatchField.COUNTS: COUNTS_SIZE,
        }
        self.at = _up(low.matches + matches * low.size)
        self.places = dict[BatchField, int]()
        end = _up(self.at + 4 * len(BatchField))
        for field, size in sizes.items():
            self.places[field] = end
            end = _up(end + matches * size)
        self.places[BatchField.BEFORE] = end
        self.matches = matches
        self._running.reserve(end + low.size)

    def begin(self, seeds: Sequence[int], *, one_hand: bool) -> None:
        """Put the numbers of the block into memory, and the first seeds behind the matches."""
        low = self._game.places
        block = {
            BatchField.MATCHES: low.matches,
            BatchField.COUNT: self.matches,
            BatchField.ONE_HAND: int(one_hand),
            **self.places,
        }
        for field, value in block.items():
            self._running.write(self.at + 4 * field, value.to_bytes(4, "little"))
        for match, seed in enumerate(seeds):
            at = low.matches + match * low.size + low.layout.size + SEED_AT
            self._running.write(at, signed_seed(seed).to_bytes(8, "little", signed=True))

    def playing(self) -> tuple[int, bytes, bytes]:
        """Return which match was being played last, before its action and as it is now."""
        low = self._game.places
        number = int.from_bytes(self._running.read(self.at + 4 * BatchField.PLAYING, 4), "little")
        before = self._running.read(self.places[BatchField.BEFORE], low.size)
        return number, before, self._running.read(low.matches + number * low.size, low.size)


def observation_type(planes: Sequence[ObservationPlane], size: int) -> dict[str, Any]:
    """Return what numpy takes as the type of an observation: a field for each plane."""
    return {
        "names": [f"{plane.part} {plane.name}" for plane in planes],
        "formats": [_format(plane) for plane in planes],
        "offsets": [plane.offset for plane in planes],
        "itemsize": size,
    }


def _format(plane: ObservationPlane) -> object:
    match plane.part:
        case "cards":
            return ("u1", (plane.owners, plane.size))
        case "unseen":
            return ("<u2", (plane.owners,))
        case _ if plane.size in _PLAIN:
            return (_PLAIN[plane.size], (plane.owners,))
        case _:
            return ("u1", (plane.owners, plane.size))


def begin_batch(
    rules: Ruleset, matches: int, seeds: int | Sequence[int], *, one_hand: bool, kept: bool
) -> MatchBatch:
    """Begin matches in step, the first with a seed and each other with the next number.

    Raises ``ValueError`` unless there are as many seeds, and as ``Rules.batch`` does.
    """
    check_matches(matches)
    given = range(seeds, seeds + matches) if isinstance(seeds, int) else seeds
    if len(given) != matches:
        raise ValueError(f"{matches} matches need the same number of seeds, and not {len(given)}")
    _numpy()  # what is lacking is said before anything is compiled
    game = CompiledGame(rules.game, matches, kept=kept)
    return MatchBatch(rules, game, given, one_hand=one_hand)


def _numpy() -> ModuleType:
    """Return numpy. Raises ``ModuleNotFoundError``, which names the extra it comes with."""
    try:
        import numpy as np
    except ModuleNotFoundError as lacking:
        message = "batches need numpy: pip install haggis-rules[fast]"
        raise ModuleNotFoundError(message, name="numpy") from lacking
    return np


def _up(offset: int) -> int:
    return -(-offset // _ALIGNED) * _ALIGNED
