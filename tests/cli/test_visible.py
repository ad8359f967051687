"""What people read holds no character that a terminal obeys, whoever wrote it; JSON stays exact."""

import ast
import json
import re
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import haggis_rules.cli
from haggis_rules.cli.terminal import output
from haggis_rules.diagnostics.visible import visible, visible_line
from tests.cli.calling import Caller

HOSTILE = {
    "escape": "\x1b[31m",
    "title": "\x1b]0;mine\x07",
    "control of eight bits": "\x9b2J",
    "carriage return": "\r",
    "backspace": "\x08",
    "right to left": "\u202e",
    "isolate": "\u2066",
    "mark": "\u200f",
    "no width": "\u200b",
    "byte order mark": "\ufeff",
    "line separator": "\u2028",
    "half a character": "\udc9b",
    "tag": "\U000e0041",
}
HIDDEN = {"Cc", "Cf", "Cs", "Zl", "Zp"}
RECORD = Path(__file__).parents[1] / "extremes/tournament-3-hand.most.jsonl"
OUTLET = Path(output.__file__)


def hidden(text: str) -> set[str]:
    return {char for char in text if unicodedata.category(char) in HIDDEN} - {"\n", "\t"}


@given(st.text(st.characters(codec=None)))
def test_nothing_hides_and_all_else_stays(text: str) -> None:
    shown = visible(text)
    assert not hidden(shown)
    assert not {"\n", "\t"} & set(visible_line(text))
    if not hidden(text):
        assert shown == text


def test_a_character_is_shown_by_its_number() -> None:
    assert visible("a\x1b[31mb\u202e") == "a\\u{1b}[31mb\\u{202e}"
    assert visible("♥ é 10r\n\tJ") == "♥ é 10r\n\tJ"
    assert visible_line("a\nb") == "a\\u{a}b"


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_name_of_a_file_is_shown_in_faults_and_when_all_is_well(
    kind: str, tmp_path: Path, haggis: Caller
) -> None:
    file = tmp_path / f"a{HOSTILE[kind]}b.haggis"
    for call in (("check",), ("fmt", "--check"), ("verify",), ("play",), ("replay",)):
        _, out, err = haggis(*call, file)
        assert err
        assert not hidden(out + err)
    file.write_text('language 2 variant a "Nothing."', encoding="utf-8")
    _, out, err = haggis("check", file)
    assert visible(file.name) in out
    assert not hidden(out + err)
    assert haggis.json("check", file)[1]["files"][0]["file"] == str(file)


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_words_of_a_call_that_cannot_be_read_are_shown(kind: str, haggis: Caller) -> None:
    for call in (("check", "classic", f"--x{HOSTILE[kind]}"), (f"x{HOSTILE[kind]}",)):
        code, out, err = haggis(*call)
        assert code == 2
        assert err
        assert not hidden(out + err)


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.parametrize("place", ["variant", "action", "choices"])
def test_what_a_record_says_is_shown(kind: str, place: str, tmp_path: Path, haggis: Caller) -> None:
    lines = [json.loads(line) for line in RECORD.read_text("utf-8").splitlines()[:3]]
    where = lines[0] if place in lines[0] else lines[2]
    where[place] = {f"k{HOSTILE[kind]}": "big"} if place == "choices" else f"A{HOSTILE[kind]}B"
    record = tmp_path / "match.jsonl"
    record.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    _, out, err = haggis("replay", record)
    assert "\\" in out + err
    assert not hidden(out + err)


def test_only_one_module_of_the_command_writes_to_a_terminal() -> None:
    beginning = Path(haggis_rules.cli.__file__)  # is stopped before it knows of that module
    for path in beginning.parent.rglob("*.py"):
        if path != OUTLET:
            code = ast.unparse(ast.parse(path.read_text("utf-8")))
            if path == beginning:
                assert code.count("sys.stderr.write('interrupted\\n')") == 1
                code = code.replace("sys.stderr.write('interrupted\\n')", "")
            used = set(re.findall(r"sys\.__?std\w+|sys\.std(?:out|err)[.\w]*", code))
            assert used <= {"sys.stderr.isatty"}, path
            assert not re.search(r"\bprint\(|from sys import", code), path


def test_a_line_that_is_written_over_hides_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    output.show_status("a\x1b[31m")
    output.clear_status()
    assert capsys.readouterr().err == "\r\x1b[Ka\\u{1b}[31m\r\x1b[K"
