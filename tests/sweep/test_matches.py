"""What is looked at of a match is what was played."""

import pytest

from haggis_rules.analysis.sweep import matches as module
from haggis_rules.analysis.sweep.matches import swept_match
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.breach import Endless
from haggis_rules.semantics.random_streams import StreamPurpose, pick, random_stream
from haggis_rules.semantics.state import Combination
from tests.engine.games import rules_of


@pytest.mark.parametrize("name", ["classic for 2", "neeps-core", "heron"])
def test_hands_leaders_and_points_are_those_of_the_match(name: str) -> None:
    rules = rules_of(name)
    if not rules.scorers:
        pytest.skip("it has no score sheet")
    found = swept_match(rules, 5)
    match, chance = rules.new_match(5), random_stream(5, StreamPurpose.PLAYOUT)
    while not match.finished:
        decided = pick(match.decisions(pick(match.to_act, chance)), chance)
        match = match.apply(match.by_chance(decided, chance))
    assert found.seed == 5
    assert len(found.hands) == len(match.hands) == len(match.sheet)
    for hand, played, sheet in zip(found.hands, match.hands, match.sheet, strict=True):
        actions = [event.done for event in played.history if isinstance(event.done, Action)]
        assert hand.actions == len(actions)
        leading = [
            one.actor
            for one in actions
            if any(isinstance(argument, Combination) for argument in one.arguments)
        ]
        by_team = rules.scorers < rules.players
        assert hand.leader == (rules.game.team_of(leading[0]) if by_team else leading[0])
        each = {(entry.name, entry.owner): entry.points for entry in sheet.entries}
        for entry, points in zip(rules.game.scores, hand.points, strict=True):
            assert list(points) == [each[entry, owner] for owner in range(rules.scorers)]


def test_a_match_without_an_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ACTIONS", 7)
    with pytest.raises(Endless, match="classic for 2 players, match 5: no end after 7 actions"):
        swept_match(rules_of("classic for 2"), 5)
