"""A trace tells what an action does and on which clauses each part of it rests."""

import pytest

from haggis_rules import Action, IllegalAction
from haggis_rules.engine.trace import EntryKind, Trace
from tests.engine.games import NAMES, random_hand, rules_of


def traces(name: str, seed: int) -> list[Trace]:
    rules = rules_of(name)
    return [rules.explain(table, action) for table, action, _ in random_hand(rules, seed)]


@pytest.mark.parametrize("name", NAMES)
def test_a_trace_tells_what_really_happens(name: str) -> None:
    rules = rules_of(name)
    for table, action, after in random_hand(rules, 2):
        trace = rules.explain(table, action)
        *happened, rest = trace.entries
        events = after.history[len(table.history) :]
        assert [(one.moved, one.state) for one in happened] == [
            (event.moved, event.state) for event in events
        ]
        assert [one.name for one in happened] == [
            event.done.name if isinstance(event.done, Action) else event.done for event in events
        ]
        assert (rest.part, rest.state) == (EntryKind.REST, after.state)


def test_an_entry_names_its_own_clauses_and_those_that_said_no() -> None:
    plays = [t for t in traces("neeps-core", 1) if t.action.name == "play"]
    for trace in plays:
        first = trace.entries[0]
        assert first.part is EntryKind.ACTION
        assert {"trick.play", "trick.higher", "trick.turn", "lead.gift"} <= set(first.clauses)
        assert {"trick.end", "out.order", "hand.end"} <= set(trace.entries[-1].clauses)


def test_a_step_names_the_exception_that_it_rests_on() -> None:
    closing = [
        entry for t in traces("neeps-core", 1) for entry in t.entries if entry.name == "close"
    ]
    assert closing
    for entry in closing:
        assert {"trick.end", "capture.plain", "capture.bomb", "lead.next"} <= set(entry.clauses)


def test_clauses_come_in_the_order_of_the_rules() -> None:
    order = list(rules_of("neeps-core").game.clauses)
    for trace in traces("neeps-core", 1)[:40]:
        for entry in trace.entries:
            places = [order.index(clause) for clause in entry.clauses]
            assert places == sorted(places)
            assert set(entry.clauses) <= set(trace.clauses)


def test_what_is_not_allowed_is_not_explained_but_refused() -> None:
    rules = rules_of("neeps-core")
    with pytest.raises(IllegalAction):
        rules.explain(rules.new_hand(1), Action("pass", 0))
