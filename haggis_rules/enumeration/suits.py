"""How the suits of a part are kept in mind while it is laid out row by row.

A state is a number, 0 before the first row; a rule says which state a row has by itself, which
state two lots of rows have together, and whether a part may end there. What a part needs whatever
its cards, such as enough suits, is looked at before, when a plan is made.

So the suits of a part are a finite automaton that reads rows. States are packed counts by suit,
like cards: 1 for each suit that is there, or under `MATCHING` the most of it that a row has. They
hold what ``counting.rule_holds`` needs and no more, and few states means few classes of choices.
"""

from functools import cache

from haggis_rules.ir.game import SuitRule
from haggis_rules.semantics.counting import SuitTally, highest_fits
from haggis_rules.semantics.state import counts, pack, size

NOT = -1  # the state of cards that break the rule
# The state of cards that are mixed already, or have a free one among them. No packed state is 2
# under that rule: there a suit counts 0 or 1.
MIXED = 2


class SuitConstraint:
    """The rule of a part, the suit that a field wants if there is one, the width of its rows.

    ``highest`` is the suit that a field wants the highest card of the row to have, if there is one.

    With ``lined`` each line wants a card that keeps its suit. Made by ``suit_constraint``, which
    gives the same one for the same, so that they are quick to look up.
    """

    def __init__(
        self, rule: SuitRule, wanted: int | None, width: int, *, lined: bool, highest: int | None
    ) -> None:
        self.rule, self.wanted, self.width, self.lined = rule, wanted, width, lined
        self.highest = highest

    def row(self, tally: SuitTally) -> int:
        """Return the state of a row, or ``NOT``."""
        if self._refuses(tally) or not highest_fits(self.highest, tally):
            return NOT
        held = [suit for suit, count in enumerate(tally.suits) if count]
        each = pack((suit, 1) for suit in held)
        match self.rule:
            case SuitRule.ANY:
                return 0
            case SuitRule.ONE:
                return NOT if len(held) > 1 else each
            case SuitRule.DIFFERENT | SuitRule.MATCHING_DIFFERENT:
                return NOT if max(tally.suits, default=0) > 1 else each
            case SuitRule.MIXED:
                return MIXED if tally.free or len(held) > 1 else each
            case SuitRule.MATCHING:
                return pack(enumerate(tally.suits))

    def _refuses(self, tally: SuitTally) -> bool:
        """Whether a card has no suit and needs one, or another suit than the wanted one."""
        if self.wanted is not None:
            return tally.bare > 0 or sum(tally.suits) > tally.suits[self.wanted]
        return tally.bare > 0 and self.rule is not SuitRule.ANY

    def join(self, left: int, right: int) -> int:
        """Return the state of two lots of rows together, or ``NOT``."""
        both = left | right
        match self.rule:
            case SuitRule.ANY:
                return 0
            case SuitRule.ONE:
                return both if size(both) <= 1 else NOT
            case SuitRule.DIFFERENT:
                return NOT if left & right else both
            case SuitRule.MIXED:
                return MIXED if MIXED in (left, right) or size(both) > 1 else both
            case SuitRule.MATCHING:
                most = dict(counts(left))
                for suit, count in counts(right):
                    most[suit] = max(count, most.get(suit, 0))
                return pack(most.items()) if sum(most.values()) <= self.width else NOT
            case SuitRule.MATCHING_DIFFERENT:
                return both if size(both) <= self.width else NOT

    def ends(self, state: int) -> bool:
        """Whether a part may end in this state.

        Where suits may repeat, lines that want a card each need nothing but as many cards.
        """
        if self.rule is SuitRule.MIXED:
            return state == MIXED
        once = self.lined and self.rule is SuitRule.MATCHING_DIFFERENT
        return not once or size(state) == self.width


@cache
def suit_constraint(
    rule: SuitRule,
    wanted: int | None,
    width: int,
    *,
    lined: bool = False,
    highest: int | None = None,
) -> SuitConstraint:
    """Return the constraint for a rule, a wanted suit and a width. A wanted suit is the rule."""
    rule = rule if wanted is None else SuitRule.ANY
    return SuitConstraint(rule, wanted, width, lined=lined, highest=highest)
