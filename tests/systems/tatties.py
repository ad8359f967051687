"""Tatties after the rules in words: the auction, the exchange, and what a bid brings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.systems.tricks import Tricks, Words, pips

BIDS = {"fifteen": 15, "thirty": 30, "forty-five": 45}
CARDS = {"fifteen": 3, "thirty": 2, "forty-five": 1}


@dataclass(eq=False)
class Tatties(Tricks):
    """One hand for three or five. ``points`` are those of the match, ``kitty`` lies top first."""

    points: tuple[int, ...] = ()
    kitty: list[str] = field(default_factory=list[str])
    bidding: list[int] = field(default_factory=list[int])  # who is in, whoever is asked in front
    bid: str = ""
    declarer: int | None = None
    ally: int | None = None
    owed: int = 0
    laid: dict[int, list[str]] = field(default_factory=dict[int, list[str]])

    def __post_init__(self) -> None:
        self.bidding = [self.after(self.dealer, steps) for steps in self.seats]

    def moves(self, seat: int) -> set[Words]:
        """Return all that a seat may do but play cards."""
        if self.over:
            return set()
        if self.playing:
            return super().moves(seat)
        if self.bidding:
            ways: set[Words] = {("bid", bid) for bid in BIDS if self.may_bid(seat, bid)}
            ways.add(("decline",))
            return ways if self.bidding[0] == seat else set()
        if len(self.hands) == 3:
            own = pips(self.hands[seat]) if seat == self.declarer else set[str]()
            return {("discard", card) for card in own}
        return self._exchanges(seat)

    def may_bid(self, seat: int, bid: str) -> bool:
        """Whether a bid is higher, or is matched by a player with fewer points."""
        if self.declarer is None or BIDS[bid] > BIDS[self.bid]:
            return True
        return bid == self.bid and self.points[seat] < self.points[self.declarer]

    def _exchanges(self, seat: int) -> set[Words]:
        assert self.declarer is not None
        due, mine = CARDS[self.bid], len(self.laid[seat])
        if len(self.laid[self.declarer]) < due:
            asked = {self.declarer}
        else:
            asked = {one for one in self.seats if len(self.laid[one]) < due}
        if not asked and seat == self.declarer:
            return {("swap", f"seat {to + 1}") for to in self.seats if to != seat}
        how = "lay" if seat == self.declarer else "offer"
        own = pips(self.hands[seat]) if seat in asked and mine < due else set[str]()
        return {(how, card) for card in own}

    def prepare(self, seat: int, words: Words) -> None:
        """Bid, or exchange cards."""
        match words:
            case ("bid", bid):
                self.bid, self.declarer = bid, seat
                self._next_bidder([*self.bidding[1:], seat])
            case ("decline",):
                self._next_bidder(self.bidding[1:])
            case ("discard", card):
                self.hands[seat] -= {card: 1}
                self.kitty.append(card)
                self.owed -= 1
                if self.owed == 0:
                    self._begin()
            case ("lay" | "offer", card):
                self.hands[seat] -= {card: 1}
                self.laid[seat].append(card)
            case ("swap", to):
                self._swap(seat, int(to.removeprefix("seat ")) - 1)
            case _:
                raise ValueError(words)

    def _next_bidder(self, bidding: list[int]) -> None:
        self.bidding = bidding
        if bidding and bidding != [self.declarer]:
            return
        self.bidding = []
        if self.declarer is None:
            self._begin()
        elif len(self.hands) == 3:
            self.owed = CARDS[self.bid]
            self.hands[self.declarer] += Counter(self.kitty[: self.owed])
            self.kitty = self.kitty[self.owed :]
        else:
            self.laid = {seat: [] for seat in self.seats}

    def _swap(self, seat: int, to: int) -> None:
        self.ally = to
        self.laid[seat], self.laid[to] = self.laid[to], self.laid[seat]
        for one, cards in self.laid.items():
            self.hands[one] += Counter(cards)
        self._begin()

    def _begin(self) -> None:
        self.playing, self.turn = True, self.opener()

    def opener(self) -> int:
        """Say who leads to the first trick."""
        if self.declarer is not None:
            return self.declarer
        order = [self.after(self.dealer, steps) for steps in range(1, len(self.hands) + 1)]
        return min(order, key=lambda seat: self.points[seat])

    def side(self, seat: int) -> int:
        """Everybody captures for himself."""
        return seat

    def taker(self, seat: int) -> int:
        """Return the cards to the winner, whatever he won with."""
        return seat

    def others(self, seat: int) -> list[int]:
        """Return everybody else."""
        return [one for one in self.seats if one != seat]

    def helpers(self, seat: int) -> list[int]:
        """Return the other of declarer and partner, if he holds cards."""
        pair = {self.declarer, self.ally}
        if len(self.hands) == 3 or self.declarer is None or seat not in pair:
            return []
        return [one for one in self.holding if one in pair and one != seat]

    def ended(self) -> bool:
        """Whether all but one are out."""
        return len(self.holding) == 1

    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet of each seat."""
        going = [self.earned[seat] for seat in self.seats]
        if self.ally is not None and self.out[:2] == [self.declarer, self.ally]:
            going[self.ally] = going[self.out[0]]
        captured = [self.captured[seat] for seat in self.seats]
        captured[self.out[0]] += len(self.kitty)
        return {"going.out": going, "captured.cards": captured, "bids.paid": self.paid()}

    def paid(self) -> list[int]:
        """Return what the bid brings to each seat."""
        paid, first = [0] * len(self.hands), self.out[0]
        if self.declarer is None:
            return paid
        bid, twice = BIDS[self.bid], len(self.hands) == 5
        if first == self.declarer:
            paid[first] = 2 * bid if twice else bid
            if self.ally is not None:
                paid[self.ally] = bid
            return paid
        for seat in set(self.seats) - {self.declarer, self.ally}:
            paid[seat] = bid * 2 // 3 if seat == first else bid // 3
        return paid
