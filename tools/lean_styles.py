"""The styles of the built pages without the rules that nothing on any page can match.

The theme has styles for much that no page of ours has: other colours, right-to-left text, diagrams,
versions. They come before the first paint. A rule stays where each class, element and colour scheme
it names is on some page, or is a word in some script, which may put it there.

Run after the build: ``python tools/lean_styles.py site``.
"""

from __future__ import annotations

import gzip
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

_TOKEN = re.compile(
    r"/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|[{};]|[^{};\"'/]+|/", re.DOTALL
)
_INSIDE = re.compile(r"\([^()]*\)")  # of :not(), :is() and others: what may match is not looked at
_STRING = re.compile(r"\"[^\"]*\"|'[^']*'")
_CLASS = re.compile(r"\.(-?[A-Za-z_][\w-]*)")
_TAG = re.compile(r"(?:^|[\s>+~])([a-z][a-z0-9]*)")
_ATTRIBUTE = re.compile(r"\[(dir|data-md-color-[a-z]+)=\"?([\w-]+)\"?\]")
_WORD = re.compile(
    r"(?<![.\w-])[A-Za-z_][\w-]*"
)  # behind a full stop it is looked for, not put there
_BEGINS = re.compile(r"(?:--|__|-)$")  # of a word to which a script adds another
_PICTURE = re.compile(r"(--[\w-]+):url\((?:\"[^\"]*\"|'[^']*'|[^)]*)\);?")
_SHOWN = re.compile(r"var\(\s*(--[\w-]+)")
_CONDITIONS = ("@media", "@supports")
# Parts of the theme that its script only puts where a page, or the configuration, asks for them.
_ASKED_FOR = ("md-annotation", "md-mermaid", "md-source", "md-tag", "md-version")
TOGETHER = 16  # pages that a process takes at a time
_SHORTEST = 6  # letters of a word that others can begin with


@dataclass(frozen=True, slots=True)
class Rule:
    """A selector or an at-rule, and what it holds: declarations, or other rules."""

    prelude: str
    body: str | tuple[Rule, ...] | None

    def __str__(self) -> str:
        match self.body:
            case None:
                return f"{self.prelude};"
            case str():
                return f"{self.prelude}{{{self.body}}}"
            case _:
                return f"{self.prelude}{{{''.join(map(str, self.body))}}}"


@dataclass(frozen=True, slots=True)
class Used:
    """What stands on some page, or may be put there: classes, elements, values of attributes."""

    words: frozenset[str]
    beginnings: tuple[str, ...]
    values: frozenset[tuple[str, str]]

    def matches(self, selector: str) -> bool:
        """Whether a selector may match something."""
        plain = _STRING.sub('""', _without_inside(selector))
        if "\\" in plain:
            return True
        named = (*_CLASS.findall(plain), *_TAG.findall(plain))
        return all(map(self._has, named)) and self.values.issuperset(_ATTRIBUTE.findall(selector))

    def _has(self, word: str) -> bool:
        return word in self.words or word.startswith(self.beginnings)


class _Page(HTMLParser):
    """Gathers the classes, elements and values of attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.words = set[str]()
        self.values = set[tuple[str, str]]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take note of an element."""
        self.words.add(tag)
        for name, value in attrs:
            if name == "class" and value:
                self.words.update(value.split())
            elif value and (name == "dir" or name.startswith("data-md-color-")):
                self.values.add((name, value))


@dataclass(frozen=True, slots=True)
class OnPage:
    """What stands on pages: classes and elements, and values of attributes."""

    words: frozenset[str]
    values: frozenset[tuple[str, str]]


def on_page(page: str) -> OnPage:
    """Return what stands on a page."""
    found = _Page()
    found.feed(page)
    found.close()
    return OnPage(frozenset(found.words), frozenset(found.values))


def used_in(pages: Iterable[OnPage], scripts: Iterable[str]) -> Used:
    """Return what the pages and scripts of a site have."""
    words, values = set[str](), set[tuple[str, str]]()
    for page in pages:
        words |= page.words
        values |= page.values
    said = {word for script in scripts for word in _WORD.findall(script)}
    said = {word for word in said if not word.startswith(_ASKED_FOR)}
    begin = (word for word in said if _BEGINS.search(word) and len(word) >= _SHORTEST)
    whole = frozenset(words | said | {"html", "body"})
    return Used(whole, tuple(sorted(begin)), frozenset(values))


def lean_styles(text: str, used: Used) -> str:
    """Return styles without the rules that match nothing, nor what these alone had a use for."""
    kept = "".join(map(str, _kept(rules_in(text), used)))
    return _without_pictures(kept)


def rules_in(text: str) -> tuple[Rule, ...]:
    """Read styles as rules. Raises ``ValueError`` where a bracket is missing."""
    tokens = [token for token in _TOKEN.findall(text) if not token.startswith("/*")]
    found, place = _rules(tokens, 0)
    if place != len(tokens):
        raise ValueError("a bracket closes what nothing opened")
    return found


def _rules(parts: list[str], place: int) -> tuple[tuple[Rule, ...], int]:
    found, prelude = list[Rule](), ""
    while place < len(parts) and parts[place] != "}":
        part = parts[place]
        if part == ";":
            found.append(Rule(prelude.strip(), None))
            prelude = ""
        elif part == "{":
            body: str | tuple[Rule, ...]
            if prelude.strip().startswith(_CONDITIONS):
                body, place = _rules(parts, place + 1)
            else:
                body, place = _declarations(parts, place + 1)
            if place >= len(parts):
                raise ValueError(f"`{prelude.strip()[:40]}` has no end")
            found.append(Rule(prelude.strip(), body))
            prelude = ""
        else:
            prelude += part
        place += 1
    return tuple(found), place


def _declarations(tokens: list[str], place: int) -> tuple[str, int]:
    """Return what stands up to the bracket that closes, and its place."""
    body, open_ = list[str](), 0
    while place < len(tokens) and (open_ or tokens[place] != "}"):
        open_ += {"{": 1, "}": -1}.get(tokens[place], 0)
        body.append(tokens[place])
        place += 1
    return "".join(body).strip(), place


def _kept(rules: Iterable[Rule], used: Used) -> Iterator[Rule]:
    for rule in rules:
        if not isinstance(rule.body, str | None):
            inside = tuple(_kept(rule.body, used))
            if inside:
                yield Rule(rule.prelude, inside)
        elif rule.body is None or rule.prelude.startswith("@"):
            yield rule
        else:
            matching = [one for one in _selectors(rule.prelude) if used.matches(one)]
            if matching and rule.body:
                yield Rule(",".join(matching), rule.body)


def _selectors(prelude: str) -> Iterator[str]:
    """Yield the selectors of a list; a comma in brackets parts none."""
    open_, start = 0, 0
    for place, sign in enumerate(prelude):
        open_ += {"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0)
        if sign == "," and not open_:
            yield prelude[start:place].strip()
            start = place + 1
    yield prelude[start:].strip()


def _without_inside(selector: str) -> str:
    while (shorter := _INSIDE.sub("", selector)) != selector:
        selector = shorter
    return selector


def _without_pictures(text: str) -> str:
    """Leave out pictures that are written as properties and that no rule shows."""
    shown = set(_SHOWN.findall(text))
    return _PICTURE.sub(lambda found: found[0] if found[1] in shown else "", text)


def main(folder: str) -> int:
    """Write the styles of a site anew, and say how much lighter they are."""
    site = Path(folder)
    pages, styles = sorted(site.rglob("*.html")), sorted(site.rglob("*.css"))
    if not pages or not styles:
        sys.stderr.write(f"there is no built site in {folder}: build it with `make site`\n")
        return 2
    scripts = sorted(site.rglob("*.js"))
    with ProcessPoolExecutor() as executor:
        used = used_in(executor.map(_read, pages, chunksize=TOGETHER), map(_text, scripts))
    before = after = 0
    for path in styles:
        text = _text(path)
        found = lean_styles(text, used)
        path.write_text(found, encoding="utf-8", newline="\n")
        before, after = before + _sent(text), after + _sent(found)
    sys.stdout.write(f"styles: {after / 1e3:.1f} kB as sent, and {before / 1e3:.1f} kB before\n")
    return 0


def _read(path: Path) -> OnPage:
    return on_page(_text(path))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _sent(text: str) -> int:
    return len(gzip.compress(text.encode(), 9))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
