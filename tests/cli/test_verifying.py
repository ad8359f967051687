"""haggis verify: every seating of a variant, by the options of the call."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.calling import Caller
from tests.engine.games import PLACES
from tests.planted.mutants import write_mutants

LONG, HERON = PLACES["long-heron"], PLACES["heron"]
MUTANT = "mutants/classic/award.possible"


def test_each_number_of_players_is_proved_by_itself(haggis: Caller, tmp_path: Path) -> None:
    verdicts_path = tmp_path / "verdicts.json"
    said = haggis(
        "verify", "classic", "--promise", "bombs.highest", "--verdicts", verdicts_path, "--jobs", 1
    )
    assert said.code == 0
    assert "classic with 2 seats: 1 of 1 promises proved" in said.out
    assert "classic with 3 seats: 1 of 1 promises proved" in said.out
    records = json.loads(verdicts_path.read_text(encoding="utf-8"))["variants"]
    assert [(one["variant"], one["seats"]) for one in records] == [("classic", 2), ("classic", 3)]
    assert records[0]["options"] == {"target": 350}
    assert [one["promise"] for one in records[0]["promises"]] == ["bombs.highest"]


def test_one_number_of_players_can_be_asked_for(haggis: Caller) -> None:
    code, record = haggis.json(
        "verify", "classic", "--players", 3, "--promise", "beats.total", "--jobs", 1
    )
    assert code == 0
    assert [one["seats"] for one in record["variants"]] == [3]


def test_a_promise_of_some_seatings_is_looked_for_in_all(haggis: Caller) -> None:
    code, record = haggis.json("verify", "classic", "--promise", "award.possible", "--jobs", 1)
    assert code == 0
    two, three = record["variants"]
    assert two["promises"] == []
    assert [one["verdict"] for one in three["promises"]] == ["proved"]


@pytest.mark.slow
@pytest.mark.long
def test_a_broken_promise_of_some_seatings_is_one_fault(haggis: Caller, tmp_path: Path) -> None:
    (path,) = write_mutants(tmp_path, MUTANT)
    code, record = haggis.json("verify", path, "--promise", "award.possible", "--jobs", 1)
    assert code == 1
    two, three = record["variants"]
    assert two["promises"] == []
    assert [one["verdict"] for one in three["promises"]] == ["not inductive"]


@pytest.mark.parametrize(
    ("given", "title", "agreed"),
    [
        ((), "long-heron: ", {"target": 60, "doubled": False}),
        (("--option", "doubled"), "with doubled: ", {"target": 60, "doubled": True}),
        (("--option", "target=9"), "with target 9: ", {"target": 9, "doubled": False}),
    ],
)
def test_the_options_of_the_call_are_those_of_the_verdicts(
    haggis: Caller, tmp_path: Path, given: tuple[str, ...], title: str, agreed: dict[str, object]
) -> None:
    verdicts_path = tmp_path / "verdicts.json"
    said = haggis(
        "verify", LONG, "--promise", "kept", "--jobs", 1, "--verdicts", verdicts_path, *given
    )
    assert said.code == 0
    assert title in said.out
    (record,) = json.loads(verdicts_path.read_text(encoding="utf-8"))["variants"]
    assert record["options"] == agreed


def test_every_option_is_each_combination_with_a_folder_of_its_own(
    haggis: Caller, tmp_path: Path
) -> None:
    call = "verify", LONG, "--promise", "kept", "--jobs", 1, "--every-option"
    code, record = haggis.json(*call, "--export", tmp_path)
    assert code == 0
    agreed = [one["options"] for one in record["variants"]]
    assert agreed == [{"target": 60, "doubled": False}, {"target": 60, "doubled": True}]
    assert {place.name for place in tmp_path.iterdir()} == {"long-heron-3", "long-heron-3-doubled"}
    assert "long-heron with doubled: 1 of 1" in haggis(*call).out


def test_every_option_and_one_option_do_not_go_together(haggis: Caller) -> None:
    said = haggis("verify", LONG, "--every-option", "--option", "doubled")
    assert said.code == 2
    assert "leave one of them out" in said.err
    assert haggis("verify", "classic", "--every-option", "--players", 5).code != 0


def test_a_number_of_players_that_is_not_offered_is_refused(haggis: Caller) -> None:
    said = haggis("verify", "classic", "--players", 5)
    assert said.code != 0
    assert "5" in said.err
    assert said.out == ""


def test_an_unknown_promise_is_told_before_anything_is_proved(haggis: Caller) -> None:
    said = haggis("verify", "classic", "--promise", "beats.totally")
    assert said.code == 2
    assert "`beats.total`" in said.err
    assert said.out == ""


@pytest.mark.slow
def test_several_processes_may_ask_the_solvers(haggis: Caller, tmp_path: Path) -> None:
    said = haggis(
        "verify", LONG, HERON, "--promise", "auto.apart", "--jobs", 2, "--export", tmp_path
    )
    assert said.code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"long-heron-3", "heron-3"}


def test_what_was_found_is_known_the_next_time_unless_it_is_to_be_fresh(
    haggis: Caller, answers: Path
) -> None:
    call = "verify", LONG, "--promise", "kept", "--jobs", 1
    first, second, fresh = haggis(*call), haggis(*call), haggis(*call, "--fresh")
    assert {first.code, second.code, fresh.code} == {0}
    assert list(answers.iterdir())
    assert "known from before" not in first.out + fresh.out
    assert re.search(r"promises proved in 0 s, (\d+) of \1 answers known from before", second.out)
    assert _without_seconds(first.out) == _without_seconds(fresh.out)
    assert second.out.splitlines()[0] == first.out.splitlines()[0]


def _without_seconds(output: str) -> str:
    return re.sub(r"\d+(\.\d)? s", "", output)


def test_how_many_answers_were_known_is_told_to_programs(haggis: Caller) -> None:
    call = "verify", LONG, "--promise", "kept", "--jobs", 1
    (first,), (second,) = (haggis.json(*call)[1]["variants"] for _ in range(2))
    assert first["recalled"] == 0 < first["answers"] == second["answers"] == second["recalled"]
    assert first["promises"] == second["promises"]


@pytest.mark.parametrize(
    ("file", "promise"),
    [
        ("heron/breaks.turn.awake", "turn.awake"),
        pytest.param(MUTANT, "award.possible", marks=(pytest.mark.slow, pytest.mark.long)),
    ],
)
def test_a_broken_rule_is_told_in_the_same_words_the_second_time(
    haggis: Caller, tmp_path: Path, file: str, promise: str
) -> None:
    (path,) = write_mutants(tmp_path, file)
    call = "verify", path, "--players", 3, "--promise", promise, "--jobs", 1
    first, second = haggis(*call), haggis(*call)
    assert first.code == second.code == 1
    assert second.out.splitlines()[:-1] == first.out.splitlines()[:-1]


def test_a_file_of_answers_that_is_no_such_file_is_begun_anew(
    haggis: Caller, answers: Path
) -> None:
    call = "verify", LONG, "--promise", "kept", "--jobs", 1
    haggis(*call)
    (file,) = answers.glob("answers*.sqlite")
    file.write_bytes(b"not a word of this is true" * 100)
    said = haggis(*call)
    assert (said.code, said.err) == (0, "")
    assert "known from before" not in said.out
    assert "known from before" in haggis(*call).out
