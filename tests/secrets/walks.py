"""Every seating, and positions on the way through its hands by chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from haggis_rules import Action, Position, Rules

HERON = "heron"
CURLEW = "curlew"  # made up to hide as much as the language can
SEATINGS = (
    ("classic", 2),
    ("classic", 3),
    ("tournament", 3),
    ("cats", 2),
    ("wikipedia", 2),
    ("wikipedia", 3),
    ("rogers", 2),
    ("rogers", 3),
    ("neeps", 4),
    ("neeps", 6),
    ("tatties", 3),
    ("tatties", 5),
)
EARLY = 24  # actions in which cards are passed and bids made, so that more of them are looked at


def walk(rules: Rules, seed: int) -> Iterator[Position]:
    """Play one hand by chance, each kind of action as likely: the position after each action."""
    chance, table = Random(f"walk {seed}"), rules.new_hand(seed)
    yield table
    while not table.finished:
        table = table.apply(some_action(table, chance))
        yield table


def some_action(table: Position, chance: Random) -> Action:
    """Choose a seat, a kind of action and then one of this kind."""
    actions = table.actions(chance.choice(table.to_act))
    name = chance.choice(sorted({action.name for action in actions}))
    return chance.choice([action for action in actions if action.name == name])


def stops(rules: Rules, seed: int, most: int) -> list[Position]:
    """Return some positions of a hand, half of them early in it, and its end."""
    chance, every = Random(f"stops {seed}"), list(walk(rules, seed))
    early, late = every[: min(EARLY, len(every) - 1)], every[EARLY:-1]
    some = [chance.sample(part, min(most // 2, len(part))) for part in (early, late)]
    return [*some[0], *some[1], every[-1]]
