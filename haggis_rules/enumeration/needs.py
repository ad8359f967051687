"""What the needs of a pattern, and its rules about suits, decide before any hand is looked at."""

from haggis_rules.enumeration.wild import WildRoles
from haggis_rules.ir.game import Game, Need
from haggis_rules.semantics.counting import SuitTally, suits_fit
from haggis_rules.semantics.patterns import Layout
from haggis_rules.semantics.state import Reading, group_mask


def is_possible(game: Game, reading: Reading, layout: Layout) -> bool:
    """Whether the layout could be filled if all cards took any suit.

    What fails here fails for every hand, such as five different suits where there are four.
    """
    none = (0,) * len(game.suits)
    return all(
        suits_fit(
            part.suits,
            None if part.suit_field is None else reading[1 + part.suit_field],
            [SuitTally(none, 0, row.width) for row in layout if row.part == number],
        )
        for number, part in enumerate(game.patterns[reading[0]].parts)
    )


def is_checked(game: Game, roles: WildRoles, pattern: int) -> bool:
    """Whether some need has to be looked at in each play."""
    needs = [need for need in game.needs if pattern in need.patterns]
    of_lines = any(need.each_line for need in needs) and not is_lined(game, pattern)
    of_all = [need for need in needs if not need.each_line]
    return of_lines or not all(is_decided(game, roles, need) for need in of_all)


def is_lined(game: Game, pattern: int) -> bool:
    """Whether each line needs one card that is not wild, and nothing else is to be looked at."""
    needs = [need for need in game.needs if need.each_line and pattern in need.patterns]
    if not needs or len(game.patterns[pattern].parts) > 1:
        return False
    wild = {one.group for one in game.wilds if one.applies is None and pattern in one.patterns}
    own = {card.group for card in game.cards} - wild
    return all(need.at_least and need.count == 1 and own == {need.group} for need in needs)


def is_decided(game: Game, roles: WildRoles, need: Need) -> bool:
    """Whether the number of wild cards says whether the need is met.

    It does when the group of the need is exactly the wild cards, or exactly all the others: a
    combination has as many cards as its layout has cells, so one number gives the other.
    """
    return not need.each_line and group_mask(game, need.group) in {roles.wild, sum(roles.own)}


def wild_range(game: Game, roles: WildRoles, pattern: int, cells: int, lines: int) -> range:
    """Return how many wild cards the needs allow in so many cells.

    ``lines`` is how many lines need a card each that is not wild.
    """
    least, most = 0, cells - lines
    for need in game.needs:
        if pattern in need.patterns and is_decided(game, roles, need):
            wild = group_mask(game, need.group) == roles.wild
            if need.at_least is wild:
                least = max(least, need.count if wild else cells - need.count)
            else:
                most = min(most, need.count if wild else cells - need.count)
    return range(least, most + 1)
