"""Cards and plays by their names."""

import doctest
import pickle
from random import Random

import pytest

from haggis_rules import Card, Rules, UnknownCardError
from haggis_rules.engine import ruleset
from haggis_rules.notation import named_value
from haggis_rules.semantics.state import Combination
from tests.engine.strict_bot import beaten, play_match
from tests.games import SEATINGS, rules_of


@pytest.fixture(scope="module")
def rules() -> Rules:
    return rules_of("classic", 2)


def test_the_deck_has_each_card_with_its_rank_and_its_suit(rules: Rules) -> None:
    first, jack = rules.cards[0], next(one for one in rules.cards if one.name == "J")
    assert (str(first), first.rank, first.suit, first.copies) == ("2r", "2", "red", 1)
    assert (str(jack), jack.rank, jack.suit, jack.copies) == ("J", "J", None, 2)
    assert [first, jack] == sorted([jack, first])
    assert repr([first, jack]) == "[<Card 2r>, <Card J>]"
    assert len({*rules.cards, *rules.cards}) == len(rules.cards) == 39
    assert pickle.loads(pickle.dumps(jack)) == jack  # noqa: S301 - it is ours
    assert jack.rank > first.rank


def test_cards_are_listed_one_by_one_and_their_names_are_read_again(rules: Rules) -> None:
    listed = rules.card_list("Q 10r J J")
    assert [str(one) for one in listed] == ["10r", "J", "J", "Q"]
    assert all(isinstance(one, Card) for one in listed)
    assert rules.card_list(rules.parse_cards(" ".join(map(str, listed)))) == listed
    with pytest.raises(UnknownCardError):
        rules.card_list("11r")


def test_a_play_says_what_each_wild_card_stands_for(rules: Rules) -> None:
    found = {one.reading: one for one in rules.as_plays("10r J Q")}
    assert [(one.kind, str(one)) for one in found.values()] == [
        ("set", "10r J Q = set3@10"),
        ("sequence", "10r J Q = sequence3@10"),
        ("sequence", "10r J Q = sequence3@J"),
        ("sequence", "10r J Q = sequence3@Q"),
    ]
    stands = {
        reading: [(str(card), str(rank)) for card, rank in play.stands_for]
        for reading, play in found.items()
    }
    assert stands == {
        "set3@10": [("J", "10"), ("Q", "10")],
        "sequence3@10": [("J", "8"), ("Q", "9")],
        "sequence3@J": [("J", "J"), ("Q", "9")],
        "sequence3@Q": [("J", "J"), ("Q", "Q")],
    }


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_each_play_of_a_hand_is_read_again_and_places_each_of_its_wild_cards(
    name: str, players: int
) -> None:
    rules, chance = rules_of(name, players), Random(3)
    hand = Random(5).sample([one for one in rules.cards for _ in range(one.copies)], 9)
    plays = rules.plays(" ".join(map(str, hand)))
    assert plays
    for combination in chance.sample(plays, min(40, len(plays))):
        play = rules.as_play(combination)
        assert play.combination == combination == rules.parse_play(str(play))
        assert rules.show(combination.reading) == play.reading
        assert play.kind in {one.name for one in rules.game.patterns}
        wild = [card for card, _ in play.stands_for]
        pattern = combination.reading[0]
        patterns = rules.writing.enumerator.patterns
        assert wild == [one for one in play.cards if patterns.is_wild(pattern, one.number)]
        for card, rank in play.stands_for:
            assert rank.number in patterns.stands[pattern][card.number]


def test_a_play_is_asked_by_its_text_or_by_what_an_action_holds(rules: Rules) -> None:
    action = rules.parse_action("2: play 9r 10r J = sequence3@J")
    (play,) = [rules.as_play(one) for one in action.arguments if isinstance(one, Combination)]
    assert play == rules.as_play("9r 10r J = sequence3@J")
    assert repr(play) == "<Play 9r 10r J = sequence3@J>"
    assert rules.beats(str(play), "8r 9r 10r")


@pytest.mark.parametrize("module", [ruleset, named_value])
def test_the_examples_of_the_docstrings_hold(module: object) -> None:
    done = doctest.testmod(module)  # type: ignore[arg-type]
    assert done.failed == 0
    assert done.attempted >= 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("neeps", 4)])
def test_a_bot_that_uses_public_names_alone_plays_a_match(name: str, players: int) -> None:
    match = play_match(rules_of(name, players, target=30), seed=1)
    assert match.finished
    assert max(match.scores_by_seat) >= 30
    assert len(match.scores_by_seat) == players
    assert sorted([*beaten(match), *match.winners]) == list(range(players))
