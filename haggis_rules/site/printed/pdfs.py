"""Which PDFs a folder of pages has, and where each of them lies."""

from haggis_rules.engine.rules import Rules
from haggis_rules.site.content.chosen_clauses import ChosenCard
from haggis_rules.site.content.volume_content import FindingsByGame
from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.printing import card_file, sheet_file
from haggis_rules.site.printed.score_pad import has_pad, score_pad
from haggis_rules.site.printed.typeset import (
    MAKER,
    Paper,
    directors_card_pdf,
    require_typst,
    score_pad_pdf,
)


def printed_pdfs(
    catalog: Volumes, findings: FindingsByGame, card: ChosenCard | None
) -> dict[str, bytes]:
    """Return each score sheet and the card of chosen clauses, on each paper, by their paths.

    Raises ``ModuleNotFoundError``, which names the extra that has Typst, and
    ``TooLongForAPageError``.
    """
    require_typst()
    made: dict[str, bytes] = {}
    for volume in catalog.volumes:
        if has_pad(volume.game):
            found = findings.get((volume.game.name, volume.game.seats))
            results = () if found is None else found.results
            proved = frozenset(one.name for one in results if one.verdict == "proved")
            pad = score_pad(Rules(volume.game), proved=proved)
            for paper in Paper:
                made[sheet_file(volume, paper.word)] = score_pad_pdf(pad, paper)
    if card is not None:
        for paper in Paper:
            made[card_file(card, paper.word)] = directors_card_pdf(card, paper)
    return made


def is_our_pdf(content: bytes) -> bool:
    """Whether a PDF was made here."""
    return content.startswith(b"%PDF") and MAKER.encode() in content
