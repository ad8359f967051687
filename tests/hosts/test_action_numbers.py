"""Numbers of actions: which actions have one number, and that nothing else does."""

from collections import defaultdict
from random import Random

import pytest

from haggis_rules import Action, Rules
from haggis_rules.engine.rules import load_agreed
from haggis_rules.hosts.action_numbers import ActionNumbers, PlayDetail, numbers_of
from haggis_rules.hosts.zone_holdings import most_held
from haggis_rules.semantics.state import Combination, counts, holds, size
from tests.hosts.hosted import FAST, SLOW, hosted, states

MATCHES = 100  # among which enough actions are met


def numbered_well(rules: Rules, seed: int, most: int) -> int:
    """Look at every legal action of a match, and return how many there were."""
    numbers, looked = numbers_of(rules), 0
    for match in states(rules, seed, most):
        for seat in match.to_act:
            actions = [*match.decisions(seat)]
            looked += len(actions)
            alike = defaultdict[int, list[Action]](list)
            for action in actions:
                alike[numbers.number(action)].append(action)
            assert all(0 <= number < numbers.size for number in alike)
            first = {number: some[0] for number, some in alike.items()}
            assert numbers.by_number(actions) == first
            for some in alike.values():
                told_alike(numbers, some)
    return looked


def told_alike(numbers: ActionNumbers, some: list[Action]) -> None:
    """Assert that actions with one number differ in nothing that their readings tell apart."""
    if len(some) == 1:
        return
    rules = numbers.rules
    assert len({one.name for one in some}) == 1
    kinds = {type(value) for one in some for value in one.arguments}
    assert kinds == {Combination}
    (param,) = rules.game.action(some[0].name).params
    zone = getattr(param, "zone").zone  # noqa: B009 - it is of a combination
    plays = [value for one in some for value in one.arguments if isinstance(value, Combination)]
    assert len({play.reading for play in plays}) == 1
    reading = plays[0].reading
    wild = [
        [
            (card, many)
            for card, many in counts(play.cards)
            if rules.patterns.is_wild(reading[0], card)
        ]
        for play in plays
    ]
    match numbers.plays(zone).detail(reading):
        case PlayDetail.CARDS:
            pytest.fail(f"{some} have one number")
        case PlayDetail.WILD_CARDS:
            assert all(one == wild[0] for one in wild)
        case PlayDetail.WILD_COUNT:
            assert len({sum(many for _, many in one) for one in wild}) == 1
        case PlayDetail.READING:
            pass


@pytest.mark.parametrize("name", FAST)
def test_a_number_stands_for_actions_that_its_detail_does_not_tell_apart(name: str) -> None:
    assert numbered_well(hosted(name), 1, 40) > 100


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", SLOW)
def test_numbers_of_every_seating_stand_for_what_they_say(name: str) -> None:
    looked = seed = 0
    while looked <= 100 and seed < MATCHES:  # the matches of some texts are over in ten actions
        looked += numbered_well(hosted(name), seed, 60)
        seed += 1
    assert looked > 100


def test_every_play_of_a_text_has_a_number_and_every_number_a_play() -> None:
    rules = hosted("heron")
    (play,) = (one for one in rules.game.actions if one.params)
    (param,) = play.params
    zone = getattr(param, "zone").zone  # noqa: B009 - it is of a combination
    numbers = numbers_of(rules, ways=1000).plays(zone)
    rules.budget.begin()
    plays = rules.enumerator.plays(most_held(rules.game, zone))
    found = [numbers.number(Combination(*one)) for one in plays]
    assert sorted(number for number in found if number is not None) == [*range(len(plays))]
    assert numbers.size == len(plays)


@pytest.mark.parametrize("name", FAST)
def test_the_words_of_a_number_are_read_as_an_action_with_it(name: str) -> None:
    rules = hosted(name)
    numbers, read = numbers_of(rules), 0
    for number in Random(1).sample(range(numbers.size), min(numbers.size, 300)):
        text = numbers.text(number)
        if numbers.is_exact(number):
            assert numbers.number(rules.parse_action(f"1: {text}")) == number
            read += 1
    assert read > 100


def test_more_ways_tell_more_plays_apart() -> None:
    rules = hosted("classic for 2")
    sizes = [numbers_of(rules, ways).size for ways in (1, 8, 100, 400)]
    assert sizes == sorted(sizes)
    assert sizes[0] < 400 < sizes[-1]


def test_numbers_do_not_change_with_the_budget() -> None:
    usual = numbers_of(hosted("classic for 2"))
    poor = ActionNumbers(load_agreed("classic", {}, players=2, budget=3000))
    assert [poor.text(one) for one in range(0, poor.size, 50)] == [
        usual.text(one) for one in range(0, usual.size, 50)
    ]


def test_what_has_no_number_is_refused() -> None:
    rules = hosted("classic for 2")
    numbers = numbers_of(rules)
    with pytest.raises(ValueError, match="at least one number, and not 0"):
        ActionNumbers(rules, 0)
    for wrong in (
        Action("sing", 0),
        Action("bet", 0, (9,)),
        Action("bet", 0),
        Action("play", 0, (1,)),
    ):
        with pytest.raises(ValueError, match="is no action that these rules allow anywhere"):
            numbers.number(wrong)
    with pytest.raises(ValueError, match="from 0 to"):
        numbers.text(numbers.size)


@pytest.mark.parametrize("name", ["heron", "neeps for 4", "tatties for 3"])
def test_no_zone_ever_holds_more_than_it_can(name: str) -> None:
    rules = hosted(name)
    most = [most_held(rules.game, zone) for zone, _ in enumerate(rules.game.zones)]
    for match in states(rules, 3, 40):
        for zone, cards in enumerate(match.state.zones):
            each = cards if isinstance(cards, tuple) else (cards,)
            assert all(holds(most[zone], one) for one in each)


def test_a_hand_that_takes_no_cards_can_hold_one_copy_of_each_named_card() -> None:
    game = hosted("classic for 2").game
    hand = next(number for number, zone in enumerate(game.zones) if zone.name == "hand")
    assert size(most_held(game, hand)) == len(game.cards)
