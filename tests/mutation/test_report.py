"""The score: what counts as killed, and arguments that say nothing."""

from pathlib import Path

import pytest

from haggis_rules.mutation import KilledBy, MutantFate, MutantResult, MutationScore, Report, report
from haggis_rules.mutation.equivalents import (
    BadReasonsError,
    MutantReasons,
    mutant_reasons,
    mutant_reasons_in,
)
from tests.mutation.texts import changed, copied

MUTANTS = dict(list(changed().items())[:6])
NAMES = list(MUTANTS)


def of(reasons: dict[str, str], *judged: KilledBy) -> Report:
    """Report on the first mutants of the text."""
    found = {name: MutantResult(by, "this") for name, by in zip(NAMES, judged, strict=False)}
    return report(MUTANTS, found, MutantReasons(reasons))


def test_the_score_is_the_part_that_is_killed_of_those_that_mean_something_else() -> None:
    summary = of(
        {NAMES[4]: "it is so"},
        *(
            KilledBy.DIAGNOSTIC,
            KilledBy.EXAMPLE,
            KilledBy.PROMISE,
            KilledBy.NOTHING,
            KilledBy.NOTHING,
            KilledBy.SAME,
        ),
    )
    assert summary.score == MutationScore(6, 3, 2)
    assert (summary.score.survive, summary.score.percent) == (1, 75.0)
    assert summary.killers() == {"diagnostic": 1, "example": 1, "promise": 1}
    assert [one.mutant.name for one in summary.of(MutantFate.SURVIVES)] == [NAMES[3]]
    assert not summary.stale


def test_what_makes_the_program_fall_over_is_not_killed() -> None:
    summary = of({NAMES[0]: "it is so"}, KilledBy.FELL, KilledBy.QUESTION)
    assert summary.score == MutationScore(2, 1, 0)


def test_nothing_to_kill_is_a_full_score() -> None:
    assert of({}).score.percent == 100.0


def test_a_score_is_given_for_each_clause_and_operator() -> None:
    summary = of({}, KilledBy.EXAMPLE, KilledBy.NOTHING)
    assert summary.by(lambda one: one.mutant.clause) == {"things": MutationScore(2, 1, 0)}
    assert list(summary.by(lambda one: one.mutant.operator)) == ["clause left out", "item left out"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("things/1: 9 to 8", "there is no such mutant"),
        (NAMES[0], "it is killed by a example: this"),
        (NAMES[1], "this"),
    ],
)
def test_an_argument_that_says_nothing_is_stale(name: str, why: str) -> None:
    assert of({name: "it is so"}, KilledBy.EXAMPLE, KilledBy.SAME).stale == ((name, why),)


def test_a_mutant_that_was_not_judged_makes_no_argument_stale() -> None:
    assert not of({NAMES[5]: "it is so"}, KilledBy.EXAMPLE).stale


def test_what_is_let_pass_is_told_apart_from_what_means_the_same() -> None:
    found = {name: MutantResult(KilledBy.NOTHING, "") for name in NAMES[:3]}
    reasons = MutantReasons(
        {NAMES[0]: "it is so"}, {NAMES[1]: "nobody cares", NAMES[5]: "nor here"}
    )
    told = report(MUTANTS, found, reasons)
    assert told.score == MutationScore(3, 0, 1, 1)
    assert (told.score.survive, told.score.percent) == (1, 0.0)
    assert [one.mutant.name for one in told.of(MutantFate.EQUIVALENT)] == [NAMES[0]]
    assert [one.mutant.name for one in told.of(MutantFate.WAIVED)] == [NAMES[1]]


def test_what_is_let_pass_and_noticed_all_the_same_is_stale() -> None:
    found = {NAMES[0]: MutantResult(KilledBy.EXAMPLE, "this")}
    told = report(MUTANTS, found, MutantReasons(waived={NAMES[0]: "nobody cares"}))
    assert told.stale == ((NAMES[0], "it is killed by a example: this"),)


def entry(kind: str, mutant: str = "a", because: str = "it is so") -> str:
    return f'[[{kind}]]\nvariant = "wren"\nmutant = "{mutant}"\nbecause = """{because}"""\n'


def test_arguments_stand_beside_the_text(tmp_path: Path) -> None:
    same, let_pass = entry("equivalent", "b", "it\n  is so"), entry("waived")
    path = copied(tmp_path, same + let_pass)
    assert mutant_reasons(str(path), "wren") == MutantReasons({"b": "it is so"}, {"a": "it is so"})
    assert mutant_reasons(str(path), "heron") == MutantReasons()


def test_there_need_not_be_any(tmp_path: Path) -> None:
    assert mutant_reasons(str(copied(tmp_path)), "wren") == MutantReasons()


@pytest.mark.parametrize(
    "text",
    [
        "equivalent = 3",
        "equivalent = [3]",
        '[wren]\na = "it is so"',
        entry("equivalent", because=" "),
        entry("equivalent", "") + entry("waived"),
        entry("equivalent") + entry("equivalent"),
        entry("equivalent") + entry("waived"),
        entry("waived") + "more = 3\n",
        '[[waived]]\nvariant = "wren"\nmutant = "a"\n',
        "[wren",
    ],
)
def test_arguments_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadReasonsError):
        mutant_reasons_in(text, "wren")
