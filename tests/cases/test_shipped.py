"""Every example and question that is shipped holds, at each table for which it is meant."""

from functools import cache

import pytest

from haggis_rules.cases import Checked, check, every
from haggis_rules.engine.game import Rules
from haggis_rules.ir.game import Case, Game
from haggis_rules.ir.load import check_everywhere, shipped, source_of
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse


@cache
def games(variant: str) -> tuple[Game, ...]:
    found, faults = check_everywhere(variant)
    return () if faults else tuple(found)


@cache
def rules_of(variant: str, number: int) -> Rules:
    return Rules(games(variant)[number], checked=True)


def everything() -> list[tuple[str, int, Case]]:
    """Give each variant, the number of its game, and a case that is there."""
    return [
        (variant, games(variant).index(game), case)
        for variant in shipped()
        for game, case in every(games(variant))
    ]


def called(one: tuple[str, int, Case]) -> str:
    variant, number, case = one
    game = games(variant)[number]
    agreed = [f"{o.name}={o.value}" for o in game.options if o.value != o.usual]
    return "-".join([variant, str(game.seats), *agreed, case.clause, case.words])


ALL = everything()
EACH = pytest.mark.parametrize("place", range(len(ALL)), ids=[called(one) for one in ALL])


@cache
def came(place: int) -> Checked:
    variant, number, case = ALL[place]
    return check(rules_of(variant, number), case)


@EACH
def test_an_example_holds(place: int) -> None:
    assert came(place).passed, "\n\n".join(map(str, came(place).faults))


@EACH
def test_an_example_rests_on_the_clause_beside_which_it_stands(place: int) -> None:
    assert came(place).idle is None, str(came(place).idle)


@pytest.mark.parametrize("variant", shipped())
def test_no_example_that_is_written_is_forgotten(variant: str) -> None:
    entries = parse(source_of(variant)).entries
    items = [
        item for e in entries if not isinstance(e, ast.Chapter | ast.Remove) for item in e.items
    ]
    written = {i.span.start for i in items if isinstance(i, ast.Example | ast.Question)}
    name = source_of(variant).path
    spans = [case.written.span for one, _, case in ALL if one == variant]
    assert written == {span.start for span in spans if span.source.path == name}


@pytest.mark.parametrize("variant", shipped())
def test_an_example_comes_once_for_each_table(variant: str) -> None:
    for seats in {game.seats for game in games(variant)}:
        places = [
            (case.written.span.source.path, case.written.span.start)
            for game, case in every(games(variant))
            if game.seats == seats
        ]
        assert len(places) == len(set(places))
