"""Cards in HTML that stands alone, as notebooks show it: every drawing is part of the text.

A drawing is an image of its own, so that the names inside it meet no others of the page.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from haggis_rules.rendering.sprite import BACK, DrawnCard, standalone_svg, svg

_MANY = 12  # cards that lie side by side; of more, each but the last shows its strip
_WIDTH, _HEIGHT = 40, 56  # pixels of a card
_OVERLAP = 26  # pixels of a card under the next
_LETTERS, _FIT = 15, 7  # where a card is not drawn: the size of letters, and how many fit


def cards_html(cards: Iterable[DrawnCard]) -> str:
    """Return cards in a row, each with what it is called aloud."""
    return _row([(_picture(card), card.aloud) for card in cards])


def hidden_html(number: int) -> str:
    """Return the back of a card, and how many lie face down."""
    said = f"{number} face down"
    return f'{_row([(standalone_svg((BACK,)), said)])} <span aria-hidden="true">×{number}</span>'  # noqa: RUF001


def captioned(picture: str, caption: str) -> str:
    """Return a picture with what is written, to be read and to be copied."""
    return f"<div>{picture}<div><code>{escape(caption)}</code></div></div>"


def titled(title: str, *blocks: str) -> str:
    """Return blocks of HTML under a line of text."""
    return f"<div><div><b>{escape(title)}</b></div>{''.join(blocks)}</div>"


def line_html(text: str) -> str:
    """Return a line of text."""
    return f"<div>{escape(text)}</div>"


def rows_html(rows: Iterable[tuple[str, str]]) -> str:
    """Return a table of names, which are text, and of what is shown beside them, which is HTML."""
    cell = 'style="text-align:left;vertical-align:middle"'
    lines = [
        f'<tr><th scope="row" {cell}>{escape(name)}</th><td {cell}>{shown}</td></tr>'
        for name, shown in rows
    ]
    return f"<table>{''.join(lines)}</table>" if lines else ""


def _row(pictures: list[tuple[str, str]]) -> str:
    close = -_OVERLAP if len(pictures) > _MANY else 2
    return "".join(
        _image(picture, said, 0 if place == len(pictures) - 1 else close)
        for place, (picture, said) in enumerate(pictures)
    )


def _image(picture: str, said: str, margin: int) -> str:
    data = b64encode(picture.encode()).decode()
    style = f"display:inline-block;vertical-align:middle;margin:1px {margin}px 1px 0"
    return (
        f'<img src="data:image/svg+xml;base64,{data}" width="{_WIDTH}" height="{_HEIGHT}" '
        f'alt="{escape(said)}" title="{escape(said)}" style="{style}"/>'
    )


@lru_cache(maxsize=256)
def _picture(card: DrawnCard) -> str:
    """Return the drawing of a card; its letters, where it is not drawn."""
    if card.is_drawn:
        return standalone_svg(card.layers)
    frame = '<rect x="1" y="1" width="58" height="82" rx="6" fill="#fff" stroke="#444"/>'
    lines = [card.rank, card.suit or "", f"= {card.stands_for}" if card.stands_for else ""]
    letters = "".join(
        f'<text x="30" y="{30 + 20 * place}" text-anchor="middle" font-size="{_LETTERS}" '
        f'font-family="sans-serif" fill="#222" {_fitting(line)}>{escape(line)}</text>'
        for place, line in enumerate(lines)
        if line
    )
    return svg(frame + letters)


def _fitting(line: str) -> str:
    """Squeeze a long word into the card."""
    return 'textLength="52" lengthAdjust="spacingAndGlyphs"' if len(line) > _FIT else ""
