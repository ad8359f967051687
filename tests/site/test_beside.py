"""What a site has beside its variants: questions, words, chosen clauses, the Python reference."""

from functools import cache
from pathlib import Path

import pytest

import haggis_rules
from haggis_rules.site.content.chosen_clauses import CARD, chosen_card
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.api import api_page, docstring_markdown
from haggis_rules.site.pages.authored_pages import companion_pages
from haggis_rules.site.pages.glossary import WORDS, glossary_page, notes, words_of
from haggis_rules.site.pages.printing import card_page
from haggis_rules.site.pages.questions import ANSWERED_QUESTIONS, question_pages
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
    link = "[Pips](classic-3/01-table-and-cards.md#cards.pips)"
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
    found = chosen_card(_catalog(), _written(tmp_path, CARD, text))
    assert found is not None
    assert found.file == "card"
    written = card_page(found, ())
    assert "the winner captures the cards of the trick" in written
    assert "- *In tournament:* If the highest play" in written
    assert chosen_card(Volumes.of([game_of("classic", 3)]), tmp_path) is None


def test_a_clause_that_is_named_among_the_words_is_shown_by_its_title(tmp_path: Path) -> None:
    part = '[[part]]\ntitle = "Wild"\nclauses = ["classic-3/courts.wild"]'
    head = 'title = "A card"\nfile = "card"\nwords = "For the table."\n'
    found = chosen_card(_catalog(), _written(tmp_path, CARD, head + part))
    assert found is not None
    written = card_page(found, ())
    clause = game_of("classic", 3).clauses["courts.pip"]
    assert f'"{clause.heading}"' in written
    assert clause.name not in written


def test_all_questions_lead_to_their_clauses_and_name_the_variants_that_answer_them() -> None:
    found = question_pages(_catalog())
    assert list(found) == [f"{ANSWERED_QUESTIONS}.md"]
    (text,) = found.values()
    (line,) = [line for line in text.splitlines() if "May I play 9-10-J as 8-9-10?" in line]
    assert line.endswith(
        "(classic-3/03-court-cards-as-wild-cards.md#courts.wild) (classic, tournament)"
    )
    questions = {
        case.words for v in _catalog().volumes for case in v.game.cases if case.answer is not None
    }
    assert sum(line.startswith("- ") for line in text.splitlines()) == len(questions)


def test_the_reference_has_every_public_name() -> None:
    text = api_page()
    for name in haggis_rules.__all__:
        assert name.startswith("__") or f"{{ #{name.lower()} }}" in text, name
    assert "load(name_or_path: str | Path" in text
    assert "### Position.apply" in text
    assert "int(x, base=10)" not in text


def test_what_stands_between_backticks_is_code_and_a_session_is_shown_as_one() -> None:
    assert (
        docstring_markdown("Give ``x_y``.\n\n>>> 1 + 1\n2")
        == "Give `x_y`.\n\n```pycon\n>>> 1 + 1\n2\n```"
    )


@pytest.mark.skipif(not DOCS.is_dir(), reason="only the package is installed here")
def test_what_the_project_explains_and_chooses_is_there() -> None:
    found = companion_pages(_catalog(), DOCS)
    assert {"glossary.md", "python.md", "python-rules.md", "questions.md"} <= set(found)
    assert chosen_card(_catalog(), DOCS) is not None
