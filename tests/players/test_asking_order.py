"""Where several seats can act, each chooses in a known order, and none is made to bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from haggis_rules import Action, MatchState, Rules, Seat, next_action
from haggis_rules.ir.game import Game
from haggis_rules.players import asking_order
from haggis_rules.players.asking_order import (
    AskingOrder,
    able_by_names,
    able_seats,
    acted_since_turn,
    seats_in_turn,
)
from haggis_rules.players.leading_actions import leading_actions
from tests.hosts.hosted import EVERY, hosted

MOST = 40  # actions that are looked at
OPTIONAL = {"bet", "dare"}
# Games in which seats can act while nobody is in turn, and those that differ most from them.
SOME = ("neeps for 4", "dunlin", "tatties for 3", "classic for 3", "heron")
at_some = pytest.mark.parametrize(
    "name",
    [*SOME, *(pytest.param(one, marks=pytest.mark.slow) for one in EVERY if one not in SOME)],
)


@dataclass
class Contrary:
    """Waits wherever it may; where it may not, every other seat does what nobody needs."""

    leading: frozenset[str]
    forced: list[Action] = field(default_factory=list[Action])

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return an action, and note where there is none but those that nobody needs."""
        if may_wait:
            return None
        actions = door.actions()
        free = [one for one in actions if one.name not in self.leading]
        others = [one for one in actions if one.name in self.leading]
        if not others:
            self.forced.append(actions[0])
        return (free or others if door.number % 2 else others or free)[-1]


def by_next_action(match: MatchState, player: Contrary) -> MatchState:
    action = next_action(match, [player] * match.rules.players)
    return match.apply(action)


def course(rules: Rules, step: Callable[[MatchState, Contrary], MatchState]) -> Contrary:
    """Play with contrary players alone, and return one, which knows what they were forced to."""
    player, match = Contrary(leading_actions(rules.game)), rules.new_match(4)
    for _ in range(MOST):
        if match.hand > 1 or match.finished:
            break
        match = step(match, player)
    return player


class Asking:
    """Asks one seat after another, as hosts do."""

    def __init__(self) -> None:
        self.order = AskingOrder()

    def __call__(self, match: MatchState, player: Contrary) -> MatchState:
        """Return the match after the next action."""
        seats = able_seats(match)
        asked = self.order.asked(seats)
        assert asked is not None
        action = player.choose(match.seat(asked.seat), may_wait=asked.may_wait)
        if action is None:
            self.order = self.order.after_wait(asked.seat)
            return self(match, player)
        self.order = self.order.after_action(seats, asked.seat)
        return match.apply(action)


@pytest.mark.parametrize("name", EVERY)
def test_what_leads_on_is_all_but_bets(name: str) -> None:
    game = hosted(name).game
    assert {one.name for one in game.actions} - leading_actions(game) <= OPTIONAL
    assert not leading_actions(game) & OPTIONAL


@at_some
@pytest.mark.parametrize("step", [by_next_action, Asking()], ids=["players", "hosts"])
def test_nobody_is_made_to_do_what_is_only_allowed(
    name: str, step: Callable[[MatchState, Contrary], MatchState]
) -> None:
    if isinstance(step, Asking):
        step.order = AskingOrder()
    assert course(hosted(name), step).forced == []


@pytest.mark.parametrize("step", [by_next_action, Asking()], ids=["players", "hosts"])
def test_an_order_that_does_not_know_what_leads_on_forces_a_bet(
    step: Callable[[MatchState, Contrary], MatchState], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(_: Game) -> frozenset[str]:
        return frozenset()

    monkeypatch.setattr(asking_order, "leading_actions", nothing)
    assert {one.name for one in course(hosted("neeps for 4"), step).forced} == {"bet"}


@at_some
def test_each_seat_that_may_act_is_asked_in_order_before_the_seat_in_turn(name: str) -> None:
    match = hosted(name).new_match(3)
    for _ in range(MOST):
        asked = list[tuple[int, bool]]()

        class Told:
            def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
                asked.append((door.number, may_wait))  # noqa: B023 - it is asked at once
                return None if may_wait else door.actions()[-1]

        turned, seats = seats_in_turn(match), match.to_act
        action = next_action(match, [Told()] * match.rules.players)
        out_of_turn = [seat for seat in seats if seat not in turned]
        if turned:
            assert asked == [*((seat, True) for seat in out_of_turn), (turned[0], False)]
        else:
            known = [seat for seat, _ in asked]
            assert known[: len(seats)] == [*seats][: len(known)]
            assert asked[-1] == (action.actor, False)
        match = match.apply(action)
        if match.hand > 1 or match.finished:
            return


def test_who_has_acted_follows_from_the_hand_alone() -> None:
    match, order = hosted("neeps for 4").new_match(1), AskingOrder()
    while str(match.value("stage")) != "tricks":
        assert acted_since_turn(match) == order.acted
        seats = able_seats(match)
        seat = next(one for one in seats.leading if one not in order.acted or len(order.acted) > 3)
        action = next(one for one in match.decisions(seat) if one.name == "send")
        order = order.after_action(seats, seat)
        match = match.apply(action)
    assert match.turn is not None
    match = match.apply(match.decisions(match.turn)[-1])
    assert match.turn is not None
    assert acted_since_turn(match) == frozenset()


@at_some
def test_seats_are_the_same_by_the_names_of_their_actions(name: str) -> None:
    match, players = hosted(name).new_match(2), [Contrary(frozenset())] * 6
    for _ in range(12):
        names = {
            seat: dict.fromkeys(one.name for one in match.decisions(seat)) for seat in match.to_act
        }
        assert able_by_names(match.rules.game, names) == able_seats(match)
        action = next_action(match, players[: match.rules.players])
        match = match.apply(action)
        if match.finished:
            return


def test_a_player_who_waits_and_may_not_is_told_so() -> None:
    class Absent:
        def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
            assert door.may_act or may_wait
            return None

    absent: Sequence[Absent] = [Absent(), Absent()]
    with pytest.raises(ValueError, match="seat 1 has to act here, and has returned None"):
        next_action(hosted("classic for 2").new_match(7), absent)


def test_others_wait_for_a_seat_without_a_player() -> None:
    match = hosted("neeps for 4").new_match(1)
    leading = leading_actions(match.rules.game)

    class Sends:
        def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
            found = (one for one in door.actions() if one.name in leading)
            return next(found, None if may_wait else door.actions()[0])

    players = [Sends(), None, Sends(), Sends()]
    for _ in range(3):
        action = next_action(match, players)
        assert action is not None
        match = match.apply(action)
    assert 0 in match.to_act
    assert next_action(match, players) is None
