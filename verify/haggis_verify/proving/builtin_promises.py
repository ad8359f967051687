"""What every game has to keep, whether or not its text promises it.

``auto.defined``  everything that is looked at has a value, wherever play looks at it
``auto.bounds``   state variables stay within their types, no zone is overdrawn, no card is made
``auto.apart``    no two steps wait at one time, and no two exceptions to a definition hold
``auto.secret``   apart from what is done openly, a view does not depend on what its seat cannot see
``auto.live``     until a hand is over, somebody can act at rest
``auto.ends``     no hand goes on for ever

The first two are the breaches that stop ``semantics.transition``. They are shown of what happens
between two hands as well, and of what is looked at when a hand is over.

These are steps of the one induction in ``obligations.forms``, and no circle: promises of a state
show that a move from it is no breach, and that it is none may be used for what is promised of the
state after the move. ``auto.bounds`` also justifies the ranges of the variables of a state: a value
or a count outside them is what this promise excludes, one move at a time.

The last two follow from what a text promises, if it does; ``analysis.hand_course`` says how else
they are shown.
"""

from collections.abc import Iterator
from itertools import combinations

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_verify.encode.between_hands import OVER, entries, lasting_states, says_when_over
from haggis_verify.encode.breaches import (
    actor_defined,
    domains_defined,
    effects_defined,
    guards_defined,
)
from haggis_verify.encode.definedness import conjunction, defined
from haggis_verify.encode.effects import in_bounds, keeps_cards, totals, within
from haggis_verify.encode.expressions import SymbolicEnvironment, truth_of
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import BETWEEN, EncodedGame, Obligation
from haggis_verify.secrecy.claims import secrecy_obligations
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm

DEFINED, BOUNDS, APART = "auto.defined", "auto.bounds", "auto.apart"
SECRECY = "auto.secret"
# What is shown by proof; ``analysis.coverage`` has one more.
BUILTIN_PROMISES = (DEFINED, BOUNDS, APART, SECRECY)
LIVE, ENDS = "auto.live", "auto.ends"
COURSE_PROMISES = (LIVE, ENDS)  # of how a hand goes on and ends: shown by proof, or else looked for


def builtin_obligations(
    name: str, given: tuple[BoolTerm, ...], matter: EncodedGame
) -> Iterator[Obligation]:
    """Yield what has to be shown for one of these, with what is given of any state."""
    if name == DEFINED:
        yield from _defined(given, matter)
    elif name == BOUNDS:
        yield from _bounds(given, matter)
    elif name == SECRECY:
        yield from secrecy_obligations(given, matter)
    else:
        yield from _apart(given, matter)


def _defined(given: tuple[BoolTerm, ...], matter: EncodedGame) -> Iterator[Obligation]:
    begun, view, known = matter.beginning, matter.view, matter.known
    claim = truth_of(_firsts_defined(matter, lasting=False), begun.view)
    yield Obligation("first values", "at first", begun.facts, claim, begun)
    if lasting_states(matter.game):
        opened = matter.opening
        claim = truth_of(_firsts_defined(matter, lasting=True), opened.view)
        yield Obligation("when the match opens", "at first", opened.facts, claim, opened)
    yield from _over_defined(given, matter)
    whole = conjunction(defined(step.when, known) for step in matter.game.steps)
    yield Obligation("conditions of steps", "in any state", given, truth_of(whole, view), view)
    rest = (*given, build.negation(matter.waits))
    whole = conjunction(actor_defined(action, known) for action in matter.game.actions)
    yield Obligation("who may act", "at rest", rest, truth_of(whole, view), view)
    for move in matter.transitions:
        if isinstance(move.move, ir.ActionSchema):
            yield _guards_obligation(move, move.move, given, matter)
        whole = effects_defined(move.move.effects, known)
        claim = truth_of(whole, move.view)
        group = f"on {move.move.name}"
        yield Obligation(move.name, group, (*given, *move.legal), claim, move)


def _firsts_defined(matter: EncodedGame, *, lasting: bool) -> nodes.Expr:
    """Say that all first values are defined, those of lasting variables or the others.

    Beside the others stands with whom the deal starts.
    """
    firsts = [
        state.initial
        for state in matter.game.states
        if state.lasting is lasting and not isinstance(state.initial, ir.Chance)
    ]
    starts = [one.start for one in matter.game.deals if isinstance(one, ir.DealRest) and one.start]
    return conjunction(
        defined(one, matter.known) for one in (*firsts, *(() if lasting else starts))
    )


def _over_defined(given: tuple[BoolTerm, ...], matter: EncodedGame) -> Iterator[Obligation]:
    """Say that it is defined whether a hand is over, and all that is looked at when it is."""
    game, view, known = matter.game, matter.view, matter.known
    if not says_when_over(game):
        return
    decided = truth_of(defined(OVER, known), view)
    resting = build.negation(matter.waits)
    yield Obligation("whether the hand is over", "at rest", (*given, resting), decided, view)
    over = (*given, *matter.over)
    if game.scores:
        whole = conjunction(defined(entry, known) for entry in entries(game))
        yield Obligation("the score sheet", "when it is over", over, truth_of(whole, view), view)
    move = matter.between
    if move is None:
        return
    claim = truth_of(effects_defined(game.between, known), view)
    yield Obligation(BETWEEN, BETWEEN, over, claim, move)
    if game.until is not None:
        claim = truth_of(defined(game.until.expr, known), move.after)
        facts = (*over, matter.without_breach(move))
        yield Obligation("whether the match is over", BETWEEN, facts, claim, move)


def _guards_obligation(
    move: Transition, action: ir.ActionSchema, given: tuple[BoolTerm, ...], matter: EncodedGame
) -> Obligation:
    """Say that choices and guards are defined for whoever may act, whether or not they hold."""
    facts, claim = decided(move, action, matter)
    return Obligation(f"guards of {move.name}", f"on {action.name}", (*given, *facts), claim, move)


def decided(
    move: Transition, action: ir.ActionSchema, matter: EncodedGame
) -> tuple[tuple[BoolTerm, ...], BoolTerm]:
    """Return where play looks whether an action can be taken, and that this is defined."""
    # The guards are the last facts of a move: they may not be assumed where they are asked about.
    facts = move.legal[: len(move.legal) - len(action.guards)]
    parts = [domains_defined(action, matter.known), guards_defined(action, matter.known)]
    return facts, truth_of(conjunction(parts), move.view)


def _bounds(given: tuple[BoolTerm, ...], matter: EncodedGame) -> Iterator[Obligation]:
    begun, game = matter.beginning, matter.game
    if lasting_states(game):
        opened = matter.opening
        claim = _firsts_within(matter, opened.view, lasting=True)
        yield Obligation("when the match opens", "at first", opened.facts, claim, opened)
    # No card is made or lost: all copies are dealt, and each move keeps the total of each card. So
    # no zone holds more of a card than the deck, and "not overdrawn" is all that is left to ask.
    copies = [build.int_const(card.copies) for card in game.cards]
    dealt = zip(totals(begun.view.table), copies, strict=True)
    firsts = _firsts_within(matter, begun.view, lasting=False)
    claim = build.conjunction([firsts, *(build.eq(a, b) for a, b in dealt)])
    yield Obligation("at first", "at first", begun.facts, claim, begun)
    if matter.between is not None:
        claim = in_bounds(matter.between.outcome, matter.shape)
        yield Obligation(BETWEEN, BETWEEN, (*given, *matter.over), claim, matter.between)
    for move in matter.transitions:
        conserved = keeps_cards(matter.view.table, move.outcome.table)
        claim = build.conjunction([in_bounds(move.outcome, matter.shape), conserved])
        group = f"on {move.move.name}"
        yield Obligation(move.name, group, (*given, *move.legal), claim, move)


def _firsts_within(matter: EncodedGame, view: SymbolicEnvironment, *, lasting: bool) -> BoolTerm:
    """Say that first values are within their types, those of lasting variables or the others."""
    return build.conjunction(
        within(matter.shape, state.type, value)
        for state, owned in zip(matter.game.states, view.table.values, strict=True)
        if state.lasting is lasting
        for value in owned
    )


def _apart(given: tuple[BoolTerm, ...], matter: EncodedGame) -> Iterator[Obligation]:
    view = matter.view
    waiting = [truth_of(step.when, view) for step in matter.game.steps]
    claim = build.conjunction(
        build.negation(build.conjunction(pair)) for pair in combinations(waiting, 2)
    )
    yield Obligation("steps", "in any state", given, claim, view)
    for definition in matter.game.definitions.values():
        if len(definition.exceptions) > 1:
            yield _exceptions(definition, given, matter)


def _exceptions(
    definition: ir.Definition, given: tuple[BoolTerm, ...], matter: EncodedGame
) -> Obligation:
    """Say that no two exceptions hold, whatever the definition is asked of."""
    inside: SymbolicEnvironment = matter.view
    formed: list[BoolTerm] = []
    for param in definition.params:
        value = matter.shape.fresh(param.type, f"{definition.name}!{param.name}")
        formed.append(matter.shape.well_formed(value))
        inside = inside.naming(param.name, value)
    holding = [matter.holds(exception.when, inside) for exception in definition.exceptions]
    claim = build.conjunction(
        build.negation(build.conjunction(pair)) for pair in combinations(holding, 2)
    )
    name = exceptions_to(definition)
    return Obligation(name, "in any state", (*given, *formed), claim, inside)


def exceptions_to(definition: ir.Definition) -> str:
    """Name what is asked of the exceptions to a definition."""
    return f"exceptions to {definition.name}"
