"""What the README shows is what happens: its transcripts, its Python and its house rule."""

import re
import shlex
from pathlib import Path

import pytest

from haggis_rules.cli import uses
from haggis_rules.cli.terminal.overview import readme_lines
from tests.cli.calling import Caller

README = Path(__file__).parents[2] / "README.md"
PROGRAM = ".venv/bin/haggis "

if not README.is_file():
    pytest.skip("only the checkout has a README", allow_module_level=True)


def blocks(kind: str) -> list[str]:
    """Return the blocks of one kind that the README shows."""
    return re.findall(
        rf"^```{kind}\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )


def transcripts() -> list[tuple[str, str]]:
    """Return each call that is shown, with what it is said to answer."""
    shown = "".join(blocks("console"))
    calls = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", shown, re.MULTILINE)
    return [(call.removeprefix(PROGRAM), said) for call, said in calls]


def test_there_are_transcripts() -> None:
    assert len(transcripts()) == 3


@pytest.mark.parametrize(("call", "shown"), transcripts(), ids=lambda text: text.split()[0])
def test_a_transcript_is_what_the_command_says(
    call: str, shown: str, haggis: Caller, request: pytest.FixtureRequest
) -> None:
    said = haggis(*shlex.split(call))
    assert said.err == ""
    if request.config.getoption("--update"):
        text = README.read_text("utf-8").replace(f"{call}\n{shown}", f"{call}\n{said.out}")
        README.write_text(text, encoding="utf-8")
        return
    assert said.out.strip() == shown.strip(), "run pytest --update, then read what changed"


def test_the_list_of_calls_is_made_from_the_commands(request: pytest.FixtureRequest) -> None:
    (shown,) = (block for block in blocks("sh") if block.startswith(PROGRAM))
    expected = readme_lines(uses(), program=PROGRAM.strip())
    if request.config.getoption("--update"):
        README.write_text(README.read_text("utf-8").replace(shown, expected), encoding="utf-8")
        return
    assert shown == expected, "run pytest --update, then read what changed"


def test_the_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = blocks("python")
    exec(code, {})  # noqa: S102 - it is ours
    scores, beats = re.findall(r"\((\d+), (\d+)\) (True|False)", capsys.readouterr().out)[0][::2]
    assert int(scores) >= 0
    assert beats == "True"


def test_the_house_rule_is_one(tmp_path: Path, haggis: Caller) -> None:
    (text,) = blocks("haggis")
    file = tmp_path / "our-club.haggis"
    file.write_text(text, encoding="utf-8")
    assert haggis("fmt", "--check", file).out == "1 file, all in the canonical form\n"
    code, out, _ = haggis("check", file)
    assert code == 0
    assert out.rstrip().endswith("no fault")
    assert haggis("explain", "capture.bomb.two", "--in", file).code == 2
