"""A few hundred hostile inputs each time, and that the search notices what it is to notice."""

from __future__ import annotations

import re
import time
from random import Random

import pytest

from haggis_rules import Action, Rules
from haggis_rules.engine.position import Position
from haggis_rules.site import writer
from tests.fuzz import __main__ as command
from tests.fuzz import running, targets
from tests.fuzz.running import Tally, Verdict, attempt, run, smaller
from tests.fuzz.seeds import FOLDER, corpus_texts, small
from tests.fuzz.splicing import rule_text, with_other_signs
from tests.fuzz.targets import TARGETS, Target

FEW = {"rules": 8, "records": 40, "positions": 200, "notations": 200, "json": 300, "views": 100}
MORE = 60  # texts of rules
MOST = 20_000  # bytes of all that is kept
SEED = 13


@pytest.fixture
def unshrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "SHRINKING", 0)


def some(kind: str, inputs: int | None = None) -> Tally:
    """Try some inputs of a kind, the same each time."""
    numbers = range(inputs or FEW[kind])
    return run(kind, TARGETS[kind], seed=SEED, numbers=numbers, end=time.monotonic() + 100)


@pytest.mark.parametrize("kind", [*TARGETS])
def test_a_hostile_input_is_accepted_or_refused_by_name(kind: str) -> None:
    tally = some(kind)
    assert [(one.number, one.outcome) for one in tally.found.values()] == []
    assert tally.verdicts[Verdict.ACCEPTED] > 0
    assert tally.verdicts[Verdict.REFUSED] > tally.inputs / 4
    assert tally.inputs == FEW[kind]


@pytest.mark.slow
def test_a_good_part_of_the_texts_of_rules_passes_and_is_played() -> None:
    tally = some("rules", MORE)
    assert [(one.number, one.outcome) for one in tally.found.values()] == []
    assert tally.verdicts[Verdict.ACCEPTED] >= 0.3 * MORE
    assert tally.short > MORE / 2


@pytest.mark.parametrize("path", small(), ids=lambda path: path.stem)
def test_each_text_to_begin_with_passes_and_is_short(path: object) -> None:
    (seed,) = [one for one in small() if one == path]
    text = seed.read_text("utf-8")
    assert targets.take_rules(text)
    assert text.count("\n") < 60


def test_what_is_kept_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.*")) < MOST


def test_every_thing_to_begin_with_is_accepted() -> None:
    for made, take in (
        (targets.records, targets.take_record),
        (targets.positions, targets.take_position),
        (targets.notations, targets.take_notation),
        (targets.documents, targets.take_document),
        (targets.views, targets.take_view),
    ):
        sources = made()
        assert len(sources) >= 12
        assert all(take(one) for one in sources[:: max(1, len(sources) // 12)])


def test_what_is_kept_is_tried_again() -> None:
    found = {kind: [*map(TARGETS[kind].take, corpus_texts(kind))] for kind in TARGETS}
    assert found["json"] == [True]
    assert found["notations"] == [False]


def test_texts_of_rules_are_made_of_many_parts_of_the_grammar() -> None:
    found = {rule_text(Random(f"variety {number}")) for number in range(30)}
    assert len(found) > 25
    assert max(map(len, found)) > 1000


def _first_seat_alone(_table: Position, action: Action) -> bool:
    return action.actor == 0


def _crash(*_anything: object) -> str:
    message = "planted"
    raise KeyError(message)


@pytest.mark.planted("crash")
def test_a_crash_is_noticed_and_the_smallest_input_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Rules, "show", _crash)
    tally = some("notations")
    assert tally.verdicts[Verdict.TRACEBACK] > 0
    (found,) = [one for one in tally.found.values() if one.outcome.place.endswith("_crash")]
    assert found.outcome.words == "KeyError: 'planted'"
    assert len(found.text) < 40


@pytest.mark.planted("crash")
@pytest.mark.usefixtures("unshrunk")
def test_a_page_that_falls_over_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "known_page", _crash)
    assert some("rules", 8).verdicts[Verdict.TRACEBACK] > 0


@pytest.mark.planted("crash")
def test_an_input_without_end_is_noticed() -> None:
    def take(text: str) -> bool:
        while text:
            pass
        return True

    outcome = attempt(Target(str, take, 0.2), "x")
    assert outcome.verdict is Verdict.HANG
    assert attempt(Target(str, take, 0.2), "").verdict is Verdict.ACCEPTED


@pytest.mark.planted("crash")
@pytest.mark.usefixtures("unshrunk")
def test_a_reading_that_takes_what_the_other_refuses_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Position, "is_legal", _first_seat_alone)
    assert some("rules", 8).verdicts[Verdict.DIFFERENCE] > 0
    assert some("notations").verdicts[Verdict.DIFFERENCE] > 0


@pytest.mark.planted("crash")
@pytest.mark.usefixtures("unshrunk")
def test_generated_python_that_counts_otherwise_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = Position.apply

    def wrong(table: Position, action: Action) -> Position:
        after = right(table, action)
        return right(after, after.actions(after.to_act[0])[0]) if after.to_act else after

    monkeypatch.setattr(Position, "apply", wrong)
    assert some("rules", 24).verdicts[Verdict.DIFFERENCE] > 0


def test_the_smallest_part_that_shows_a_fault_is_found() -> None:
    text = "\n".join(f"line {number} of many words" for number in range(40))
    assert smaller(text, lambda one: "23 of" in one) == "23 of"


def test_a_text_of_which_nothing_is_left_is_an_input_as_well() -> None:
    assert with_other_signs("", Random(SEED))


def test_one_number_is_one_input() -> None:
    for target in TARGETS.values():
        assert target.make(Random("one")) == target.make(Random("one"))


def test_the_command_counts_and_says_where_the_smallest_input_is(
    tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = ["--kind", "notations", "--inputs", "40", "--out", str(tmp_path)]
    assert command.main(calls) == 0
    said = capsys.readouterr().out
    assert "notations: 40 inputs in" in said
    assert said.endswith("40 hostile inputs, 0 faults, seed 1\n")
    monkeypatch.setattr(Rules, "show", _crash)
    assert command.main(calls) == 1
    assert "the smallest of it" in capsys.readouterr().out


def printed(capsys: pytest.CaptureFixture[str], *calls: object) -> list[str]:
    """Call the command, and return what it says without how long it took."""
    command.main([str(one) for one in calls])
    return re.sub(r"in \d+ s", "in a while", capsys.readouterr().out).splitlines()


def test_a_run_that_was_cut_off_goes_on_behind_what_was_tried(
    tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = ("--kind", "notations", "--kind", "positions", "--seed", 5, "--out", tmp_path)
    whole = printed(capsys, *calls, "--inputs", 40)
    target, tried = TARGETS["positions"], list[str]()

    def take(text: str) -> bool:
        if len(tried) == 17 and not cut_off:
            cut_off.append(text)
            raise KeyboardInterrupt
        tried.append(text)
        return target.take(text)

    cut_off: list[str] = []
    monkeypatch.setitem(TARGETS, "positions", target._replace(take=take))
    with pytest.raises(KeyboardInterrupt):
        printed(capsys, *calls, "--inputs", 40, "--go-on")
    capsys.readouterr()
    assert printed(capsys, *calls, "--inputs", 40, "--go-on") == whole
    assert tried == [target.make(Random(f"positions 5 {number}")) for number in range(40)]
    assert printed(capsys, *calls, "--inputs", 40, "--go-on") == whole
    assert len(tried) == 40


def test_a_fault_that_was_found_before_a_run_was_cut_off_is_told_again(
    tmp_path: object, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = ("--kind", "notations", "--inputs", 40, "--out", tmp_path, "--go-on")
    with monkeypatch.context() as broken:
        broken.setattr(Rules, "show", _crash)
        before = printed(capsys, *calls)
    assert "KeyError: 'planted'" in "".join(before)
    assert printed(capsys, *calls) == before
