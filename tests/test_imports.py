"""No module imports itself by way of others, and scripts import what there is."""

import ast
import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path

import grimp
import pytest

Imports = Mapping[str, set[str]]  # of each module, those that it imports
ROOT = Path(__file__).parents[1]
SCRIPTS = sorted(path for top in ("benchmarks", "tools") for path in (ROOT / top).rglob("*.py"))


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = grimp.build_graph("haggis_rules", "haggis_verify", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > 300
    assert not [" -> ".join(chain) for chain in cycles(imports)]


@pytest.mark.parametrize(
    ("imports", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": set[str]()}, []),
        ({"a": {"b"}, "b": {"a"}}, [["a", "b", "a"]]),
        ({"a": {"b"}, "b": {"c"}, "c": {"d"}, "d": {"b"}}, [["b", "c", "d", "b"]]),
        ({"a": {"b"}, "b": {"a"}, "c": {"d", "a"}, "d": {"c"}}, [["a", "b", "a"], ["c", "d", "c"]]),
    ],
)
def test_a_cycle_is_found_and_its_chain_is_named(imports: Imports, found: list[list[str]]) -> None:
    assert list(cycles(imports)) == found


def cycles(imports: Imports) -> Iterator[list[str]]:
    """Yield a shortest chain from a module to itself for each knot of modules."""
    seen = set[str]()
    for module in sorted(imports):
        chain = None if module in seen else _back_to(module, imports)
        if chain is not None:
            seen |= {one for one in imports if _both_ways(module, one, imports)}
            yield chain


def _back_to(module: str, imports: Imports) -> list[str] | None:
    """Return a shortest chain of imports that begins and ends with a module, if there is one."""
    before = _reached(module, imports)
    if module not in before:
        return None
    chain = [module, before[module]]
    while chain[-1] != module:
        chain.append(before[chain[-1]])
    return chain[::-1]


def _both_ways(one: str, other: str, imports: Imports) -> bool:
    return other in _reached(one, imports) and one in _reached(other, imports)


def _reached(module: str, imports: Imports) -> dict[str, str]:
    """Return what a module imports, at first or second hand, with what it is imported by there."""
    before, left = dict[str, str](), [module]
    for at in left:  # breadth first, so that chains are short
        for imported in sorted(imports[at] - before.keys()):
            before[imported] = at
            left.append(imported)
    return before


def ours(code: str) -> Iterator[tuple[str, str]]:
    """Yield each name that a script takes from a module of this project, after the module."""
    for node in ast.walk(ast.parse(code)):
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0) if module.startswith(
                ("haggis_rules", "haggis_verify")
            ):
                yield from ((module, one.name) for one in names)
            case _:
                pass


def is_there(module: str, name: str) -> bool:
    """Return whether a module has a name, or is a package that has a module of that name."""
    try:
        return hasattr(importlib.import_module(module), name) or bool(
            importlib.util.find_spec(f"{module}.{name}")
        )
    except ModuleNotFoundError:
        return False


def test_what_only_the_night_runs_imports_what_there_is() -> None:
    # Type checkers do not look at scripts, and a test that runs each of them would take hours.
    taken = {(path.name, *one) for path in SCRIPTS for one in ours(path.read_text("utf-8"))}
    assert len(taken) > 100
    assert not {one for one in taken if not is_there(*one[1:])}


def test_a_name_that_is_gone_is_noticed() -> None:
    (found,) = ours("if True:\n    from haggis_rules.players.greedy import shedding\n")
    assert not is_there(*found)
    assert not is_there("haggis_rules.players.greedy_player", "shed")
    assert is_there("haggis_rules.players.greedy", "shed")
    assert is_there("haggis_rules.players", "greedy")
