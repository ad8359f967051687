"""One name, one thing: no two classes or type aliases of the project share a name."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (ROOT / "haggis_rules", ROOT / "verify" / "haggis_verify")

# A class of the tree may share its name with the node of the typed form that it becomes.
TREE = "haggis_rules.syntax.ast"
GAME = "haggis_rules.ir.game"
TYPED = {GAME, "haggis_rules.ir.nodes", "haggis_rules.ir.types"}

# A declared action and an action taken: the grammar names the one, every game engine the other.
ACTION = {TREE, "haggis_rules.semantics.action"}

# What users of the package hold, and where it is; the others they are to hold one day.
HELD = {
    "Card": "haggis_rules.notation.shown_play",
    "Play": "haggis_rules.notation.shown_play",
    "Seat": "haggis_rules.engine.seat",
}
RESERVED = {"Card", "Match", "Play", "Ruling", "Seat"}


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for package in PACKAGES:
        for file in sorted(package.rglob("*.py")):
            inside = file.relative_to(package.parent).with_suffix("").parts
            yield ".".join(inside).removesuffix(".__init__"), ast.parse(file.read_text("utf-8"))


def _named(module: ast.Module) -> Iterator[str]:
    """Yield the name of each class, wherever it is, and of each alias in CamelCase."""
    yield from (node.name for node in ast.walk(module) if isinstance(node, ast.ClassDef))
    for line in module.body:
        targets: list[ast.expr] = []
        match line:
            case ast.Assign():
                targets = line.targets
            case ast.AnnAssign():
                targets = [line.target]
            case _:
                pass
        yield from (each.id for each in targets if isinstance(each, ast.Name) and _camel(each.id))


def _camel(name: str) -> bool:
    bare = name.lstrip("_")
    return bare[:1].isupper() and "_" not in bare and not (bare.isupper() and len(bare) > 1)


def _shared(modules: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return the names that say two things, each with the modules that have it."""
    places: dict[str, list[str]] = {}
    for name, module in modules.items():
        for each in _named(module):
            places.setdefault(each, []).append(_gathered(name))
    return {name: found for name, found in sorted(places.items()) if not _may(name, found)}


def _gathered(module: str) -> str:
    """Return the package that gathers the classes of a module, where there is one."""
    return next((one for one in (TREE, GAME) if module.startswith(f"{one}.")), module)


def _may(name: str, places: list[str]) -> bool:
    match len(places):
        case 1:
            return True
        case 2 if TREE in places and TYPED & set(places):
            return True
        case 2:
            return name == "Action" and set(places) == ACTION
        case _:
            return False


@pytest.fixture(scope="module")
def modules() -> dict[str, ast.Module]:
    return dict(_modules())


def test_each_class_and_each_alias_has_a_name_of_its_own(modules: dict[str, ast.Module]) -> None:
    assert len(modules) > len(PACKAGES)
    assert _shared(modules) == {}


def test_what_users_will_hold_has_its_name_free(modules: dict[str, ast.Module]) -> None:
    taken = {
        name: {one for one in RESERVED & set(_named(module)) if HELD.get(one) != name}
        for name, module in modules.items()
    }
    assert {name: found for name, found in taken.items() if found} == {}


def test_a_name_that_says_two_things_is_seen() -> None:
    one, two = ast.parse("class Board: pass"), ast.parse("Board = tuple[int, int]")
    three = ast.parse("def f():\n    class Board: pass")
    assert _shared({"a": one, "b": two}) == {"Board": ["a", "b"]}
    assert _shared({"a": one, "b": three}) == {"Board": ["a", "b"]}
    assert _shared({"a": ast.parse("X: int = 1\nBOARD = 2\nBoard: TypeAlias = int"), "b": one}) == {
        "Board": ["a", "b"]
    }
    assert _shared({TREE: one, "haggis_rules.ir.game": two}) == {}
    assert _shared({TREE: one, "haggis_rules.engine.position": two}) == {
        "Board": [TREE, "haggis_rules.engine.position"]
    }
    assert _shared({TREE: one, "haggis_rules.ir.game": two, "c": one})
