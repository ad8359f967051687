"""One text for several tables: seats, options, guards, and what is there at each table."""

from itertools import product
from pathlib import Path

import pytest

from haggis_rules.diagnostics.errors import (
    NotOfferedError,
    SeveralFaultsError,
    TooManyOptionsError,
    UnclearSeatsError,
    UnknownOptionError,
)
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir import nodes
from haggis_rules.ir.load import load_game
from haggis_rules.ir.load_tables import check_everywhere, load_combined
from haggis_rules.ir.lower import lower_combined, lower_everywhere
from haggis_rules.ir.lower.options.agreement import MOST_OPTIONS
from haggis_rules.ir.option_labels import label
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, Unit
from haggis_rules.syntax.parse import parse
from tests.ir.made_up_tables import BASE, HEAD, JOKERS, Value, clause, everywhere_in, lowered


def test_how_many_play_has_to_be_said_when_there_is_a_choice() -> None:
    with pytest.raises(UnclearSeatsError, match="for 2 or 3 or 4 players"):
        lowered(players=None)


def test_how_many_play_may_be_left_out_when_there_is_none() -> None:
    assert load_game("neeps-core").seats == 6
    assert load_game("neeps-core").seatings == (6,)


@pytest.mark.parametrize("players", [0, 1, 5, 12])
def test_a_number_of_players_that_the_table_does_not_have_is_refused(players: int) -> None:
    with pytest.raises(NotOfferedError, match=f"not for {players}"):
        lowered(players=players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_for_the_players_that_are_asked_for(players: int) -> None:
    game = lowered(JOKERS, players=players, options={"jokers": True})
    assert (game.seats, game.seatings) == (players, (2, 3, 4))
    assert game.cards[-1].copies == 2 * players


def test_options_are_as_usual_when_nothing_is_said() -> None:
    options = lowered().options
    assert [(o.name, o.usual, o.value) for o in options] == [
        ("target", 20, 20),
        ("jokers", False, False),
        ("speed", 1, 1),
    ]
    assert [o.type for o in options] == [
        NumberType(5, 50, Unit.POINTS),
        Plain.TRUTH,
        ChoiceType("pace", ("slow", "quick", "fast")),
    ]


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("target", 5, 5),
        ("target", "50", 50),
        ("jokers", True, True),
        ("jokers", "true", True),
        ("jokers", "false", False),
        ("speed", "fast", 2),
    ],
)
def test_an_option_has_the_value_that_is_agreed_on(name: str, given: Value, value: Value) -> None:
    game = lowered(options={name: given})
    assert {o.name: o.value for o in game.options}[name] == value
    assert all(o.value == o.usual for o in game.options if o.name != name)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("target", 4),
        ("target", 51),
        ("target", True),
        ("target", "many"),
        ("target", "-5"),
        ("jokers", 1),
        ("jokers", "yes"),
        ("speed", 2),
        ("speed", "slower"),
        ("speed", True),
    ],
)
def test_a_value_that_an_option_does_not_have_is_refused(name: str, given: Value) -> None:
    with pytest.raises(NotOfferedError, match=f"`{name}` cannot be"):
        lowered(options={name: given})


def test_an_option_that_the_rules_do_not_have_is_refused() -> None:
    with pytest.raises(UnknownOptionError) as caught:
        lowered(options={"joker": True})
    assert "`jokers`" in caught.value.hint


@pytest.mark.parametrize(
    ("guard", "players", "options", "there"),
    [
        ("with 2 seats", 2, {}, True),
        ("with 2 seats", 3, {}, False),
        ("with 2 or 4 seats", 4, {}, True),
        ("with 2 or 4 seats", 3, {}, False),
        ("with jokers", 2, {}, False),
        ("with jokers", 2, {"jokers": True}, True),
        ("with not jokers", 2, {}, True),
        ("with not jokers", 2, {"jokers": True}, False),
        ("with speed is fast", 2, {}, False),
        ("with speed is fast", 2, {"speed": "fast"}, True),
        ("with target is 20", 2, {}, True),
        ("with target is 20", 2, {"target": 21}, False),
        ("with 3 seats and jokers", 3, {"jokers": True}, True),
        ("with 3 seats and jokers", 3, {}, False),
        ("with 3 seats and jokers", 2, {"jokers": True}, False),
    ],
)
def test_a_clause_is_there_when_its_guard_holds(
    guard: str,
    players: int,
    options: dict[str, Value],
    there: bool,  # noqa: FBT001
) -> None:
    game = lowered(clause("extra", "define spare as 1", guard), players=players, options=options)
    assert ("extra" in game.clauses) is there
    assert ("spare" in game.definitions) is there
    if there:
        assert game.clauses["extra"].guard == guard
        assert game.clauses["table.seats"].guard == ""


def test_one_name_may_stand_in_clauses_that_shut_each_other_out(tmp_path: Path) -> None:
    two, more = clause("a", "define x as 1", "with 2 seats"), "define x as 2"
    games, faults = everywhere_in(tmp_path, two, clause("b", more, "with 3 or 4 seats"))
    assert faults == []
    values = {game.seats: game.definitions["x"].base for game in games}
    assert {seats: getattr(v, "value", None) for seats, v in values.items()} == {2: 1, 3: 2, 4: 2}


def test_a_guarded_replacement_takes_the_old_clause_out_at_every_table(tmp_path: Path) -> None:
    (tmp_path / "made-up.haggis").write_text(
        HEAD + BASE + clause("extra", "define spare as 1"), encoding="utf-8"
    )
    child = tmp_path / "child.haggis"
    child.write_text(
        'language 2 variant child extends made-up "A child." replace extra with jokers '
        'because "so" "Else." ruling because "so" define spare as 2',
        encoding="utf-8",
    )
    assert "extra" not in load_game(child, players=2).clauses
    agreed = load_game(child, players=2, options={"jokers": True})
    assert agreed.clauses["extra"].replaces == "made-up"


def test_a_childs_guards_are_judged_by_its_own_table_and_a_parents_by_the_parents(
    tmp_path: Path,
) -> None:
    two = clause("extra", "define spare as 1", "with 2 seats")
    (tmp_path / "made-up.haggis").write_text(HEAD + BASE + two, encoding="utf-8")
    child = tmp_path / "child.haggis"
    seats = BASE.split("  table of")[1].replace(" 2 or 3 or 4 seats", "table of 3 seats")
    child.write_text(
        f'language 2 variant child extends made-up "A child." replace table.seats because "so" '
        f'"Three." ruling because "so" {seats.split("clause")[0]}',
        encoding="utf-8",
    )
    games, faults = check_everywhere(child)
    assert faults == []
    assert [(game.seatings, "extra" in game.clauses) for game in games] == [((3,), False)]


GUARDS = ("with 3 seats and jokers", "with speed is fast", "with not jokers and target is 7", "")


def test_every_clause_is_looked_at_somewhere(tmp_path: Path) -> None:
    several = [clause(f"c{i}", f"define d{i} as {i}", guard) for i, guard in enumerate(GUARDS)]
    games, faults = everywhere_in(tmp_path, *several)
    assert faults == []
    assert {name for game in games for name in game.definitions} >= {"d0", "d1", "d2", "d3"}
    assert [game.seats for game in games[:3]] == [2, 3, 4]
    assert all(o.value == o.usual for game in games[:3] for o in game.options)
    there = [(game.seats, frozenset(game.definitions)) for game in games]
    assert len(there) == len(set(there))


def test_a_fault_at_some_tables_is_told_once_and_with_the_first(tmp_path: Path) -> None:
    many = clause("extra", "define many as number of seats s where (true) is above 3")
    _, faults = everywhere_in(tmp_path, many)
    assert [(fault.name(), fault.where) for fault in faults] == [("never", "with 2 seats")]


def test_a_fault_at_every_table_is_told_once_and_without_one(tmp_path: Path) -> None:
    _, faults = everywhere_in(tmp_path, clause("extra", "define spare as nobody-knows"))
    assert [(fault.name(), fault.where) for fault in faults] == [("unknown-name", "")]


FEW = clause("few", "option limit is 1 to 9 points, usually 3", "with 2 or 3 seats")
FOUR = clause("four", "option limit is 1 to 99 points, usually 50", "with 4 seats")


def test_an_option_may_be_for_some_numbers_of_seats_alone() -> None:
    usual = {
        seats: {o.name: o.usual for o in lowered(FEW, FOUR, players=seats).options}["limit"]
        for seats in (2, 3, 4)
    }
    assert usual == {2: 3, 3: 3, 4: 50}
    assert lowered(FOUR, players=4, options={"limit": 99}).options[-1].value == 99
    assert "limit" not in {o.name for o in lowered(FOUR, players=3).options}


def test_an_option_of_other_seats_is_refused_and_says_where_it_is_there() -> None:
    with pytest.raises(UnknownOptionError, match="nothing to agree on with 2 players") as caught:
        lowered(FOUR, options={"limit": 5})
    assert caught.value.hint == "it is there with 4 players"
    with pytest.raises(NotOfferedError, match="`limit` cannot be `50`"):
        lowered(FEW, FOUR, players=3, options={"limit": 50})


def test_a_guard_that_speaks_of_an_option_names_its_seats(tmp_path: Path) -> None:
    extra = clause("extra", "define spare as 1", "with 4 seats and limit is 60")
    games, faults = everywhere_in(tmp_path, FEW, FOUR, extra)
    assert faults == []
    assert [game.seats for game in games if "extra" in game.clauses] == [4]
    for guard in ("with limit is 60", "with 3 or 4 seats and limit is 2"):
        _, faults = everywhere_in(tmp_path, FOUR, clause("extra", "define spare as 1", guard))
        assert {fault.name() for fault in faults} == {"unknown-option"}
    wide = clause("extra", "define spare as 1", "with 3 or 4 seats and limit is 60")
    _, faults = everywhere_in(tmp_path, FEW, FOUR, wide)
    assert [fault.name() for fault in faults] == ["not-offered"]


def test_an_option_is_there_once_for_each_number_of_seats(tmp_path: Path) -> None:
    again = clause("again", "option limit is 1 to 5 points, usually 1", "with 3 or 4 seats")
    _, faults = everywhere_in(tmp_path, FEW, again)
    assert [(fault.name(), fault.where) for fault in faults] == [("name-twice", "with 3 seats")]


def test_only_so_many_options_are_offered() -> None:
    rows = [f"option o{i} is truth, usually false" for i in range(MOST_OPTIONS - 3)]
    assert len(lowered(clause("extra", "\n".join(rows))).options) == MOST_OPTIONS
    rows.append("option last is truth, usually false")
    with pytest.raises(Exception, match="more than 12 options") as caught:
        lowered(clause("extra", "\n".join(rows)))
    assert isinstance(getattr(caught.value, "faults", [None])[0], TooManyOptionsError)


def test_only_so_many_tables_are_looked_at(tmp_path: Path) -> None:
    def guarded(values: range) -> list[str]:
        return [clause(f"c{i}", f"define d{i} as {i}", f"with target is {i}") for i in values]

    games, faults = everywhere_in(tmp_path, *guarded(range(5, 25)))
    assert (len(games), faults) == (3 * 20, [])
    with pytest.raises(TooManyOptionsError, match="more than 100 different tables"):
        everywhere_in(tmp_path, *guarded(range(5, 50)))


def test_every_combination_of_truths_and_choices_is_a_game_of_its_own() -> None:
    by_number = clause("extra", "define spare as 1", "with 3 seats and target is 7")
    text = HEAD + BASE + JOKERS + by_number
    games = list(lower_combined((parse(SourceFile("made-up", text)),)))
    values = [tuple(o.value for o in game.options) for game in games if game.seats == 3]
    assert sorted(values) == sorted(product((7, 20), (False, True), (0, 1, 2)))
    at_two = [game for game in games if game.seats == 2]
    assert {o.value for game in at_two for o in game.options if o.name == "target"} == {20}
    changed = [sum(o.value != o.usual for o in game.options) for game in at_two]
    assert changed == sorted(changed)
    assert label(at_two[0]) == "made-up-2"
    assert label(at_two[-1]) in {"made-up-2-jokers-speed-slow", "made-up-2-jokers-speed-fast"}


def test_what_cannot_be_agreed_on_together_is_no_combination() -> None:
    text = HEAD + BASE + clause("either", "option jokers without speed")
    games = list(lower_combined((parse(SourceFile("made-up", text)),)))
    assert [label(game) for game in games if game.seats == 2] == [
        "made-up-2",
        "made-up-2-speed-slow",
        "made-up-2-speed-fast",
        "made-up-2-jokers",
    ]


def test_more_combinations_than_can_be_looked_at_are_refused() -> None:
    rows = "\n".join(f"option o{i} is truth, usually false" for i in range(5))
    text = HEAD + BASE + clause("extra", rows)
    with pytest.raises(TooManyOptionsError, match="in 192 ways"):
        list(lower_combined((parse(SourceFile("made-up", text)),)))


def test_a_fault_of_a_combination_alone_is_told() -> None:
    fast = clause("quick", "define swift as 1", "with speed is fast")
    jolly = clause("jolly", "define swift as 2", "with jokers")
    text = (parse(SourceFile("made-up", HEAD + BASE + fast + jolly)),)
    assert lower_everywhere(text)[1] == []
    with pytest.raises(SeveralFaultsError) as caught:
        list(lower_combined(text))
    assert {fault.name() for fault in caught.value.faults} == {"name-twice"}


def test_the_options_of_rogers_make_eight_games_for_each_number_of_players() -> None:
    games = load_combined("rogers")
    assert [len({label(g) for g in games if g.seats == seats}) for seats in (2, 3)] == [8, 8]


def test_an_option_in_an_expression_is_what_was_agreed() -> None:
    game = lowered(clause("extra", "define far as target is above 10 and jokers and speed is fast"))
    agreed = {
        node.option
        for node in everywhere(game.definitions["far"].base)
        if isinstance(node, nodes.Agreed)
    }
    assert agreed == {0, 1, 2}


def test_all_tables_of_the_shipped_variants_are_without_fault() -> None:
    for name, tables in (("classic", {2, 3}), ("tournament", {3}), ("neeps-core", {6})):
        games, faults = check_everywhere(name)
        assert faults == []
        assert {game.seats for game in games} == tables


def test_guards_hold_just_where_they_say(tmp_path: Path) -> None:
    """Compare with the truth table of a guard of every kind of condition."""
    guard = "with 2 or 3 seats and jokers and speed is quick and target is 9"
    text = clause("extra", "define spare as 1", guard)
    for seats, jokers, speed, target in product(
        (2, 3, 4), (True, False), ("slow", "quick"), (9, 8)
    ):
        agreed: dict[str, Value] = {"jokers": jokers, "speed": speed, "target": target}
        wanted = seats != 4 and jokers and speed == "quick" and target == 9
        assert ("extra" in lowered(text, players=seats, options=agreed).clauses) is wanted
    games, faults = everywhere_in(tmp_path, text)
    assert faults == []
    assert any("extra" in game.clauses for game in games)
