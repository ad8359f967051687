"""Positions from which sequences of actions are counted: the beginning, the middle, the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from haggis_rules.engine.position import Position
from tests.games import rules_of


class Depths(NamedTuple):
    """How deep the engine counts, how deep evaluation does, and how deep in the fast tests."""

    engine: int
    slowly: int
    quickly: int


class Middle(NamedTuple):
    """A position of a hand by chance, with what holds in it."""

    name: str
    players: int
    where: str
    holds: Callable[[Position], bool]
    depths: Depths


class End(NamedTuple):
    """A position with few cards, all others having been captured; its values in one line."""

    name: str
    players: int
    hands: tuple[str, ...]
    values: str


# Each file begins with a position in one line.
WRITTEN = Path(__file__).parents[1] / "golden" / "engine" / "count"
# The beginning of a hand.
BEGINNING = {
    ("cats", 2): Depths(2, 2, 1),
    ("classic", 2): Depths(2, 2, 1),
    ("classic", 3): Depths(2, 2, 1),
    ("neeps", 4): Depths(3, 2, 1),
    ("neeps", 6): Depths(2, 2, 1),
    ("neeps-core", 6): Depths(2, 1, 1),
    ("rogers", 2): Depths(2, 2, 1),
    ("rogers", 3): Depths(2, 2, 1),
    ("tatties", 3): Depths(5, 5, 4),
    ("tatties", 5): Depths(6, 6, 4),
    ("tournament", 3): Depths(2, 2, 1),
    ("wikipedia", 2): Depths(2, 2, 1),
    ("wikipedia", 3): Depths(2, 2, 1),
}


def stage(name: str) -> Callable[[Position], bool]:
    """Hold in a stage of the hand."""
    return lambda table: table.value("stage") == name


def answering(table: Position) -> bool:
    """Whether there is a play to beat."""
    return table.value("top") is not None


def late(cards: int) -> Callable[[Position], bool]:
    """Hold when a lead is due and no more than so many cards are in hands."""
    return lambda table: (
        table.value("turn") is not None and table.value("top") is None and _held(table) <= cards
    )


def _held(table: Position) -> int:
    names = [zone.name for zone in table.rules.game.zones]
    hands = table.state.zones[names.index("hand")]
    assert isinstance(hands, tuple)
    return sum(len(table.rules.show(hand).split()) for hand in hands)


MIDDLE = [
    Middle("cats", 2, "answering", answering, Depths(4, 3, 1)),
    Middle("classic", 2, "answering", answering, Depths(4, 3, 1)),
    Middle("classic", 3, "answering", answering, Depths(4, 3, 1)),
    Middle("neeps", 4, "passing", stage("messages"), Depths(3, 3, 1)),
    Middle("neeps", 4, "answering", answering, Depths(2, 2, 1)),
    Middle("neeps", 6, "passing", stage("responses"), Depths(2, 2, 1)),
    Middle("neeps", 6, "answering", answering, Depths(5, 5, 2)),
    Middle("rogers", 2, "answering", answering, Depths(4, 3, 1)),
    Middle("rogers", 3, "answering", answering, Depths(4, 3, 1)),
    Middle("tatties", 3, "auction", stage("auction"), Depths(4, 3, 2)),
    Middle("tatties", 3, "exchange", stage("exchange"), Depths(3, 2, 1)),
    Middle("tatties", 3, "answering", answering, Depths(4, 3, 1)),
    Middle("tatties", 5, "auction", stage("auction"), Depths(5, 4, 3)),
    Middle("tatties", 5, "exchange", stage("exchange"), Depths(3, 3, 1)),
    Middle("tatties", 5, "swapping", stage("swapping"), Depths(2, 2, 1)),
    Middle("tatties", 5, "answering", answering, Depths(4, 3, 1)),
    Middle("tournament", 3, "answering", answering, Depths(4, 3, 1)),
    Middle("wikipedia", 2, "answering", answering, Depths(4, 3, 1)),
    Middle("wikipedia", 3, "answering", answering, Depths(4, 3, 1)),
    *(
        Middle(name, players, "late", late(cards), Depths(7, 7, 3))
        for name, players, cards in (
            *(("cats", 2, 9), ("classic", 2, 9), ("classic", 3, 9), ("neeps", 4, 10)),
            *(("neeps", 6, 14), ("rogers", 2, 9), ("rogers", 3, 9), ("tatties", 3, 9)),
            *(("tatties", 5, 12), ("tournament", 3, 9), ("wikipedia", 2, 9), ("wikipedia", 3, 9)),
        )
    ),
]
_TWO = "dealer=1 turn=1 hand.leader=1"
_THREE = "dealer=1 turn=1 hand.leader=1 begun=true/true/false"
ENDS = [
    End("cats", 2, ("9c 10c J", "10d 3c K"), f"{_TWO} begun=true"),
    End("classic", 2, ("9r 10r J", "10o 3r K"), f"{_TWO} begun=true/false"),
    End("classic", 3, ("9r", "J Q", "5r K"), _THREE),
    End(
        *("neeps", 4, ("9r J", "10r", "J Q", "K")),
        "stage=tricks dealer=1 turn=1 begun=true/true/true/false",
    ),
    End(
        *("neeps", 6, ("9r", "10r", "J Q", "K", "8r", "5r")),
        "stage=tricks dealer=1 turn=1 begun=true/true/true/true/false/true",
    ),
    End("rogers", 2, ("9r 10r J", "8r 8o K"), f"{_TWO} begun=true/false"),
    End("rogers", 3, ("9r", "J Q", "5r K"), _THREE),
    End(
        *("tatties", 3, ("9r 10r", "J Q 3o", "5r K")),
        "stage=tricks dealer=1 turn=1 bidder=none highest.bid=thirty declarer=2",
    ),
    End(
        *("tatties", 5, ("9r", "10r 4y", "J Q", "K", "5r")),
        "stage=tricks dealer=1 turn=1 bidder=none highest.bid=fifteen declarer=3 ally=1",
    ),
    End("tournament", 3, ("9r", "J Q", "5r K"), _THREE),
    End("wikipedia", 2, ("9r 10r J", "10o 3r K"), f"{_TWO} begun=true/false"),
    End("wikipedia", 3, ("9r", "J Q", "5r K"), _THREE),
]
MOST = 60  # actions; every hand from one of these ends is over before


@cache
def beginning(name: str, players: int) -> Position:
    """Return the beginning of a hand."""
    return _written(name, players, "")


@cache
def middle(one: Middle) -> Position:
    """Return a position in the middle of a hand."""
    return _written(one.name, one.players, f"-{one.where}")


def _written(name: str, players: int, where: str) -> Position:
    line, _, _ = (WRITTEN / f"{name}-{players}{where}.txt").read_text("utf-8").partition("\n")
    rules = rules_of(name, players)
    return rules.at(rules.state_from_text(line))


@cache
def end(one: End) -> Position:
    """Return a position with few cards."""
    rules = rules_of(one.name, one.players)
    return rules.at(rules.state_from_text(line_of(one)))


def line_of(one: End) -> str:
    """Write a position with few cards in one line."""
    game = rules_of(one.name, one.players).game
    deck = [
        game.card_name(card) for card, kind in enumerate(game.cards) for _ in range(kind.copies)
    ]
    for name in " ".join(one.hands).split():
        deck.remove(name)
    captured = next(zone for zone in game.zones if zone.name == "captured")
    others = " / -" * (game.owners(captured.owner) - 1)
    head = beginning(one.name, one.players).to_text().split(" | ")[0]
    hands = " / ".join(one.hands)
    return f"{head} | hand: {hands} | captured: {' '.join(deck)}{others} | {one.values}"
