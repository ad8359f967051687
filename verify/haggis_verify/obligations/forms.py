"""What has to be shown for each form of promise.

Everything is shown of the states that play can reach without a breach, by induction over moves:
a claim that holds in every state holds after the deal, and after each move from a state in which it
holds. What a promise is ``using`` may be taken to hold before the move. That is sound also for
promises that use each other, because they are then one claim, shown together.

A hand may be any hand of a match: it is dealt with any values of lasting variables that keep what
is promised of these alone. Such a promise is shown when the match opens and of what happens
between two hands, and a promise ``using`` it may rest on it after the deal as well.

A state that is reached has its values within their types and no more of a card than the deck has,
because whatever else a move comes to is a breach, and moves make no cards.

The method is that of inductive assertions and well-founded measures (Floyd 1967), one step deep:

- *base*: the claim after the deal, or when the match opens for a claim about lasting variables;
- *step*: the claim and its helpers before a move, and the move, give the claim after it;
- *helpers*: stronger than the claim alone, where that does not carry itself through a step;
- *at rest*: a claim that may fail while a step waits; it is "a step waits, or the claim";
- *measure*: numbers that are never negative and fall with each move in lexicographic order, which
  is well-founded, so that moves end.

A promise has one question for the base and one for each move, and moves are the steps and the
actions of each seat. A failed step may begin in a state that play never reaches: that is told
apart by ``counterexample``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import move_writes, reads
from haggis_verify.encode.between_hands import is_of_match
from haggis_verify.encode.definedness import conjunction, defined
from haggis_verify.encode.expressions import number_of, truth_of
from haggis_verify.encode.transitions import Transition
from haggis_verify.obligations.matter import BETWEEN, EncodedGame, Obligation
from haggis_verify.obligations.progress import progress
from haggis_verify.obligations.reading_claims import apart, for_any
from haggis_verify.obligations.realizability import any_made
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm, IntTerm


def obligations(promise: ir.Promise, matter: EncodedGame) -> Iterator[Obligation]:
    """Yield all that has to be shown for a promise."""
    match promise.form:
        case ir.Always(claim=claim) | ir.AtRest(claim=claim):
            yield from _invariant(promise, claim, matter)
        case ir.EachMove(claim=claim):
            yield from _each_move(promise, claim, matter)
        case ir.EachHand(claim=claim):
            yield from _each_hand(promise, claim, matter)
        case ir.Measure(parts=parts):
            yield from _measure(promise, parts, matter)
        case ir.Progress():
            yield from progress(promise, promise.form, matter)
        case ir.ForAny() | ir.Apart():
            form = promise.form
            yield from for_any(form, matter) if isinstance(form, ir.ForAny) else apart(form, matter)
        case ir.AnyMade():
            yield from any_made(promise, promise.form, matter)


def _invariant(promise: ir.Promise, claim: nodes.Expr, matter: EncodedGame) -> Iterator[Obligation]:
    given = (*matter.given(promise.using), matter.kept(promise, matter.view))
    if is_of_match(promise, matter.game):
        yield from _from_hand_to_hand(promise, given, matter)
    else:
        begun, facts = matter.beginning, matter.dealt(promise.using)
        yield Obligation("at first", "at first", facts, matter.kept(promise, begun.view), begun)
    read = [claim]
    if isinstance(promise.form, ir.AtRest):
        read += [step.when for step in matter.game.steps]
    # What a move does not write does not change (the frame of a move), so a claim that reads
    # nothing of it needs no question. At rest, a step may also cease to wait.
    for move in matter.transitions:
        unaffected = not any(_affects(move, each, matter.game) for each in read)
        after = build.TRUE if unaffected else matter.kept(promise, matter.after(move))
        yield _of_move(move, given, after, unaffected=unaffected)


def _from_hand_to_hand(
    promise: ir.Promise, given: tuple[BoolTerm, ...], matter: EncodedGame
) -> Iterator[Obligation]:
    """Say that a promise holds when a match opens, and stays after any hand."""
    begun = matter.opening
    claim = matter.kept(promise, begun.view)
    yield Obligation("when the match opens", "at first", begun.facts, claim, begun)
    move = matter.between
    if move is not None:
        claim = matter.kept(promise, move.after)
        yield Obligation(BETWEEN, BETWEEN, (*given, *matter.over), claim, move)


def _affects(transition: Transition, claim: nodes.Expr, game: ir.Game) -> bool:
    """Whether a move can change what a claim looks at."""
    written, read = move_writes(transition.move), reads(game, claim)
    return bool(written.states & read.states or written.zones & read.zones)


def _of_move(
    move: Transition, given: tuple[BoolTerm, ...], claim: BoolTerm, *, unaffected: bool = False
) -> Obligation:
    facts = (*given, *move.legal)
    return Obligation(move.name, f"on {move.move.name}", facts, claim, move, unaffected)


def _each_move(promise: ir.Promise, claim: nodes.Expr, matter: EncodedGame) -> Iterator[Obligation]:
    given = matter.given(promise.using)
    for move in matter.transitions:
        yield _of_move(move, given, matter.holds(claim, matter.after(move)))


def _each_hand(promise: ir.Promise, claim: nodes.Expr, matter: EncodedGame) -> Iterator[Obligation]:
    """Say that a promise holds after any hand, of what lasts then and of how it was before."""
    move = matter.between
    if move is not None:
        facts = (*matter.given(promise.using), *matter.over)
        after = matter.holds(claim, replace(move.after, before=matter.view.table))
        yield Obligation(BETWEEN, BETWEEN, facts, after, move)


def _measure(
    promise: ir.Promise, parts: tuple[nodes.Expr, ...], matter: EncodedGame
) -> Iterator[Obligation]:
    given = matter.given(promise.using)
    # Bounded below in every state that keeps the helpers, so before as well as after each move.
    whole = conjunction(defined(part, matter.known) for part in parts)
    none = build.int_const(0)
    before = [number_of(part, matter.view) for part in parts]
    natural = build.conjunction(
        [truth_of(whole, matter.view), *(build.le(none, part) for part in before)]
    )
    yield Obligation("no part is negative", "in any state", given, natural, matter.view)
    for move in matter.transitions:
        after = [number_of(part, matter.after(move)) for part in parts]
        yield _of_move(move, given, decreases(before, after))


def decreases(before: Sequence[IntTerm], after: Sequence[IntTerm]) -> BoolTerm:
    """Say that the first number that changes is less than before, and that one changes.

    The strict lexicographic order, built from the last number to the first.
    """
    found: BoolTerm = build.FALSE
    for old, new in reversed(list(zip(before, after, strict=True))):
        found = build.disjunction(
            [build.lt(new, old), build.conjunction([build.eq(new, old), found])]
        )
    return found
