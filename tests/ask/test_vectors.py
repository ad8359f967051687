"""The page answers as the rules do, and what it does by itself is seen to go wrong."""

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load import shipped
from haggis_rules.site.ask.vectors import Vector, vectors
from tests.ask.asked import (
    HERON,
    ODD,
    RULES,
    TEAL,
    WIDGEON,
    answered,
    asked_of,
    needs_node,
    page,
    put,
    tables,
)
from tests.games import rules_of

MANY, EVEN_MORE = 1_000, 20_000
SEED = 2


def every_seating() -> dict[str, Rules]:
    agreed = {
        f"rogers-{n}+sets+rainbow": rules_of("rogers", n, sets=True, rainbow=True) for n in (2, 3)
    }
    return {**tables([*shipped(), HERON, ODD, TEAL, WIDGEON]), **agreed}


def put_questions(folder: Path, known: dict[str, Rules], count: int) -> Path:
    each = -(-count // len(known))
    questions = [
        vector
        for name, rules in known.items()
        for vector in vectors(rules, name, count=each, seed=SEED)
    ]
    return put(folder, [asked_of(rules, name) for name, rules in known.items()], questions)


def _see_all_right(folder: Path, count: int) -> None:
    number, wrong, said = answered(folder, put_questions(folder, every_seating(), count))
    assert number >= count
    assert wrong == 0, said


@pytest.mark.rotates
@needs_node
@pytest.mark.slow
def test_the_page_answers_as_the_rules_do_at_every_table(tmp_path: Path) -> None:
    _see_all_right(tmp_path, MANY)


@needs_node
@pytest.mark.slow
@pytest.mark.long  # it answers fewer at every table each time
def test_the_page_answers_many_more_as_the_rules_do(tmp_path: Path) -> None:
    _see_all_right(tmp_path, EVEN_MORE)


def test_one_seed_gives_the_same_questions_and_another_gives_others() -> None:
    rules = rules_of(HERON)
    one, same = (list(vectors(rules, "heron-3", count=40, seed=SEED)) for _ in range(2))
    assert one == same
    assert one != list(vectors(rules, "heron-3", count=40, seed=SEED + 1))


def _of(name: str, count: int) -> list[dict[str, Any]]:
    found: Iterator[Vector] = vectors(rules_of(name, 2), f"{name}-2", count=count, seed=SEED)
    return [dict(one) for one in found]


def test_the_questions_have_all_that_is_hard_in_them() -> None:
    found = _of("classic", 300)
    reads = [one for one in found if "readings" in one]
    many = Counter(len(one["readings"]) for one in reads)
    assert min(many[0], many[1], many[2], many[3] + many[4]) > 3
    assert any(set(one["cards"]) <= {"J", "Q", "K"} for one in reads)
    assert any(len(set(one["cards"])) < len(one["cards"]) for one in reads)
    assert any("J" in reading["may"] for one in reads for reading in one["readings"])
    written = {reading["reading"] for one in reads for reading in one["readings"]}
    kinds = {reading.partition("@")[0].rstrip("0123456789x") for reading in written}
    assert kinds >= {"single", "set", "sequence", "stair"}
    assert len([kind for kind in kinds if kind.startswith("bomb:")]) > 2


def test_the_questions_of_what_beats_what_have_both_answers_and_each_clause() -> None:
    found = [one for one in _of("classic", 300) if "beats" in one]
    assert min(Counter(one["beats"] for one in found).values()) > 20
    assert {one["clause"] for one in found} == {"beats.higher", "beats.bomb"}
    assert all(one["clause"] in one["rests"] for one in found)


class Break(NamedTuple):
    """A file, what stands in it, what is put there instead, and rules that show it."""

    file: str
    there: str
    instead: str
    rules: str


# What a module refuses is left out place by place in tests/wasm/test_asking.py.
BREAKS = [
    Break("rules.js", "(a[1] !== own) - (b[1] !== own) || ", "", "classic"),
    Break("rules.js", "[...pins, pin])", "[pin])", "classic"),
    Break("rules.js", "value = low + (left % count)", "value = left % count", "classic"),
    Break("rules.js", "(suited ? taken : [])", "[]", "odd"),
    Break("rules.js", "frees.filter(([group]) => groups.has(group))", "frees", "classic"),
    Break("rules.js", "rests: this.sorted(rests)", "rests", "odd"),
    Break("module.js", "numbers[place], numbers[other]));", "place, other));", "classic"),
    Break("module.js", "this.#bytes.fill(0, marks, marks + clauses.length);", "", "odd"),
    Break("module.js", "clauses[this.#number(decides)]", "clauses[0]", "classic"),
    Break("module.js", "suit ?? -1", "0", "classic"),
    Break("module.js", "4 * part, value", "4 * part, 0", "classic"),
]


@pytest.fixture(scope="module")
def vector_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Write many questions about each of the rules that show a break."""
    found: dict[str, Path] = {}
    for name in dict.fromkeys(part.rules for part in BREAKS):
        folder = tmp_path_factory.mktemp(name)
        text = {ODD.stem: ODD, TEAL.stem: TEAL}.get(name, name)
        found[name] = put_questions(folder, {f"{name}-2": rules_of(text, 2)}, 300)
    return found


@needs_node
@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("part", BREAKS, ids=[each.there for each in BREAKS])
def test_a_page_that_is_broken_is_noticed(
    vector_files: dict[str, Path], tmp_path: Path, part: Break
) -> None:
    shutil.copytree(page(), tmp_path / "page")
    broken = tmp_path / "page" / part.file
    text = broken.read_text(encoding="utf-8")
    assert text.count(part.there) == 1
    broken.write_text(text.replace(part.there, part.instead), encoding="utf-8")
    file = vector_files[part.rules]
    _, wrong, said = answered(file.parent, file, tmp_path / "page" / RULES)
    assert wrong > 0, said


@needs_node
def test_an_answer_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    file = put_questions(tmp_path, {"heron-3": rules_of(HERON)}, 60)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        if "beats" in line:
            line["beats"] = not line["beats"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    _, wrong, _ = answered(tmp_path, file)
    assert wrong == sum("beats" in line for line in lines)
