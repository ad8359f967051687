"""Whether a court is bounded by its own rank or by none, the plays are the same: ledger 2.7."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from haggis_rules import load
from haggis_rules.engine.rules import Rules
from haggis_rules.semantics.state import counts
from haggis_rules.storage import package_data

BOUNDED = "wild court c in {} as rank r when r is at most rank of c"
FREE = "wild court in {} as any rank"
SEATINGS = [("cats", 2), ("classic", 2), ("rogers", 2), ("tatties", 3)]
# Other numbers of players, for whom the same text says the same of courts, and a large deck.
OTHERS = [("classic", 3), ("neeps", 4), ("neeps", 6), ("rogers", 3), ("tatties", 5)]
HANDS = 6


def the_other_way(folder: Path, name: str) -> Path:
    """Write a variant in which what was bounded is free, and what was free is bounded."""
    file = folder / f"{name}.haggis"
    text = package_data.read("spec", f"{name}.haggis")
    for old, new in ((BOUNDED, FREE), (FREE, BOUNDED)):
        pattern = re.escape(old).replace(r"\{\}", "([a-z, ]+?)")
        changed = re.sub(rf"(?m)^  {pattern}$", "  " + new.format(r"\1"), text)
        if changed != text:
            file.write_text(changed, encoding="utf-8")
            return file
    return the_parents_other_way(folder, name)


def the_parents_other_way(folder: Path, name: str) -> Path:
    """Write a variant beside its parent, which is the one that says what courts stand for."""
    text = package_data.read("spec", f"{name}.haggis")
    parent = re.search(r"(?m)^variant \S+ extends (\S+)$", text)
    assert parent is not None
    beside = the_other_way(folder, parent[1]).rename(folder / "beside.haggis")
    file = folder / f"{name}.haggis"
    file.write_text(text.replace(parent[0], parent[0].replace(parent[1], beside.stem)), "utf-8")
    return file


def dealt(rules: Rules, chance: Random) -> str:
    """Deal a hand: everybody's own courts, and pips by chance."""
    table = rules.new_hand(chance.randrange(10**6))
    hand = table.state.zones[0]
    assert isinstance(hand, tuple)
    return rules.show(hand[0])


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *SEATINGS,
        *(pytest.param(*one, marks=[pytest.mark.slow, pytest.mark.rotates]) for one in OTHERS),
    ],
)
def test_bounds_on_courts_change_no_play(name: str, players: int, tmp_path: Path) -> None:
    rules = load(name, players=players)
    other = load(the_other_way(tmp_path, name), players=players)
    assert [one.when for one in rules.game.wilds] != [one.when for one in other.game.wilds]
    chance = Random(f"{name} {players}")
    for _ in range(HANDS):
        hand = dealt(rules, chance)
        assert {*map(rules.show, rules.plays(hand))} == {*map(other.show, other.plays(hand))}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["neeps", "tatties"])
def test_it_is_so_because_nobody_holds_two_equal_courts(name: str, tmp_path: Path) -> None:
    players = 4 if name == "neeps" else 5
    rules, other = (load(one, players=players) for one in (name, the_other_way(tmp_path, name)))
    assert {*map(rules.show, rules.readings("10r J J"))} < {
        *map(other.show, other.readings("10r J J"))
    }
    held = rules.new_hand(1).state.zones[0]
    assert isinstance(held, tuple)
    courts = [dict(counts(one)) for one in held]
    for card, kind in enumerate(rules.game.cards):
        if kind.suit is None:
            assert all(one.get(card, 0) <= 1 for one in courts)
