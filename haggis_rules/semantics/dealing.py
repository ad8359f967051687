"""What chance does before the first action: who gets which cards, and what else it decides."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from haggis_rules.ir.game import Chance, DealEach, DealRest, DealSome, Game, Owner
from haggis_rules.ir.stocks import Starts, stock_of_groups, stocks, unnamed_copies
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type
from haggis_rules.semantics.breach import NoValue, naming_clause
from haggis_rules.semantics.evaluate import Environment, index_of
from haggis_rules.semantics.random_streams import below, shuffled
from haggis_rules.semantics.state import GameState, StateValues, StateZones, Value, pack


class Dealing(NamedTuple):
    """What was decided at random before a hand: how the cards lie, and the first values.

    ``drawn`` has the values of the random variables that begin anew with each hand, in order, and
    ``lasting`` has those of the random variables that last, which are drawn only before the first
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


def dealing(game: Game, lasting: StateValues, chance: Random) -> Dealing:
    """Deal a hand: the cards first, then what else chance decides.

    ``lasting`` has the value of all that lasts. Raises a ``Breach`` as ``deal_starts`` does.
    """
    zones = deal(game, deal_starts(game, lasting), chance)
    return Dealing(zones, draw(game, chance, lasting=False))


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


def deal(game: Game, starts: Starts, chance: Random) -> StateZones:
    """Lay the deck out. One seed gives one deal, on every machine and in every language.

    Cards that are dealt by name are taken out first. What is left of the groups of a stock is then
    shuffled once, all together, and dealt from the top in the order of the text; what is dealt
    round goes card by card, from the owner on that ``starts`` says.
    """
    held = [[0] * game.owners(zone.owner) for zone in game.zones]
    stacks = _stacks(game, chance)
    stock_of = stock_of_groups(game)
    for index, one in enumerate(game.deals):
        owners = len(held[one.zone])
        for owner in range(owners):
            match one:
                case DealEach(cards=cards):
                    dealt: Sequence[int] = cards
                case DealSome(count=count, group=group):
                    stack = stacks[stock_of[group]]
                    dealt, stack[:] = stack[:count], stack[count:]
                case DealRest(group=group):
                    first = (owner - starts.get(index, 0)) % owners
                    dealt = stacks[stock_of[group]][first::owners]
            held[one.zone][owner] += pack([(card, 1) for card in dealt])
        if isinstance(one, DealRest):
            stacks[stock_of[one.group]].clear()
    return tuple(
        cards_there[0] if zone.owner is Owner.NOBODY else tuple(cards_there)
        for zone, cards_there in zip(game.zones, held, strict=True)
    )


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


def _stacks(game: Game, chance: Random) -> list[list[int]]:
    """Return the shuffled cards of each stock, without those that are dealt by name."""
    left = unnamed_copies(game)
    return [
        shuffled(
            [
                index
                for index, card in enumerate(game.cards)
                if card.group in groups
                for _ in range(left[index])
            ],
            chance,
        )
        for groups in stocks(game)
    ]
