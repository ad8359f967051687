"""President: its promises hold, faults break them, and a referee of its own sees the same game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from haggis_rules import Rules
from haggis_rules.semantics.state import Combination, counts
from tests.games import rules_of
from tests.small_games import changed
from tests.tablegames.president_referee import PASS, Deed, PresidentReferee, next_roles, sizes

if TYPE_CHECKING:
    from haggis_rules.engine.match import MatchState
    from haggis_rules.ir.game import Game
    from haggis_rules.semantics.action import Action

PRESIDENT = Path(__file__).parent / "president.haggis"
ROLES = ("scum", "vice-scum", "neutral", "vice-president", "president")
TABLES = [(players, turning) for players in (4, 5, 6) for turning in (False, True)]
FOUR = 4  # cards of one rank, which turn the order round
HANDS = 4  # of each match beside the referee: all but the first have roles
MANY = 130  # matches at each table, which makes 3,120 hands
CHANGED = [
    ("what seat", "implies c is best of actor", "implies c in hand of actor"),
    ("cards dealt", "starting with 1 seats after dealer", "starting with dealer"),
    ("leader", "first seat s from best.player where", "first seat s after best.player where"),
    ("points", "(behind of s when stage is over", "(place of s when stage is over"),
    ("hands", "to hand of holder of president", "to hand of holder of scum"),
]


class Unlike(AssertionError):
    """The engine and the referee do not see the same game."""


def same(what: str, engine: object, referee: object) -> None:
    """Raise ``Unlike`` when the engine and the referee differ in something."""
    if engine != referee:
        raise Unlike(what, engine, referee)


def play_along(rules: Rules, seed: int, *, turning: bool) -> Counter[str]:
    """Play a match by chance beside the referee, and return how often things were seen."""
    match, chance, seen = rules.new_match(seed), Random(seed), Counter[str]()
    players, dealer = rules.game.seats, cast("int", match.value("dealer"))
    roles, points = ["neutral"] * players, [0] * players
    for number in range(HANDS):
        same("roles", [ROLES[cast("int", one)] for one in each(match, "role")], roles)
        same("dealer", match.value("dealer"), dealer)
        hands = cards_in(match, "hand")
        same("cards dealt", [len(held) for held in hands], sizes(players, dealer))
        referee = PresidentReferee(hands, roles, revolutions=turning)
        match = one_hand(match, referee, chance, seen)
        places, dealer = referee.places(), referee.last()
        ended = cast("tuple[int, ...]", match.hands[number].value("place"))
        same("places", list(ended), [places.index(seat) + 1 for seat in range(players)])
        points = [had + players - 1 - places.index(seat) for seat, had in enumerate(points)]
        same("points", list(each(match, "tally")), points)
        roles = next_roles(places)
    same("hands", (match.hand, match.finished), (HANDS, True))
    best = [seat for seat, had in enumerate(points) if had == max(points)]
    same("winners", [seat for seat in range(players) if match.query("winner", seat)], best)
    return seen


def one_hand(
    match: MatchState, referee: PresidentReferee, chance: Random, seen: Counter[str]
) -> MatchState:
    """Play one hand to its end, and compare what each player may do after each deed."""
    seen["hands"] += 1
    while not referee.over:
        actions = legal(match, referee)
        seat = chance.choice([seat for seat in actions if actions[seat]])
        deed = choose(list(actions[seat]), chance)
        match = match.apply(actions[seat][deed])
        before = referee.best
        referee.act(seat, deed)
        seen[deed[0]] += 1
        seen["fours"] += len(deed[1]) == FOUR
        seen["upside down"] += referee.upside_down
        if not referee.over:
            same("hands", cards_in(match, "hand"), referee.hands)
            same("gifts", cards_in(match, "gift"), referee.laid)
        if deed == PASS and not referee.highest:
            seen["tricks"] += 1
            seen["won by a player who is out"] += before in referee.out
            same("winner of a trick", match.value("best.player"), referee.best)
            same("leader", match.value("turn"), referee.waiting[0])
    return match


def legal(match: MatchState, referee: PresidentReferee) -> dict[int, dict[Deed, Action]]:
    """Return what each seat may do, as the referee sees it, with the action of the engine."""
    found = {
        seat: {deed_of(match.rules.game, action): action for action in match.actions(seat)}
        for seat in range(match.rules.game.seats)
    }
    for seat, offered in found.items():
        same(f"what seat {seat + 1} may do", set(offered), referee.deeds(seat))
    return found


def choose(deeds: list[Deed], chance: Random) -> Deed:
    """Return a deed by chance, with four of a kind or the most cards often, as they are rare."""
    deeds.sort(key=lambda deed: (deed[0], sorted(deed[1])))
    most = max(len(cards) for _, cards in deeds)
    wide = [deed for deed in deeds if len(deed[1]) == most]
    return chance.choice(wide if most == FOUR or chance.random() < 0.5 else deeds)


def deed_of(game: Game, action: Action) -> Deed:
    """Return an action of the engine as the referee writes it down."""
    if not action.arguments:
        return action.name, frozenset()
    (chosen,) = action.arguments
    if isinstance(chosen, Combination):
        return action.name, frozenset(game.card_name(card) for card, _ in counts(chosen.cards))
    return action.name, frozenset({game.card_name(cast("int", chosen))})


def cards_in(match: MatchState, zone: str) -> list[set[str]]:
    """Return the names of the cards in the zone of each seat."""
    game = match.rules.game
    place = [one.name for one in game.zones].index(zone)
    zones = cast("tuple[int, ...]", match.state.zones[place])
    return [{game.card_name(card) for card, _ in counts(cards)} for cards in zones]


def each(match: MatchState, name: str) -> tuple[object, ...]:
    """Return the values of a state variable that each seat has."""
    return cast("tuple[object, ...]", match.value(name))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "turning"), TABLES)
def test_hands_by_chance_go_as_the_referee_says(players: int, turning: bool) -> None:  # noqa: FBT001
    rules, seen = rules_of(PRESIDENT, players, revolution=turning, hands=HANDS), Counter[str]()
    for seed in range(2):
        seen += play_along(rules, seed, turning=turning)
    assert seen["hands"] == 2 * HANDS
    assert seen["give"] == 6 * 2 * (HANDS - 1)


@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(("what", "old", "new"), CHANGED)
def test_the_referee_notices_other_rules(what: str, old: str, new: str, tmp_path: Path) -> None:
    rules = Rules(changed(PRESIDENT, old, new, tmp_path, players=5, hands=HANDS))
    with pytest.raises(Unlike, match=what):
        sum(play_along(rules, seed, turning=False).total() for seed in range(3))


@pytest.mark.slow
@pytest.mark.long  # the same is asked of eight hands at each table each time
@pytest.mark.parametrize(("players", "turning"), TABLES)
def test_many_hands_go_as_the_referee_says(players: int, turning: bool) -> None:  # noqa: FBT001
    rules, seen = rules_of(PRESIDENT, players, revolution=turning, hands=HANDS), Counter[str]()
    for seed in range(MANY):
        seen += play_along(rules, seed, turning=turning)
    assert seen["hands"] * len(TABLES) > 2_000
    assert min(seen["tricks"], seen["won by a player who is out"]) > 200
    assert seen["fours"] > 5  # from which the order stays turned for a while
    assert (seen["upside down"] > 500) == turning
