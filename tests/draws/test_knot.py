"""A card pulled from another hand, as in Old Maid, and a die: both are actions by chance."""

from pathlib import Path
from random import Random

import pytest

from haggis_rules import Action, Rules
from haggis_rules.ir.load import load_game
from haggis_rules.semantics.state import size
from haggis_rules.verdicts.model import Proved, Refuted
from tests.verify.asking import result_of

KNOT = """language 2
variant knot
  "Knot: each pulls a card from the next player's hand, as often as the die says."

source us "Made up for a test"

clause whole
  "A die is cast. Then each in turn pulls a card from the next player's hand, unseen."
  cites us "All"
  table of 3 seats
  ranks 2 3 4 Q
  suits red r, green g
  deck pip of ranks 2 to 4 in each suit, 1 copy
  deck maid of ranks Q to Q without suit, 3 copies
  zone hand of each seat, seen by owner
  deal 3 pip, maid to hand of each seat
  choice faces is uncast or one or two or three
  state die is faces, at first uncast, seen by all
  state left is 0 to 3, at first 0, seen by all
  state turn is seat, at first by chance, seen by all
  action roll of faces f by chance for (turn when die is uncast otherwise none)
  may roll only when f is not uncast
  on roll
    openly let die be f
    openly let left be (by f: uncast gives 0, one gives 1, two gives 2, three gives 3)
  action pull of card c from hand of (1 seats after actor) by chance for
    (turn when left is above 0 otherwise none)
  on pull
    move c from hand of (1 seats after actor) to hand of actor
    let turn be 1 seats after actor
    let left be left - 1
  export finished as die is not uncast and left is 0
"""


def knot(folder: Path, old: str = "", new: str = "") -> Rules:
    """Load the game, with one thing said otherwise."""
    assert not old or KNOT.count(old) == 1
    file = folder / "knot.haggis"
    file.write_text(KNOT.replace(old, new) if old else KNOT, "utf-8")
    return Rules(load_game(file))


def test_a_pulled_card_is_seen_by_both_players_and_by_nobody_else(tmp_path: Path) -> None:
    rules, seen = knot(tmp_path), list[tuple[int, ...]]()
    match = rules.new_match(1)
    match = match.apply(Action("roll", match.to_act[0], (3,)))
    actor = match.to_act[0]
    after = match.apply(Action("pull", actor))
    for seat in (actor, (actor + 1) % 3, (actor + 2) % 3):
        event = after.view(seat).table.seen[-1]
        assert (event.name, event.arguments) == ("pull", None)
        seen.append(tuple(size(move.cards) for move in event.moves))
        assert rules.determinize(after.view(seat), Random(2)).view(seat) == after.view(seat)
    assert seen == [(1,), (1,), (0,)]


def test_a_condition_leaves_out_what_chance_may_not_bring(tmp_path: Path) -> None:
    table = knot(tmp_path).new_hand(1)
    roll = Action("roll", table.to_act[0])
    assert [(one.arguments, n) for one, n in table.outcomes(roll)] == [
        ((face,), 1) for face in (1, 2, 3)
    ]
    assert not table.is_legal(roll._replace(arguments=(0,)))
    assert table.outcomes(Action("pull", 0)) == []


def test_it_tells_nobody_more_than_the_card(tmp_path: Path) -> None:
    for promise in ("auto.secret", "auto.defined"):
        assert isinstance(result_of(knot(tmp_path).game, promise).verdict, Proved)


LEAKS = {
    "the die is not opened": ("openly let die be f\n    openly let", "let die be f\n    let"),
    "how often is told by a card": ("be left - 1", "be (0 when c is maid otherwise left - 1)"),
    "a player may choose from another hand": ("by chance for\n    (turn", "by (turn"),
}


@pytest.mark.planted("broken rule")
@pytest.mark.parametrize("leak", LEAKS)
def test_what_tells_more_is_refuted(leak: str, tmp_path: Path) -> None:
    game = knot(tmp_path, *LEAKS[leak]).game
    assert isinstance(result_of(game, "auto.secret", hands=20).verdict, Refuted)
