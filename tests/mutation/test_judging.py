"""What notices a mutant: each kind of notice once, and a mutant that nothing notices."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from haggis_rules.diagnostics.errors import SeveralFaultsError
from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.ir.game import Game
from haggis_rules.mutation import (
    KilledBy,
    Mutant,
    MutantJudge,
    MutantResult,
    OriginalRules,
    mutants,
)
from haggis_rules.mutation.judge import SeatingKey
from haggis_rules.syntax.parse import parse
from haggis_verify.analysis.mutation_judge import ProvedPromises
from tests.mutation.texts import WREN, changed, wren


@cache
def judge() -> MutantJudge:
    """Judge by diagnostics and examples alone."""
    return MutantJudge(wren())


def by_edited(old: str, new: str, name: str) -> MutantResult:
    """Judge a mutant of the text in which something else stands in place of something."""
    line = [parse(SourceFile("wren.haggis", WREN.read_text("utf-8").replace(old, new)))]
    whole = OriginalRules.of(line)
    return MutantJudge(whole).judge({one.name: one for one in mutants(line, whole.games)}[name])


def by(name: str) -> MutantResult:
    """Judge a mutant by its name."""
    return judge().judge(changed()[name])


def test_a_diagnostic_notices() -> None:
    judged = by("turns/1: without choice mood")
    assert judged.by is KilledBy.DIAGNOSTIC
    assert judged.what.startswith("unknown-name: ")


def test_a_pattern_that_no_cards_make_is_noticed() -> None:
    old, new = "2 cards of rank top in different suits", "4 cards of rank top"
    judged = by_edited(old, new, "plays/2: 4 to 5")
    assert judged.what == "impossible-pattern: no cards of this deck make a `pair`"


def test_an_example_beside_the_clause_notices() -> None:
    judged = by("sweep/2: kept to hand")
    assert judged == MutantResult(KilledBy.EXAMPLE, "The last card sweeps the pile.")


def test_an_example_of_another_clause_notices_as_well() -> None:
    judged = by("turns/10: hand to kept")
    assert judged == MutantResult(
        KilledBy.EXAMPLE, "The card lies on the pile, and the other has the turn."
    )


def test_a_question_notices() -> None:
    old, new = 'example "The last card sweeps the pile."', 'question "Who?" answer "He."'
    judged = by_edited(old, new, "sweep/2: kept to hand")
    assert judged == MutantResult(KilledBy.QUESTION, "Who?")


def test_nothing_notices_what_no_example_speaks_of() -> None:
    assert by("onward/3: plus to minus") == MutantResult(KilledBy.NOTHING)


def test_what_becomes_the_same_typed_form_is_no_mutant() -> None:
    turned = replace(wren().line[0], entries=wren().line[0].entries[::-1])
    same = Mutant("things/0: order", "things", "order", (), turned)
    assert judge().judge(same).by is KilledBy.SAME


def test_a_table_that_an_example_alone_asks_for_is_compared_with_itself() -> None:
    text = WREN.read_text("utf-8").replace(
        'with 2 seats\n    given hand of seat 1 is "1r"',
        'with 2 seats and target is 3\n    given hand of seat 1 is "1r"',
    )
    whole = OriginalRules.of([parse(SourceFile("wren.haggis", text))])
    assert len(whole.games) > len(whole.at)
    turned = replace(whole.line[0], entries=whole.line[0].entries[::-1])
    same = Mutant("things/0: order", "things", "order", (), turned)
    assert MutantJudge(whole).judge(same).by is KilledBy.SAME


def test_only_the_tables_that_are_asked_for_are_looked_at() -> None:
    three = OriginalRules.of(wren().line, players=3)
    assert {game.seats for game in three.games} == {3}
    judged = MutantJudge(three, players=3).judge(changed()["sweep/2: kept to hand"])
    assert judged == MutantResult(KilledBy.NOTHING)


def test_a_text_whose_examples_fail_is_not_judged() -> None:
    text = WREN.read_text("utf-8").replace("passes is 1\n", "passes is 2\n")
    with pytest.raises(SeveralFaultsError):
        MutantJudge(OriginalRules.of([parse(SourceFile("wren.haggis", text))]))


def test_a_text_at_fault_is_not_judged() -> None:
    text = WREN.read_text("utf-8").replace("of holder, shown", "of nobody-else, shown")
    with pytest.raises(SeveralFaultsError):
        OriginalRules.of([parse(SourceFile("wren.haggis", text))])


class Breaking:
    """Promises that cannot be asked."""

    def broken(self, games: Mapping[SeatingKey, Game]) -> str:
        """Fall over."""
        raise RuntimeError(f"at {len(games)} tables")


def test_what_makes_the_program_fall_over_is_told_and_is_no_kill() -> None:
    judged = MutantJudge(wren(), promises=Breaking()).judge(changed()["onward/3: plus to minus"])
    assert judged.by is KilledBy.FELL
    assert judged.what.startswith("RuntimeError: at ")


def test_a_promise_notices() -> None:
    asking = MutantJudge(wren(), promises=ProvedPromises(wren().at))
    judged = asking.judge(changed()["sweep/1: 3 to 4"])
    assert judged.by is KilledBy.PROMISE
    assert judged.what.startswith("ends: a case breaks it")
    assert asking.judge(changed()["things/9: seen by all to owner"]) == MutantResult(
        KilledBy.NOTHING
    )


def test_a_promise_that_went_with_its_clause_is_not_asked_but_what_rests_on_it_is() -> None:
    asking = MutantJudge(wren(), promises=ProvedPromises(wren().at))
    judged = asking.judge(changed()["lasts/0: with not drawn"])
    assert judged.by is KilledBy.PROMISE
    assert judged.what.startswith("auto.bounds: ")
