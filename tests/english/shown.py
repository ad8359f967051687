"""What comes out of commands, read as people see it: pages, and what is printed.

The sentences of texts that only tests have are left out: those texts are not part of what is
shipped, and say what a test needs.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from tests.english.guard import Match, matches
from tests.english.texts import (
    ROOT,
    Passage,
    markdown_passages,
    passages_of,
    plain,
    printed_passages,
)
from tests.snapshots.manifest import Forms

OF_TESTS = ("tests/heron", "tests/texts", "tests/house_rules")
_ENDS = re.compile(r"(?<=[.:;?!]) ")  # of sentences, since a page may show the first of several
_ATTRIBUTES = re.compile(r"\{ ?[#.][^}]*\}")


def own_sentences(texts: Iterable[Path]) -> list[str]:
    """Return what rules files say, in whole passages and in sentences, the longest first."""
    said = {plain(passage.words) for text in texts for passage in passages_of(text)}
    said |= {part for words in said for part in _ENDS.split(words) if " " in part}
    return sorted(said, key=len, reverse=True)


def sentences_of_tests() -> list[str]:
    """Return what the texts that only tests have say."""
    return own_sentences(text for name in OF_TESTS for text in (ROOT / name).rglob("*.haggis"))


def found_on_pages(pages: Mapping[str, str], own: Iterable[str] = ()) -> list[Match]:
    """Return the habits on pages, which are Markdown by their names; ``own`` is left out."""
    return [
        match
        for name, text in pages.items()
        for passage in markdown_passages(name, text)
        for match in _found(passage, own)
    ]


def pages_in(folder: Path) -> dict[str, str]:
    """Return the pages in a folder, by their paths in it."""
    found = sorted(folder.rglob("*.md"))
    return {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in found}


def found_in_outcomes(taken: Mapping[str, Forms]) -> list[Match]:
    """Return the habits in what calls print as text, and on the pages that they write."""
    own = sentences_of_tests()
    found = list[Match]()
    for call, forms in taken.items():
        outcome = forms["text"]
        pages = {name: text for name, text in outcome.files.items() if name.endswith(".md")}
        found += found_on_pages(pages, own)
        for printed in (outcome.out, outcome.err):
            for passage in printed_passages(f"haggis {call}", printed):
                found += _found(passage, own)
    return found


def _found(passage: Passage, own: Iterable[str]) -> Iterable[Match]:
    words = _ATTRIBUTES.sub("", passage.words)
    if any(True for _ in matches([replace(passage, words=words)])):
        for sentence in own:
            words = words.replace(sentence, "…")
    return matches([replace(passage, words=words)])
