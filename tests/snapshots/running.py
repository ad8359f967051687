"""Calls taken in a folder of their own, and what came of them."""

import io
import os
import shlex
import shutil
import tempfile
from collections.abc import Generator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from haggis_rules.cli import main
from tests.planted.mutants import write_mutants
from tests.snapshots.plain import ROOT, digests, plain
from tests.snapshots.reading import Call, Step

_MUTANTS = ("tests/mutants", "tests/heron/breaks.")  # written out where a call names them
# What the site's build writes into `docs`, which no call may find there.
_MADE = tuple(
    line.removeprefix("/")
    for line in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    if line.startswith("/docs/")
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What users see of a call: exit code, output, and written files by their paths."""

    code: int
    out: str
    err: str
    files: dict[str, str]
    digests: tuple[str, ...]  # what the texts say DIGEST for


def outcome_of(call: Call, *more: str) -> Outcome:
    """Take a call, with more words at its end, and return what came of its last step."""
    with _workplace(call) as folder:
        for step in call.steps[:-1]:
            _take(step)
        before = _written(folder)
        last = call.steps[-1]
        code, out, err = _take(Step((*last.words, *more), last.typed))
        after = _written(folder)
        texts = {name: text for name, text in after.items() if before.get(name) != text}
    files = {name: plain(text, folder) for name, text in sorted(texts.items())}
    found = digests("\n".join((out, err, *texts.values())))
    return Outcome(code, plain(out, folder), plain(err, folder), files, found)


@contextmanager
def _workplace(call: Call) -> Generator[Path]:
    """Make a folder with the rules in it, and with the written pages where a call names them."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve() / "work"
        folder.mkdir()
        (folder / "spec").symlink_to(ROOT / "spec")
        _link_tests(folder / "tests", call)
        if any(word.startswith("docs/") for step in call.steps for word in step.words):
            shutil.copytree(ROOT / "docs", folder / "docs", ignore=made_by_build)
        cache = str(folder.with_name("cache"))  # nothing is known from before
        plainly = {"COLUMNS": "80", "NO_COLOR": "1", "XDG_CACHE_HOME": cache}
        with chdir(folder), patch.dict(os.environ, plainly):
            yield folder


def made_by_build(place: str, names: list[str]) -> set[str]:
    """Return which entries of a folder of the tree are made by the site's build."""
    here = Path(place).relative_to(ROOT)
    return {name for name in names if any((here / name).match(one) for one in _MADE)}


def _link_tests(place: Path, call: Call) -> None:
    """Link the folder of tests; where a call names mutants, write them among what lies there."""
    if not any(word.startswith(_MUTANTS) for step in call.steps for word in step.words):
        place.symlink_to(ROOT / "tests")
        return
    place.mkdir()
    for one in (ROOT / "tests").iterdir():
        if one.name != "heron":
            (place / one.name).symlink_to(one)
    write_mutants(place)


def _take(step: Step) -> tuple[int, str, str]:
    """Call the command as a shell would."""
    out, err = io.StringIO(), io.StringIO()
    with patch("sys.stdin", io.StringIO(step.typed)), redirect_stdout(out), redirect_stderr(err):
        try:
            code = main(step.words)
        except SystemExit as left:  # a call that cannot be read, or one for help
            code = left.code if isinstance(left.code, int) else 1
        except Exception as fault:
            fault.add_note(f"called: haggis {shlex.join(step.words)}")
            raise
    return code, out.getvalue(), err.getvalue()


def _written(folder: Path) -> dict[str, str]:
    """Read what lies in a folder, links left out; of modules, their bytes in hexadecimal."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().hex()
        if path.suffix == ".wasm"
        else path.read_text(encoding="utf-8", errors="replace")
        for top in folder.iterdir()
        if not top.is_symlink()
        for path in ([top] if top.is_file() else top.rglob("*"))
        if path.is_file()
    }
