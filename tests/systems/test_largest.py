"""The lists of sets and stairs in the designer's document are too short, and by how much."""

import pytest

from haggis_rules import load
from tests.systems.largest import Hands, fits, widest

FOUR, FIVE = "royg", "roygb"
TABLES = {
    ("neeps", 4): Hands(FOUR, 2, 18),
    ("neeps", 6): Hands(FOUR, 3, 18),
    ("tatties", 3): Hands(FIVE, 1, 14),
    ("tatties", 5): Hands(FIVE, 2, 18),
}
# How far the document's lists go: the largest set, and the widest stair. It has none for Tatties
# but those of Neeps.
LISTED = {("neeps", 4): (11, 8), ("neeps", 6): (14, 9)}


@pytest.mark.parametrize(
    ("table", "sets", "stairs"),
    [
        (("neeps", 4), 11, 9),
        (("neeps", 6), 15, 10),
        (("tatties", 3), 8, 6),
        (("tatties", 5), 13, 10),
    ],
    ids=str,
)
def test_the_largest_set_and_the_widest_stair_are_found_with_a_hand(
    table: tuple[str, int], sets: int, stairs: int
) -> None:
    name, players = table
    rules, hands = load(name, players=players), TABLES[table]
    largest, wide = widest(rules, hands, 1), widest(rules, hands, 2)
    assert (largest.width, wide.width) == (sets, stairs)
    for found in (largest, wide):
        assert fits(hands, found.witness), found.witness
    assert all(widest(rules, hands, length).width < wide.width for length in (3, 4, 5))


@pytest.mark.parametrize(("table", "listed"), LISTED.items(), ids=["four", "six"])
def test_the_definitions_allow_more_than_the_lists(
    table: tuple[str, int], listed: tuple[int, int]
) -> None:
    name, players = table
    rules, hands = load(name, players=players), TABLES[table]
    largest, wide = widest(rules, hands, 1).width, widest(rules, hands, 2).width
    assert (largest > listed[0], wide > listed[1]) == (players == 6, True)


def test_more_cards_than_a_hand_has_do_not_fit() -> None:
    hands = TABLES["neeps", 4]
    assert fits(hands, "9r 9r J Q K")
    assert not fits(hands, "9r 9r 9r")
    assert not fits(hands, "9r J J")
    assert not fits(hands, "9b")
