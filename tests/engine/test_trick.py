"""How a trick stands and who has won, for a program that knows no name of a text's variables."""

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from haggis_rules import (
    Action,
    MatchState,
    NoSuchQueryError,
    WrongArgumentError,
    greedy_player,
    load,
)
from haggis_rules.ir.game_digests import play_digest
from haggis_rules.ir.load import load_game
from haggis_rules.players import next_action
from tests.engine.games import random_match
from tests.games import SEATINGS, rules_of
from tests.playing import HERON

TABLES = [f"{name} for {players}" for name, players in SEATINGS]
# Where each text keeps what the tests compare with: the pile, who made the highest play, the hand.
KEPT = {"heron": ("table-top", "owner-of-top", "fist")}


def kept(name: str) -> tuple[str, str, str]:
    """Return where a text keeps the cards of a trick, who holds it, and the cards of a seat."""
    return KEPT.get(name, ("pile", "best.player", "hand"))


def lying(match: MatchState, zone: str) -> Counter[str]:
    """Return the cards in a zone of the table by their names."""
    cards = [one.cards for one in match.view(0).table.zones if one.place.zone == zone]
    return Counter(str(card) for one in cards for card in match.rules.card_list(one))


@pytest.mark.parametrize("name", [*TABLES, "heron"])
def test_the_trick_is_what_lies_in_the_pile(name: str) -> None:
    rules, (pile, holder, _) = rules_of(name), kept(name)
    leads = followed = 0
    for match, _, _ in islice(random_match(rules, 4), 150):
        plays = [one.play for one in match.trick]
        shown = Counter(str(card) for play in plays for card in play.cards)
        if shown != lying(match, pile):  # a trick is over, and somebody chooses who captures it
            assert match.to_beat is None
            assert all(rules.play_of(one) is None for one in match.actions(match.to_act[0]))
        assert (match.to_beat is None) == (plays == []) == (match.trick_holder is None)
        if plays:
            assert plays[-1].reading == match.to_beat
            assert match.trick[-1].seat == match.trick_holder == match.value(holder)
            assert match.position.trick == match.trick
        leads += not plays
        followed += len(plays) > 1
    assert leads > 3
    assert followed > 3


@pytest.mark.parametrize("name", [*TABLES, "heron"])
def test_each_door_tells_the_trick_and_the_cards_of_its_seat(name: str) -> None:
    rules, (_, _, hand) = rules_of(name), kept(name)
    for match, _, _ in islice(random_match(rules, 8), 0, 90, 9):
        for door in map(match.seat, range(rules.players)):
            told = (match.trick, match.to_beat, match.trick_holder)
            assert (door.trick, door.to_beat, door.trick_holder) == told
            own = [
                one.cards
                for one in match.view(door.number).table.zones
                if one.place == (hand, door.number)
            ]
            assert door.cards == rules.card_list(own[0])
            assert door.rules is rules


@pytest.mark.parametrize("name", ["classic for 3", "neeps for 4", "tatties for 3", "heron"])
def test_a_door_tells_the_same_whatever_is_hidden(name: str) -> None:
    rules, chance, hidden = rules_of(name), Random(3), 0
    for match, _, _ in islice(random_match(rules, 5), 0, 60, 12):
        for door in map(match.seat, range(rules.players)):
            other = rules.determinize(match.view(door.number), chance).seat(door.number)
            told = (door.trick, door.to_beat, door.trick_holder, door.cards)
            assert (other.trick, other.to_beat, other.trick_holder, other.cards) == told
            hidden += MatchState.behind(other).state != match.state
    assert hidden > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [one for one in TABLES if "core" not in one])
def test_the_winner_has_the_most_points_when_a_match_is_over(name: str) -> None:
    rules = rules_of(name)
    match = rules.new_match(3)
    players = [greedy_player()] * rules.players
    while not match.finished:
        assert match.winner is None
        assert match.winners == ()
        match = match.apply(next_action(match, players))
    best = max(match.scores_by_seat)
    if match.teams:
        (team,) = [one for one, points in match.scores_by_team.items() if points == best]
        assert match.winner == team
        assert match.winners == match.teams[team]
    else:
        assert match.winner == match.scores.index(best)
        assert match.winners == (match.winner,)
    for hand in match.sheet:
        totals = [hand.total(owner) for owner in range(rules.scorers)]
        assert hand.leaders == tuple(
            owner for owner, points in enumerate(totals) if points == max(totals)
        )


def test_a_text_of_one_hand_has_a_winner_too() -> None:
    *_, (_, _, end) = random_match(rules_of("heron"), 2)
    assert end.winner is not None
    assert end.seat(end.winners[0]).cards == ()


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write Heron with other lines."""
    text = HERON.read_text()
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (folder / "heron.haggis").write_text(text)
    return folder / "heron.haggis"


def test_a_text_that_does_not_say_is_not_guessed_at(tmp_path: Path) -> None:
    silent = changed(
        tmp_path,
        ("  export to.beat as top\n", ""),
        ("  export trick.holder as (owner-of-top when top is not none otherwise none)\n", ""),
        ("  export winner as", "  define first.empty as"),
    )
    match = load(silent).new_match(1)
    for name, ask in (
        ("to.beat", lambda: match.to_beat),
        ("to.beat", lambda: match.trick),
        ("to.beat", lambda: match.seat(0).trick),
        ("trick.holder", lambda: match.trick_holder),
        ("winner", lambda: match.winner),
        ("winner", lambda: match.winners),
    ):
        with pytest.raises(NoSuchQueryError, match=f"has no `{name}`; a text says what it is"):
            ask()


def test_a_word_of_another_kind_is_refused(tmp_path: Path) -> None:
    odd = changed(tmp_path, ("  export to.beat as top\n", "  export to.beat as top is none\n"))
    with pytest.raises(NoSuchQueryError, match=r"`to\.beat` is a truth in this variant"):
        _ = load(odd).new_match(1).to_beat


def test_a_door_does_not_tell_what_its_seat_may_not_know(tmp_path: Path) -> None:
    hidden = changed(
        tmp_path,
        (
            "  state top is reading or none, at first none, seen by all\n",
            "  state top is reading or none, at first none, seen by nobody\n",
        ),
    )
    match = load(hidden).new_match(1)
    assert match.turn is not None
    match = match.apply(match.actions(match.turn)[0])
    assert match.to_beat is not None
    door = match.seat(0)
    for ask in (lambda: door.to_beat, lambda: door.trick, lambda: door.trick_holder):
        with pytest.raises(NoSuchQueryError, match="tells what not all may know"):
            ask()


def test_saying_how_a_trick_stands_leaves_records_as_they_are(tmp_path: Path) -> None:
    silent = changed(tmp_path, ("  export to.beat as top\n", ""))
    assert play_digest(load_game(silent)) == play_digest(load_game(HERON))
    ruled = changed(
        tmp_path, ("when top is none or p beats top", "when to.beat is none or p beats top")
    )
    assert play_digest(load_game(ruled)) != play_digest(load_game(HERON))


def test_an_action_has_its_play_and_its_cards() -> None:
    rules = rules_of("classic for 2")
    action = rules.parse_action("2: play 9r 10r J = sequence3@J")
    assert rules.play_of(action) == rules.as_play("9r 10r J = sequence3@J")
    assert rules.cards_of(action) == rules.card_list("9r 10r J")
    for text in ("2: pass", "2: bet big"):
        assert rules.play_of(rules.parse_action(text)) is None
        assert rules.cards_of(rules.parse_action(text)) == ()


@pytest.mark.parametrize("name", ["neeps for 4", "tatties for 3", "heron"])
def test_the_cards_of_an_action_are_those_that_its_text_has(name: str) -> None:
    rules, chosen = rules_of(name), 0
    names = {str(card) for card in rules.cards}
    for _, action, _ in islice(random_match(rules, 6), 40):
        cards, play = rules.cards_of(action), rules.play_of(action)
        words = [one.strip(",") for one in action.text.partition(" = ")[0].split()[1:]]
        assert Counter(map(str, cards)) == Counter(one for one in words if one in names)
        assert play is None or play.cards == cards
        chosen += len(cards)
    assert chosen > 10


def test_what_is_no_action_of_the_rules_has_no_play() -> None:
    rules = rules_of("classic for 2")
    for action in (Action("leap", 0), Action("play", 0, (3,)), Action("play", 9)):
        for ask in (rules.play_of, rules.cards_of):
            with pytest.raises(WrongArgumentError, match="is no action of `classic` for 2 players"):
                ask(action)


def test_a_bot_needs_no_name_of_a_rule() -> None:
    for name in ("classic for 3", "neeps for 4", "heron"):
        rules, chance = rules_of(name), Random(1)
        match, hand = rules.new_match(1), 1
        while match.hand == hand and not match.finished:
            seat = match.to_act[0] if match.turn is None else match.turn
            door = match.seat(seat)
            cheapest = [one for one in door.actions() if len(rules.cards_of(one)) == 1]
            match = match.apply(chance.choice(cheapest or door.actions()))
        assert match.hands[0].finished
