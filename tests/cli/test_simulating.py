"""Hands that are played by chance come to the same numbers each time, and the right ones."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from haggis_rules import load
from haggis_rules.analysis.exact_sums import ExactSums
from haggis_rules.analysis.simulate import PlayoutHand, simulate
from haggis_rules.cli import main
from tests.cli.calling import Caller
from tests.playing import HERON

TEXTS = Path(__file__).parents[1] / "texts"
ROUND = """
language 2
variant round "Two who nod to each other."
clause nodding "Two sit at a table with one card each, and nod in turn."
  ruling because "tried out"
  table of 2 seats
  ranks 2
  suits red r, blue b
  deck plain of ranks 2 to 2 in each suit, 1 copy
  zone hand of each seat, seen by all
  deal 1 plain to hand of each seat
  state turn is seat, at first chosen, seen by all
  match state chosen is seat, at first by chance, seen by all
  pattern single with rank top made of 1 card of rank top ranked by top written "single@{top}"
  action nod by turn
  on nod let turn be 1 seats after turn
  export finished as cards in hand of turn is 0
"""
TWO = ("simulate", "classic", "--players", 2, "--hands", 20)


def test_one_seed_gives_one_table(haggis: Caller) -> None:
    first, again = (haggis(*TWO) for _ in range(2))
    assert first == again
    assert (first.code, first.err) == (0, "")
    assert first.out != haggis(*TWO, "--seed", 2).out


def test_what_all_seats_capture_is_all_there_is(haggis: Caller) -> None:
    code, record = haggis.json(*TWO)
    assert (code, record["hands"]) == (0, 20)
    points = {(one["entry"], one["owner"]): one for one in record["points"]}
    whole = points["captured.points", None]
    assert (whole["mean"], whole["sd"], whole["min"], whole["max"]) == (36, 0, 36, 36)
    each = sum(points["captured.points", seat]["mean"] for seat in range(2))
    assert each == pytest.approx(36)
    entries = ("going.out", "captured.points", "bets.paid")
    total = sum(points[entry, None]["mean"] for entry in entries)
    assert points["total", None]["mean"] == pytest.approx(total)


def test_the_record_says_what_was_played(haggis: Caller) -> None:
    _, record = haggis.json(*TWO, "--seed", 5, "--option", "target=250")
    assert list(record) == [
        "form", "variant", "players", "options", "seed", "hands", "points", "moves", "choices",
        "seats", "most",
    ]  # fmt: skip
    assert (record["players"], record["options"], record["seed"]) == (2, {"target": 250}, 5)
    assert record["moves"]["min"] >= 14
    assert record["choices"]["min"] >= 1


def test_rules_without_entries_say_so(haggis: Caller) -> None:
    code, out, _ = haggis("simulate", HERON, "--hands", 5)
    assert code == 0
    assert "this variant has no score entries" in out
    assert "moves in a hand" in out


def test_an_interrupted_simulation_shows_what_it_has(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = load("classic", players=2)
    three = list(simulate(rules, 3))

    def interrupted(*_: object, **__: object) -> Iterator[PlayoutHand]:
        yield from three
        raise KeyboardInterrupt

    monkeypatch.setattr("haggis_rules.cli.commands.simulate.simulate", interrupted)
    assert main(["simulate", "classic", "--players", "2"]) == 130
    said = capsys.readouterr()
    assert "interrupted after 3 hands" in said.err
    assert "3 hands from seed 1" in said.out


def test_rules_that_come_to_no_end_are_told(haggis: Caller) -> None:
    code, _, err = haggis("simulate", TEXTS / "literal-lead.haggis", "--hands", 3, "--seed", 7)
    assert code == 1
    assert "1 hand did not end" in err
    assert "seed 7: after 221 moves nobody can act" in err
    assert err.endswith("literal-lead.haggis --hands 1 --seed 7\n")


def test_the_moves_that_repeat_are_shown(haggis: Caller, tmp_path: Path) -> None:
    round_and_round = tmp_path / "round.haggis"
    round_and_round.write_text(ROUND, "utf-8")
    code, _, err = haggis("simulate", round_and_round, "--hands", 1, "--seed", 6)
    assert code == 1
    assert "seed 6: the state after 0 moves recurs after" in err
    assert "seat 1: nod; seat 2: nod" in err
    assert f"to see it again: haggis simulate {round_and_round} --hands 1 --seed 6" in err


def test_a_spread_is_what_the_books_say() -> None:
    spread = ExactSums()
    assert spread.deviation == 0
    for number in (2, 4, 4, 4, 5, 5, 7, 9):
        spread.add(number)
    assert (spread.mean, spread.least, spread.most) == (5, 2, 9)
    assert spread.deviation == pytest.approx((32 / 7) ** 0.5)
