"""The drawings of cards: which there are, each of them alone, and what a card is called aloud.

The drawings are in ``docs/assets/cards.svg``, which alone knows what cards look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from haggis_rules.storage import package_data

ASSETS, SPRITE = "assets", "cards.svg"
BACK = "back"  # the drawing of a card that nobody sees
WIDE, HIGH = 60, 84  # the size of a drawing

_SYMBOL = re.compile(r'<symbol id="([^"]+)"[^>]*>(?:<title>([^<]*)</title>)?')
# In the file each definition begins a line, and so does whatever ends it.
_DEFINITION = re.compile(
    r'^<\w+ id="([^"]+)".*?(?=^<\w+ id=|^<!--|^</defs>|^</svg>)', re.MULTILINE | re.DOTALL
)
_USED = re.compile(r'href="#([^"]+)"')
_COLOUR = re.compile(r"var\(--[\w-]+,([^()]*)\)")
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """A card as it is drawn: its rank and its suit, and the rank that it stands for."""

    rank: str
    suit: str | None = None
    stands_for: str | None = None

    @property
    def drawing(self) -> str:
        """What the card is called where it is drawn."""
        return self.rank if self.suit is None else f"{self.rank}-{self.suit}"

    @property
    def layers(self) -> tuple[str, ...]:
        """The drawings that show it, each over the one before."""
        over = () if self.stands_for is None else (f"as-{self.stands_for}",)
        return (self.drawing, *over)

    @property
    def is_drawn(self) -> bool:
        """Whether there is a drawing for all of it."""
        return drawings().keys() >= set(self.layers)

    @property
    def aloud(self) -> str:
        """What somebody hears who does not see it: ``nine of red``, ``jack as nine``."""
        suit = "" if self.suit is None else f" of {_without_punctuation(self.suit)}"
        meant = "" if self.stands_for is None else f" as {_aloud(self.stands_for)}"
        return f"{_aloud(self.rank)}{suit}{meant}"


@cache
def drawings() -> Mapping[str, str]:
    """Return all that is drawn, by its name there, with what it is called aloud if that differs."""
    return dict(_SYMBOL.findall(package_data.read(ASSETS, SPRITE)))


def standalone_svg(layers: Iterable[str]) -> str:
    """Return drawings, each over the one before, as an SVG that needs no other file."""
    names = list(layers)
    needed = sorted({one for name in names for one in _needed(name)})
    parts = "".join(_definitions()[one] for one in needed)
    uses = "".join(f'<use href="#{name}"/>' for name in names)
    on_paper = _COLOUR.sub(r"\1", parts)
    return svg(f"<defs>{on_paper}</defs>{uses}")


def svg(content: str) -> str:
    """Return an SVG of the size of a card."""
    size = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{content}</svg>'


def _needed(name: str) -> Iterator[str]:
    """Yield the name of a drawing, and those of all that it is made of."""
    yield name
    for used in _USED.findall(_definitions()[name]):
        yield from _needed(used)


@cache
def _definitions() -> Mapping[str, str]:
    """Return all that the file of drawings defines, by its name."""
    found = _DEFINITION.finditer(package_data.read(ASSETS, SPRITE))
    return {one[1]: one[0].replace("\n", "") for one in found}


def _aloud(rank: str) -> str:
    """Return what a rank is called."""
    if rank.isdecimal() and int(rank) < len(_NUMBERS):
        return _NUMBERS[int(rank)]
    return drawings().get(rank) or _without_punctuation(rank)


def _without_punctuation(name: str) -> str:
    """Return a name with blanks for its punctuation."""
    return re.sub(r"[._-]", " ", name)
