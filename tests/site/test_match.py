"""What is agreed on, the score sheet, what lasts, and the end of a match: in words, on pages."""

from dataclasses import replace

import pytest

from haggis_rules.ir.game import Game
from haggis_rules.site.content.volume_content import GameFindings, OptionChoice, VolumeContent
from haggis_rules.site.pages.chapter import describe_clause
from haggis_rules.site.writer import pages
from haggis_rules.wording.flow import describe_promise
from tests.site.games import game, pages_game


def _descriptions(clause: str, played: Game | None = None) -> list[str]:
    found = [*describe_clause(VolumeContent.of(played or pages_game(2)), clause)]
    return [" ".join([text.words, *text.points]) for text in found]


def test_a_table_for_several_numbers_of_seats_tells_them() -> None:
    assert _descriptions("table.seats") == ["The table has 2 or 3 seats; these rules are for 2."]
    assert _descriptions("table.seats", game("neeps-core")) == ["The table has 6 seats."]


def test_options_are_told_with_their_values_and_the_usual_one() -> None:
    assert _descriptions("table.options")[1:] == [
        'Before a match, the players agree on "target", 1 to 500 points. Usually it is 50 points.',
        'Before a match, the players may agree on "pairs". Usually they do not.',
        'Before a match, the players agree on "share", few or many. Usually it is few.',
    ]


def test_what_was_agreed_on_is_told_where_it_is_not_the_usual() -> None:
    assert "Usually it is 50 points, and here it is 80 points." in "\n".join(
        _descriptions("table.options", pages_game(2, target=80))
    )
    assert "Usually they do not, and here they do." in " ".join(
        _descriptions("table.options", pages_game(2, pairs=True))
    )


def test_what_lasts_is_told_apart_from_what_a_hand_keeps() -> None:
    tally, leader, *_ = _descriptions("match.course")
    assert tally == (
        'Each seat has a value, "tally", kept from hand to hand: a number, 0 or more points. It '
        "starts the first hand as 0, and everybody knows it."
    )
    assert "It is chosen at random before the first hand" in leader
    assert "It starts as the leader" in " ".join(_descriptions("turns"))


def test_what_happens_between_hands_and_the_end_of_the_match_are_told() -> None:
    *_, between, until = _descriptions("match.course")
    assert between.startswith("Between two hands, all at once: for each seat s, the tally of s")
    assert "becomes the tally of s plus " in between
    assert until == (
        "When a hand ends, the match ends too if there is a seat s such that the tally of s is at "
        "least the agreed target."
    )


def test_an_entry_of_the_score_sheet_says_which_line_it_is() -> None:
    sentences = _descriptions("score.laid")
    assert '"laying" is line 1 of 2 on the score sheet.' in sentences
    assert '"smallest" is line 2 of 2 on the score sheet.' in sentences


def test_the_largest_and_the_smallest_are_said_as_a_director_would() -> None:
    sentences = " ".join(_descriptions("score.laid"))
    assert (
        "1 point for each one of the largest number, over every seat t such that t is not s, of "
        "cards in the hand of t"
    ) in sentences
    assert "the smallest number over every seat t of cards in the hand of t" in sentences


def test_promises_about_readings_are_told() -> None:
    found = VolumeContent.of(pages_game(2, pairs=True))
    sentences = {p.name: describe_promise(found.english, p).words for p in found.game.promises}
    assert (
        sentences["beats.asymmetric"]
        == (
            "For any reading a and any reading b, whatever is on the table, if a beats b, then b "
            "does not beat a."
        )
        or "For any reading a and any reading b, whatever is on the table,"
        in sentences["beats.asymmetric"]
    )
    assert sentences["pairs.apart"] == "No cards can make both a pair and a single."


def test_a_promise_of_all_that_one_hand_can_make_is_told_with_its_condition() -> None:
    found = VolumeContent.of(game("texts/every-word.haggis"))
    sentences = {p.name: describe_promise(found.english, p).words for p in found.game.promises}
    assert sentences["sets.largest"] == (
        "For any set a that the cards of one hand can make, the width of a is at most 15."
    )
    assert sentences["made.up.made"] == (
        "When the stage is tricks, for any sequence q that the cards of one hand can make, the "
        "length of q "
        "is at most 11."
    )


def test_the_page_of_the_match_has_the_sheet_what_lasts_and_the_end() -> None:
    page = pages(pages_game(2))["pages-2/all-match.md"]
    sheet, lasts, between, end = page.split("\n## ")[1:]
    assert sheet.startswith("The score sheet")
    assert sheet.index("### 1. laying") < sheet.index("### 2. smallest")
    assert "Exception: For any seat s, when the agreed target is at least 400" in sheet
    assert "- [score.laid](03-score.md#score.laid): A card that was laid scores a point" in sheet
    assert lasts.count("Clause [match.course]") == 3
    assert "Between two hands, all at once" in between
    assert "the tally of s is at least the agreed target" in end


def test_a_game_without_a_match_or_options_has_no_such_pages() -> None:
    bare = replace(game("neeps-core"), scores=(), cases=())
    names = {path.split("/")[1] for path in pages(bare)}
    assert not names & {"all-match.md", "all-options.md", "all-questions.md"}


def test_the_rules_may_leave_open_when_a_match_ends() -> None:
    page = pages(replace(pages_game(2), until=None))["pages-2/all-match.md"]
    assert "The rules do not say when a match ends." in page


def test_the_options_page_has_values_usual_and_clauses() -> None:
    page = pages(pages_game(2))["pages-2/all-options.md"]
    home = "[table.options](01-the-table.md#table.options)"
    assert f"| `target` | 1 to 500 points | 50 points | {home} |" in page
    assert f"| `pairs` | yes or no | no | {home} |" in page
    assert f"| `share` | few or many | few | {home} |" in page
    target = page.split("## target")[1].split("\n## ")[0]
    assert "[score.laid](03-score.md#score.laid)" in target
    assert "[match.course](03-score.md#match.course)" in target
    share = page.split("## share")[1]
    assert "[deal.few](01-the-table.md#deal.few)" in share


def test_the_options_page_shows_what_another_choice_brings_and_takes() -> None:
    choices = (OptionChoice(pages_game(2, pairs=True)), OptionChoice(pages_game(2, share="many")))
    page = pages(pages_game(2), GameFindings(choices=choices))["pages-2/all-options.md"]
    pairs = page.split("### pairs: yes")[1].split("\n## ")[0]
    assert "#### pair { #pair }" in pairs
    assert "**When the option pairs is agreed on.**" in pairs
    assert "do not hold then" not in pairs
    share = page.split("### share: many")[1]
    assert "These clauses no longer apply: [deal.few](01-the-table.md#deal.few)." in share
    assert "#### deal.many { #deal.many }" in share
    assert "[cards.deck](01-the-table.md#cards.deck)" in share


@pytest.mark.parametrize("clause", ["match.course", "score.laid"])
def test_what_a_match_is_made_of_is_linked_both_ways(clause: str) -> None:
    content = VolumeContent.of(pages_game(2))
    assert "table.options" in content.uses[clause]
    assert clause in content.used_by["table.options"]


def test_a_clause_lists_the_promises_that_speak_of_it() -> None:
    written = pages(pages_game(2))["pages-2/01-the-table.md"]
    section = written.split("{ #cards.deck }")[1].split("\n## ")[0]
    assert "**Proved** 1 promise about this clause: 1 not checked here" in section
    assert "\n- [hands.small](../promises/hands.small.md): not checked here" in section
