"""Every page of a variant, and how pages get onto the disk."""

import os
from collections.abc import Iterable
from pathlib import Path

from haggis_rules.cases.other_variants import AnswersByPlace
from haggis_rules.ir.game import Game
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.site.ask.game_words import answers_beats
from haggis_rules.site.assets import put_assets, refuse_others, site_of
from haggis_rules.site.content.broken_texts import NO_SIDE_NOTES, SideNotes
from haggis_rules.site.content.chosen_clauses import chosen_card
from haggis_rules.site.content.promise_register import PromiseRegister
from haggis_rules.site.content.volume_content import (
    COMBINATIONS,
    INDEX,
    KNOWN,
    MATCH,
    QUESTIONS,
    VIEWS,
    WORDS,
    FindingsByGame,
    GameFindings,
    VolumeContent,
)
from haggis_rules.site.content.volumes import OPTIONS, Volumes, played
from haggis_rules.site.drawing.cards import placed
from haggis_rules.site.finder_files import finder_files, put_finder, refuse_other_files
from haggis_rules.site.markdown import HEAD
from haggis_rules.site.nav import NAV, navigation
from haggis_rules.site.pages.authored_pages import companion_pages
from haggis_rules.site.pages.beats_table import BEATEN, beats_page
from haggis_rules.site.pages.chapter import chapter_page
from haggis_rules.site.pages.differences import (
    DIFFERENCES,
    EXPERIMENTS,
    differences_page,
    experiments_page,
)
from haggis_rules.site.pages.front import front_page
from haggis_rules.site.pages.glossary import NOTES, notes, words_of
from haggis_rules.site.pages.known_facts import known_page
from haggis_rules.site.pages.ledger import NUMBERS, has_numbers, numbers_page
from haggis_rules.site.pages.match import (
    has_match,
    has_questions,
    match_page,
    options_page,
    questions_page,
)
from haggis_rules.site.pages.overview import combinations_page, index_page, views_page, words_page
from haggis_rules.site.pages.printing import PRINTING, card_page, print_page
from haggis_rules.site.pages.promise_list import promise_pages
from haggis_rules.site.pages.rulings import rulings_pages
from haggis_rules.site.pages.single_page import EDITION, edition_page, editions
from haggis_rules.site.pages.sources import source_pages
from haggis_rules.site.printed.pdfs import is_our_pdf, printed_pdfs
from haggis_rules.sources.atlas import shipped_atlases
from haggis_rules.storage.whole_file import write_whole, write_whole_bytes

VolumeKey = tuple[str, int]  # the name of a variant and a number of seats


def pages(
    game: Game, findings: GameFindings | None = None, *, catalog: Volumes | None = None
) -> dict[str, str]:
    """Return every page of a game: Markdown by its path, with ``/`` between folder and file."""
    return _volume(VolumeContent.of(game, findings, catalog=catalog))


def write_pages(  # noqa: PLR0913 - each is said by its name
    games: Iterable[Game],
    folder: Path,
    *,
    findings: FindingsByGame | None = None,
    side_notes: SideNotes = NO_SIDE_NOTES,
    answers: AnswersByPlace | None = None,
    pdf: bool = False,
) -> tuple[Path, ...]:
    """Write the pages of games into a folder, and give the paths of all.

    ``findings`` has what is known of a game, by its variant and its number of seats,
    ``side_notes`` the texts beside the rules that break a promise, and ``answers`` what came of
    each question in games that do not hold it. With ``pdf`` what is printed on one sheet is written
    as PDF too. Inside a folder of written pages, which begin with an ``index.md``, the navigation
    of the whole site is written too, and the drawings of cards lie there; otherwise they are beside
    the pages. A file is written whole or not at all, and not when it would stay as it is. Pages
    from before that are not wanted any more are removed.

    Raises ``FileExistsError``, before anything is written, where somebody else's file is in the
    way, ``ValueError`` when two games would have the same pages or something is too long for its
    one sheet, and ``ModuleNotFoundError``, which names the extra, where there is nothing that
    makes a PDF.
    """
    catalog = Volumes.of(games)
    site = site_of(folder)
    written = _texts(catalog, findings or {}, side_notes, answers or {})
    shown = Volumes.of(played([one.game for one in catalog.volumes]))
    card = None
    if site != folder:
        written |= companion_pages(shown, site)
        card = chosen_card(shown, site)
    pdfs = printed_pdfs(shown, findings or {}, card) if pdf else {}
    if shown.volumes:
        written[f"{PRINTING}.md"] = print_page(shown, card, pdfs)
    if card is not None:
        written[f"{card.file}.md"] = card_page(card, pdfs)
    texts = {name: placed(name, text, above=site != folder) for name, text in written.items()}
    if site != folder:
        texts[NAV] = navigation(catalog, list(texts), folder)
        texts[NOTES] = notes(words_of(site))
        refuse_other_files(site)
    folder.mkdir(parents=True, exist_ok=True)
    refuse_others(site)
    for name in (*texts, *pdfs):
        _refuse_others(folder / name)
    put_assets(site)
    if site != folder:
        put_finder(site, finder_files(shown, findings or {}, folder.name))
    for name, text in texts.items():
        _write(folder / name, text)
    for name, content in pdfs.items():
        _write_pdf(folder / name, content)
    wanted = {*texts, *pdfs}
    for old in sorted([*folder.rglob("*.md"), *folder.rglob("*.pdf"), folder / NAV]):
        if old.relative_to(folder).as_posix() not in wanted and is_ours(old):
            old.unlink()
            _remove_empty(old.parent, folder)
    return tuple(folder / name for name in (*texts, *pdfs))


def is_ours(path: Path) -> bool:
    """Whether a file is a page, or a PDF, that was written here."""
    if path.is_symlink() or not path.is_file():
        return False
    if path.suffix == ".pdf":
        return is_our_pdf(path.read_bytes())
    with path.open("rb") as file:
        return file.read(len(HEAD.encode())) == HEAD.encode()


def _volume(content: VolumeContent) -> dict[str, str]:
    """Return every page of a game, as ``pages`` does."""
    game, written = content.game, {INDEX: index_page(content)}
    written |= {file: chapter_page(content, name) for name, file in content.volume.files.items()}
    if game.options:
        written[OPTIONS] = options_page(content)
    if has_match(game):
        written[MATCH] = match_page(content)
    if has_questions(game):
        written[QUESTIONS] = questions_page(content)
    written[EDITION] = edition_page(content)
    written[KNOWN] = known_page(content)
    written[VIEWS] = views_page(content)
    written[COMBINATIONS] = combinations_page(content)
    if answers_beats(game):
        written[BEATEN] = beats_page(content)
    written[WORDS] = words_page(content)
    return {f"{content.volume.folder}/{name}.md": text for name, text in written.items()}


def _texts(
    catalog: Volumes,
    findings: FindingsByGame,
    side_notes: SideNotes,
    answers: AnswersByPlace,
) -> dict[str, str]:
    numbers = shipped_numbers()
    numbered = has_numbers(catalog, numbers)
    games = [volume.game for volume in catalog.volumes]
    contents = [
        VolumeContent.of(one, findings.get((one.name, one.seats)), catalog=catalog) for one in games
    ]
    names = {game.name for game in played(games)}
    ruled = rulings_pages([one for one in contents if one.game.name in names], answers)
    sources = source_pages(catalog, findings, shipped_atlases())
    front = front_page(catalog, numbered=numbered, ruled=bool(ruled), sourced=bool(sources))
    texts = {f"{INDEX}.md": front}
    if numbered:
        texts[f"{DIFFERENCES}.md"] = differences_page(catalog, numbers)
        texts[f"{NUMBERS}.md"] = numbers_page(catalog, findings, numbers)
    tried = experiments_page(catalog)
    if tried:
        texts[f"{EXPERIMENTS}.md"] = tried
    shared = editions(contents) | sources | ruled
    for name, text in (
        shared | promise_pages(PromiseRegister.of(catalog, findings), side_notes)
    ).items():
        texts[f"{name}.md"] = text
    for content in contents:
        for name, text in _volume(content).items():
            if name.lower() in map(str.lower, texts):
                message = f"two variants would both be written to {name}"
                raise ValueError(message)
            texts[name] = text
    return texts


def _refuse_others(path: Path) -> None:
    if os.path.lexists(path) and not is_ours(path):
        message = f"{path} was not written by this program, and is left alone"
        raise FileExistsError(message)


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def _write_pdf(path: Path, content: bytes) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole_bytes(path, content)


def _remove_empty(folder: Path, root: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
