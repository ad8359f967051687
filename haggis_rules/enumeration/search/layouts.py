"""What rows of cards are laid so far: all choices of cards for them at once.

Choices that lack the same cells and leave the suits in the same state go on alike, so they are
kept together and extended once: dynamic programming over the rows of a layout. The work follows
the number of such classes, and the length of the lists only where they are joined.
"""

from typing import TypeAlias

from haggis_rules.enumeration.rows import RankHolding, States
from haggis_rules.enumeration.search.search_plan import SearchStep
from haggis_rules.enumeration.wild import WildFillings

Partial: TypeAlias = dict[int, States]  # by the cells that lack a card, then by the suits' state

NOTHING: Partial = {0: {0: (0,)}}  # what the first row is laid after


def first_choices(step: SearchStep, holding: RankHolding, fillings: WildFillings) -> Partial:
    """Return what can be laid into a first row: what ``extend_choices`` gives after nothing."""
    return {lacking: states for lacking, states in holding[step.suits] if fillings[lacking]}


def extend_choices(
    partial: Partial, step: SearchStep, holding: RankHolding, fillings: WildFillings
) -> Partial:
    """Add a row to all choices of cards so far."""
    joined = holding.joined(step.suits)
    extended: Partial = {}
    for lacking, states in partial.items():
        for before, held in states.items():
            for more, state, added in joined[before]:
                total = lacking + more
                if not fillings[total]:
                    break  # what cannot be filled cannot be with more cells: fewest come first
                if len(held) == len(added) == 1:  # as a rule, and quicker so
                    both = [held[0] + added[0]]
                else:
                    both = [some + others for some in held for others in added]
                known = extended.get(total)
                if known is None:
                    extended[total] = {state: both}
                elif state in known:
                    known[state] = [*known[state], *both]
                else:
                    known[state] = both
    return extended


def close_part(step: SearchStep, partial: Partial) -> Partial:
    """Forget the suits of a part that ends, and what may not end here.

    Parts do not look at each other's suits, so the next one begins in state 0 again.
    """
    return {
        lacking: {0: [cards for s, held in states.items() if step.suits.ends(s) for cards in held]}
        for lacking, states in partial.items()
    }
