"""The rules language told apart on pages: every text is understood, and every word is known."""

import re
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, cast

import pytest
from pygments import lex
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name, Number, String, Text

from haggis_rules.ir.load import shipped
from haggis_rules.site.markdown import fence
from haggis_rules.storage import package_data
from haggis_rules.syntax.parse import keywords
from haggis_rules.syntax.pygments_lexer import HaggisLexer
from tests.site.games import TESTS

if TYPE_CHECKING:
    from pygments.token import Kind

OTHERS = ("heron/heron.haggis", "texts/every-word.haggis", "texts/pages.haggis")
TEXTS = {name: package_data.read("spec", f"{name}.haggis") for name in shipped()} | {
    name: (TESTS / name).read_text(encoding="utf-8") for name in OTHERS
}


def _parts(text: str) -> "list[tuple[Kind, str]]":
    return [(kind, part) for kind, part in lex(text, HaggisLexer()) if part.strip()]


def _kind_of(word: str, text: str) -> "Kind":
    (kind,) = {kind for kind, part in _parts(text) if word in part.split()}
    return kind


@pytest.mark.parametrize("name", TEXTS)
def test_every_part_of_a_text_is_known_and_none_is_lost(name: str) -> None:
    found = list(lex(TEXTS[name], HaggisLexer(ensurenl=False, stripnl=False)))
    assert [part for kind, part in found if kind in Error] == []
    assert "".join(part for _, part in found) == TEXTS[name]


def test_what_is_not_in_the_language_is_told() -> None:
    assert (Error, "\N{LESS-THAN OR EQUAL TO}") in _parts("passes \N{LESS-THAN OR EQUAL TO} 2")
    assert Error in {kind for kind, _ in _parts('note "not closed')}


def test_every_word_of_the_language_is_known_wherever_it_stands() -> None:
    for word in keywords():
        assert _kind_of(word, word) in Keyword
        assert _kind_of(word, f"x {word} y") is Keyword
        assert _kind_of(f"{word}x", f"y {word}x") not in Keyword
        assert _kind_of(f"{word}.x", f"y {word}.x") not in Keyword


def test_a_word_that_begins_an_item_stands_out_where_it_begins_a_line() -> None:
    text = "choice facing is down or up\nstate turn is seat or none, at first any choice"
    kinds = [kind for kind, part in _parts(text) if "choice" in part.split()]
    assert kinds == [Keyword.Declaration, Keyword]
    assert _kind_of("facing", text) is Name.Function
    assert _kind_of("down", text) is Text


def test_numbers_cards_and_texts_are_told_apart() -> None:
    text = 'clause lead.next 5.4 "Who wins leads." on x let top be 10r when y is 3'
    wanted = {"lead.next": Name.Function, "5.4": Number, "10r": Name.Constant, "3": Number}
    assert {word: _kind_of(word, text) for word in wanted} == wanted
    assert (String, '"Who wins leads."') in _parts(text)


def test_the_lexer_is_found_by_its_name() -> None:
    assert "haggis" in entry_points(group="pygments.lexers").names
    assert type(get_lexer_by_name("haggis")).__name__ == HaggisLexer.__name__


def test_a_fence_of_rules_is_told_apart_on_a_page_and_nothing_of_it_is_lost() -> None:
    markdown: Any = import_module("markdown")
    body = "state turn is seat or none\non close\n  let turn be none"
    page = cast(
        "str",
        markdown.markdown(fence(body, language="haggis"), extensions=["pymdownx.superfences"]),
    )
    assert '<span class="kd">state</span> <span class="nf">turn</span>' in page
    assert re.sub(r"<[^>]+>", "", page).strip() == body


@pytest.mark.parametrize("head", ["", 'language 2 variant v "" clause c ""\n'])
def test_a_word_that_is_declared_as_a_name_is_none_of_the_language(head: str) -> None:
    text = f"{head}state points is 0 to 9 points, at first 0\ndefine cards as points + 1"
    found = [(kind, part) for kind, part in _parts(text) if part in {"points", "cards"}]
    assert found == [(Text, "points"), (Keyword, "points"), (Text, "cards"), (Text, "points")]
