"""A kept proof is known by every module that proves, found by what imports what."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from haggis_rules.storage import user_cache
from haggis_rules.storage.import_closure import (
    closure_digest,
    import_closure,
    installed,
    kept_closure_digest,
    modules_of,
)
from haggis_verify.cache.proof_cache import PROVING

Roots = dict[str, Path]
FROM_TOP = re.compile(r"^ *from haggis_rules import (.+)$", re.MULTILINE)

# One says in words what every game has to keep, for pages; the other finds patterns of which the
# deck makes nothing, for ``check``. No proof asks either, nor which clause a word is of, nor which
# tables there are.
OF_NO_PROOF = ("dealing", "empty_patterns", "membership", "random_streams", "workload")
ASIDE = {
    "haggis_rules.ir.builtin_promises",
    "haggis_rules.ir.clause_names",
    "haggis_rules.ir.game_reference",
    "haggis_rules.ir.load_tables",
    "haggis_rules.ir.matched_names",
    "haggis_rules.ir.zones_of_choice",
    *(f"haggis_rules.semantics.{name}" for name in OF_NO_PROOF),
}


@pytest.fixture(scope="module")
def proving() -> dict[str, bytes]:
    """Return what proves, as it is installed."""
    return import_closure(PROVING, installed("haggis_rules", "haggis_verify"))


@pytest.fixture(scope="module")
def roots(tmp_path_factory: pytest.TempPathFactory) -> Roots:
    """Return a copy of the packages, to be changed and put back."""
    place = tmp_path_factory.mktemp("packages")
    packages = installed("haggis_rules", "haggis_verify")
    return {name: copytree(folder, place / name) for name, folder in packages.items()}


@pytest.fixture
def small(tmp_path: Path) -> Roots:
    """Return a package with nothing in it."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one/__init__.py").touch()
    return {"one": tmp_path / "one"}


def file_of(name: str, roots: Roots) -> Path:
    top, *inner = name.split(".")
    place = roots[top].joinpath(*inner)
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def digest_with(name: str, change: Callable[[bytes], bytes], roots: Roots) -> str:
    """Hash what proves with a module changed, which is put back."""
    path = file_of(name, roots)
    before = path.read_bytes()
    path.write_bytes(change(before))
    try:
        return closure_digest(PROVING, roots)
    finally:
        path.write_bytes(before)


def altered(source: bytes) -> bytes:
    """Change one byte, not how many there are nor what they mean."""
    assert source.endswith(b"\n")
    return source[:-1] + b" "


def importing(source: bytes) -> bytes:
    """Add an import of a module that no other imports."""
    return source + b"def later() -> None:\n    from haggis_verify import added\n"


def modules_under(folder: Path, name: str) -> set[str]:
    found = (path.relative_to(folder).with_suffix("").parts for path in folder.rglob("*.py"))
    return {".".join([name, *(part for part in parts if part != "__init__")]) for parts in found}


@pytest.mark.slow
@pytest.mark.rotates
def test_every_module_that_proves_is_in_the_key(proving: dict[str, bytes], roots: Roots) -> None:
    changed = {digest_with(name, altered, roots) for name in proving}
    assert len(changed | {closure_digest(PROVING, roots)}) == len(proving) + 1


@pytest.mark.parametrize(
    "name",
    [
        "haggis_rules.cli.commands.check",
        "haggis_rules.site.writer",
        "haggis_rules.verdicts.show",
        *sorted(ASIDE),
    ],
)
def test_what_does_not_prove_is_not_in_the_key(name: str, roots: Roots) -> None:
    assert digest_with(name, altered, roots) == closure_digest(PROVING, roots)


def test_a_module_that_is_newly_imported_is_in_the_key(roots: Roots) -> None:
    added = file_of("haggis_verify.added", roots)
    added.write_bytes(b"\n")
    first = digest_with("haggis_verify.encode.expressions", importing, roots)
    added.write_bytes(b" ")
    assert first != digest_with("haggis_verify.encode.expressions", importing, roots)


def test_the_typed_form_and_the_meaning_are_in_the_key(
    proving: dict[str, bytes], roots: Roots
) -> None:
    for name in ("ir", "semantics"):
        there = modules_under(roots["haggis_rules"] / name, f"haggis_rules.{name}")
        assert len(there) > 5
        assert there - ASIDE <= proving.keys()
    assert not ASIDE & proving.keys()
    assert "haggis_rules.knowledge.visibility" in proving


def test_what_only_speaks_is_in_no_key_of_an_answer(roots: Roots) -> None:
    """All that a search for a breach rests on is in its key, and a page is not."""
    every = import_closure(modules_of("haggis_verify", roots), roots)
    assert {*import_closure(PROVING, roots)} < {*every}
    assert "haggis_verify.counterexample.shrink" in every
    assert "haggis_rules.engine.rules" in every
    rooms = {name.split(".")[1] for name in every if name.startswith("haggis_rules.")}
    assert not rooms & {"cli", "finder", "hosts", "site"}


def test_a_kept_hash_is_what_it_would_be(
    roots: Roots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_cache, "folder", lambda: tmp_path)
    first = closure_digest(PROVING, roots)
    assert [kept_closure_digest(PROVING, roots) for _ in range(2)] == [first, first]
    for name, same in (("haggis_rules.site.writer", True), ("haggis_rules.ir.load", False)):
        path = file_of(name, roots)
        before = path.read_bytes()
        path.write_bytes(altered(before))
        found = kept_closure_digest(PROVING, roots)
        assert found == closure_digest(PROVING, roots)
        assert (found == first) is same
        path.write_bytes(before)
    assert kept_closure_digest(PROVING, roots) == first


def test_a_kept_hash_is_not_worked_out_again(
    roots: Roots, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_cache, "folder", lambda: tmp_path)
    first = kept_closure_digest(PROVING, roots)
    monkeypatch.delattr("haggis_rules.storage.import_closure.closure_digest")
    assert kept_closure_digest([*reversed(PROVING)], roots) == first
    with pytest.raises(NameError):
        kept_closure_digest(["haggis_rules.ir.load"], roots)


@pytest.mark.slow
def test_whatever_is_loaded_to_prove_is_in_the_key(proving: dict[str, bytes]) -> None:
    listing = "print(*(one for one in sys.modules if one.startswith('haggis_')))"
    program = f"import sys, {', '.join(PROVING)}; {listing}"
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", program], capture_output=True, check=True
    )
    loaded = set(done.stdout.decode().split())
    assert {*PROVING} < loaded <= proving.keys()


def test_no_module_that_proves_imports_by_name(proving: dict[str, bytes]) -> None:
    """What is imported by a name that is worked out could not be seen."""
    hidden = {name for name, source in proving.items() if b"import_module" in source}
    assert hidden <= {
        "haggis_rules",
        "haggis_rules.storage.import_closure",
    }  # lazy; and speaks of it
    taken = {name for text in proving.values() for name in re.findall(FROM_TOP, text.decode())}
    assert {f"haggis_rules.{name}" for name in taken} <= proving.keys()  # modules, all of them


@pytest.mark.parametrize(
    "text",
    [
        "import one.other",
        "import one.other as another",
        "from one import other",
        "from one.other import something",
        "from . import other",
        "from .other import something",
        "def f():\n    from one import other",
        "class A:\n    import one.other",
        "try:\n    pass\nexcept OSError:\n    import one.other",
        "match 1:\n    case _:\n        import one.other",
        "if not TYPE_CHECKING:\n    import one.other",
        "if TYPE_CHECKING:\n    pass\nelse:\n    import one.other",
        "if TYPE_CHECKING:\n    pass\nelif 1:\n    import one.other",
    ],
)
def test_every_way_to_import_is_followed(text: str, small: Roots) -> None:
    (small["one"] / "first.py").write_text(text)
    (small["one"] / "other.py").write_text("import one.last")
    (small["one"] / "last.py").touch()
    assert [*import_closure(["one.first"], small)] == ["one", "one.first", "one.last", "one.other"]


@pytest.mark.parametrize(
    "text",
    [
        "import json, other",
        "if TYPE_CHECKING:\n    import one.other",
        "if typing.TYPE_CHECKING:\n    import one.other",
        "'import one.other'",
    ],
)
def test_what_never_runs_or_is_of_others_is_not_followed(text: str, small: Roots) -> None:
    (small["one"] / "first.py").write_text(text)
    (small["one"] / "other.py").touch()
    assert [*import_closure(["one.first"], small)] == ["one", "one.first"]


def test_a_package_runs_before_what_is_in_it(small: Roots) -> None:
    inner = small["one"] / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("from ..other import something")
    (inner / "deep.py").touch()
    (small["one"] / "other.py").touch()
    found = [*import_closure(["one.inner.deep"], small)]
    assert found == ["one", "one.inner", "one.inner.deep", "one.other"]


@pytest.mark.parametrize("text", ["import one.gone", "from one.gone import something"])
def test_a_module_that_is_not_there_is_said(text: str, small: Roots) -> None:
    (small["one"] / "first.py").write_text(text)
    with pytest.raises(ModuleNotFoundError, match=r"no module named `one\.gone`"):
        closure_digest(["one.first"], small)


def test_an_entry_or_a_package_that_is_not_there_is_said(small: Roots) -> None:
    with pytest.raises(ModuleNotFoundError, match=r"no module named `two\.first`"):
        closure_digest(["two.first"], small)
    with pytest.raises(ModuleNotFoundError, match="no package named `nothing_of_the_kind`"):
        installed("nothing_of_the_kind")
