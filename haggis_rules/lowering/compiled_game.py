"""Matches of a compiled game: dealt, played, observed and sampled by the code of its module."""

from __future__ import annotations

from struct import iter_unpack, unpack
from typing import Final

from haggis_rules.codegen.lowered.interpreter import LoweredBreach
from haggis_rules.lowering.layouts.module_names import (
    DETERMINIZE,
    DETERMINIZE_FURTHER,
    LEFT_TO_CHANCE,
    LOOK_AHEAD,
    OBSERVE,
    SAMPLED_PLAYOUTS,
    ahead_at,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.lowering.played_game import PlayedGame
from haggis_rules.lowering.running_game import signed_seed
from haggis_rules.semantics.asking import check_seat
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.random_streams import MOST_SEED

_NOTHING_FITS: Final = "no position by these rules is found that shows this"


class CompiledGame(PlayedGame):
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

    def __repr__(self) -> str:
        game = self.places.game
        return f"<CompiledGame {game.name}/{game.seats}, matches: {self.matches}>"

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
