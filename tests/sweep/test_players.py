"""Sweeps and simulations between named players: who sits where, and who wins how often."""

import csv
import json
import re
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from haggis_rules import load, next_action, player_named
from haggis_rules.analysis.seated_hands import seated_hand, seated_hands
from haggis_rules.analysis.sweep.matches import swept_match
from haggis_rules.analysis.sweep.plan import plan_schema, read_plan
from haggis_rules.notation.errors import MalformedError
from haggis_rules.players.line_up import LineUp, read_line_up
from haggis_rules.semantics.asking import WrongArgumentError
from tests.cli.calling import Caller
from tests.engine.games import rules_of

PLAN = """
matches = 6
[[tables]]
variant = "classic"
players = 2
options = { target = 30 }
seats = ["greedy,random", "random,greedy"]
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    """Write a plan of two line-ups."""
    path = tmp_path / "study.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_one_name_is_for_every_seat_and_several_are_in_order() -> None:
    assert str(read_line_up("greedy", 3)) == "greedy,greedy,greedy"
    assert str(read_line_up("search:50, greedy", 2)) == "search:50,greedy"
    assert str(read_line_up("search,random", 2)) == "search:200,random"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("lucky", "there is no player `lucky`; the players are `random`, `greedy`, `search`"),
        ("", "there is no player ``"),
        ("greedy,", "there is no player ``"),
        ("greedy:3", "only `search` takes a number"),
        ("search:0", "a search plays out 1 to 1,000,000 hands"),
        ("search:", "a search plays out 1 to 1,000,000 hands"),
        ("search:-4", "a search plays out 1 to 1,000,000 hands"),
        ("search:" + "9" * 5000, "a search plays out 1 to 1,000,000 hands"),
        ("greedy,greedy,greedy", "names 3 players, and 2 play; name one for all of them"),
    ],
)
def test_a_line_up_that_means_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(WrongArgumentError) as fault:
        read_line_up(text, 2)
    assert said in str(fault.value)
    plan = f'matches = 1\n[[tables]]\nvariant = "classic"\nplayers = 2\nseats = "{text}"'
    with pytest.raises(MalformedError) as refusal:
        read_plan(plan)
    assert said in str(refusal.value)


def test_a_plan_has_a_table_for_each_line_up_and_its_schema_knows_them() -> None:
    assert [str(table.line_up) for table in read_plan(PLAN).tables] == [
        "greedy,random",
        "random,greedy",
    ]
    validator: Any = jsonschema.Draft202012Validator(plan_schema())
    validator.validate(tomllib.loads(PLAN))
    with pytest.raises(MalformedError, match="3 is no list of players"):
        read_plan('matches = 1\n[[tables]]\nvariant = "classic"\nseats = 3')


def test_a_match_is_what_its_players_choose() -> None:
    rules, line_up = rules_of("classic for 2"), read_line_up("greedy,random", 2)
    found = swept_match(rules, 5, line_up)
    match = rules.new_match(5)
    players = [player_named("greedy"), player_named("random", seed=5)]
    while not match.finished:
        action = next_action(match, players)
        match = match.apply(action)
    assert [hand.points for hand in found.hands] == [*match.hand_points]
    assert found != swept_match(rules, 5)
    assert found != swept_match(rules, 5, read_line_up("random,greedy", 2))


def test_a_hand_is_the_first_of_the_match_of_its_seed() -> None:
    rules, line_up = rules_of("classic for 2"), read_line_up("greedy,random", 2)
    hand = seated_hand(rules, line_up, 5)
    assert hand.finished
    first = swept_match(rules, 5, line_up).hands[0]
    assert tuple(hand.points(rules).values()) == first.points
    assert len(hand.choices) == first.actions


@pytest.mark.parametrize(
    "seats", ["greedy,random", pytest.param("search:8,greedy", marks=pytest.mark.slow)]
)
def test_any_executor_plays_the_same_hands(seats: str) -> None:
    rules, line_up = rules_of("classic for 2"), read_line_up(seats, 2)
    alone = list(seated_hands(rules, line_up, 12, 3))
    assert [hand.seed for hand in alone] == [*range(3, 15)]
    with ThreadPoolExecutor(3) as threads:
        assert list(seated_hands(rules, line_up, 12, 3, executor=threads)) == alone


def test_a_sweep_tells_who_wins_how_often(plan: Path, haggis: Caller) -> None:
    said = haggis("sweep", plan, "--jobs", 1)
    assert (said.code, said.err) == (0, "")
    assert "classic for 2 players, target 30: greedy,random\n" in said.out
    with plan.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {(row["seats"], row["owner"], row["player"]) for row in rows} == {
        ("greedy,random", "1", "greedy"),
        ("greedy,random", "2", "random"),
        ("random,greedy", "1", "random"),
        ("random,greedy", "2", "greedy"),
    }
    _, record = haggis.json("sweep", plan, "--jobs", 1)
    table = record["tables"][1]
    assert table["seats"] == ["random", "greedy"]
    scores = dict[tuple[str, str], int]()
    for row in rows:
        if row["seats"] == "random,greedy":
            got = sum(int(row[name]) for name in row if name.startswith("points"))
            key = row["seed"], row["owner"]
            scores[key] = scores.get(key, 0) + got
    seeds = {seed for seed, _ in scores}
    won = sum(scores[seed, "2"] > scores[seed, "1"] for seed in seeds)
    (greedy,) = (one for one in table["owners"] if one["player"] == "greedy")
    assert greedy["wins"]["value"] == pytest.approx(won / len(seeds))
    assert won > len(seeds) / 2
    assert re.search(rf"2: greedy +{100 * won / 6:.1f} %", said.out)


@pytest.mark.rotates
@pytest.mark.slow
def test_any_number_of_processes_plays_the_same(plan: Path, haggis: Caller) -> None:
    searching = PLAN.replace('"random,greedy"', '"search:4,greedy"').replace("= 6", "= 11")
    plan.write_text(searching, encoding="utf-8")
    one, two = plan.with_name("1.csv"), plan.with_name("2.csv")
    for path, jobs in ((one, 1), (two, 2)):
        assert haggis("sweep", plan, "--jobs", jobs, "--out", path).code == 0
    assert one.read_bytes() == two.read_bytes()
    assert b"search:4" in one.read_bytes()


def test_a_sweep_of_players_that_was_cut_off_goes_on(plan: Path, haggis: Caller) -> None:
    out = plan.with_suffix(".csv")
    whole = haggis("sweep", plan, "--jobs", 1), out.read_bytes()
    for kept in (300, len(whole[1]) // 2, len(whole[1]) - 3):
        out.write_bytes(whole[1][:kept])
        assert (haggis("sweep", plan, "--jobs", 1), out.read_bytes()) == whole, kept
    plan.write_text(PLAN.replace("greedy,random", "greedy,greedy"), encoding="utf-8")
    said = haggis("sweep", plan, "--jobs", 1)
    assert said.code == 2
    assert "error[other-results]" in said.err
    assert out.read_bytes() == whole[1]


def test_a_simulation_tells_who_scores_most(haggis: Caller) -> None:
    call = ("simulate", "classic", "--players", 2, "--hands", 12, "--seed", 3, "--jobs", 1)
    code, record = haggis.json(*call, "--seats", "greedy,random")
    assert code == 0
    assert record["seats"] == ["greedy", "random"]
    rules, line_up = load("classic", players=2), read_line_up("greedy,random", 2)
    totals = [
        [sum(each) for each in zip(*hand.points(rules).values(), strict=True)]
        for hand in seated_hands(rules, line_up, 12, 3)
    ]
    greedy, _ = record["most"]
    assert greedy["best"]["value"] == pytest.approx(sum(a > b for a, b in totals) / 12)
    assert greedy["points"]["value"] == pytest.approx(sum(a for a, _ in totals) / 12)
    said = haggis(*call, "--seats", "greedy,random")
    assert "scores most" in said.out
    record = haggis.json(*call)[1]
    assert (record["seats"], record["most"]) == (None, [])
    wrong = haggis(*call, "--seats", "lucky")
    assert (wrong.code, wrong.out) == (2, "")
    assert "error[bad-players]: there is no player `lucky`" in wrong.err


def test_players_of_a_team_are_named_together() -> None:
    game = rules_of("neeps-core").game
    line_up = read_line_up("greedy,random,search:5,random", 4)
    assert {line_up.scoring(game, team) for team in range(2)} == {
        "greedy,search:5",
        "random,random",
    }
    assert isinstance(line_up, LineUp)


def test_parquet_without_the_extra_names_it(
    plan: Path, haggis: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)
    said = haggis("sweep", plan, "--out", plan.with_suffix(".parquet"))
    assert (said.code, said.out) == (2, "")
    assert "pip install haggis-rules[parquet]" in said.err
    assert not plan.with_suffix(".csv").exists()


def test_parquet_has_the_rows_of_the_csv(plan: Path, haggis: Caller) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs the extra parquet")
    out = plan.with_suffix(".parquet")
    said = haggis("sweep", plan, "--out", out, "--jobs", 1)
    assert said.code == 0
    assert f"rows are in {out}" in said.out
    with out.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = parquet.read_table(out).to_pylist()
    texts = [
        {name: "" if got is None else str(int(got) if got in {True, False} else got)
         for name, got in row.items()}
        for row in found
    ]  # fmt: skip
    assert texts == rows
    assert {type(row["option target"]) for row in found} == {int}
    assert {type(row["leads"]) for row in found} == {bool}
    assert json.loads(haggis("sweep", plan, "--out", out, "--format", "json").out)["matches"] == 6
