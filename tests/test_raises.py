"""A public function that raises says so: its docstring names the exception or one above it."""

import ast
import builtins
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import haggis_rules
import haggis_verify

FOLDERS = [Path(one.__path__[0]) for one in (haggis_rules, haggis_verify)]
# Mistakes of this program, and not of what it is given: nobody is to catch them.
OURS = {"AssertionError", "VisitError"}
# What every exception descends from says nothing.
TOO_WIDE = {"Exception", "BaseException", "object"}


@dataclass(frozen=True, slots=True)
class Function:
    """A public function or method that raises in its own body."""

    name: str
    doc: str
    raises: frozenset[type[BaseException]]
    unclear: bool


def modules() -> Iterator[str]:
    """Yield the names of all modules of both packages."""
    for folder in FOLDERS:
        for path in sorted(folder.rglob("*.py")):
            inside = path.relative_to(folder.parent).with_suffix("")
            if inside.name != "__main__":
                yield ".".join(inside.parts).removesuffix(".__init__")


def functions(name: str) -> Iterator[Function]:
    """Yield those of a module."""
    path = inspect.getsourcefile(import_module(name))
    assert path is not None
    tree = ast.parse(Path(path).read_text("utf-8"))
    yield from _functions(import_module(name), tree, None)


def _functions(
    module: ModuleType, tree: ast.Module | ast.ClassDef, owner: type | None
) -> Iterator[Function]:
    for node in tree.body:
        match node:
            case ast.ClassDef(name=name) if not name.startswith("_"):
                yield from _functions(module, node, getattr(module, name))
            case ast.FunctionDef(name=name) if not name.startswith("_"):
                found = list(_raised(node, ()))
                if found:
                    kinds = [_kind(module, owner, one) for one in found]
                    whole = f"{module.__name__}.{owner.__name__ + '.' if owner else ''}{name}"
                    known = frozenset(one for one in kinds if one is not None)
                    yield Function(whole, ast.get_docstring(node) or "", known, None in kinds)
            case _:
                pass


def _raised(node: ast.AST, caught: tuple[ast.expr, ...]) -> Iterator[ast.expr | None]:
    """Yield what is raised in a body; of a bare ``raise``, what the handler around it caught."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.FunctionDef() | ast.Lambda() | ast.ClassDef():
                pass
            case ast.With(items=[ast.withitem(ast.Call(ast.Attribute(attr="noting")))]):
                pass  # what is raised in there is kept among the faults of the text
            case ast.Raise(exc=None):
                yield from caught or (None,)
            case ast.Raise(exc=exc):
                yield exc
            case ast.ExceptHandler(type=ast.Tuple(elts=several)):
                yield from _raised(child, tuple(several))
            case ast.ExceptHandler(type=ast.expr() as one):
                yield from _raised(child, (one,))
            case _:
                yield from _raised(child, caught)


def _kind(module: ModuleType, owner: type | None, raised: ast.expr | None) -> type | None:
    """Return the class of an exception: as named, or as what makes it says that it returns."""
    match raised:
        case ast.Call(func=made) | (ast.expr() as made):
            value = _value(module, owner, made)
        case None:
            return None
    if inspect.isfunction(value):
        told = inspect.get_annotations(value).get("return")
        value = value.__globals__.get(told) if isinstance(told, str) else told
    return value if isinstance(value, type) and issubclass(value, BaseException) else None


def _value(module: ModuleType, owner: type | None, node: ast.expr) -> object:
    match node:
        case ast.Name(id="self"):
            return owner
        case ast.Name(id=name):
            return getattr(module, name, getattr(builtins, name, None))
        case ast.Attribute(value=inner, attr=name):
            return getattr(_value(module, owner, inner), name, None)
        case _:
            return None


def unnamed(function: Function) -> list[str]:
    """Return the exceptions that a docstring leaves out."""
    doc = function.doc if "raise" in function.doc.lower() else ""
    left = [
        kind.__name__
        for kind in sorted(function.raises, key=lambda kind: kind.__name__)
        if kind.__name__ not in OURS
        and not any(
            f"``{one.__name__}``" in doc for one in kind.__mro__ if one.__name__ not in TOO_WIDE
        )
    ]
    return left or (["an exception"] if function.unclear and "``" not in doc else [])


@pytest.mark.parametrize("name", list(modules()))
def test_a_public_function_names_what_it_raises(name: str) -> None:
    assert {one.name: unnamed(one) for one in functions(name) if unnamed(one)} == {}


def test_functions_that_raise_are_found() -> None:
    found = {one.name for name in modules() for one in functions(name)}
    assert len(found) > 100
    assert "haggis_rules.notation.position.check_deck" in found


def test_an_exception_that_is_left_out_is_told() -> None:
    (found,) = (
        one for one in functions("haggis_rules.notation.forms") if one.name.endswith(".check_keys")
    )
    assert unnamed(found) == []
    assert unnamed(Function("f", "Do it.", found.raises, unclear=False))
    assert unnamed(Function("f", "Raises ``KeyError``.", found.raises, unclear=False))
    assert unnamed(Function("f", "Do it.", frozenset(), unclear=True)) == ["an exception"]
