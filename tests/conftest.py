"""Shared set-up: how hard Hypothesis looks, how goldens are compared, what collecting costs."""

import gc
import os
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from hypothesis import settings

from haggis_rules.lowering import compiled_module
from haggis_rules.syntax.parse import parse
from tests.keeping import KEEPING, KEEPING_MODULES

# No deadlines: a busy machine is not a fault of the code.
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=50, deadline=None, derandomize=True, print_blob=True)
settings.register_profile("nightly", max_examples=2_000, deadline=None)
settings.register_profile("deep", max_examples=20_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))

pytest_plugins = ["tests.selection"]

TESTS = Path(__file__).parent
# Tests of what only a checkout has are not read where the wheel alone is installed.
collect_ignore = [] if (TESTS.parent / "tools").is_dir() else ["test_guides.py", "test_word.py"]
GOLDEN = TESTS / "golden"
# Each file, from TESTS, that asked for a text to be parsed while it was collected: nobody may.
READ_TOO_EARLY = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite golden files")


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over what stays to the end: it took 3 of 100 seconds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Note a file that has a text parsed, which comes before all else that can be done with it."""
    before = _asked()
    report = yield
    if _asked() > before:
        found = collector.config.stash.setdefault(READ_TOO_EARLY, [])
        found.append(collector.path.relative_to(TESTS).as_posix())
    return report


def _asked() -> int:
    """Return how often a text was to be parsed, new or not."""
    info = parse.cache_info()
    return info.hits + info.misses


@pytest.fixture(scope="session", autouse=True)
def _nothing_kept() -> Generator[None]:  # pyright: ignore[reportUnusedFunction]
    """Let no game be kept, nor a kept one be looked for: a test may break what makes games.

    The same goes for modules.
    """
    with pytest.MonkeyPatch.context() as patch:
        for place, name in KEEPING:
            patch.setattr(place, name, _nothing)
        for name in KEEPING_MODULES:
            patch.setattr(compiled_module, name, _nothing)
        yield


def _nothing(*_: object) -> None:
    """Know nothing, and keep nothing."""


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a file under tests/golden, or rewrite the file with --update."""

    def check(name: str, actual: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(actual, encoding="utf-8")
        assert path.is_file(), f"no golden {name} yet: run pytest --update, then read it"
        assert actual == path.read_text(encoding="utf-8")

    return check
