"""An example on which two variants part is one: played again, it is as it says."""

from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.analysis.comparison.divergence import DivergenceExample, find_divergence
from haggis_rules.engine.position import Position, settle_position
from haggis_rules.engine.ruleset import Ruleset
from haggis_rules.records.other_rules import PartingGround

PAIRS = [("classic", "tournament", 3), ("wikipedia", "classic", 3), ("classic", "rogers", 2)]


def replayed(rules: Ruleset, found: DivergenceExample) -> Position:
    """Play all but the last action of an example again, by the rules it was played by."""
    table = settle_position(rules, found.table.start, found.table.start)
    for action in found.actions[:-1]:
        table = table.apply(action)
    return table


@pytest.mark.parametrize(("first", "second", "players"), PAIRS)
def test_an_example_is_legal_by_the_rules_that_it_was_played_by(
    first: str, second: str, players: int
) -> None:
    found = find_divergence(load(first, players=players), load(second, players=players), 20)
    assert found is not None
    assert replayed(found.own, found).is_legal(found.actions[-1])


def test_where_captures_differ_the_same_actions_leave_the_cards_elsewhere() -> None:
    found = find_divergence(load("classic", players=3), load("tournament"), 20)
    assert found is not None
    assert found.parting.ground in {PartingGround.CARDS, PartingGround.TO_ACT}
    after = [replayed(rules, found).apply(found.actions[-1]) for rules in (found.own, found.other)]
    assert after[0].actions_to_json() == after[1].actions_to_json()
    held = [
        {zone.name: held for zone, held in zip(one.rules.game.zones, one.state.zones, strict=True)}
        for one in after
    ]
    assert held[0] != held[1] or after[0].to_act != after[1].to_act


def test_a_variant_never_parts_from_itself() -> None:
    rules = load("classic", players=2)
    assert find_divergence(rules, rules, 2) is None


def test_no_seed_finds_nothing() -> None:
    assert find_divergence(load("classic", players=3), load("tournament"), 0) is None


MOODS = """
language 2
variant moods "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 2 seats
  ranks 1 2
  suits red r
  deck plain of ranks 1 to 2 in each suit, 1 copy
  zone heap, seen by all
  deal the rest of plain to heap
  choice mood is calm or keen
  state turn is seat, at first by chance, seen by all
  state called is truth, at first false, seen by all
  action call of mood m by turn
  may call only when not called
  on call let called be true
"""


@pytest.mark.parametrize("mood", ["calm", "keen"])
def test_an_action_that_was_only_offered_is_found_as_well(tmp_path: Path, mood: str) -> None:
    path, narrow = tmp_path / "moods.haggis", tmp_path / "narrow.haggis"
    path.write_text(MOODS, encoding="utf-8")
    guard = f"{MOODS}  may call only when m is {mood}\n".replace("variant moods", "variant narrow")
    narrow.write_text(guard, encoding="utf-8")
    for first, second in ((path, narrow), (narrow, path)):
        found = find_divergence(load(first), load(second), 1)
        assert found is not None
        assert found.parting.ground is PartingGround.ILLEGAL
        assert (found.own.name, found.other.name) == ("moods", "narrow")
        assert found.own.show_action(found.actions[-1]) != f"call {mood}"
        assert [one.clause for one in found.parting.reasons] == ["rules"]
