"""Players choose legal actions in any game, and by nothing that their seat may not know."""

from collections.abc import Hashable, Sequence
from itertools import count, product
from pathlib import Path

import pytest

from haggis_rules import (
    Action,
    MatchState,
    Player,
    Rules,
    Seat,
    SplitMix64,
    WrongArgumentError,
    greedy_player,
    next_action,
    player_named,
    random_player,
    search_player,
)
from haggis_rules.players import search as search_module
from haggis_rules.players.greedy import shed
from haggis_rules.players.halving import best_choice
from haggis_rules.players.named import PLAYERS
from haggis_rules.players.observed import observation_of
from haggis_rules.players.worlds import CompiledWorlds, EngineWorlds, Worlds
from tests.engine.games import match_after
from tests.games import rules_of

GREENSHANK = Path(__file__).parents[1] / "draws" / "greenshank.haggis"
GAMES = ("classic for 2", "neeps for 6", "tatties for 5", "heron")


def player(name: str) -> Player:
    return player_named(name, iterations=16)


def play_hand(match: MatchState, players: Sequence[Player]) -> MatchState:
    """Play to the end of the hand; each action is judged by the door of its seat."""
    hand = match.hand
    while match.to_act and match.hand == hand:
        action = next_action(match, players)
        door = match.seat(action.actor)
        assert action in list(door.actions())
        match = match.apply(action)
    return match


@pytest.mark.parametrize("game", GAMES)
def test_players_of_each_kind_play_a_hand_together(game: str) -> None:
    rules = rules_of(game)
    kinds = [player(name) for name in ("search", "greedy", "random")]
    match = rules.new_match(3)
    after = play_hand(match, [kinds[seat % 3] for seat in range(rules.players)])
    assert after.last_hand is not None
    assert after.last_hand.finished


def test_players_take_actions_by_chance_without_choosing_for_chance() -> None:
    rules = rules_of(GREENSHANK)
    assert any(action.by_chance for action in rules.game.actions)
    for name in PLAYERS:
        after = play_hand(rules.new_match(4), [player(name)] * rules.players)
        assert after.last_hand is not None


def hidden_again(rules: Rules, match: MatchState, seat: int) -> MatchState:
    """Return a match with other hidden cards that a seat cannot tell from this one."""
    for seed in count():
        found = rules.determinize(match.view(seat), SplitMix64(seed))
        if found.state != match.state:
            return found
    raise AssertionError


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("plies", [0, 9, 20])
def test_the_choice_is_the_same_whatever_is_hidden(game: str, plies: int) -> None:
    rules = rules_of(game)
    match = match_after(rules, 11, plies)
    for seat in match.to_act:
        other = hidden_again(rules, match, seat)
        for name in PLAYERS:
            chosen = [player(name).choose(one.seat(seat)) for one in (match, other)]
            assert chosen[0] == chosen[1]


class Peeking:
    """Tries an action before it chooses one, and looks at the match behind its door."""

    def __init__(self) -> None:
        self.refused = list[str]()

    def choose(self, door: Seat, *, may_wait: bool = False) -> Action | None:
        """Return the first action, or wait."""
        if may_wait:
            return None
        action = door.actions()[0]
        for look in (lambda: door.apply(action), lambda: MatchState.behind(door)):
            with pytest.raises(WrongArgumentError) as fault:
                look()
            self.refused.append(str(fault.value))
        assert door.is_legal(action)
        assert not door.why_not(action)
        return action


def test_a_player_cannot_see_what_an_action_leads_to_before_choosing_it() -> None:
    match, peeking = rules_of("classic", 2).new_match(2), Peeking()
    action = next_action(match, [peeking, peeking])
    assert len(peeking.refused) == 2
    assert all("`choose` returns one" in words for words in peeking.refused)
    assert match.seat(action.actor).apply(action).number == action.actor


@pytest.mark.slow
@pytest.mark.parametrize("game", [*GAMES, "long-heron"])
@pytest.mark.parametrize("plies", [0, 17, 40])
def test_a_view_has_all_that_the_module_observes(game: str, plies: int) -> None:
    rules = rules_of(game)
    match, compiled = match_after(rules, 5, plies), rules.compiled()
    compiled.begin(0, 5)
    compiled.put(0, match.state)
    for seat in range(rules.players):
        seen = compiled.observation(0, seat)
        found = observation_of(compiled.places, match.view(seat))
        start = compiled.places.observation.state_at  # what is before was not put into the module
        assert found[start:] == seen[start:]
        assert found[:4] == seen[:4]


def played(
    worlds: Worlds, match: MatchState, seat: int
) -> list[dict[int, list[int] | None] | list[float]]:
    """Return what a seat would see, and how hands end, in two worlds and after some actions."""
    door, found = match.seat(seat), list[dict[int, list[int] | None] | list[float]]()
    worlds.look(door.view, door.actions())
    for seed, choice in product((1, 2), (None, 0, len(door.actions()) - 1)):
        worlds.make(seed)
        worlds.begin(choice)
        for _ in range(3):
            ahead = worlds.look_ahead()
            found.append(
                {
                    one: None if observations is None else pattern(observations)
                    for one, observations in ahead.items()
                }
            )
            able = [actor for actor, observations in ahead.items() if observations]
            if not able:
                break
            worlds.take(able[-1], len(ahead[able[-1]] or ()) // 2)
        found.append(worlds.finish())
    return found


def pattern(observations: Sequence[Hashable]) -> list[int]:
    """Return which of several observations are equal: for each, where the first like it stands."""
    return [observations.index(observation) for observation in observations]


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        ("classic for 2", 6),
        ("classic for 2", 20),
        ("neeps for 4", 30),
        ("heron", 9),
        (GREENSHANK, 9),
    ],
)
def test_module_and_engine_play_the_same_worlds(game: str | Path, plies: int) -> None:
    rules = rules_of(game)
    match = match_after(rules, 8, plies)
    (seat, *_) = match.to_act
    found = [played(worlds(rules), match, seat) for worlds in (CompiledWorlds, EngineWorlds)]
    assert found[0] == found[1]
    assert any(isinstance(one, dict) and any(one.values()) for one in found[0])


def test_a_search_without_the_module_plays_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of("classic", 2)
    door = rules.new_match(2).seat(rules.new_match(2).to_act[0])
    by_module = search_player(iterations=12).choose(door)
    monkeypatch.setattr(search_module, "has_module", lambda: False)
    monkeypatch.setattr(search_module, "CompiledWorlds", None)
    assert search_player(iterations=12).choose(door) == by_module


def test_greedy_sheds_most_and_passes_only_when_nothing_sheds() -> None:
    rules = rules_of("classic", 2)
    game, passes, choices = rules.game, 0, 0
    match, players = rules.new_match(7), [greedy_player(), random_player(5)]
    while match.hand < 3:
        action = next_action(match, players)
        if action.actor == 0:
            most = max(shed(game, one) for one in match.decisions(0))
            assert shed(game, action) == most
            passes += not most
            choices += len(match.decisions(0)) > 1
            assert most or not action.arguments
        match = match.apply(action)
    assert passes > 1
    assert choices > 10


def test_greedy_takes_the_lowest_of_equals() -> None:
    rules = rules_of("classic", 2)
    match = rules.new_match(7)
    door = match.seat(match.to_act[0])
    best = greedy_player().choose(door)
    assert best is not None
    equals = [one for one in door.actions() if shed(rules.game, one) == shed(rules.game, best)]
    assert best == equals[0]


def test_a_player_who_may_wait_does_so() -> None:
    rules = rules_of("classic", 3)
    match = rules.new_match(76)
    waiting = [seat for seat in match.to_act if len(match.decisions(seat)) == 3]
    assert waiting
    door = match.seat(waiting[0])
    assert greedy_player().choose(door, may_wait=True) is None
    assert greedy_player().choose(door) is not None
    waits = [random_player(seed).choose(door, may_wait=True) is None for seed in range(60)]
    assert 40 < sum(waits) < 60


def test_a_seat_without_a_player_is_not_asked() -> None:
    match = rules_of("classic", 2).new_match(1)
    in_turn = next(seat for seat in match.to_act if len(match.decisions(seat)) > 3)
    players = [greedy_player(), greedy_player()]
    seated = [None if seat == in_turn else one for seat, one in enumerate(players)]
    assert next_action(match, seated) is None
    assert next_action(match, players) in match.decisions(in_turn)


def test_nobody_is_asked_after_the_end() -> None:
    match = rules_of("heron").new_match(1)
    match = play_hand(match, [greedy_player()] * 3)
    with pytest.raises(ValueError, match="nobody can act"):
        next_action(match, [greedy_player()] * 3)


class _Budget:
    most = 400

    def spent(self, samples: int) -> float:
        return samples / self.most


def test_halving_finds_the_best_of_noisy_choices_within_its_budget() -> None:
    chance, asked = SplitMix64(3), list[int]()

    def sample(choice: int, world: int) -> float:
        asked.append(world)
        return (choice == 5) + 2 * chance.random()

    assert best_choice(11, sample, _Budget()) == 5
    assert _Budget.most // 2 < len(asked) <= _Budget.most
    assert asked == sorted(asked)


def test_what_is_no_player_or_no_search_is_refused() -> None:
    with pytest.raises(WrongArgumentError, match="`random`, `greedy`, `search`"):
        player_named("lucky")
    with pytest.raises(WrongArgumentError, match="not both"):
        search_player(iterations=5, seconds=1)
    for seconds in (0.0, float("nan")):
        with pytest.raises(WrongArgumentError, match="at least one"):
            search_player(seconds=seconds)
    with pytest.raises(WrongArgumentError, match="at least one"):
        search_player(iterations=0)
    with pytest.raises(WrongArgumentError, match="seed"):
        random_player(-1)


def test_a_search_by_time_ends() -> None:
    match = rules_of("classic", 2).new_match(2)
    door = match.seat(match.to_act[0])
    assert search_player(seconds=0.05).choose(door) in list(door.actions())
