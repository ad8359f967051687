"""A game compiled to WebAssembly and run: matches in one memory, dealt and played by its code."""

from __future__ import annotations

from collections.abc import Callable
from struct import iter_unpack, unpack
from typing import Final, NamedTuple

from haggis_rules.codegen.lowered.build import I64, wrapped
from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.codegen.wasm.host import CompiledModule, WasmInstance, need_wasmtime
from haggis_rules.ir.game import Game
from haggis_rules.lowering.kept_modules import KeptModule, keep_module, recall_module
from haggis_rules.lowering.layouts.match_places import (
    ENDED_AT,
    HAND_AT,
    SEED_AT,
    TOTALS_AT,
    places_of,
)
from haggis_rules.lowering.layouts.module_names import (
    ABLE,
    ACTIONS,
    BEGIN_MATCH,
    DETERMINIZE,
    DETERMINIZE_FURTHER,
    ENTRIES,
    LEFT_TO_CHANCE,
    LOOK_AHEAD,
    MOST_DEPTH,
    NOT_THERE,
    OBSERVE,
    OVER,
    PERFT,
    PLAYOUT,
    PLAYOUTS,
    RESET,
    SAMPLED_PLAYOUTS,
    TAKE,
    TAKE_IN_MATCH,
    ahead_at,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.semantics.asking import WrongArgumentError, check_seat
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.random_streams import MOST_SEED, check_seed
from haggis_rules.semantics.state import GameState

_NOTHING_FITS: Final = "no position by these rules is found that shows this"
_PLAYING: Final = {TAKE, TAKE_IN_MATCH, PLAYOUT}  # what changes the state that it begins with
_DEALING: Final = {RESET, BEGIN_MATCH, PLAYOUTS}
_MOST_PLACE: Final = (1 << 31) - 1  # the largest number that a module takes for one
_ROOM: Final = 1 << 16  # bytes behind the matches, for what functions write


def signed_seed(seed: int) -> int:
    """Return a seed as a number of 64 bits with a sign. Raises ``WrongArgumentError``."""
    return wrapped(I64, check_seed(seed))


def module_of(game: Game, *, kept: bool) -> KeptModule:
    """Compile a game; with ``kept``, look first whether that was done before, and keep it.

    Raises ``NotLoweredError`` and ``ModuleNotFoundError``.
    """
    need_wasmtime()
    found = recall_module(game) if kept else None
    if found is None:
        # What lowers a game takes longer to import than a kept module to be read.
        from haggis_rules.codegen.wasm.printer import wasm_bytes
        from haggis_rules.lowering.game_module import lower_game

        low = lower_game(game)
        found = KeptModule(CompiledModule.of_wasm(wasm_bytes(low.module)), low.matches)
        if kept:
            keep_module(game, found)
    return found


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


class CompiledGame:
    """Matches of one game, by number from 0 on, in the memory of one module.

    What a seed deals, and how actions are ordered, is as in the Python engine. Every method that
    plays raises ``LoweredBreach`` where the rules are not sound; made by ``Rules.compiled`` it is a
    ``CompiledBreach``, which says what the Python engine says of the same. The match is undefined
    then, until it is reset or put somewhere.

    >>> from haggis_rules import load
    >>> game = load("classic", players=2).compiled(matches=2)
    >>> game.begin(1, seed=7)
    >>> game.able(1), game.scores(1)
    ((0, 1), (0, 0))
    """

    def __init__(
        self, game: Game, matches: int = 1, *, kept: bool = True, tell: TellBreach = breach_by_code
    ) -> None:
        check_matches(matches)
        made, self._tell = module_of(game, kept=kept), tell
        self.places, self.matches = places_of(game, made.matches), matches
        self.running = WasmInstance(made.module)
        self._end = self.places.matches + matches * self.places.size
        self.running.reserve(self._end + _ROOM)

    def __repr__(self) -> str:
        game = self.places.game
        return f"<CompiledGame {game.name}/{game.seats}, matches: {self.matches}>"

    def reset(self, match: int, seed: int) -> None:
        """Deal the first hand of the match with a seed, to be played alone.

        Raises ``LoweredBreach``, and ``WrongArgumentError`` for an invalid seed.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.reset(0, seed=7)
        >>> game.finished(0)
        False
        """
        self._call(RESET, match, signed_seed(seed))

    def actions(self, match: int, seat: int) -> int:
        """Return how many actions a seat has. Raises ``NoSuchSeatError`` and ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.actions(0, seat=1) == len(load("classic", players=2).new_match(seed=7).actions(1))
        True
        """
        check_seat(self.places.game, seat)
        return self._call(ACTIONS, match, seat)

    def take(self, match: int, seat: int, place: int) -> None:
        """Take the action at a place among those of a seat, and all steps that follow, in one hand.

        Raises ``IndexError`` where the seat has no such action, and ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.reset(0, seed=7)
        >>> game.take(0, seat=1, place=0)
        >>> game.finished(0)
        False
        """
        if not self._call(TAKE, match, seat, self._place_of(seat, place)):
            raise _no_such_action(seat, place)

    def finished(self, match: int) -> bool:
        """Return whether the hand is over.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.finished(0)
        False
        """
        return bool(self._call(OVER, match))

    def begin(self, match: int, seed: int) -> None:
        """Begin the match with a seed, as ``Rules.new_match`` does.

        It stops where somebody can act. Raises ``LoweredBreach``, and ``WrongArgumentError`` for an
        invalid seed.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.hand(0), game.able(0)
        (1, (0, 1))
        """
        self._call(BEGIN_MATCH, match, signed_seed(seed))

    def act(self, match: int, seat: int, place: int) -> int:
        """Take an action in a match that goes on from hand to hand, as ``MatchState.apply`` does.

        Return how many hands ended with it: each is scored, and the next one dealt, until somebody
        can act or the match is over. Raises as ``take`` does.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.act(0, seat=1, place=0)
        0
        """
        ended = self._call(TAKE_IN_MATCH, match, seat, self._place_of(seat, place))
        if ended == NOT_THERE:
            raise _no_such_action(seat, place)
        return ended

    def able(self, match: int) -> tuple[int, ...]:
        """Return the seats that can act; none once the match is over. Raises ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.able(0)
        (0, 1)
        """
        mask = self._call(ABLE, match)
        return tuple(seat for seat in range(self.places.game.seats) if mask >> seat & 1)

    def ended(self, match: int) -> bool:
        """Return whether the match is over.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.ended(0)
        False
        """
        return bool(self._behind(match, ENDED_AT, 4))

    def seed(self, match: int) -> int:
        """Return the seed of a match.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.seed(0)
        7
        """
        return self._behind(match, SEED_AT, 8) & MOST_SEED

    def hand(self, match: int) -> int:
        """Return the number of the hand that is being played, or of the last one.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.hand(0)
        1
        """
        return self._behind(match, HAND_AT, 4)

    def scores(self, match: int) -> tuple[int, ...]:
        """Return what each seat, or each team, has scored in the hands that are over, in points.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.scores(0)
        (0, 0)
        """
        owners = range(scorers(self.places.game))
        return tuple(self._behind(match, TOTALS_AT + NUMBER * owner, NUMBER) for owner in owners)

    def entries(self, match: int) -> dict[str, tuple[int, ...]]:
        """Return what each entry of the score sheet is worth as the hand stands, for each owner.

        Raises ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> moves = game.playout(0)
        >>> sorted(game.entries(0))
        ['bets.paid', 'captured.points', 'going.out']
        """
        game, room = self.places.game, self._end
        owners = scorers(game)
        self._call(ENTRIES, match, room)
        content = self.running.read(room, NUMBER * len(game.scores) * owners)
        worth = unpack(f"<{len(game.scores) * owners}q", content)
        return {
            name: worth[place * owners : (place + 1) * owners]
            for place, name in enumerate(game.scores)
        }

    def observation(self, match: int, seat: int) -> bytes:
        """Return what a seat sees now, as bytes, in the layout of ``places.observation``.

        The bytes do not depend on anything that the seat does not see. Raises ``NoSuchSeatError``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> len(game.observation(0, seat=1)) == game.places.observation.size
        True
        """
        check_seat(self.places.game, seat)
        self._call(OBSERVE, match, seat, self._end)
        return self.running.read(self._end, self.places.observation.size)

    def look_ahead(self, match: int, seat: int) -> dict[int, tuple[int, ...] | None]:
        """Return what a seat would see after each action of each seat that can act, as a number.

        Actions that look alike to it have the same number. A seat with more than ``MOST_AHEAD``
        actions, or one of whose actions leaves something to chance, has None instead; nobody can
        act when the hand is over. Raises ``NoSuchSeatError`` and ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> ahead = game.look_ahead(0, seat=1)
        >>> len(ahead[0]), ahead[1]
        (3, None)
        """
        seats, out = self.places.game.seats, self._end
        check_seat(self.places.game, seat)
        able, found = self._call(LOOK_AHEAD, match, seat, out), dict[int, tuple[int, ...] | None]()
        counts = unpack(f"<{seats}i", self.running.read(out, 4 * seats))
        at = out + ahead_at(seats)
        for actor, count in enumerate(counts if able else ()):
            if count == LEFT_TO_CHANCE:
                found[actor] = None
            elif count:
                found[actor] = unpack(f"<{count}Q", self.running.read(at, 8 * count))
                at += 8 * count
        return found

    def determinize(self, match: int, observation: bytes, seed: int) -> None:
        """Turn the match into a random position in which the seat sees what it has observed.

        It is that of ``Rules.determinize`` with ``SplitMix64(seed)`` and the same view without its
        log: what the seat remembers of the past does not count. Raises ``ValueError`` when no such
        position is found.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> seen = game.observation(0, seat=1)
        >>> game.determinize(0, seen, seed=3)
        >>> game.observation(0, seat=1) == seen
        True
        """
        self._observed(observation)
        if not self._fits(match, seed):
            raise ValueError(_NOTHING_FITS)

    def _fits(self, match: int, seed: int) -> bool:
        """Look for a position that fits what was observed; a breach ends one try and no more."""
        at, name = self._place(match), DETERMINIZE
        given: tuple[int, ...] = (at, self._end, signed_seed(seed))
        while True:
            try:
                return bool(self.running.call(name, *given))
            except LoweredBreach:
                name, given = DETERMINIZE_FURTHER, (at, self._end)

    def sampled_playouts(
        self, match: int, observation: bytes, seed: int, hands: int
    ) -> list[tuple[int, ...]]:
        """Return what each seat, or each team, scores in hands that go on from an observation.

        Each begins as ``determinize`` makes it, the first by a seed and each other by the next
        number, and is played at random to its end. The match is then the last. Raises
        ``ValueError`` when no such position is found, and ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> scores = game.sampled_playouts(0, game.observation(0, seat=1), seed=3, hands=10)
        >>> len(scores), len(scores[0])
        (10, 2)
        """
        game = self.places.game
        entries, owners = len(game.scores), scorers(game)
        self._observed(observation)
        out, size = self._end + self.places.observation.size, NUMBER * entries * owners
        self.running.reserve(out + hands * size)
        given = (self._place(match), self._end, signed_seed(seed), hands, out)
        try:
            played = self.running.call(SAMPLED_PLAYOUTS, *given)
        except LoweredBreach:  # of a try, after which others may fit, or of a playout
            return [self._sampled(match, seed + each) for each in range(hands)]
        if played < hands:
            raise ValueError(_NOTHING_FITS)
        worth = iter_unpack(f"<{entries * owners}q", self.running.read(out, hands * size))
        return [tuple(sum(one[owner::owners]) for owner in range(owners)) for one in worth]

    def _sampled(self, match: int, seed: int) -> tuple[int, ...]:
        """Return what one hand scores, as ``sampled_playouts`` does."""
        if not self._fits(match, seed & MOST_SEED):
            raise ValueError(_NOTHING_FITS)
        observed = self.running.read(self._end, self.places.observation.size)
        self.playout(match)
        worth = self.entries(match)
        self._observed(observed)  # where the entries have been written
        owners = range(scorers(self.places.game))
        return tuple(sum(each[owner] for each in worth.values()) for owner in owners)

    def _observed(self, observation: bytes) -> None:
        if len(observation) != self.places.observation.size:
            raise ValueError("these bytes are no observation by these rules")
        self.running.write(self._end, observation)

    def perft(self, match: int, depth: int) -> int:
        """Count the sequences of a given number of actions from here, in every order.

        It is the last number of ``every`` as ``analysis.perft`` has it. Raises ``ValueError`` at a
        depth that is not from 0 to 32, and ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.perft(0, depth=1) == game.actions(0, seat=0) + game.actions(0, seat=1)
        True
        """
        found = self._call(PERFT, match, depth)
        if found < 0:
            raise ValueError(f"a depth is from 0 to {MOST_DEPTH}, and not {depth}")
        return found

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

    def playout(self, match: int) -> int:
        """Play at random to the end of the hand, and return how many actions that took.

        Raises ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.begin(0, seed=7)
        >>> game.playout(0) > 0, game.finished(0)
        (True, True)
        """
        return self._call(PLAYOUT, match)

    def playouts(self, match: int, seed: int, hands: int) -> int:
        """Deal and play a number of hands at random, and return how many actions they took.

        The first is that of a seed, and each other that of the next number. The match is then the
        last of them. Raises ``LoweredBreach``.

        >>> from haggis_rules import load
        >>> game = load("classic", players=2).compiled()
        >>> game.playouts(0, seed=1, hands=100) > 100
        True
        """
        return self._call(PLAYOUTS, match, signed_seed(seed), hands)

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

    def _place_of(self, seat: int, place: int) -> int:
        check_seat(self.places.game, seat)
        if not 0 <= place <= _MOST_PLACE:
            raise _no_such_action(seat, place)
        return place

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


def _no_such_action(seat: int, place: int) -> IndexError:
    return IndexError(f"seat {seat} has no action at {place}")
