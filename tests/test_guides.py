"""The guides name nothing that is not there, and show no call that cannot be made."""

import argparse
import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from haggis_rules import cli
from tests import guides
from tests.cli.calling import Caller
from tests.guides import MAKE, NOT_OURS, ROOT, Guide, untrue, words_of

pytestmark = pytest.mark.skipif(
    not (ROOT / "CONTRIBUTING.md").is_file(), reason="only the checkout has guides"
)
GUIDES = [str(path.relative_to(ROOT)) for path in guides.guides()]
QUICK = {"readings", "plays", "beats", "schema", "deal", "fmt"}


@pytest.fixture
def haggis(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Caller:
    return Caller(capsys, monkeypatch)


def guide(name: str) -> Guide:
    return Guide.read(ROOT / name)


def planted(text: str) -> Guide:
    """Make a guide of a text."""
    blocks = tuple(guides.FENCE.findall(text))
    return Guide(ROOT / "docs" / "planted.md", guides.FENCE.sub("", text), blocks)


def wrong_calls(shown: Guide) -> list[str]:
    """Return the calls that a guide shows and nobody can make."""
    inline = [one for one in shown.ticked() if guides.HAGGIS.fullmatch(one)]
    found = [one for one in inline if not _may_be_said(words_of(one))]
    made = [one for one in (*shown.ticked(), *shown.calls()) if MAKE.fullmatch(one)]
    found += [one for one in made if not _is_target(one)]
    whole = [one for one in shown.calls() if guides.HAGGIS.fullmatch(one)]
    return found + [one for one in whole if not _can_be_read(words_of(one))]


def _may_be_said(words: list[str]) -> bool:
    """Return whether a command, named in a sentence, is there and has the options named."""
    command, *rest = words
    if command.isupper() or command.startswith("-"):
        return True
    if command not in cli.COMMANDS:
        return False
    said = _parser(command).format_help()
    options = set(re.findall(r"--[a-z-]+", said))
    return {word for word in rest if word.startswith("-")} <= options


def _can_be_read(words: list[str]) -> bool:
    """Return whether a command takes these arguments. Nothing is run."""
    command, *rest = words
    if command.startswith("-"):
        return rest == [] and command in {"--help", "--version"}
    try:
        _parser(command).parse_args(rest)
    except (SystemExit, KeyError):
        return False
    return True


def _parser(command: str) -> argparse.ArgumentParser:
    """Make the parser of one command. Raises ``KeyError`` when there is none of that name."""
    if command not in cli.COMMANDS:
        raise KeyError(command)
    parser = argparse.ArgumentParser()
    parser.add_argument("--format", choices=["text", "json"])
    import_module(cli.module_name(command)).arguments(parser)
    return parser


def _is_target(call: str) -> bool:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    words = call.partition("#")[0].replace('"', " ").split()[1:]
    if not words:
        return True
    name, _, value = words[0].partition("=")
    if value or not re.search(rf"^{re.escape(name)}:", makefile, re.MULTILINE):
        return False
    given = re.findall(r"\b([A-Z]+)=", call)
    return all(re.search(rf"\$\({one}\)", makefile) for one in given)


@pytest.mark.parametrize("name", GUIDES)
def test_what_a_guide_names_is_there(name: str) -> None:
    assert list(untrue(guide(name))) == []


@pytest.mark.parametrize("name", GUIDES)
def test_the_calls_that_a_guide_shows_can_be_made(name: str) -> None:
    assert wrong_calls(guide(name)) == []


@pytest.mark.parametrize(
    "lie",
    [
        "`haggis_rules/mutate/`",
        "`ir/show.py`",
        "`ir/lower.js`",
        "`spec/<name>.haggies`",
        "`nothing.toml`",
        "`judging.replay`",
        "`Rules.resampled`",
        "`rules.resampled(view)`",
        "`ir.Promised`",
        "`haggis_rules.ask.tables`",
        "`capture.bombs`",
        "`auto.secrets`",
        "`to_jason()`",
        "`AUTOS`",
        "`Books`",
        "`number_off`",
    ],
)
def test_a_name_that_is_not_there_is_noticed(lie: str) -> None:
    assert list(untrue(planted(f"See {lie}."))) == [lie.strip("`")]


@pytest.mark.parametrize(
    "lie",
    [
        "`haggis render`",
        "`haggis verify --sooner`",
        "`make tests`",
        '`make test ARG="-k bomb"`',
        "```sh\nhaggis readings classic\n```\n",
        "```sh\nhaggis deal classic --player 3 --sed 6\n```\n",
        "```\nmake everything   # all\n```\n",
        "    haggis ask-page my.haggis --outs build/ask",
    ],
)
def test_a_call_that_nobody_can_make_is_noticed(
    lie: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(wrong_calls(planted(f"See:\n\n{lie}\n"))) == 1
    capsys.readouterr()


def test_true_names_pass() -> None:
    said = (
        "`ir/laws.py` `Rules.determinize` `ir.Promise` `capture.bomb.two` `make test ARGS=--update`"
    )
    assert list(untrue(planted(said))) == []
    assert wrong_calls(planted(said)) == []


def test_every_exception_is_still_used() -> None:
    named = {one for name in GUIDES for one in guide(name).ticked()}
    shown = {word for name in GUIDES for call in guide(name).calls() for word in call.split()}
    shown |= {one for path in guides.modules() for one in guides.named_in(path)}
    assert [known for known in NOT_OURS if not any(known in one for one in named | shown)] == []


def quick_calls() -> list[str]:
    """Return the calls in blocks that take no time; transcripts have tests of their own."""
    found = [call for name in GUIDES for call in guide(name).calls() if words_of(call)]
    mine = [call for call in found if words_of(call)[0] in QUICK and ".haggis" not in call]
    return list(dict.fromkeys(mine))


@pytest.mark.parametrize("call", quick_calls())
def test_a_quick_call_works(call: str, haggis: Caller) -> None:
    assert haggis(*words_of(call)).code == 0


def test_there_are_quick_calls() -> None:
    assert len(quick_calls()) >= 4


def test_docstrings_and_comments_name_nothing_that_is_not_there() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in guides.modules()
        for name in guides.named_in(path)
        if not guides.is_word(name)
    }
    assert found == set()


def test_a_name_in_a_docstring_that_is_not_there_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "planted.py"
    module.write_text(
        '"""See ``Rules.redetermined`` and ``Rules``."""\n# ``no_such_thing``\n', "utf-8"
    )
    named = [*guides.named_in(module)]
    assert named == ["Rules.redetermined", "Rules", "no_such_thing"]
    assert [guides.is_word(name) for name in named] == [False, True, False]


ROOMS = re.compile(r"^\| `haggis_rules/(\w+)/` \|", re.MULTILINE)


def test_the_rooms_of_the_table_are_the_packages_that_there_are() -> None:
    told = ROOMS.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    there = {path.parent.name for path in (ROOT / "haggis_rules").glob("*/__init__.py")}
    assert sorted(told) == sorted(there)


def test_the_rooms_stand_in_the_order_that_imports_keep() -> None:
    told = ROOMS.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    with Path(ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (layers,) = [one["layers"] for one in contracts if one.get("containers") == ["haggis_rules"]]
    assert told == layers[::-1]
