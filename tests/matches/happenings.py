"""What happens seldom, by its name, and at which tables it can: so that one knows that it did."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from tests.matches.haggis import Haggis, Rogers
from tests.systems.neeps import WORTH, Neeps
from tests.systems.tatties import Tatties

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.matches.seatings import Seating
    from tests.systems.tricks import Lays, Tricks, Words

Can: TypeAlias = "Callable[[Seating], bool]"

READ_IN_SEVERAL_WAYS = "a play that can be read in several ways"
CALLED_LOWER = "a play that is called lower than it might be"
SENT = "a card is sent"
WON_BY_BOMB = "a trick is won by a bomb"
SECOND_OUT = "somebody is second out"
UNPAID = "out on a play that is beaten, and paid nothing"
CARDS_LEFT = "a hand is over while somebody holds cards"


def _always(_: Seating) -> bool:
    return True


def _several(seating: Seating) -> bool:
    return seating.players > 2


def _chosen(seating: Seating) -> bool:
    return seating.players == 3 and seating.name in {"classic", "rogers"}


def _rogers(seating: Seating) -> bool:
    return seating.name == "rogers"


def _neeps(seating: Seating) -> bool:
    return seating.name == "neeps"


def _tatties(seating: Seating) -> bool:
    return seating.name == "tatties"


def _many(seating: Seating) -> bool:
    return seating.players > 3


HAPPENINGS: dict[str, Can] = {
    READ_IN_SEVERAL_WAYS: _always,
    CARDS_LEFT: _always,
    CALLED_LOWER: _always,
    "a bomb is led": _always,
    "a bomb falls on a bomb": _always,
    WON_BY_BOMB: _always,
    "the last play of a hand is a bomb": _always,
    "who has passed plays later in the trick": _several,
    "somebody passes after the highest player went out": _several,
    "the highest play of one who is out is beaten": _several,
    "the winner is out, and another leads": _several,
    "the winner and his left neighbour are out": _many,
    SECOND_OUT: _several,
    "a bet is made out of turn": lambda seating: not _tatties(seating),
    "a bet succeeds": lambda seating: not _tatties(seating),
    "a bet fails": lambda seating: not _tatties(seating),
    "two bets fail": lambda s: not _tatties(s) and (_several(s) or _rogers(s)),
    "nobody bets": lambda seating: not _tatties(seating),
    "a trick is given to one who is out": _chosen,
    "a trick is given by one who is out": _chosen,
    "trick and haggis go to two opponents": lambda s: _chosen(s) and _rogers(s),
    "first out fails his own bet": _rogers,
    UNPAID: lambda s: _rogers(s) and _several(s),
    SENT: _neeps,
    "a message comes back as the response": _neeps,
    "a partner's bet is cancelled by a larger one": _neeps,
    "who was cancelled bets again": _neeps,
    "a bet fails though a partner is first out": _neeps,
    "a slam": lambda seating: _neeps(seating) or str(seating) == "tatties/5",
    "a grand slam": lambda seating: str(seating) == "neeps/6",
    "the team of first out holds the cards that are left": _neeps,
    "the lead is given by one who is out": _many,
    "the lead is given by one who holds cards": _many,
    "nobody bids": _tatties,
    "a bid is matched": _tatties,
    "the last to be asked bids alone": _tatties,
    "the declarer is first out": _tatties,
    "a defender is first out": _tatties,
    "the partner is first out": lambda seating: str(seating) == "tatties/5",
    "a tie for the deal": _always,
    "a tie for the lead": lambda s: not _neeps(s) and not _tatties(s) and s.name != "cats",
    "a tie at the end that is played off": _always,
}


@dataclass(eq=False)
class Watching:
    """What has happened in a hand. It is told of each move before the referee is."""

    referee: Tricks
    happened: Counter[str] = field(default_factory=Counter[str])
    passed: set[int] = field(default_factory=set[int])  # in this trick
    sent: dict[int, str] = field(default_factory=dict[int, str])  # the messages, by receiver
    cancelled: set[int] = field(default_factory=set[int])
    given: int | None = None  # who got the last trick
    beaten: set[int] = field(default_factory=set[int])  # those out whose last play was beaten

    def move(self, seat: int, words: Words, laid: Lays | None) -> None:
        """Note what happens by a move."""
        self.happened.update(self._of_play(seat, laid) if laid else self._of_words(seat, words))

    def end(self) -> None:
        """Note what has come of the hand, which is over."""
        self.happened.update(self._of_end())

    def _of_play(self, seat: int, laid: Lays) -> Iterator[str]:
        referee = self.referee
        if not referee.pile:
            self.passed.clear()
        if laid.is_bomb and not referee.pile:
            yield "a bomb is led"
        if laid.is_bomb and referee.pile and referee.bombed:
            yield "a bomb falls on a bomb"
        if seat in self.passed:
            yield "who has passed plays later in the trick"
        if referee.pile and referee.best is not None and referee.best not in referee.holding:
            self.beaten.add(referee.best)
            yield "the highest play of one who is out is beaten"
        if len(referee.out) == 1 and referee.hands[seat].total() == len(laid.cards):
            yield SECOND_OUT

    def _of_words(self, seat: int, words: Words) -> Iterator[str]:
        match words:
            case ("pass",):
                yield from self._of_pass(seat)
            case ("give", _):
                how = "holds cards" if seat in self.referee.holding else "is out"
                yield f"the lead is given by one who {how}"
            case ("bet", amount):
                yield from self._of_bet(seat, amount)
            case ("award" | "grant", to):
                yield from self._of_giving(seat, words[0], int(to.removeprefix("seat ")) - 1)
            case ("send", card, *_):
                yield from self._of_sending(seat, card)
            case ("bid", bid):
                yield from self._of_bid(bid)
            case _:
                return

    def _of_pass(self, seat: int) -> Iterator[str]:
        referee = self.referee
        self.passed.add(seat)
        if referee.best not in referee.holding:
            yield "somebody passes after the highest player went out"
        others = [one for one in referee.holding if one != referee.best]
        if referee.best is None or referee.passes + 1 < len(others):
            return
        if referee.bombed:
            yield WON_BY_BOMB
        if referee.best not in referee.holding:
            yield "the winner is out, and another leads"
            if referee.after(referee.best) not in referee.holding:
                yield "the winner and his left neighbour are out"

    def _of_bet(self, seat: int, amount: str) -> Iterator[str]:
        referee = self.referee
        if referee.playing and seat != referee.turn:
            yield "a bet is made out of turn"
        if isinstance(referee, Neeps) and referee.side(seat) in referee.bets:
            bettor, standing = referee.bets[referee.side(seat)]
            assert WORTH[amount] > WORTH[standing]
            self.cancelled.add(bettor)
            yield "a partner's bet is cancelled by a larger one"
        if seat in self.cancelled:
            yield "who was cancelled bets again"

    def _of_giving(self, seat: int, how: str, to: int) -> Iterator[str]:
        held = self.referee.holding
        if how == "award":
            if to not in held:
                yield "a trick is given to one who is out"
            if seat not in held:
                yield "a trick is given by one who is out"
        if self.given not in {None, to} and not self.referee.playing:
            yield "trick and haggis go to two opponents"
        self.given = None if self.referee.playing else to

    def _of_sending(self, seat: int, card: str) -> Iterator[str]:
        yield SENT
        if isinstance(self.referee, Neeps) and self.referee.rounds == 0:
            self.sent[self.referee.after(seat, 2)] = card
        elif self.sent.get(seat) == card:
            yield "a message comes back as the response"

    def _of_bid(self, bid: str) -> Iterator[str]:
        if isinstance(self.referee, Tatties):
            if bid == self.referee.bid:
                yield "a bid is matched"
            if self.referee.declarer is None and len(self.referee.bidding) == 1:
                yield "the last to be asked bids alone"

    def _of_end(self) -> Iterator[str]:
        referee = self.referee
        if set(referee.seats) - set(referee.out):
            yield CARDS_LEFT
        if referee.bombed:
            yield "the last play of a hand is a bomb"
        match referee:
            case Haggis():
                yield from self._of_classic(referee)
            case Neeps():
                yield from _of_neeps(referee)
            case Tatties():
                yield from _of_tatties(referee)
            case _:
                raise TypeError(referee)

    def _of_classic(self, referee: Haggis) -> Iterator[str]:
        bets = [seat for seat in referee.seats if referee.bet(seat)]
        yield from _of_bets([referee.good(seat) for seat in bets])
        if isinstance(referee, Rogers):
            first = referee.out[0]
            if first in bets and not referee.good(first):
                yield "first out fails his own bet"
            if any(not referee.earned[seat] for seat in self.beaten):
                yield UNPAID


def _of_bets(good: list[bool]) -> Iterator[str]:
    if not good:
        yield "nobody bets"
    if any(good):
        yield "a bet succeeds"
    if not all(good):
        yield "a bet fails"
    if good.count(False) > 1:
        yield "two bets fail"


def _of_neeps(referee: Neeps) -> Iterator[str]:
    first = referee.out[0]
    yield from _of_bets([bettor == first for bettor, _ in referee.bets.values()])
    for team, (bettor, _) in referee.bets.items():
        if bettor != first and referee.side(first) == team:
            yield "a bet fails though a partner is first out"
    if referee.slams() > 1:
        yield "a slam"
    if referee.slams() > 2:
        yield "a grand slam"
    left = set(referee.seats) - set(referee.out)
    if any(referee.side(seat) == referee.side(first) for seat in left):
        yield "the team of first out holds the cards that are left"


def _of_tatties(referee: Tatties) -> Iterator[str]:
    first = referee.out[0]
    if referee.declarer is None:
        yield "nobody bids"
    elif first == referee.declarer:
        yield "the declarer is first out"
    elif first == referee.ally:
        yield "the partner is first out"
    else:
        yield "a defender is first out"
    if referee.ally is not None and referee.out[:2] == [referee.declarer, referee.ally]:
        yield "a slam"
