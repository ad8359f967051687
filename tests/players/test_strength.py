"""Who plays better, in as many hands as there is time for; ``benchmarks/players.py`` plays more."""

import pytest

from haggis_rules import Player, greedy_player, next_action, random_player, search_player
from tests.games import rules_of


def lead(first: Player, second: Player, hands: int) -> int:
    """Return by how many points the first is ahead: each deal is played from both seats."""
    rules, found = rules_of("classic", 2), 0
    for number in range(hands):
        match = rules.new_match(500 + number // 2)
        players = [first, second] if number % 2 else [second, first]
        while match.hand == 1 and not match.finished:
            action = next_action(match, players)
            match = match.apply(action)
        got = match.scores if number % 2 else match.scores[::-1]
        found += got[0] - got[1]
    return found


def test_greedy_beats_random() -> None:
    assert lead(greedy_player(), random_player(), 40) > 400


@pytest.mark.slow
@pytest.mark.long  # each time it is seen not to fall into a trap into which flat search falls
def test_search_beats_greedy() -> None:
    assert lead(search_player(iterations=300), greedy_player(), 16) > 100
