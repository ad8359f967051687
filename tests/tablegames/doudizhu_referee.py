"""A referee of Doudizhu in plain Python, from the rules in words: it knows nothing of the engine.

A hand is how many cards it has of each rank, since suits never matter.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "small", "big")
LONGEST_ROW = 12  # from 3 to the ace
SMALL, BIG = 13, 14
BIDS = {"one": 1, "two": 2, "three": 3}
PLAYERS = 3

Cards = tuple[int, ...]  # a rank for each card, from the lowest


class Laid(NamedTuple):
    """Some cards as a kind of play: only plays of one kind and length are compared by ``top``."""

    kind: str
    length: int
    top: int
    cards: Cards

    def __str__(self) -> str:
        shown = " ".join(RANKS[rank] for rank in self.cards)
        if self.kind == "rocket":
            return f"play {shown} = rocket"
        return f"play {shown} = {self.kind}{self.length or ''}@{RANKS[self.top]}"


def beats(new: Laid, old: Laid) -> bool:
    """Return whether a play may be laid on another."""
    if old.kind == "rocket":
        return False
    if new.kind == "rocket":
        return True
    if (new.kind == "bomb") != (old.kind == "bomb"):
        return new.kind == "bomb"
    return (new.kind, new.length) == (old.kind, old.length) and new.top > old.top


def plays(hand: Sequence[int]) -> Iterator[Laid]:
    """Yield all that a hand can play, as a leader may."""
    yield from _alike(hand)
    yield from _rows(hand)
    if hand[SMALL] and hand[BIG]:
        yield Laid("rocket", 0, BIG, (SMALL, BIG))


def _alike(hand: Sequence[int]) -> Iterator[Laid]:
    """Yield plays about cards of one rank, with what may come along."""
    for rank, count in enumerate(hand):
        for number, kind in enumerate(("single", "pair", "triple", "bomb"), 1):
            if count >= number:
                yield Laid(kind, 0, rank, (rank,) * number)
        if count >= 3:
            three = Laid("triple", 0, rank, (rank,) * 3)
            yield from _with_wings(hand, three, ("triple-single", "triple-pair"), 1)
        if count >= 4:
            four = Laid("bomb", 0, rank, (rank,) * 4)
            yield from _with_wings(hand, four, ("quad-singles", "quad-pairs"), 2)


def _rows(hand: Sequence[int]) -> Iterator[Laid]:
    """Yield straights, straights of pairs, and planes with and without wings."""
    for width, kind, least in ((1, "straight", 5), (2, "pair-straight", 3), (3, "plane", 2)):
        for first in range(LONGEST_ROW):
            for after in range(first + 1, LONGEST_ROW + 1):
                if hand[after - 1] < width:
                    break
                length = after - first
                if length < least:
                    continue
                row = tuple(rank for rank in range(first, after) for _ in range(width))
                play = Laid(kind, length, after - 1, row)
                yield play
                if kind == "plane":
                    yield from _with_wings(hand, play, ("plane-singles", "plane-pairs"), length)


def _with_wings(
    hand: Sequence[int], core: Laid, kinds: tuple[str, str], wings: int
) -> Iterator[Laid]:
    """Yield a play with so many further cards, and with so many pairs, all of different ranks."""
    singly, in_pairs = kinds
    others = [rank for rank, count in enumerate(hand) if count and rank not in core.cards]
    for chosen in combinations(others, wings):
        if SMALL not in chosen or BIG not in chosen:
            yield core._replace(kind=singly, cards=tuple(sorted(core.cards + chosen)))
    doubles = [rank for rank in others if hand[rank] >= 2]
    for chosen in combinations(doubles, wings):
        yield core._replace(kind=in_pairs, cards=tuple(sorted(core.cards + chosen + chosen)))


@dataclass(slots=True)
class LandlordHand:
    """One hand: what the players say and do, as somebody who watches them would keep book."""

    hands: list[list[int]]
    kitty: list[int]
    turn: int
    bid: int = 0
    landlord: int | None = None
    spoken: int = 0
    auction: bool = True
    over: bool = False
    top: Laid | None = None
    passes: int = 0
    stake: int = 0
    times_played: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    winners: list[int] = field(default_factory=list[int])  # of each trick that came to its end

    def legal(self, seat: int) -> dict[str, Laid | None]:
        """Return all that a player may say or do, and the play where it is one."""
        if self.over or seat != self.turn:
            return {}
        if self.auction:
            higher = [f"bid {word}" for word, points in BIDS.items() if points > self.bid]
            return dict.fromkeys([*higher, "decline"])
        if self.top is None:
            return {str(play): play for play in plays(self.hands[seat])}
        higher_plays = (play for play in plays(self.hands[seat]) if beats(play, self.top))
        return {"pass": None, **{str(play): play for play in higher_plays}}

    def do(self, deed: str) -> None:
        """Let the player whose turn it is do what is legal."""
        play = self.legal(self.turn)[deed]
        if self.auction:
            self._speak(deed)
        elif play is None:
            self.passes += 1
            self.turn = (self.turn + 1) % PLAYERS
            if self.passes == PLAYERS - 1:
                self.winners.append(self.turn)
                self.top, self.passes = None, 0
        else:
            self._lay(play)

    def _speak(self, deed: str) -> None:
        self.spoken += 1
        if deed != "decline":
            self.bid, self.landlord = BIDS[deed.removeprefix("bid ")], self.turn
        self.turn = (self.turn + 1) % PLAYERS
        if self.bid < 3 and self.spoken < PLAYERS:
            return
        self.auction = False
        if self.landlord is None:
            self.over = True
            return
        self.turn, self.stake = self.landlord, self.bid
        for rank, count in enumerate(self.kitty):
            self.hands[self.landlord][rank] += count

    def _lay(self, play: Laid) -> None:
        for rank in play.cards:
            self.hands[self.turn][rank] -= 1
        self.times_played[self.turn] += 1
        self.stake *= 2 if play.kind in {"bomb", "rocket"} else 1
        if not sum(self.hands[self.turn]):
            self.over = True
            self.stake *= 2 if self._spring() else 1
            self.winners.append(self.turn)
            return
        self.top, self.passes = play, 0
        self.turn = (self.turn + 1) % PLAYERS

    def _spring(self) -> bool:
        """Return whether the losers have played nothing, or no more than the first lead."""
        played = [n for seat, n in enumerate(self.times_played) if seat != self.landlord]
        led = sum(self.times_played) - sum(played)
        return not any(played) if self.turn == self.landlord else led == 1

    def scores(self) -> tuple[int, ...]:
        """Return what each player scores for a hand that is over."""
        if self.landlord is None:
            return (0,) * PLAYERS
        sign = 1 if self.winners[-1] == self.landlord else -1
        return tuple(
            sign * self.stake * (2 if seat == self.landlord else -1) for seat in range(PLAYERS)
        )
