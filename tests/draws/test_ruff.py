"""Ruff, in which cards that were seen are dealt again: who knows what, and how likely it is."""

from collections import Counter, defaultdict
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

import pytest

from haggis_rules import Action, Position, Rules
from haggis_rules.analysis.simulate import simulate
from haggis_rules.semantics.dealing import Dealing
from haggis_rules.semantics.state import count_of
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved, changed

RUFF = Path(__file__).parent / "ruff.haggis"
FOURS = (4, 5)  # the two fours, by their class


@pytest.mark.slow
def test_every_promise_is_proved_by_both_solvers() -> None:
    assert_all_are_proved(game_of(RUFF))


class Way(NamedTuple):
    """A hand, and how likely it is when players choose blindly."""

    table: Position
    likely: Fraction


def every_way(start: Position, decisions: list[str]) -> list[Way]:
    """Return every way in which these actions can follow a deal, each with its likelihood.

    Outcomes are counted here from the cards of the state, and not asked of the engine.
    """
    ways = [Way(start, Fraction(1))]
    for name in decisions:
        found: list[Way] = []
        for table, likely in ways:
            seat = next(s for s in table.to_act if any(a.name == name for a in table.actions(s)))
            actions = [one for one in table.actions(seat) if one.name == name]
            weights = [1] * len(actions)
            if name == "deal.again":
                rest = cast("int", table.state.zones[1])
                weights = [count_of(rest, cast("int", one.arguments[0])) for one in actions]
            found += [
                Way(table.apply(one), likely * weight / sum(weights))
                for one, weight in zip(actions, weights, strict=True)
            ]
        ways = found
    return ways


def starts(rules: Rules) -> list[Position]:
    """Return every deal in which the first seat deals: 90 of them, all alike."""
    found = dict[object, Position]()
    seed = 0
    while len(found) < 90:
        table = rules.new_hand(seed)
        seed += 1
        if table.value("dealer") == 0:
            found.setdefault(table.start, table)
    return list(found.values())


@pytest.mark.slow
@pytest.mark.parametrize("seat", [0, 1])
def test_each_way_to_draw_is_as_likely_in_hands_made_of_a_view(seat: int, tmp_path: Path) -> None:
    """Compare hands made of a view with all that could have been, weighed by chance.

    The second seat has given a card and drawn one, and neither hand is laid open.
    """
    open_end = "stage is dealing and next.receiver is none"
    rules = Rules(changed(RUFF, open_end, "stage is over", tmp_path))
    deals, course, often = starts(rules), ["keep", "give", "deal.again"], 60
    every = [way for deal in deals for way in every_way(deal, course)]
    for truth, _ in Random(4).sample(every, 3):
        view, likely = truth.view(seat), defaultdict[Position, Fraction](Fraction)
        for table, weight in every:
            if table.view(seat) == view:
                likely[table] += weight
        whole, chance, number = sum(likely.values()), Random(9), often * len(likely)
        assert len(likely) > 2
        made = Counter(rules.determinize(view, chance) for _ in range(number))
        assert made.keys() == likely.keys()
        wanted = {one: float(number * share / whole) for one, share in likely.items()}
        spread = sum((made[one] - many) ** 2 / many for one, many in wanted.items())
        assert spread < len(likely) + 4 * (2 * len(likely)) ** 0.5


def _until_given(deal: Position) -> Position:
    table = deal.apply(Action("keep", 0))
    return table.apply(next(one for one in table.actions(1) if one.name == "give"))


def test_what_is_dealt_again_is_each_card_that_nobody_holds_alike() -> None:
    """By counting, then by play: a card that was given back may come to anybody again."""
    rules = rules_of(RUFF)
    for deal in starts(rules)[:20]:
        for given, _ in every_way(deal, ["give", "give"]):
            rest = cast("int", given.state.zones[1])
            wanted = {card for card in range(6) if count_of(rest, card)}
            weighted = given.outcomes(Action("deal.again", 0))
            assert {cast("int", one.arguments[0]) for one, _ in weighted} == wanted
            assert len(wanted) == 4
            assert {weight for _, weight in weighted} == {1}
    chance, often, same = Random(2), 3000, 0
    table = _until_given(starts(rules)[3])
    back = table.actions_taken[-1].arguments
    for _ in range(often):
        same += table.by_chance(Action("deal.again", 0), chance).arguments == back
    assert abs(same - often / 3) < 3.3 * (often * 2 / 9) ** 0.5


def test_simulated_hands_score_as_counting_says() -> None:
    """Each seat has a third of the fours on average, whatever was given back by chance."""
    rules, hands, scored = rules_of(RUFF), 4000, Counter[int]()
    for hand in simulate(rules, hands):
        scored.update(dict(enumerate(hand.points(rules)["fours"])))
    for seat in range(2):
        assert abs(scored[seat] / hands - 2 / 3) < 0.04


def test_two_hands_that_look_alike_have_doors_that_answer_alike() -> None:
    """Deal the hidden cards otherwise, draws included: the seat is told the same of everything."""
    rules, chance = rules_of(RUFF), Random(6)
    for seed in range(30):
        match = rules.new_match(seed)
        while not match.finished:
            for seat in range(2):
                other = rules.determinize(match.view(seat), chance)
                one, two = match.seat(seat), other.seat(seat)
                assert (one.view, one.actions(), one.may_act) == (
                    two.view,
                    two.actions(),
                    two.may_act,
                )
                draws = [Action("deal.again", seat, (card,)) for card in range(6)]
                assert [one.why_not(each) for each in draws] == [
                    two.why_not(each) for each in draws
                ]
            seat = chance.choice(match.to_act)
            match = match.apply(chance.choice(match.decisions(seat)))


def test_a_hand_can_be_dealt_and_drawn_elsewhere() -> None:
    rules = rules_of(RUFF)
    start = rules.new_hand(3).start
    match = rules.dealt_match(Dealing(start.zones, (0,)))
    assert match.seed is None
    assert match.value("dealer") == 0
