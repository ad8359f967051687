"""Which values count in a sum, worked out once where that rests on the value alone.

Which cards have a certain rank, say, is the same in every state. So a sum over those becomes one
over fewer cards, and one of how many copies of them lie somewhere becomes a mask.
"""

from collections.abc import Sequence

from haggis_rules.diagnostics.errors import OverBudgetError
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.budget import Budget
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.state import GameState

MOST_WORK = 20_000  # units of evaluation for one condition; else it is left as it is

_NOWHERE = GameState((), ())


def counted_values(
    game: Game, binder: nodes.Binder, claim: nodes.Expr
) -> tuple[Sequence[int], nodes.Expr]:
    """Return the values for which a claim may count, and what is left of it to look at for these.

    A truth counts as 1. What has been looked at is never a breach.
    """
    values: Sequence[int] = range(game.size(binder.type))
    while True:
        match claim:
            case nodes.If(when=when, value=rest, other=nodes.Number(value=0)):
                found = _holding(game, binder, when, values)
            case nodes.And(left=when, right=rest):
                found = _holding(game, binder, when, values)
            case _:
                return values, claim
        if found is None:
            return values, claim
        values, claim = found, rest


def zone_of_copies(game: Game, binder: nodes.Binder, claim: nodes.Expr) -> nodes.ZoneRef | None:
    """Return the zone, the same for all values, of which a claim counts the copies of each card."""
    match claim:
        case nodes.CopiesIn(card=nodes.Variable(name=name), zone=zone) if name == binder.name:
            whole = nodes.CardsIn(claim.type, zone, None)
            return None if binder.name in reads(game, whole).names else zone
        case _:
            return None


def _holding(
    game: Game, binder: nodes.Binder, when: nodes.Expr, values: Sequence[int]
) -> Sequence[int] | None:
    """Return the values for which a condition holds; None where it rests on more than the value."""
    if reads(game, when) != Reads(names=frozenset({binder.name})):
        return None
    scene = Environment(game, _NOWHERE, budget=Budget(game.name, MOST_WORK))
    try:
        return [value for value in values if holds_true(when, scene.naming(binder.name, value))]
    except (Breach, OverBudgetError):
        return None
