"""How the records of the largest sets and the widest stairs were made: both are led in one hand.

Seat 1 leads the set and wins with it. It goes on with its lowest card, which seat 2 takes with a
king, and seat 2 leads the stair. There the record ends. ``python -m tests.extremes.building_plays``
writes the records anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from haggis_rules import MatchState, load
from haggis_rules.records.writer import text_of
from tests.extremes.building import dealt
from tests.extremes.building_neeps import (
    COURTS,
    FIVE,
    FOUR,
    SIX,
    THREE,
    Hands,
    Seating,
    five,
    neeps,
    three,
)

FOLDER = Path(__file__).parent
CORE = Seating("neeps-core", 6, "royg", 3, 18)
NINE = "9"  # the rank of the set


@dataclass(frozen=True)
class Wanted:
    """A table, how large a set is led, how wide a stair, and on which ranks."""

    seating: Seating
    set: int
    stair: int
    ranks: tuple[str, ...] = ("5", "6")
    option: str = ""

    @property
    def path(self) -> Path:
        """The place of the record."""
        names = [self.seating.system, str(self.seating.players), self.option, "plays.jsonl"]
        return FOLDER / "-".join(filter(None, names))

    @property
    def pips(self) -> list[str]:
        """The pips of the stair: as many on each rank as a player can have."""
        seating = self.seating
        most = min(self.stair, seating.pips // len(self.ranks))
        found = ([card for card in seating.deck if card[:-1] == rank] for rank in self.ranks)
        return [card for each in found for card in each[:most]]

    @property
    def plays(self) -> tuple[str, str]:
        """The set and the stair, as they are played."""
        nines = [card for card in self.seating.deck if card[:-1] == NINE]
        largest = [*nines, *COURTS[: self.set - len(nines)]]
        courts = COURTS[: self.stair * len(self.ranks) - len(self.pips)]
        stair = f"stair{self.stair}x{len(self.ranks)}@{self.ranks[-1]}"
        wide = f"{' '.join([*self.pips, *courts])} = {stair}"
        return f"{' '.join(largest)} = set{self.set}@{NINE}", wide

    @property
    def hands(self) -> Hands:
        """The pips of each seat, the lowest first in the first hand, and then what is left over."""
        seating = self.seating
        nines = [card for card in seating.deck if card[:-1] == NINE]
        left = seating.deck
        for card in [*nines, *self.pips]:
            left.remove(card)
        hands: Hands = []
        for first in (nines, self.pips, *([] for _ in range(seating.players - 2))):
            more = seating.pips - len(first)
            hands.append([*left[:more], *first])
            left = left[more:]
        return [*hands, left]


def begun(wanted: Wanted) -> MatchState:
    """Come to the tricks, in which seat 1 leads."""
    seating, (*hands, left) = wanted.seating, wanted.hands
    match seating.system, seating.players:
        case "tatties", 3:
            return three(hands, left, bid=False).match
        case "tatties", _:
            return five(hands, bid=False).match
        case "neeps" | "neeps-core", _:
            return neeps(seating, hands).match
        case _:
            options = {wanted.option: True} if wanted.option else {}
            return dealt(load(seating.system, players=seating.players, **options), wanted.hands)


def led(wanted: Wanted) -> MatchState:
    """Lead the set, if there are sets, and then the stair."""
    largest, stair = wanted.plays
    lowest = wanted.hands[0][0]
    tricks = [[(1, largest)]] if wanted.set else []
    tricks += [[(1, lowest), (2, COURTS[-1])], [(2, stair)]]
    match = begun(wanted)
    for trick in tricks:
        for seat, cards in trick:
            while turn(match) != seat:
                match = said(match, f"{turn(match)}: pass")
            match = said(match, f"{seat}: play {cards}")
        while trick is not tricks[-1] and match.value("top") is not None:
            match = said(match, f"{turn(match)}: pass")
    return match


def said(match: MatchState, deed: str) -> MatchState:
    """Act, as it is said at the table. Raises ``IllegalAction``."""
    return match.apply(match.rules.parse_action(deed))


def turn(match: MatchState) -> int:
    """Return whose turn it is, the first seat being 1."""
    found = match.value("turn")
    assert isinstance(found, int)
    return found + 1


def all_wanted() -> Iterator[Wanted]:
    """Yield every record."""
    for system in ("classic", "wikipedia"):
        yield Wanted(Seating(system, 2, "royg", 1, 14), 7, 5)
    for system in ("classic", "tournament", "wikipedia"):
        yield Wanted(Seating(system, 3, "roygb", 1, 14), 8, 6)
    yield Wanted(Seating("cats", 2, "royg", 1, 14), 7, 4, ("5", "6", "7"))
    for option in ("", "sets"):
        yield Wanted(Seating("rogers", 2, "royg", 1, 14), 7 if option else 0, 5, option=option)
        yield Wanted(Seating("rogers", 3, "roygb", 1, 14), 8 if option else 0, 6, option=option)
    yield Wanted(FOUR, 11, 9)
    yield Wanted(SIX, 15, 10)
    yield Wanted(CORE, 15, 10)
    yield Wanted(THREE, 8, 6)
    yield Wanted(FIVE, 13, 10)


def main() -> None:
    """Write the records."""
    for wanted in all_wanted():
        wanted.path.write_text(text_of(led(wanted)), encoding="utf-8")


if __name__ == "__main__":
    main()
