"""Importing the package is quick, and its names are there when they are asked for."""

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
