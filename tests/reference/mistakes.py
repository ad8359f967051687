"""Tables at which one rule is got wrong, as players and programs do, to see that it shows."""

# ruff: noqa: D102 - a class says what its one method gets wrong

from __future__ import annotations

from tests.reference.cards import COURTS, JACK, Card
from tests.reference.hand import FOR_EACH_CARD, NO_BET, Hand
from tests.reference.match import Match
from tests.reference.plays import Bomb, Grid, Play


class KeepsBombedTricks(Hand):
    """The winner keeps a trick that he won by a bomb."""

    def takers(self) -> list[int]:
        return [self.winner]


class LeaderCapturesBombedTricks(Hand):
    """A trick won by a bomb goes to its leader, not to the next highest play."""

    def takers(self) -> list[int]:
        found = super().takers()
        is_bomb = isinstance(self.laid[-1][1].reading, Bomb)
        return [self.laid[0][0]] if is_bomb and len(self.laid) > 1 else found


class LedBombsGoLeft(Hand):
    """A bomb that was led goes to the left."""

    def right_of(self, seat: int) -> int:
        return (seat + 1) % len(self.seats)


class WhoIsOutCapturesNothing(Hand):
    """Only an opponent who holds cards may be chosen."""

    def takers(self) -> list[int]:
        return [seat for seat in super().takers() if self.hands[seat] or seat == self.winner]


class PaysForTheSum(Hand):
    """Going out pays for the cards of all opponents."""

    def points_for_going_out(self, seat: int) -> int:
        return FOR_EACH_CARD * sum(len(self.hands[own]) for own in self.seats if own != seat)


class PaysForPipsAlone(Hand):
    """Going out does not pay for courts."""

    def points_for_going_out(self, seat: int) -> int:
        held = [len(self.hands[own].difference(COURTS)) for own in self.seats if own != seat]
        return FOR_EACH_CARD * max(held)


class BetsAreOverwritten(Hand):
    """A bet may be made again."""

    def may_bet(self, seat: int) -> bool:
        return not self.has_played[seat] and not self.hand_is_done()


class BetsAreMadeInTurn(Hand):
    """A bet is made in turn alone."""

    def may_bet(self, seat: int) -> bool:
        return super().may_bet(seat) and seat == self.turn


class BetsAreMadeLate(Hand):
    """A bet may be made by who has played."""

    def may_bet(self, seat: int) -> bool:
        return self.bets[seat] is None and not self.hand_is_done()


class BetsAreMadeAtTheEnd(Hand):
    """A bet may be made while the taker of the last trick is chosen."""

    def may_bet(self, seat: int) -> bool:
        return self.bets[seat] is None and not self.has_played[seat]


class ReadsTheHighestAlone(Hand):
    """Cards have one reading."""

    def all_plays(self, cards: set[Card]) -> frozenset[Play]:
        in_order = sorted(super().all_plays(cards), key=_top)
        return frozenset({play.cards: play for play in in_order}.values())


class CourtsAreAlwaysWild(Hand):
    """A court in a combination never stands for itself."""

    def all_plays(self, cards: set[Card]) -> frozenset[Play]:
        plays = super().all_plays(cards)
        return frozenset(play for play in plays if len(play.cards) == 1 or _top(play) < JACK)


class EqualPlaysFollow(Hand):
    """A play may follow one of the same rank."""

    def is_high_enough(self, play: Play) -> bool:
        return super().is_high_enough(play) or play.reading == self.laid[-1][1].reading


class BombsDoNotFall(Hand):
    """A bomb falls on bombs alone."""

    def is_high_enough(self, play: Play) -> bool:
        top = self.laid[-1][1].reading if self.laid else play.reading
        falls = isinstance(play.reading, Bomb) and not isinstance(top, Bomb)
        return super().is_high_enough(play) and not falls


class TheNextLeads(Hand):
    """The player after the winner leads."""

    def next_leader(self, winner: int) -> int:
        return self.next_to_play(winner)


class TheRightLeads(Hand):
    """When the winner is out, the player to the right leads."""

    def next_leader(self, winner: int) -> int:
        return winner if self.hands[winner] else self.right_of(winner)


class TheLiteralLeftLeads(Hand):
    """When the winner is out, the player to the left leads, whether he holds cards or not."""

    def next_leader(self, winner: int) -> int:
        return winner if self.hands[winner] else (winner + 1) % len(self.seats)


class TricksEndAtAPass(Hand):
    """A trick ends at the first pass."""

    def has_everyone_passed(self) -> bool:
        return self.passed == 1


class TwoAlwaysPass(Hand):
    """A trick ends when two have passed, even when one is out."""

    def has_everyone_passed(self) -> bool:
        return self.passed == 2


class TheLastKeepsHisCards(Hand):
    """The last player captures his own cards and the haggis."""

    def taker_of_rest(self) -> int:
        return next(seat for seat in self.seats if seat not in self.out)


class AllCardsCountOne(Hand):
    """Every captured card counts one."""

    def points_for_captured(self, seat: int) -> int:
        return len(self.captured[seat])


class FailedBetsPayFirstOutAlone(Hand):
    """A failed bet is paid to first out alone."""

    def paid(self, bettor: int, seat: int) -> int:
        return super().paid(bettor, seat) if seat == self.out[0] else 0


class FailedBetsPayAllOthers(Hand):
    """A failed bet is paid to who bet as well."""

    def paid(self, bettor: int, seat: int) -> int:
        if bettor == self.out[0] or seat == bettor:
            return super().paid(bettor, seat)
        return self.bets[bettor] or NO_BET


class FailedBetsPayNobody(Hand):
    """A failed bet is paid to nobody."""

    def paid(self, bettor: int, seat: int) -> int:
        return super().paid(bettor, seat) if seat == bettor else 0


class FirstOutDeals(Match):
    """Who was first out always deals."""

    def next_dealer(self, first_out: int) -> int:
        return first_out


class TheFirstOfEqualsDeals(Match):
    """Of those who share most points the first deals."""

    def next_dealer(self, first_out: int) -> int:
        alone = self.points.count(max(self.points)) == 1
        return super().next_dealer(first_out) if alone else self.points.index(max(self.points))


class TheLeftLeads(Match):
    """The dealer's left neighbour always leads."""

    def next_leader(self) -> int:
        return self.left_of(self.dealer)


class TheDealerLeadsWhenFewestAreShared(Match):
    """When fewest points are shared, the dealer leads."""

    def next_leader(self) -> int:
        alone = self.points.count(min(self.points)) == 1
        return super().next_leader() if alone else self.dealer


class ASharedLeadWins(Match):
    """A match ends at the target even when the lead is shared."""

    @property
    def winner(self) -> int | None:
        leader = self.points.index(max(self.points))
        return leader if max(self.points) >= self.target else None


class TheTargetHasToBePassed(Match):
    """A match goes on when the target is reached and not passed."""

    @property
    def winner(self) -> int | None:
        return None if max(self.points) == self.target else super().winner


def _top(play: Play) -> int:
    return play.reading.top if isinstance(play.reading, Grid) else 0


def words_of(mistake: type) -> str:
    """Return the mistake in words."""
    return (mistake.__doc__ or "").rstrip(".")
