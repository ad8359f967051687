"""Plover, whose order turns round: its promises hold for either order, and calls say which."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import cast

import pytest

from haggis_rules import Position, Rules
from haggis_rules.ir.game import Game
from haggis_rules.notation.errors import NotationError
from haggis_rules.semantics.asking import NoSuchQueryError
from haggis_rules.semantics.state import Combination, counts
from haggis_rules.site.ask.game_words import answers_beats
from haggis_rules.verdicts.model import Refuted
from haggis_rules.verdicts.show import is_green
from tests.cli.calling import Caller
from tests.games import game_of, rules_of
from tests.small_games import changed as changed_game
from tests.verify.asking import result_of, results_of

PLOVER = Path(__file__).parent / "plover.haggis"
RANKS = "345678"
TURNED = "state turned is truth, at first false, seen by all"

FALSE = [
    "always not turned",
    "always turned implies top is none or cards in pile is at least 4",
]


def test_every_promise_is_proved_whatever_the_order_is() -> None:
    for result in results_of(game_of(PLOVER)):
        assert is_green(result.verdict), result


@pytest.mark.parametrize("promise", FALSE)
def test_a_false_promise_is_refuted_with_a_match(promise: str, tmp_path: Path) -> None:
    old = "promise ends measure"
    game = changed(old, f"promise tried {promise} {old}", tmp_path)
    assert isinstance(result_of(game, "tried", hands=60).verdict, Refuted)


def changed(old: str, new: str, folder: Path) -> Game:
    """Load Plover with one thing said otherwise."""
    return changed_game(PLOVER, old, new, folder)


def test_hands_by_chance_go_as_the_sheet_says() -> None:
    """Play beside a referee that knows ranks and numbers of cards alone."""
    rules, seen = rules_of(PLOVER), Counter[bool]()
    for seed in range(60):
        chance, hand = Random(seed), rules.new_hand(seed)
        turned, top = False, None
        while not hand.finished:
            (seat,) = hand.to_act
            held = Counter(RANKS.index(card[0]) for card in _held(hand, seat))
            wanted = {
                (rank, width)
                for rank, count in held.items()
                for width in range(1, count + 1)
                if top is None or (width == top[1] and (rank < top[0] if turned else rank > top[0]))
            }
            actions = hand.actions(seat)
            plays = [one for one in actions if one.name == "lay"]
            assert {_set(cast("Combination", one.arguments[0])) for one in plays} == wanted
            assert (len(plays) < len(actions)) == (top is not None)
            seen[turned] += 1
            threes = [one for one in plays if _set(cast("Combination", one.arguments[0]))[1] == 3]
            action = chance.choice(threes or actions)
            top = _set(cast("Combination", action.arguments[0])) if action.name == "lay" else None
            turned = turned != (top is not None and top[1] == 3)
            hand = hand.apply(action)
    assert min(seen.values()) > 20


def _held(hand: Position, seat: int) -> list[str]:
    """Return the names of the cards in a hand, which is the first zone."""
    cards = cast("tuple[int, ...]", hand.state.zones[0])[seat]
    return [hand.rules.game.card_name(card) for card, _ in counts(cards)]


def _set(play: Combination) -> tuple[int, int]:
    _, width, rank = play.reading
    return rank, width


def test_what_beats_what_is_asked_with_the_order_that_is_meant() -> None:
    rules = rules_of(PLOVER)
    assert rules.beats("4r", "3r")
    assert not rules.beats("4r", "3r", state={"turned": "true"})
    assert rules.beats("3r", "4r", state={"turned": "true"})
    plays = rules.plays("3r 5r", on="4r", state={"turned": "true"})
    assert [rules.show(one) for one in plays] == ["3r = set1@3"]


@pytest.mark.parametrize(
    ("state", "fault", "says"),
    [
        ({"turned": "maybe"}, NotationError, "'maybe' is no truth"),
        ({"top": "none"}, NoSuchQueryError, "does not look at `top`; it looks at `turned`"),
    ],
)
def test_a_state_that_cannot_be_meant_is_refused(
    state: dict[str, str], fault: type[Exception], says: str
) -> None:
    with pytest.raises(fault, match=says):
        rules_of(PLOVER).beats("4r", "3r", state=state)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (TURNED, TURNED.replace("seen by all", "seen by nobody"), "`turned`, which not all see"),
        (TURNED, TURNED.replace("at first false", "at first by chance"), "no first value"),
        ("when turned otherwise", "when cards in pile is 0 otherwise", "ask a position"),
    ],
)
def test_an_order_that_calls_cannot_be_told_of_is_no_crash(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    rules = Rules(changed(old, new, tmp_path))
    with pytest.raises(NoSuchQueryError, match=says):
        rules.beats("4r", "3r")
    if "first value" in says:
        assert rules.beats("3r", "4r", state={"turned": "true"})


def test_pages_have_no_order_that_would_hold_at_times_alone() -> None:
    assert not answers_beats(game_of(PLOVER))


def test_the_command_tells_for_which_order_the_answer_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    haggis = Caller(capsys, monkeypatch)
    code, out, _ = haggis("beats", PLOVER, "3r", "4r", "--state", "turned=true")
    assert (code, "The answer is for turned = true." in out) == (0, True)
    code, out, _ = haggis("beats", PLOVER, "3r", "4r")
    assert (code, "The answer is for turned = false." in out) == (1, True)
    assert haggis.json("beats", PLOVER, "3r", "4r")[1]["state"] == {"turned": False}
    assert "set1@3" in haggis("plays", PLOVER, "--hand", "3r", "--on", "4r", "--state", "turned")[1]
    assert haggis("beats", PLOVER, "3r", "4r", "--state", "top=none")[0] == 2
    assert "state" not in haggis.json("beats", "classic", "--players", "2", "3r", "4r")[1]
