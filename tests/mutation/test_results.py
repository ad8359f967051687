"""Results in a file: kept as they come, gone on with, and never mixed up."""

import json
from pathlib import Path

import pytest

from haggis_rules.diagnostics.source import SourceFile
from haggis_rules.mutation import KilledBy, MutantResult
from haggis_rules.mutation.results import (
    MutationRun,
    OtherResultsError,
    known_results,
    result_writer,
)

ASKED = MutationRun((SourceFile("a.haggis", "language 2"),), None, promises=True)


def write_two_results(path: Path) -> None:
    """Keep two results."""
    keep = result_writer(path, ASKED, ())
    keep("a/1: 2 to 3", MutantResult(KilledBy.EXAMPLE, "It is so."))
    keep("a/1: 2 to 1", MutantResult(KilledBy.NOTHING))


def test_what_was_kept_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert known_results(path, ASKED) == {}
    write_two_results(path)
    assert known_results(path, ASKED) == {
        "a/1: 2 to 3": MutantResult(KilledBy.EXAMPLE, "It is so."),
        "a/1: 2 to 1": MutantResult(KilledBy.NOTHING),
    }


def test_more_is_added_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write_two_results(path)
    result_writer(path, ASKED, known_results(path, ASKED))(
        "b/0: clause left out", MutantResult(KilledBy.PROMISE, "ends")
    )
    assert list(known_results(path, ASKED)) == [
        "a/1: 2 to 3",
        "a/1: 2 to 1",
        "b/0: clause left out",
    ]
    assert len(path.read_text("utf-8").splitlines()) == 4


def test_a_line_that_was_cut_off_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    write_two_results(path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"mutant": "b/0: cla')
    assert len(known_results(path, ASKED)) == 2
    assert path.read_bytes() == whole


def test_a_first_line_that_was_cut_off_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"muta', encoding="utf-8")
    assert known_results(path, ASKED) == {}
    write_two_results(path)
    assert len(known_results(path, ASKED)) == 2


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (MutationRun((SourceFile("a.haggis", "language 3"),)), "another text"),
        (MutationRun(ASKED.texts, 3), "another number of players"),
        (MutationRun(ASKED.texts, promises=False), "another choice of promises"),
    ],
)
def test_results_of_something_else_are_refused(
    tmp_path: Path, other: MutationRun, why: str
) -> None:
    path = tmp_path / "out.jsonl"
    write_two_results(path)
    with pytest.raises(OtherResultsError, match=why):
        known_results(path, other)


def test_promises_may_be_asked_later_of_what_nothing_noticed(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    quick = MutationRun(ASKED.texts, promises=False)
    keep = result_writer(path, quick, ())
    keep("a/1: 2 to 3", MutantResult(KilledBy.EXAMPLE, "It is so."))
    keep("a/1: 2 to 1", MutantResult(KilledBy.NOTHING))
    assert (
        known_results(path, ASKED)
        == known_results(path, ASKED)
        == {"a/1: 2 to 3": MutantResult(KilledBy.EXAMPLE, "It is so.")}
    )
    with pytest.raises(OtherResultsError, match="another choice of promises"):
        known_results(path, quick)


@pytest.mark.parametrize("text", ["no results\n", "[]\n", "{}\n", '{"mutants": 2}\n[]\n'])
def test_what_is_no_file_of_results_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OtherResultsError):
        known_results(path, ASKED)
    assert path.read_text("utf-8") == text


def test_a_strange_kind_of_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    row = {"mutant": "a", "by": "magic", "what": ""}
    path.write_text(f"{json.dumps(ASKED.head)}\n{json.dumps(row)}\n", encoding="utf-8")
    with pytest.raises(OtherResultsError):
        known_results(path, ASKED)
