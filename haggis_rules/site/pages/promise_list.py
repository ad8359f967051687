"""The list of all promises, by the kind of clause that makes them, and the pages of them all."""

from collections.abc import Iterable, Iterator, Sequence

from haggis_rules.site.content.broken_texts import NO_SIDE_NOTES, SideNotes
from haggis_rules.site.content.promise_register import GamePromise, PromiseRegister
from haggis_rules.site.content.volumes import PROMISES, promise_page, title
from haggis_rules.site.markdown import bullets, code, link, page, plain, wrapped
from haggis_rules.site.pages.promise import ALL, promise_file, promise_text
from haggis_rules.site.pages.proof_summary import (
    NOT_PROVED,
    TO_PROVE,
    at_every_table,
    by_variant,
    describe_games,
    describe_verdicts,
)
from haggis_rules.wording.sentences import listed

_WHAT = (
    "A promise is something that the rules guarantee, in every deal and for play of any length. "
    "Each has its own page, with the games that make it and the result in each. They are grouped "
    "here by the kind of clause that makes them."
)
_IN_EVERY_GAME = (
    "## In every game { #every-game }\n\n"
    "Every game must keep these, whether or not its text says so."
)


def promise_pages(
    register: PromiseRegister, side_notes: SideNotes = NO_SIDE_NOTES
) -> dict[str, str]:
    """Return the list and all pages, by their names in the folder of all pages; none of none."""
    pages = {f"{PROMISES}/index": promises_index(register)} if register.promises else {}
    for names in register.families().values():
        pages |= {promise_page(name): promise_text(register, name, side_notes) for name in names}
    return pages


def promises_index(register: PromiseRegister) -> str:
    """Write the list of all promises."""
    blocks = [_WHAT]
    if not any(one.result for promises in register.promises.values() for one in promises):
        blocks += [NOT_PROVED, TO_PROVE]
    for chapter, kinds in _by_chapter(register).items():
        blocks.append(f"## {plain(title(chapter))}" if chapter is not None else _IN_EVERY_GAME)
        for kind, names in kinds.items():
            first = register.promises[names[0]][0]
            if first.promise is not None:
                clause = first.game.clauses[first.clause]
                blocks += [f"### {plain(clause.heading)} {{ #{kind} }}", plain(clause.words)]
            blocks.append(wrapped("rows", bullets(_rows(register, names))))
    return page(ALL, *blocks)


def _by_chapter(register: PromiseRegister) -> dict[str | None, dict[str, tuple[str, ...]]]:
    """Group the kinds by the chapter in which they stand; None is for what every game keeps."""
    found: dict[str | None, dict[str, tuple[str, ...]]] = {}
    for kind, names in register.families().items():
        first = register.promises[names[0]][0]
        has_clause = first.promise is not None
        chapter = first.game.clauses[first.clause].chapter if has_clause else None
        found.setdefault(chapter, {})[kind] = names
    return found


def _rows(register: PromiseRegister, names: Iterable[str]) -> Iterator[str]:
    """Write each promise in a line: which it is, who makes it, and what came of it."""
    for name in names:
        promises = register.promises[name]
        verdicts = plain(describe_verdicts(promises))
        said = link(plain(register.short_title(name)), promise_file(name))
        yield f"{said} {code(name)} · {_makers(register, promises)}: {verdicts}"


def _makers(register: PromiseRegister, promises: Sequence[GamePromise]) -> str:
    """Say which games make a promise, the short way: all, all but some, or these."""
    variants = by_variant(promises)
    without = [name for name in register.volumes.variants() if name not in variants]
    if all(map(at_every_table, variants.values())) and len(without) < len(variants):
        return plain(f"all but {listed(without)}") if without else "all games"
    return plain(describe_games(promises))
