"""What the engine says, in the reference's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, cast

from haggis_rules import Action, Position, Rules
from haggis_rules.semantics.state import Cards, Combination, GameState, Value
from tests.games import checked_rules_of
from tests.reference.cards import LOWEST, NAMES, Card
from tests.reference.hand import Bets, Gives, Lays, Move, Passes
from tests.reference.plays import BOMBS, Grid, Play, Reading

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

AMOUNTS = {"zero": 0, "little": 15, "big": 30}
# The entries of the score sheet, in the order of the reference's.
ENTRIES = ("going.out", "captured.points", "bets.paid")
TABLES = ("two", "three", "tournament")


@dataclass(frozen=True, slots=True)
class Said:
    """A variant, and what was read of it already."""

    rules: Rules
    players: int
    target: int
    is_tournament: bool
    plays: dict[Combination, Play] = field(default_factory=dict[Combination, Play])

    def cards(self, cards: Cards) -> list[Card]:
        """Name cards, in the order of their names."""
        return sorted(self.rules.show(cards).split())

    def play(self, combination: Combination) -> Play:
        """Return a play."""
        found = self.plays.get(combination)
        if found is None:
            reading = readings_by_name()[self.rules.show(combination.reading)]
            found = Play(tuple(self.cards(combination.cards)), reading)
            self.plays[combination] = found
        return found

    def move(self, action: Action) -> Move:
        """Return a move."""
        seat = action.actor
        match action.name, action.arguments:
            case "play", (Combination() as combination,):
                return Lays(seat, self.play(combination))
            case "pass", ():
                return Passes(seat)
            case "award", (int(to),):
                return Gives(seat, to)
            case "bet", (int(chosen),):
                return Bets(seat, self.amounts[chosen])
            case _:
                message = f"{action} is no move of the reference"
                raise ValueError(message)

    @property
    def amounts(self) -> list[int]:
        """What each word for a bet is worth."""
        (words,) = [one.choices for one in self.rules.game.choices if "little" in one.choices]
        return [AMOUNTS[word] for word in words]

    def zone(self, table: Position, name: str) -> list[list[Card]]:
        """Return the cards of a zone: of each seat, or of the one that it is."""
        names = [zone.name for zone in self.rules.game.zones]
        return [self.cards(one) for one in _parts(table.state.zones[names.index(name)])]

    def arranged(self, hands: Sequence[Collection[Card]], turn: int) -> Position:
        """Return the table when these cards have been dealt, all others lie in the haggis."""
        game, dealt = self.rules.game, self.rules.new_hand(0).state
        whole = sum(sum(cards) for cards in map(_parts, dealt.zones))
        held = tuple(self.rules.parse_cards(" ".join(hand)) for hand in hands)
        lie: dict[str, Cards | tuple[Cards, ...]] = {"hand": held, "haggis": whole - sum(held)}
        stand = {"turn": turn}
        zones = zip(game.zones, dealt.zones, strict=True)
        values = zip(game.states, dealt.values, strict=True)
        return self.rules.at(
            GameState(
                tuple(stand.get(one.name, value) for one, value in values),
                tuple(lie.get(one.name, cards) for one, cards in zones),
            )
        )


@cache
def said(table: str, target: int = 350) -> Said:
    """Load one of the three tables; two steps that wait at the same time are looked for as well."""
    is_tournament, players = table == "tournament", 2 if table == "two" else 3
    name = "tournament" if is_tournament else "classic"
    rules = checked_rules_of(name, players, target=target)
    return Said(rules, players, target, is_tournament)


@cache
def readings_by_name() -> Mapping[str, Reading]:
    """Return every reading that the reference knows, by how it is written."""
    grids: list[Reading] = [
        Grid(width, length, top)
        for width, length, top in product(range(1, 9), range(1, 13), NAMES)
        if top - length + 1 >= LOWEST
    ]
    return {str(one): one for one in (*grids, *BOMBS)}


def number(value: Value | tuple[Value, ...]) -> int:
    """Take a value for the number that it is."""
    return cast("int", value)


def _parts(zone: Cards | tuple[Cards, ...]) -> tuple[Cards, ...]:
    return zone if isinstance(zone, tuple) else (zone,)
