"""All legal actions are found, in an order that stands, and no guard is asked too early."""

from itertools import product
from pathlib import Path

import pytest

from haggis_rules import Action, Breach, Combination, Rules, Table, load
from haggis_rules.engine.compiled import Code
from haggis_rules.ir import game as ir
from haggis_rules.run import transition
from haggis_rules.run.breach import Endless, Overlap
from haggis_rules.run.evaluate import Scene
from haggis_rules.run.state import State, Value, counts, pack
from tests.engine.games import random_hand, rules_of

# A tiny game with an action of three choices, one of them a combination, and every kind of guard.
TINY = """
language 1
variant tiny "A game for tests."
source here "Made up"
clause rules
  "All of it."
  ruling because "tests need it"
  table of 3 seats
  ranks 1 2 3
  suits red r, blue b
  deck plain of ranks 1 to 3 in each suit, 1 copy
  zone fist of each seat, seen by owner
  zone heap, seen by all
  deal 2 plain to fist of each seat
  choice mood is calm or keen
  state dealer is seat, at first any, seen by all
  state turn is seat or none, at first dealer, seen by all
  state last is reading or none, at first none, seen by all
  state count is 0 to 2, at first 0, seen by all
  pattern single with rank top made of 1 card of rank top ranked by top written "single@{top}"
  pattern pair with rank top made of 2 cards of rank top ranked by top written "pair@{top}"
  action lay of combination p from fist of actor, seat s, mood m by turn
  may lay only when count is at most 1
  may lay only when m is calm or s is not actor
  may lay only when last is none or p outranks last or m is keen
  may lay only when s is 0 seats after actor or (some card c where (rank of c is 1) has (c in fist of s is 1))
  on lay
    move p from fist of actor to heap
    let last be p
    let count be count + 1
    let turn be s
  action look of card c from fist of actor by any seat s where (count is above 0)
  may look only when not (last is none) and rank of c is top of last
  on look
    move c from fist of actor to heap
"""


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    file = tmp_path_factory.mktemp("tiny") / "tiny.haggis"
    file.write_text(TINY, encoding="utf-8")
    return load(file)


def every_action(rules: Rules, state: State, seat: int) -> list[Action]:
    """Try every choice there could be, in order, by evaluation alone."""
    game, patterns = rules.game, rules.patterns
    found: list[Action] = []
    for action in game.actions:
        offered = [_all_values(rules, state, param, seat) for param in action.params]
        for arguments in product(*offered):
            if transition.is_legal(game, patterns, state, action, seat, arguments):
                found.append(Action(action.name, seat, arguments))
    return found


def _all_values(
    rules: Rules, state: State, param: ir.ActionParam, seat: int
) -> list[Value]:
    match param:
        case ir.CombinationParam():
            hand = transition.cards_in(param.zone, Scene(rules.game, state, {ir.ACTOR: seat}))
            held = list(counts(hand))
            chosen = product(*(range(count + 1) for _, count in held))
            hands = [pack((c, n) for (c, _), n in zip(held, some, strict=True)) for some in chosen]
            readings = rules.patterns.readings
            return [Combination(reading, cards) for reading in readings for cards in sorted(hands)]
        case ir.CardParam():
            return list(range(len(rules.game.cards)))
        case ir.FreeParam(type=kind):
            size = len(kind.choices) if not isinstance(kind, ir.Plain) else rules.game.size(kind)
            return list(range(size))
