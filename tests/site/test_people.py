"""People stand in examples in place of seats, and what they do is said of them."""

import pytest

from haggis_rules.wording.people import does, does_not, held, person, possessive


@pytest.mark.parametrize(
    ("action", "said"),
    [("play", "plays"), ("pass", "passes"), ("carry on", "carries on"), ("go", "goes")],
)
def test_what_others_do_is_said_in_the_third_person(action: str, said: str) -> None:
    assert does(2, action) == said
    assert does(1, action) == action


def test_you_begin_a_sentence_only_where_it_begins() -> None:
    assert (person(1), person(1, first=True), person(2)) == ("you", "You", "Ann")
    assert (possessive(1), possessive(1, first=True), possessive(3)) == ("your", "Your", "Ben's")
    assert person(9) == "Player 9"


def test_a_relation_is_denied_by_its_verb() -> None:
    assert does_not("beats") == "does not beat"


def test_a_place_called_by_what_was_done_is_called_by_its_cards() -> None:
    assert [held(name) for name in ("captured", "hand", "seed")] == [
        "captured cards",
        "hand",
        "seed",
    ]
