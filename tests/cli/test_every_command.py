"""What holds for every command: it is listed, its help teaches it, and its examples run."""

import re
import shlex
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from haggis_rules.cli import COMMANDS, commands, module_name, parser, uses
from haggis_rules.cli.terminal.overview import CommandUsage, Purpose, help_lines, readme_lines
from tests.cli.calling import Caller
from tests.playing import HERON

MINE = """language 2
variant my extends classic
  "Haggis as we play it."
"""
READING = """language 2
variant my-reading extends heron
  "What somebody might read."

source us "Made up for a test"

add letter.sleep
  because "it is the letter"
  "Nobody sleeps."
  cites us "Test"
  promise sleepless always every seat s has (not asleep of s)
  breaks sleepless
    because "whoever sleeps is asleep"
"""
STUDY = 'matches = 2\n[[tables]]\nvariant = "classic"\nplayers = 2\n'
# Examples that a test only reads, and why.
UNRUN = {
    "haggis ask-page my.haggis --out build/ask": "a hundred vectors for each table of classic",
    "haggis check --sources --texts": "the documents are no part of the project",
    "haggis count classic --players 2 --position": "dots stand for the position",
    "haggis diff classic wikipedia --prove": "minutes of both solvers",
    "haggis docs classic tournament --verdicts": "the verdicts of all of classic",
    "haggis docs my.haggis --out build/pages": "the pages of both tables of classic",
    "haggis findings": "judges each finding of the project, for minutes",
    "haggis mutate": "judges each mutant, for minutes",
    "haggis simulate classic --players 2 --hands 1000": "the next example has fewer hands",
    "haggis verify": "minutes of both solvers",
}
RUN = ("haggis findings my-reading.haggis --out out",)  # although it begins like another


def examples(name: str) -> list[str]:
    """Return the calls that the help of a command shows, without the words beside them."""
    doc = import_module(module_name(name)).__doc__ or ""
    lines = re.findall(r"^  (haggis .*)$", doc, re.MULTILINE)
    return [re.split(r" {2,}| > ", line)[0] for line in lines]


EXAMPLES = [call for name in COMMANDS for call in examples(name)]


def reason(call: str) -> str | None:
    """Return why an example is not run, if it is not."""
    if call in RUN:
        return None
    return next((why for begin, why in UNRUN.items() if call.startswith(begin)), None)


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_record: Callable[[str], str]
) -> Path:
    """Make a folder with the files that examples name, and work there."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(HERON, tmp_path / "heron.haggis")
    (tmp_path / "spec").mkdir()
    shutil.copy(HERON, tmp_path / "spec" / "heron.haggis")
    (tmp_path / "my.haggis").write_text(MINE, encoding="utf-8")
    (tmp_path / "my-reading.haggis").write_text(READING, encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    record = left_record("play classic --players 3")
    (tmp_path / "my.jsonl").write_text(record, encoding="utf-8")
    return tmp_path


def test_every_module_of_a_command_is_listed() -> None:
    modules = {one.name for one in iter_modules(commands.__path__)}
    assert {module_name(name).rpartition(".")[2] for name in COMMANDS} == modules


@pytest.mark.parametrize("name", COMMANDS)
def test_what_is_listed_of_a_command_is_what_it_says_itself(name: str) -> None:
    command = import_module(module_name(name))
    first = (command.__doc__ or "").splitlines()[0]
    assert first == f"haggis {name}: {COMMANDS[name].summary}"
    assert COMMANDS[name].use == command.USE


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_gives_an_example(name: str, haggis: Caller) -> None:
    code, out, err = haggis(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: haggis {name} ")
    assert examples(name)
    for call in examples(name):
        assert call in out
        assert call.split()[1] == name


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("columns", [80, 60, 200])
def test_the_help_of_a_command_fits_the_terminal(
    name: str, columns: int, haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = haggis(name, "--help").out
    blocks = out.partition("\noptions:")[0].split("\n\n")[1:]
    prose = [block.splitlines() for block in blocks if "\n " not in f"\n{block}"]
    assert len(prose) > 1
    assert all(len(line) <= min(columns, 80) for lines in prose for line in lines)
    words = (import_module(module_name(name)).__doc__ or "").split()
    assert " ".join(words) in " ".join(out.split()), "the help says all, in order"


@pytest.mark.parametrize("use", uses(), ids=lambda use: use.call.split()[1])
def test_the_call_that_stands_for_a_command_can_be_read(use: CommandUsage) -> None:
    words = shlex.split(use.call)[1:]
    assert parser(words).parse_args(words).command == words[0]


def test_the_help_lists_every_command_and_the_calls_by_what_they_are_for(haggis: Caller) -> None:
    code, out, _ = haggis("--help")
    assert code == 0
    assert help_lines(uses()) in out
    assert all(re.search(rf"^    {name} ", out, re.MULTILINE) for name in COMMANDS)
    heads = re.findall(r"^(ask|play|write) +haggis ", out, re.MULTILINE)
    assert heads == [purpose.value for purpose in Purpose]


def test_calls_are_set_out_in_columns() -> None:
    several = (
        CommandUsage(Purpose.PLAY, "haggis b", "two"),
        CommandUsage(Purpose.ASK, "haggis long", "one"),
        CommandUsage(Purpose.PLAY, "haggis c", "three"),
        CommandUsage(Purpose.PLAY, "haggis d", "four", in_help=False),
    )
    assert help_lines(several).splitlines() == [
        "ask        haggis long  one",
        "play       haggis b     two",
        "           haggis c     three",
    ]
    assert readme_lines(several[:2], program="h") == "h b     # two\nh long  # one\n"


@pytest.mark.parametrize("call", EXAMPLES)
def test_every_example_of_the_help_can_be_read(call: str) -> None:
    words = shlex.split(call)[1:]
    assert parser(words).parse_args(words).command == words[0]


@pytest.mark.slow
@pytest.mark.parametrize("call", [call for call in EXAMPLES if reason(call) is None])
def test_every_example_of_the_help_runs(call: str, place: Path, haggis: Caller) -> None:
    if "--record" in call:
        (place / "my.jsonl").unlink()
    words = [
        name
        for word in shlex.split(call)[1:]
        for name in (map(str, Path().glob(word)) if "*" in word else [word])
    ]
    code, out, err = haggis(*words, typed="quit\n")
    assert code == 0, err
    assert out


def test_every_reason_not_to_run_an_example_is_needed() -> None:
    for begin in UNRUN:
        assert any(call.startswith(begin) for call in EXAMPLES), begin
    assert set(RUN) <= set(EXAMPLES)
