"""What this project uses: bounded where it is used by private names, locked, and listed."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (ROOT / "haggis_rules", ROOT / "verify" / "haggis_verify")
OURS = {"haggis_rules", "haggis_verify", "__future__"}
# The package on the index, where it is called otherwise than the module.
DISTRIBUTIONS = {"z3": "z3-solver"}

pytestmark = pytest.mark.skipif(not (ROOT / "noxfile.py").is_file(), reason="only the checkout")


def project() -> dict[str, list[str]]:
    """Return the requirements of an install and of each extra, ``every`` being those of all."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return {"every": project["dependencies"], **project["optional-dependencies"]}


def private_names(code: str) -> Iterator[tuple[str, str]]:
    """Yield each private name of a library that a module uses, after the library."""
    tree = ast.parse(code)
    taken: dict[str, str] = {}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), names=names, level=0):
                library = module.partition(".")[0]
                taken |= {one.asname or one.name: library for one in names}
                hidden = [one.name for one in names if one.name.startswith("_")]
                yield from ((library, one) for one in hidden)
            case ast.Import(names=names):
                taken |= {(one.asname or one.name).partition(".")[0]: one.name for one in names}
            case _:
                pass
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            first = ast.unparse(node.value).partition(".")[0]
            if first in taken and not node.attr.startswith("__"):
                yield taken[first].partition(".")[0], node.attr


def used_privately() -> set[str]:
    modules = [path for package in PACKAGES for path in package.rglob("*.py")]
    found = {library for path in modules for library, _ in private_names(path.read_text("utf-8"))}
    return found - OURS - set(sys.stdlib_module_names)


@pytest.mark.slow
def test_what_is_used_by_a_private_name_has_an_upper_bound() -> None:
    libraries = used_privately()
    assert "lark" in libraries
    needed = [one for several in project().values() for one in several]
    for library in libraries:
        name = DISTRIBUTIONS.get(library, library)
        assert any(re.match(rf"{name}(\[\w+\])?>=[\d.]+,<", one) for one in needed), library


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from z3 import Solver\nSolver()._x\nSolver._impl()", {("z3", "_impl")}),
        ("import z3.z3core as core\ncore._lib", {("z3", "_lib")}),
        ("from lark._grammar import _hidden", {("lark", "_hidden")}),
        ("from lark import Lark\nLark.__name__\nself._own", set[object]()),
    ],
)
def test_a_private_name_is_seen(code: str, found: set[object]) -> None:
    assert set(private_names(code)) == found


def locked() -> dict[str, str]:
    """Return what CI installs, by its name: the version and all that stands with it."""
    text = (ROOT / "requirements" / "ci.txt").read_text("utf-8").replace("\\\n", " ")
    return dict(line.split("==", 1) for line in text.splitlines() if "==" in line.split(" ")[0])


def test_everything_is_locked_with_a_hash_and_without_a_host() -> None:
    found = locked()
    assert all(rest.count("--hash=sha256:") > 0 for rest in found.values())
    assert "://" not in (ROOT / "requirements" / "ci.txt").read_text("utf-8")
    needed = {re.split(r"[<>=!~;\[ ]", one)[0] for several in project().values() for one in several}
    assert needed - {"haggis-rules"} <= found.keys()
    assert len(found) > len(needed)


def test_what_is_locked_is_within_the_bounds() -> None:
    lark = locked()["lark"].split()[0]
    assert lark.startswith("1.3.")
    assert locked()["mkdocs"].startswith("1.")


def said_by_make(*arguments: str) -> str:
    """Return the commands that make would run, without running any."""
    call = ["make", "--dry-run", "--always-make", "--no-print-directory", *arguments]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S603
    return done.stdout.replace("\\\n", " ")


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")
def test_a_merge_installs_what_is_locked_and_nothing_else() -> None:
    (install,) = re.findall("(?m)^beside install make (.*)$", (ROOT / ".ci/run").read_text("utf-8"))
    *_, said = re.findall("(?m)^.*pip install.*$", said_by_make(*install.split()))
    locked_first, checkout = said.split("&&")
    assert "--require-hashes --requirement 'requirements/ci.txt'" in locked_first
    assert "--no-deps --no-build-isolation --editable ." in checkout
    assert "--editable '.[test]'" in said_by_make(".venv/made-test")


def as_locked(page: str) -> dict[str, str]:
    """Return the rows of a page of licences whose packages are installed as they are locked."""
    rows = {row.split(" | ")[0].strip("| "): row for row in page.splitlines() if row[:2] == "| "}
    versions = {name: rest.split()[0] for name, rest in locked().items()}
    return {name: row for name, row in rows.items() if installed(name) == versions.get(name)}


def installed(name: str) -> str:
    """Return the version of a package here, and nothing where it is not here."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def test_the_page_of_licences_is_current() -> None:
    licences = pytest.importorskip("licences", reason="only the checkout has its tools")
    page, written = licences.page(), (ROOT / "docs" / "licences.md").read_text("utf-8")
    # Elsewhere than in CI, a newer release may declare another licence, or need something else.
    checked = as_locked(page)
    assert as_locked(written) == checked
    assert len(checked) > 40
    if len(checked) == page.count("\n| ") - 2:
        assert written == page
    assert "| lark | MIT License | every install |" in page
    assert "| z3-solver | MIT License | the extra `verify` |" in page
