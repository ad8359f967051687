"""A browser puts the same clauses in the same order as the command, and in time."""

import gzip
import json
import random
import string
from pathlib import Path
from typing import Any

import pytest

import haggis_rules.finder
from haggis_rules.finder.index import FinderIndex, without_formal_lines
from haggis_rules.finder.kept import index_text
from haggis_rules.finder.ranking import rank, table_in, understand
from tests.ask.asked import needs_node, node

SCRIPT = Path(haggis_rules.finder.__file__).parent / "page" / "finder.js"
RUNNER = Path(__file__).parent / "rank.mjs"
MOST_BYTES = 150_000  # of the index as a server sends it
MOST_MILLISECONDS = 8  # of a processor for an answer; a slow phone takes six times as long


def own_questions(index: FinderIndex) -> list[str]:
    return [case["words"] for entry in index["entries"] for case in entry["cases"]]


def slipped(word: str, chance: random.Random) -> str:
    """Return a word as a hurried player types it."""
    place = chance.randrange(len(word))
    letter = chance.choice(string.ascii_letters)
    return chance.choice(
        [
            word[:place] + word[place + 1 :],
            word[:place] + letter + word[place:],
            word[:place] + letter + word[place + 1 :],
            word[:place] + word[place + 1 : place + 2] + word[place] + word[place + 2 :],
        ]
    )


def mixed_questions(index: FinderIndex, many: int) -> list[str]:
    """Return words in any order, some with slips, and signs that are no words."""
    chance = random.Random(7)
    words = [
        *index["forms"],
        "in neeps",
        "for 3 players",
        "\u2019s",
        "Ünder",
        "K",
        "constructor",
        "\U0001f0a1",
    ]
    found = list[str]()
    for _ in range(many):
        some = [chance.choice(words) for _ in range(chance.randrange(1, 9))]
        found.append(
            " ".join(slipped(word, chance) if chance.random() < 0.2 else word for word in some)
        )
    return found


def asked_of(script: Path, index: FinderIndex, questions: list[Any], folder: Path) -> Any:
    file, list_ = folder / "finder.json", folder / "questions.json"
    file.write_text(index_text(index), encoding="utf-8")
    list_.write_text(json.dumps(questions), encoding="utf-8")
    return json.loads(node(RUNNER, script, file, list_))


def calls(index: FinderIndex) -> list[dict[str, Any]]:
    """Return questions, each at some table, and some with clauses that the engine named."""
    chance = random.Random(11)
    texts = [*own_questions(index), *mixed_questions(index, 200), "", "?", "the of a"]
    return [
        {
            "question": text,
            **chance.choice(index["tables"]),
            "restsOn": [chance.choice(index["entries"])["clause"]] if chance.random() < 0.2 else [],
        }
        for text in texts
    ]


def by_the_command(index: FinderIndex, call: dict[str, Any]) -> dict[str, Any]:
    understood = understand(index, call["question"])
    hits = rank(index, call["question"], call["variant"], call["players"], call["restsOn"])
    return {
        "terms": [*understood.terms],
        "slips": [[*pair] for pair in understood.slips],
        "named": [*table_in(index, call["question"])],
        "hits": [
            [hit.entry, hit.score, hit.question, hit.own, hit.sure, hit.opposite] for hit in hits
        ],
    }


@pytest.mark.slow
@needs_node
def test_a_browser_finds_what_the_command_finds(index: FinderIndex, tmp_path: Path) -> None:
    every = calls(index)
    said = asked_of(SCRIPT, index, every, tmp_path)
    assert len(said["answers"]) == len(every) > 400
    for call, answer in zip(every, said["answers"], strict=True):
        assert answer == by_the_command(index, call), call
    assert said["spent"] < MOST_MILLISECONDS


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("other.score - one.score", "one.score - other.score"),
        ("older[column - 2] + 1", "older[column - 2] + 2"),
        ("hit.score * CUT >= best", "hit.score * CUT > best * 2"),
        ("word.length < 4", "word.length < 5"),
        ("const SECOND = 4", "const SECOND = 3"),
        ("terms ** 2)", "terms)"),
    ],
)
def test_a_browser_that_ranks_otherwise_is_noticed(
    index: FinderIndex, tmp_path: Path, right: str, wrong: str
) -> None:
    text = SCRIPT.read_text(encoding="utf-8")
    assert text.count(right) == 1
    broken = tmp_path / "finder.mjs"
    broken.write_text(text.replace(right, wrong), encoding="utf-8")
    every = calls(index)[-60:]
    said = asked_of(broken, index, every, tmp_path)
    assert [by_the_command(index, call) for call in every] != said["answers"]


def test_the_index_is_small_enough_for_a_phone(index: FinderIndex) -> None:
    sent = index_text(without_formal_lines(index))
    assert len(gzip.compress(sent.encode(), 9)) < MOST_BYTES
