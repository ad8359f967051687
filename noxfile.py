"""Everything that must be green before a merge: ``nox``, or one of them: ``nox -s tests``."""

import re
import shutil
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import nox

LOCK = "requirements/ci.txt"
BUILDING = "requirements/build.in"  # what pip needs to install the checkout
SBOM = "build/sbom.json"
HELD = {"mkdocs"}  # whose next version is another program: see the bound in pyproject.toml

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
def newest(s: nox.Session) -> None:
    """The fast tests with the newest release of all that is used, also beyond our own bounds."""
    s.install("-e", ".[test]")
    s.install("--upgrade", "--upgrade-strategy", "eager", *_newest())
    s.run("python", "-m", "pip", "list")
    s.run("python", "-m", "pytest", "-n", "2", "-m", "not slow", *s.posargs)


@nox.session
def locked(s: nox.Session) -> None:
    """That what CI installs is what was locked, each file with its hash."""
    s.install("--require-hashes", "-r", LOCK)
    s.install("--no-deps", "--no-build-isolation", "-e", ".")
    s.run("python", "-m", "pip", "check")


@nox.session
def lock(s: nox.Session) -> None:
    """Lock the newest releases that our bounds allow; the difference is part of a change."""
    s.install("uv")
    s.run(
        *("uv", "pip", "compile", "pyproject.toml", BUILDING, "--extra", "dev"),
        *("--generate-hashes", "--universal", "--python-version", "3.11", "--no-header"),
        *("--no-emit-index-url", "--no-annotate", "--upgrade", "--quiet", "--output-file", LOCK),
    )


@nox.session
def sbom(s: nox.Session) -> None:
    """A list of all that an install with solvers brings, in the form of CycloneDX."""
    s.install(".[verify]")
    installed = f"{s.virtualenv.location}/bin/python"
    with TemporaryDirectory() as name:
        s.run("python", "-m", "venv", name)
        made = f"{name}/bin/python"
        s.run(made, "-m", "pip", "install", "--quiet", "cyclonedx-bom", external=True)
        Path("build").mkdir(exist_ok=True)
        s.run(
            *(made, "-m", "cyclonedx_py", "environment", installed, "--pyproject"),
            *("pyproject.toml", "--mc-type", "library", "--output-reproducible"),
            *("--output-format", "JSON", "--output-file", SBOM),
            external=True,
        )


@nox.session
def wheel(s: nox.Session) -> None:
    """What only a wheel can lack, on what users install, in a folder without the sources.

    First with pytest alone, then with the solvers as well: the commands that need them have to
    say so without, and work with them. The suite itself is the checkout's to run.
    """
    with TemporaryDirectory() as name:
        place = Path(name)
        s.install("build")
        s.run("python", "-m", "build", "--outdir", name)
        (built,) = place.glob("*.whl")
        _require_data(s, built)
        for part in ("installed", "heron"):
            shutil.copytree(
                Path("tests", part),
                place / "tests" / part,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        shutil.copy("pyproject.toml", place)
        s.install("--force-reinstall", str(built), "pytest")
        with s.chdir(place):
            s.run("python", "-m", "pytest", "-m", "installed", *s.posargs)
            s.install(f"{built}[verify]")
            solved = ("-k", "with_the_solvers")
            s.run("python", "-m", "pytest", "-m", "installed", *solved, *s.posargs)


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
    s.run("haggis", "ask-page")
    s.run("haggis", "docs", "--pdf")
    s.run("mkdocs", "build", "--strict")


@nox.session
def successor(s: nox.Session) -> None:
    """The built site beside the same pages of the theme's successor; `make site` comes first."""
    s.install("zensical")
    s.run("python", "tools/successor.py", *(s.posargs or ["site"]))


def _newest() -> list[str]:
    """Name all that is needed for the tests, without the bounds."""
    project = nox.project.load_toml("pyproject.toml")["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["verify"], *extras["test"]]
    names = {re.split(r"[<>=!~;\[ ]", one)[0] for one in needed}
    return sorted(names - HELD - {"haggis-rules"})


def _require_data(s: nox.Session, built: Path) -> None:
    """Stop unless the wheel holds the rules, findings, grammar and drawings, each file of them."""
    packed = set(ZipFile(built).namelist())
    sources = [path for name in ("spec", "grammar") for path in Path(name).rglob("*.*")]
    wanted = [path.as_posix() for path in sources]
    wanted += [f"findings/{path.name}" for path in Path("docs/findings").glob("*.haggis")]
    wanted += ["assets/cards.svg", "assets/cards.css", "assets/pages.css"]
    missing = [name for name in wanted if f"haggis_rules/{name}" not in packed]
    if missing or not sources:
        s.error(f"the wheel lacks {', '.join(missing) or 'spec and grammar'}")
