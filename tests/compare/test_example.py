"""An example on which two variants part is one: played again, it is as it says."""

import pytest

from haggis_rules import load
from haggis_rules.compare.example import Example, find
from haggis_rules.engine.game import Rules
from haggis_rules.engine.table import Table
from haggis_rules.record.under import Ground

PAIRS = [("classic", "tournament", 3), ("wikipedia", "classic", 2), ("classic", "rogers", 2)]


def replayed(rules: Rules, found: Example) -> Table:
    """Play all but the last action of an example again, by the rules it was played by."""
    table = rules.at(found.table.start)
    for action in found.actions[:-1]:
        table = table.apply(action)
    return table


@pytest.mark.parametrize(("first", "second", "players"), PAIRS)
def test_an_example_is_legal_by_the_rules_that_it_was_played_by(
    first: str, second: str, players: int
) -> None:
    found = find(load(first, players=players), load(second, players=players), 20)
    assert found is not None
    assert replayed(found.own, found).is_legal(found.actions[-1])


def test_where_captures_differ_the_same_actions_leave_the_cards_elsewhere() -> None:
    found = find(load("classic", players=3), load("tournament"), 20)
    assert found is not None
    assert found.parting.ground in {Ground.CARDS, Ground.TO_ACT}
    after = [replayed(rules, found).apply(found.actions[-1]) for rules in (found.own, found.other)]
    assert after[0].to_json()["actions"] == after[1].to_json()["actions"]
    held = [
        {zone.name: held for zone, held in zip(one.rules.game.zones, one.state.zones, strict=True)}
        for one in after
    ]
    assert held[0] != held[1] or after[0].to_act != after[1].to_act


def test_a_variant_never_parts_from_itself() -> None:
    rules = load("classic", players=2)
    assert find(rules, rules, 2) is None


def test_no_seed_finds_nothing() -> None:
    assert find(load("classic", players=3), load("tournament"), 0) is None
