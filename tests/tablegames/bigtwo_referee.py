"""A referee of Big Two in plain Python, from the rules in words: it knows nothing of the engine.

It tries all cards of a hand, one, two, three and five at a time, and says what each lot is. A card
is a number from 0 to 51, in the order in which single cards beat one another.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SUITS = "dchs"
NAMES = [rank + suit for rank in RANKS for suit in SUITS]
LOWEST = 0  # the 3 of diamonds
SIZES = {"single": 1, "pair": 2, "triple": 3}
FIVES = ("straight", "flush", "full-house", "quads", "straight-flush")  # the lowest first
BY_RANK = ("triple", "full-house", "quads")  # the others go by a card


class Spread(NamedTuple):
    """Some cards as a kind of play: ``high`` is the card that decides, or any one of its rank."""

    kind: str
    high: int
    cards: tuple[int, ...]

    def __str__(self) -> str:
        shown = " ".join(NAMES[card] for card in self.cards)
        high = RANKS[self.high // 4] if self.kind in BY_RANK else NAMES[self.high]
        return f"play {shown} = {self.kind}@{high}"


def beats(new: Spread, old: Spread) -> bool:
    """Return whether a play may be laid on another."""
    if len(new.cards) != len(old.cards):
        return False
    if new.kind != old.kind:
        return FIVES.index(new.kind) > FIVES.index(old.kind)
    if new.kind in BY_RANK:
        return new.high // 4 > old.high // 4
    return new.high > old.high


def spread_of(cards: tuple[int, ...]) -> Spread | None:
    """Return what some cards are, the lowest first, or ``None`` if they are nothing."""
    ranks = [card // 4 for card in cards]
    different = len(set(ranks))
    if len(cards) < 5:
        kind = next(kind for kind, size in SIZES.items() if size == len(cards))
        return Spread(kind, max(cards), cards) if different == 1 else None
    if different == 2:
        middle = ranks[2]  # of the rank that more cards have
        kind = "quads" if ranks.count(middle) == 4 else "full-house"
        return Spread(kind, middle * 4, cards)
    in_a_row = different == 5 and ranks[-1] - ranks[0] == 4
    if len({card % 4 for card in cards}) == 1:
        return Spread("straight-flush" if in_a_row else "flush", cards[-1], cards)
    return Spread("straight", cards[-1], cards) if in_a_row else None


def plays(hand: set[int], sizes: Sequence[int]) -> Iterator[Spread]:
    """Yield all that a hand can play with so many cards."""
    for size in sizes:
        for cards in combinations(sorted(hand), size):
            play = spread_of(cards)
            if play:
                yield play


@dataclass(slots=True)
class BigTwoReferee:
    """One hand: what the players lay and pass, as somebody who watches them would keep book.

    ``spare`` has the card that is left over, if one is.
    """

    hands: list[set[int]]
    spare: set[int]
    unplayed: int  # how many times a player pays who has not played a card
    turn: int = 0
    opening: bool = True
    over: bool = False
    top: Spread | None = None
    silent: set[int] = field(default_factory=set[int])  # who has passed since the highest play
    idle: set[int] = field(default_factory=set[int])  # who has not played a card
    winners: list[int] = field(default_factory=list[int])  # of each trick that came to its end

    def __post_init__(self) -> None:
        """Find who leads, and give that player the card that is left over."""
        lowest = min(
            set(range(8)) - self.spare
        )  # the 3 of diamonds, or the next if it is left over
        self.turn = next(seat for seat, held in enumerate(self.hands) if lowest in held)
        self.hands[self.turn] |= self.spare
        self.idle = set(range(len(self.hands)))

    def legal(self, seat: int) -> dict[str, Spread | None]:
        """Return all that a player may do, and the play where it is one."""
        if self.over or seat != self.turn:
            return {}
        held = self.hands[seat]
        if self.top:
            same_size = plays(held, [len(self.top.cards)])
            higher = (play for play in same_size if beats(play, self.top))
            return {"pass": None, **{str(play): play for play in higher}}
        leads = plays(held, [1, 2, 3, 5])
        return {str(play): play for play in leads if not self.opening or LOWEST in play.cards}

    def do(self, play: Spread | None) -> None:
        """Let the player whose turn it is play or pass, which has to be legal."""
        seat = self.turn
        self.turn = (seat + 1) % len(self.hands)
        if play is None:
            self.silent.add(seat)
            if len(self.silent) == len(self.hands) - 1:
                self.winners.append(self.turn)
                self.top = None
                self.silent.clear()
            return
        self.hands[seat].difference_update(play.cards)
        self.idle.discard(seat)
        self.silent.clear()
        self.top, self.opening = play, False
        if not self.hands[seat]:
            self.over = True
            self.winners.append(seat)

    def scores(self) -> tuple[int, ...]:
        """Return what each player scores for a hand that is over."""
        paid = [-self._price(seat) * len(held) for seat, held in enumerate(self.hands)]
        paid[self.winners[-1]] = -sum(paid)
        return tuple(paid)

    def _price(self, seat: int) -> int:
        if seat in self.idle:
            return self.unplayed
        return 2 if len(self.hands[seat]) >= 10 else 1
