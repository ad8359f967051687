"""A document is cut into sentences, and a sentence known by its hash. The texts are made up."""

import pytest

from haggis_rules.sources.sentences import HASH_DIGITS, sentence_hash, sentences_of


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "A wren sings. It has two eggs! Has it?",
            ["A wren sings.", "It has two eggs!", "Has it?"],
        ),
        ("A wren\nsings all\nday.", ["A wren sings all day."]),
        ("Eggs\n\nA wren has two.", ["Eggs", "A wren has two."]),
        (
            "A nest holds eggs, in\n\nwhich case it is full.",
            ["A nest holds eggs, in which case it is full."],
        ),
        ("It is full.\n\nwhich is rare", ["It is full.", "which is rare"]),
        ("## Nests\nA nest is round.", ["Nests", "A nest is round."]),
        ("== Nests ==\nA nest is round.", ["Nests", "A nest is round."]),
        ("Nests:\n- of hay\n- of moss", ["Nests:", "- of hay", "- of moss"]),
        ("- Hay:\nA nest of hay is dry.", ["- Hay: A nest of hay is dry."]),
        ("- of hay\nMoss is wet.", ["- of hay", "Moss is wet."]),
        ("1. Hay is dry. Moss is wet.", ["1. Hay is dry.", "Moss is wet."]),
        ("Egg | Size |\nWren | 2 |", ["Egg Size", "Wren 2"]),
        ("Small birds, e.g. Wrens, sing.", ["Small birds, e.g. Wrens, sing."]),
        ('A wren sings "tick." Then it flies.', ['A wren sings "tick."', "Then it flies."]),
        ("<u>A wren.</u> It **sings**.", ["A wren.", "It sings ."]),
        ("|\n|\n---\n", []),
        ("", []),
    ],
)
def test_a_text_is_cut_into_sentences(text: str, sentences: list[str]) -> None:
    found = sentences_of(text)
    assert [one.text for one in found] == sentences
    assert [one.number for one in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize(
    "same",
    [
        "a wren SINGS",
        "A  wren\nsings!",
        "**A wren** sings.",
        "“A wren sings”",
        "<u>A wren</u> sings;",
    ],
)
def test_form_makes_no_difference_to_the_hash(same: str) -> None:
    (found,) = sentences_of(same)
    assert found.hash == sentence_hash("A wren sings.")
    assert len(found.hash) == HASH_DIGITS


@pytest.mark.parametrize(
    "other", ["A wren sang.", "A wren, sings.", "Wrens sing.", "A wren's sings."]
)
def test_words_and_punctuation_inside_make_a_difference(other: str) -> None:
    assert sentence_hash(other) != sentence_hash("A wren sings.")


def test_the_hash_of_a_sentence_stays_what_it_is() -> None:
    assert sentence_hash("A wren sings.") == "3d844520396d9b2e"
