"""How many copies of each card a zone of one owner can ever hold."""

from __future__ import annotations

from collections.abc import Iterator

from haggis_rules.ir.game import DealEach, Effect, ForEach, Game, Let, Move, Openly
from haggis_rules.ir.stocks import unnamed_copies
from haggis_rules.semantics.state import Cards, pack


def most_held(game: Game, zone: int) -> Cards:
    """Return cards that include all that a zone of one owner holds in any state.

    A zone into which nothing moves holds what it was dealt: the cards that are named, and copies
    of those that are dealt there by chance. Any other can hold every card of the deck.
    """
    if zone in _targets(game):
        return pack((card, one.copies) for card, one in enumerate(game.cards))
    named, dealt = [0] * len(game.cards), set[int]()
    for one in game.deals:
        if one.zone != zone:
            continue
        if isinstance(one, DealEach):
            for card in one.cards:
                named[card] += 1
        else:
            dealt.update(one.groups)
    chance = zip(game.cards, unnamed_copies(game), strict=True)
    by_chance = [left if card.group in dealt else 0 for card, left in chance]
    return pack((card, many + by_chance[card]) for card, many in enumerate(named))


def _targets(game: Game) -> set[int]:
    """Return the zones into which an action or a step moves cards."""
    effects = [one.effects for one in game.actions] + [one.effects for one in game.steps]
    return {zone for some in effects for one in some for zone in _moved_to(one.effect)}


def _moved_to(effect: Effect) -> Iterator[int]:
    match effect:
        case Let():
            return
        case Move(target=target):
            yield target.zone
        case ForEach(effect=inner) | Openly(effect=inner):
            yield from _moved_to(inner)
