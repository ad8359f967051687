"""The lists of sets and stairs in the designer's document are too short, and by how much."""

from collections import Counter

import pytest

from haggis_rules import load
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.traversal import everywhere
from haggis_rules.verdicts.model import NotInductive
from tests.planted.changed import game_with
from tests.planted.fault import Reworded
from tests.systems.largest import Hands, fits, widest
from tests.verify.asking import result_of

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
    assert promised(rules.game, "sets.largest") == {sets}
    assert promised(rules.game, "stairs.widest") == {stairs}


def promised(game: Game, name: str) -> set[int]:
    """Return the numbers that a promise names."""
    (form,) = [promise.form for promise in game.promises if promise.name == name]
    assert isinstance(form, ir.AnyMade)
    return {one.value for one in everywhere(form.claim) if isinstance(one, nodes.Number)}


LOWER = [
    ("neeps", 4, "sets.largest", 11, "set11@"),
    ("neeps", 4, "stairs.widest", 9, "stair9x2@"),
    ("neeps", 6, "stairs.widest", 10, "stair10x2@"),
    ("tatties", 3, "sets.largest", 8, "set8@"),
    ("tatties", 5, "stairs.widest", 10, "stair10x2@"),
]


@pytest.mark.planted("broken rule")
@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(("variant", "players", "promise", "bound", "made"), LOWER)
def test_one_less_is_not_proved_with_a_hand_that_has_as_many(
    variant: str, players: int, promise: str, bound: int, made: str
) -> None:
    kind, most = promise.split(".", maxsplit=1)[0][:-1], f"has (width of a is at most {bound})"
    when = "when stage is tricks " if (players, kind) == (5, "stair") else ""
    said = f"promise {promise} any {kind} a from one hand {when}{most}"
    lower = Reworded(said, said.replace(f"{bound})", f"{bound - 1})"))
    found = result_of(game_with(lower, variant, players), promise)
    assert isinstance(found.verdict, NotInductive)  # as chance does not deal such a hand
    told, others = found.verdict.case.replay.split(" = ")
    assert others.startswith(made)
    assert fits(TABLES[variant, players], told)
    held = [Counter(line.split(": ")[1].split()) for line in found.verdict.case.lines[-players:]]
    assert any(Counter(told.split()) <= hand for hand in held)


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
