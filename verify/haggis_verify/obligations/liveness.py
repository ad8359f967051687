"""That somebody can act until a hand is over, told by what is sure of single choices.

Whether a seat can act asks for some play of its hand, and so has no form in terms that is small.
What has one is whether it can take an action with given choices, and those that are tried here are
the values of free choices, each card, and the plays that one card makes. ``ACTS`` stands for what
is to be shown. It follows from any of these, and from a promise of progress that is proved, and
from nothing else, so that nothing is shown that is not so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir import game as ir
from haggis_rules.ir.types import Plain
from haggis_rules.semantics.patterns import Patterns
from haggis_rules.semantics.state import Combination, Value, pack
from haggis_verify.encode.between_hands import OVER
from haggis_verify.encode.breaches import actor_defined, domains_defined
from haggis_verify.encode.expressions import truth_of
from haggis_verify.encode.transitions import in_domain, may_act, name_arguments, type_of
from haggis_verify.obligations.matter import EncodedGame, Obligation
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

ACTS = build.bool_var("somebody-can-act")
MOST_CHOICES = 300  # of one action by one seat, lest a question grows too large to be answered


def live_obligation(
    given: tuple[BoolTerm, ...], matter: EncodedGame, *, by_choices: bool
) -> Obligation:
    """Return what has to be shown of any state at rest in which the hand is not over.

    ``by_choices``: single choices are looked at. Without, it can only follow from helpers.
    """
    view = matter.view
    facts = (*given, build.negation(matter.waits), build.negation(matter.holds(OVER, view)))
    if by_choices:
        facts = (*facts, build.implies(somebody_can(matter), ACTS))
    return Obligation("somebody can act", "at rest", facts, ACTS, view)


def progress_says(promise: ir.Promise, matter: EncodedGame) -> BoolTerm:
    """Say of any state what a promise of progress says of it, when it is proved.

    Raises ``TypeError`` for a promise of another form.
    """
    if not isinstance(promise.form, ir.Progress):
        raise TypeError(promise)
    unless = promise.form.unless
    excepted = build.FALSE if unless is None else matter.holds(unless, matter.view)
    return build.disjunction([matter.waits, excepted, ACTS])


def somebody_can(matter: EncodedGame) -> BoolTerm:
    """Say that some seat can take some action with one of the choices that are tried."""
    plays = _single_card_plays(matter.game)
    return build.disjunction(
        _can(action, seat, arguments, matter)
        for action in matter.game.actions
        for arguments in _choices(action, matter.game, plays)
        for seat in range(matter.game.seats)
    )


def _can(
    action: ir.ActionSchema, seat: int, values: Sequence[Value], matter: EncodedGame
) -> BoolTerm:
    """Say that a seat can take an action with these choices, and that all that is defined."""
    view = matter.view.naming(ir.ACTOR, build.int_const(seat))
    arguments = [
        view.shape.constant(type_of(param), value)
        for param, value in zip(action.params, values, strict=True)
    ]
    named = name_arguments(action, arguments, view)
    chosen = zip(action.params, arguments, strict=True)
    offered = (in_domain(param, value, named) for param, value in chosen)
    return build.conjunction(
        [
            truth_of(actor_defined(action, matter.known), view),
            may_act(action, seat, view),
            truth_of(domains_defined(action, matter.known), named),
            *offered,
            *(matter.holds(guard.expr, named) for guard in action.guards),
        ]
    )


def _choices(
    action: ir.ActionSchema, game: ir.Game, plays: tuple[Combination, ...]
) -> Iterator[tuple[Value, ...]]:
    """Yield choices for an action, from the first; an action without any has one way."""
    offered = (_values(param, game, plays) for param in action.params)
    return islice(product(*offered), MOST_CHOICES)


def _values(
    param: ir.ActionParam, game: ir.Game, plays: tuple[Combination, ...]
) -> Sequence[Value]:
    match param:
        case ir.CombinationParam():
            return plays
        case ir.CardParam():
            return range(len(game.cards))
        case ir.FreeParam(type=Plain.TRUTH):
            return (False, True)
        case ir.FreeParam(type=kind):
            return range(game.size(kind))


def _single_card_plays(game: ir.Game) -> tuple[Combination, ...]:
    """Return every play that one card makes, whatever the states are on which that may rest."""
    every = Enumerator(Patterns(game)).everywhere
    return tuple(
        Combination(*play)
        for card in range(len(game.cards))
        for play in every[0].plays(pack([(card, 1)]))
        if all(each.fits(*play) for each in every)
    )
