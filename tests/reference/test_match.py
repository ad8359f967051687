"""The reference's matches: who deals, who leads, who has won."""

import pytest

from tests.reference.match import Match


@pytest.mark.parametrize(
    ("points", "first_out", "dealer", "leader"),
    [
        ([50, 20, 30], 1, 0, 1),
        ([20, 50, 50], 2, 2, 0),
        ([20, 50, 50], 0, 0, 0),
        ([50, 20, 20], 2, 0, 1),
        ([20, 50, 20], 0, 1, 2),
        ([30, 30, 30], 2, 2, 0),
        ([30, 30], 0, 0, 1),
    ],
)
def test_most_points_deals_and_fewest_lead(
    points: list[int], first_out: int, dealer: int, leader: int
) -> None:
    match = Match(len(points), dealer=0)
    match.points = points
    match.dealer = match.next_dealer(first_out)
    assert (match.dealer, match.next_leader()) == (dealer, leader)


@pytest.mark.parametrize(
    ("points", "winner"),
    [([349, 0], None), ([350, 0], 0), ([350, 360], 1), ([400, 400], None), ([350, 400, 400], None)],
)
def test_a_match_is_won_at_the_target_by_whoever_leads_alone(
    points: list[int], winner: int | None
) -> None:
    match = Match(len(points), dealer=0)
    match.points = points
    assert match.winner == winner
