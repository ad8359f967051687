"""How deep a meaning goes, and how many steps it takes, the words in it counted in.

What is worked out at one time, such as the conditions of all steps, counts together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from haggis_rules.diagnostics.errors import TooDeepError
from haggis_rules.diagnostics.source import Span
from haggis_rules.frozen_dataclass import dataclass
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.traversal import children, placed
from haggis_rules.ir.types import Plain

_RANGED = (Plain.SEAT, Plain.TEAM, Plain.CARD, Plain.RANK, Plain.SUIT)

READINGS = 300  # that are looked for at one time, taken to be no more for what it costs
OF_READING = 20  # expressions as long to look at as it takes to see whether cards make a reading
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
    if isinstance(node, nodes.SomePlay):
        steps = READINGS * (steps + OF_READING)
    elif isinstance(binder, nodes.Binder):
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
    """Yield the faults of expressions, other than definitions, that take too many steps.

    When each is small, what is worked out at one time may still be too much together.
    """
    found = False
    for place in placed(game):
        fault = too_costly(cost(place.expr, words, sizes), "this", place.expr.span or here)
        if fault is not None:
            found = True
            yield fault
    if not found:
        yield from _costly_moments(game, words, sizes, here)


def sizes_of(game: ir.Game) -> dict[Plain, int]:
    """Count the values of each type that a binder can range over."""
    return {kind: game.size(kind) for kind in _RANGED}


def effect_steps(effect: ir.Effect, words: Mapping[str, Cost], sizes: Mapping[Plain, int]) -> int:
    """Return how many expressions an effect looks at, at most, and itself."""
    match effect:
        case ir.Let(owner=owner, value=value, when=when):
            parts: tuple[nodes.Expr | None, ...] = (owner, value, when)
        case ir.Move(thing=thing, source=source, target=target, when=when, shown=shown):
            places = (one.owner for one in (source, target) if isinstance(one, nodes.OwnedZone))
            parts = (*places, when, shown, None if isinstance(thing, ir.Everything) else thing)
        case ir.ForEach(binder=binder, where=where, effect=inner):
            each = 0 if where is None else cost(where, words, sizes).steps
            return 1 + sizes[binder.type] * (each + effect_steps(inner, words, sizes))
        case ir.Openly(effect=inner):
            return effect_steps(inner, words, sizes)
    return 1 + sum(cost(one, words, sizes).steps for one in parts if one is not None)


def _costly_moments(
    game: ir.Game, words: Mapping[str, Cost], sizes: Mapping[Plain, int], here: Span
) -> Iterator[TooDeepError]:
    """Yield a fault for all that is worked out at one time, each part being small."""

    def steps(*expressions: nodes.Expr) -> int:
        return sum(cost(one, words, sizes).steps for one in expressions)

    def doing(effects: Iterable[ir.Effected]) -> int:
        return sum(effect_steps(one.effect, words, sizes) for one in effects)

    over = () if game.until is None else (game.until.expr,)
    scores = (words[name].steps for name in game.scores if name in words)  # or it has a fault
    scoring = sum(scores) * max(game.seats, len(game.teams))
    moments = {
        "whether a step follows": steps(*(one.when for one in game.steps)),
        "what a seat can do": sum(steps(*_conditions(one)) for one in game.actions) * game.seats,
        "what the values are at first": steps(
            *(v.initial for v in game.states if not isinstance(v.initial, ir.Chance))
        ),
        "with whom the deal starts": steps(
            *(one.start for one in game.deals if isinstance(one, ir.DealRest) and one.start)
        ),
        "what happens between hands": doing(game.between) + steps(*over) + scoring,
        **{f"what `{one.name}` does": doing(one.effects) for one in game.actions},
        **{f"what `{one.name}` does": doing(one.effects) for one in game.steps},
    }
    for what, taken in moments.items():
        fault = too_costly(Cost(0, taken), what, here)
        if fault is not None:
            yield fault


def _conditions(action: ir.ActionSchema) -> Iterator[nodes.Expr]:
    match action.actor:
        case ir.InTurn(seat=seat):
            yield seat
        case ir.AnySeat(where=where):
            yield where
    yield from (one.expr for one in action.guards)
