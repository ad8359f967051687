"""What generated code calls, besides what stands in its own text."""

from collections.abc import Iterable

from haggis_rules.ir.game import MOST_CARDS
from haggis_rules.semantics.breach import NotEnoughCards
from haggis_rules.semantics.state import MASK, Cards, counts, pack
from haggis_rules.semantics.transition import Moved

GUARD_BIT = MOST_CARDS + 1  # set in a count exactly when the count has fallen below none


def guard(cards: int) -> Cards:
    """Return the guard bits of so many card classes."""
    return pack((card, GUARD_BIT) for card in range(cards))


def zone_after_moves(
    held: Cards | list[Cards], zone: int, moves: Iterable[Moved], name: str
) -> Cards | list[Cards]:
    """Return the cards of a zone after all moves, added up card class by card class.

    ``held`` is a list where the zone has owners, and so is the result. Raises ``NotEnoughCards``
    when a count falls below none.
    """
    owners = held if isinstance(held, list) else [held]
    left = [dict(counts(cards)) for cards in owners]
    for moved in moves:
        for (index, owner), sign in ((moved.source, -1), (moved.target, 1)):
            if index == zone:
                for card, count in counts(moved.cards):
                    left[owner][card] = left[owner].get(card, 0) + sign * count
    if any(not 0 <= count <= MASK for there in left for count in there.values()):
        message = f"`{name}` does not hold so many cards"
        raise NotEnoughCards(message)
    packed = [pack(there.items()) for there in left]
    return packed if isinstance(held, list) else packed[0]
