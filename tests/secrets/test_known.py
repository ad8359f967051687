"""A view tells what its seat was shown and no more: beside a ledger kept card by card."""

from collections import Counter
from random import Random

import pytest

from haggis_rules import Rules
from tests.games import rules_of
from tests.secrets.comparing import check_unseen, check_view
from tests.secrets.ledger import ledger_of
from tests.secrets.walks import SEATINGS, stops


def check_hand(rules: Rules, seed: int, most: int) -> Counter[str]:
    """See to the secrets of a hand; count how many positions were looked at, and what differed."""
    found, chance = Counter[str](), Random(f"other {seed}")
    for table in stops(rules, seed, most):
        ledger = ledger_of(table)
        for seat in range(rules.players):
            check_view(table, ledger, seat)
        for seat in chance.sample(range(rules.players), min(most // 4, rules.players)):
            found["looked at"] += 1
            found["another"] += check_unseen(table, ledger, seat, chance)
        found["ended"] += table.finished
    return found


# Tables of which each shows and hides cards in its own way.
QUICK = {("classic", 2), ("neeps", 4), ("tatties", 3), ("rogers", 3)}
MOSTLY_SLOW = [
    one if one in QUICK else pytest.param(*one, marks=pytest.mark.slow) for one in SEATINGS
]


@pytest.mark.parametrize(("name", "players"), MOSTLY_SLOW)
def test_a_seat_knows_what_it_was_shown_and_nothing_else(name: str, players: int) -> None:
    found = check_hand(rules_of(name, players), 1, 6)
    assert found["ended"] == 1
    assert found["another"] > found["looked at"] / 2


@pytest.mark.slow
@pytest.mark.long  # the same is asked of a hand of every seating each time
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_in_many_hands_a_seat_knows_what_it_was_shown_and_nothing_else(
    name: str, players: int
) -> None:
    found = sum(
        (check_hand(rules_of(name, players), seed, 16) for seed in range(6)), Counter[str]()
    )
    assert found["another"] > found["looked at"] / 2
