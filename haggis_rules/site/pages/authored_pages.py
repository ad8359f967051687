"""Which pages a site has beside those of its variants, from what its authors wrote there."""

from pathlib import Path

from haggis_rules.site.content.volumes import Volumes
from haggis_rules.site.pages.api import api_pages
from haggis_rules.site.pages.glossary import GLOSSARY, glossary_page, words_of
from haggis_rules.site.pages.questions import question_pages

_NOTATION = "notation.md"


def companion_pages(catalog: Volumes, site: Path) -> dict[str, str]:
    """Return the pages by their paths: questions, words, what programs can use.

    Raises ``ValueError`` where one of the files that they are made from is at fault.
    """
    found = question_pages(catalog)
    words = words_of(site)
    if words:
        found[f"{GLOSSARY}.md"] = glossary_page(catalog, words)
    if (site / _NOTATION).is_file():
        written = f"[Notation](../{_NOTATION}) explains how cards, plays and matches are written."
        found |= {f"{address}.md": text for address, text in api_pages(written).items()}
    return found
