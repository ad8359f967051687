"""The modules that a module imports, and those that they import, by reading their text alone.

Nothing is imported to find out. What is followed is every import statement, wherever it stands, in
a function as well; the packages above a module, for their ``__init__`` runs before it; and what
stands behind ``from package import module``. Not followed is what only type checkers read, under
``if TYPE_CHECKING:``, because it never runs: the ``__init__`` of ``haggis_rules`` names the whole
engine there. Nor is ``import_module``, whose argument need not stand in the text.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from haggis_rules.storage.user_cache import keep, recall

MOST_KEPT = 16  # hashes, at any time
_COMPOUND = ast.stmt | ast.excepthandler | ast.match_case  # where a statement can stand


def installed(*packages: str) -> dict[str, Path]:
    """Return the folder of each package, by its name.

    Raises ``ModuleNotFoundError`` for one that is not installed as a folder.
    """
    return {name: _folder(name) for name in packages}


def modules_of(package: str, roots: Mapping[str, Path]) -> tuple[str, ...]:
    """Return the name of every module of a package, and of the package itself, in order."""
    folder = roots[package]
    places = (path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py"))
    names = ([package, *(part for part in parts if part != "__init__")] for parts in places)
    return tuple(sorted(".".join(name) for name in names))


def kept_closure_digest(entries: Iterable[str], roots: Mapping[str, Path]) -> str:
    """Return what ``closure_digest`` does, kept until any file of these packages is another.

    To read every file takes a tenth of the time that it takes to find what each imports. Raises as
    ``import_closure`` does.
    """
    named = sorted(entries)
    key = json.dumps([named, _texts_digest(roots)])
    known = recall("closure", key)
    if known is None:
        known = closure_digest(named, roots)
        keep("closure", key, known, most=MOST_KEPT)
    return known


def closure_digest(entries: Iterable[str], roots: Mapping[str, Path]) -> str:
    """Return a hash of the names and texts of all modules that the entries rest on.

    Raises as ``import_closure`` does.
    """
    found = sha256()
    for name, source in import_closure(entries, roots).items():
        found.update(f"{name} {len(source)} ".encode())
        found.update(source)
    return found.hexdigest()


def import_closure(entries: Iterable[str], roots: Mapping[str, Path]) -> dict[str, bytes]:
    """Return the text of each module that the entries rest on, by its name and in that order.

    ``roots``: the folders of the packages to stay within, by their names. Raises
    ``ModuleNotFoundError`` when a module of these packages is named and there is none.
    """
    found: dict[str, bytes] = {}
    left = [*entries]
    while left:
        name = left.pop()
        if name in found:
            continue
        path = _file(name, roots)
        if path is None:
            message = f"no module named `{name}`"
            raise ModuleNotFoundError(message, name=name)
        found[name] = path.read_bytes()
        left += _above(name)
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        for module, members in _imports(found[name], package):
            if module.partition(".")[0] in roots:
                left += [module, *_inner(module, members, roots)]
    return dict(sorted(found.items()))


def _texts_digest(roots: Mapping[str, Path]) -> str:
    """Return a hash of the places and texts of all files of these packages."""
    found = sha256()
    for package, folder in sorted(roots.items()):
        for path in sorted(folder.rglob("*.py")):
            text = path.read_bytes()
            found.update(f"{package} {path.relative_to(folder)} {len(text)} ".encode())
            found.update(text)
    return found.hexdigest()


def _folder(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        message = f"no package named `{package}`"
        raise ModuleNotFoundError(message, name=package)
    return Path(spec.submodule_search_locations[0])


def _file(name: str, roots: Mapping[str, Path]) -> Path | None:
    """Return the file of a module, None when there is none."""
    top, *inner = name.split(".")
    if top not in roots:
        return None
    place = roots[top].joinpath(*inner)
    for path in (place / "__init__.py", place.parent / f"{place.name}.py"):
        if path.is_file() and (inner or path.parent == place):
            return path
    return None


def _inner(module: str, members: Iterable[str], roots: Mapping[str, Path]) -> Iterator[str]:
    """Yield those that are modules themselves among what is taken from a module."""
    path = _file(module, roots)
    if path is not None and path.name == "__init__.py":
        for name in (f"{module}.{member}" for member in members):
            if _file(name, roots) is not None:
                yield name


def _above(name: str) -> Iterator[str]:
    """Yield the packages that a module is in."""
    while name := name.rpartition(".")[0]:
        yield name


@lru_cache(maxsize=1024)
def _imports(source: bytes, package: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return each module that a text imports, with the names that it takes from there."""
    return tuple(
        named for statement in _running(ast.parse(source)) for named in _named(statement, package)
    )


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a part of a text, but for those that only type checkers read."""
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.If(
                test=ast.Name(id="TYPE_CHECKING") | ast.Attribute(attr="TYPE_CHECKING"),
                orelse=otherwise,
            ):
                for one in otherwise:
                    yield from _running(ast.Module([one], []))
            case _ if isinstance(child, _COMPOUND):
                yield child
                yield from _running(child)
            case _:
                pass


def _named(statement: ast.AST, package: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what a statement imports; ``package``: what a relative import begins at."""
    match statement:
        case ast.Import(names=names):
            for one in names:
                yield one.name, ()
        case ast.ImportFrom(module=module, names=names, level=level):
            steps = package.split(".")
            above = steps[: len(steps) - level + 1] if level else []
            whole = ".".join([*above, *([module] if module else [])])
            yield whole, tuple(one.name for one in names)
        case _:
            pass
