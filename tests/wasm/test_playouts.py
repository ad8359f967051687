"""Hands that a lowered game deals and plays by seed are those of the engine, ply by ply."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from haggis_rules import Rules, load
from haggis_rules.analysis.simulate import simulate
from haggis_rules.engine.position import Position
from haggis_rules.lowering.clauses.transitions import BETWEEN, UNTIL
from haggis_rules.lowering.game_module import lower_game
from haggis_rules.lowering.layouts import reading_numbers
from haggis_rules.lowering.layouts.match_places import HAND_AT
from haggis_rules.lowering.layouts.module_names import ACTIONS, DEAL, PLAYOUT, PLY, RESET, TAKE
from haggis_rules.lowering.layouts.refusal import NotLoweredError
from haggis_rules.lowering.search import search_tables
from haggis_rules.semantics.state import GameState
from tests.games import TESTS, rules_of
from tests.wasm.running import EVERY, READERS, Running, Start, interpreted

# By seats, a thousand in all; benchmarks/module_hands.py compares 20,000 others each night.
HANDS = {2: 160, 3: 50, 4: 6, 5: 6, 6: 6}
SMALL = [
    ("deals/redshank.haggis", None),
    ("draws/greenshank.haggis", None),
    ("draws/ruff.haggis", None),
    ("holders/dotterel.haggis", None),
    ("holders/sanderling.haggis", None),
    ("holders/turnstone.haggis", None),
    ("mutation/wren.haggis", 3),
    ("numbers/grebe.haggis", None),
    ("pairs/phalarope.haggis", None),
    ("playcards/dunlin.haggis", None),
    ("playcards/smew.haggis", None),
    ("secrets/curlew.haggis", None),
    ("tablegames/president.haggis", 4),
    ("texts/every-word.haggis", None),
    ("turning/plover.haggis", None),
    ("wasm/jacana.haggis", None),
]
NOTEBOOK = ("fools", "fools-of-suits", "fox-leads", "odd-fools", "stag-and-fox")
SEARCHED = [  # rows do not describe their plays, or there are too many cards or readings
    ("levels/bittern.haggis", None),
    ("orders/whimbrel.haggis", None),
    ("playcards/teal.haggis", None),
    ("tablegames/bigtwo.haggis", 4),
    ("tablegames/gang_of_four.haggis", 3),
    ("wasm/avocet.haggis", None),
    ("wasm/dabchick.haggis", None),  # suits in two words
    ("wasm/godwit.haggis", None),
    ("wings/widgeon.haggis", None),
]


REFUSED = {"moving more than 127 copies of a card at once": ("wasm/sanderling.haggis", "turns")}
LIMITS = {  # beyond which a game is refused; Avocet is, when they are as low as this
    "more than 0 suits": ("deal.cards", search_tables, "MOST_SUITS", 0),
    "more than 0 unions of wild ranks": ("plays", search_tables, "MOST_UNIONS", 0),
    "more than 0 needs of each line": ("plays", search_tables, "MOST_LINE_NEEDS", 0),
    "more than 100 readings": ("plays", reading_numbers, "MOST_READINGS", 100),
}
LARGE = [
    TESTS / "tablegames/doudizhu.haggis",
    *(TESTS.parent / f"spec/notebook/{name}.haggis" for name in NOTEBOOK),
]


class PlayedGame:
    """A lowered game that runs, with one match in its memory."""

    def __init__(self, rules: Rules, start: Start) -> None:
        self.rules, self.low = rules, lower_game(rules.game)
        self.running: Running = start(self.low.module)
        self.at = self.low.matches

    def call(self, name: str, *arguments: int) -> int:
        """Call a function of the match."""
        return self.running.call(name, self.at, *arguments)

    @property
    def state(self) -> GameState:
        """The state of the match."""
        return self.low.layout.read(self.running.read(self.at, self.low.layout.size))

    def put(self, state: GameState) -> None:
        """Put a state in the place of that of the match."""
        self.running.write(self.at, self.low.layout.write(state))


@cache
def played(name: str, start: Start) -> PlayedGame:
    return PlayedGame(rules_of(name), start)


def agrees(game: PlayedGame, first: int, hands: int) -> None:
    """Compare each ply of some hands: how many choices there were, and the state at the end."""
    for hand in simulate(game.rules, hands, first):
        game.call(RESET, hand.seed)
        assert game.state == game.rules.new_hand(hand.seed).state
        assert game.call(PLAYOUT) == len(hand.choices)
        assert game.state == hand.state


def compare_actions(game: PlayedGame, position: Position, chance: Random) -> Position | None:
    """Compare what each seat can do, and what a few actions do; return the position after one."""
    found: Position | None = None
    for seat in range(game.rules.game.seats):
        actions = position.actions(seat)
        game.put(position.state)
        assert game.call(ACTIONS, seat) == len(actions)
        places = range(len(actions))
        for place in {0, len(actions) - 1, *chance.sample(places, min(2, len(places)))}:
            if 0 <= place < len(actions):
                game.put(position.state)
                game.call(TAKE, seat, place)
                found = position.apply(actions[place])
                assert game.state == found.state, actions[place]
    return found


def compare_hand(game: PlayedGame, seed: int) -> None:
    """Compare what can be done all along a hand."""
    chance = Random(7)
    position: Position | None = game.rules.new_hand(seed)
    while position is not None and not position.finished:
        position = compare_actions(game, position, chance)


def compare_match(game: PlayedGame, most: int) -> None:
    """Compare what can be done all along a match, for so many actions at most."""
    match, chance = game.rules.new_match(3), Random(7)
    for _ in range(most):
        if match.finished:
            return
        compare_actions(game, match.position, chance)
        match = match.apply(chance.choice(match.actions(chance.choice(match.to_act))))


@pytest.mark.parametrize(
    ("name", "start"), [("heron", interpreted), ("classic for 2", READERS[-1])]
)
def test_hands_are_those_of_the_engine(name: str, start: Start) -> None:
    agrees(played(name, start), 1, 1 if start is interpreted else 30)


@pytest.mark.rotates
@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_hands_of_every_seating_are_those_of_the_engine(name: str) -> None:
    game = played(name, READERS[-1])
    agrees(game, 100, HANDS[game.rules.players])


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize("name", EVERY)
def test_each_action_at_its_place_is_that_of_the_engine(name: str) -> None:
    compare_hand(played(name, READERS[-1]), 5)


@pytest.mark.parametrize("name", ["classic for 2", "long-heron"])
def test_the_next_hand_is_dealt_as_in_the_engine(name: str) -> None:
    game, chance = played(name, READERS[-1]), Random(11)
    match = before = game.rules.new_match(6)
    while match.hand == 1:
        before = match
        match = match.apply(chance.choice(match.actions(chance.choice(match.to_act))))
    ended = match.last_hand
    assert ended is not None
    assert before.hand == 1
    game.call(RESET, 6)
    game.put(ended.state)
    game.call(BETWEEN)
    assert game.call(UNTIL) == 0
    behind = game.at + game.low.layout.size
    game.running.write(behind + HAND_AT, (2).to_bytes(4, "little"))
    game.call(DEAL)
    assert game.state == match.position.state


def test_lists_of_readings_that_share_a_place_are_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("haggis_rules.lowering.choices.allowed_readings.MOST_PLACES", 8)
    monkeypatch.setattr("haggis_rules.lowering.choices.allowed_readings.MOST_KEPT", 3)
    agrees(PlayedGame(rules_of("classic for 2"), READERS[-1]), 1, 10)


def test_a_seed_from_far_up_deals_as_in_the_engine() -> None:
    game, seed = played("classic for 2", READERS[-1]), 2**64 - 1
    game.call(RESET, seed - 2**64)
    assert game.state == game.rules.new_hand(seed).state


def test_one_ply_returns_how_many_choices_there_were() -> None:
    game = played("classic for 2", READERS[-1])
    game.call(RESET, 3)
    open_ = [n for seat in range(2) if (n := game.call(ACTIONS, seat))]
    assert game.call(PLY) in open_


@pytest.mark.slow
@pytest.mark.rotates
@pytest.mark.parametrize(("text", "players"), [*SMALL, *SEARCHED])
def test_hands_of_small_games_are_those_of_the_engine(text: str, players: int | None) -> None:
    game = PlayedGame(rules_of(TESTS / text, players), READERS[-1])
    agrees(game, 1, 20)
    compare_match(game, 80)


@pytest.mark.slow
def test_a_need_of_lines_beyond_the_eighth_is_looked_at(tmp_path: Path) -> None:
    text = (TESTS / "wasm/dabchick.haggis").read_text("utf-8")
    for old, new in {
        "ranks 3 to 5 in each suit": "ranks 3 to 3 in each suit",
        "  deck king": "  deck middle of ranks 4 to 5 in each suit, 1 copy\n  deck king",
        "deal 7 plain": "deal 4 middle to hand of each seat\n  deal 3 plain",
        "deal the rest of plain": "deal the rest of middle to aside\n  deal the rest of plain",
        "  need at least 1 plain in each": "".join(
            f"  need at most {most} plain in each line of stair, ladder\n" for most in range(3, 14)
        )
        + "  need at least 1 middle in each",
    }.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    place = tmp_path / "dabchick.haggis"
    place.write_text(text, "utf-8")
    agrees(PlayedGame(load(place), READERS[-1]), 1, 40)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("place", LARGE, ids=lambda place: place.stem)
def test_hands_of_searched_games_are_those_of_the_engine(place: Path) -> None:
    agrees(PlayedGame(rules_of(place), READERS[-1]), 1, 10)


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_lowered_is_refused_with_its_clause(what: str) -> None:
    text, clause = REFUSED[what]
    with pytest.raises(NotLoweredError) as caught:
        lower_game(rules_of(TESTS / text).game)
    assert (caught.value.what, caught.value.clause) == (what, clause)
    assert f"{what} in the clause {clause}" in str(caught.value)


@pytest.mark.parametrize("what", LIMITS)
def test_what_is_beyond_a_limit_is_refused_with_its_clause(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rules_of(TESTS / "wasm/avocet.haggis").game
    clause, module, name, most = LIMITS[what]
    monkeypatch.setattr(module, name, most)
    with pytest.raises(NotLoweredError) as caught:
        lower_game(game)
    assert (caught.value.what, caught.value.clause) == (what, clause)
