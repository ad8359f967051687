"""How the suits of a part are kept in mind while it is laid out row by row.

A state is a number, 0 before the first row; a rule says which state a row has by itself, which
state two of them have together, and whether a part may end there. What the whole part needs
whatever its cards, such as enough suits, is looked at before, when a plan is made.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from haggis_rules.ir.game import SuitRule
from haggis_rules.run.counting import Tally
from haggis_rules.run.state import WIDTH, counts, pack, size

NOT = -1  # the state of cards that break the rule
MIXED = 2  # the state of cards that are mixed already, or have a free one among them


@dataclass(frozen=True, slots=True)
class Suits:
    """The rule of a part, the suit that a field wants, and the width of its rows."""

    rule: SuitRule
    wanted: int | None
    width: int

    def row(self, tally: Tally) -> int:
        """Give the state of a row, or ``NOT``."""
        held = [suit for suit, count in enumerate(tally.suits) if count]
        if self.wanted is not None:
            return NOT if tally.bare or any(suit != self.wanted for suit in held) else 0
        if self.rule is SuitRule.ANY:
            return 0
        if tally.bare:
            return NOT
        each = pack((suit, 1) for suit in held)
        match self.rule:
            case SuitRule.ONE:
                return NOT if len(held) > 1 else each
            case SuitRule.DIFFERENT | SuitRule.MATCHING_DIFFERENT:
                return NOT if max(tally.suits, default=0) > 1 else each
            case SuitRule.MIXED:
                return MIXED if tally.free or len(held) > 1 else each
            case SuitRule.MATCHING:
                return pack(enumerate(tally.suits))

    def join(self, left: int, right: int) -> int:
        """Give the state of two lots of rows together, or ``NOT``."""
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
        """Whether a part may end in this state."""
        return self.rule is not SuitRule.MIXED or self.wanted is not None or state == MIXED
