"""How the records of classic and of its variants were made: who is dealt what, and what each does.

A play is voluntary and so is a pass, so a hand is at an end of the scale when one plays card after
card and the others look on. ``python -m tests.extremes.building`` writes the records anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from haggis_rules import MatchState, Rules, load
from haggis_rules.notation.values import Json
from haggis_rules.records.writer import text_of

FOLDER = Path(__file__).parent
SUITS = "royg", "roygb"  # with two players, and with three
ODD = ["3", "5", "7", "9"]
EVEN = ["2", "4", "6", "8", "10"]
COURTS = ["J", "Q", "K"]
PIPS = 14  # in each hand

Deed = str  # an action, as it is said at the table
Script = Iterator[Deed]
Hands = list[list[str]]


@dataclass(frozen=True)
class Wanted:
    """A record: its table, the promise whose bound it comes to, the hands, and what is done."""

    system: str
    players: int
    promise: str
    hands: Hands
    script: list[Deed]


def suited(ranks: Sequence[str], suits: str) -> list[str]:
    """Return a card of each rank in each suit, rank by rank."""
    return [f"{rank}{suit}" for rank in ranks for suit in suits]


def sharing(players: int, *held: Sequence[str]) -> Hands:
    """Return each seat the pips that it is to hold, and then of the rest, the lowest first, 14."""
    suits = SUITS[players - 2]
    ranks = sorted([*ODD, *EVEN], key=int)
    taken = {card for hand in held for card in hand}
    rest = [card for card in suited(ranks, suits) if card not in taken]
    hands: Hands = []
    for seat in range(players):
        hand = list(held[seat]) if seat < len(held) else []
        more = PIPS - len(hand)
        hands.append([*hand, *rest[:more]])
        rest = rest[more:]
    return [*hands, rest]


def dealt(rules: Rules, hands: Hands) -> MatchState:
    """Deal these pips and court cards; seat 1 leads to the first trick."""
    *held, haggis = hands
    dealing: Json = {
        "dealt": {"hand": [[*pips, *COURTS] for pips in held], "haggis": haggis},
        "drawn": {"dealer": rules.players - 1},
    }
    return rules.dealt_match(rules.dealing_from_json(dealing, first=True))


def alone(seat: int, plays: Sequence[str], others: Sequence[int]) -> Script:
    """Let a seat lead one play after the other, and the others pass."""
    for play in plays:
        yield f"{seat}: play {play}"
        yield from (f"{other}: pass" for other in others)


def all_bet(players: int) -> Script:
    """Let everybody bet big."""
    yield from (f"{seat}: bet big" for seat in range(1, players + 1))


def two_at_most() -> tuple[Hands, list[Deed]]:
    """Seat 1 plays all its cards while the other holds seventeen, and both have bet."""
    hands = sharing(2)
    script = [*all_bet(2), *alone(1, [*hands[0], *COURTS], [2])]
    return hands, script[:-1]  # nobody passes when the hand is over


def two_at_least() -> tuple[Hands, list[Deed]]:
    """Both play all cards but one; seat 1 goes out, and nobody has bet."""
    first, second = ["2r", "10r"], ["2o", "10o", "4o"]
    hands = sharing(2, first, second)
    one = [*hands[0][2:], *COURTS]
    two = [*hands[1][3:], *COURTS]
    return hands, [
        *alone(1, one, [2]),
        *("1: play 2r", "2: play 10o", "1: pass"),
        *alone(2, two, [1]),
        *("2: play 2o", "1: play 10r"),
    ]


def three_down_to_one() -> tuple[Hands, list[Deed]]:
    """Each of three plays all cards but one: 10r, 4o and 2y."""
    hands = sharing(3, ["2r", "10r"], ["2o", "10o", "4o"], ["10y", "2y"])
    one, two, three = hands[0][2:], hands[1][3:], hands[2][2:]
    return hands, [
        *alone(1, [*one, *COURTS], [2, 3]),
        *("1: play 2r", "2: play 10o", "3: pass", "1: pass"),
        *alone(2, [*two, *COURTS], [3, 1]),
        *("2: play 2o", "3: play 10y", "1: pass", "2: pass"),
        *alone(3, [*three, *COURTS], [1, 2]),
        "3: play 2y",
    ]


def three_at_least() -> tuple[Hands, list[Deed]]:
    """Seat 3 goes out first and seat 1 next, each when nobody holds more than one card."""
    hands, script = three_down_to_one()
    return hands, [*script, "1: pass", "2: pass", "1: play 10r"]


def three_at_least_beaten() -> tuple[Hands, list[Deed]]:
    """Seat 3 goes out first, but its card is beaten, and so it scores nothing for it."""
    hands, script = three_down_to_one()
    return hands, [*script, "1: play 10r"]


def three_in_all() -> tuple[Hands, list[Deed]]:
    """Seat 1 plays all its cards, and then seat 2, while seat 3 holds seventeen; all have bet."""
    hands = sharing(3)
    one, two = ([*hand, *COURTS] for hand in hands[:2])
    return hands, [*all_bet(3), *alone(1, one, [2, 3]), *alone(2, two, [3])][:-1]


def three_for_one(*award: Deed) -> tuple[Hands, list[Deed]]:
    """Seat 1 goes out; what seat 2 plays then is worth nothing, but for a bomb that seat 1 gets."""
    hands = sharing(3, [], suited(EVEN, SUITS[1])[:PIPS])
    one = [*hands[0], *COURTS]
    bomb = ["2: play J Q K", "3: pass", *award]
    script = [*all_bet(3), *alone(1, one, [2, 3]), *bomb, *alone(2, hands[1], [3])]
    return hands, script[:-1]


def three_for_one_of_rogers() -> tuple[Hands, list[Deed]]:
    """Seat 1 goes out; the others play what is worth nothing, and bombs that seat 1 gets.

    Neither of them comes to 30 points, so that both their bets fail.
    """
    two = ["2r", "4r", "4o", "4y", "6r", "6o", "6y", "8r", "8o", "8y", "10r", "10o", "2o", "10y"]
    three = ["10g", "2y", "4g", "4b", "6g", "6b", "8g", "8b", "10b", "2g", "3r", "5o", "7y", "9g"]
    hands = sharing(3, [], two, three)
    one = [*hands[0], *COURTS]
    return hands, [
        *all_bet(3),
        *alone(1, one, [2, 3]),
        *("2: play 2r", "3: play 10g", "2: pass"),
        *alone(3, three[1:9], [2]),
        *("3: play 3r 5o 7y 9g", "2: pass", "3: award seat 1"),
        *("3: play 2g", "2: play 4r", "3: pass"),
        *alone(2, two[2:], [3]),
        *("2: play J Q K", "2: award seat 1", "2: grant seat 1"),
    ]


def wanted() -> Iterator[Wanted]:
    """Yield every record."""
    for system in ("classic", "cats", "wikipedia", "rogers"):
        yield Wanted(system, 2, "hand.least", *two_at_least())
        yield Wanted(system, 2, "hand.all", *two_at_most())
        yield Wanted(system, 2, "hand.most", *two_at_most())
    for system in ("classic", "tournament", "wikipedia"):
        award = ["2: award seat 1"] if system == "classic" else []
        yield Wanted(system, 3, "hand.least", *three_at_least())
        yield Wanted(system, 3, "hand.all", *three_in_all())
        yield Wanted(system, 3, "hand.most", *three_for_one(*award))
    yield Wanted("rogers", 3, "hand.least", *three_at_least_beaten())
    yield Wanted("rogers", 3, "hand.all", *three_in_all())
    yield Wanted("rogers", 3, "hand.most", *three_for_one_of_rogers())


def played(one: Wanted) -> MatchState:
    """Play a hand as it is written down. Raises ``IllegalAction``."""
    rules = load(one.system, players=one.players)
    match = dealt(rules, one.hands)
    for deed in one.script:
        match = match.apply(rules.parse_action(deed))
    return match


def main() -> None:
    """Write the records."""
    for one in wanted():
        path = FOLDER / f"{one.system}-{one.players}-{one.promise}.jsonl"
        path.write_text(text_of(played(one)), encoding="utf-8")


if __name__ == "__main__":
    main()
