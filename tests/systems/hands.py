"""Whole hands by chance, and their plays: by an engine, and by the reference."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tests.reference.cards import COURTS, DEALT, Card, Deck
from tests.reference.layouts import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from haggis_rules import Rules

# The cards of a play in the order of their names, and how its reading is written.
Shown: TypeAlias = tuple[tuple[Card, ...], str]


def some_hand(chance: Random, players: int) -> tuple[Card, ...]:
    """Deal a hand: pips by chance, and one of each court."""
    return (*chance.sample(Deck(players).pips, DEALT), *COURTS)


def played(rules: Rules, hand: Iterable[Card]) -> set[Shown]:
    """Return all plays of a hand as the engine finds them."""
    found = rules.plays(" ".join(hand))
    return {(tuple(sorted(rules.show(p.cards).split())), rules.show(p.reading)) for p in found}


def of_classic(hand: Iterable[Card]) -> set[Shown]:
    """Return all plays of a hand as the reference of classic lays them out."""
    return {(play.cards, str(play.reading)) for play in laid_out(hand)}
