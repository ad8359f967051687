"""Positions made of what a seat knows: it cannot tell them from the real one, and play goes on."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from haggis_rules import (
    ImpossibleViewError,
    NoSuchSeatError,
    NotationError,
    OtherRulesError,
    Position,
    Rules,
    View,
)
from haggis_rules.knowledge.seen import SeenEvent, SeenKind
from haggis_rules.notation.dealings import dealing_of
from haggis_rules.notation.values import Json
from tests.games import rules_of
from tests.secrets.comparing import check_alike
from tests.secrets.ledger import ledger_of
from tests.secrets.walks import CURLEW, HERON, SEATINGS, some_action, stops, walk

GAMES = (*SEATINGS, (HERON, 3), ("long-heron", 3), (CURLEW, 4))


def check_hand(rules: Rules, seed: int, most: int) -> Counter[str]:
    """See that no seat can tell what is made of its view; count how often it is another hand."""
    found, chance = Counter[str](), Random(f"resample {seed}")
    for table in stops(rules, seed, most):
        for seat in chance.sample(range(rules.players), min(most // 4, rules.players)):
            other = rules.determinize(table.view(seat), chance)
            check_alike(table, other, seat)
            check_whole(other)
            found["looked at"] += 1
            found["another"] += (other.start, other.history) != (table.start, table.history)
            found["another now"] += other.state != table.state
    return found


def check_whole(table: Position) -> None:
    """See that a position is one that the rules deal and make, and that play goes on from it."""
    assert isinstance(table.rules, Rules)
    dealing = dealing_of(table.rules.game, table.start, first=True)
    assert table.rules.dealt_match(dealing).position.start == table.start
    again = table.rules.position(table.to_json())
    assert again == table
    for seat in range(table.rules.players):
        assert again.view(seat) == table.view(seat)
    assert table.finished or table.apply(some_action(table, Random(0))).history


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_a_seat_cannot_tell_what_is_made_of_its_view(name: str, players: int) -> None:
    found = check_hand(rules_of(name, players), 2, 6)
    assert found["another"] > found["looked at"] / 2
    assert found["another now"] > found["looked at"] / 3


@pytest.mark.slow
@pytest.mark.long  # the same is asked of a hand of every seating each time
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_in_many_hands_a_seat_cannot_tell_what_is_made_of_its_view(name: str, players: int) -> None:
    rules = rules_of(name, players)
    found = sum((check_hand(rules, seed, 16) for seed in range(3)), Counter[str]())
    assert found["another"] > found["looked at"] / 2
    assert found["another now"] > found["looked at"] / 3


@pytest.mark.parametrize(("name", "players"), [("neeps", 6), ("tatties", 3), ("tatties", 5)])
def test_in_the_midst_of_secret_choices_every_seat_gets_another_hand(
    name: str, players: int
) -> None:
    rules, chance, secrets = rules_of(name, players), Random(4), Counter[bool]()
    for table in list(walk(rules, 8))[: 3 * players : 2]:
        for seat in range(players):
            other = rules.determinize(table.view(seat), chance)
            check_alike(table, other, seat)
            check_whole(other)
            secret = any(
                one.kind is SeenKind.ACTION and one.arguments is None
                for one in table.view(seat).seen
            )
            secrets[secret] += 1
            assert other.state != table.state
    assert secrets[True] > secrets[False] / 2


def test_a_game_that_hides_all_that_can_be_hidden_is_met_from_every_seat_at_every_time() -> None:
    rules, chance = rules_of(CURLEW, 4), Random(12)
    for table in walk(rules, 11):
        for seat in range(4):
            other = rules.determinize(table.view(seat), chance)
            check_alike(table, other, seat)
            check_whole(other)
            assert other != table


def test_cards_that_the_seat_passed_on_lie_where_it_passed_them() -> None:
    rules, chance = rules_of("neeps", 4), Random(5)
    table = next(t for t in walk(rules, 3) if t.history and t.history[-1].done == "carry.messages")
    ledger = ledger_of(table)
    for seat in range(4):
        (mine,) = [
            cards[0].name
            for action, cards in ledger.used
            if action.name == "send" and action.actor == seat
        ]
        for _ in range(20):
            other = rules.determinize(table.view(seat), chance)
            hands = other.state.zones[0]
            assert isinstance(hands, tuple)
            assert mine in rules.show(hands[(seat + 2) % 4]).split()


@pytest.mark.parametrize(("name", "players"), [("classic", 3), ("neeps", 6), ("tatties", 3)])
def test_views_that_come_back_from_json_do_as_well(name: str, players: int) -> None:
    rules, chance = rules_of(name, players), Random(6)
    for table in stops(rules, 5, 4):
        for seat in range(players):
            view = table.view(seat)
            again = rules.view_from_json(json.loads(json.dumps(view.to_json())))
            assert again == view
            check_alike(table, rules.determinize(again, chance), seat)


@pytest.mark.parametrize(("name", "players"), [("classic", 2), ("neeps", 6), ("tatties", 5)])
def test_a_line_of_text_without_a_log_is_met_by_a_position_that_begins_there(
    name: str, players: int
) -> None:
    rules, chance = rules_of(name, players), Random(7)
    for table in stops(rules, 6, 4):
        for seat in range(players):
            line = table.view(seat).to_text()
            other = rules.determinize(rules.view_from_text(line), chance)
            assert other.view(seat).to_text() == line
            assert other.actions(seat) == table.actions(seat)
            assert other.history == ()


def test_a_position_that_was_set_up_is_met_like_a_hand() -> None:
    rules, chance = rules_of("classic", 3), Random(8)
    for table in stops(rules, 7, 6):
        set_up = rules.at(table.state)
        for _ in range(3):
            if not set_up.finished:
                set_up = set_up.apply(some_action(set_up, chance))
        for seat in range(3):
            check_alike(set_up, rules.determinize(set_up.view(seat), chance), seat)


def test_secret_cards_are_only_such_as_can_be_chosen() -> None:
    rules = rules_of("neeps", 4)
    carried, every = (
        rules.determinizer.hands.moving_choices["send"],
        (1 << len(rules.game.cards)) - 1,
    )
    pips = {
        k for k in range(len(rules.game.cards)) if carried.may(("hand", "sent"), every) >> k & 1
    }
    assert pips == {k for k, card in enumerate(rules.game.cards) if card.suit is not None}


def test_one_seed_makes_one_position_and_another_seed_another() -> None:
    rules = rules_of("tatties", 5)
    view = list(walk(rules, 8))[14].view(2)
    made = [rules.determinize(view, Random(seed)) for seed in (1, 1, 2)]
    assert made[0] == made[1]
    assert made[0] != made[2]


# Matches


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "players"),
    [
        *(("classic", 2), ("neeps", 4), ("long-heron", 3), ("tatties", 3)),
        pytest.param(CURLEW, 4, marks=pytest.mark.long),
    ],
)
def test_a_match_is_made_of_what_a_seat_knows_of_all_its_hands(name: str, players: int) -> None:
    rules, chance = rules_of(name, players), Random(9)
    match, others = rules.new_match(3), 0
    hands, often = (6, 0.2) if name == CURLEW else (2, 0.05)
    while match.hand <= hands and not match.finished:
        if chance.random() < often:
            seat = chance.randrange(players)
            view = match.view(seat)
            assert rules.match_view_from_json(json.loads(json.dumps(view.to_json()))) == view
            other = rules.determinize(view, chance)
            assert other.view(seat) == view
            assert other.actions(seat) == match.actions(seat)
            assert rules.match(other.to_json()) == other
            others += other.state != match.state
        match = match.apply(some_action(match.position, chance))
    assert others


def test_a_match_that_is_over_and_one_that_waits_for_cards_are_made_as_well() -> None:
    rules, chance = rules_of("long-heron", 3), Random(10)
    over = rules.new_match(4)
    first = rules.determinize(over.view(0), chance)
    while not over.finished:
        over = over.apply(some_action(over.position, chance))
    while not first.undealt and not first.finished:
        first = first.apply(some_action(first.position, chance))
    for match in (over, first):
        for seat in range(3):
            other = rules.determinize(match.view(seat), chance)
            assert other.view(seat) == match.view(seat)
            assert (other.finished, other.undealt) == (match.finished, match.undealt)


def test_a_secret_number_that_lasts_is_another_and_the_own_one_stays() -> None:
    rules, chance = rules_of("long-heron", 3), Random(11)
    match = rules.new_match(4)
    while match.hand < 2:
        match = match.apply(some_action(match.position, chance))
    lucks = {str(rules.determinize(match.view(1), chance).value("luck")) for _ in range(12)}
    mine = match.view(1)
    assert len(lucks) > 6
    assert {rules.determinize(mine, chance).view(1).values for _ in range(3)} == {mine.values}


def test_what_the_hand_before_has_left_is_kept_where_it_is_known() -> None:
    rules, chance = rules_of(CURLEW, 4), Random(13)
    match = rules.new_match(2)
    while match.hand < 3:
        match = match.apply(some_action(match.position, chance))
    view, dealer = match.position.view(0), match.value("dealer")
    for lasting in (match.state.values, None):
        made = {
            rules.determinizer.position(view, chance, lasting).value("dealer") for _ in range(20)
        }
        assert (len(made) > 1) is (lasting is None)
        assert dealer in made


# What is refused


def some_view(name: str = "tatties", players: int = 3, at: int = 12) -> View:
    """Return a view in the midst of a hand."""
    return list(walk(rules_of(name, players), 8))[at].view(1)


def with_event(view: View, number: int, event: SeenEvent) -> View:
    return replace(view, seen=(*view.seen[:number], event, *view.seen[number + 1 :]))


Tamper = Callable[[View], View]


def _action(view: View) -> int:
    """Return the number of the first action that the seat saw."""
    return next(i for i, one in enumerate(view.seen) if one.kind is SeenKind.ACTION)


def _with_first(view: View, **changes: int) -> View:
    """Change the first zone in which the seat sees cards."""
    zone = next(one for one in view.zones if one.cards)
    others = [one for one in view.zones if one != zone]
    return replace(view, zones=(*others, zone._replace(**changes)))  # type: ignore[arg-type]


def _with_action(view: View, **changes: object) -> View:
    at = _action(view)
    return with_event(view, at, view.seen[at]._replace(**changes))  # type: ignore[arg-type]


def _with_zone_again(view: View) -> View:
    empty = next(one for one in view.zones if not one.cards and not one.unseen)
    return replace(view, zones=(*view.zones, empty))


def _with_value(view: View) -> View:
    first, *others = view.values
    return replace(view, values=(first._replace(value=None), *others))


# Each is wrong in one thing.
TAMPERED: dict[str, Tamper] = {
    "a card less": lambda view: _with_first(view, cards=0),
    "a card unseen": lambda view: _with_first(view, cards=0, unseen=1),
    "a negative number": lambda view: _with_first(view, unseen=-1),
    "a card that is none": lambda view: _with_first(view, cards=1 << 2000),
    "a place twice": _with_zone_again,
    "a value less": lambda view: replace(view, values=view.values[1:]),
    "another value": _with_value,
    "no deal": lambda view: replace(view, seen=view.seen[1:]),
    "an event less": lambda view: replace(view, seen=view.seen[:-1]),
    "an event twice": lambda view: replace(view, seen=(*view.seen, view.seen[-1])),
    "another event": lambda view: _with_action(view, name="fly"),
    "another actor": lambda view: _with_action(view, actor=99),
    "other choices": lambda view: _with_action(view, arguments=("x", None)),
    "another place": lambda view: with_event(
        view, 0, view.seen[0]._replace(moves=view.seen[0].moves[1:])
    ),
}


@pytest.mark.parametrize("wrong", TAMPERED)
def test_a_view_that_no_hand_gives_is_refused_by_name(wrong: str) -> None:
    rules = rules_of("tatties", 3)
    assert rules.determinize(some_view(), Random(0)).view(1) == some_view()
    with pytest.raises(ImpossibleViewError):
        rules.determinize(TAMPERED[wrong](some_view()), Random(0))


STRANGE: tuple[Json, ...] = (None, True, -1, 99, 10**30, "9z", "", [], {}, [None], {"of": 1})


def damaged(data: Json, chance: Random) -> Json:
    """Put something strange somewhere into JSON, or leave a part out."""
    parts: dict[int | str, Json] = {}
    if isinstance(data, dict):
        parts.update(data.items())
    elif isinstance(data, list):
        parts.update(enumerate(data))
    if not parts or chance.random() < 0.15:
        return chance.choice(STRANGE)
    key = chance.choice(list(parts))
    if chance.random() < 0.15:
        del parts[key]
    else:
        parts[key] = damaged(parts[key], chance)
    if isinstance(data, dict):
        return {str(name): part for name, part in parts.items()}
    return list(parts.values())


def test_json_that_is_damaged_is_refused_by_name() -> None:
    rules, chance, refused = rules_of("tatties", 3), Random(0), 0
    match = rules.new_match(2)
    for _ in range(14):
        match = match.apply(some_action(match.position, chance))
    data = json.loads(json.dumps(match.view(1).to_json()))
    for _ in range(150):
        try:
            view = rules.match_view_from_json(damaged(data, chance))
            assert rules.determinize(view, chance).view(1) == view == match.view(1)
        except NotationError:
            refused += 1
    assert refused > 120


def test_a_view_of_other_rules_or_of_no_seat_is_refused_by_name() -> None:
    with pytest.raises(OtherRulesError):
        rules_of("classic", 3).determinize(some_view(), Random(0))
    with pytest.raises(NoSuchSeatError):
        rules_of("tatties", 3).determinize(replace(some_view(), seat=3), Random(0))
    match = rules_of("classic", 3).new_match(1).view(0)
    with pytest.raises(OtherRulesError):
        rules_of("tatties", 3).determinize(match, Random(0))
    with pytest.raises(ImpossibleViewError):
        rules_of("classic", 3).determinize(replace(match, hand=2), Random(0))
