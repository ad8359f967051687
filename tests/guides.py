"""What the guides name: paths, Python names, names of the rules language, and commands."""

import ast
import builtins
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
SUFFIXES = ("py", "js", "css", "svg", "md", "toml", "haggis", "lark", "json", "yml", "jsonl")
MADE = (
    "docs/rules/",
    "docs/ask/",
    "docs/search/",
    "docs/findings/",
    "docs/semantics.md",
)  # written by the command, not by hand

# What a guide may name that no checkout has: a path, or the beginning of one, and what it is.
NOT_OURS = {
    ".venv/bin/": "made by the first `make`",
    "build/": "what commands write",
    "kitchen.haggis": "the text that the reader of the tutorial writes",
    "our-club.haggis": "the text that the reader of the README writes",
    "my.jsonl": "a record that the reader keeps",
    "index.json": "a file that `haggis ask-page` writes",
    "vectors/README.md": "a file that `haggis ask-page --vectors` writes",
    "/": "the sign between the cards of owners",
    "nice": "a program of every Unix",
    "unreachable": "an instruction of WebAssembly",
    "BigInt": "a class of JavaScript",
    "TerminateIllegalWrapper": "a class of PettingZoo",
    "information_state_tensor": "a method of OpenSpiel's games",
    "futures": "a module of Python",
    "checkcache": "a function of Python's ``linecache``",
    "retold": "a name that was given up, and the page says so",
}
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TICKED = re.compile(r"`([^`]+)`")
DOTTED = re.compile(r"[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+")
CALL = re.compile(r"\([\w, ]*\)")
DOUBLE = re.compile(r"``([A-Za-z_][\w.]*\w)(?:\(\))?``")
IDENTIFIER, NUMERAL = re.compile(r"[A-Za-z_]\w+"), re.compile(r"[0-9a-f]{16}")
HAGGIS, MAKE = re.compile(r"(\.venv/bin/)?haggis (.*)"), re.compile(r"make( .*)?")


@dataclass(frozen=True, slots=True)
class Guide:
    """A guide: its path, its text without fenced blocks, and these by kind."""

    path: Path
    prose: str
    blocks: tuple[tuple[str, str], ...]

    @staticmethod
    def read(path: Path) -> "Guide":
        """Read a guide."""
        text = path.read_text("utf-8")
        return Guide(path, FENCE.sub("", text), tuple(FENCE.findall(text)))

    def ticked(self) -> list[str]:
        """Return what stands in backticks, on one line each."""
        return [" ".join(one.split()) for one in TICKED.findall(self.prose)]

    def calls(self) -> list[str]:
        """Return the calls that fenced and indented blocks show, whole."""
        shown = [
            line.removeprefix("$ ")
            for kind, body in self.blocks
            if kind in {"", "sh", "console"}
            for line in body.splitlines()
            if kind != "console" or line.startswith("$ ")
        ]
        shown += re.findall(r"^ {4}(\S.*)$", self.prose, re.MULTILINE)
        return [
            one.split("  #")[0].strip() for one in shown if HAGGIS.match(one) or MAKE.match(one)
        ]


def guides() -> list[Path]:
    """Return the guides that people write."""
    found = [ROOT / "CONTRIBUTING.md", ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    return [p for p in found if not str(p.relative_to(ROOT)).startswith(MADE)]


def untrue(guide: Guide) -> Iterator[str]:
    """Yield whatever a guide names in backticks that is not there."""
    for name in guide.ticked():
        if HAGGIS.fullmatch(name) or MAKE.fullmatch(name):
            continue  # see `wrong_calls`
        path = name.split()[-1] if re.match(r"(python|git) ", name) else name
        if is_path(path):
            if not exists(path, guide.path.parent) and not is_known(path):  # a clause, deal.haggis
                yield path
        elif not _is_named(name):
            yield name


def _is_named(name: str) -> bool:
    """Return whether a name, dotted or not, or a function that is called, is there.

    What has the form of neither is no name.
    """
    bare = CALL.sub("", name)
    if DOTTED.fullmatch(bare):
        return is_known(bare)
    if bare != name and bare.isidentifier():
        return bare in methods()
    if not IDENTIFIER.fullmatch(bare) or NUMERAL.fullmatch(bare):
        return True
    return bare in NOT_OURS or bare in words()


def is_path(name: str) -> bool:
    """Return whether a name has the form of a path."""
    _, dot, last = name.rpartition(".")
    has_suffix = bool(dot) and last in SUFFIXES
    return bool(re.fullmatch(r"[\w./<>*-]+", name)) and ("/" in name or has_suffix)


def exists(name: str, here: Path) -> bool:
    """Return whether a path is there: from the root, a room, the guide; or a file of that name."""
    if name in NOT_OURS or name.startswith((".venv/bin/", "build/")):
        return True
    pattern = re.sub(r"<\w+>", "*", name.rstrip("/"))
    roots = [ROOT, *(ROOT / one for one in ("haggis_rules", "verify", "docs", "tests")), here]
    roots.append(ROOT / "verify" / "haggis_verify")
    if any(any(one.glob(pattern)) for one in roots):
        return True
    return "/" not in name and name in file_names()


@cache
def file_names() -> frozenset[str]:
    """Return the names of all files of the project."""
    rooms = ("haggis_rules", "verify", "docs", "tests", "spec", "grammar", "tools", "benchmarks")
    return frozenset(p.name for room in rooms for p in (ROOT / room).rglob("*.*"))


def is_known(name: str) -> bool:
    """Return whether a dotted name is one of Python or of the rules language."""
    return name in rules_names() or is_python(name)


@cache
def rules_names() -> frozenset[str]:
    """Return the dotted names that rules texts use, and the promises of every game."""
    texts = [p for room in ("spec", "tests", "docs") for p in (ROOT / room).rglob("*.haggis")]
    shown = [p.read_text("utf-8") for p in texts]
    for path in guides():
        shown += [body for kind, body in Guide.read(path).blocks if kind == "haggis"]
    found = {one[0] for text in shown for one in DOTTED.finditer(text)}
    code = [p.read_text("utf-8") for p in modules()]
    return frozenset(found | {one for text in code for one in re.findall(r'"(auto\.\w+)"', text)})


def is_python(name: str) -> bool:
    """Return whether a dotted name is a module, something in one, or something of a class.

    The rooms before it may be left out, as in ``reader.read``; so may the module in a room, as in
    ``ir.Promise``; and a value may stand for its class, as in ``rules.resample``.
    """
    first, _, rest = name.partition(".")
    if rest in classes().get(first[0].upper() + first[1:], ()) or name in names():
        return True
    return any(one.endswith(f".{name}") or _in_room(one, name) for one in names())


def _in_room(full: str, name: str) -> bool:
    room, _, last = name.rpartition(".")
    return full.startswith(f"haggis_rules.{room}.") and full.endswith(f".{last}")


@cache
def names() -> frozenset[str]:
    """Return every module, and every name that one defines or takes in, in full."""
    found = set[str]()
    for path in modules():
        module = ".".join(path.relative_to(_root(path)).with_suffix("").parts)
        module = module.removesuffix(".__init__")
        found |= {module, *(f"{module}.{name}" for name in _defined(_parsed(path).body))}
    return frozenset(found)


@cache
def classes() -> dict[str, frozenset[str]]:
    """Return what each class has, by its name, what it inherits taken in.

    Classes of one name are taken together.
    """
    found: dict[str, frozenset[str]] = {}
    bases: dict[str, set[str]] = {}
    for path in modules():
        for node in ast.walk(_parsed(path)):
            if isinstance(node, ast.ClassDef):
                found[node.name] = found.get(node.name, frozenset()) | set(_defined(node.body))
                bases.setdefault(node.name, set()).update(map(ast.unparse, node.bases))
    return {name: frozenset().union(*_with_bases(name, found, bases)) for name in found}


def _with_bases(
    name: str, found: dict[str, frozenset[str]], bases: dict[str, set[str]]
) -> Iterator[frozenset[str]]:
    yield found.get(name, frozenset())
    for base in bases.get(name, set()) - {name}:
        yield from _with_bases(base, found, bases)


@cache
def methods() -> frozenset[str]:
    """Return the names of all functions and methods."""
    return frozenset(
        node.name
        for path in modules()
        for node in ast.walk(_parsed(path))
        if isinstance(node, ast.FunctionDef)
    )


def named_in(path: Path) -> Iterator[str]:
    """Yield each name, dotted or not, that stands in two backticks in a module."""
    for found in DOUBLE.finditer(path.read_text("utf-8")):
        yield found[1]


def is_word(name: str) -> bool:
    """Return whether each part of a name stands for something, here or in Python itself."""
    return all(part in NOT_OURS or part in words() for part in name.split("."))


@cache
def words() -> frozenset[str]:
    """Return every word that stands for something: in Python, rules, tables or the page's code."""
    found = {*dir(builtins), *sys.stdlib_module_names}
    for room in ("haggis_rules", "verify", "tools", "benchmarks", "tests"):
        for path in (ROOT / room).rglob("*.py"):
            found.update((path.stem, path.parent.name))
            found.update(() if path.stem == "test_guides" else _written(_parsed(path)))
    for path in [*ROOT.glob("[!.]*/**/*.haggis"), *ROOT.glob("grammar/*.lark")]:
        found.update(re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8")))
    for path in [ROOT / "pyproject.toml", *ROOT.glob("[!.]*/**/*.toml")]:
        found.update(re.findall(r"^\[*([A-Za-z_]\w*)", path.read_text("utf-8"), re.MULTILINE))
    for path in [*ROOT.glob("haggis_rules/**/*.js"), ROOT / "Makefile"]:
        found.update(re.findall(r"[A-Za-z_]\w*", path.read_text("utf-8")))
    return frozenset(found)


def _written(module: ast.Module) -> Iterator[str]:
    """Yield what a module defines or passes on by a name, and each text that is one word."""
    for node in ast.walk(module):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                yield name
            case ast.arg(arg=name) | ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Constant(value=str(text)) if text.isidentifier():
                yield text
            case _:
                pass


@cache
def modules() -> tuple[Path, ...]:
    """Return the modules of both packages."""
    return tuple(
        p for room in ("haggis_rules", "verify") for p in sorted((ROOT / room).rglob("*.py"))
    )


def _root(path: Path) -> Path:
    return ROOT / "verify" if ROOT / "verify" in path.parents else ROOT


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _defined(body: list[ast.stmt]) -> Iterator[str]:
    for node in body:
        match node:
            case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Assign(targets=targets):
                yield from (one.id for one in targets if isinstance(one, ast.Name))
            case ast.ImportFrom(names=taken):
                yield from (one.asname or one.name for one in taken)
            case _:
                pass


def words_of(call: str) -> list[str]:
    """Return the words of a call of the command, without the program."""
    found = HAGGIS.fullmatch(call)
    return [] if found is None else shlex.split(found[2], comments=True)
