"""Everything that must be green before a merge: ``nox``, or one of them: ``nox -s tests``."""

import shutil
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import nox

nox.options.default_venv_backend = "venv"
nox.options.sessions = ["lint", "types", "tests", "wheel", "sdist", "docs"]


@nox.session
def lint(s: nox.Session) -> None:
    """Form, and who may import whom."""
    s.install("-e", ".[dev]")
    s.run("ruff", "format", "--check", ".")
    s.run("ruff", "check", ".")
    s.run("lint-imports")


@nox.session
def types(s: nox.Session) -> None:
    """Two checkers, both strict."""
    s.install("-e", ".[dev]")
    s.run("mypy")
    s.run("pyright", "--pythonpath", f"{s.virtualenv.location}/bin/python")


@nox.session
def tests(s: nox.Session) -> None:
    """The suite, on the checkout."""
    s.install("-e", ".[test]")
    s.run("python", "-m", "pytest", "-n", "2", *s.posargs)


@nox.session
def wheel(s: nox.Session) -> None:
    """The same suite, on what users install, in a folder without the packages' sources."""
    with TemporaryDirectory() as name:
        place = Path(name)
        s.install("build")
        s.run("python", "-m", "build", "--outdir", name)
        (built,) = place.glob("*.whl")
        _require_data(s, built)
        s.install("--force-reinstall", f"{built}[test]")
        shutil.copytree("tests", place / "tests", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy("pyproject.toml", place)
        with s.chdir(place):
            s.run("haggis", "check", *_installed_rules(s))
            s.run("python", "-m", "pytest", "-n", "2", *s.posargs)


@nox.session
def sdist(s: nox.Session) -> None:
    """The same suite, on the source archive alone."""
    with TemporaryDirectory() as name:
        place = Path(name)
        s.install("build")
        s.run("python", "-m", "build", "--sdist", "--outdir", name)
        (packed,) = place.glob("*.tar.gz")
        with tarfile.open(packed) as archive:
            archive.extractall(place, filter="data")
        with s.chdir(place / packed.name.removesuffix(".tar.gz")):
            s.install("-e", ".[test]")
            s.run("python", "-m", "pytest", "-n", "2", *s.posargs)


@nox.session
def docs(s: nox.Session) -> None:
    """The site; a broken link fails it."""
    s.install("-e", ".[docs]")
    s.run("haggis", "ask")
    s.run("haggis", "docs")
    s.run("mkdocs", "build", "--strict")


def _require_data(s: nox.Session, built: Path) -> None:
    """Stop unless the wheel holds the rules, the grammar and the drawings, each file of them."""
    packed = set(ZipFile(built).namelist())
    sources = [path for name in ("spec", "grammar") for path in Path(name).rglob("*.*")]
    missing = [str(path) for path in sources if f"haggis_rules/{path.as_posix()}" not in packed]
    drawn = [f"haggis_rules/assets/cards.{kind}" for kind in ("svg", "css")]
    missing += [name for name in drawn if name not in packed]
    if missing or not sources:
        s.error(f"the wheel lacks {', '.join(missing) or 'spec and grammar'}")


def _installed_rules(s: nox.Session) -> list[str]:
    """List the rules files of the installed package."""
    code = "from haggis_rules.storage.package_data import data; print(data('spec'))"
    found = s.run("python", "-c", code, silent=True)
    return sorted(map(str, Path(str(found).strip()).glob("*.haggis")))
