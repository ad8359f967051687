"""The vectors of the page on porting, computed again by a program written from that page alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.ir.game import Owner
from haggis_rules.semantics.random_streams import (
    SplitMix64,
    StreamPurpose,
    output,
    random_stream,
    shuffled,
)

PAGE = Path(__file__).parents[2] / "docs" / "porting.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has pages")
WORD, HALF = 2**64, 2**32


# What the page says, and nothing of the package.


class Ported:
    """A generator as the page has it, which counts its outputs."""

    def __init__(self, state: int) -> None:
        self.state, self.taken = state, 0

    def output(self) -> int:
        """Return the next output."""
        self.state = (self.state + 0x9E3779B97F4A7C15) % WORD
        self.taken += 1
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a number below a bound."""
        if n < HALF:
            while True:
                m = (self.output() >> 32) * n
                if m % HALF >= HALF % n:
                    return m >> 32
        k = len(f"{n - 1:b}")
        w = (k + 63) // 64
        while True:
            bits = "".join(f"{self.output():064b}" for _ in range(w))
            if int(bits[:k], 2) < n:
                return int(bits[:k], 2)

    def shuffle(self, cards: list[str]) -> list[str]:
        """Shuffle cards where they lie."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def stream(seed: int, numbers: list[int]) -> Ported:
    s = seed
    for k in numbers:
        s = Ported(s).output() ^ k
    return Ported(s)


# The tables of the page, by their sections.


def rows(section: str) -> Iterator[list[str]]:
    """Yield each row of the last table of a section, without its head."""
    _, _, rest = PAGE.read_text("utf-8").partition(f"### {section}\n")
    lines = rest.partition("\n### ")[0].partition("\n## ")[0].splitlines()
    ends = [index for index, line in enumerate(lines) if line.startswith("| ---")]
    for line in lines[ends[-1] + 1 :]:
        if not line.startswith("| "):
            return
        yield [cell.strip().strip("`") for cell in line.strip("|").split("|")]


def test_the_outputs_are_those_of_the_page() -> None:
    found = list(rows("The generator"))
    assert len(found) == 3
    for state, *outputs in found:
        ported, chance = Ported(int(state)), SplitMix64(int(state))
        for wanted in outputs:
            assert f"{ported.output():016x}" == f"{chance.next():016x}" == wanted


def test_the_numbers_below_a_bound_are_those_of_the_page() -> None:
    rejected = set[bool]()
    for bound, numbers, outputs in rows("A number below a bound"):
        ported, chance = Ported(1), SplitMix64(1)
        wanted = [int(one) for one in numbers.split()]
        assert [ported.below(int(bound)) for _ in wanted] == wanted
        assert [chance.below(int(bound)) for _ in wanted] == wanted
        assert ported.taken == int(outputs)
        assert chance.getstate() == (ported.state,)
        rejected.add(int(bound) < HALF and ported.taken > len(wanted))
    assert rejected == {True, False}


def test_the_shuffle_is_that_of_the_page() -> None:
    ((wanted,),) = rows("A shuffle")
    cards = [str(one) for one in range(1, 11)]
    assert Ported(1).shuffle(list(cards)) == shuffled(cards, SplitMix64(1)) == wanted.split()


def test_the_streams_are_those_of_the_page() -> None:
    for seed, words, state, first in rows("Streams"):
        numbers = [int(one) for one in words.split()]
        ported = stream(int(seed), numbers)
        chance = random_stream(int(seed), StreamPurpose(numbers[0]), *numbers[1:])
        assert chance.getstate() == (ported.state,) == (int(state, 16),)
        assert ported.output() == chance.next() == output(int(state, 16)) == int(first, 16)


def test_every_purpose_is_told() -> None:
    text = PAGE.read_text("utf-8")
    _, _, table = text.partition("| Purpose | Numbers |\n| --- | --- |\n")
    told = [line.strip("|").split("|")[1] for line in table.partition("\n\n")[0].splitlines()]
    assert [int(one.split(",")[0]) for one in told] == [one.value for one in StreamPurpose]


def test_the_deals_are_those_of_the_page() -> None:
    pips = [f"{rank}{suit}" for rank in range(2, 11) for suit in "royg"]
    told = {(int(hand), where): cards.split() for hand, where, cards in rows("A deal")}
    assert len(told) == 6
    for hand in (1, 2):
        mixed = stream(1, [2, hand]).shuffle(list(pips))
        parts = {"seat 1": mixed[:14], "seat 2": mixed[14:28], "haggis": mixed[28:]}
        for where, cards in parts.items():
            assert sorted(cards, key=pips.index) == told[hand, where]
    assert {(1, where): cards for where, cards in dealt().items()} == {
        key: cards for key, cards in told.items() if key[0] == 1
    }


def dealt() -> dict[str, list[str]]:
    """Return the pips of the first hand as the engine deals them."""
    table, found = load("classic", players=2).new_match(1).position, dict[str, list[str]]()
    for zone, held in zip(table.rules.game.zones, table.state.zones, strict=True):
        each = (held,) if isinstance(held, int) else held
        for number, cards in enumerate(each, start=1):
            where = zone.name if zone.owner is Owner.NOBODY else f"seat {number}"
            pips = [card for card in table.rules.show(cards).split() if card not in "JQK"]
            if pips:
                found[where] = pips
    return found


def test_the_second_hand_of_a_match_is_that_of_the_page() -> None:
    told = {where: cards.split() for hand, where, cards in rows("A deal") if hand == "2"}
    match, chance = load("classic", players=2).new_match(1), random_stream(1, StreamPurpose.PLAYOUT)
    while match.hand < 2:
        seat = match.to_act[chance.below(len(match.to_act))]
        actions = match.actions(seat)
        match = match.apply(actions[chance.below(len(actions))])
    hands = match.position.start.zones[0]
    assert isinstance(hands, tuple)
    for number, cards in enumerate(hands, start=1):
        assert match.rules.show(cards).split()[:-3] == told[f"seat {number}"]


def test_the_random_actions_are_those_of_the_page() -> None:
    found, ported = list(rows("Random players")), stream(1, [4])
    table, chance = load("classic", players=2).new_hand(1), random_stream(1, StreamPurpose.PLAYOUT)
    assert [int(row[0]) for row in found] == list(range(1, 11))
    for _, seats, seat, count, drawn, taken in found:
        there = [int(one) - 1 for one in seats.split()]
        assert list(table.to_act) == there
        assert ported.below(len(there)) == chance.below(len(there)) == int(seat)
        actions = table.actions(there[int(seat)])
        assert len(actions) == int(count)
        assert ported.below(int(count)) == chance.below(len(actions)) == int(drawn)
        assert table.rules.show_action(actions[int(drawn)], seated=True) == taken
        table = table.apply(actions[int(drawn)])


def test_a_port_with_a_mistake_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def from_the_front(self: Ported, cards: list[str]) -> list[str]:
        for first in range(len(cards) - 1):
            other = first + self.below(len(cards) - first)
            cards[first], cards[other] = cards[other], cards[first]
        return cards

    monkeypatch.setattr(Ported, "shuffle", from_the_front)
    with pytest.raises(AssertionError):
        test_the_shuffle_is_that_of_the_page()
    with pytest.raises(AssertionError):
        test_the_deals_are_those_of_the_page()
