"""Nothing is opened but what the text opens, over however many steps a secret is handed on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from haggis_rules.ir.load import load_game
from haggis_rules.verdicts.model import Proved, Reached, Refuted
from tests.engine.games import PLACES
from tests.secrets.hops import FACTS, TRACES, Hops, generated
from tests.verify.asking import result_of

if TYPE_CHECKING:
    from haggis_rules.verdicts.model import PromiseResult

QUICK = {"a value", "an option"}
AT_A_MERGE = 6  # of the leaks that are generated; each night all of them


def secrecy_of(text: str, folder: Path, game: str = "heron", **options: bool) -> PromiseResult:
    """Return what comes of the promise for a text that takes the place of Heron."""
    for name in {"heron", game}:
        place = folder / f"{name}.haggis"
        place.write_text(text if name == game else PLACES[name].read_text("utf-8"), "utf-8")
    loaded = load_game(folder / f"{game}.haggis", options=options)
    return result_of(loaded, "auto.secret", hands=10)


def found_of(
    hops: Hops, folder: Path, *, openly: bool = False, kept: bool = False
) -> PromiseResult:
    shown = hops.shown
    text = hops.text(openly=openly, kept=kept)
    return secrecy_of(text, folder, shown.game, **dict(shown.options))


def assert_leaks(found: PromiseResult) -> None:
    """See that it is refuted by two positions to which play comes."""
    assert isinstance(found.verdict, Refuted), found
    assert any(line.startswith("or, which looks the same to") for line in found.verdict.case.lines)
    play = found.verdict.case.play
    assert isinstance(play, Reached), found
    assert play.record


# What is handed on


@pytest.mark.planted("leak")
@pytest.mark.parametrize(
    "trace",
    [each if each in QUICK else pytest.param(each, marks=pytest.mark.slow) for each in TRACES],
)
def test_what_somebody_knows_is_not_opened_by_leaving_a_trace(trace: str, tmp_path: Path) -> None:
    assert_leaks(found_of(Hops(FACTS[0], ("lay",), trace), tmp_path))


@pytest.mark.planted("leak")
@pytest.mark.slow
@pytest.mark.parametrize("moments", [("sweep",), ("sweep", "sweep"), ("lay", "sweep", "sweep")])
def test_a_secret_that_is_handed_on_step_by_step_is_followed(
    moments: tuple[str, ...], tmp_path: Path
) -> None:
    assert_leaks(found_of(Hops(FACTS[0], moments, "a value"), tmp_path))


@pytest.mark.planted("leak")
@pytest.mark.slow
@pytest.mark.parametrize(
    "hops",
    [
        pytest.param(hops, marks=[] if number < AT_A_MERGE else pytest.mark.long)
        for number, hops in enumerate(generated(20))
    ],
    ids=lambda hops: f"{hops.trace}-{hops.moments}",
)
def test_a_leak_over_several_steps_is_refuted(hops: Hops, tmp_path: Path) -> None:
    assert_leaks(found_of(hops, tmp_path))


@pytest.mark.parametrize(
    "trace", ["a value", *(pytest.param(one, marks=pytest.mark.slow) for one in TRACES)]
)
def test_a_secret_that_leaves_no_trace_is_kept(trace: str, tmp_path: Path) -> None:
    found = found_of(Hops(FACTS[0], ("lay", "sleep"), trace), tmp_path, kept=True)
    assert isinstance(found.verdict, Proved), found


# What is opened


@pytest.mark.parametrize(
    "trace",
    [
        each if each in QUICK else pytest.param(each, marks=pytest.mark.slow)
        for each, shown in TRACES.items()
        if "{openly}" in shown.items + shown.effects
    ],
)
def test_what_the_text_opens_is_opened(trace: str, tmp_path: Path) -> None:
    found = found_of(Hops(FACTS[0], ("lay", "sleep"), trace), tmp_path, openly=True)
    assert isinstance(found.verdict, Proved), found


class Opening(NamedTuple):
    """A clause added to Heron, and whether the game keeps its secrets with it."""

    clause: str
    proved: bool


NOTED = (
    "state noted of each seat is truth, at first false, seen by owner"
    " on lay for each seat s let noted of s be 3c in fist of s is above 0 "
)
TOLD = "state told of each seat is truth, at first false, seen by all "
OTHER = "state other of each seat is truth, at first false, seen by {whom} "
SECRET = "secret action hide of card c from fist of actor by turn on hide "  # noqa: S105
OPENINGS = {
    "another effect that says the same is told by the one": Opening(
        NOTED + TOLD + OTHER.format(whom="all") + "on sweep for each seat s openly let told of s be"
        " noted of s for each seat s let other of s be not noted of s",
        proved=True,
    ),
    "another effect that says something else is not": Opening(
        NOTED + TOLD + OTHER.format(whom="all") + "on sweep for each seat s openly let told of s be"
        " noted of s for each seat s let other of s be 9s in fist of s is 1",
        proved=False,
    ),
    "what its owner alone sees opens nothing to others": Opening(
        NOTED + TOLD + OTHER.format(whom="owner") + "on sweep for each seat s openly let other of s"
        " be noted of 1 seats after s for each seat s let told of s be noted of 1 seats after s",
        proved=False,
    ),
    "what is opened at one moment is not at another": Opening(
        NOTED + TOLD + "on sweep for each seat s openly let told of s be noted of s"
        " on sleep for each seat s let told of s be noted of s",
        proved=False,
    ),
    "cards that go openly may go or stay": Opening(
        NOTED + "zone shelf, seen by all"
        " on sweep openly move all from gone to shelf when noted of dealer",
        proved=True,
    ),
    "cards that go beside them may not": Opening(
        NOTED + "zone shelf, seen by all zone ledge, seen by all"
        " on sweep openly move all from gone to shelf when 9s in fist of dealer is 1"
        " on sleep move all from gone to ledge when noted of dealer",
        proved=False,
    ),
    "whether all are shown cards": Opening(
        NOTED + "on sweep for each seat s openly move all from fist of s to leftover,"
        " shown to all when noted of s",
        proved=True,
    ),
    "a secret choice": Opening(
        f"{SECRET} openly move c from fist of actor to gone",
        proved=True,
    ),
    "a secret choice beside one that stays so": Opening(
        f"{SECRET} move c from fist of actor to gone",
        proved=False,
    ),
    "a word that a secret choice is said by": Opening(
        f"{TOLD} {SECRET} move c from fist of actor to leftover"
        " openly let told of actor be rank of c is 3",
        proved=True,
    ),
    "more than the word": Opening(
        f"{TOLD} {SECRET} move c from fist of actor to gone"
        " openly let told of actor be rank of c is 3",
        proved=False,
    ),
}


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("opening", OPENINGS)
def test_just_what_is_done_openly_is_opened(opening: str, tmp_path: Path) -> None:
    clause, proved = OPENINGS[opening]
    added = f'clause spied "Somebody is watched." cites heron-sheet "Play" {clause}\n'
    text = PLACES["heron"].read_text("utf-8").replace("clause win", f"{added}\nclause win", 1)
    verdict = secrecy_of(text, tmp_path).verdict
    assert isinstance(verdict, Proved if proved else Refuted), verdict
