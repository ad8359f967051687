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
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.reads import move_writes, reads
from haggis_verify.encode.between_hands import OVER, Between, Opening, between, is_of_match, opening
from haggis_verify.encode.breaches import effects_defined
from haggis_verify.encode.definedness import conjunction, defined, with_definedness
from haggis_verify.encode.effects import in_bounds
from haggis_verify.encode.expressions import View, number_of, truth_of
from haggis_verify.encode.initial_states import Beginning, beginning
from haggis_verify.encode.shape import Shape, shape_of
from haggis_verify.encode.states import fresh_table, well_formed
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.encode.transitions import Transition, transitions, waits
from haggis_verify.obligations.origins import Cards, Pair, Taken, Values
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool, Int

Origin = Beginning | Opening | Transition | Between | View | Values | Cards | Taken | Pair


@dataclass(frozen=True, slots=True)
class Obligation:
    """The facts imply the claim, whatever a solver chooses.

    ``group``: some obligation of each group must have facts that can hold. ``origin``: what the
    facts speak of: a beginning, a move, any state, cards of one, two states, or cards and readings
    whatever the state. ``witness``: what has to be possible together with the facts, so that they
    say something. ``sooner``: what the claim follows from by its form alone, and is asked first.
    """

    name: str
    group: str
    facts: tuple[Bool, ...]
    claim: Bool
    origin: Origin
    untouched: bool = False
    witness: tuple[Bool, ...] = ()
    sooner: Bool = build.FALSE


BETWEEN = "between hands"


class Matter:
    """A game, laid out for proofs once and for all its promises.

    Anything of it raises ``NotEncodableError`` when the game uses what has no form in terms.
    """

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.known = with_definedness(game)  # the same game, with more definitions
        self.promises = {promise.name: promise for promise in _without_broken(game.promises)}

    @cached_property
    def shape(self) -> Shape:
        """The form of its values."""
        return shape_of(self.known)

    @cached_property
    def view(self) -> View:
        """Any state."""
        return View(self.shape, fresh_table(self.shape))

    @cached_property
    def formed(self) -> Bool:
        """What makes it a state."""
        return well_formed(self.shape, self.view.table)

    @cached_property
    def waits(self) -> Bool:
        """Whether a step waits in it."""
        return waits(self.view)

    @cached_property
    def beginning(self) -> Beginning:
        """Any state after the deal."""
        return beginning(self.shape)

    @cached_property
    def opening(self) -> Opening:
        """What is lasting when a match begins."""
        return opening(self.shape)

    @cached_property
    def between(self) -> Between | None:
        """What happens after a hand, None when a match is one hand."""
        return between(self.view)

    @cached_property
    def over(self) -> tuple[Bool, ...]:
        """Say of any state that a hand is over in it."""
        return (build.negate(self.waits), self.holds(OVER, self.view))

    @cached_property
    def transitions(self) -> tuple[Transition, ...]:
        """Every move from any state."""
        return tuple(transitions(self.view))

    def holds(self, claim: nodes.Expr, view: View) -> Bool:
        """Say that a truth is defined and holds."""
        return truth_of(conjunction([defined(claim, self.known), claim]), view)

    def kept(self, promise: ir.Promise, view: View) -> Bool:
        """Say in a state that an invariant holds there."""
        match promise.form:
            case ir.Always(claim=claim):
                return self.holds(claim, view)
            case ir.AtRest(claim=claim):
                return build.any_of([self.waiting(view), self.holds(claim, view)])
            case ir.EachMove() | ir.EachHand() | ir.Measure() | ir.Progress():
                raise NotEncodableError(f"`{promise.name}` says nothing of a single state")
            case ir.ForAny() | ir.Apart() | ir.AnyMade():
                raise NotEncodableError(f"`{promise.name}` says nothing of a single state")

    def waiting(self, view: View) -> Bool:
        """Whether a step waits."""
        return self.waits if view.table is self.view.table else waits(view)

    def after(self, transition: Transition) -> View:
        """Give the view of the state after a move, with the one before."""
        return replace(self.view, table=transition.outcome.table, before=self.view.table)

    def given(self, helpers: Sequence[str]) -> tuple[Bool, ...]:
        """Say of any state that it is one, and that these promises are kept in it."""
        return (self.formed, *(self.kept(self.promises[name], self.view) for name in helpers))

    def without_breach(self, move: Transition | Between) -> Bool:
        """Say that a move breaks no rule of running: all is defined and within bounds."""
        return build.all_of(
            [
                truth_of(effects_defined(effects_of(move, self.game), self.known), move.view),
                in_bounds(move.outcome, self.shape),
            ]
        )

    def of_match(self, names: Iterable[str]) -> tuple[str, ...]:
        """Keep the names of promises that speak of lasting variables alone."""
        return tuple(n for n in names if is_of_match(self.promises[n], self.game))

    def dealt(self, helpers: Iterable[str]) -> tuple[Bool, ...]:
        """Say of a state after the deal that it is one, and what is kept from hand to hand."""
        begun = self.beginning
        kept = (self.kept(self.promises[name], begun.view) for name in self.of_match(helpers))
        return (*begun.facts, *kept)


def _without_broken(promises: tuple[ir.Promise, ...]) -> Iterator[ir.Promise]:
    """Give promises that rest on none of those which the text says are broken."""
    broken = {promise.name for promise in promises if promise.broken is not None}
    for promise in promises:
        yield replace(promise, using=tuple(name for name in promise.using if name not in broken))


def effects_of(move: Transition | Between, game: ir.Game) -> tuple[ir.Effected, ...]:
    """Give what a move does, or what happens between two hands."""
    return game.between if isinstance(move, Between) else move.move.effects


def is_invariant(promise: ir.Promise) -> bool:
    """Whether a promise speaks of single states, so that others can be using it."""
    return isinstance(promise.form, ir.Always | ir.AtRest)


def obligations(promise: ir.Promise, matter: Matter) -> Iterator[Obligation]:
    """Give all that has to be shown for a promise."""
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
            from haggis_verify.obligations.progress import progress

            yield from progress(promise, promise.form, matter)
        case ir.ForAny() | ir.Apart():
            from haggis_verify.obligations.reading_claims import apart, for_any

            form = promise.form
            yield from for_any(form, matter) if isinstance(form, ir.ForAny) else apart(form, matter)
        case ir.AnyMade():
            from haggis_verify.obligations.realizability import any_made

            yield from any_made(promise, promise.form, matter)


def _invariant(promise: ir.Promise, claim: nodes.Expr, matter: Matter) -> Iterator[Obligation]:
    given = (*matter.given(promise.using), matter.kept(promise, matter.view))
    if is_of_match(promise, matter.game):
        yield from _from_hand_to_hand(promise, given, matter)
    else:
        begun, facts = matter.beginning, matter.dealt(promise.using)
        yield Obligation("at first", "at first", facts, matter.kept(promise, begun.view), begun)
    read = [claim]
    if isinstance(promise.form, ir.AtRest):
        read += [step.when for step in matter.game.steps]
    for move in matter.transitions:
        untouched = not any(_touches(move, each, matter.game) for each in read)
        after = build.TRUE if untouched else matter.kept(promise, matter.after(move))
        yield _of_move(move, given, after, untouched=untouched)


def _from_hand_to_hand(
    promise: ir.Promise, given: tuple[Bool, ...], matter: Matter
) -> Iterator[Obligation]:
    """Say that a promise holds when a match opens, and stays after any hand."""
    begun = matter.opening
    claim = matter.kept(promise, begun.view)
    yield Obligation("when the match opens", "at first", begun.facts, claim, begun)
    move = matter.between
    if move is not None:
        claim = matter.kept(promise, move.after)
        yield Obligation(BETWEEN, BETWEEN, (*given, *matter.over), claim, move)


def _touches(transition: Transition, claim: nodes.Expr, game: ir.Game) -> bool:
    """Whether a move can change what a claim looks at."""
    written, read = move_writes(transition.move), reads(game, claim)
    return bool(written.states & read.states or written.zones & read.zones)


def _of_move(
    move: Transition, given: tuple[Bool, ...], claim: Bool, *, untouched: bool = False
) -> Obligation:
    facts = (*given, *move.legal)
    return Obligation(move.name, f"on {move.move.name}", facts, claim, move, untouched)


def _each_move(promise: ir.Promise, claim: nodes.Expr, matter: Matter) -> Iterator[Obligation]:
    given = matter.given(promise.using)
    for move in matter.transitions:
        yield _of_move(move, given, matter.holds(claim, matter.after(move)))


def _each_hand(promise: ir.Promise, claim: nodes.Expr, matter: Matter) -> Iterator[Obligation]:
    """Say that a promise holds after any hand, of what lasts then and of how it was before."""
    move = matter.between
    if move is not None:
        facts = (*matter.given(promise.using), *matter.over)
        after = matter.holds(claim, replace(move.after, before=matter.view.table))
        yield Obligation(BETWEEN, BETWEEN, facts, after, move)


def _measure(
    promise: ir.Promise, parts: tuple[nodes.Expr, ...], matter: Matter
) -> Iterator[Obligation]:
    given = matter.given(promise.using)
    whole = conjunction(defined(part, matter.known) for part in parts)
    none = build.whole(0)
    before = [number_of(part, matter.view) for part in parts]
    natural = build.all_of(
        [truth_of(whole, matter.view), *(build.at_most(none, part) for part in before)]
    )
    yield Obligation("no part is negative", "in any state", given, natural, matter.view)
    for move in matter.transitions:
        after = [number_of(part, matter.after(move)) for part in parts]
        yield _of_move(move, given, falls(before, after))


def falls(before: Sequence[Int], after: Sequence[Int]) -> Bool:
    """Say that the first number that changes is less than before, and that one changes."""
    found: Bool = build.FALSE
    for old, new in reversed(list(zip(before, after, strict=True))):
        found = build.any_of([build.below(new, old), build.all_of([build.equal(new, old), found])])
    return found
