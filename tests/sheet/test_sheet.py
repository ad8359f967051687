"""The figures of a sheet, beside those of the sources, of an independent search, and of play."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from _pytest.mark import ParameterSet

from haggis_rules import load
from haggis_rules.analysis.sheet import FactSheet, build_fact_sheet
from haggis_rules.analysis.sheet.dealt_hands import hands
from haggis_rules.analysis.sheet.plays import PatternLine, ShownReading
from tests.games import SEATINGS, rules_of
from tests.sheet.hands import can_hold
from tests.systems.largest import Hands, fits, widest

QUICK = {("classic", 2), ("classic", 3), ("neeps", 4), ("neeps", 6), ("tatties", 3), ("cats", 2)}
FOUR, FIVE = "royg", "roygb"

# What the sources say of cards, deal and points: cards in all, pips in the deck, pips in a hand,
# what is left over, and what captured cards are worth together.
TABLE = {
    ("classic", 2): (42, 36, 14, 8, 36),
    ("cats", 2): (42, 36, 14, 8, 36),
    ("wikipedia", 2): (42, 36, 14, 8, 36),
    ("rogers", 2): (42, 36, 14, 8, 36),
    ("classic", 3): (54, 45, 14, 3, 50),
    ("tournament", 3): (54, 45, 14, 3, 50),
    ("wikipedia", 3): (54, 45, 14, 3, 50),
    ("rogers", 3): (54, 45, 14, 3, 50),
    ("neeps", 4): (84, 72, 18, 0, 84),
    ("neeps", 6): (126, 108, 18, 0, 126),
    ("tatties", 3): (54, 45, 14, 3, 54),
    ("tatties", 5): (105, 90, 18, 0, 105),
}

# The deck and the deal as the independent search takes them.
DEALT = {
    ("classic", 2): Hands(FOUR, 1, 14),
    ("classic", 3): Hands(FIVE, 1, 14),
    ("neeps", 4): Hands(FOUR, 2, 18),
    ("neeps", 6): Hands(FOUR, 3, 18),
    ("tatties", 3): Hands(FIVE, 1, 14),
    ("tatties", 5): Hands(FIVE, 2, 18),
}
LARGEST_SETS = {
    ("classic", 2): 7,
    ("classic", 3): 8,
    ("neeps", 4): 11,
    ("neeps", 6): 15,
    ("tatties", 3): 8,
    ("tatties", 5): 13,
}


def tables(known: Sequence[tuple[str, int]]) -> list[ParameterSet]:
    """Return tables to test; those that differ little from others only where time is no matter."""
    slow = [() if one in {*QUICK, ("heron", 3)} else (pytest.mark.slow,) for one in known]
    return [pytest.param(one, marks=m, id=str(one)) for one, m in zip(known, slow, strict=True)]


@cache
def sheet(name: str, players: int) -> FactSheet:
    return build_fact_sheet(rules_of(name, players))


def pattern(of: FactSheet, name: str) -> PatternLine:
    return next(line for line in of.plays[0].patterns if line.name == name)


def all_shown(of: FactSheet) -> Iterator[ShownReading]:
    for line in of.plays[0].patterns:
        found = [line.smallest, line.largest, *(shape.shown for shape in line.shapes)]
        found += [choice.shown for choice in line.choices]
        yield from (shown for shown in found if shown is not None)


def test_every_shipped_seating_has_its_place_in_the_table() -> None:
    assert {one for one in SEATINGS if one[0] != "neeps-core"} == set(TABLE)


@pytest.mark.parametrize("table", tables([*TABLE]))
def test_cards_deal_and_points_are_those_of_the_sources(table: tuple[str, int]) -> None:
    cards, pips, dealt, left, points = TABLE[table]
    found = sheet(*table)
    groups = {group.name: group.cards for group in found.deck.groups}
    assert (found.deck.total, groups["pip"]) == (cards, pips)
    hand = next(zone for zone in found.deal if zone.zone == "hand")
    assert {lot.which: lot.cards for lot in hand.lots} == {"J Q K": 3, "pip": dealt}
    assert (hand.cards, hand.owners, hand.of) == (dealt + 3, table[1], "seat")
    assert sum(zone.cards for zone in found.deal if not zone.of) == left
    assert sum(zone.cards * zone.owners for zone in found.deal) == cards
    (worth,) = found.deck.worth
    assert worth.total == points
    entry = next(entry for entry in found.score.entries if entry.name == worth.name)
    assert (entry.low, entry.high) == (0, points)


@pytest.mark.parametrize("table", tables([*DEALT]))
def test_sets_and_stairs_are_as_large_as_an_independent_search_finds(
    table: tuple[str, int],
) -> None:
    found, dealt = sheet(*table), DEALT[table]
    (largest,) = pattern(found, "set").shapes
    assert largest.high == widest(rules_of(*table), dealt, 1).width == LARGEST_SETS[table]
    assert fits(dealt, largest.shown.play.split(" = ")[0])
    for shape in pattern(found, "stair").shapes:
        length = shape.given["length"]
        if length <= 4:
            assert shape.high == widest(rules_of(*table), dealt, length).width
        assert fits(dealt, shape.shown.play.split(" = ")[0])
    assert max(shape.high for shape in pattern(found, "stair").shapes) == {2: 5, 3: 6, 4: 9}.get(
        table[1], 10
    )


@pytest.mark.parametrize("table", tables([*SEATINGS, ("heron", 3)]))
def test_what_shows_a_size_is_a_play_from_one_hand(table: tuple[str, int]) -> None:
    rules = rules_of(*table)
    (hand,) = hands(rules.game)
    for shown in all_shown(sheet(*table)):
        play = rules.parse_play(shown.play)
        assert play.reading in rules.readings(play.cards)
        assert rules.show(play.reading) == shown.reading
        assert len(shown.play.split(" = ")[0].split()) == shown.cards
        assert can_hold(rules.game, hand, play.cards)


def test_fixed_combinations_come_in_the_order_of_their_strength() -> None:
    rules, bomb = rules_of("classic", 2), pattern(sheet("classic", 2), "bomb")
    plays = [choice.shown.play for choice in bomb.choices if choice.shown is not None]
    assert bomb.ordered
    assert len(plays) == 6
    assert all(rules.beats(higher, lower) for lower, higher in pairwise(plays))
    assert bomb.beats == ("single", "set", "sequence", "stair")
    assert all(rules.beats(plays[0], shown.play) for shown in all_shown(sheet("classic", 2))
               if not shown.reading.startswith("bomb"))  # fmt: skip


def test_a_game_with_other_combinations_has_a_sheet() -> None:
    found = sheet("heron", 3)
    (hand, rest, *others) = found.deal
    assert (hand.zone, hand.cards, rest.cards) == ("fist", 15, 11)
    assert not any(zone.cards for zone in others)
    quake = pattern(found, "quake")
    assert [(field.name, field.low, field.high) for field in quake.fields] == [
        ("size", "4", "8"),
        ("top", "3", "9"),
    ]
    assert quake.beats == ("single", "pair", "full")
    assert pattern(found, "full").readings == 7
    assert (found.score.entries, found.match.one_hand) == ((), True)


def test_amounts_have_what_the_text_counts_for_them() -> None:
    def counts(name: str, players: int, action: str) -> dict[str, tuple[int, ...]]:
        actions = {line.name: line for line in sheet(name, players).actions}
        return dict(actions[action].params[0].counts)

    assert counts("classic", 2, "bet") == {"worth": (0, 15, 30)}
    assert counts("neeps", 4, "bet") == {"worth": (5, 15, 30), "prize": (10, 30, 60)}
    assert counts("neeps", 6, "bet") == {"worth": (5, 15, 30), "prize": (15, 45, 90)}
    assert counts("tatties", 3, "bid")["third"] == (5, 10, 15)


def test_an_action_says_who_may_and_what_is_hidden() -> None:
    actions = {line.name: line for line in sheet("neeps", 6).actions}
    send, play = actions["send"], actions["play"]
    assert (send.secret, send.turn, play.secret, play.turn) == (True, False, False, True)
    assert [param.values for param in send.params] == [(), ("down", "up")]
    assert "passing.pips" in [one.clause for one in send.only_when]
    assert "trick.higher" in play.clauses


@pytest.mark.parametrize(
    ("table", "high"),
    [(("classic", 2), 60), (("classic", 3), 90), (("neeps", 4), 90), (("neeps", 6), 120)],
    ids=str,
)
def test_what_bets_bring_at_most_is_their_payment_and_those_that_failed(
    table: tuple[str, int], high: int
) -> None:
    entry = next(e for e in sheet(*table).score.entries if e.name == "bets.paid")
    assert (entry.low, entry.high) == (0, high)


@pytest.mark.parametrize("table", [("classic", 3), ("neeps", 4), ("tatties", 3)], ids=str)
def test_no_hand_brings_more_than_the_sheet_says(table: tuple[str, int]) -> None:
    rules, chance = rules_of(*table), Random(5)
    bounds = {entry.name: (entry.low, entry.high) for entry in sheet(*table).score.entries}
    growth = next(line for line in sheet(*table).match.growth if line.name == "tally")
    most = 0
    match = rules.new_match(3)
    for _ in range(600):
        if match.finished:
            break
        seat = chance.choice(match.to_act)
        match = match.apply(chance.choice(match.actions(seat)))
    assert match.sheet
    for hand in match.sheet:
        for entry in hand.entries:
            low, high = bounds[entry.name]
            assert high is not None
            assert low is not None
            assert low <= entry.points <= high
            most = max(most, entry.points)
        for owner in range(rules.scorers):
            assert growth.high is not None
            assert growth.low is not None
            assert growth.low <= hand.total(owner) <= growth.high
    assert most > 0


def test_a_match_cannot_end_before_its_goal_can_be_reached() -> None:
    found = sheet("classic", 2).match
    (goal,) = found.goals
    assert (goal.option, goal.goal, goal.hands, goal.surely) == ("target", 350, 2, False)
    far = build_fact_sheet(load("classic", players=2, target=1000)).match
    assert [(goal.goal, goal.hands) for goal in far.goals] == [(1000, 6)]
    (option,) = far.options
    assert (option.usual, option.here, option.ends) == ("350 points", "1000 points", True)


def test_a_match_of_so_many_hands_has_them() -> None:
    found = build_fact_sheet(load("neeps", players=4, deals=6)).match
    surely = [goal for goal in found.goals if goal.surely]
    assert [(goal.name, goal.option, goal.goal, goal.hands) for goal in surely] == [
        ("played", "deals", 6, 6)
    ]


def test_what_comes_to_hand_later_is_named() -> None:
    assert set(sheet("neeps", 4).plays[0].arrivals) == {"carry.messages", "carry.responses"}
    assert set(sheet("tatties", 3).plays[0].arrivals) == {"declare"}
    assert not sheet("classic", 2).plays[0].arrivals


def test_an_option_changes_the_sheet() -> None:
    without, with_sets = (
        build_fact_sheet(load("rogers", players=2, sets=agreed)) for agreed in (False, True)
    )
    names = [[line.name for line in each.plays[0].patterns] for each in (without, with_sets)]
    assert sorted(set(names[1]) - set(names[0])) == ["set"]


OURS = """language 2
variant ours extends classic
  "Haggis with a deck of our own: every pip twice, from 2 to 8."

replace cards.pips
  because "we have two decks"
  "The deck has two of each pip from 2 to 8 in every suit."
  ruling because "it is ours"
  deck pip of ranks 2 to 8 in each suit, 2 copies

replace deal.hands
  because "we like long hands"
  "Everybody has a jack, a queen and a king of his own, and is dealt 20 pips."
  ruling because "it is ours"
  deal one each of J Q K to hand of each seat
  deal 20 pip to hand of each seat

replace combinations.bomb
  because "there are no nines"
  "A bomb is 3-5-7 in one suit, or all three court cards."
  ruling because "it is ours"
  pattern bomb
    with bomb one of royal suited nines
    made of 1 card on each of the ranks J Q K when bomb is royal
    made of 1 card on each of the ranks 3 5 7 in one suit when bomb is suited
    made of 2 cards on each of the ranks 8 9 in one suit when bomb is nines
    ranked by bomb
    written "bomb:{bomb}"
"""


def test_a_designers_own_deck_has_its_own_figures(tmp_path: Path) -> None:
    file = tmp_path / "ours.haggis"
    file.write_text(OURS, encoding="utf-8")
    rules = load(file, players=2)
    found = build_fact_sheet(rules)
    assert found.deck.total == 7 * 4 * 2 + 6
    assert [(zone.zone, zone.cards) for zone in found.deal[:2]] == [("hand", 23), ("haggis", 16)]
    assert found.deck.worth[0].total == 3 * 4 * 2 + 2 * (2 + 3 + 5)
    assert pattern(found, "set").shapes[0].high == 2 * 4 + 3
    assert [(c.name, c.shown and c.shown.cards) for c in pattern(found, "bomb").choices] == [
        ("royal", 3),
        ("suited", 3),
        ("nines", None),
    ]
    stair = {shape.given["length"]: shape.high for shape in pattern(found, "stair").shapes}
    assert stair[2] == 9
    assert max(line.largest.cards for line in found.plays[0].patterns if line.largest) <= 23
    for shown in all_shown(found):
        play = rules.parse_play(shown.play)
        assert play.reading in rules.readings(play.cards)


def test_what_has_no_bound_is_not_given_one(tmp_path: Path) -> None:
    text = OURS.split("replace cards.pips", maxsplit=1)[0] + (
        'add score.past 8.1\n  because "we like old scores"\n'
        '  "Whoever was ahead before the hand scores what he had."\n'
        '  ruling because "it is ours"\n'
        "  score past.points of seat s as tally of s\n"
    )
    file = tmp_path / "ours.haggis"
    file.write_text(text, encoding="utf-8")
    found = build_fact_sheet(load(file, players=2))
    past = next(entry for entry in found.score.entries if entry.name == "past.points")
    assert (past.low, past.high, found.score.high) == (0, None, None)
    growth = next(line for line in found.match.growth if line.name == "tally")
    assert (growth.high, found.match.goals) == (None, ())
