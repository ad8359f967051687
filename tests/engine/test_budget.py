"""Rules that offer too much end in a fault that is named: in `check`, or when they are played."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_rules import Rules, load
from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.engine.match import MatchState
from haggis_rules.ir.load import check_everywhere
from haggis_rules.semantics.budget import MOST_WORK
from tests.playing import HERON

MEGABYTES, SECONDS = 300, 5
LARGEST = {  # deals with as many plays as some were ever found to have, from tests/extremes
    "classic": "classic-2-plays.jsonl",
    "tatties": "tatties-5-plays.jsonl",
}


def words(number: int) -> str:
    return "choice much is " + " or ".join(f"w{i}" for i in range(number))


def params(kind: str, times: int) -> str:
    return ", ".join(f"{kind.format(i)} from fist of actor" for i in range(times))


def many_ranks(times: int) -> str:
    made = "made of 1 card of another rank " * times
    top = "made of 1 card of rank top ranked by top"
    return f'pattern many with rank top {made} {top} written "many@{{top}}"'


# What is added to Heron, and what is said of it: by `check`, or by the list of what a seat can do.
ADDED = {
    "three of 6,000 words": (
        f"{words(6000)} action boom of much a, much b, much c by turn",
        "too-many-choices",
    ),
    "three of 900 words": (
        f"{words(900)} action boom of much a, much b, much c by turn",
        "too-many-choices",
    ),
    "five cards": (f"action boom of {params('card c{}', 5)} by turn", "too-many-choices"),
    "three combinations": (
        f"action boom of {params('combination c{}', 3)} by turn",
        "too-many-choices",
    ),
    "six other ranks": (
        many_ranks(6),
        "too-many-choices",
    ),
    "many actions of two of 900 words": (
        words(900) + "".join(f" action boom{i} of much a, much b by turn" for i in range(8)),
        "over-budget",
    ),
}
ASK = f"""
import re, resource, sys
from haggis_rules.engine.rules import Rules
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.load import check_everywhere
games, faults = check_everywhere(sys.argv[1])
if not faults:
    match = Rules(games[0]).new_match(1)
    try:
        print([len(match.actions(seat)) for seat in range(3)])
    except RuleError as fault:
        faults = [fault]
print(*[fault.name() for fault in faults])
used = resource.getrusage(resource.RUSAGE_SELF)
assert used.ru_utime + used.ru_stime < {SECONDS}, used
# `ru_maxrss` would count the memory of the process that began this one, too.
most = re.search(r"VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())
assert int(most[1]) < {MEGABYTES} * 1024, most[0]
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ADDED)
def test_a_text_that_offers_too_much_is_refused_soon_and_in_little_room(
    name: str, tmp_path: Path
) -> None:
    added, wanted = ADDED[name]
    place = tmp_path / "heron.haggis"
    text = f'\nclause boom "Boom." ruling because "so" {added}\n'
    place.write_text(HERON.read_text(encoding="utf-8") + text, encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", ASK, place], capture_output=True, text=True, check=True, timeout=60
    )
    assert set(done.stdout.split()) == {wanted}


def test_the_number_and_the_place_are_told(tmp_path: Path) -> None:
    added, _ = ADDED["five cards"]
    place = tmp_path / "heron.haggis"
    text = f'\nclause boom "Boom." ruling because "so" {added}\n'
    place.write_text(HERON.read_text(encoding="utf-8") + text, encoding="utf-8")
    _, (fault,) = check_everywhere(place)
    assert fault.message == "`boom` can be chosen in 17,210,368 ways"
    assert fault.span.text == "boom"


def test_a_question_that_costs_more_than_the_budget_is_refused() -> None:
    match = load(HERON, budget=20).new_match(1)
    (seat,) = load(HERON).new_match(1).to_act
    with pytest.raises(OverBudgetError, match="`heron` needs more than 20 units"):
        match.actions(seat)
    with pytest.raises(OverBudgetError):
        load(HERON, budget=20).plays("3c 3d 3h 3s 4c 4d 4h 4s")


def test_every_question_has_the_whole_budget() -> None:
    least = cost(load(HERON).new_match(1))
    match = load(HERON, budget=least).new_match(1)
    (seat,) = match.to_act
    for _ in range(3):
        assert match.position.rules.choices.of(match.state.values, match.state.zones, seat)


def test_rules_with_another_budget_are_equal_and_keep_theirs() -> None:
    usual, small = load(HERON), load(HERON, budget=20)
    assert usual == small
    assert (usual.budget.most, small.budget.most) == (MOST_WORK, 20)
    again: Rules = pickle.loads(pickle.dumps(small))  # noqa: S301 - our own
    assert again.budget.most == 20


@pytest.mark.parametrize("name", LARGEST)
def test_the_largest_hands_cost_less_than_a_hundredth(name: str) -> None:
    record = Path(__file__).parents[1] / "extremes" / LARGEST[name]
    head, deal = (json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()[:2])
    game = load(name, players=head["players"]).game
    spent = 0
    for hand in deal["dealt"]["hand"]:
        rules = Rules(game)
        assert rules.plays(" ".join(hand))
        spent = max(spent, rules.budget.most - rules.budget.left)
    print(f"{name}: {spent:,} units of {MOST_WORK:,}")  # noqa: T201
    assert MOST_WORK // 1_000 < spent < MOST_WORK // 100


def cost(match: MatchState) -> int:
    """Return what listing the actions of a position costs at first."""
    rules = Rules(match.rules.game)
    (seat,) = match.to_act
    rules.choices.of(match.state.values, match.state.zones, seat)
    return rules.budget.most - rules.budget.left
