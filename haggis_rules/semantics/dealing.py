"""What chance does before the first action: who gets which cards, and what else it decides."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from haggis_rules.ir.game import Chance, DealEach, DealRest, DealSome, Game, Owner
from haggis_rules.ir.stocks import Starts, stock_of_groups, stocks, unnamed_copies
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.breach import NoValue, naming_clause
from haggis_rules.semantics.evaluate import Environment, index_of
from haggis_rules.semantics.random_streams import below, shuffled
from haggis_rules.semantics.state import Cards, GameState, StateValues, StateZones, Value, pack


class Dealing(NamedTuple):
    """What was decided at random before a hand: how the cards lie, and the first values.

    ``drawn`` has the values of the random variables that are drawn for each hand, in order, and
    ``lasting`` those of the random variables that last, which are drawn only before the first
    hand.

    >>> from haggis_rules import Dealing, load
    >>> rules = load("classic", players=2)
    >>> match = rules.new_match(seed=7)
    >>> start = match.position.start
    >>> by_hand = rules.dealt_match(Dealing(start.zones, lasting=start.values[:1]))
    >>> by_hand.seed, by_hand.state.zones == start.zones
    (None, True)
    """

    zones: StateZones
    drawn: StateValues = ()
    lasting: StateValues = ()


def dealing(dealer: CardDealer, lasting: StateValues, chance: Random) -> Dealing:
    """Deal a hand: the cards first, then what else chance decides.

    ``lasting`` has the value of all that lasts. Raises a ``Breach`` as ``deal_starts`` does.
    """
    zones = dealer.deal(deal_starts(dealer.game, lasting), chance)
    return Dealing(zones, draw(dealer.game, chance, lasting=False))


def deal_starts(game: Game, lasting: StateValues) -> Starts:
    """Return with whom each deal begins that says so, by the value of all that lasts.

    Raises a ``Breach`` where a text has no answer.
    """
    found = dict[int, int]()
    for index, one in enumerate(game.deals):
        if isinstance(one, DealRest) and one.start is not None:
            with naming_clause(one.clause):
                scene = Environment(game, GameState(lasting, ()))
                found[index] = index_of(one.start, scene)
    return found


class CardDealer:
    """Lays out the deck of a game. What is the same in each deal is found once."""

    def __init__(self, game: Game) -> None:
        self.game, left, stock_of = game, unnamed_copies(game), stock_of_groups(game)
        self._owners = [game.owners(zone.owner) for zone in game.zones]
        self._stocks = [_cards(game, groups, left) for groups in stocks(game)]
        self._stock_of = [
            -1 if isinstance(one, DealEach) else stock_of[one.group] for one in game.deals
        ]

    def deal(self, starts: Starts, chance: Random) -> StateZones:
        """Lay the deck out. One seed gives one deal, on every machine and in every language.

        Cards that are dealt by name are taken out first. What is left of the groups of a stock is
        then shuffled once, all together, and dealt from the top in the order of the text; what is
        dealt round goes card by card, from the owner on that ``starts`` says.
        """
        held = [[0] * owners for owners in self._owners]
        stacks = [shuffled(stock, chance) for stock in self._stocks]
        for index, (one, stock) in enumerate(zip(self.game.deals, self._stock_of, strict=True)):
            laid, owners = held[one.zone], range(self._owners[one.zone])
            match one:
                case DealEach(cards=cards):
                    for owner in owners:
                        laid[owner] += pack([(card, 1) for card in cards])
                case DealSome(count=count):
                    stack = stacks[stock]
                    for owner in owners:
                        laid[owner] += sum(stack[owner * count : (owner + 1) * count])
                    del stack[: len(owners) * count]
                case DealRest():
                    stack, first = stacks[stock], starts.get(index, 0)
                    for owner in owners:
                        laid[owner] += sum(stack[(owner - first) % len(owners) :: len(owners)])
                    stack.clear()
        return tuple(
            cards_there[0] if zone.owner is Owner.NOBODY else tuple(cards_there)
            for zone, cards_there in zip(self.game.zones, held, strict=True)
        )


def deal(game: Game, starts: Starts, chance: Random) -> StateZones:
    """Lay the deck out once, as ``CardDealer`` does."""
    return CardDealer(game).deal(starts, chance)


def _cards(game: Game, groups: Sequence[int], left: Sequence[int]) -> list[Cards]:
    """Return the cards of a stock one by one, each packed, in the order of the deck."""
    return [
        pack([(index, 1)])
        for index, card in enumerate(game.cards)
        if card.group in groups
        for _ in range(left[index])
    ]


def draw(game: Game, chance: Random, *, lasting: bool) -> StateValues:
    """Return a value for each variable, lasting or not, that chance decides, in order."""
    drawn: list[Value | tuple[Value, ...]] = []
    for variable in game.states:
        if isinstance(variable.initial, Chance) and variable.lasting is lasting:
            known = possible(game, variable.type)
            owners = game.owners(variable.owner)
            chosen = tuple(known[below(len(known), chance)] for _ in range(owners))
            drawn.append(chosen[0] if variable.owner is Owner.NOBODY else chosen)
    return tuple(drawn)


def possible(game: Game, kind: Type) -> Sequence[Value]:
    """Return every value of a type that chance can give: all but none, readings and combinations.

    Raises ``NoValue`` for numbers without end.
    """
    match kind:
        case NumberType():
            if None in kind.bounds:
                message = "chance cannot choose among numbers without end"
                raise NoValue(message)
            return kind.values()
        case ChoiceType(choices=choices):
            return range(len(choices))
        case OptionType(inner=inner):
            return possible(game, inner)
        case Plain.TRUTH:
            return (False, True)
        case Plain():
            return range(game.size(kind))
