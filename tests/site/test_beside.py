"""What a site has beside its variants: questions, words, chosen clauses, the Python reference."""

from functools import cache
from pathlib import Path

import pytest

import haggis_rules
from haggis_rules.site.content.authored_pages import companion_pages
from haggis_rules.site.content.chosen_clauses import CARD, chosen_pages
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.markdown import HEAD
from haggis_rules.site.pages.api import api_page, docstring_markdown
from haggis_rules.site.pages.glossary import WORDS, glossary_page, notes, words_of
from haggis_rules.site.pages.questions import ANSWERED_QUESTIONS, page_names, question_pages
from haggis_rules.site.search_ranking import for_search
from tests.games import game_of

DOCS = Path(__file__).parents[2] / "docs"
WORD = '[[word]]\nword = "pip"\nforms = ["pips"]\nmeans = "A low card."\n'


@cache
def _catalog() -> Volumes:
    return Volumes.of([game_of("classic", 3), game_of("tournament", 3)])


def _written(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_a_word_has_what_it_means_and_links_to_clauses_on_the_shelf(tmp_path: Path) -> None:
    says = 'says = ["classic-3/cards.pips", "neeps-4/nothing"]\n'
    words = words_of(_written(tmp_path, WORDS, WORD + says))
    text = glossary_page(_catalog(), words)
    assert "## Pip { #pip }" in text
    link = "[cards.pips](classic-3/01-table-and-cards.md#cards.pips)"
    assert f"A low card. See {link}." in text


def test_a_note_is_for_the_forms_alone(tmp_path: Path) -> None:
    text = notes(words_of(_written(tmp_path, WORDS, WORD)))
    assert "*[pips]: A low card." in text
    assert "*[pip]:" not in text


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (WORD + WORD, "`pip` is explained twice"),
        ("word = 1", "`word` should be parts"),
        ("word = [1]", "`word` should be parts"),
        ('[[word]]\nword = "pip"', "word 1: `means` should be a text"),
        (WORD + "says = [1]", "word 1: `says` should be texts"),
    ],
)
def test_a_list_of_words_that_is_wrong_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        words_of(_written(tmp_path, WORDS, text))


def test_a_clause_that_a_variant_lacks_is_refused(tmp_path: Path) -> None:
    words = words_of(_written(tmp_path, WORDS, WORD + 'says = ["classic-3/no.clause"]'))
    with pytest.raises(ValueError, match=r"has no clause `no\.clause`"):
        glossary_page(_catalog(), words)


def test_chosen_clauses_have_the_words_of_the_rules_and_name_the_other_variant(
    tmp_path: Path,
) -> None:
    part = '[[part]]\ntitle = "Bombs"\nclauses = ["classic-3/capture.plain", '
    head = 'title = "A card"\nfile = "card"\nwords = "For the table."\n'
    text = f'{head}{part}"tournament-3/capture.bomb.three"]\n'
    found = chosen_pages(_catalog(), _written(tmp_path, CARD, text))
    assert list(found) == ["card.md"]
    assert "the winner captures the cards of the trick" in found["card.md"]
    assert "- *In tournament:* If the highest play" in found["card.md"]
    assert chosen_pages(Volumes.of([game_of("classic", 3)]), tmp_path) == {}


def test_a_question_of_several_variants_has_one_page_which_names_all_of_them() -> None:
    found = question_pages(_catalog(), {})
    text = found[f"{ANSWERED_QUESTIONS}/may-i-play-9-10-j-as-8-9-10.md"]
    assert 'search: {"boost": 4.4}\ntags: ["classic", "tournament"]' in text
    assert text.count("Yes, if the 9 and the 10 have the same suit") == 1
    assert "- Classic, 3 players: [courts.wild]" in text
    assert "- Tournament, 3 players: [courts.wild]" in text
    questions = {
        case.words for v in _catalog().volumes for case in v.game.cases if case.answer is not None
    }
    assert len(found) == len(questions) + 1
    assert all(name.removesuffix(".md") in found[f"{ANSWERED_QUESTIONS}.md"] for name in found)


def test_two_questions_that_begin_alike_have_two_pages() -> None:
    long = "When the winner of a trick is out and so is the player on his left, who "
    names = page_names([f"{long}leads?", f"{long}deals?", f"{long}pays?", "Who deals?"])
    assert len(set(names.values())) == 4
    assert names["Who deals?"] == "who-deals"
    assert max(map(len, names.values())) <= 64


def test_the_search_weighs_promises_little_and_leaves_out_what_says_the_same() -> None:
    page = f"{HEAD}title: x\n---\n"
    assert 'search: {"boost": 0.1}' in for_search("promises/never.stuck.md", page)
    assert 'search: {"exclude": true}' in for_search("classic-3/all-questions.md", page)
    assert for_search("classic-3/05-bets.md", page) == page


def test_the_reference_has_every_public_name() -> None:
    text = api_page()
    for name in haggis_rules.__all__:
        assert name.startswith("__") or f"{{ #{name.lower()} }}" in text, name
    assert "load(name_or_path: str | Path" in text
    assert "#### Position.apply" in text
    assert "int(x, base=10)" not in text


def test_what_stands_between_backticks_is_code_and_a_session_is_shown_as_one() -> None:
    assert (
        docstring_markdown("Give ``x_y``.\n\n>>> 1 + 1\n2")
        == "Give `x_y`.\n\n```pycon\n>>> 1 + 1\n2\n```"
    )


@pytest.mark.skipif(not DOCS.is_dir(), reason="only the package is installed here")
def test_what_the_project_explains_and_chooses_is_there() -> None:
    found = companion_pages(_catalog(), DOCS, {})
    assert {"glossary.md", "directors-card.md", "python.md", "questions.md"} <= set(found)
