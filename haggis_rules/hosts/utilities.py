"""What a game brings each seat at its end, and between which bounds that lies."""

from __future__ import annotations

from enum import Enum
from math import inf
from typing import NamedTuple

from haggis_rules.engine.hand_points import HandPoints
from haggis_rules.engine.match import MatchState
from haggis_rules.ir.game import Game
from haggis_rules.ir.types import NumberType
from haggis_rules.players.outcome import cards_ahead, lead_of
from haggis_rules.semantics.between_hands import scorer_of, scorers


class Utility(Enum):
    """What a seat plays for. Partners get what their team has."""

    LEAD = "lead"
    """How many points it is ahead of the others, on average."""
    POINTS = "points"
    """The points that it scores."""


class UtilityBounds(NamedTuple):
    """The least and the most that a seat can get; infinite where the rules set no bound."""

    least: float
    most: float


def utilities(match: MatchState, utility: Utility) -> list[float]:
    """Return what each seat gets for the hands of a match that are over.

    Where rules have no score sheet, that is how many cards fewer it holds than the others at the
    end of each hand.
    """
    game, ended = match.rules.game, match.hands[: len(match.hand_points)]
    if not game.scores:
        return [sum(cards_ahead(game, seat, one.state) for one in ended) for seat in _seats(game)]
    total = _totals(game, match.hand_points)
    match utility:
        case Utility.LEAD:
            return [lead_of(game, seat, total) for seat in _seats(game)]
        case Utility.POINTS:
            return [float(total[scorer_of(game, seat)]) for seat in _seats(game)]


def utility_bounds(game: Game, utility: Utility, hands: int) -> UtilityBounds:
    """Return between which bounds lies what a seat gets in so many hands."""
    if not game.scores:
        deck = sum(card.copies for card in game.cards)
        return UtilityBounds(-float(hands * deck), float(hands * deck))
    kinds = [game.definitions[name].type for name in game.scores]
    bounds = [one.bounds if isinstance(one, NumberType) else (None, None) for one in kinds]
    least = hands * sum(-inf if low is None else low for low, _ in bounds)
    most = hands * sum(inf if high is None else high for _, high in bounds)
    match utility:
        case Utility.LEAD if scorers(game) > 1:
            return UtilityBounds(-float(most - least), float(most - least))
        case Utility.LEAD | Utility.POINTS:
            return UtilityBounds(float(least), float(most))


def sums_to_zero(game: Game, utility: Utility) -> bool:
    """Whether what all seats get always sums to zero.

    What owners are ahead by does: each point that one scores counts as much for it as it counts
    against the others together. So it does for seats where each owner has the same number of them.
    """
    if not game.scores:
        return game.seats > 1
    sides = [scorer_of(game, seat) for seat in _seats(game)]
    equal = len({sides.count(owner) for owner in range(scorers(game))}) == 1
    return utility is Utility.LEAD and equal and scorers(game) > 1


def _totals(game: Game, hands: tuple[HandPoints, ...]) -> list[int]:
    return [sum(entry[owner] for hand in hands for entry in hand) for owner in range(scorers(game))]


def _seats(game: Game) -> range:
    return range(game.seats)
