"""Every example and question that is shipped holds, at each table for which it is meant."""

import pytest

from haggis_rules.cases import check, every
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.load import source_of
from haggis_rules.sources.atlas import shipped_atlases
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from tests.games import SEATINGS, VARIANTS, games_of, seatings

FEWEST_QUESTIONS = 300  # with answers, in all systems that rest on a source, each counted once
FEWEST_AT_A_TABLE = 60  # of classic, where most players begin


def called(game: Game, case: Case) -> str:
    """Name a case, its table and what is not as usual there."""
    agreed = [f"{o.name}={o.value}" for o in game.options if o.value != o.usual]
    return "-".join([game.name, str(game.seats), *agreed, case.clause, case.words])


# A text at each other number of players says nearly the same.
MOSTLY_SLOW = [
    pytest.param(variant, seats, marks=pytest.mark.slow if seats != min(seatings(variant)) else ())
    for variant, seats in SEATINGS
]


@pytest.mark.every_case
@pytest.mark.parametrize(("variant", "seats"), MOSTLY_SLOW)
def test_each_example_holds_and_rests_on_the_clause_beside_it(variant: str, seats: int) -> None:
    rules: dict[int, Rules] = {}
    found: list[str] = []
    for game, case in every(game for game in games_of(variant) if game.seats == seats):
        if id(game) not in rules:
            rules[id(game)] = Rules(game, checked=True)
        came = check(rules[id(game)], case)
        faults = [*came.faults, *([] if came.idle is None else [came.idle])]
        found += [f"{called(game, case)}\n{one}" for one in faults]
    assert found == [], "\n\n".join(found)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_example_that_is_written_is_forgotten(variant: str) -> None:
    entries = parse(source_of(variant)).entries
    items = [item for entry in entries for item in ast.items_in(entry)]
    written = {i.span.start for i in items if isinstance(i, ast.Example | ast.Question)}
    name = source_of(variant).path
    spans = [case.span for _, case in every(games_of(variant))]
    assert written == {span.start for span in spans if span.source.path == name}


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_example_comes_once_for_each_table(variant: str) -> None:
    for seats in {game.seats for game in games_of(variant)}:
        places = [
            (case.span.source.path, case.span.start)
            for game, case in every(games_of(variant))
            if game.seats == seats
        ]
        assert len(places) == len(set(places))


def _asked(variant: str, seats: int) -> set[tuple[str, int]]:
    """Return where the questions that hold at a table are written."""
    return {
        (case.span.source.path, case.span.start)
        for game in games_of(variant)
        if game.seats == seats
        for case in game.cases
        if case.answer is not None
    }


def test_what_players_ask_at_a_table_is_answered() -> None:
    systems = {name for atlas in shipped_atlases() for name in atlas.systems}
    asked = {one: _asked(*one) for one in SEATINGS if one[0] in systems}
    assert len(set[tuple[str, int]]().union(*asked.values())) >= FEWEST_QUESTIONS
    assert all(len(asked["classic", seats]) >= FEWEST_AT_A_TABLE for seats in (2, 3))
