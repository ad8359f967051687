"""PDFs on one sheet of paper, set by Typst. The only module that imports it.

The templates beside this module are all the markup there is: what a page says goes to them as JSON,
and is shown as the text that it is. No font, package or file of the machine is looked at.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from haggis_rules.rendering.sprite import DrawnCard, standalone_svg
from haggis_rules.site.content.chosen_clauses import ChosenCard, ChosenClause
from haggis_rules.site.printed.score_pad import ScorePad

if TYPE_CHECKING:
    import typst

EXTRA = "pdf"  # what an install is asked for that has Typst
MAKER = "haggis docs"  # stands in every PDF, so that another file is not taken for one of ours
_HERE = Path(__file__).parent
_SIZES = (11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points
_LARGEST = 9.5  # of them, where the rest of a page is there to be written on


class Paper(Enum):
    """A size of paper, by the name that Typst has for it."""

    A4 = "a4"
    LETTER = "us-letter"

    @property
    def word(self) -> str:
        """What people call it, and what the names of files end in."""
        return self.name.lower()


class TooLongForAPageError(ValueError):
    """What is to stand on one page does not fit there, in whatever size."""


def require_typst() -> None:
    """See that Typst is there. Raises ``ModuleNotFoundError``, which names its extra."""
    try:
        import_module("typst")
    except ModuleNotFoundError as lacking:
        message = f"PDFs need Typst: pip install 'haggis-rules[{EXTRA}]'"
        raise ModuleNotFoundError(message, name=lacking.name) from lacking


def score_pad_pdf(pad: ScorePad, paper: Paper) -> bytes:
    """Return a score sheet as a PDF. Raises ``TooLongForAPageError`` and as ``require_typst``."""
    drawn = {card for one in pad.worth for card in one.cards}
    drawn |= {card for one in pad.rankings for play in one.plays for card in play}
    said = asdict(pad) | {"drawings": _drawings(drawn)}
    return _one_page("score_pad", said, paper, largest=_LARGEST)


def directors_card_pdf(card: ChosenCard, paper: Paper) -> bytes:
    """Return the clauses that an author has chosen as a PDF. Raises as ``score_pad_pdf`` does."""
    parts = [
        {"title": part.title, "points": [_point(one) for one in part.clauses]}
        for part in card.parts
    ]
    return _one_page(
        "director_card", {"title": card.title, "words": card.words, "parts": parts}, paper
    )


def _point(chosen: ChosenClause) -> Mapping[str, str]:
    clause = chosen.clause
    words = chosen.volume.words_of(clause.name)
    return {"words": words, "heading": clause.heading, "variant": chosen.variant}


def _drawings(cards: Iterable[DrawnCard]) -> Mapping[str, Mapping[str, str]]:
    """Return the drawing of each card that has one, with what it is called aloud."""
    return {
        card.drawing: {"svg": standalone_svg(card.layers), "aloud": card.aloud}
        for card in sorted(cards, key=lambda one: one.drawing)
        if card.is_drawn
    }


def _one_page(
    template: str, said: Mapping[str, Any], paper: Paper, *, largest: float = _SIZES[0]
) -> bytes:
    """Return what is said as a PDF of one page, in the largest size in which it fits."""
    require_typst()
    compiler = _compiler(template)
    data = json.dumps(said)
    for size in (one for one in _SIZES if one <= largest):
        inputs = {"data": data, "paper": paper.value, "size": str(size), "maker": MAKER}
        pages = compiler.compile(format="svg", sys_inputs=inputs)
        if isinstance(pages, bytes):  # a list when there are several
            made = compiler.compile(format="pdf", timestamp=0)
            if isinstance(made, bytes):
                return made
    message = f"{said['title']} does not fit on a page of {paper.word} paper"
    raise TooLongForAPageError(message)


@cache
def _compiler(template: str) -> "typst.Compiler":
    """Return what compiles one of the templates; it reads the fonts once."""
    import typst

    fonts = typst.Fonts(include_system_fonts=False, font_paths=[_HERE / "fonts"])
    return typst.Compiler(_HERE / f"{template}.typ", root=_HERE, font_paths=fonts)
