"""How likely each hidden way is: counted in a game so small that all its ways can be listed."""

from collections import Counter
from functools import cache
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import cast

import pytest

from haggis_rules import Action, Combination, Position, Rules, load
from haggis_rules.knowledge.card_tracking import CardFlow, CardTracker
from haggis_rules.knowledge.seen import SeenZone, ZonePlace
from haggis_rules.semantics.state import GameState, counts, pack, size

# Three players have two cards each. Each lays one of them down in secret, a low one if rules say
# so; then all are passed on, and then each plays a card in the open.
PLOVER = """language 2
variant plover
  "Plover, made up for a test."

source us "Made up for a test"

chapter "All"

clause whole
  "Cards are passed on in secret, and then played."
  cites us "All"
  table of 3 seats
  ranks 2 3 4
  suits red r, green g
  deck plain of ranks 2 to 4 in each suit, 1 copy
  zone hand of each seat, seen by owner
  zone sent of each seat, seen by owner
  zone pile, seen by all
  deal 2 plain to hand of each seat
  pattern single
    with rank top
    made of 1 card of rank top
    ranked by top
    written "single@{top}"
  choice facing is down or up
  state passed is truth, at first false, seen by all
  state face of each seat is facing, at first down, seen by owner
  secret action send of card c from hand of actor, facing f
    by any seat s where (cards in sent of s is 0 and not passed)
  may send only when GUARD
  on send
    move c from hand of actor to sent of actor
    let face of actor be f
  step carry when every seat s has (cards in sent of s is 1)
  on carry
    for each seat s
      move all from sent of s to hand of 1 seats after s, shown to all when face of s is up
    let passed be true
  action play of combination p from hand of actor
    by any seat s where (passed and cards in hand of s is above 1)
  on play
    move p from hand of actor to pile
"""
ANY, LOW = "not passed", "rank of c is at most 3"


@cache
def plover(guard: str, *, doubled: bool = False) -> Rules:
    """Load the small game, in which cards are sent only when a guard holds.

    When it is ``doubled``, there are two of each card in one suit, and not one in each of two.
    """
    text = PLOVER.replace("GUARD", guard)
    if doubled:
        text = text.replace(", green g", "").replace("1 copy", "2 copies")
    with TemporaryDirectory() as name:
        file = Path(name) / "plover.haggis"
        file.write_text(text, encoding="utf-8")
        return load(file)


def deals(rules: Rules) -> set[GameState]:
    """Return every deal."""
    kinds = [kind for kind, card in enumerate(rules.game.cards) for _ in range(card.copies)]
    start = rules.new_hand(0).start
    return {
        GameState(
            start.values,
            (
                tuple(one + other for one, other in zip(cards[::2], cards[1::2], strict=True)),
                *start.zones[1:],
            ),
        )
        for cards in permutations(pack([(kind, 1)]) for kind in kinds)
    }


def every_hand(rules: Rules, sends: int, plays: int) -> list[Position]:
    """Return every hand in which so many seats have sent a card, and then played one."""
    tables = [rules.at(start) for start in sorted(deals(rules), key=lambda one: str(one.zones))]
    for seat in [*range(sends), *range(plays)]:
        tables = [table.apply(action) for table in tables for action in table.actions(seat)]
    return tables


def counted(
    rules: Rules, table: Position, every: list[Position], samples: int
) -> Counter[Position]:
    """Count how often each hand is made that the first seat cannot tell from one."""
    view, chance = table.view(0), Random(3)
    alike = [one for one in every if one.view(0) == view]
    made = Counter(rules.determinize(view, chance) for _ in range(samples * len(alike)))
    assert set(made) == set(alike)
    return made


@pytest.mark.slow
@pytest.mark.parametrize("guard", [ANY, LOW])
@pytest.mark.parametrize("sends", [0, 2])
def test_each_hidden_way_is_as_likely_as_any_other(guard: str, sends: int) -> None:
    rules, often = plover(guard), 60
    every = every_hand(rules, sends, 0)
    for table in Random(5).sample(every, 2):
        made = counted(rules, table, every, often)
        spread = sum((number - often) ** 2 / often for number in made.values())
        assert spread < 2.5 * len(made)


def ways_of(table: Position) -> float:
    """Count in how many ways single cards make this hand, but for a factor that all hands share."""
    ways, before = 1.0, table.start
    for hand in before.zones[0] if isinstance(before.zones[0], tuple) else ():
        for _, number in counts(hand):
            ways /= factorial(number)
    for event in table.history:
        if isinstance(event.done, Action):
            card = event.done.arguments[0]
            kind = next(counts(card.cards))[0] if isinstance(card, Combination) else card
            hands = before.zones[0]
            assert isinstance(hands, tuple)
            ways *= dict(counts(hands[event.done.actor]))[cast("int", kind)]
        before = event.state
    return ways


@pytest.mark.rotates
@pytest.mark.slow
def test_where_a_card_went_out_of_sight_ways_are_near_to_equally_likely() -> None:
    rules, samples, largest = plover(ANY, doubled=True), 300, 0
    every = every_hand(rules, 3, 2)
    for table in Random(7).sample(every, 10):
        made = counted(rules, table, every, samples)
        wanted = {one: ways_of(one) for one in made}
        part = made.total() / sum(wanted.values())
        apart = sum(abs(made[one] - part * wanted[one]) for one in made) / 2 / made.total()
        assert apart < 0.09
        largest = max(largest, len(made))
    assert largest > 2


@pytest.mark.parametrize(("sends", "plays"), [(1, 0), (3, 0)])
def test_every_hand_that_a_seat_cannot_exclude_comes_up(sends: int, plays: int) -> None:
    rules = plover(ANY, doubled=True)
    every = every_hand(rules, sends, plays)
    largest = 0
    for table in Random(6).sample(every, 8):
        largest = max(largest, len(counted(rules, table, every, 40)))
    assert largest > 2


def test_cards_that_can_only_go_together_are_such_as_fit() -> None:
    rules, hand, pile = plover(ANY, doubled=True), ZonePlace("hand", 0), ZonePlace("pile", None)
    every = (1 << len(rules.game.cards)) - 1

    def alike(cards: int) -> bool:
        return size(cards) == 2 and len(list(counts(cards))) == 1

    for seed in range(10):
        ways = CardTracker(rules.game, Random(seed))
        ways.lay([(SeenZone(pile, 0, 6), every), (SeenZone(hand, 0, 0), every)])
        ((one, other),) = ways.undo([CardFlow(hand, pile, 0, 2, every, alike)])
        assert one.kind == other.kind
        assert one.kind is not None
        assert ways.lying[hand] == [one, other]
