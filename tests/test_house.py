"""How the house is kept: modules are short, and a name means one thing."""

from dataclasses import fields
from pathlib import Path
from typing import Any, cast

from haggis_rules.diagnostics.errors import RuleError, kinds
from haggis_rules.notation.errors import NotationError
from tests.syntax.trees import classes

ROOT = Path(__file__).parent.parent
ROOMS = ("haggis_rules", "verify", "tests", "tools", "benchmarks")
LONGEST = 400  # lines of a module
# Kinds of expressions hold one another, so that they cannot be told apart in several modules.
RECURSIVE_UNIONS = {"haggis_rules/ir/nodes.py", "haggis_rules/syntax/ast/expressions.py"}


def test_no_module_is_long_but_for_recursive_unions() -> None:
    modules = [path for top in ROOMS for path in (ROOT / top).rglob("*.py")]
    lines = {
        path.relative_to(ROOT).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules
    }
    found = {module for module, count in lines.items() if count > LONGEST}
    assert found == RECURSIVE_UNIONS


def test_no_two_faults_or_refusals_share_the_name_of_a_class() -> None:
    classes: list[type] = [RuleError, *kinds().values(), NotationError]
    classes += NotationError.__subclasses__()
    names = [kind.__name__ for kind in classes]
    assert sorted(names) == sorted({*names})


def test_every_class_of_the_tree_has_slots_for_all_that_it_declares() -> None:
    for kind in classes():
        known = {field.name for field in fields(cast("Any", kind))}
        assert "__slots__" in vars(kind), kind
        assert {*vars(kind).get("__annotations__", {})} <= known, kind
