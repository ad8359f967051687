"""What a word of the language becomes: the classes of the typed form that lowering makes of it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from code_index import TREE, TYPED, Code, Form, Module, Reference

LOWERING = "haggis_rules/ir/lower/"
TAKES = {Form.CASE, Form.NAMED, Form.SIGNATURE}
# Unions of the tree, and those of the typed form that their words become and nothing else.
BECOMES = {
    "Expr": "Expr",
    "Effect": "Effect",
    "ZoneOf": "ZoneRef",
    "PromiseForm": "PromiseForm",
    "ActionParam": "ActionParam",
    "Place": "Place",
}


# What cannot be read from the functions that make it, with where it comes from.
BESIDES: dict[str, tuple[str, ...]] = {
    "PlayLiteral": ("Written",),  # a play is read by `Literals`, a protocol
    "Word": ("Variable", "Constant"),  # the scope, and the world, keep what a name stands for
    "TotalScore": ("Call", "Plus"),  # the entries of the score sheet, added up
}


def typed_nodes(code: Code, kind: str, class_name: str) -> tuple[str, ...]:
    """Return the classes that lowering makes of a class of the tree, its namesake first.

    They are looked for where the class is taken: in its case of the ``match`` for all of its kind,
    or else in every case, loop and function that takes it. A helper is followed where what it
    returns is returned.
    """
    takers = [one for one in _takers(code, kind, class_name) if one.form in TAKES]
    found = set[str]()
    for one in takers:
        module = code.modules[one.place.path]
        found |= set(_made(code, module, _body(module, one.node), frozenset()))
    found |= set(BESIDES.get(class_name, ()))
    if kind in BECOMES:
        found &= code.unions[TYPED][BECOMES[kind]]
    else:
        found -= code.unions[TYPED]["Expr"] | code.unions[TYPED]["Type"]
        found = {class_name} if class_name in found else found
    return tuple(sorted(found, key=lambda name: (name != class_name, name)))


def _takers(code: Code, kind: str, class_name: str) -> list[Reference]:
    """Return the places in lowering that take a class of the tree."""
    found = [
        one
        for one in code.references.get((TREE, class_name), ())
        if one.place.path.startswith(LOWERING)
    ]
    whole = {w.places.get(class_name) for w in code.whole(TREE, kind)}
    return [one for one in found if one.place in whole and one.form is Form.CASE] or found


def _body(module: Module, node: ast.AST) -> Sequence[ast.stmt]:
    """Return the statements that deal with what is taken at a place."""
    before = node
    while not isinstance(node, ast.match_case | ast.FunctionDef | ast.Module):
        before, node = node, module.parents[node]
        if isinstance(node, ast.For) and before is node.iter:
            break
    return node.body


def _made(
    code: Code, module: Module, body: Sequence[ast.stmt], seen: frozenset[str]
) -> Iterator[str]:
    """Yield the classes of typed nodes that some statements name, or what they return names."""
    for node in _parts(body):
        full = module.full_name(node)
        name = full.rpartition(".")[2]
        if full.startswith(f"{TYPED}.") and name in code.tagged and not _asks(module, node):
            yield name
    for full in set(_turned_to(module, body)) - seen:
        path, _, name = full.rpartition(".")
        for other in code.modules.values():
            if other.path.startswith(LOWERING) and other.dotted == path:
                for function in other.tree.body:
                    if isinstance(function, ast.FunctionDef) and function.name == name:
                        yield from _made(code, other, function.body, seen | {full})


def _turned_to(module: Module, body: Sequence[ast.stmt]) -> Iterator[str]:
    """Yield the functions that compute what is returned, and helpers that compute its parts."""
    for statement in _parts(body):
        if not isinstance(statement, ast.Return | ast.Expr):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Call):
                full = module.full_name(node.func)
                if node is statement.value or full.rpartition(".")[2].startswith("_"):
                    yield full


def _parts(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    for statement in body:
        yield from ast.walk(statement)


def _asks(module: Module, node: ast.AST) -> bool:
    """Return whether a class is only asked for, in an annotation, a pattern or a question."""
    match module.parents[node]:
        case ast.MatchClass() | ast.arg() | ast.AnnAssign() | ast.Subscript() | ast.BinOp():
            return True
        case ast.Call(func=ast.Name(id="isinstance" | "cast")):
            return True
        case _:
            return False
