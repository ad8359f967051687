"""haggis mutate: what it tells, its exit codes, and how it goes on after it was cut off."""

import json
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from haggis_rules.cli.commands import mutate
from haggis_rules.ir.load import lineage, shipped, source_of
from haggis_rules.mutation import (
    JudgingWork,
    MutantResult,
    MutationRun,
    OriginalRules,
    judge_mutants,
    mutants,
)
from haggis_rules.mutation.equivalents import mutant_reasons
from tests.cli.calling import Caller
from tests.mutation.texts import copied

PLAYS = ("--clause", "plays", "--no-promises", "--jobs", 1)
ALIVE = "plays/2: without top in alike"


def argument(kind: str, mutant: str, because: str) -> str:
    """Write an argument into one of the two lists."""
    return f'[[{kind}]]\nvariant = "wren"\nmutant = "{mutant}"\nbecause = "{because}"\n'


def test_the_score_is_told_with_what_survives(haggis: Caller, tmp_path: Path) -> None:
    said = haggis("mutate", copied(tmp_path), *PLAYS)
    assert said.code == 1
    first, second, *_ = said.out.splitlines()
    assert (
        first == "wren: 17 mutants, 11 killed, 0 mean the same, 0 waived, 6 survive; score 64.7 %"
    )
    assert second == "Promises were not tested."
    assert f"survives: {ALIVE}\n  -     alike in top" in said.out
    assert "17 mutants in" in said.err


@pytest.mark.slow
def test_a_score_that_is_good_enough_is_no_fault(haggis: Caller, tmp_path: Path) -> None:
    assert haggis("mutate", copied(tmp_path), *PLAYS, "--at-least", 64).code == 0
    assert haggis("mutate", copied(tmp_path), *PLAYS, "--at-least", 65).code == 1


def test_what_is_argued_to_mean_the_same_does_not_count(haggis: Caller, tmp_path: Path) -> None:
    path = copied(tmp_path, argument("equivalent", ALIVE, "there is only one"))
    code, record = haggis.json("mutate", path, *PLAYS, "--at-least", 50)
    assert code == 0
    assert record["score"] == {
        "mutants": 17,
        "killed": 11,
        "equivalent": 1,
        "waived": 0,
        "survive": 5,
        "percent": 68.75,
    }
    (argued,) = record["equivalent"]
    assert (argued["mutant"], argued["because"]) == (ALIVE, "there is only one")
    assert record["waived"] == []


@pytest.mark.slow
def test_what_is_let_pass_does_not_count_and_is_told_apart(haggis: Caller, tmp_path: Path) -> None:
    path = copied(tmp_path, argument("waived", ALIVE, "nobody cares"))
    code, told = haggis.json("mutate", path, *PLAYS, "--at-least", 50)
    assert code == 0
    assert (told["score"]["equivalent"], told["score"]["waived"]) == (0, 1)
    assert told["score"]["percent"] == 68.75
    assert (told["equivalent"], [one["mutant"] for one in told["waived"]]) == ([], [ALIVE])
    said = haggis("mutate", path, *PLAYS, "--at-least", 50).out
    assert "0 mean the same, 1 waived, 5 survive" in said
    assert f"waived: {ALIVE}" in said
    assert "because nobody cares" in said


def test_an_argument_for_what_is_killed_is_stale(haggis: Caller, tmp_path: Path) -> None:
    stale = "plays/3: without any suit", "gone/1: x"
    path = copied(tmp_path, "".join(argument("equivalent", name, "so it is") for name in stale))
    said = haggis("mutate", path, *PLAYS, "--at-least", 0)
    assert said.code == 1
    assert "stale: plays/3: without any suit" in said.out
    assert "stale: gone/1: x" in said.out


def test_programs_get_all_of_it(haggis: Caller, tmp_path: Path) -> None:
    code, record = haggis.json(
        "mutate", copied(tmp_path), "--mutant", ALIVE, "--no-promises", "--jobs", 1
    )
    assert code == 1
    assert record["clauses"].keys() == {"plays"}
    assert record["operators"].keys() == {"part left out"}
    assert {"variant": "wren", "players": None, "promises": False}.items() <= record.items()
    (one,) = record["survivors"]
    assert one["by"] == "nothing"
    assert one["diff"] == ["-     alike in top"]


def test_a_sample_is_the_same_each_time(haggis: Caller, tmp_path: Path) -> None:
    call = ("mutate", copied(tmp_path), "--sample", 3, "--no-promises", "--jobs", 1)
    _, first = haggis.json(*call, "--seed", 2)
    assert first == haggis.json(*call, "--seed", 2)[1]
    assert first["score"]["mutants"] == 3
    assert first["clauses"] != haggis.json(*call, "--seed", 3)[1]["clauses"]


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (("--clause", "players"), "no-such-clause"),
        (("--mutant", "plays/1: x"), "no-such-mutant"),
        (("--sample", 0), "bad-number"),
        (("--jobs", 0), "bad-number"),
        (("--players", 5), "not-offered"),
        (("--out", "."), "unreadable-file"),
        (("--out", "nowhere/out.jsonl"), "unwritable-file"),
    ],
)
def test_a_call_that_cannot_be_is_refused(
    haggis: Caller, tmp_path: Path, call: tuple[object, ...], name: str
) -> None:
    code, record = haggis.json("mutate", copied(tmp_path), "--no-promises", "--jobs", 1, *call)
    assert code == 2
    assert [fault["name"] for fault in record["faults"]] == [name]


def test_bad_arguments_are_refused(haggis: Caller, tmp_path: Path) -> None:
    code, record = haggis.json("mutate", copied(tmp_path, "[wren"), *PLAYS)
    assert (code, record["faults"][0]["name"]) == (2, "bad-reasons")


def test_a_text_at_fault_is_told_of(haggis: Caller, tmp_path: Path) -> None:
    path = copied(tmp_path)
    path.write_text(path.read_text("utf-8").replace("passes is 1\n", "passes is 2\n"), "utf-8")
    said = haggis("mutate", path, *PLAYS)
    assert said.code == 1
    assert "error[failed-example]" in said.err


@pytest.mark.slow
def test_it_goes_on_where_it_was_cut_off(
    haggis: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = copied(tmp_path), tmp_path / "out.jsonl"
    asked_for = list[int]()

    def cut(
        work: JudgingWork,
        mutation_run: MutationRun,
        names: Iterable[str],
        executor: Executor | None,
    ) -> Iterator[tuple[str, MutantResult]]:
        wanted = list(names)
        asked_for.append(len(wanted))
        for number, one in enumerate(judge_mutants(work, mutation_run, wanted, executor)):
            if number == 4 and len(wanted) == 17:
                raise KeyboardInterrupt
            yield one

    monkeypatch.setattr(mutate, "judge_mutants", cut)
    said = haggis("mutate", path, *PLAYS, "--out", out)
    assert said.code == 130
    assert "interrupted after 4 mutants; run it again to continue" in said.err
    assert said.out.startswith("wren: 4 mutants")
    with out.open("a", encoding="utf-8") as file:
        file.write('{"mutant": "plays/1')
    said = haggis("mutate", path, *PLAYS, "--out", out)
    assert asked_for == [17, 13]
    assert said.out.startswith("wren: 17 mutants, 11 killed")
    assert haggis("mutate", path, *PLAYS, "--out", out).out == said.out
    assert asked_for == [17, 13, 0]
    rows = [json.loads(row) for row in out.read_text("utf-8").splitlines()]
    assert len({row["mutant"] for row in rows[1:]}) == len(rows) - 1 == 17


def test_results_of_another_text_are_not_gone_on_with(haggis: Caller, tmp_path: Path) -> None:
    path, out = copied(tmp_path), tmp_path / "out.jsonl"
    haggis("mutate", path, *PLAYS, "--out", out)
    path.write_text(path.read_text("utf-8").replace("A tiny game", "A small game"), "utf-8")
    before = out.read_bytes()
    code, record = haggis.json("mutate", path, *PLAYS, "--out", out)
    assert (code, record["faults"][0]["name"]) == (2, "other-results")
    assert out.read_bytes() == before


def test_without_the_solvers_promises_are_not_asked_and_it_says_so(
    haggis: Caller, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutate, "PROVER", "haggis_verify.no_such_module")
    said = haggis("mutate", copied(tmp_path), "--mutant", ALIVE, "--jobs", 1)
    assert "Promises were not tested." in said.out
    assert "pip install haggis-rules[verify]" in said.err


@pytest.mark.long
@pytest.mark.slow
def test_the_tournament_is_checked_well(haggis: Caller) -> None:
    said = haggis("mutate", "tournament", "--no-promises", "--jobs", 1)
    assert said.code == 0, said.out


@pytest.mark.rotates
@pytest.mark.slow
def test_several_processes_find_the_same(haggis: Caller, tmp_path: Path) -> None:
    path = copied(tmp_path)
    call = ("mutate", path, "--sample", 30, "--at-least", 0)
    assert haggis.json(*call, "--jobs", 2) == haggis.json(*call, "--jobs", 1)


@pytest.mark.long
@pytest.mark.slow
def test_promises_of_the_tournament_are_asked_as_well(haggis: Caller) -> None:
    said = haggis("mutate", "tournament", "--jobs", 1)
    assert said.code == 0, said.out
    assert "Promises were not asked" not in said.out


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
def test_every_argument_is_of_a_mutant_that_there_is(variant: str) -> None:
    argued = mutant_reasons(variant, variant).names
    line = lineage(source_of(variant))
    found = (
        {one.name for one in mutants(line, OriginalRules.of(line).games)} if argued else set[str]()
    )
    assert set(argued) <= found
