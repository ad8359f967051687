"""Rule texts by chance, after the grammar: parts of a text exchanged, derived anew or left out.

A text is read into its tree, and what stands at some places of it is written otherwise: by what
stands at another place of the same kind, by something that the grammar can derive there, or by
nothing where the grammar allows that (grammar-based mutation, as in LangFuzz, Holler and others,
2012, and Nautilus, Aschermann and others, 2019). So most texts get past the parser. Others are
made by ``haggis_rules.mutation``, which knows types as well, and a few by changing signs.
"""

# lark is only partly typed.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from lark import Token
from lark.grammar import NonTerminal, Symbol

from haggis_rules.ir.load import lineage, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation import mutants
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import grammar, keywords
from haggis_rules.syntax.print import show
from tests.fuzz.seeds import LONGER, small

LONG = 0.03  # of the texts are longer ones
TYPED = 0.5  # of the texts are changed by what knows the types
ALONE = 2 / 3  # of those have no other change
SIGNS = 0.06  # of the texts are changed sign by sign
FOREIGN = 0.15  # of the exchanged parts come from another text
DERIVED = 0.35  # of the exchanged parts are derived from the grammar
DEEP = 7  # how deep a derivation goes before it takes the shortest way out
WORD = re.compile(r'"(?:[^"\\]|\\.)*+"|[\w.@-]+|\S')
STRANGE = ("\0", "\u202e", "\ufeff", "\\", '"', "é", "\U0001f0a1", "\r", "9" * 30, "(" * 70)


class Place(NamedTuple):
    """A part of a text: from where to where, and by which rule of the grammar."""

    rule: str
    start: int
    end: int


class Seed(NamedTuple):
    """A text to begin with, and the parts that it has."""

    path: Path
    text: str
    places: tuple[Place, ...]


def rule_text(chance: Random) -> str:
    """Return a text of rules by chance; most are short, and a good part of them is sound."""
    seed = seeds()[chance.choice(_longer() if chance.random() < LONG else _short())]
    drawn = chance.random()
    if drawn < SIGNS:
        return with_other_signs(seed.text, chance)
    text = seed.text
    if drawn < SIGNS + TYPED:
        text = show(chance.choice(_typed(seed.path)))
        if chance.random() < ALONE:
            return text
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        text = _spliced(text, chance, chance.choice(seeds()) if chance.random() < FOREIGN else seed)
    return text


@cache
def seeds() -> tuple[Seed, ...]:
    """Return the texts to begin with, the small ones first."""
    return tuple(_seed(path) for path in (*small(), *LONGER))


def _short() -> range:
    return range(len(small()))


def _longer() -> range:
    return range(len(small()), len(seeds()))


def _seed(path: Path) -> Seed:
    text = path.read_text("utf-8")
    return Seed(path, text, tuple(_places(text)))


def _places(text: str) -> Iterator[Place]:
    """Yield the parts of a text that is in the language."""
    for node in grammar().parse(text).iter_subtrees():
        if not node.meta.empty:
            yield Place(str(node.data), node.meta.start_pos, node.meta.end_pos)
        for child in node.children:
            if isinstance(child, Token) and child.type in {"NAME", "INT", "CARD"}:
                start = child.start_pos
                assert start is not None
                yield Place(child.type, start, start + len(child))


@cache
def _typed(path: Path) -> tuple[ast.File, ...]:
    """Return the small changes of a text that ``haggis mutate`` makes, each as a whole tree."""
    line = lineage(source_of(path))
    games, _ = lower_everywhere(line)
    return tuple(one.file for one in mutants(line, games, checks=True))


def _spliced(text: str, chance: Random, other: Seed) -> str:
    """Return a text with another part in one place, if it is in the language."""
    try:
        places = list(_places(text))
    except Exception:  # noqa: BLE001 - it was changed before, and need not be in the language
        return with_other_signs(text, chance)
    place = chance.choice(places)
    donors = [one for one in other.places if one.rule == place.rule]
    if chance.random() < DERIVED or not donors:
        part = " ".join(_derived(place.rule, chance, other))
    else:
        donor = chance.choice(donors)
        part = other.text[donor.start : donor.end]
    return f"{text[: place.start]}{part}{text[place.end :]}"


def _derived(rule: str, chance: Random, names: Seed) -> list[str]:
    """Return words that a rule of the grammar, or a terminal, can have."""
    found: list[str] = []
    waiting: list[tuple[Symbol | str, int]] = [(rule, 0)]
    while waiting and len(found) < 400:
        symbol, depth = waiting.pop()
        name = symbol if isinstance(symbol, str) else symbol.name
        ways = _ways().get(name)
        if ways is None:
            found.append(_terminal(name, chance, names))
            continue
        if depth > DEEP:
            ways = [min(ways, key=_cost)]
        waiting += [(part, depth + 1) for part in reversed(chance.choice(ways))]
    return found


@cache
def _ways() -> dict[str, list[Sequence[Symbol]]]:
    """Return what each rule of the grammar can be, by its name and by that of each alternative."""
    found: dict[str, list[Sequence[Symbol]]] = defaultdict(list)
    for rule in grammar().rules:
        found[rule.origin.name].append(rule.expansion)
        if rule.alias:
            found[rule.alias].append(rule.expansion)
    return dict(found)


@cache
def _least() -> dict[str, int]:
    """Return how many steps each rule takes at least, by iteration to a fixed point."""
    found: dict[str, int] = {}
    before: dict[str, int] | None = None
    while before != found:
        before = dict(found)
        for name, ways in _ways().items():
            known = [
                max(
                    (found.get(s.name, 999) if isinstance(s, NonTerminal) else 0 for s in way),
                    default=0,
                )
                for way in ways
            ]
            found[name] = 1 + min(known)
    return found


def _cost(way: Sequence[Symbol]) -> int:
    return max((_least()[s.name] if isinstance(s, NonTerminal) else 0 for s in way), default=0)


@cache
def _words() -> dict[str, str]:
    return {t.name: t.pattern.value for t in grammar().terminals if t.pattern.type == "str"}


def _terminal(name: str, chance: Random, names: Seed) -> str:
    """Return what a terminal can be: its word, or a name, card or number of the text."""
    if name in _words():
        return _words()[name]
    match name:
        case "INT":
            return str(chance.choice((0, 1, 2, 3, 4, 5, 7, 40, 1000)))
        case "STRING":
            return chance.choice(('"x"', '"single@{top}"', '"1r 2r"', '""', '"\\""'))
        case _:
            own = [one for one in names.places if one.rule == name]
            if own:
                place = chance.choice(own)
                return names.text[place.start : place.end]
            return {"CARD": "2r", "LEDGER": "1.1"}.get(name, "x")


def with_other_signs(text: str, chance: Random) -> str:
    """Return a text with a few words changed, whatever they mean."""
    words = [*WORD.finditer(text)]
    if not words:  # nothing is left of it
        return chance.choice(STRANGE)
    for _ in range(chance.randrange(1, 4)):
        at = chance.choice(words)
        other = chance.choice(
            (
                chance.choice(words).group(),
                chance.choice(sorted(keywords())),
                "",
                chance.choice(STRANGE),
            )
        )
        text = f"{text[: at.start()]}{other}{text[at.end() :]}"
    return text[: chance.randrange(len(text))] if chance.random() < 0.1 else text
