"""Markdown that shows plain text as it is, whatever stands in it."""

import html
import re
from collections.abc import Callable
from importlib import import_module
from typing import Any, cast

from hypothesis import assume, example, given
from hypothesis import strategies as st

from haggis_rules.site.markdown import box, code, fence, page, plain, slug, table

NASTY = st.text(st.sampled_from("abZ 01.)(#+-*_`~^=<>&|{}[]!?:\\\"'/\n"), max_size=30)
EXTENSIONS = [
    *("tables", "admonition", "attr_list", "toc"),
    *("pymdownx.details", "pymdownx.superfences", "pymdownx.tabbed"),
]


def _html(text: str) -> str:
    markdown: Any = import_module("markdown")
    convert = cast("Callable[..., str]", markdown.markdown)
    return convert(text, extensions=EXTENSIONS)


def _seen(text: str) -> str:
    """Return what somebody sees who reads a page."""
    return html.unescape(re.sub(r"<[^>]+>", "", _html(text)))


@given(NASTY)
@example("# no heading")
@example("1. no list")
@example("!!! note")
@example("??? note")
@example('=== "tab"')
@example("{: #mine }")
@example("a &amp; b")
@example("[a](b) ![c](d) <b>e</b>")
@example("a | b")
@example("--- ")
@example("> quoted")
@example(": term")
def test_plain_text_shows_as_it_is(text: str) -> None:
    folded = " ".join(text.split())
    assert " ".join(_seen(plain(text)).split()) == folded
    assert not re.search(r"<(?!/?p>)", _html(plain(text)))


@given(NASTY)
def test_plain_text_stays_in_its_cell(text: str) -> None:
    shown = _html(table(["a", "b"], [[f"x{plain(text)}x", "y"]]))
    assert shown.count("<td>") == 2
    cell = html.unescape(re.sub(r"<[^>]+>", "", shown.split("<td>")[1].split("</td>")[0]))
    assert cell == f"x{' '.join(text.split())}x"


@given(NASTY)
def test_plain_text_stays_in_the_title_of_a_box(text: str) -> None:
    shown = _html(box("note", f"x {text}", "inside"))
    title = re.search(r'<p class="admonition-title">(.*?)</p>', shown, re.DOTALL)
    assert title is not None
    seen = html.unescape(re.sub(r"<[^>]+>", "", title.group(1)))
    assert " ".join(seen.split()) == " ".join(f"x {text}".split())


@given(NASTY)
def test_code_shows_as_it_is(text: str) -> None:
    assume("&#" not in text)  # Markdown for Python completes a reference even in code
    inside = " ".join(text.split())
    shown = html.escape(inside, quote=False)
    assert not inside or f"<code>{shown}</code>" in _html(f"a {code(text)} b")


@given(NASTY)
def test_a_fence_holds_whatever_is_in_it(text: str) -> None:
    body = f"a\n{text}\n```\n~~~\n````\nb"
    seen = _seen(box("note", "Formal text", fence(body), folded=True))
    for line in body.splitlines():
        assert line.strip() in seen


def test_a_page_begins_with_its_title() -> None:
    assert page('A "quoted": title', "one", "", "two").split("---\n", 2)[2] == (
        '\n# A "quoted": title\n\none\n\ntwo\n'
    )


def test_a_slug_is_safe_in_any_file_system() -> None:
    assert slug("The end of the hand!") == "the-end-of-the-hand"
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("…") == "chapter"
