"""What the sources say about the words of the language: rules, classes, and who names a class.

Nothing is imported: texts are read, so that a copy of the sources can be looked at as well. A
class is known by its room and its name, ``syntax`` for the tree and ``ir`` for the typed form; so a
module can be split or moved inside its room, and nothing here changes.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property
from pathlib import Path

SOURCES = ("grammar/*.lark", "haggis_rules/**/*.py", "verify/**/*.py")
MORE_SOURCES = ("docs/language.md",)
TREE, TYPED = "haggis_rules.syntax", "haggis_rules.ir"
FEWEST = 3  # classes of a union that something can be for the whole of
PARTLY = {"Type", "Condition"}  # unions of which functions take a part, which has its own type

_RULE = re.compile(r"^([?!]*)(_?[a-z]\w*)(?:\.\d+)?:(.*)$")
_TOLD_BY_WHAT_FOLLOWS = re.compile(r"^(_[A-Z_]+)(?:\.\d+)?: /([a-z]+)\(", re.MULTILINE)
_ALIAS = re.compile(r"->\s*(\w+)\s*$")
_LITERAL = re.compile(r'"([^"]+)"')


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A line of a file."""

    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the grammar, or an alternative that has a name of its own."""

    name: str
    place: Place
    alternatives: tuple[str, ...]
    inlined: bool = False

    @property
    def class_name(self) -> str:
        """The name of the class that the parser looks for."""
        return "".join(part.capitalize() for part in self.name.split("_"))

    def literals(self) -> tuple[str, ...]:
        """Return the words that the rule reads, each once."""
        return tuple(dict.fromkeys(w for one in self.alternatives for w in _LITERAL.findall(one)))

    def says(self, words: tuple[str, ...], *, first: bool = False) -> bool:
        """Return whether the words stand side by side in what the rule reads, or begin it."""
        for alternative in self.alternatives:
            said = tuple(_LITERAL.findall(alternative))
            starts = range(1 if first else len(said))
            if any(said[at : at + len(words)] == words for at in starts):
                return True
        return False


class Form(Enum):
    """In what way a class is named, the most telling first."""

    CASE = "case"
    ROW = "row"
    TAG = "tag"
    MADE = "made"
    NAMED = "named"
    SIGNATURE = "signature"


@dataclass(frozen=True, slots=True)
class Whole:
    """A ``match`` without a default, or a table, that is for all classes of a union."""

    path: str
    line: int
    places: Mapping[str, Place]


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that names a class, and the part of the syntax tree that does."""

    room: str
    name: str
    form: Form
    place: Place
    node: ast.AST = field(compare=False)


@dataclass(frozen=True)
class Module:
    """A Python file, with what its names stand for."""

    path: str
    tree: ast.Module
    parents: Mapping[ast.AST, ast.AST]
    imported: Mapping[str, str]

    @staticmethod
    @cache
    def of(path: str, text: str) -> Module:
        """Read a module; one that was read before is not read again."""
        tree = ast.parse(text)
        nodes, parents = list[ast.AST]([tree]), dict[ast.AST, ast.AST]()
        for node in nodes:  # which grows while it is gone through, as `ast.walk` does
            children = list(ast.iter_child_nodes(node))
            parents |= dict.fromkeys(children, node)
            nodes += children
        imported: dict[str, str] = {}
        for node in nodes:
            match node:
                case ast.ImportFrom(module=str(source), names=names):
                    imported |= {one.asname or one.name: f"{source}.{one.name}" for one in names}
                case _:
                    pass
        return Module(path, tree, parents, imported)

    @property
    def dotted(self) -> str:
        """The name of the module."""
        parts = self.path.removeprefix("verify/").removesuffix(".py").removesuffix("/__init__")
        return parts.replace("/", ".")

    def full_name(self, node: ast.AST) -> str:
        """Return what a name, or an attribute of a module, stands for."""
        match node:
            case ast.Name(id=name):
                return self.imported.get(name, f"{self.dotted}.{name}")
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                return f"{self.imported[module]}.{name}" if module in self.imported else ""
            case _:
                return ""

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Each place that names what may be a class of the tree or of the typed form."""
        return tuple(self._references())

    @cached_property
    def written(self) -> Mapping[str, Sequence[Place]]:
        """The places of each text that stands in it."""
        found: dict[str, list[Place]] = {}
        for node in self.parents:
            match node:
                case ast.Constant(value=str(value)):
                    found.setdefault(value, []).append(Place(self.path, node.lineno))
                case _:
                    pass
        return found

    @cached_property
    def looked_up(self) -> Mapping[str, Sequence[Place]]:
        """The places where something is looked up in a table, by the name of the table."""
        found: dict[str, list[Place]] = {}
        for node in self.parents:
            match node:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Load()):
                    found.setdefault(name, []).append(Place(self.path, node.lineno))
                case _:
                    pass
        return found

    def _references(self) -> Iterator[Reference]:
        for node in self.parents:
            if not isinstance(node, ast.Name | ast.Attribute):
                continue
            full = self.full_name(node)
            for room in (TREE, TYPED):
                if full.startswith(f"{room}."):
                    place = Place(self.path, node.lineno)
                    name = full.rpartition(".")[2]
                    yield Reference(room, name, self._form(node), place, node)

    def _form(self, node: ast.AST) -> Form:
        """Tell in what way a class is named; inside an annotation, ``dict[...]`` and all."""
        parent = self.parents[node]
        match parent:
            case ast.MatchClass():
                return Form.CASE
            case ast.Dict(keys=keys, values=values) if node in keys:
                value = values[keys.index(node)]  # type: ignore[arg-type]  # it is one of them
                return Form.TAG if _is_tag(value) else Form.ROW
            case ast.Call(func=called) if called is node:
                return Form.MADE
            case _:
                pass
        while True:
            match parent:
                case ast.arg(annotation=found) | ast.AnnAssign(annotation=found) if found is node:
                    return Form.SIGNATURE
                case ast.FunctionDef(returns=found) if found is node:
                    return Form.SIGNATURE
                case ast.stmt() | ast.Call():
                    return Form.NAMED
                case _:
                    node, parent = parent, self.parents[parent]

    def holder(self, node: ast.AST) -> int | None:
        """Return the line of the table or ``match`` that a class stands in; None with a default."""
        while not isinstance(node, ast.match_case | ast.Dict):
            node = self.parents[node]
        if isinstance(node, ast.Dict):
            return node.lineno
        match = self.parents[node]
        if not isinstance(match, ast.Match) or any(_default(one) for one in match.cases):
            return None
        return match.lineno


@dataclass(frozen=True)
class Code:
    """The sources, by path relative to the checkout."""

    texts: Mapping[str, str]

    @staticmethod
    def read(root: Path) -> Code:
        """Read the sources of a checkout."""
        found = {path for pattern in (*SOURCES, *MORE_SOURCES) for path in root.glob(pattern)}
        return Code(
            {str(path.relative_to(root)): path.read_text("utf-8") for path in sorted(found)}
        )

    def line(self, place: Place) -> str:
        """Return the text of a line, without its indentation."""
        return self.texts[place.path].splitlines()[place.line - 1].strip()

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule of the grammar, and every alternative with a name, in order."""
        found: dict[str, Rule] = {}
        for path, text in self.texts.items():
            if path.endswith(".lark"):
                found |= {rule.name: rule for rule in _rules(path, text)}
        return found

    @cached_property
    def modules(self) -> Mapping[str, Module]:
        """Every Python module, by path."""
        texts = self.texts.items()
        return {path: Module.of(path, text) for path, text in texts if path.endswith(".py")}

    @cached_property
    def references(self) -> Mapping[tuple[str, str], tuple[Reference, ...]]:
        """Every place that names a class, by room and name."""
        found: dict[tuple[str, str], list[Reference]] = {}
        for module in self.modules.values():
            for one in module.references:
                found.setdefault((one.room, one.name), []).append(one)
        return {key: tuple(places) for key, places in found.items()}

    @cached_property
    def classes(self) -> Mapping[tuple[str, str], Place]:
        """Every class of data that the tree and the typed form define, by room and name."""
        found: dict[tuple[str, str], Place] = {}
        for module in self.modules.values():
            for room in (TREE, TYPED):
                if module.dotted.startswith(f"{room}."):
                    for node in module.tree.body:
                        if isinstance(node, ast.ClassDef):
                            found[room, node.name] = Place(module.path, node.lineno)
        return found

    @cached_property
    def unions(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        """The classes of each union that the tree and the typed form declare, by room and name."""
        found: dict[str, dict[str, frozenset[str]]] = {TREE: {}, TYPED: {}}
        for module in self.modules.values():
            for room, unions in found.items():
                if module.dotted.startswith(f"{room}."):
                    unions |= dict(_unions(module.tree))
        return found

    def whole(self, room: str, union: str) -> tuple[Whole, ...]:
        """Return what is for all classes of a union: whatever names more than half of them.

        So one that lacks a class is found to lack it.
        """
        key = (room, union)
        if key not in self._whole:
            classes = self.unions[room].get(union, frozenset[str]())
            if len(classes) < FEWEST or union in PARTLY:
                classes = frozenset[str]()
            self._whole[key] = tuple(self._gathered(room, classes)) if classes else ()
        return self._whole[key]

    @cached_property
    def _whole(self) -> dict[tuple[str, str], tuple[Whole, ...]]:
        return {}

    def _gathered(self, room: str, classes: frozenset[str]) -> Iterator[Whole]:
        found: dict[tuple[str, int], dict[str, Place]] = {}
        for name in classes:
            for one in self.references.get((room, name), ()):
                if one.form in {Form.CASE, Form.ROW}:
                    module = self.modules[one.place.path]
                    holder = module.holder(one.node)
                    if holder is not None:
                        found.setdefault((module.path, holder), {})[name] = one.place
        for (path, line), places in found.items():
            if 2 * len(places) > len(classes):
                yield Whole(path, line, places)

    @cached_property
    def tagged(self) -> frozenset[str]:
        """The classes of the typed form that have a tag."""
        return frozenset(
            name
            for (room, name), found in self.references.items()
            if (TYPED, name) in self.classes
            and room == TYPED
            and any(one.form is Form.TAG for one in found)
        )


def _is_tag(value: ast.expr) -> bool:
    """Return whether a row declares a tag and its fields: ``Name(field, ...)``."""
    match value:
        case ast.Constant(value=str(text)):
            return re.match(r"\w+\(", text) is not None
        case _:
            return False


def _default(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def _rules(path: str, text: str) -> Iterator[Rule]:
    found: dict[str, Rule] = {}
    name = ""
    for terminal, word in _TOLD_BY_WHAT_FOLLOWS.findall(text):
        text = text.replace(f" {terminal} ", f' "{word}" ')
    for number, line in enumerate(text.splitlines(), 1):
        body, place = line.strip(), Place(path, number)
        if head := _RULE.match(line):
            name, body = head[2], head[3].strip()
            hidden = "?" in head[1] or name.startswith("_")
            found[name] = Rule(name, place, (), inlined=hidden)
        elif not body.startswith("|"):
            name = ""
        for one in re.split(r"\s\|\s(?![^(\[]*[)\]])", body.lstrip("| ")) if name else ():
            alias = _ALIAS.search(one)
            rule = found.setdefault(alias[1], Rule(alias[1], place, ())) if alias else found[name]
            found[rule.name] = replace(rule, alternatives=(*rule.alternatives, one))
    yield from found.values()


def _unions(tree: ast.Module) -> Iterator[tuple[str, frozenset[str]]]:
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp() as value):
                names = frozenset(n.id for n in ast.walk(value) if isinstance(n, ast.Name))
                yield name, names
            case _:
                pass
