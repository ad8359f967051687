"""Cards in a question are answered on the home page as the command answers them."""

import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

from haggis_rules.finder.cards_asked import answer_cards
from haggis_rules.finder.cards_said import CardsSaid
from haggis_rules.finder.thesaurus import shipped_thesaurus
from tests.ask.asked import HERON, asked_of, needs_node, node, page, put
from tests.games import rules_of

RUNNER = Path(__file__).with_name("cards.mjs")
GAMES = {"classic-2": ("classic", 2), "cats-2": ("cats", 2), "heron-3": (HERON, 3)}
BY_HAND = (
    "Q-K-2", "10 J Q", "3-5-7-9", "is 3-5-7-9 a bomb?", "What can 10, jack and queen be?",
    "does J K beat J Q", "can J Q top J K?", "does a 9 beat a ten", "does 9 10 J beat 8-9-10",
    "can 10 J Q beat 9-9-9?", "does 3-5-7-9 beat J Q K", "three 9s", "do three 9s beat 8-8-8",
    "9r 10r J", "9r", "is a king high?", "how many for 2 or 3 players", "bet 15 or 30", "",
    "king and queen", "2-3-4 and 5", "8 " * 40, "does 2 and 3 beat", "4r beats 5g", "Ünd 9-10-J?",
    "4-4-4-4-4-4-4", "constructor 9", "2 3 4 5 6 7 8 9 10 J Q K", "J J", "can 5 5 beat 4 4 4",
)  # fmt: skip


def mixed(many: int) -> list[str]:
    """Return questions that are put together from cards and words by chance."""
    thesaurus, chance = shipped_thesaurus(), random.Random(5)
    words = [
        *thesaurus.cards,
        "2",
        "9",
        "10",
        "J",
        "Q",
        "K",
        "3r",
        "9g",
        "5s",
        "and",
        "beats",
        "is",
    ]
    joins = [" ", " ", "-", ", ", " beat "]
    found = list[str]()
    for _ in range(many):
        some = [chance.choice(words) for _ in range(chance.randrange(1, 6))]
        found.append("".join(f"{word}{chance.choice(joins)}" for word in some))
    return found


def asked(questions: list[tuple[str, str]], folder: Path, script: Path | None = None) -> list[Any]:
    thesaurus = shipped_thesaurus()
    names = {table for table, _ in questions}
    put(folder, [asked_of(rules_of(*GAMES[name]), name) for name in sorted(names)], [])
    call = {
        "questions": questions, "names": dict(thesaurus.cards), "between": thesaurus.between,
    }  # fmt: skip
    file = folder / "questions.json"
    file.write_text(json.dumps(call), encoding="utf-8")
    return [json.loads(line) for line in node(RUNNER, script or page(), folder, file).splitlines()]


def by_the_command(table: str, question: str) -> Any:
    thesaurus, rules = shipped_thesaurus(), rules_of(*GAMES[table])
    found = answer_cards(rules, question, thesaurus.cards, thesaurus.between)
    if found is None:
        return None
    return {
        "asked": [*found.asked],
        "readings": [
            [
                one.suits,
                rules.show(rules.writing.cards(one.cards)),
                [*map(rules.show, one.readings)],
            ]
            for one in found.readings
        ],
        "compared": [
            [one.beats, one.play, one.other, [*map(rules.show, one.readings)]]
            for one in found.compared
        ],
        "clauses": [*found.clauses],
        "verdict": CardsSaid(rules.game, thesaurus.cards).verdict(found),
    }


def pairs(many: int) -> list[tuple[str, str]]:
    tables = [*GAMES]
    by_chance = [(tables[n % len(tables)], text) for n, text in enumerate(mixed(many))]
    return [("classic-2", text) for text in BY_HAND] + by_chance


@needs_node
def test_the_page_answers_about_cards_as_the_command_does(tmp_path: Path) -> None:
    questions = pairs(60)
    answers = asked(questions, tmp_path)
    assert len(answers) == len(questions)
    for (table, question), answer in zip(questions, answers, strict=True):
        assert answer == by_the_command(table, question), (table, question)
    assert sum(answer is not None for answer in answers) > 40
    assert {bool(answer["compared"]) for answer in answers if answer} == {True, False}


@pytest.mark.slow
@needs_node
@pytest.mark.parametrize(
    ("there", "instead"),
    [
        ("if (settledByReading(all)) {", "if (false) {"),
        ("used.sort((a, b) => a - b), fresh < 0 ? null : fresh", "used"),
        ('if (second?.endsWith("s")) {', "if (false) {"),
        ("[clause, ...frees.filter", "[...frees.filter"),
        ('word(place) === "and"', "false"),
    ],
)
def test_a_page_that_reads_cards_otherwise_is_noticed(
    there: str, instead: str, tmp_path: Path
) -> None:
    shutil.copytree(page(), tmp_path / "page")
    broken = tmp_path / "page" / "asked.js"
    text = broken.read_text(encoding="utf-8")
    assert text.count(there) == 1
    broken.write_text(text.replace(there, instead), encoding="utf-8")
    questions = pairs(0)
    answers = asked(questions, tmp_path, tmp_path / "page")
    assert answers != [by_the_command(*one) for one in questions]


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("can 10 J Q beat 9-9-9?", "Yes as a set of three 10s; no as a sequence."),
        (
            "does 9 10 J beat 8-9-10",
            "Yes as a sequence of three, up to the jack; no as a sequence of three, up to the 10.",
        ),
        ("can 10 J Q beat J Q K", "No, however it is read."),
        ("does J K beat J Q", "Yes."),
    ],
)
def test_what_does_not_depend_on_the_reading_is_answered(question: str, verdict: str) -> None:
    assert by_the_command("classic-2", question)["verdict"] == verdict
