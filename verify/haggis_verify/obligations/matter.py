"""A proof obligation, and a game laid out for proofs: what all forms of promise share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_verify.encode.between_hands import OVER, Between, Opening, between, is_of_match, opening
from haggis_verify.encode.breaches import effects_defined
from haggis_verify.encode.definedness import conjunction, defined, with_definedness
from haggis_verify.encode.effects import in_bounds
from haggis_verify.encode.expressions import View, truth_of
from haggis_verify.encode.initial_states import Beginning, beginning
from haggis_verify.encode.shape import Shape, shape_of
from haggis_verify.encode.states import fresh_table, well_formed
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.encode.transitions import Transition, transitions, waits
from haggis_verify.obligations.origins import Cards, Pair, Taken, Values
from haggis_verify.terms import build
from haggis_verify.terms.nodes import Bool

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
        """Say in a state that an invariant holds there.

        Raises ``NotEncodableError`` for a promise of another form.
        """
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
