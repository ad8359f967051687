"""Values have the types, bounds and units that the words of a text give them."""

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.ir import nodes
from haggis_rules.ir.canonical import digest
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType, OptionType, Plain, Unit
from tests.ir.made_up_tables import clause, lowered


def test_what_lasts_is_known_before_what_is_dealt() -> None:
    rows = "state early is seat, at first late, seen by all match state late is seat, at first by "
    game = lowered(clause("extra", f"{rows} chance, seen by all"))
    assert [(state.name, state.lasting) for state in game.states[-2:]] == [
        ("early", False),
        ("late", True),
    ]


def test_the_total_score_is_the_sum_of_the_entries_in_order() -> None:
    entries = [
        clause("entry.one", "score first.entry of seat s as 1 point for each cards in hand of s"),
        clause("entry.two", "score second.entry of seat s as 5"),
        clause("entry.sum", "define sum of seat s as total score of s"),
    ]
    game = lowered(*entries)
    assert game.scores == ("first.entry", "second.entry")
    assert all(game.definitions[name].exported for name in game.scores)
    assert game.definitions["second.entry"].type == NumberType(5, 5, Unit.POINTS)
    base = game.definitions["sum"].base
    assert isinstance(base, nodes.Plus)
    called = [n.definition for n in everywhere(base) if isinstance(n, nodes.Call)]
    assert called == ["first.entry", "second.entry"]
    assert base.type == NumberType(5, 17, Unit.POINTS)


def test_the_most_and_the_least_keep_bounds_and_unit() -> None:
    game = lowered(
        clause(
            "extra",
            "define widest of seat p as most for every seat s where (s is not p) of "
            "(cards in hand of s) define thinnest as least for every seat s of (3)",
        )
    )
    widest, thinnest = game.definitions["widest"], game.definitions["thinnest"]
    assert isinstance(widest.base, nodes.Most)
    assert widest.type == NumberType(0, 12, Unit.CARDS)
    assert isinstance(thinnest.base, nodes.Least)
    assert (thinnest.base.where, thinnest.type) == (None, NumberType(3, 3))


@pytest.mark.parametrize(
    ("value", "type_"),
    [
        ("tally of s", NumberType(0, None, Unit.POINTS)),
        ("tally of s + 1", NumberType(1, None, Unit.POINTS)),
        ("tally of s - 1", NumberType(-1, None, Unit.POINTS)),
        ("2 times tally of s", NumberType(0, None, Unit.POINTS)),
        ("0 times tally of s", NumberType(0, 0, Unit.POINTS)),
        ("total for every seat t of (tally of t)", NumberType(0, None, Unit.POINTS)),
        ("most for every seat t of (tally of t)", NumberType(0, None, Unit.POINTS)),
        ("(tally of s when done otherwise 3)", NumberType(0, None, Unit.POINTS)),
        ("(3 when done otherwise tally of s)", NumberType(0, None, Unit.POINTS)),
        ("3 points for each (hands)", NumberType(3, None, Unit.POINTS)),
    ],
)
def test_numbers_without_end_are_reckoned_with(value: str, type_: NumberType) -> None:
    lasting = "match state {} is {} or more {}, at first {}, seen by all"
    rows = [
        lasting.format("tally of each seat", 0, "points", 0),
        lasting.format("hands-played", 1, "hands", 1),
        f"define x of seat s as {value.replace('hands', 'hands-played')}",
    ]
    assert lowered(clause("extra", " ".join(rows))).definitions["x"].type == type_


def test_examples_are_kept_as_they_were_written_and_spans_do_not_count() -> None:
    example = (
        'example "A." with {} seats then seat {} is seat 1 question "B?" answer "B." then done'
    )
    both = clause("extra", example.format(2, 1))
    game = lowered(both)
    assert [(case.words, case.answer) for case in game.cases] == [("A.", None), ("B?", "B.")]
    assert [case.words for case in lowered(both, players=3).cases] == ["B?"]
    moved = lowered(both.replace(" then ", "\n\n\n  then "))
    assert digest(moved.cases) == digest(game.cases)
    assert digest(lowered(clause("extra", example.format(2, 2))).cases) != digest(game.cases)


@pytest.mark.parametrize(
    "two",
    ["(s when gift otherwise none)", "(none when gift otherwise (none when gift otherwise s))"],
)
def test_a_value_beside_none_is_one_or_none(two: str) -> None:
    state = "state gift is truth, at first false, seen by all"
    game = lowered(clause("extra", f"{state} define either of seat s as {two}"))
    assert game.definitions["either"].type == OptionType(Plain.SEAT)


def test_two_values_that_are_both_none_are_of_no_type() -> None:
    state = "state gift is truth, at first false, seen by all"
    with pytest.raises(SeveralFaultsError, match="this can never be none"):
        lowered(clause("extra", f"{state} define either as (none when gift otherwise none)"))
