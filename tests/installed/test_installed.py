"""What an install needs and a checkout always has: resources, entry points, every command.

These run on the checkout like any test, and by themselves on the wheel (``nox -s wheel``): there
only pytest and ``tests/heron`` are at hand, so nothing here imports from the other tests.
"""

import io
import json
import shlex
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import pytest

from haggis_rules.cli import COMMANDS, main
from haggis_rules.cli.terminal.broken_texts import texts_in
from haggis_rules.ir.ledger import shipped_numbers
from haggis_rules.ir.load import load_game, seatings_of, shipped
from haggis_rules.mutation.equivalents import mutant_reasons
from haggis_rules.site.ask.folder import page_files
from haggis_rules.storage.package_data import data, read

pytestmark = pytest.mark.installed

HERON = Path(__file__).parents[1] / "heron" / "heron.haggis"
SOLVERS = ("z3", "cvc5")
WITH_SOLVERS = pytest.mark.skipif(
    not all(map(find_spec, SOLVERS)), reason="the extra `verify` is not installed"
)
# One quick call of each command, in a folder that holds nothing but Heron's rules.
CALLS = {
    "readings": 'readings classic --players 2 "10r J Q"',
    "plays": 'plays classic --players 2 --hand "9r 10r J Q" --on "7g 8g 9g"',
    "beats": 'beats classic --players 2 "J K" "J Q"',
    "explain": "explain lead.next --in tournament",
    "play": "play classic --players 2 --seed 7",
    "replay": "replay my.jsonl",
    "deal": "deal classic --players 3 --seed 1",
    "simulate": "simulate classic --players 2 --hands 3",
    "count": "count classic --players 2 --depth 1",
    "sheet": "sheet heron.haggis",
    "diff": "diff classic tournament --players 3 --seeds 1",
    "check": "check tournament",
    "fmt": "fmt --check heron.haggis",
    "verify": "verify heron.haggis --promise fresh --jobs 1",
    "mutate": "mutate tournament --no-promises --sample 2 --jobs 1 --at-least 0",
    "findings": "findings my-letter.haggis",
    "docs": "docs heron.haggis",
    "ask": 'ask "what beats a bomb?"',
    "ask-page": "ask-page heron.haggis --vectors 2",
    "schema": "schema classic match --players 2",
    "sweep": "sweep study.toml --jobs 1",
    "build": "build classic --players 2 --out classic.wasm",
}
STUDY = 'matches = 2\n[[tables]]\nvariant = "classic"\nplayers = 2\n'
LETTER = """language 2
variant my-letter extends heron
  "What somebody might read."

source us "Made up for a test"

add letter.sleep
  because "it is the letter"
  "Nobody sleeps."
  cites us "Test"
"""
FAULTY = """  need at least 2 plane in single
"""
BREAKING = """  promise sleepless always every seat s has (not asleep of s)
  breaks sleepless
    because "whoever sleeps is asleep"
"""
BARE = """import sys
for name in {lacking}:
    sys.modules[name] = None
from haggis_rules.cli import main
sys.exit(main({words}))
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder that is no checkout, with one text, a letter to judge and a match."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "heron.haggis").write_bytes(HERON.read_bytes())
    (folder / "my-letter.haggis").write_text(LETTER + FAULTY, encoding="utf-8")
    (folder / "study.toml").write_text(STUDY, encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _empty(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Work in that folder, with a cache of its own and a player who leaves at once."""
    monkeypatch.chdir(place)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place / "cache"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    if not (place / "my.jsonl").is_file():
        assert main(shlex.split(f"{CALLS['play']} --record my.jsonl")) == 0
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))


@pytest.mark.parametrize("name", ["haggis_rules", "haggis_verify"])
def test_the_package_says_that_it_is_typed(name: str) -> None:
    assert files(name).joinpath("py.typed").is_file()


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("grammar", {"haggis.lark"}),
        ("assets", {"cards.svg", "cards.css", "pages.css"}),
        ("spec", {"classic.haggis", "differences.json", "numbers.toml", "same.toml"}),
        ("findings", {"led-bomb.haggis", "two-passes.haggis"}),
    ],
)
def test_each_folder_of_data_is_there(folder: str, names: set[str]) -> None:
    found = {one.name for one in data(folder).iterdir()}
    assert names <= found
    assert all(read(folder, name).strip() for name in names)


def test_the_page_that_answers_is_there() -> None:
    names = {"ask.html", "ask.css", "page.js", "module.js", "words.schema.json"}
    assert names <= page_files().keys()


@pytest.mark.parametrize("name", shipped())
def test_every_shipped_text_loads_for_every_number_of_seats(name: str) -> None:
    assert [load_game(name, players=seats).seats for seats in seatings_of(name)]


def test_every_variant_of_the_ledger_is_shipped_and_its_mutants_have_reasons() -> None:
    assert set(shipped_numbers().variants) <= set(shipped())
    assert mutant_reasons("classic", "classic").equivalent


def test_the_findings_of_the_project_are_those_of_a_folder_without_any(place: Path) -> None:
    found = texts_in(place / "docs" / "findings")
    assert len(found) > 10
    assert all(one.read_text(encoding="utf-8").startswith("language 2") for one in found)
    assert texts_in(place) == sorted(place.glob("*.haggis"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_tells_how_it_is_called(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert f"usage: haggis {name}" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "verify"])
def test_every_command_works_in_a_folder_without_the_sources(
    name: str, form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main([*shlex.split(CALLS[name]), "--format", form])
    said = capsys.readouterr()
    assert code == 0, said.err
    assert said.out.strip()
    if form == "json":
        assert isinstance(json.loads(said.out), Mapping)


@WITH_SOLVERS
def test_promises_are_proved_with_the_solvers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*shlex.split(CALLS["verify"]), "--format", "json"]) == 0
    (variant,) = json.loads(capsys.readouterr().out)["variants"]
    assert [one["verdict"] for one in variant["promises"]] == ["proved"]


@WITH_SOLVERS
def test_a_broken_promise_is_shown_with_the_solvers(capsys: pytest.CaptureFixture[str]) -> None:
    Path("breaking.haggis").write_text(LETTER + BREAKING, encoding="utf-8")
    assert main(["findings", "breaking.haggis", "--format", "json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)["findings"]
    assert [one["verdict"] for one in found["verdicts"]] == ["expected breach"]
    assert "because whoever sleeps is asleep" in Path(found["page"]).read_text("utf-8")


@pytest.mark.parametrize("call", [CALLS["verify"], "findings", "diff classic tournament --prove"])
def test_a_command_that_lacks_the_solvers_says_how_to_get_them(call: str) -> None:
    done = _python("-c", BARE.format(lacking=SOLVERS, words=shlex.split(call)))
    assert done.returncode == 2, done.stderr
    assert "pip install haggis-rules[verify]" in done.stderr
    assert "Traceback" not in done.stderr


def test_importing_the_package_imports_nothing_that_an_extra_brings() -> None:
    extras = (*SOLVERS, "pygments", "mkdocs", "haggis_verify")
    code = f"import sys, haggis_rules; print([one for one in {extras} if one in sys.modules])"
    assert _python("-c", code).stdout.strip() == "[]"


def test_the_command_runs_as_a_module() -> None:
    done = _python("-m", "haggis_rules.cli", "--version")
    assert (done.returncode, done.stdout.split()[0]) == (0, "haggis")


def test_the_command_and_the_highlighter_are_announced() -> None:
    (command,) = entry_points(group="console_scripts", name="haggis")
    assert command.load() is main
    (lexer,) = entry_points(group="pygments.lexers", name="haggis")
    assert lexer.value == "haggis_rules.syntax.pygments_lexer:HaggisLexer"
    assert find_spec(lexer.module) is not None
    if find_spec("pygments") is not None:
        assert lexer.load().name


def _python(*words: str) -> subprocess.CompletedProcess[str]:
    """Run another Python in the same folder, with the same packages."""
    call = [sys.executable, *words]
    return subprocess.run(call, capture_output=True, text=True, check=False)  # noqa: S603
