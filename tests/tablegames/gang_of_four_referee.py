"""A referee of Gang of Four in plain Python, from its words: it knows nothing of the engine.

A card is its number and its color, so that a higher card is a greater one. A hand is a list.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

GREEN, YELLOW, RED, MULTICOLORED = range(4)
COLORS = "gyrm"
PHOENIX, DRAGON = 11, 12
HIGHEST_NUMBER = 10
FIVE_CARDS = ("straight", "flush", "full-house", "straight-flush")  # from the lowest
SAME_NUMBER = ("single", "pair", "triple")
PRICES = ((16, 5), (14, 4), (11, 3), (8, 2), (0, 1))  # from so many cards on, for each card

Card = tuple[int, int]
RAINBOW: Card = (1, MULTICOLORED)


class Combo(NamedTuple):
    """Some cards as a kind of play; of two plays of one kind, the greater ``rank`` is higher."""

    kind: str
    rank: tuple[int, ...]
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"play {shown(self.cards)} = {self.notation}"

    @property
    def notation(self) -> str:
        """The kind with what the engine tells of its rank."""
        match self.kind:
            case "gang":
                return f"gang{self.rank[0]}@{self.rank[1]}"
            case "flush":
                return f"flush@{self.rank[0]}.{self.rank[1]}"
            case "straight" | "straight-flush":
                return f"{self.kind}@{self.rank[0]}{COLORS[self.rank[1]]}"
            case _:
                return f"{self.kind}@{_number(self.rank[0])}"


def card_name(card: Card) -> str:
    """Return a card as players write it."""
    return _number(card[0]) + COLORS[card[1]]


def card_of(name: str) -> Card:
    """Return the card that a name stands for."""
    number = {"phoenix": PHOENIX, "dragon": DRAGON}.get(name[:-1])
    return number or int(name[:-1]), COLORS.index(name[-1])


def shown(cards: Iterable[Card]) -> str:
    """Return cards as players write them, the lowest first."""
    return " ".join(card_name(card) for card in sorted(cards))


def _number(number: int) -> str:
    return {PHOENIX: "phoenix", DRAGON: "dragon"}.get(number, str(number))


def beats(new: Combo, old: Combo) -> bool:
    """Return whether a play may be laid on another."""
    if new.kind == old.kind:
        return new.rank > old.rank
    if "gang" in {new.kind, old.kind}:
        return new.kind == "gang"
    if new.kind in FIVE_CARDS and old.kind in FIVE_CARDS:
        return FIVE_CARDS.index(new.kind) > FIVE_CARDS.index(old.kind)
    return False


def plays(hand: Sequence[Card]) -> Iterator[Combo]:
    """Yield all that a hand can play, as a leader may."""
    yield from _same_number(hand)
    yield from _straights(hand)
    yield from _flushes(hand)
    yield from _full_houses(hand)


def _some(cards: Iterable[Card], size: int) -> set[tuple[Card, ...]]:
    """Return every way to take so many cards; equal cards are not told apart."""
    return set(combinations(sorted(cards), size))


def _numbered(hand: Sequence[Card], number: int) -> list[Card]:
    return [card for card in hand if card[0] == number]


def _by_colors(cards: Iterable[Card]) -> tuple[int, ...]:
    return tuple(sorted((color for _, color in cards), reverse=True))


def _same_number(hand: Sequence[Card]) -> Iterator[Combo]:
    """Yield singles, pairs, triples and gangs."""
    for number in range(1, DRAGON + 1):
        held = _numbered(hand, number)
        for size, kind in enumerate(SAME_NUMBER, 1):
            for cards in _some(held, size):
                yield Combo(kind, (number, *_by_colors(cards)), cards)
        for size in range(4, len(held) + 1):
            for cards in _some(held, size):
                yield Combo("gang", (size, number), cards)


def _straights(hand: Sequence[Card]) -> Iterator[Combo]:
    """Yield straights, and those of one color once more as straight flushes."""
    for end in range(5, HIGHEST_NUMBER + 1):
        rows = [set(_numbered(hand, number)) for number in range(end - 4, end + 1)]
        for cards in product(*rows):
            rank = cards[-1]
            yield Combo("straight", rank, cards)
            if len({color for _, color in cards} - {MULTICOLORED}) == 1:
                yield Combo("straight-flush", rank, cards)


def _flushes(hand: Sequence[Card]) -> Iterator[Combo]:
    """Yield five numbers of one color, where the multicolored 1 has any."""
    for color in (GREEN, YELLOW, RED):
        fitting = [c for c in hand if c[0] <= HIGHEST_NUMBER and c[1] in {color, MULTICOLORED}]
        for cards in _some(fitting, 5):
            top, following = cards[-1][0], cards[-2][0]
            yield Combo("flush", (top, following, color), cards)


def _full_houses(hand: Sequence[Card]) -> Iterator[Combo]:
    """Yield three cards of a number with two of another."""
    numbers = range(1, HIGHEST_NUMBER + 1)
    triples = [cards for number in numbers for cards in _some(_numbered(hand, number), 3)]
    pairs = [cards for number in numbers for cards in _some(_numbered(hand, number), 2)]
    for three, two in product(triples, pairs):
        if three[0][0] != two[0][0]:
            yield Combo("full-house", (three[0][0], *_by_colors(three)), three + two)


@dataclass(slots=True)
class GangHand:
    """One hand: what the players do, as somebody who watches them would keep book."""

    hands: list[list[Card]]
    turn: int
    champion: int | None = None  # of the hand before
    loser: int | None = None
    given: int = 0  # cards in the exchange
    played: int = 0
    top: Combo | None = None
    passes: int = 0
    over: bool = False
    winners: list[int] = field(default_factory=list[int])  # of each trick that came to its end

    @property
    def exchanging(self) -> bool:
        """Whether the winner and the loser of the hand before still give each other cards."""
        return self.champion is not None and self.given < 2

    @property
    def acting(self) -> int:
        """The player who has to do something."""
        if self.exchanging:
            giver = self.champion if self.given else self.loser
            assert giver is not None
            return giver
        return self.turn

    def legal(self) -> dict[str, Combo | None]:
        """Return all that the player who has to act may do, and the play where it is one."""
        hand = self.hands[self.acting]
        if self.exchanging:
            if not self.given:
                return {f"surrender {card_name(max(hand))}": None}
            return dict.fromkeys(f"return {card_name(card)}" for card in hand)
        passing: dict[str, Combo | None] = {} if self.top is None else {"pass": None}
        return passing | {str(play): play for play in plays(hand) if self._may(play)}

    def _may(self, play: Combo) -> bool:
        """Return whether the player in turn may make a play."""
        hand, following = self.hands[self.turn], (self.turn + 1) % len(self.hands)
        if self.top is not None and not beats(play, self.top):
            return False
        if self.champion is None and not self.played and RAINBOW in hand:
            return RAINBOW in play.cards
        if len(self.hands[following]) == 1 and play.kind == "single":
            return play.cards == (max(hand),)
        return True

    def do(self, deed: str, play: Combo | None) -> None:
        """Let the player who has to act do something that is legal."""
        if self.exchanging:
            self._give(card_of(deed.split()[1]))
        elif play is None:
            self.passes += 1
            self._follow()
            if self.passes == len(self.hands) - 1:
                self.winners.append(self.turn)
                self.top, self.passes = None, 0
        else:
            self._lay(play)

    def _give(self, card: Card) -> None:
        assert self.champion is not None
        assert self.loser is not None
        giver, taker = (self.champion, self.loser) if self.given else (self.loser, self.champion)
        self.hands[giver].remove(card)
        self.hands[taker].append(card)
        self.given += 1

    def _lay(self, play: Combo) -> None:
        for card in play.cards:
            self.hands[self.turn].remove(card)
        self.played += len(play.cards)
        if not self.hands[self.turn]:
            self.over = True
            self.winners.append(self.turn)
            return
        self.top, self.passes = play, 0
        self._follow()

    def _follow(self) -> None:
        self.turn = (self.turn + 1) % len(self.hands)

    def scores(self) -> tuple[int, ...]:
        """Return what each player scores for a hand that is over."""
        counts = [len(hand) for hand in self.hands]
        return tuple(
            count * next(price for least, price in PRICES if count >= least) for count in counts
        )

    def result(self) -> tuple[int, int]:
        """Return who has won a hand that is over, and who has lost it."""
        scores, winner = self.scores(), self.winners[-1]
        after = [(winner + step) % len(scores) for step in range(1, len(scores))]
        return winner, max(after, key=lambda seat: scores[seat])
