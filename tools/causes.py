"""Whether faults name their cause: small slips in a variant, and what the first fault points to.

    python tools/causes.py                              every slip of every child
    python tools/causes.py --every 20 --seed 3          each twentieth, beginning elsewhere
    python tools/causes.py tournament bomb-bonus --show those that are missed

A slip is one edit of a variant that extends another: each small change that ``haggis mutate``
makes, and what authors do by mistake: an item or a clause left out, a name misspelt, a clause of
the parent removed. Each is checked as ``haggis check`` does it. Of those that are refused, the
first fault should name the edited line: the fault, or a place that it points to, lies there. Where
the line is gone, the fault names what was declared on it, or points to the head of its clause.

The children are the shipped ones and the house rules of ``tests/house_rules``. A child with a fault
of its own is refused, since that fault would come first in every slip. The exit code is 1 when too
few faults name the line, or when a slip shows more than three faults.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from haggis_rules.cases import check_text
from haggis_rules.diagnostics.errors import MOST_SHOWN, RuleError, causes_of
from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.ir.descent.ancestry import parent_line
from haggis_rules.ir.descent.flattening import WrittenClause, flatten
from haggis_rules.ir.load import lineage, shipped, source_of
from haggis_rules.ir.lower import lower_everywhere
from haggis_rules.mutation.mutants import mutants
from haggis_rules.mutation.small_changes import small_changes
from haggis_rules.syntax import ast
from haggis_rules.syntax.parse import parse
from haggis_rules.syntax.print import show

HOUSE_RULES = Path(__file__).parents[1] / "tests" / "house_rules"
ENOUGH = 95  # of a hundred first faults that name the edited line
MOST_FAULTS = 3
REMOVED = 'remove {name}\n  because "we play without it"\n'


@dataclass(frozen=True, slots=True)
class Slip:
    """A text with one edit: the lines that it changed, and the words of those that are gone.

    ``head`` is the line of the clause in which the edit was made, 0 where the clause is gone.
    """

    kind: str
    name: str
    text: str
    lines: range
    head: int
    gone: frozenset[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a slip: its faults, and whether the first of them names the edited line."""

    variant: str
    kind: str
    name: str
    faults: int = 0
    named: bool = False
    first: str = ""


def main() -> None:
    """Check the slips of the variants that are asked for, and print what came of them."""
    options = _options()
    variants = options.variants or children()
    for fault in map(own_fault, variants):
        if fault is not None:
            sys.exit(f"no slip can be judged in a text with a fault of its own:\n\n{fault}")
    # Every slip is written down to know which there are, so they are made here and sent.
    chosen = slice(options.seed % options.every, None, options.every)
    tasks = [(name, slip) for name in variants for slip in slips(name)[chosen]]
    if options.jobs == 1:
        found = [judged(task) for task in tasks]
    else:
        with ProcessPoolExecutor(options.jobs) as pool:
            found = list(pool.map(judged, tasks))
    refused = [one for one in found if one.faults]
    if options.show:
        for one in refused:
            if not one.named or one.faults > MOST_FAULTS:
                print(f"{one.variant}  {one.kind}  {one.name}: {one.faults} faults\n{one.first}\n")
    _tell(found)
    sys.exit(0 if _passes(refused) else 1)


def children() -> list[str]:
    """Name the shipped variants that extend another, and the files of the house rules."""
    own = [name for name in shipped() if lineage(source_of(name))[1:]]
    return [*own, *(str(path) for path in sorted(HOUSE_RULES.glob("*.haggis")))]


def slips(variant: str) -> tuple[Slip, ...]:
    """Return every slip of a variant, each text once."""
    line = lineage(source_of(variant))
    canonical = show(line[-1])
    whole = _parsed(line, canonical)
    games, _ = lower_everywhere(whole)
    found = {canonical: Slip("", "", canonical, range(0), 0, frozenset())}
    for one in mutants(whole, games):
        found.setdefault(one.name, _slip(whole[-1], one.operator, one.name, show(one.file)))
    for kind, name, text in _mistakes(whole):
        found.setdefault(f"{kind} {name}", _slip(whole[-1], kind, name, text))
    once = {one.text: one for one in reversed(found.values()) if one.text != canonical}
    return tuple(reversed(once.values()))


def own_fault(variant: str) -> RuleError | None:
    """Return the first fault of a variant as it stands, or nothing: it would hide every slip."""
    source = source_of(variant)
    return next(iter(_faults(variant, source.text)), None)


def judged(task: tuple[str, Slip]) -> Verdict:
    """Check a slip of a variant."""
    variant, slip = task
    faults = _faults(variant, slip.text)
    short = Path(variant).stem
    if not faults:
        return Verdict(short, slip.kind, slip.name)
    shown = min(len(causes_of(faults)), MOST_SHOWN)
    first = str(faults[0])
    path = _path(lineage(source_of(variant)))
    return Verdict(short, slip.kind, slip.name, shown, names(faults[0], slip, path), first)


def _faults(variant: str, text: str) -> Sequence[RuleError]:
    """Check a text in place of a variant's, as ``haggis check`` does."""
    line = lineage(source_of(variant))
    try:
        whole = (*line[:-1], parse(SourceFile(_path(line), text)))
        return check_text(whole, changes=small_changes).faults
    except RuleError as fault:
        return (fault,)


def _path(line: Sequence[ast.File]) -> str:
    return line[-1].variant.name.span.source.path


def names(fault: RuleError, slip: Slip, path: str) -> bool:
    """Tell whether a fault names the edited line of a slip in the text at a path."""
    places = (fault.span, *(one for one, _ in fault.others))
    own = [span for span in places if span.source == SourceFile(path, slip.text)]
    wanted = set(slip.lines) or {slip.head}
    if any(wanted & set(_lines(span)) for span in own):
        return True
    return any(f"`{word}`" in f"{fault.message} {fault.hint}" for word in slip.gone)


def _lines(span: Span) -> range:
    return range(span.line, span.line + span.text.rstrip().count("\n") + 1)


def _slip(file: ast.File, kind: str, name: str, text: str) -> Slip:
    """Compare a text with that of a file: what is the same before and after is no edit."""
    source = file.variant.name.span.source
    old, new = source.text.splitlines(), text.splitlines()
    before = 0
    while before < min(len(old), len(new)) and old[before] == new[before]:
        before += 1
    after = 0
    while after < min(len(old), len(new)) - before and old[-1 - after] == new[-1 - after]:
        after += 1
    lines = range(before + 1, len(new) - after + 1)
    left_out = range(before + 1, len(old) - after + 1)
    head = next((line for line in range(before, 0, -1) if _is_head(new[line - 1])), 0)
    if any(_is_head(one) for one in old[before : len(old) - after]):
        head = 0
    gone = frozenset[str]() if lines else frozenset(_declared(file, left_out))
    return Slip(kind, name, text, lines, head, gone)


def _is_head(line: str) -> bool:
    return line.startswith(("clause ", "add ", "replace ", "remove "))


def _declared(file: ast.File, lines: range) -> Iterator[str]:
    """Yield the names that are given, or edited, on some lines."""
    for entry in file.entries:
        items = entry.items if isinstance(entry, WrittenClause) else ()
        for taken in entry.names if isinstance(entry, ast.Taking) else ():
            if taken.span.line in lines:
                yield taken.text
        for one in (entry, *items):
            name: Any = getattr(one, "name", None)
            if isinstance(one, ast.Define):
                name = one.signature.name
            if name is not None and name.span.line in lines:
                yield name.text


def _mistakes(line: Sequence[ast.File]) -> Iterator[tuple[str, str, str]]:
    """Yield what authors do: its kind, a name for it, and the text."""
    file = line[-1]
    source = file.variant.name.span.source
    edited = set[str]()
    for index, entry in enumerate(file.entries):
        if isinstance(entry, ast.Chapter):
            continue
        names = [name.text for name in ast.clauses_in(entry)]
        edited.update(names)
        rest = (*file.entries[:index], *file.entries[index + 1 :])
        yield "clause removed", ", ".join(names), show(replace(file, entries=rest))
        if isinstance(entry, WrittenClause | ast.Taking):
            yield from _misspelt(entry, source)
    for flat in flatten(parent_line(line)).clauses:
        name = flat.clause.name
        if name not in edited:
            yield "remove", name, f"{source.text}\n{REMOVED.format(name=name)}"


def _misspelt(
    entry: WrittenClause | ast.Taking, source: SourceFile
) -> Iterator[tuple[str, str, str]]:
    """Misspell each name in the items of a clause, where it stands first."""
    seen = set[str]()
    whole = (*entry.names, entry.variant) if isinstance(entry, ast.Taking) else entry.items
    of = ast.clauses_in(entry)[0].text
    for span in _names(whole):
        word = span.text
        if len(word) > 2 and word not in seen:  # noqa: PLR2004 - letters
            seen.add(word)
            wrong = f"{word[:-2]}{word[-1]}{word[-2]}" if word[-1] != word[-2] else word[:-1]
            text = f"{source.text[: span.start]}{wrong}{source.text[span.end :]}"
            yield "misspelt", f"{of}: {word}", text


def _names(node: Any) -> Iterator[Span]:
    row: Any = node
    if isinstance(node, ast.Name):
        yield node.span
    elif isinstance(node, tuple):
        for part in row:
            yield from _names(part)
    elif is_dataclass(node) and not isinstance(node, Span | type):
        for each in fields(node):
            yield from _names(getattr(node, each.name))


def _parsed(line: Sequence[ast.File], text: str) -> tuple[ast.File, ...]:
    return (*line[:-1], parse(SourceFile(_path(line), text)))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Whether faults name their cause.")
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help="all children, or these")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth slip")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="with which to begin")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes")
    parser.add_argument("--show", action="store_true", help="show those that are missed")
    return parser.parse_args()


def _tell(found: Iterable[Verdict]) -> None:
    several = list(found)
    print("| variant | slips | refused | name the line | most faults |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for variant in dict.fromkeys(one.variant for one in several):
        _row(variant, [one for one in several if one.variant == variant])
    _row("all", several)
    missed = Counter(one.kind for one in several if one.faults and not one.named)
    print(f"\nmissed: {', '.join(f'{kind} {n}' for kind, n in missed.most_common()) or 'none'}")


def _row(title: str, found: Sequence[Verdict]) -> None:
    refused = [one for one in found if one.faults]
    named, most = sum(one.named for one in refused), max([0, *(one.faults for one in refused)])
    share = f"{100 * named / len(refused):.1f} %" if refused else "-"
    print(f"| {title} | {len(found)} | {len(refused)} | {share} | {most} |")


def _passes(refused: Sequence[Verdict]) -> bool:
    named = sum(one.named for one in refused)
    few = all(one.faults <= MOST_FAULTS for one in refused)
    return few and 100 * named >= ENOUGH * len(refused)


if __name__ == "__main__":
    main()
