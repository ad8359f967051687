"""The page for designers holds: each text on it is run, and each answer is what comes out."""

import re
import shlex
from pathlib import Path

import pytest

from haggis_rules.cli import main

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(haggis|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the package is installed here")


def _steps() -> list[tuple[str, str, str]]:
    """Return each call on the page with the text that stands before it and the answer after it."""
    steps: list[tuple[str, str, str]] = []
    text = ""
    for kind, body in FENCE.findall(PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""):
        if kind == "haggis":
            text = body
        else:
            call, _, answer = body.partition("\n")
            steps.append((text, call.removeprefix("$ haggis "), answer))
    return steps


STEPS = _steps()
QUICK = [step for step in STEPS if not step[1].startswith("verify")]
PROVED = [step for step in STEPS if step[1].startswith("verify")]
# The first step, in which a promise is refuted, takes by far the longest.
MOSTLY = [
    pytest.param(step, marks=() if number else pytest.mark.long, id=str(number))
    for number, step in enumerate(PROVED)
]


def _as_told(answer: str) -> re.Pattern[str]:
    """Make a pattern of an answer, in which three dots stand for anything."""
    parts = (re.escape(part) for part in answer.strip().split("..."))
    return re.compile(".*".join(parts), re.DOTALL)


def _run(
    step: tuple[str, str, str],
    more: list[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text, call, answer = step
    monkeypatch.chdir(folder)
    (folder / "kitchen.haggis").write_text(text, encoding="utf-8")
    main([*shlex.split(call), *more])
    said = capsys.readouterr().out.strip()
    assert answer.strip("\n. ")
    assert _as_told(answer).fullmatch(said), f"{call} says:\n{said}"


def test_there_are_texts_and_a_promise_that_is_not_proved_at_first() -> None:
    assert len({text for text, _, _ in STEPS}) == 5
    assert [answer.split(": ")[1].split(",")[0] for _, _, answer in PROVED] == [
        "refuted", "not inductive", "proved",
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("step", QUICK, ids=[f"{n}-{s[1].split()[0]}" for n, s in enumerate(QUICK)])
def test_what_is_checked_and_compared_is_as_the_page_says(
    step: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _run(step, [], tmp_path, monkeypatch, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("step", MOSTLY)
def test_what_is_proved_and_what_is_not_is_as_the_page_says(
    step: tuple[str, str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    _run(step, ["--jobs", "1"], tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("text", sorted({text for text, _, _ in STEPS}))
def test_each_text_is_in_its_one_form(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kitchen.haggis"
    path.write_text(text, encoding="utf-8")
    assert main(["fmt", "--check", str(path)]) == 0, capsys.readouterr().out
