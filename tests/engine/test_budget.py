"""Rules that offer too much end in a fault that is named: in `check`, or when they are played."""

import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from haggis_rules import Action, Rules, load
from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.engine.match import MatchState
from haggis_rules.enumeration.action_sequence import ActionSequence
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.budget import MOST_WORK
from tests.playing import HERON

# A piece of work as in benchmarks/pace.py; 150 of them are 5 seconds where it takes 33 ms.
MEGABYTES, PIECES_OF_WORK = 300, 150
PACE = Path(__file__).parents[2] / "benchmarks" / "pace.py"
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


def doubled(times: int) -> str:
    """Make words of which each uses the one before it twice."""
    words = [f"define e{i} of seat p as e{i - 1} of p and e{i - 1} of p" for i in range(1, times)]
    return " ".join(["define e0 of seat p as done is false", *words])


def every_card(times: int, claim: str) -> str:
    return "".join(f"every card c{i} has (" for i in range(times)) + claim + ")" * times


def steps(times: int, when: str) -> str:
    return "".join(f" step s{i} when {when} on s{i} let done be true" for i in range(times))


def examples(times: int, claim: str) -> str:
    return " ".join(f'example "{i}" given the deal then {claim}' for i in range(times))


TICK = "state tick is 0 to 100000, at first 0, seen by all"
DEAR = every_card(3, "copies of c0 is 2 or tick is 99999")
# The same for what costs much to look at: in `check`, in its examples, or when it is played.
LOOKED_AT = {
    "words that double 40 times": (
        doubled(40) + " may sleep only when e39 of actor",
        "too-deep",
    ),
    "a guard of words that double 20 times": (
        doubled(20) + " may sleep only when e19 of actor",
        "too-deep",
    ),
    "30 steps of words that double 20 times": (
        doubled(20) + steps(30, "not done and not e19 of dealer"),
        "too-deep",
    ),
    "a step of words that double 20 times, again and again": (
        doubled(20) + " step boo when not done and e19 of dealer on boo let done be false",
        "over-budget",
    ),
    "a guard that looks at all cards for each two of 900 words": (
        words(900)
        + " action boom of much a, much b by turn may boom only when "
        + every_card(2, "copies of c0 is 2 or a is b"),
        "over-budget",
    ),
    "900 steps in a row that look at all cards": (
        f"{TICK} step a when tick is below 900 and {DEAR} on a let tick be tick + 1",
        "over-budget",
    ),
    "a hand of many moves that look at all cards": (
        f"may sleep only when {every_card(4, 'copies of c0 is 2')}",
        "over-budget",
    ),
    "steps that never come to rest": (
        f"{TICK} step a when tick is 0 on a let tick be 1 step b when tick is 1 on b let tick be 0",
        "Endless",
    ),
    "an example that looks at six cards": (
        examples(1, every_card(6, "copies of c0 is 2")),
        "over-budget",
    ),
    "200 examples that look at four cards": (
        examples(200, every_card(3, "copies of c0 is 2")),
        "over-budget",
    ),
    "200 examples that begin after looking at three cards": (
        "state dear is truth, at first " + every_card(3, "copies of c0 is 2") + ", seen by all "
        + examples(200, "done is false"),
        "over-budget",
    ),
    "200 examples under a promise about three cards": (
        "promise dear always " + every_card(3, "not (c0 in leftover is 2 and done)") + " "
        + examples(200, "done is false"),
        "over-budget",
    ),
}  # fmt: skip
END = f"""
used = resource.getrusage(resource.RUSAGE_SELF)
spent, piece = used.ru_utime + used.ru_stime, runpy.run_path({str(PACE)!r})["pace"]() / 1000
assert spent < {PIECES_OF_WORK} * piece, (spent, piece)
# `ru_maxrss` would count the memory of the process that began this one, too.
most = re.search(r"VmHWM:\\s*([0-9]+) kB", open("/proc/self/status").read())
assert int(most[1]) < {MEGABYTES} * 1024, most[0]
"""
ASK = f"""
import re, resource, runpy, sys
from haggis_rules.engine.rules import Rules
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.ir.load_tables import check_everywhere
games, faults = check_everywhere(sys.argv[1])
if not faults:
    match = Rules(games[0]).new_match(1)
    try:
        print([len(match.actions(seat)) for seat in range(3)])
    except RuleError as fault:
        faults = [fault]
print(*[fault.name() for fault in faults])
{END}"""
PLAY = f"""
import re, resource, runpy, sys
from haggis_rules.analysis.simulate import simulate
from haggis_rules.cases import check_all
from haggis_rules.diagnostics.errors import RuleError
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.load_tables import check_everywhere
from haggis_rules.semantics.breach import Breach
games, faults = check_everywhere(sys.argv[1])
if not faults:
    try:
        faults = [fault for one in check_all(games) for fault in one.faults]
        list(simulate(Rules(games[0]), 1))
    except (RuleError, Breach) as fault:
        faults = [fault]
print(*[fault.name() if isinstance(fault, RuleError) else type(fault).__name__ for fault in faults])
{END}"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ADDED)
def test_a_text_that_offers_too_much_is_refused_soon_and_in_little_room(
    name: str, tmp_path: Path
) -> None:
    added, wanted = ADDED[name]
    assert run(ASK, heron_with(added, tmp_path)) == {wanted}


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", LOOKED_AT)
def test_what_costs_too_much_to_look_at_is_refused_soon_and_in_little_room(
    name: str, tmp_path: Path
) -> None:
    added, wanted = LOOKED_AT[name]
    assert run(PLAY, heron_with(added, tmp_path)) == {wanted}


def heron_with(added: str, folder: Path) -> Path:
    """Write Heron with something more in a clause of its own."""
    place = folder / "heron.haggis"
    text = f'\nclause boom "Boom." ruling because "so" {added}\n'
    place.write_text(HERON.read_text(encoding="utf-8") + text, encoding="utf-8")
    return place


def run(program: str, place: Path) -> set[str]:
    """Run a program with the path of some rules, and return the words that it writes."""
    done = subprocess.run(  # noqa: S603 - our own text
        [sys.executable, "-c", program, place],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return set(done.stdout.split())


def test_the_number_and_the_place_are_told(tmp_path: Path) -> None:
    added, _ = ADDED["five cards"]
    _, (fault,) = check_everywhere(heron_with(added, tmp_path))
    assert fault.message == "`boom` can be chosen in 17,210,368 ways"
    assert fault.span.text == "boom"


def test_a_question_that_costs_more_than_the_budget_is_refused() -> None:
    match = load(HERON, budget=20).new_match(1)
    (seat,) = load(HERON).new_match(1).to_act
    with pytest.raises(OverBudgetError, match="`heron` needs more than 20 units"):
        len(match.actions(seat))
    with pytest.raises(OverBudgetError):
        load(HERON, budget=20).plays("3c 3d 3h 3s 4c 4d 4h 4s")


def test_every_question_has_the_whole_budget() -> None:
    least = cost(load(HERON).new_match(1))
    match = load(HERON, budget=least).new_match(1)
    (seat,) = match.to_act
    for _ in range(3):
        assert listed(match, seat)


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


def listed(match: MatchState, seat: int) -> list[Action]:
    """List the actions of a seat, without what the position has remembered."""
    return [*ActionSequence(match.rules.choices, match.state.values, match.state.zones, seat)]


def cost(match: MatchState) -> int:
    """Return what listing the actions of a position costs at first."""
    rules = Rules(match.rules.game)
    (seat,) = match.to_act
    assert listed(rules.match(match.to_json()), seat)
    return rules.budget.most - rules.budget.left
