"""What the page of the module shows runs as it says, in Python and in Node."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.analysis.simulate import simulate
from haggis_rules.semantics.state import counts
from tests.cli.calling import Caller
from tests.guides import ROOT, Guide

PAGE = ROOT / "docs" / "module.md"
pytestmark = pytest.mark.skipif(not PAGE.is_file(), reason="only the checkout has guides")


def blocks(kind: str) -> list[str]:
    return [body for name, body in Guide.read(PAGE).blocks if name == kind]


def test_the_python_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks("python"):
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - of our own page
    ended, mean = capsys.readouterr().out.splitlines()
    match = load("classic", players=2).new_match(7)
    while not match.finished:
        match = match.apply(match.actions(match.to_act[0])[-1])
    assert ended == f"{match.hand} {match.scores}"
    assert -100 < float(mean) < 100


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
def test_the_program_for_node_prints_what_the_engine_says(haggis: Caller, tmp_path: Path) -> None:
    out = str(tmp_path / "classic.wasm")
    assert haggis("build", "classic", "--players", "2", "--out", out).code == 0
    (program,) = blocks("js")
    (tmp_path / "example.mjs").write_text(program, "utf-8")
    command = ["node", "example.mjs"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stderr
    hand, first, plies = map(json.loads, done.stdout.splitlines())
    rules = load("classic", players=2)
    match = rules.new_match(7)
    (seat, *_), held = match.to_act, match.position.state.zones[0]
    assert isinstance(held, tuple)
    cards = [rules.game.card_name(kind) for kind, many in counts(held[0]) for _ in range(many)]
    assert hand == cards
    assert first == [seat, len(match.actions(seat))]
    assert plies == [sum(len(one.choices) for one in simulate(rules, 100)), 1]
