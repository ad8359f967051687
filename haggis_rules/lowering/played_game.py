"""Matches in the memory of a module, dealt and played by its code."""

from __future__ import annotations

from struct import unpack
from typing import Final

from haggis_rules.lowering.layouts.match_places import ENDED_AT, HAND_AT, SEED_AT, TOTALS_AT
from haggis_rules.lowering.layouts.module_names import (
    ABLE,
    ACTIONS,
    BEGIN_MATCH,
    ENTRIES,
    MOST_DEPTH,
    NOT_THERE,
    OVER,
    PERFT,
    PLAYOUT,
    PLAYOUTS,
    RESET,
    TAKE,
    TAKE_IN_MATCH,
)
from haggis_rules.lowering.layouts.state_layout import NUMBER
from haggis_rules.lowering.running_game import RunningGame, signed_seed
from haggis_rules.semantics.asking import check_seat
from haggis_rules.semantics.between_hands import scorers
from haggis_rules.semantics.random_streams import MOST_SEED

_MOST_PLACE: Final = (1 << 31) - 1  # the largest number that a module takes for one


class PlayedGame(RunningGame):
    """Matches that are dealt, played action by action or at random, counted and scored."""

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

    def _place_of(self, seat: int, place: int) -> int:
        check_seat(self.places.game, seat)
        if not 0 <= place <= _MOST_PLACE:
            raise _no_such_action(seat, place)
        return place


def _no_such_action(seat: int, place: int) -> IndexError:
    return IndexError(f"seat {seat} has no action at {place}")
