"""Every command declares what it prints as JSON, and prints just that."""

import json
import shlex
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from jsonschema import Draft202012Validator

from haggis_rules import load
from haggis_rules.cli import COMMANDS
from haggis_rules.cli.command_schema import command_schema
from haggis_rules.cli.outputs.typed_schema import definitions_of
from haggis_rules.ir.load import seatings_of, shipped
from haggis_rules.notation.schema_marks import OneOf, OtherKeys
from tests.cli.calling import Caller
from tests.cli.output_schemas import misfits
from tests.installed.test_installed import CALLS, FAULTY, LETTER, STUDY
from tests.playing import HERON

# What has the number of its form elsewhere: a match in its `version`, a schema in its `$schema`.
NUMBERED_OTHERWISE = {"play": "version", "schema": "$schema"}
SLOW = {"verify", "findings", "diff", "mutate", "ask-page"}


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left_record: Callable[[str], str]
) -> None:
    """Work in a folder with the files that the calls name."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(HERON, tmp_path / "heron.haggis")
    (tmp_path / "my-letter.haggis").write_text(LETTER + FAULTY, encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    (tmp_path / "my.jsonl").write_text(left_record(CALLS["play"]), encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, marks=pytest.mark.slow if one in SLOW else ()) for one in COMMANDS],
)
@pytest.mark.usefixtures("place")
def test_what_a_command_answers_fits_its_schema_and_nothing_else_does(
    command: str, haggis: Caller
) -> None:
    _, out, err = haggis(*shlex.split(CALLS[command]), "--format", "json", typed="quit\n")
    assert out, err
    assert misfits(command, out) == []
    answer: dict[str, Any] = json.loads(out)
    assert "faults" not in answer, "this shows nothing of the answer"
    assert NUMBERED_OTHERWISE.get(command, "form") in answer
    if command != "schema":  # any schema is one, whatever it says
        changed = [*_changed(answer)]
        assert changed
        assert [one for one in changed if not misfits(command, json.dumps(one))] == []


def _changed(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the answer with a key more, with one less, and with the number of another form."""
    yield {**answer, "unheard-of": 1}
    if "form" in answer:
        yield {**answer, "form": answer["form"] + 1}
    for key in answer:
        if key not in {"state", "why_not", "topics", "sources", "renamed", "held_back"}:
            yield {name: one for name, one in answer.items() if name != key}


@pytest.mark.parametrize("variant", shipped())
def test_a_hand_of_any_game_fits_the_schema_without_its_cards(variant: str, haggis: Caller) -> None:
    players = str(seatings_of(variant)[0])
    code, out, _ = haggis("deal", variant, "--players", players, "--format", "json")
    assert code == 0
    assert misfits("deal", out) == []
    hand = json.loads(out)
    del hand["hands"][0]["table"]["actions"][0]["seat"]
    assert misfits("deal", json.dumps(hand)) != []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_faults_of_a_call_fit_every_schema(command: str) -> None:
    fault = {"name": "bad-number", "message": "one", "hint": ""}
    assert misfits(command, json.dumps({"form": 1, "faults": [fault]})) == []


@pytest.mark.slow
def test_the_command_writes_the_schema_of_each_command(haggis: Caller) -> None:
    for command in COMMANDS:
        code, schema = haggis.json("schema", "--command", command)
        assert code == 0
        assert schema == json.loads(json.dumps(command_schema(command)))
        assert f"`haggis {command} --format json`" in schema["title"]


def test_with_a_variant_the_schema_has_its_cards(haggis: Caller) -> None:
    table = ("classic", "--players", "2")
    _, mine = haggis.json("schema", "--command", "deal", *table)
    _, theirs = haggis.json("schema", "--command", "deal", "classic", "--players", "3")
    for more in ((), ("--match",)):
        _, dealt = haggis.json("deal", *table, *more)
        assert not list(_validator(mine).iter_errors(dealt))
        assert list(_validator(theirs).iter_errors(dealt))
    assert mine["$id"] != theirs["$id"]


def _validator(schema: Any) -> Any:
    return Draft202012Validator(schema)


@pytest.mark.parametrize(
    ("words", "fault", "hint"),
    [
        (("--command",), "needs the name of a command", "the commands are ask, readings,"),
        (("--command", "beets"), "there is no command `beets`", "did you mean `beats`"),
        (("--command", "xyz"), "there is no command `xyz`", "the commands are ask, readings,"),
        (("--command", "deal", "classic", "match"), "is a form of a record", "leave one of them"),
        (("--command", "deal", "--players", "2"), "those of a variant", "name the variant"),
        ((), "a variant and a form are needed", "--command NAME"),
        (("classic",), "a form of `classic` is needed", "position, hand, match, record"),
    ],
)
def test_a_call_that_does_not_say_of_what_is_taught(
    words: tuple[str, ...], fault: str, hint: str, haggis: Caller
) -> None:
    code, printed = haggis.json("schema", *words)
    assert code == 2
    (told,) = printed["faults"]
    assert fault in told["message"]
    assert hint in told["hint"]


class Suit(Enum):
    """The suits of a test."""

    RED = "red"


@dataclass(frozen=True, slots=True)
class Point:
    """A place.

    More than that is not part of a schema.
    """

    x: int
    y: int = 0


class Open(TypedDict):
    """A mapping with more."""

    known: str


class Parts(TypedDict):
    """One of each."""

    text: Annotated[str, "a sentence"]
    suit: Annotated[str, OneOf(Suit)]
    one: Literal["a", "b"]
    pair: tuple[int, str]
    several: list[Point]
    named: dict[str, float | None]
    open: Annotated[Open, OtherKeys("others too")]
    absent: NotRequired[bool]


FITTING: dict[str, Any] = {
    "text": "",
    "suit": "red",
    "one": "a",
    "pair": [1, "x"],
    "several": [{"x": 1, "y": 2}, {"x": 1}],
    "named": {"a": 1.5, "b": None},
    "open": {"known": "", "other": 1},
}


def fits(data: object) -> bool:
    schema, found = definitions_of(Parts)
    whole: Any = {**schema, "$defs": found}
    return not list(_validator(whole).iter_errors(data))


def test_a_schema_says_what_a_type_says() -> None:
    assert fits(FITTING)
    assert fits({**FITTING, "absent": True})
    _, found = definitions_of(Parts)
    described: Any = found["Parts"]["properties"]
    assert described["text"]["description"] == "a sentence"
    assert found["Point"]["description"] == "A place."


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        ("text", 1),
        ("suit", "blue"),
        ("one", "c"),
        ("pair", [1]),
        ("pair", [1, "x", 2]),
        ("several", [{"y": 2}]),
        ("several", [{"x": 1, "z": 2}]),
        ("named", {"a": "1.5"}),
        ("open", {"other": 1}),
        ("absent", 1),
        ("unknown", 1),
    ],
)
def test_what_a_type_does_not_allow_its_schema_refuses(key: str, wrong: object) -> None:
    assert not fits({**FITTING, key: wrong})


@pytest.mark.parametrize("key", FITTING)
def test_what_is_required_cannot_be_left_out(key: str) -> None:
    assert not fits({name: one for name, one in FITTING.items() if name != key})


def test_a_type_that_json_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="has no JSON Schema"):
        definitions_of(list[bytes])


def test_the_engine_takes_back_what_the_schema_describes(haggis: Caller) -> None:
    rules = load("classic", players=2)
    _, dealt = haggis.json("deal", "classic", "--players", "2", "--match")
    assert rules.match(dealt["match"]).scores == tuple(dealt["scores"])
