"""The picture that others show beside a link to the site, and the icon of a telephone.

Writes ``share.png`` and ``touch-icon.png`` into ``docs/assets``, from the drawings of the cards and
``tools/share_picture.typ``: ``python tools/share_picture.py``. Run it after a card is drawn anew.
"""

import sys
from pathlib import Path

import typst

from haggis_rules.rendering.sprite import HIGH, WIDE, standalone_svg

HERE = Path(__file__).parent
ASSETS = HERE.parent / "docs" / "assets"
FONTS = HERE.parent / "haggis_rules" / "site" / "printed" / "fonts"
PICTURES = {"share": "share.png", "icon": "touch-icon.png"}
FAN = ("3-red", "5-orange", "7-yellow", "9-green", "J", "Q", "K")
TURN, APART, SCALE = 7, 56, 1.5  # degrees and points from card to card, and how large they are


def fan() -> str:
    """Return the cards in a fan as one SVG, since Typst turns drawings without smooth edges."""
    middle = len(FAN) // 2
    cards: list[str] = []
    for number, name in enumerate(FAN):
        aside = number - middle
        across, down = 50 + number * APART, 20 + abs(aside) ** 1.7 * 3.6
        turned = f"rotate({aside * TURN} {WIDE / 2} {HIGH / 2})"
        where = f"translate({across} {down:.1f}) scale({SCALE}) {turned}"
        cards.append(f'<g transform="{where}">{standalone_svg([name])}</g>')
    size = 'viewBox="0 0 526 200" width="526" height="200"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(cards)}</svg>'


def main() -> int:
    """Write both pictures."""
    compiler = typst.Compiler(
        HERE / "share_picture.typ",
        font_paths=typst.Fonts(include_system_fonts=False, font_paths=[FONTS]),
    )
    given = {
        "fan": fan(),
        "favicon": (ASSETS / "favicon.svg").read_text(encoding="utf-8"),
    }
    for what, file in PICTURES.items():
        made = compiler.compile(format="png", ppi=144, sys_inputs=given | {"what": what})
        if not isinstance(made, bytes):
            sys.stderr.write(f"{file} is more than one picture\n")
            return 1
        (ASSETS / file).write_bytes(made)
        sys.stdout.write(f"{ASSETS / file}: {len(made)} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
