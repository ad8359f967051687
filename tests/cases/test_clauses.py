"""Almost every clause of classic that says what is so or what happens has an example."""

from haggis_rules.cases import check_all
from haggis_rules.cases.failure_report import restable
from haggis_rules.ir.load_tables import check_everywhere

# What happens between two hands cannot be played through in an example, and promises are proved.
WITHOUT = {
    "match.end",
    "match.lead",
    "match.target",
    "promise.beats",
    "promise.bets",
    "promise.turn",
}


def test_every_clause_has_an_example_that_rests_on_it() -> None:
    games, faults = check_everywhere("classic")
    assert not faults
    supporting: set[str] = set()
    for one in check_all(games):
        assert one.outcome is not None
        supporting |= one.outcome.clauses
    can = frozenset[str]().union(*map(restable, games))
    assert len(can) > 30
    assert can - supporting <= WITHOUT


def test_clauses_that_only_declare_are_not_asked_for_an_example() -> None:
    (two, _) = check_everywhere("classic")[0]
    declaring = {"table.seats", "cards.suits.two", "deal.hands", "readings.chosen"}
    assert declaring <= set(two.clauses)
    assert not declaring & restable(two)
