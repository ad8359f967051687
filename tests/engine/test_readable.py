"""What a program gets of the engine prints as people write it."""

import copy
import pickle
from itertools import islice
from random import Random
from typing import cast

import pytest

from haggis_rules import Action, Combination, NamedValue, NoSuchQueryError, Rules, load
from tests.engine.games import MATCHES, match_after, random_match
from tests.games import SEATINGS, rules_of


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("classic", players=2)


def test_rules_print_their_name_and_what_was_agreed(rules: Rules) -> None:
    assert repr(rules) == "<Rules classic/2 target=350>"


@pytest.mark.rotates
@pytest.mark.slow
def test_an_action_prints_in_notation_and_is_read_again(rules: Rules) -> None:
    match = rules.new_match(7)
    offered = [one for seat in match.to_act for one in match.actions(seat)]
    for _ in range(3):
        seat = match.to_act[0]
        match = match.apply(match.actions(seat)[0])
        offered += [one for seat in match.to_act for one in match.actions(seat)]
    assert len(offered) > 100
    for action in offered:
        assert rules.parse_action(repr(action)[len("<Action ") : -1]) == action
        assert str(action) == action.text == rules.show_action(action)


def test_actions_print_their_seat_and_the_reading_where_cards_leave_a_choice(rules: Rules) -> None:
    for text in ("1: pass", "2: bet little", "2: play 4r", "2: play 9r 10r J = sequence3@J"):
        action = rules.parse_action(text)
        assert repr(action) == f"<Action {text}>"
        assert str(action) == text[3:]


def test_an_action_equals_a_plain_one_and_pickles_as_that(rules: Rules) -> None:
    action = rules.parse_action("2: play 4r")
    plain = Action(*action)
    assert action == plain
    assert hash(action) == hash(plain)
    again = pickle.loads(pickle.dumps(action))  # noqa: S301 - it is ours
    assert again == action
    assert type(again) is Action
    assert repr(copy.deepcopy([action])) == "[<Action 2: play 4r>]"
    assert repr(rules.action_from_json(rules.action_to_json(plain))) == "<Action 2: play 4r>"


def test_what_is_no_action_of_the_rules_prints_its_bare_values(rules: Rules) -> None:
    action = rules.parse_action("2: play 4r")
    odd = cast("tuple[int]", ("4r",))  # as no type checker lets it pass
    assert repr(action._replace(arguments=odd, actor=9)) == "<Action play 4r>"
    assert str(Action("leap", 0, (3,))) == "leap 3"
    assert repr(Action("leap", 0, (3,))) == "Action(name='leap', actor=0, arguments=(3,))"


def test_a_match_prints_as_a_table_of_what_all_see(rules: Rules) -> None:
    match = rules.new_match(7)
    assert str(match).splitlines() == [
        "classic for 2 players, hand 1, scores: seat 1 0, seat 2 0",
        "  hand of seat 1  J Q K and 14 face down",
        "  hand of seat 2  J Q K and 14 face down",
        "  haggis          8 face down",
        "  dealer: seat 1; turn: seat 2; stage: tricks; hand.leader: seat 2",
        "  it is the turn of seat 2; seat 1 can act too",
    ]
    assert str(match.position).splitlines()[1:] == str(match).splitlines()[1:]


@pytest.mark.parametrize("name", MATCHES)
def test_a_table_prints_the_same_whatever_a_seat_does_not_see(name: str) -> None:
    rules, chance, hidden = rules_of(name), Random(5), 0
    for plies in (0, 6, 20):
        match = match_after(rules, 5, plies)
        for seat in range(rules.players):
            other = rules.determinize(match.view(seat), chance)
            assert str(other) == str(match)
            assert str(other.view(seat)) == str(match.view(seat))
            hidden += other.state != match.state
    assert hidden > 0


def test_a_view_prints_as_a_table_of_what_the_seat_sees(rules: Rules) -> None:
    view = rules.new_match(7).view(1)
    assert str(view).splitlines() == [
        "classic as seat 2 sees it, hand 1, scores: seat 1 0, seat 2 0",
        "  hand of seat 1  J Q K and 14 face down",
        "  your hand       2r 2y 2g 3r 4r 4o 4y 5r 5g 6o 7y 8r 8g 10o J Q K",
        "  haggis          8 face down",
        "  dealer: seat 1; turn: you; stage: tricks; hand.leader: you",
    ]
    assert str(view.table).splitlines()[1:] == str(view).splitlines()[1:]
    assert repr(view.table) == f"<View {view.table.to_text()}>"
    assert repr(view) == f"<MatchView {view.table.to_text()}, hand 1>"


def test_a_position_and_a_match_are_represented_by_their_line_of_text(rules: Rules) -> None:
    match = rules.new_match(7)
    for one in (match, match.position):
        line = repr(one).partition(" ")[2][:-1]
        assert rules.state_from_text(line) == one.state


@pytest.mark.parametrize(("name", "players"), SEATINGS)
def test_it_is_the_turn_of_one_seat_that_can_act(name: str, players: int) -> None:
    seen = set[int | None]()
    for match, action, _ in islice(random_match(rules_of(name, players), 3), 60):
        assert match.turn in {None, *match.to_act}
        assert match.turn == match.position.turn
        if action.name in {"play", "pass"}:  # of these texts, for whose turn it is
            assert match.turn == action.actor == match.value("turn")
        seen.add(match.turn)
    assert len(seen) >= players


def test_it_is_nobodys_turn_when_a_match_is_over_or_waits_for_cards() -> None:
    rules = rules_of("classic for 2")
    *_, (_, _, end) = random_match(rules, 1)
    assert end.finished
    assert end.turn is None
    assert str(end).endswith("\n  nobody can act")
    assert end.scores_by_seat == end.scores
    assert max(end.scores) >= 350


def test_teams_have_their_seats_and_each_seat_the_score_of_its_team() -> None:
    rules = rules_of("neeps", 4)
    match = next(
        after for _, _, after in random_match(rules, 3) if after.hand > 1 and any(after.scores)
    )
    north, south = match.scores
    assert match.teams == {"north": (0, 2), "south": (1, 3)}
    assert match.scores_by_team == {"north": north, "south": south}
    assert match.scores_by_seat == (north, south, north, south)
    assert f", hand {match.hand}, scores: north {north}, south {south}\n" in str(match)


def test_seats_that_score_alone_are_in_no_team(rules: Rules) -> None:
    match = rules.new_match(7)
    assert (match.teams, match.scores_by_team) == ({}, {})
    assert match.scores_by_seat == (0, 0)


def test_a_value_that_has_a_name_is_that_name_and_keeps_its_number(rules: Rules) -> None:
    match = rules.new_match(7)
    stage = match.value("stage")
    assert stage == "tricks"
    assert isinstance(stage, NamedValue)
    assert (str(stage), stage.number, int(stage)) == ("tricks", 0, 0)
    assert ["first", "second"][stage] == "first"
    assert match.value("stake") == (None, None)
    assert type(match.value("turn")) is int
    bet = match.apply(rules.parse_action("2: bet little"))
    assert bet.value("stake") == (None, "little")
    again = pickle.loads(pickle.dumps(stage))  # noqa: S301 - it is ours
    assert (again, again.number) == ("tricks", 0)


def test_named_values_are_in_the_order_of_the_rules() -> None:
    ten, nine = NamedValue("10", 8), NamedValue("9", 7)
    assert sorted([ten, nine]) == [nine, ten]
    assert nine < ten > nine
    assert nine <= ten >= nine
    assert not ten < nine
    assert not ten <= nine
    assert len({ten, "10"}) == 1


def test_plays_print_in_notation_and_equal_plain_ones(rules: Rules) -> None:
    offered = rules.plays("9r 9g J")
    assert [str(one) for one in offered] == [rules.show(one) for one in offered]
    play = rules.parse_play("9r J = set2@9")
    plain = Combination(*play)
    assert repr(play) == "<Combination 9r J = set2@9>"
    assert play == plain
    assert hash(play) == hash(plain)
    again = pickle.loads(pickle.dumps(play))  # noqa: S301 - it is ours
    assert (again, type(again)) == (plain, Combination)
    assert rules.as_play(play) == rules.as_play(plain)


def test_readings_print_in_notation_and_equal_plain_ones(rules: Rules) -> None:
    first, *others = rules.readings("10r J Q")
    assert (repr(first), str(first)) == ("<Reading set3@10>", "set3@10")
    assert first == tuple(first)
    assert hash(first) == hash(tuple(first))
    assert rules.show(first) == "set3@10"
    assert rules.beats(others[-1], on=others[0])
    again = pickle.loads(pickle.dumps(first))  # noqa: S301 - it is ours
    assert (again, type(again)) == (first, tuple)


def test_what_explains_prints_in_words(rules: Rules) -> None:
    match = rules.new_match(7)
    action = rules.parse_action("2: play 4r 4y")
    trace = rules.explain(match.position, action)
    first, second, *_ = str(trace).splitlines()
    assert first == "play 4r 4y"
    assert second == f"  action play: {', '.join(trace.entries[0].clauses)}"
    assert repr(trace) == f"<Trace of <Action 2: play 4r 4y>, {len(trace.entries)} entries>"
    (event,) = match.apply(action).position.history
    assert repr(event) == "<Event <Action 2: play 4r 4y>, 2 cards moved>"
    near = rules.near_miss("2r 9g")
    assert near is not None
    assert repr(near) == f"<NearMiss {near.text}>"
    assert repr(match.seat(0)) == "<Seat 1 of <Rules classic/2 target=350>>"
    assert str(match.seat(0)) == str(match.view(0))


def test_completion_offers_what_is_public(rules: Rules) -> None:
    names = dir(rules)
    assert {"new_match", "play_of", "beats", "name"} <= set(names)
    assert not {"card_dealer", "enumerator", "offered_action", "writing"} & set(names)


def test_a_view_has_values_by_name_and_those_of_owners(rules: Rules) -> None:
    match = rules.new_match(7).apply(rules.parse_action("2: bet little"))
    view = match.view(0).table
    assert view.value("stage") == "tricks"
    assert match.value("stake") == tuple(view.value("stake", seat) for seat in range(2))
    assert view.value("turn") == match.value("turn")
    for name, owner, words in (
        ("stake", None, r"an owner, one of \[0, 1\], and not with None"),
        ("stage", 1, "asked for with no owner, and not with 1"),
        ("luck", None, "seat 1 sees no `luck`; what it sees: `dealer`, "),
    ):
        with pytest.raises(NoSuchQueryError, match=words):
            view.value(name, owner)
    hidden = rules_of("long-heron").new_match(1).view(0).table
    assert hidden.value("luck", 0) is not None
    with pytest.raises(NoSuchQueryError, match=r"one of \[0\], and not with 1"):
        hidden.value("luck", 1)


def test_a_view_has_the_points_of_each_seat_and_rules_the_teams() -> None:
    rules = rules_of("neeps", 4)
    match = next(after for _, _, after in random_match(rules, 3) if any(after.scores))
    assert match.view(1).scores_by_seat == match.scores_by_seat
    assert rules.teams == match.teams == {"north": (0, 2), "south": (1, 3)}
    assert rules_of("classic", 3).teams == {}
