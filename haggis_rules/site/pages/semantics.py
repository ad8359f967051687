"""The meaning of every part of the typed form, gathered from where each is defined."""

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, is_dataclass
from types import ModuleType
from typing import get_args

from haggis_rules.ir import nodes, types
from haggis_rules.ir.canonical import declared_of
from haggis_rules.ir.game import clauses, definitions, flow, game, patterns, promises, table
from haggis_rules.site import markdown
from haggis_rules.site.markdown import code, plain, ticked

MODULES: tuple[tuple[str, tuple[ModuleType, ...]], ...] = (
    ("Types", (types,)),
    ("Expressions", (nodes,)),
    ("Games", (table, patterns, definitions, flow, promises, clauses, game)),
)

_HEADING = re.compile(r"# (.+)")
_CLASS = re.compile(r"class (\w+)")
_MEMBER = re.compile(r' {4}[A-Z_]+ = "(.+?)"(?: +# (.+))?')


@dataclass(frozen=True, slots=True)
class NodeEntry:
    """A part of the typed form: its name, what it is made of and what it means."""

    name: str
    parts: tuple[str, ...]
    meaning: str


def semantics() -> str:
    """Write what every part means, a table for each heading of the code."""
    blocks: list[str] = []
    for title, modules in MODULES:
        blocks.append(f"## {plain(title)}")
        for heading, entries in sections(modules):
            if heading:
                blocks.append(f"### {plain(heading)}")
            rows = [
                [code(e.name), ", ".join(map(code, e.parts)), _meaning(e.meaning)] for e in entries
            ]
            blocks.append(markdown.table(["Name", "Made of", "Meaning"], rows))
    return "\n\n".join(blocks) + "\n"


def sections(modules: Iterable[ModuleType]) -> Iterator[tuple[str, list[NodeEntry]]]:
    """Yield the parts that some modules define, under the headings that stand in them.

    A part that stands before any heading of its module belongs to the last one before.
    """
    heading, entries = "", list[NodeEntry]()
    lines = ((one, line) for one in modules for line in inspect.getsource(one).splitlines())
    for module, line in lines:
        found, named = _HEADING.fullmatch(line), _CLASS.match(line)
        if found is not None:
            if entries:
                yield heading, entries
            heading, entries = found.group(1), []
        elif named is not None:
            part = vars(module)[named.group(1)]
            if not part.__subclasses__():  # else it only says what others share
                entries.append(_entry(part))
    if entries:
        yield heading, entries


def _entry(part: type[object]) -> NodeEntry:
    said = inspect.getdoc(part) or ""
    known = declared_of(part)
    if is_dataclass(part):
        silent = {"type"} if part in get_args(nodes.Expr) else set[str]()
        return NodeEntry(known.tag, tuple(name for name in known.names if name not in silent), said)
    members = [
        f"``{value}``" + (f" ({note})" if note else "")
        for value, note in _MEMBER.findall(inspect.getsource(part))
    ]
    return NodeEntry(known.tag, (), f"{said} One of {', '.join(members)}." if members else said)


def _meaning(docstring: str) -> str:
    """Write a docstring; what stands in two backticks there is code."""
    return ticked(" ".join(docstring.split()).replace("``", "`"))
