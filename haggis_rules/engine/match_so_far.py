"""A match so far: its hands, what they scored, and who can act."""

from __future__ import annotations

from haggis_rules.engine.game_at_rest import MatchAtRest
from haggis_rules.engine.hand_points import HandPoints
from haggis_rules.engine.past_hands import PastHand, hand_count, past_hands, sheet_of
from haggis_rules.engine.position import Position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.engine.trick import TrickPlay
from haggis_rules.knowledge.match_view import HandScore
from haggis_rules.semantics.state import GameState


class MatchSoFar(MatchAtRest):
    """What is known of a match from its hands. ``MatchState`` has the slots for them."""

    __slots__ = ()

    rules: Ruleset
    position: Position
    _past: PastHand | None

    @property
    def hand(self) -> int:
        """The number of the hand that is being played, or of the last one; the first is 1.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.hand
        1
        """
        return hand_count(self._past) + self._playing

    @property
    def finished(self) -> bool:
        """Whether the match is over, so that nobody can act any more.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.finished
        False
        """
        past = self._past
        return past is not None and past.last and past.position is self.position

    @property
    def undealt(self) -> bool:
        """Whether a hand is over and the match waits for ``deal``; never with a seed.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.undealt
        False
        """
        return not self._playing and not self.finished

    @property
    def hands(self) -> tuple[Position, ...]:
        """All hands in order: each as it ended, and the one that is being played as it stands.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> len(match.hands), match.hands[-1] == match.position
        (1, True)
        """
        hands = [ended.position for ended in past_hands(self._past)]
        return tuple([*hands, self.position] if self._playing else hands)

    @property
    def state(self) -> GameState:
        """The state of the hand; between hands and at the end, with what the last left behind.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.state == match.position.state
        True
        """
        if self._past is None or self._playing:
            return self.position.state
        return self._past.after

    @property
    def _playing(self) -> bool:
        return self._past is None or self._past.position is not self.position

    @property
    def last_hand(self) -> Position | None:
        """The hand that ended last, as it ended; None before one has.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> match.last_hand.finished
        True
        """
        return None if self._past is None else self._past.position

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that can act now, counted from 0, in order; empty at the end.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match.to_act
        (0, 1)
        """
        past, position = self._past, self.position
        return position.to_act if past is None or past.position is not position else ()

    @property
    def trick(self) -> tuple[TrickPlay, ...]:
        """The plays of the trick, in order; empty before a lead. At the end it is the last trick.

        Raises ``NoSuchQueryError`` if the rules do not export ``to.beat``.

        >>> from haggis_rules import load
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> match = match.apply(match.rules.parse_action("2: play 4r 4y"))
        >>> match = match.apply(match.rules.parse_action("1: play 9r 9g"))
        >>> [(one.seat, str(one.play)) for one in match.trick]
        [(1, '4r 4y = set2@4'), (0, '9r 9g = set2@9')]
        """
        return self.position.trick

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat, or each team, has scored in the hands that are over, in points.

        It is the sum of all entries of ``sheet``; empty when the rules have no score sheet.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> match.scores
        (45, 21)
        """
        return (0,) * self.rules.scorers if self._past is None else self._past.total

    @property
    def sheet(self) -> tuple[HandScore, ...]:
        """The score sheet: a ``HandScore`` for each hand that is over, with the clauses that apply.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> match.sheet[0].hand, match.sheet[0].entries[0].name
        (1, 'going.out')
        """
        return tuple(sheet_of(self.rules, ended) for ended in past_hands(self._past))

    @property
    def hand_points(self) -> tuple[HandPoints, ...]:
        """What each hand that is over scored: of each entry of the sheet, the points of each owner.

        These are the numbers of ``sheet``, without looking for the clauses, which takes longer.

        >>> from haggis_rules import greedy_player, load, next_action
        >>> match = load("classic", players=2).new_match(seed=7)
        >>> while match.hand == 1:
        ...     match = match.apply(next_action(match, [greedy_player(), greedy_player()]))
        >>> len(match.hand_points), len(match.hand_points[0]) * 2 == len(match.sheet[0].entries)
        (1, True)
        """
        return tuple(ended.points for ended in past_hands(self._past))
