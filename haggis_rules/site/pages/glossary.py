"""The words of a game as the authors of a site explain them: a page, and notes on all pages."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from haggis_rules.site.content.chosen_clauses import links_of
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.fields import Fields
from haggis_rules.site.markdown import HEAD, page, plain
from haggis_rules.wording.sentences import capital

GLOSSARY = "glossary"
WORDS = "glossary.toml"
NOTES = "notes.txt"  # what the builder adds to every page
MARK = "words"  # which part of that file it adds


@dataclass(frozen=True, slots=True)
class GlossaryWord:
    """A word, what it means, and the clauses that say more, with their folders.

    ``forms`` has what a note comes up for wherever it stands.
    """

    word: str
    forms: tuple[str, ...]
    means: str
    says: tuple[str, ...]


def words_of(site: Path) -> tuple[GlossaryWord, ...]:
    """Read the words that are explained beside the pages of a site, or nothing.

    Raises ``ValueError`` where the file is no list of words, and where one is in it twice.
    """
    path = site / WORDS
    if not path.is_file():
        return ()
    entries = Fields(path.name, tomllib.loads(path.read_text(encoding="utf-8"))).parts("word")
    words = tuple(map(_word, entries))
    forms = [form for word in words for form in dict.fromkeys((word.word, *word.forms))]
    for form in forms:
        if forms.count(form) > 1:
            message = f"`{form}` is explained twice in {WORDS}"
            raise ValueError(message)
    return words


def glossary_page(catalog: Volumes, words: Iterable[GlossaryWord]) -> str:
    """Write the page that has each word, what it means, and where the rules say more."""
    blocks = ["In alphabetical order. Each linked clause has the full rule."]
    for word in sorted(words, key=lambda word: word.word):
        blocks.append(f"## {plain(capital(word.word))} {{ #{word.word.replace(' ', '-')} }}")
        more = links_of(catalog, word.says)
        blocks.append(plain(word.means) + (f" See {more}." if more else ""))
    return page("Glossary", *blocks)


def notes(words: Iterable[GlossaryWord]) -> str:
    """Write what the builder adds to each page, so that a word explains itself where it stands."""
    lines = [f"*[{plain(form)}]: {plain(word.means)}" for word in words for form in word.forms]
    begin, end = f"--8<-- [start:{MARK}]", f"--8<-- [end:{MARK}]"
    return "\n".join([f"{HEAD}---", begin, *lines, end]) + "\n"


def _word(fields: Fields) -> GlossaryWord:
    return GlossaryWord(
        fields.text("word"), fields.texts("forms"), fields.text("means"), fields.texts("says")
    )
