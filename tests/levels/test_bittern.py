"""Bittern, whose level says what is wild: proofs, plays and calls are right at every level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Position, Rules
from haggis_rules.analysis.sheet.dealt_hands import hands
from haggis_rules.analysis.sheet.holding import HoldingBounds
from haggis_rules.cases.checking import check_all
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.match import MatchState
from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir.game import Always, Game
from haggis_rules.ir.load import load_game
from haggis_rules.notation.errors import NotationError, UnclearPlayError
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.counting import Counting
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.holding import holding_of
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Cards, Combination, GameState, Reading, counts, pack
from haggis_rules.semantics.wild_ranks import UnsettledPatternsError
from haggis_rules.verdicts.model import NotInductive, Proved, Refuted
from haggis_verify.analysis.same_plays import UncomparedPlays, compare_plays
from haggis_verify.encode import settings
from haggis_verify.encode.holding import held_settled
from haggis_verify.patterns.proofs import by_pattern
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import Limits
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolConst, BoolTerm
from tests.cli.calling import Caller
from tests.games import game_of, rules_of
from tests.small_games import assert_all_are_proved
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of

BITTERN = Path(__file__).parent / "bittern.haggis"
SINGLE, SET, RUN = range(3)
RANKS = "34567"
LEVELS = range(len(RANKS))
WILD = "when rank of c is level"

FALSE = [
    "any set a from one hand when level is 3 has (top of a is below 7 or width of a is at most 2)",
    "any run a from one hand has (top of a is above 5)",
    "no cards make set and run",
    "after each move level is 3 and top is not none implies top is not run",
    """after each move top is not none and top is set and width of top is at least 3
      implies some card c where (rank of c is level) has (c in pile is above 0)""",
]


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Bittern with one thing said otherwise."""
    return changed_game(BITTERN, old, new, folder)


@pytest.mark.rotates
@pytest.mark.slow
def test_every_promise_is_proved_at_every_level() -> None:
    assert_all_are_proved(game_of(BITTERN))


@pytest.mark.slow
@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_case(promise: str, tmp_path: Path) -> None:
    old = "promise ends measure"
    game = changed(old, f"promise tried {promise} {old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=60).verdict, Refuted)


@pytest.mark.planted("broken rule")
@pytest.mark.parametrize(
    "new", ["when rank of c is above level", "when rank of c is not level", "when rank of c is 5"]
)
def test_an_example_notices_what_else_could_be_wild(new: str, tmp_path: Path) -> None:
    assert [one for one in check_all([changed(WILD, new, tmp_path)]) if one.faults]


@pytest.mark.slow
def test_counting_is_proved_for_each_level_at_which_a_pattern_differs() -> None:
    found = {one.pattern: one.results for one in by_pattern(game_of(BITTERN), SolverPool(Limits()))}
    assert {name: len(results) for name, results in found.items()} == {
        "single": 5,
        "set": 4 * 5 * 5,
        "run": 3 * 5,
    }
    assert all(isinstance(one.verdict, Proved) for each in found.values() for one in each)
    assert "run@5 when level is 6" in {one.promise for one in found["run"]}
    assert "single@5" in {one.promise for one in found["single"]}


@pytest.mark.slow
@pytest.mark.planted("broken encoding")
def test_a_level_that_is_mistaken_for_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(patterns: Patterns, _: object) -> Patterns:
        return patterns.everywhere[0]

    right = read_by_hand(game_of(BITTERN), seeds=3)
    assert right
    monkeypatch.setattr(Patterns, "at", first)
    assert not read_by_hand(game_of(BITTERN), seeds=3)


@pytest.mark.planted("broken encoding")
def test_terms_that_take_any_level_for_the_one_of_the_state_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = "promise ends measure"
    said = """always every seat s has (level is not 7 and cards in hand of s is at least 2
      and some card c where (rank of c is 7) has (c in hand of s is above 0)
      implies some combination p from hand of s where (p is set) has (top of p is 7))"""
    game = changed(old, f"promise tried {said} {old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=5).verdict, Refuted)

    def any_level(*_: object) -> BoolTerm:
        return build.TRUE

    monkeypatch.setattr(settings, "is_set", any_level)
    assert not isinstance(result_of(game, "tried").verdict, Refuted | NotInductive)


@pytest.mark.slow
def test_definition_counting_and_search_are_what_a_sheet_of_paper_says() -> None:
    assert read_by_hand(game_of(BITTERN), seeds=4)


def read_by_hand(game: Game, seeds: int) -> bool:
    """Whether all forms find at each level what ``meant`` reads, in hands of six cards."""
    patterns = Patterns(game)
    enumerator = Enumerator(patterns)
    for seed in range(seeds):
        hand = Random(seed).sample(range(len(game.cards)), 6)
        for level in LEVELS:
            values = tuple(level if s.name == "level" else None for s in game.states)
            settled = patterns.at(values)
            wanted = set(meant(game, hand, level))
            if {*enumerator.at(values).plays(packed(hand))} != wanted:
                return False
            for cards in map(packed, subsets(hand)):
                made = {r for r in patterns.readings if settled.makes(r, cards)}
                counted = {r for r in patterns.readings if Counting(settled).makes(r, cards)}
                if not made == counted == {r for r, some in wanted if some == cards}:
                    return False
    return True


def subsets(hand: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(1, len(hand) + 1):
        yield from combinations(hand, size)


def packed(hand: tuple[int, ...] | list[int]) -> Cards:
    return pack((card, 1) for card in hand)


def meant(game: Game, hand: list[int], level: int) -> Iterator[tuple[Reading, Cards]]:
    """Yield the plays of a hand as somebody with the sheet in hand would read them."""
    for some in subsets(hand):
        cards = [(game.cards[card].rank, game.cards[card].suit) for card in some]
        own = [(rank, suit) for rank, suit in cards if rank != level]
        if len(cards) == 1:
            yield (SINGLE, cards[0][0]), packed(some)
        elif len(cards) <= 5 and len({rank for rank, _ in own}) <= 1:
            for top in {rank for rank, _ in own} or LEVELS:
                # In a set of the level itself each card is wild, so nothing is left of its own.
                yield (SET, len(cards), top), packed(some)
        if len(cards) == 3 and len({rank for rank, _ in own}) == len(own):
            for top in range(2, len(RANKS)):
                there = {rank for rank, _ in own} <= {top - 2, top - 1, top}
                if there and len({suit for _, suit in own}) <= 1:
                    yield (RUN, top), packed(some)


def test_matches_by_chance_go_as_the_sheet_says_at_every_level() -> None:
    rules, levels = rules_of(BITTERN), set[int]()
    for seed in range(6):
        chance, match = Random(seed), rules.new_match(seed)
        while not match.finished:
            levels.add(levelled(match.hands[-1]))
            match = match.apply(chance.choice(allowed(match)))
    assert levels == {*LEVELS}


def levelled(hand: Position) -> int:
    (place,) = [n for n, one in enumerate(hand.rules.game.states) if one.name == "level"]
    level = hand.state.values[place]
    assert isinstance(level, int)
    return level


def allowed(match: MatchState) -> Sequence[Action]:
    """Return the actions of the seat in turn, once they are seen to be what the sheet says."""
    hand = match.hands[-1]
    rules, (seat,) = hand.rules, hand.to_act
    game, values = rules.game, hand.state.values
    (top,) = [values[n] for n, one in enumerate(game.states) if one.name == "top"]
    held = hand.state.zones[0]
    assert isinstance(held, tuple)
    cards = [card for card, _ in counts(held[seat])]
    wanted = {
        play for play in meant(game, cards, levelled(hand)) if top is None or higher(play[0], top)
    }
    actions = hand.actions(seat)
    plays = [one.arguments[0] for one in actions if one.name == "lay"]
    assert {(one.reading, one.cards) for one in plays if isinstance(one, Combination)} == wanted
    assert (len(plays) < len(actions)) == (top is not None)
    for action in actions:
        assert rules.parse_action(rules.show_action(action, seated=True)) == action
    assert rules_of(BITTERN).position(hand.to_json()).actions(seat) == actions
    return actions


def higher(reading: Reading, other: object) -> bool:
    *kind, top = cast("Reading", other)
    return [*reading[:-1]] == kind and reading[-1] > top


def test_a_position_made_of_a_view_has_the_same_level_and_plays() -> None:
    rules, chance = rules_of(BITTERN), Random(0)
    for seed in range(10):
        match = rules.new_match(seed)
        for _ in range(25):
            if not match.finished:
                match = match.apply(chance.choice(match.actions(match.to_act[0])))
        if not match.finished:
            (seat,) = match.to_act
            other = rules.determinize(match.hands[-1].view(seat), chance)
            assert other.view(seat) == match.hands[-1].view(seat)
            assert other.actions(seat) == match.hands[-1].actions(seat)


def test_plays_are_asked_with_the_level_that_is_meant() -> None:
    rules = rules_of(BITTERN)
    run = "5r 6b 7b"
    assert rules.readings(run) == []
    assert [rules.show(one) for one in rules.readings(run, state={"level": "5"})] == ["run@7"]
    shown = [rules.show(one) for one in rules.plays("3r 7b", state={"level": "4"})]
    assert shown == ["3r = single@3", "7b = single@7"]
    assert rules.show(rules.plays("3r 7b")[-1]) == "3r 7b = set2@7"
    assert rules.beats("3r 7b", "6r 6b")
    with pytest.raises(NotationError, match="make nothing"):
        rules.beats("3r 7b", "6r 6b", state={"level": "4"})
    with pytest.raises(NoSuchQueryError, match="what is wild does not look at `top`"):
        rules.readings(run, state={"top": "none"})


def test_without_a_level_a_play_has_to_say_what_it_is() -> None:
    rules = rules_of(BITTERN)
    assert rules.show(rules.parse_play("5r 6b 7b")) == "5r 6b 7b = run@7"
    with pytest.raises(UnclearPlayError):
        rules.parse_play("5r 5g")
    assert rules.show(rules.parse_play("5r 5g", state={"level": "4"})) == "5r 5g = set2@5"
    assert rules.show(rules.parse_play("5r 5g = set2@7")) == "5r 5g = set2@7"
    for ask in (lambda: rules.patterns.stands, lambda: rules.enumerator.plays(0)):
        with pytest.raises(UnsettledPatternsError, match="rests on `level`: ask a position"):
            ask()


def test_an_example_has_to_say_at_which_level_cards_make_something(tmp_path: Path) -> None:
    old = 'example "At level 3, the same'
    game = changed(old, f'example "Of no level." then "5r 5g" makes nothing {old}', tmp_path)
    (fault,) = [fault for one in check_all([game]) for fault in one.faults]
    assert "begin with `given`" in str(fault)


def test_commands_tell_the_level_or_that_they_do_not_reach_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    haggis = Caller(capsys, monkeypatch)
    code, out, _ = haggis("readings", BITTERN, "5r 6b 7b")
    assert (code, 'The answer is for level = "3".' in out) == (1, True)
    asked = ("readings", BITTERN, "5r 6b 7b", "--state", "level=5")
    assert (haggis(*asked)[0], haggis.json(*asked)[1]["state"]) == (0, {"level": "5"})
    assert haggis.json("plays", BITTERN, "--hand", "3r 7b")[1]["state"] == {"level": "3"}
    assert "state" not in haggis.json("readings", "classic", "--players", "2", "3r")[1]
    assert haggis("ask-page", BITTERN, "--out", tmp_path)[0] == 2
    assert "depends on `level`" in haggis("sheet", BITTERN)[1]
    sheet = haggis.json("sheet", BITTERN)[1]["sheets"][0]
    assert (sheet["by_state"], sheet["plays"], sheet["deck"]["wild"]) == (["level"], [], [])
    assert "This changes during play" in pages(haggis, tmp_path)


def pages(haggis: Caller, folder: Path) -> str:
    assert haggis("docs", BITTERN, "--out", folder / "pages")[0] == 0
    return (folder / "pages/bittern-2/all-combinations.md").read_text("utf-8")


def test_plays_of_two_games_are_not_compared_where_levels_say_what_is_wild(tmp_path: Path) -> None:
    other = changed("set, run as any rank", "set as any rank", tmp_path)
    found = compare_plays(game_of(BITTERN), other, SolverPool(Limits()))
    assert found == UncomparedPlays("which cards are wild depends on the state of play")


def test_cards_can_be_wild_one_by_one_without_any_level(tmp_path: Path) -> None:
    text = BITTERN.read_text("utf-8")
    start, end = text.index("  example"), text.index("clause match.end")
    turns = text.index("clause turns")
    place = tmp_path / "threes.haggis"
    place.write_text(text[:start].replace("is level", "is 3") + text[turns:end], "utf-8")
    game = load_game(place)
    patterns = Patterns(game)
    assert patterns.states == ()
    for seed in range(10):
        hand = Random(seed).sample(range(len(game.cards)), 6)
        assert {*Enumerator(patterns).plays(packed(hand))} == {*meant(game, hand, 0)}
    (dealt,) = hands(game)
    bounds = HoldingBounds(patterns, dealt)
    fewest = {play.reading: bounds.fewest_wild(play) for play in bounds.held(patterns.readings)}
    threes = {reading: sum(card < 3 for card, _ in counts(c)) for reading, c in fewest.items()}
    wanted: dict[Reading, int] = {(SINGLE, 0): 1, (RUN, 2): 1, (RUN, 3): 0, (RUN, 4): 0}
    wanted |= {(SINGLE, top): 0 for top in LEVELS if top}
    wanted |= {(SET, width, 0): width for width in (2, 3)}
    wanted |= {(SET, width, top): max(0, width - 3) for width in range(2, 6) for top in LEVELS[1:]}
    assert threes == wanted
    (higher_set,) = Rules(game).plays("3r 4g", on="3g 3b = set2@3")
    assert higher_set.reading == (SET, 2, 1)


def test_what_a_hand_holds_is_asked_at_the_level_of_the_state(tmp_path: Path) -> None:
    old = "promise ends measure"
    some = "some combination p from hand of s where (p is run) has (top of p is 7)"
    game = changed(old, f"promise tried always every seat s has ({some}) {old}", tmp_path)
    (form,) = [one.form for one in game.promises if one.name == "tried"]
    assert isinstance(form, Always)
    generated = Expressions(game).function(form.claim)
    seen: Counter[bool] = Counter()
    for seed in range(20):
        hand = Random(seed).sample(range(len(game.cards)), 5)
        for level in LEVELS:
            values = tuple(level if one.name == "level" else None for one in game.states)
            zones = tuple((packed(hand),) * 2 if one.name == "hand" else 0 for one in game.zones)
            state = GameState(values, zones)
            wanted = (RUN, 4) in {reading for reading, _ in meant(game, hand, level)}
            assert evaluate(form.claim, Environment(game, state)) is wanted
            assert generated(state, None, {}) is wanted
            holding, known = holding_of(game).at(values), dict.fromkeys(hand, 1)
            held = tuple(build.int_const(known.get(n, 0)) for n in range(len(game.cards)))
            said = held_settled(holding, [((RUN, 4), build.TRUE)], held)
            assert isinstance(said, BoolConst)
            assert said.value is wanted
            seen[wanted] += 1
    assert min(seen.values()) > 5
