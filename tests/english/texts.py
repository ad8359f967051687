"""Every text that a person sees, sentence by sentence with its place; each read from its file.

A text that the project writes is read where it is written: the sentences of rules from the tree
that the parser makes of them, what commands and pages say from the strings of the modules. So the
guard reads all of it in seconds. What stands only in docstrings is read where it comes out: on the
page of the Python reference. ``shown.py`` looks at the other pages as they are published.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias, cast

from haggis_rules.diagnostics.source import SourceFile, Span
from haggis_rules.site.pages.api import api_page
from haggis_rules.syntax import ast as rules_tree
from haggis_rules.syntax.parse import parse

ROOT = Path(__file__).parents[2]
PACKAGES = ("haggis_rules", "verify/haggis_verify")
HELP = "haggis_rules/cli/commands"  # their modules' docstrings are what --help shows
EXPLAINED = (  # the docstrings of their classes are what `explain` and `schema` show
    "haggis_rules/diagnostics/errors/",
    "haggis_rules/notation/errors.py",
    "haggis_rules/cli/outputs/",
)
REFERENCE = "docs/rules/python.md"  # docstrings of the public names, which are written there

_PROSE = re.compile(r"[A-Za-z]{2,}[.,;:`]?\s{1,20}[(`\"]?[A-Za-z]{2,}")
_FENCES = re.compile(r"^( *)(```|~~~).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
_FRONT = re.compile(r"\A---\n.*?^---$", re.MULTILINE | re.DOTALL)
_QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'((?:[^\'\\\n]|\\.)*)\'|`((?:[^`\\]|\\.)*)`')
_COMMENTS = re.compile(r"/\*.*?\*/|^\s*//.*?$|<!--.*?-->", re.MULTILINE | re.DOTALL)

Kind: TypeAlias = Literal["text", "headings", "docstrings"]


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that a person reads in one piece, and the line of the file where they begin."""

    file: str
    line: int
    words: str
    kind: Kind = "text"


@cache
def passages() -> tuple[Passage, ...]:
    """Return every passage of the project, in the order of the files."""
    read = (passage for file in written_files() for passage in passages_of(file))
    return (*read, *reference_passages())


def reference_passages() -> Iterator[Passage]:
    """Yield what the Python reference says: the docstrings that programmers read."""
    yield from markdown_passages(REFERENCE, api_page())


@cache
def written_files() -> tuple[Path, ...]:
    """Return the files that have words for people in them."""
    packages = [path for package in PACKAGES for path in (ROOT / package).rglob("*")]
    found = [
        *ROOT.glob("*.md"),
        *(path for path in (ROOT / "docs").rglob("*") if not _made(path)),
        *(ROOT / "spec").rglob("*"),
        *(path for path in packages if path.suffix in {".py", ".js", ".html"}),
        *(ROOT / "tests/golden/errors").rglob("*.txt"),
        *(ROOT / "tests/planted").glob("*.toml"),  # their words stand on pages of promises
    ]
    return tuple(sorted(path for path in found if path.suffix in _READERS and path.is_file()))


def passages_of(file: Path) -> Iterator[Passage]:
    """Yield what a person reads of a file."""
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name
    yield from _READERS[file.suffix](name, file.read_text("utf-8"))


def markdown_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the paragraphs, points, cells and headings of a page; code is left out."""
    text = _FRONT.sub(_blank, text, count=1)
    text = _FENCES.sub(_blank, text)
    lines: list[str] = []
    first = 0
    for number, line in enumerate([*text.split("\n"), ""], 1):
        starts = re.match(r"\s*(?:#+ |[-*] |\d+\. |\||!!!|\?\?\?|>|$)", line)
        if starts and lines:
            yield Passage(name, first, plain(" ".join(lines)))
            lines = []
        if heading := re.match(r"#+ (.*)", line):
            yield Passage(name, number, plain(heading[1]), "headings")
        elif line.strip():
            first = first if lines else number
            lines.append(line.strip().lstrip("-*>| "))


def plain(words: str) -> str:
    """Return words without markup, in one line."""
    words = re.sub(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])?(?:\{[^}]*\})?", r"\1", words)
    words = re.sub(r"``?[^`]*``?", "…", words)
    words = re.sub(r"<[^>]*>", "", words)
    words = re.sub(r"\\(\W)", r"\1", words.replace("**", ""))
    return " ".join(words.split())


def rules_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the sentences of rules, and the titles of their chapters."""
    tree = parse(SourceFile(name, text))
    last = 0
    for words, kind in _strings(tree):
        if _PROSE.search(words):
            found = re.compile(r"\s+".join(map(re.escape, words.split()[:6]))).search(text, last)
            last = found.start() if found else last
            yield Passage(name, text.count("\n", 0, last) + 1, " ".join(words.split()), kind)


def _strings(node: object) -> Iterator[tuple[str, Kind]]:
    """Yield each string below a node of a tree."""
    match node:
        case str():
            yield node, "text"
        case tuple():
            for each in cast("tuple[object, ...]", node):
                yield from _strings(each)
        case Span():
            return
        case rules_tree.Chapter(words=title):
            yield title.text, "headings"
        case _ if is_dataclass(node):
            for field in fields(node):
                yield from _strings(getattr(node, field.name))
        case _:
            return


def _module_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the strings of a module that have words, and its docstrings.

    `haggis explain` shows the docstrings of the classes of errors, `haggis schema` those of what
    commands print, and --help those of commands, so these are text. The strings of an f-string are
    read in one piece, with `…` for what comes between them.
    """
    nodes = [*ast.walk(ast.parse(text))]
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    skipped = set[int]()
    for node in nodes:
        if isinstance(node, documented) and (said := ast.get_docstring(node)) is not None:
            skipped.add(id(getattr(node.body[0], "value", None)))
            kind: Kind = "docstrings"
            shown = EXPLAINED if isinstance(node, ast.ClassDef) else (HELP,)
            if isinstance(node, ast.Module | ast.ClassDef) and name.startswith(shown):
                kind = "text"
            yield Passage(name, node.body[0].lineno, plain(said), kind)
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            skipped.update(map(id, node.values))
            said = "".join(_piece(piece) for piece in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        if id(node) not in skipped and _PROSE.search(said):
            for part in markdown_passages(name, said):
                yield Passage(name, node.lineno, part.words, part.kind)


def _piece(piece: ast.expr) -> str:
    return piece.value if isinstance(piece, ast.Constant) and isinstance(piece.value, str) else "…"


def _table_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the strings of a TOML file."""
    at = 0
    for words in _values(tomllib.loads(text)):
        if _PROSE.search(words):
            found = text.find(words[:30], at)
            at = found if found >= 0 else at
            yield Passage(name, text.count("\n", 0, at) + 1, plain(words))


def _values(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in cast("dict[str, object]", value).values():
                yield from _values(each)
        case list():
            for each in cast("list[object]", value):
                yield from _values(each)
        case _:
            return


def _script_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the strings of a script."""
    text = _COMMENTS.sub(_blank, text)
    for found in _QUOTED.finditer(text):
        said = found[1] or found[2] or found[3] or ""
        if _PROSE.search(said):
            said = re.sub(r"\$\{[^}]*\}", "…", said)
            yield Passage(name, text.count("\n", 0, found.start()) + 1, plain(said))


def _web_page_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the text between the tags of a page."""
    text = _COMMENTS.sub(_blank, text)
    for found in re.finditer(r">([^<>]+)<", text):
        if _PROSE.search(found[1]):
            yield Passage(name, text.count("\n", 0, found.start()) + 1, plain(found[1]))


def printed_passages(name: str, text: str) -> Iterator[Passage]:
    """Yield the lines of what a command prints, the lines that it shows of a text left out."""
    for number, line in enumerate(text.split("\n"), 1):
        if _PROSE.search(line) and not re.match(r"\s*(?:\d+ *)?\|", line):
            yield Passage(name, number, " ".join(line.split()))


def _made(file: Path) -> bool:
    """Say whether a file under docs/ is made from the rules, and no words of its own are in it."""
    made = ("docs/rules/", "docs/ask/", "docs/assets/study/")
    name = file.relative_to(ROOT).as_posix()
    return name.startswith(made) or (name.startswith("docs/findings/") and name.endswith(".md"))


def _blank(found: re.Match[str]) -> str:
    """Return the line ends of what is left out, so that lines keep their numbers."""
    return "\n" * found[0].count("\n")


_READERS = {
    ".md": markdown_passages,
    ".haggis": rules_passages,
    ".toml": _table_passages,
    ".py": _module_passages,
    ".js": _script_passages,
    ".html": _web_page_passages,
    ".txt": printed_passages,
}
