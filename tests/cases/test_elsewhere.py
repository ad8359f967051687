"""A question that is put to other rules: the same, something else, or not to be put at all."""

from dataclasses import replace

import pytest

from haggis_rules.cases.other_variants import (
    CaseComparison,
    CasePlace,
    ElsewhereAnswer,
    answers_elsewhere,
    case_place,
)
from haggis_rules.ir.game import Case, Game
from tests.games import game_of

CameOf = dict[CasePlace, dict[str, ElsewhereAnswer]]


def _question(game: Game, part: str) -> Case:
    """Find a question of the game's own by a part of its words."""
    (found,) = (
        one
        for one in game.cases
        if one.answer is not None and part in one.words and game.name in case_place(one)[0]
    )
    return found


@pytest.fixture(scope="module")
def answers() -> CameOf:
    games = [game_of("classic", 3), game_of("tournament"), game_of("cats")]
    found = answers_elsewhere(games)
    return {place: {one.variant: one for one in ones} for place, ones in found.items()}


def test_where_other_rules_say_the_same_it_comes_out_the_same(
    answers: CameOf,
) -> None:
    case = _question(game_of("cats"), "pair of kings")
    assert answers[case_place(case)]["classic"].came is CaseComparison.SAME
    assert answers[case_place(case)]["tournament"].came is CaseComparison.SAME


def test_where_they_say_otherwise_the_part_that_fails_is_told(
    answers: CameOf,
) -> None:
    own = [
        one
        for one in game_of("tournament").cases
        if "tournament" in case_place(one)[0] and one.answer
    ]
    came = [answers[case_place(one)]["classic"] for one in own]
    assert {one.came for one in came} == {CaseComparison.OTHERWISE}
    assert any("captured of seat" in one.words for one in came)


def test_who_holds_a_question_is_not_asked_again(answers: CameOf) -> None:
    case = next(
        one for one in game_of("tournament").cases if one.answer and "classic" in case_place(one)[0]
    )
    there = {"tournament", "classic"} & set(answers[case_place(case)])
    assert not there


def test_a_question_about_a_table_is_for_as_many_players(
    answers: CameOf,
) -> None:
    own = [
        one
        for one in game_of("tournament").cases
        if "tournament" in case_place(one)[0] and one.answer
    ]
    assert all("cats" not in answers[case_place(one)] for one in own)


def test_cards_that_other_rules_lack_cannot_be_put_to_them(
    answers: CameOf,
) -> None:
    case = _question(game_of("cats"), "5, 6 and 7 of hearts")
    assert answers[case_place(case)]["classic"] == ElsewhereAnswer(
        "classic", 3, CaseComparison.NOT_ASKED
    )


def test_the_clause_that_refuses_is_named() -> None:
    found = answers_elsewhere([game_of("classic", 2), game_of("cats")])
    refused = [one for ones in found.values() for one in ones if one.clauses]
    assert ("cats", ("bets.when",)) in {(one.variant, one.clauses) for one in refused}


def test_a_question_is_known_by_where_it_is_written() -> None:
    case = next(one for one in game_of("classic", 3).cases if one.answer)
    renamed = replace(case, words="Something else?")
    assert case_place(case) == case_place(renamed)
