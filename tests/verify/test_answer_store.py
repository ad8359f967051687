"""The file of answers: whole or begun anew, for one user alone, and for several writers at once."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from haggis_verify.solvers import answer_store
from haggis_verify.solvers.answer_store import AnswerStore


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return where a file can be."""
    return tmp_path / "kept" / "answers.sqlite"


def test_what_is_put_is_there_for_the_next(place: Path) -> None:
    with AnswerStore(place) as one, AnswerStore(place) as other:
        one.put("a", "1")
        other.put("b", "2")
        assert (one.get("b"), other.get("a"), one.get("c")) == ("2", "1", None)
    with AnswerStore(place, fresh=True) as fresh:
        assert fresh.get("a") is None
        fresh.put("a", "3")
    with AnswerStore(place) as one:
        assert one.get("a") == "3"


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "other": lambda _: b"nothing of the kind " * 500,
    "empty": lambda _: b"",
    "half": lambda data: data[: len(data) // 2],
    "holes": lambda data: data[:100] + bytes(len(data) - 200) + data[-100:],
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_begun_anew(place: Path, damage: Callable[[bytes], bytes]) -> None:
    with AnswerStore(place) as before:
        for number in range(300):
            before.put(f"key {number}", "x" * 100)
    place.write_bytes(damage(place.read_bytes()))
    for _ in range(2):
        with AnswerStore(place) as before:
            known = [before.get(f"key {number}") for number in range(300)]
            assert set(known) <= {None, "x" * 100}
            before.put("key", "after")
    with AnswerStore(place) as before:
        before.put("key", "at last")
        assert before.get("key") == "at last"


def test_a_changed_answer_is_not_believed(place: Path) -> None:
    with AnswerStore(place) as before:
        before.put("key", "unsat")
    with sqlite3.connect(place) as file:
        file.execute("UPDATE found SET text = 'sat'")
    file.close()
    with AnswerStore(place) as before:
        assert before.get("key") is None


def test_a_folder_that_cannot_be_used_only_costs_time(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    with AnswerStore(blocked / "answers.sqlite") as before:
        before.put("key", "text")
        assert before.get("key") is None
    before.put("key", "text")  # nor when it is closed


def test_a_file_that_has_grown_too_large_is_begun_anew(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with AnswerStore(place) as before:
        before.put("key", "text")
    monkeypatch.setattr(answer_store, "MOST_BYTES", 10)
    with AnswerStore(place) as before:
        assert before.get("key") is None


def _write(place: Path, who: int) -> None:
    with AnswerStore(place) as before:
        for number in range(100):
            before.put(f"{who} {number}", str(number))
            before.put("all", "the same")


def test_two_processes_may_write_at_once(place: Path) -> None:
    context = get_context("spawn")
    both = [context.Process(target=_write, args=(place, who)) for who in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
        assert one.exitcode == 0
    with AnswerStore(place) as before:
        found = [before.get(f"{who} {number}") for who in range(2) for number in range(100)]
        assert found == [str(number) for _ in range(2) for number in range(100)]
        assert before.get("all") == "the same"


def test_several_threads_may_write_at_once(place: Path) -> None:
    with AnswerStore(place) as before:
        with ThreadPoolExecutor(4) as pool:
            for number in range(200):
                pool.submit(before.put, str(number), "x")
        assert all(before.get(str(number)) for number in range(200))


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no such mode here")
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_a_folder_that_others_can_write_is_not_used(mode: int, place: Path) -> None:
    with AnswerStore(place) as before:
        before.put("key", "unsat")
    place.parent.chmod(mode)
    with AnswerStore(place) as before:
        before.put("other", "unsat")
        assert before.get("key") is None
    place.parent.chmod(0o700)
    with AnswerStore(place) as before:
        assert (before.get("key"), before.get("other")) == ("unsat", None)


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders have no owner here")
def test_a_folder_of_somebody_else_is_not_used(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with AnswerStore(place) as before:
        before.put("key", "unsat")
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    with AnswerStore(place) as before:
        assert before.get("key") is None
