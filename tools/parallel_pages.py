"""Pages of the site rendered side by side: a hook of MkDocs, named in ``mkdocs.yml``.

To turn Markdown into HTML is nineteen twentieths of a build, and MkDocs does it page after page.
When all files are known, this forks as many processes as ``SITE_JOBS`` says; each renders the page
that comes next, and ``Page.render`` then takes what came of it in place of rendering again. What a
page warned of is said where it would have been said, so ``--strict`` still counts it.

Without ``SITE_JOBS``, or where a process cannot be forked, MkDocs does all by itself.
"""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

if TYPE_CHECKING:
    from mkdocs.structure.files import Files
    from mkdocs.structure.nav import Navigation
    from mkdocs.structure.toc import TableOfContents

# MkDocs calls a hook by its path. Nothing can be sent to another process under such a name.
sys.modules["parallel_pages"] = sys.modules[__name__]
__name__ = "parallel_pages"

JOBS = "SITE_JOBS"  # how many processes, for the hook
TOGETHER = 4  # pages that a process takes at a time


class Logged(NamedTuple):
    """What a page said while it was rendered."""

    logger: str
    level: int
    message: str


class Rendered(NamedTuple):
    """What ``Page.render`` puts into a page that has this Markdown; files by their addresses."""

    markdown: str
    content: str
    toc: TableOfContents
    title: Any
    anchors: set[str]
    links: dict[str, dict[str, str]]
    logged: tuple[Logged, ...]


class _Pages(NamedTuple):
    """What all processes know: they are forked from the one that has read it."""

    pages: Sequence[Page]
    config: MkDocsConfig
    files: Files


class _Log(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.logged: list[Logged] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep what is said."""
        self.logged.append(Logged(record.name, record.levelno, record.getMessage()))


_shared: list[_Pages] = []


def on_nav(nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
    """Render all pages, the largest first, when MkDocs knows which files there are."""
    jobs = int(os.environ.get(JOBS, "1"))
    if jobs < 2 or "fork" not in get_all_start_methods():  # noqa: PLR2004 - one is MkDocs itself
        return nav
    pages = [file.page or Page(None, file, config) for file in files.documentation_pages()]
    pages.sort(key=lambda page: len(page.file.content_string), reverse=True)
    _shared[:] = [_Pages(pages, config, files)]
    gc.freeze()  # a process that only reads shares more of its memory
    with ProcessPoolExecutor(jobs, get_context("fork"), _listen_to_nobody) as executor:
        every = executor.map(_rendered, range(len(pages)), chunksize=TOGETHER)
        for page, rendered in zip(pages, every, strict=True):
            page.render = partial(_take, page, rendered)
    logging.getLogger("mkdocs.hooks").info("%s pages rendered by %s processes", len(pages), jobs)
    return nav


def _listen_to_nobody() -> None:
    """Leave what pages say to the process that builds the site."""
    logging.getLogger("mkdocs").handlers.clear()


def _rendered(number: int) -> Rendered:
    """Render a page, in a process of its own. MkDocs does the same in ``_populate_page``."""
    ((pages, config, files),) = _shared
    page, log = pages[number], _Log()
    logging.getLogger("mkdocs").addHandler(log)
    try:
        page.read_source(config)
        text = page.markdown or ""
        text = config.plugins.on_page_markdown(text, page=page, config=config, files=files)
        page.markdown = text
        page.render(config, files)
    finally:
        logging.getLogger("mkdocs").removeHandler(log)
    links = {file.src_uri: dict(some) for file, some in (page.links_to_anchors or {}).items()}
    return Rendered(
        text,
        page.content or "",
        page.toc,
        getattr(page, "title", None),  # its type is the property's own
        page.present_anchor_ids or set(),
        links,
        tuple(log.logged),
    )


def _take(page: Page, rendered: Rendered, config: MkDocsConfig, files: Files) -> None:
    """Put into a page what came of it, in the place of ``Page.render``."""
    if page.markdown != rendered.markdown:  # something has changed it since
        Page.render(page, config, files)
        return
    for logger, level, message in rendered.logged:
        logging.getLogger(logger).log(level, "%s", message)
    known = {uri: files.get_file_from_path(uri) for uri in rendered.links}
    page.content, page.toc = rendered.content, rendered.toc
    page.title = rendered.title
    page.present_anchor_ids = rendered.anchors
    page.links_to_anchors = {file: rendered.links[uri] for uri, file in known.items() if file}
