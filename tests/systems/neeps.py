"""Neeps after the rules in words: messages and responses, bets, slams, and what bets bring."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.systems.tricks import Lays, Tricks, Words, pips

WORTH = {"baby": 5, "little": 15, "big": 30}


@dataclass(eq=False)
class Neeps(Tricks):
    """One hand for four or six. ``sent`` has what was laid down in this round of passing."""

    sent: dict[int, str] = field(default_factory=dict[int, str])
    rounds: int = 0
    bets: dict[int, tuple[int, str]] = field(default_factory=dict[int, tuple[int, str]])
    begun: set[int] = field(default_factory=set[int])

    def moves(self, seat: int) -> set[Words]:
        """Return all that a seat may do but play cards."""
        found = super().moves(seat)
        if self.rounds < 2 and seat not in self.sent:
            own, facing = pips(self.hands[seat]), ("down", "up")
            if len(self.hands) == 4:
                found |= {("send", card) for card in own}
            else:
                found |= {("send", card, face) for card in own for face in facing}
        if not self.over:
            found |= {("bet", amount) for amount in WORTH if self.may_bet(seat, amount)}
        return found

    def may_bet(self, seat: int, amount: str) -> bool:
        """Whether a seat has played no card, and the bet tops one that a partner made, if any."""
        bettor, standing = self.bets.get(self.side(seat), (None, ""))
        return (
            seat not in self.begun
            and seat != bettor
            and WORTH[amount] > (WORTH[standing] if standing else 0)
        )

    def lay(self, seat: int, laid: Lays) -> None:
        """Play cards, which closes a seat's bets."""
        super().lay(seat, laid)
        self.begun.add(seat)

    def prepare(self, seat: int, words: Words) -> None:
        """Bet, or lay a card down to be passed."""
        match words:
            case ("bet", amount):
                self.bets[self.side(seat)] = seat, amount
            case ("send", card, *_):
                self.sent[seat] = card
                self.hands[seat] -= {card: 1}
                if len(self.sent) == len(self.hands):
                    self._pass_on()
            case _:
                raise ValueError(words)

    def _pass_on(self) -> None:
        for seat, card in self.sent.items():
            self.hands[self.after(seat, 2 if self.rounds == 0 else -2)][card] += 1
        self.sent, self.rounds = {}, self.rounds + 1
        if self.rounds == 2:
            self.playing, self.turn = True, self.after(self.dealer)

    def side(self, seat: int) -> int:
        """Say to which team a seat belongs."""
        return seat % 2

    def taker(self, seat: int) -> int:
        """Say which team captures a trick that a seat has won."""
        return 1 - self.side(seat) if self.bombed else self.side(seat)

    def others(self, seat: int) -> list[int]:
        """Return the opponents."""
        return [one for one in self.seats if self.side(one) != self.side(seat)]

    def helpers(self, seat: int) -> list[int]:
        """Return the partners who hold cards."""
        return [one for one in self.holding if self.side(one) == self.side(seat) and one != seat]

    def ended(self) -> bool:
        """Whether a team is out."""
        return len({self.side(seat) for seat in self.holding}) < 2

    def slams(self) -> int:
        """Say how many go out one after the other behind the first of their team, him included."""
        together = 0
        while together < min(3, len(self.out)) and self.side(self.out[together]) == self.side(
            self.out[0]
        ):
            together += 1
        return together

    def sheet(self) -> dict[str, list[int]]:
        """Return the entries of the score sheet of both teams."""
        going = [0, 0]
        for place, seat in enumerate(self.out):
            same = place < self.slams()
            going[self.side(seat)] += self.earned[self.out[0] if same else seat]
        return {
            "going.out": going,
            "captured.cards": [self.captured[team] for team in (0, 1)],
            "bets.paid": self.paid(),
        }

    def paid(self) -> list[int]:
        """Return what bets bring to both teams."""
        paid = [0, 0]
        for team, (bettor, amount) in self.bets.items():
            if bettor == self.out[0]:
                paid[team] += WORTH[amount] * len(self.hands) // 2
            else:
                paid[1 - team] += WORTH[amount]
        return paid
