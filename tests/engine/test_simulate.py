"""Hands played fast are the hands that are played position by position."""

from pathlib import Path

import pytest

from haggis_rules.analysis import simulate as simulate_module
from haggis_rules.analysis.simulate import PlayoutHand, simulate
from haggis_rules.engine.rules import Rules, load
from haggis_rules.semantics.between_hands import points
from haggis_rules.semantics.breach import Breach, OutOfBounds
from haggis_rules.semantics.random_streams import StreamPurpose, random_stream
from tests.engine.games import rules_of

GAMES = ("neeps-core", "heron", "classic for 2", "classic for 3", "tournament")


def by_table(rules: Rules, seed: int) -> PlayoutHand:
    """Play a hand position by position, with all that each seat can do looked at."""
    table, chance = rules.new_hand(seed), random_stream(seed, StreamPurpose.PLAYOUT)
    choices: list[int] = []
    while not table.finished and table.to_act:
        seat = table.to_act[chance.below(len(table.to_act))]
        actions = table.actions(seat)
        choices.append(len(actions))
        table = table.apply(actions[chance.below(len(actions))])
    return PlayoutHand(seed, table.finished, table.state, tuple(choices))


@pytest.mark.parametrize("name", GAMES)
def test_a_few_hands_are_played_as_position_by_position(name: str) -> None:
    rules = rules_of(name)
    assert list(simulate(rules, 6, 40)) == [by_table(rules, seed) for seed in range(40, 46)]


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if "core" in name else ()) for name in GAMES]
)
def test_many_hands_are_played_as_position_by_position(name: str) -> None:
    rules = rules_of(name)
    ended = 0
    for played in simulate(rules, 300, 1000):
        assert played == by_table(rules, played.seed)
        ended += played.finished
    assert ended == 300


@pytest.mark.parametrize("name", GAMES)
def test_the_points_of_a_hand_are_those_of_evaluation(name: str) -> None:
    rules = rules_of(name)
    for played in simulate(rules, 5):
        found = played.points(rules)
        assert list(found) == list(rules.game.scores)
        for entry, owned in found.items():
            for owner, number in enumerate(owned):
                assert number == points(rules.game, played.state, entry, owner)


def test_a_seed_gives_its_hand_wherever_it_stands() -> None:
    rules = rules_of("classic for 2")
    assert list(simulate(rules, 4, 7))[2:] == list(simulate(rules, 2, 9))


TINY = """
language 2
variant tiny "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 3 seats
  ranks 1 2 3
  suits red r, blue b
  deck plain of ranks 1 to 3 in each suit, 1 copy
  zone fist of each seat, seen by owner
  zone heap, seen by all
  deal 2 plain to fist of each seat
  choice mood is calm or keen
  state dealer is seat, at first by chance, seen by all
  state count is 0 to 2, at first 0, seen by all
  state called of each seat is mood or none, at first none, seen by all
  action lay of card c from fist of actor, mood m by dealer
  may lay only when count is at most 1
  may lay only when m is calm or rank of c is above 1
  on lay
    move c from fist of actor to heap
    let count be count + 1
  action call of mood m by any seat s where (called of s is none)
  may call only when count is at most 1
  on call let called of actor be m
"""


def tiny(folder: Path, text: str) -> Rules:
    file = folder / "tiny.haggis"
    file.write_text(text, encoding="utf-8")
    return load(file)


def test_a_game_that_does_not_say_so_is_over_when_nobody_can_act(tmp_path: Path) -> None:
    rules = tiny(tmp_path, TINY)
    hands = list(simulate(rules, 60))
    assert hands == [by_table(rules, played.seed) for played in hands]
    assert all(played.finished for played in hands)
    assert len({len(played.choices) for played in hands}) > 1


GUARDED = """
  state shy of each seat is truth, at first false, seen by all
  state last is seat or none, at first none, seen by all
  action hum by any seat s where (not shy of s)
  may hum only when actor is not dealer
  may hum only when last is not none
  may hum only when 1 seats after last is actor or count is 2
  on hum let shy of actor be true
  action nod by any seat s where (last is none or last is not s)
  may nod only when count is at most 1
  may nod only when shy of actor implies called of actor is keen
  on nod
    let last be actor
    let count be count + 1
"""


def test_guards_that_speak_of_the_actor_or_of_what_may_be_none_hold(tmp_path: Path) -> None:
    rules = tiny(tmp_path, TINY + GUARDED)
    hands = list(simulate(rules, 150))
    assert hands == [by_table(rules, played.seed) for played in hands]
    assert all(played.finished for played in hands)


NEVER = """
  state last is seat or none, at first none, seen by all
  define off as false
  action hum by any seat s where ({where})
  may hum only when {guard}
  on hum let last be actor
"""


@pytest.mark.parametrize(
    ("where", "guard", "breaks"),
    [
        ("off and s is dealer", "1 seats after last is dealer", False),
        ("1 seats after last is s", "off", True),
        ("s is dealer", "1 seats after last is dealer", True),
        ("off and s is dealer", "off", False),
    ],
)
def test_a_breach_comes_exactly_where_it_comes_position_by_position(
    tmp_path: Path, *, where: str, guard: str, breaks: bool
) -> None:
    rules = tiny(tmp_path, TINY + NEVER.format(where=where, guard=guard))
    assert _breaks(rules, 1) is breaks
    if breaks:
        with pytest.raises(Breach):
            list(simulate(rules, 1))
    else:
        assert list(simulate(rules, 1)) == [by_table(rules, 1)]


def test_a_game_that_says_when_it_is_over_may_get_stuck_before(tmp_path: Path) -> None:
    rules = tiny(tmp_path, f"{TINY}  export finished as count is 2 and called of dealer is keen\n")
    hands = list(simulate(rules, 60))
    assert hands == [by_table(rules, played.seed) for played in hands]
    assert {played.finished for played in hands} == {True, False}


def test_a_hand_without_end_is_left_unfinished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(simulate_module, "MOST_MOVES", 3)
    (played,) = simulate(tiny(tmp_path, TINY), 1, 2)
    assert len(played.choices) == 3
    assert not played.finished


def test_a_breach_names_its_clause_and_is_the_one_of_the_positions(tmp_path: Path) -> None:
    rules = tiny(
        tmp_path, TINY.replace("be count + 1", "be count + (2 when m is calm otherwise 1)")
    )
    seed = next(seed for seed in range(50) if _breaks(rules, seed))
    with pytest.raises(OutOfBounds) as found:
        list(simulate(rules, 1, seed))
    assert found.value.clause == "rules"


def _breaks(rules: Rules, seed: int) -> bool:
    try:
        by_table(rules, seed)
    except Breach:
        return True
    return False


@pytest.mark.slow
def test_who_may_act_out_of_turn_is_as_likely_to_act_as_who_is_in_turn() -> None:
    rules = rules_of("classic for 2")
    led = sum(played.choices[0] > 3 for played in simulate(rules, 400))  # of bets there are 3
    assert 150 < led < 250
