"""The whole game, for one number of seats and some agreed options."""

from __future__ import annotations

from dataclasses import field, replace
from itertools import islice

from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir.game.clauses import Case, Clause
from haggis_rules.ir.game.definitions import Definition
from haggis_rules.ir.game.flow import ActionSchema, Effected, Guarded, Step
from haggis_rules.ir.game.patterns import Need, Pattern, Wild
from haggis_rules.ir.game.promises import Promise
from haggis_rules.ir.game.table import (
    CardClass,
    Deal,
    Group,
    Option,
    Owner,
    StateVariable,
    Suit,
    Zone,
    names_of,
)
from haggis_rules.ir.game_origin import GameOrigin
from haggis_rules.ir.types import ChoiceType, NumberType, Plain, pair_type


@dataclass(frozen=True, slots=True)
class Game:
    """A variant for one number of seats and some agreed options, flat and typed.

    ``seatings`` has every number of seats that the rules allow, and ``seats`` the one in use.
    ``removed`` pairs each clause taken out with the reason. ``scores`` names the definitions that
    are the entries of the score sheet, in order; all are of a seat, or all of a team. ``between``
    is what happens between two hands: values for lasting state variables, all read from the state
    in which the hand ended. ``until`` says when the match is over, by lasting variables and options
    only; it is checked after that. ``experimental`` is what the text says about itself; it does not
    change what the rules mean, so it is not part of the game's content.
    """

    name: str
    words: str
    lineage: tuple[str, ...]
    seatings: tuple[int, ...]
    seats: int
    options: tuple[Option, ...]
    teams: tuple[str, ...]
    ranks: tuple[str, ...]
    suits: tuple[Suit, ...]
    groups: tuple[Group, ...]
    cards: tuple[CardClass, ...]
    zones: tuple[Zone, ...]
    choices: tuple[ChoiceType, ...]
    states: tuple[StateVariable, ...]
    deals: tuple[Deal, ...]
    patterns: tuple[Pattern, ...]
    wilds: tuple[Wild, ...]
    needs: tuple[Need, ...]
    definitions: dict[str, Definition]
    scores: tuple[str, ...]
    actions: tuple[ActionSchema, ...]
    steps: tuple[Step, ...]
    between: tuple[Effected, ...]
    until: Guarded | None
    promises: tuple[Promise, ...]
    cases: tuple[Case, ...]
    clauses: dict[str, Clause]
    removed: tuple[tuple[str, str], ...]
    declared: dict[str, str]
    experimental: bool = field(default=False, repr=False)
    # There when the game was loaded; no content, and ``replace`` gives a game without one.
    origin: GameOrigin | None = field(default=None, init=False, compare=False, repr=False)

    def loaded_from(self, origin: GameOrigin) -> Game:
        """Return the same game with its origin."""
        game = replace(self)
        object.__setattr__(game, "origin", origin)  # no argument, so that ``replace`` drops it
        return game

    def action(self, name: str) -> ActionSchema:
        """Find an action by its name, which is one of the game's."""
        return next(action for action in self.actions if action.name == name)

    def card_name(self, card: int) -> str:
        """Write a card as its rank and the letter of its suit."""
        shown = self.cards[card]
        letter = "" if shown.suit is None else self.suits[shown.suit].letter
        return f"{self.ranks[shown.rank]}{letter}"

    def card_names(self, card: int) -> tuple[str, ...]:
        """Return all that a card may be called, its own name first."""
        shown = self.cards[card]
        suit = None if shown.suit is None else self.suits[shown.suit]
        return names_of(self.ranks[shown.rank], suit)

    def lines_of(self, group: int) -> list[tuple[str, list[CardClass]]]:
        """Return the lines of the text that say which cards a group has: clause and cards."""
        cards = iter([card for card in self.cards if card.group == group])
        lines = self.groups[group].lines
        if not lines:
            return [(self.groups[group].clause, list(cards))]
        return [(clause, list(islice(cards, count))) for clause, count in lines]

    def owners(self, owner: Owner) -> int:
        """Count the seats, the teams, the pairs of seats, or 1 for what is there once."""
        match owner:
            case Owner.NOBODY:
                return 1
            case Owner.SEAT:
                return self.seats
            case Owner.TEAM:
                return len(self.teams)
            case Owner.PAIR:
                return self.seats**2

    def owner_type(self, owner: Owner) -> Plain | NumberType | None:
        """Return the type of who owns something; None for what is there once."""
        match owner:
            case Owner.NOBODY:
                return None
            case Owner.SEAT:
                return Plain.SEAT
            case Owner.TEAM:
                return Plain.TEAM
            case Owner.PAIR:
                return pair_type(self.seats)

    def seat_pair(self, index: int) -> tuple[int, int]:
        """Return the two seats whose pair has an index, as ``nodes.SeatPair`` counts them."""
        return divmod(index, self.seats)

    def owner_name(self, owner: Owner, index: int) -> str:
        """Return what a text calls who owns something; nothing for what is there once."""
        match owner:
            case Owner.NOBODY:
                return ""
            case Owner.SEAT:
                return f"seat {index + 1}"
            case Owner.TEAM:
                return self.teams[index]
            case Owner.PAIR:
                giver, taker = self.seat_pair(index)
                return f"seat {giver + 1} for seat {taker + 1}"

    def team_of(self, seat: int) -> int:
        """Return the team of a seat."""
        return seat % len(self.teams)

    def size(self, kind: Plain | ChoiceType) -> int:
        """Count the values of a choice, or of a type that a binder can range over."""
        if isinstance(kind, ChoiceType):
            return len(kind.choices)
        sizes = {
            Plain.SEAT: self.seats,
            Plain.TEAM: len(self.teams),
            Plain.CARD: len(self.cards),
            Plain.RANK: len(self.ranks),
            Plain.SUIT: len(self.suits),
            Plain.TRUTH: 2,
        }
        return sizes[kind]
