"""Importing the package is quick, and its names are there when they are asked for."""

import doctest
import pydoc
import re
import subprocess
import sys

import pytest

import haggis_rules

HEAVY = ("lark", "z3", "cvc5", "haggis_rules.engine", "haggis_rules.ir", "haggis_rules.syntax")


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, haggis_rules; print([m for m in {HEAVY!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().strip() == "[]"


def test_importing_load_brings_the_typed_form_and_nothing_that_reads_or_plays() -> None:
    code = "import sys; from haggis_rules import load; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    there = done.stdout.decode().split()
    rooms = {one.split(".")[1] for one in there if one.startswith("haggis_rules.")}
    assert rooms == {"diagnostics", "engine", "frozen_dataclass", "ir", "semantics"}
    assert not {"lark", "json", "importlib.resources", "haggis_rules.ir.load"} & {*there}


@pytest.mark.parametrize("name", haggis_rules.__all__)
def test_every_name_of_the_package_is_there(name: str) -> None:
    assert getattr(haggis_rules, name) is not None


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no `lead`"):
        getattr(haggis_rules, "lead")  # noqa: B009 - the type checkers know that it is not there


def test_dir_lists_every_public_name_and_imports_nothing() -> None:
    code = (
        "import sys, haggis_rules; before = {*sys.modules}; names = dir(haggis_rules);"
        "print({*haggis_rules.__all__} - {*names}, {*sys.modules} - before);"
        "print([name for name in names if name.startswith('_') and not name.startswith('__')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)  # noqa: S603
    assert done.stdout.decode().split("\n") == ["set() set()", "[]", ""]


def test_help_shows_every_class_and_function() -> None:
    shown = pydoc.plain(pydoc.render_doc(haggis_rules))
    kinds = [name for name in haggis_rules.__all__ if _is_class(name)]
    assert len(kinds) > 30
    assert [name for name in kinds if f" class {name}(" not in f" {shown}"] == []
    assert "load(name_or_path" in shown


def test_the_tour_of_the_package_runs_and_names_only_what_is_there() -> None:
    assert haggis_rules.__doc__ is not None
    done = doctest.testmod(haggis_rules)
    assert (done.failed, done.attempted) == (0, 5)
    named = re.findall(r"``([A-Z]\w+)(?:\.(\w+))?``", haggis_rules.__doc__)
    assert len(named) > 15
    for kind, member in named:
        assert hasattr(getattr(haggis_rules, kind), member or "__doc__")


def _is_class(name: str) -> bool:
    one = getattr(haggis_rules, name)
    return isinstance(one, type) and one.__name__ == name
