"""How the records of Neeps and Tatties were made: who is dealt what, and what each does.

Who is not named in a trick passes. ``python -m tests.extremes.building_neeps`` writes the records
anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from haggis_rules import MatchState, Rules, load
from haggis_rules.notation.values import Json
from haggis_rules.records.writer import text_of

FOLDER = Path(__file__).parent
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10"]
COURTS = ["J", "Q", "K"]

Hands = list[list[str]]  # the pips that each seat holds when the tricks begin
Laid = tuple[int, str]  # who plays, and what


@dataclass(frozen=True)
class Seating:
    """A table: the letters of the suits, copies of each pip, how many each is dealt."""

    system: str
    players: int
    suits: str
    copies: int
    pips: int

    @property
    def deck(self) -> list[str]:
        """All pips, the lowest first."""
        return [rank + suit for rank in RANKS for _ in range(self.copies) for suit in self.suits]

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return load(self.system, players=self.players)


FOUR, SIX = Seating("neeps", 4, "royg", 2, 18), Seating("neeps", 6, "royg", 3, 18)
THREE, FIVE = Seating("tatties", 3, "roygb", 1, 14), Seating("tatties", 5, "roygb", 2, 18)


class Course:
    """A hand as it goes on."""

    def __init__(
        self, seating: Seating, hands: Hands, *, dealer: int, kitty: Sequence[str]
    ) -> None:
        rules = seating.rules
        places = ("kitty.top", "kitty.middle", "kitty.bottom")
        dealt: dict[str, Json] = {"hand": [[*hand, *COURTS] for hand in hands]}
        dealt |= {place: [card] for place, card in zip(places, kitty, strict=False)}
        dealing: Json = {"dealt": dealt, "drawn": {"dealer": dealer - 1}}
        self.match: MatchState = rules.dealt_match(rules.dealing_from_json(dealing, first=True))

    def do(self, *deeds: str) -> None:
        """Act, as it is said at the table. Raises ``IllegalAction``."""
        for deed in deeds:
            self.match = self.match.apply(self.match.rules.parse_action(deed))

    @property
    def turn(self) -> int:
        """Whose turn it is, the first seat being 1."""
        turn = self.match.value("turn")
        assert isinstance(turn, int)
        return turn + 1

    def trick(self, *plays: Laid) -> None:
        """Lay plays in this order, and then pass until the trick or the hand is over."""
        for seat, cards in plays:
            while self.turn != seat:
                self.do(f"{self.turn}: pass")
            self.do(f"{seat}: play {cards}")
        while not self.match.undealt and self.match.value("top") is not None:
            self.do(f"{self.turn}: pass")

    def alone(self, seat: int, cards: Iterable[str]) -> None:
        """Lead one card after the other."""
        for card in cards:
            self.trick((seat, card))


def shared_out(seating: Seating) -> tuple[Hands, list[str]]:
    """Deal the pips card by card, the lowest first; what is left over comes second."""
    dealt = seating.players * seating.pips
    hands = [seating.deck[seat : dealt : seating.players] for seat in range(seating.players)]
    return hands, seating.deck[dealt:]


def neeps(seating: Seating, hands: Hands, *, bets: bool = False) -> Course:
    """Come to the tricks of a hand of Neeps: each has his message sent back. Seat 1 leads."""
    course = Course(seating, hands, dealer=seating.players, kitty=())
    if bets:
        course.do("1: bet big", "2: bet big")
    down = " down" if seating.players == 6 else ""
    for back in (0, 2):
        for seat in range(seating.players):
            course.do(f"{seat + 1}: send {hands[seat - back][0]}{down}")
    return course


def three(hands: Hands, kitty: Sequence[str], *, bid: bool) -> Course:
    """Come to the tricks of a hand of three; the card that seat 1 draws is put back."""
    course = Course(THREE, hands, dealer=1 if bid else 3, kitty=kitty)
    if bid:
        course.do("1: bid forty-five", "2: decline", "3: decline", f"1: discard {kitty[0]}")
    else:
        course.do("3: decline", "1: decline", "2: decline")
    return course


def five(hands: Hands, *, bid: bool) -> Course:
    """Come to the tricks of a hand of five, in which seat 2 is the partner if there is a bid."""
    held = [list(hand) for hand in hands]
    if bid:
        held[0][0], held[1][0] = held[1][0], held[0][0]
    course = Course(FIVE, held, dealer=1 if bid else 5, kitty=())
    if not bid:
        course.do("5: decline", *(f"{seat}: decline" for seat in range(1, 5)))
        return course
    course.do("1: bid forty-five", *(f"{seat}: decline" for seat in range(2, 6)))
    offers = (f"{seat}: offer {held[seat - 1][0]}" for seat in range(2, 6))
    course.do(f"1: lay {held[0][0]}", *offers, "1: swap 2")
    return course


def evenly(seating: Seating, lasts: Sequence[str]) -> tuple[Hands, list[str], list[list[Laid]]]:
    """Deal so that all can play in every trick, a single each, until all hold one card.

    The ``lasts`` are the ranks of these, beginning with the seat that then leads. The winner of a
    trick sits before its leader and leads next; so everybody has each place in a trick in turn.
    Gives the hands, what is left over, and the tricks, the last one with the cards that are left.
    """
    count, tricks = seating.players, seating.pips + len(COURTS) - 1
    rows = [*rows_of(seating, lasts, tricks), list(lasts)]
    cards = {rank: [c for c in seating.deck if c[:-1] == rank] for rank in RANKS}
    hands: Hands = [[] for _ in range(count)]
    laid: list[list[Laid]] = [[] for _ in rows]
    for trick, row in enumerate(rows):
        for place, rank in enumerate(row):
            seat = (place - trick) % count
            card = rank if rank in COURTS else cards[rank].pop()
            laid[trick].append((seat + 1, card))
            if card not in COURTS:
                hands[seat].append(card)
    return hands, [card for rank in RANKS for card in cards[rank]], laid


def rows_of(seating: Seating, lasts: Sequence[str], tricks: int) -> Iterable[list[str]]:
    """Yield the ranks of each trick; court cards lie in the first ones, so all keep their own."""
    left = Counter({rank: seating.copies * len(seating.suits) for rank in RANKS})
    left.subtract(lasts)
    for trick in range(tricks):
        courts = COURTS if trick < seating.players else []
        most = sorted(RANKS, key=lambda rank: -left[rank])
        row = sorted(most[: seating.players - len(courts)], key=RANKS.index)
        left.subtract(row)
        yield [*row, *courts]


def least_of_partners(seating: Seating, lasts: Sequence[str]) -> Course:
    """All come down to one card; then partners go out in one trick, each over the last."""
    hands, _, tricks = evenly(seating, lasts)
    course = neeps(seating, hands)
    *others, last = tricks
    for trick in others:
        course.trick(*trick)
    course.trick(*last[::2])
    return course


def least_of_all(seating: Seating, lasts: Sequence[str]) -> Course:
    """All come down to one card; then all but one lead it in turn."""
    hands, kitty, tricks = evenly(seating, lasts)
    course = three(hands, kitty, bid=False) if seating is THREE else five(hands, bid=False)
    *others, last = tricks
    for trick in others:
        course.trick(*trick)
    for one in last[:-1]:
        course.trick(one)
    return course


def all_of_neeps(seating: Seating) -> Course:
    """Seat after seat plays all its cards, but for the last, which holds all its own."""
    hands, _ = shared_out(seating)
    return in_turn(neeps(seating, hands, bets=True), hands)


def all_of_three() -> Course:
    """Seat 1 bids and plays all its cards, and then seat 2."""
    hands, kitty = shared_out(THREE)
    return in_turn(three(hands, kitty, bid=True), hands)


def all_of_five() -> Course:
    """Seat 1 bids and plays all its cards, and so do three others."""
    hands, _ = shared_out(FIVE)
    return in_turn(five(hands, bid=True), hands)


def in_turn(course: Course, hands: Hands) -> Course:
    """Let all seats but the last play their cards, one after the other."""
    for seat, hand in enumerate(hands[:-1], start=1):
        course.alone(seat, [*COURTS, *hand])
    return course


def slam(seating: Seating) -> Course:
    """Partners play all their cards; each beats the last card of the one before."""
    hands, _ = shared_out(seating)
    course = neeps(seating, hands, bets=True)
    last: list[Laid] = []
    for seat in range(1, seating.players + 1, 2):
        low, *between, high = hands[seat - 1]
        if last:
            course.trick(*last, (seat, high))
        course.alone(seat, [*COURTS, *between, *([] if last else [high])])
        last = [(seat, low)]
    course.trick(*last)
    return course


def most_of_three() -> Course:
    """Seat 2 loses all its cards but one to seat 1, many of them in bombs; seat 3 looks on."""
    one = ["3r", "5r", "7r", "9r", "2r", "2o", "5o", "5b", "8r", "8o", "10r", "10o", "2y", "6o"]
    two = ["3o", "5y", "7g", "9b", "3y", "5g", "7b", "9o", "4r", "6r", "9y", "4o", "8y", "10y"]
    left = [card for card in THREE.deck if card not in {*one, *two}]
    course = three([one, two, left[3:]], left[:3], bid=True)
    course.trick(
        *((1, "2r 2o"), (2, "4r J = set2@4"), (1, "5o 5b"), (2, "6r Q = set2@6")),
        *((1, "8r 8o"), (2, "9y K = set2@9"), (1, "10r 10o"), (2, "3o 5y 7g 9b"), (1, "J Q")),
    )
    course.trick(
        *((1, "2y"), (2, "4o"), (1, "6o"), (2, "8y"), (1, "K")),
        *((2, "3y 5g 7b 9o"), (1, "3r 5r 7r 9r")),
    )
    course.trick((2, "10y"))
    return course


def most_of_five() -> Course:
    """Seats 2 to 4 lose all their cards but one each to seat 1; seat 5 looks on."""
    ranks = [
        {"2": 10, "3": 2, "5": 2, "7": 2, "9": 2},
        {"4": 5, "8": 3, "3": 5, "6": 2, "9": 2, "10": 1},
        {"6": 5, "9": 5, "5": 3, "4": 2, "7": 2, "10": 1},
        {"7": 5, "10": 6, "8": 5, "5": 2},
    ]
    cards = {rank: [c for c in FIVE.deck if c[:-1] == rank] for rank in RANKS}
    hands = [[cards[rank].pop(0) for rank in held for _ in range(held[rank])] for held in ranks]
    course = five([*hands, [card for rank in RANKS for card in cards[rank]]], bid=True)

    def some(seat: int, rank: str, number: int = 1) -> Laid:
        """Take so many cards of a rank that a seat has not played."""
        found = [card for card in hands[seat - 1] if card[:-1] == rank][:number]
        for card in found:
            hands[seat - 1].remove(card)
        return seat, " ".join(found)

    def rising() -> list[Laid]:
        """Return a single of each rank from 2 to 9, seat 1's the first."""
        return [some(1, "2"), *(some(2 + place % 3, str(3 + place)) for place in range(7))]

    fives = [some(1, "2", 5), some(2, "4", 5), some(3, "6", 5), some(4, "7", 5)]
    eights = (2, f"{some(2, '8', 3)[1]} J Q = set5@8")
    course.trick(*fives, eights, some(3, "9", 5), some(4, "10", 5), (1, "J Q"))
    triplets = [some(1, "2", 3), some(2, "3", 3), some(3, "5", 3), some(4, "8", 3)]
    course.trick(*triplets, (1, "3r 5r 7r 9r"))
    course.trick(*rising(), (1, "K"))
    bombs = [(3, "J K"), (4, "Q K"), (1, "3o 5o 7o 9o")]
    course.trick(*rising(), (4, "J"), (3, "Q"), (2, "K"), *bombs)
    course.do("1: give 2")
    for seat in (2, 3, 4):
        course.trick(some(seat, "10"))
    return course


def main() -> None:
    """Write the records."""
    for promise, course in (
        ("hand.least", least_of_partners(FOUR, ["9", "10", "10", "10"])),
        ("hand.least", least_of_partners(SIX, ["8", "10", "9", "10", "10", "10"])),
        ("hand.least", least_of_all(THREE, ["10", "10", "9"])),
        ("hand.least", least_of_all(FIVE, ["10"] * 5)),
        *(("hand.all", all_of_neeps(seating)) for seating in (FOUR, SIX)),
        ("hand.all", all_of_three()),
        ("hand.all", all_of_five()),
        *(("hand.most", slam(seating)) for seating in (FOUR, SIX)),
        ("hand.most", most_of_three()),
        ("hand.most", most_of_five()),
    ):
        rules = course.match.rules
        path = FOLDER / f"{rules.name}-{rules.players}-{promise}.jsonl"
        path.write_text(text_of(course.match), encoding="utf-8")


if __name__ == "__main__":
    main()
