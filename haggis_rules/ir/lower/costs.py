"""How deep a meaning goes, and how many steps it takes, the words in it counted in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from haggis_rules.diagnostics.errors import TooDeepError
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.traversal import children, placed
from haggis_rules.ir.types import Plain

MOST_LEVELS = 200  # far below what Python's own recursion bears
MOST_CASES = 10_000_000  # of one expression; the rules of a whole match need a hundredth of it


@dataclass(frozen=True, slots=True)
class Cost:
    """How many expressions stand within one another, and how many are looked at, at most."""

    levels: int
    steps: int


def cost(node: nodes.Expr, words: Mapping[str, Cost], sizes: Mapping[Plain, int]) -> Cost:
    """Return what an expression costs, from what each word in it does.

    An upper bound, read off the text: nothing is cut short, and a binder multiplies what stands in
    it by the size of its type. With the costs of words known, linear in the expression; so a text
    that would take for ever is refused before anything is evaluated.
    """
    inner = [cost(part, words, sizes) for part in children(node)]
    if isinstance(node, nodes.Call):
        inner.append(words[node.definition])
    steps = sum(each.steps for each in inner)
    binder: object = getattr(node, "binder", None)
    if isinstance(binder, nodes.Binder):
        steps *= sizes[binder.type]
    return Cost(1 + max((each.levels for each in inner), default=0), 1 + steps)


def too_costly(found: Cost, what: str, span: Span) -> TooDeepError | None:
    """Return the fault of what nobody could work out, if it is so."""
    if found.levels > MOST_LEVELS:
        return TooDeepError(
            f"{what} needs words within words, more than {MOST_LEVELS} levels deep",
            span,
            hint="say some of it without other words, or keep it in a `state`",
        )
    if found.steps > MOST_CASES:
        return TooDeepError(
            f"{what} goes through more than {MOST_CASES} cases",
            span,
            hint="names that run over all their values multiply, also those inside the words used",
        )
    return None


def cost_faults(
    game: ir.Game, words: Mapping[str, Cost], sizes: Mapping[Plain, int], here: Span
) -> Iterator[TooDeepError]:
    """Yield the faults of expressions, other than definitions, that take too many steps."""
    for place in placed(game):
        found = too_costly(cost(place.expr, words, sizes), "this", place.expr.span or here)
        if found is not None:
            yield found
