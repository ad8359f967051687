"""What can lie in a zone when the cards have been dealt: the cards by name, and the drawn ones."""

from __future__ import annotations

from dataclasses import dataclass

from haggis_rules.ir.game import (
    ActionSchema,
    CombinationParam,
    DealEach,
    DealRest,
    DealSome,
    Effect,
    ForEach,
    Game,
    Let,
    Move,
    Openly,
    Step,
)


@dataclass(frozen=True, slots=True)
class Hand:
    """All that one owner's zone can hold as dealt.

    ``named`` has how many of each card surely lie there, ``drawn`` how many cards of each group
    come by chance, and ``stock`` how many of each card chance deals from. ``zone`` is None for the
    whole deck in one hand.
    """

    zone: int | None
    named: tuple[int, ...]
    drawn: tuple[int, ...]
    stock: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(self.named) + sum(self.drawn)


def stock(game: Game) -> tuple[int, ...]:
    """Return how many of each card are left for chance when those that are named are dealt.

    One number for each card, in the order of the deck.
    """
    left = [card.copies for card in game.cards]
    for deal in game.deals:
        if isinstance(deal, DealEach):
            for card in deal.cards:
                left[card] -= game.owners(game.zones[deal.zone].owner)
    return tuple(left)


def rest(game: Game, group: int) -> int:
    """Return how many cards of a group are left for the zone that gets the rest."""
    known = stock(game)
    left = sum(known[place] for place, card in enumerate(game.cards) if card.group == group)
    for deal in game.deals:
        if isinstance(deal, DealSome) and deal.group == group:
            left -= deal.count * game.owners(game.zones[deal.zone].owner)
    return left


def dealt(game: Game, zone: int) -> Hand:
    """Return what lies in a zone, or in each owner's zone, when the cards have been dealt."""
    named, drawn = [0] * len(game.cards), [0] * len(game.groups)
    for deal in game.deals:
        if deal.zone != zone:
            continue
        match deal:
            case DealEach(cards=cards):
                for card in cards:
                    named[card] += 1
            case DealSome(count=count, group=group):
                drawn[group] += count
            case DealRest(group=group):
                drawn[group] += rest(game, group)
    return Hand(zone, tuple(named), tuple(drawn), stock(game))


def hands(game: Game) -> tuple[Hand, ...]:
    """Return each zone from which combinations are laid, as dealt.

    It is the whole deck in one hand where no action lays any, or nothing is dealt to such a zone.
    """
    params = [param for action in game.actions for param in action.params]
    zones = dict.fromkeys(p.zone.zone for p in params if isinstance(p, CombinationParam))
    found = tuple(hand for zone in zones if (hand := dealt(game, zone)).size)
    copies = tuple(card.copies for card in game.cards)
    return found or (Hand(None, copies, (0,) * len(game.groups), (0,) * len(game.cards)),)


def arrivals(game: Game, zone: int) -> dict[str, tuple[str, ...]]:
    """Name what brings cards into a zone after the deal, each with its clauses."""
    moves: list[ActionSchema | Step] = [*game.actions, *game.steps]
    found: dict[str, tuple[str, ...]] = {}
    for move in moves:
        clauses = dict.fromkeys(one.clause for one in move.effects if _brings(one.effect, zone))
        if clauses:
            found[move.name] = tuple(clauses)
    return found


def _brings(effect: Effect, zone: int) -> bool:
    match effect:
        case Let():
            return False
        case Move(target=target):
            return target.zone == zone
        case ForEach(effect=inner) | Openly(effect=inner):
            return _brings(inner, zone)
