"""The atlas of a source: a line for its sentences, and the clauses that carry each, by system.

The atlases are data, ``sources/*.toml`` beside the rules. A sentence is known by its hash alone:
what stands here is a gist in our own words.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NotRequired, TypedDict, cast

from haggis_rules.storage import package_data

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

FOLDER = "sources"
_ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class SourceLine:
    """What stands for a sentence of a source, or for several in a row that need no line each.

    ``carried`` has the clauses by system, and ``beside`` why a system has none. ``aside`` is why
    no system has any. ``contradicts`` says what the sentence is at odds with, and ``ruled`` what
    holds instead.
    """

    source: str
    section: str
    number: int
    gist: str
    hashes: tuple[str, ...]
    systems: tuple[str, ...]
    carried: Mapping[str, tuple[str, ...]]
    beside: Mapping[str, str]
    aside: str
    contradicts: str
    ruled: str


@dataclass(frozen=True, slots=True)
class SourceAtlas:
    """A source by its name in the rules, its title, the systems that rest on it, and its lines."""

    source: str
    title: str
    systems: tuple[str, ...]
    lines: tuple[SourceLine, ...]

    def sections(self) -> Iterator[tuple[str, tuple[SourceLine, ...]]]:
        """Yield each section with its lines, in order."""
        for title in dict.fromkeys(line.section for line in self.lines):
            yield title, tuple(line for line in self.lines if line.section == title)


class _AtlasSentence(TypedDict):
    gist: str
    hash: NotRequired[str]
    hashes: NotRequired[list[str]]
    carried: NotRequired[dict[str, list[str]]]
    beside: NotRequired[dict[str, str]]
    aside: NotRequired[str]
    contradicts: NotRequired[str]
    ruled: NotRequired[str]


class _AtlasSection(TypedDict):
    title: str
    systems: NotRequired[list[str]]
    sentence: list[_AtlasSentence]


class _AtlasFile(TypedDict):
    source: str
    title: str
    systems: list[str]
    section: list[_AtlasSection]


@lru_cache(maxsize=1)
def shipped_atlases() -> tuple[SourceAtlas, ...]:
    """Return the atlases that come with the project, by the names of their sources."""
    files = [one for one in _folder().iterdir() if one.name.endswith(_ENDING)]
    texts = (one.read_text(encoding="utf-8") for one in sorted(files, key=lambda one: one.name))
    return tuple(map(atlas_of, texts))


def atlas_of(text: str) -> SourceAtlas:
    """Return the atlas that a text has, as in ``spec/sources``.

    Raises ``ValueError`` when it is not TOML, and ``KeyError`` when something is missing.
    """
    data = cast("_AtlasFile", tomllib.loads(text))
    lines = tuple(
        _line(data, section, number, sentence)
        for section in data["section"]
        for number, sentence in enumerate(section["sentence"], 1)
    )
    return SourceAtlas(data["source"], data["title"], tuple(data["systems"]), lines)


def carriers(line: SourceLine, system: str, clauses: Mapping[str, object]) -> tuple[str, ...]:
    """Return the clauses that carry a line in a system, among all clauses that it has.

    A system that the line does not name has the clauses of the section's first system, as far as
    they are its own too.
    """
    if system in line.carried:
        return line.carried[system]
    if system in line.beside or line.aside:
        return ()
    return tuple(name for name in line.carried.get(line.systems[0], ()) if name in clauses)


def _line(
    data: _AtlasFile, section: _AtlasSection, number: int, sentence: _AtlasSentence
) -> SourceLine:
    one = sentence.get("hash")
    hashes = sentence.get("hashes", []) if one is None else [one]
    return SourceLine(
        data["source"],
        section["title"],
        number,
        sentence["gist"],
        tuple(hashes),
        tuple(section.get("systems", data["systems"])),
        {system: tuple(names) for system, names in sentence.get("carried", {}).items()},
        sentence.get("beside", {}),
        sentence.get("aside", ""),
        sentence.get("contradicts", ""),
        sentence.get("ruled", ""),
    )


def _folder() -> Traversable:
    return package_data.data("spec") / FOLDER
