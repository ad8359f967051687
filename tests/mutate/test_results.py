"""Results in a file: kept as they come, gone on with, and never mixed up."""

import json
from pathlib import Path

import pytest

from haggis_rules.diagnostics.source import Source
from haggis_rules.mutation import By, Judged
from haggis_rules.mutation.results import Asked, OtherResultsError, keeper, known

ASKED = Asked((Source("a.haggis", "language 1"),), None, promises=True)


def kept(path: Path) -> None:
    """Keep two results."""
    keep = keeper(path, ASKED, ())
    keep("a/1: 2 to 3", Judged(By.EXAMPLE, "It is so."))
    keep("a/1: 2 to 1", Judged(By.NOTHING))


def test_what_was_kept_is_known_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert known(path, ASKED) == {}
    kept(path)
    assert known(path, ASKED) == {
        "a/1: 2 to 3": Judged(By.EXAMPLE, "It is so."),
        "a/1: 2 to 1": Judged(By.NOTHING),
    }


def test_more_is_added_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    kept(path)
    keeper(path, ASKED, known(path, ASKED))("b/0: clause left out", Judged(By.PROMISE, "ends"))
    assert list(known(path, ASKED)) == ["a/1: 2 to 3", "a/1: 2 to 1", "b/0: clause left out"]
    assert len(path.read_text("utf-8").splitlines()) == 4


def test_a_line_that_was_cut_off_is_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    kept(path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"mutant": "b/0: cla')
    assert len(known(path, ASKED)) == 2
    assert path.read_bytes() == whole


def test_a_first_line_that_was_cut_off_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text('{"muta', encoding="utf-8")
    assert known(path, ASKED) == {}
    kept(path)
    assert len(known(path, ASKED)) == 2


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (Asked((Source("a.haggis", "language 2"),)), "another text"),
        (Asked(ASKED.texts, 3), "another number of players"),
        (Asked(ASKED.texts, promises=False), "another choice of promises"),
    ],
)
def test_results_of_something_else_are_refused(tmp_path: Path, other: Asked, why: str) -> None:
    path = tmp_path / "out.jsonl"
    kept(path)
    with pytest.raises(OtherResultsError, match=why):
        known(path, other)


def test_promises_may_be_asked_later_of_what_nothing_noticed(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    quick = Asked(ASKED.texts, promises=False)
    keep = keeper(path, quick, ())
    keep("a/1: 2 to 3", Judged(By.EXAMPLE, "It is so."))
    keep("a/1: 2 to 1", Judged(By.NOTHING))
    assert (
        known(path, ASKED) == known(path, ASKED) == {"a/1: 2 to 3": Judged(By.EXAMPLE, "It is so.")}
    )
    with pytest.raises(OtherResultsError, match="another choice of promises"):
        known(path, quick)


@pytest.mark.parametrize("text", ["no results\n", "[]\n", "{}\n", '{"mutants": 2}\n[]\n'])
def test_what_is_no_file_of_results_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OtherResultsError):
        known(path, ASKED)
    assert path.read_text("utf-8") == text


def test_a_strange_kind_of_result_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    row = {"mutant": "a", "by": "magic", "what": ""}
    path.write_text(f"{json.dumps(ASKED.head)}\n{json.dumps(row)}\n", encoding="utf-8")
    with pytest.raises(OtherResultsError):
        known(path, ASKED)
