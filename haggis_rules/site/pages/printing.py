"""What there is to print: score sheets, the chosen clauses on one page, all rules on one page."""

from collections.abc import Collection, Iterator, Mapping

from haggis_rules.site.content.chosen_clauses import ChosenCard, ChosenClause
from haggis_rules.site.content.volumes import Volume, Volumes
from haggis_rules.site.markdown import bullets, link, page, plain, table
from haggis_rules.site.pages.single_page import EDITION
from haggis_rules.site.pages.single_page import TITLE as IN_ONE

PRINTING = "print"
TITLE = "To print"
PAPERS: Mapping[str, str] = {"a4": "A4", "letter": "Letter"}  # by what the names of files end in
SHEET = "score-sheet"
_EACH = "The card and each score sheet are one page, as a PDF for the paper that you have."
_PRINTS = "It prints on one page. Each line is a clause of the rules, and the link leads to it."


def sheet_file(volume: Volume, paper: str) -> str:
    """Return the path of a score sheet, from the folder of all pages."""
    return f"{volume.folder}/{SHEET}-{paper}.pdf"


def card_file(card: ChosenCard, paper: str) -> str:
    """Return the path of the printed card, from the folder of all pages."""
    return f"{card.file}-{paper}.pdf"


def print_page(catalog: Volumes, card: ChosenCard | None, pdfs: Collection[str]) -> str:
    """Write the page; ``pdfs`` are the paths of those that are there."""
    blocks = [_EACH] if pdfs else []
    if card is not None:
        blocks += [f"## {link(plain(card.title), f'{card.file}.md')}", plain(card.words)]
        blocks.append(_as_pdf({paper: card_file(card, paper) for paper in PAPERS}, pdfs))
    with_sheet = any(sheet_file(v, paper) in pdfs for v in catalog.volumes for paper in PAPERS)
    head = ["Game", *(["Score sheet"] if with_sheet else []), "Rules"]
    blocks += ["## Score sheets and rules" if with_sheet else "## Rules"]
    blocks.append(
        table(head, ([*_row(one, pdfs, with_sheet=with_sheet)] for one in catalog.volumes))
    )
    return page(TITLE, *blocks)


def card_page(card: ChosenCard, pdfs: Collection[str]) -> str:
    """Write the page of the clauses that an author has chosen."""
    blocks = ['<div class="one-page" markdown>']
    for part in card.parts:
        blocks += [f"## {plain(part.title)}", bullets(map(_point, part.clauses))]
    files = {paper: card_file(card, paper) for paper in PAPERS}
    about = " ".join(filter(None, [plain(card.words), _PRINTS, _as_pdf(files, pdfs)]))
    return page(card.title, about, *blocks, "</div>")


def _row(volume: Volume, pdfs: Collection[str], *, with_sheet: bool) -> Iterator[str]:
    yield link(plain(volume.title), f"{volume.folder}/index.md")
    if with_sheet:
        files = {paper: sheet_file(volume, paper) for paper in PAPERS}
        yield _links(files, pdfs)
    yield link(IN_ONE, f"{volume.folder}/{EDITION}.md")


def _as_pdf(files: Mapping[str, str], pdfs: Collection[str]) -> str:
    links = _links(files, pdfs)
    return f"As a PDF: {links}." if links else ""


def _links(files: Mapping[str, str], pdfs: Collection[str]) -> str:
    """Link those files that are there, by the names of their papers."""
    found = [link(PAPERS[paper], file) for paper, file in files.items() if file in pdfs]
    return " · ".join(found)


def _point(chosen: ChosenClause) -> str:
    other = f"*In {plain(chosen.variant)}:* " if chosen.variant else ""
    words = plain(f"x{chosen.volume.words_of(chosen.clause.name)}")[1:]
    return f"{other}{words} {chosen.volume.link(chosen.clause.name)}"
