"""What has to be shown so that no view depends on what is hidden from its seat.

Two states look the same to a seat when it sees the same cards and values in both, and as many
cards everywhere. Then it must not be able to tell them apart by what the rules do in them:

- the same step waits, the same seats may act, and it may itself do the same with the same choices;
- a move looks the same: as many cards go from and to the same places, shown to all or not. When
  the cards that it sees go are the same too, all values that it sees afterwards are.

What chance chooses need not be the same in the two: of a card that is drawn, as of any that goes,
a seat learns what it sees go, and whether a draw can be made tells it nothing.

Nothing else is the same in the two by assumption: not what another seat sees, and not what the seat
that acts sees. What an actor chooses in the open is the same because it is seen; what follows from
the choice may not tell more than the choice does. Two things are opened, and for each of them it is
taken for given that what the seat sees of it is the same in both: cards that it sees go, unless
they were chosen in secret, and what the text does `openly`. From an `openly let` it learns no more
than the new value, if it sees that; from an `openly move` no more than what it sees of the move.

That a view holds no other cards and values than its audiences say is so by how views are made.

These are unwinding conditions (Goguen and Meseguer 1984): each is about a single move from two
states that look alike, and by induction whole matches that look alike stay so. The same action by
the same seat is taken in both, so that the two go in lock step. What is promised of a state may be
assumed of each of the two. For each seat there is a question for every seat that may act and every
move of every seat: they grow with the square of the seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from haggis_rules.ir import game as ir
from haggis_rules.ir.reads import move_writes
from haggis_rules.ir.traversal import opened_states
from haggis_verify.encode import symbols
from haggis_verify.encode.between_hands import (
    OVER,
    MatchOpening,
    between,
    entries,
    lasting_states,
    opening,
    says_when_over,
)
from haggis_verify.encode.expressions import SymbolicEnvironment, encode, truth_of
from haggis_verify.encode.initial_states import InitialState, initial_state
from haggis_verify.encode.transitions import (
    Transition,
    free_arguments,
    may_act,
    some_outcome,
    step_transition,
    taken,
)
from haggis_verify.obligations.matter import BETWEEN, EncodedGame, Obligation
from haggis_verify.obligations.origins import ComparedAspect, StatePair
from haggis_verify.secrecy.self_composition import (
    MARK,
    SeatKnowledge,
    SelfComposition,
    moved_alike,
    moved_cards,
    revealed_alike,
    same_cards,
    same_values,
    same_visibility,
    seen_before,
    self_compose,
    visible_moved_cards,
)
from haggis_verify.terms import build
from haggis_verify.terms.nodes import BoolTerm


def secrecy_obligations(given: tuple[BoolTerm, ...], matter: EncodedGame) -> Iterator[Obligation]:
    """Yield all that has to be shown, for each seat."""
    eyes = SeatKnowledge(matter.game)
    second = replace(matter.shape, mark=MARK)
    starts = initial_state(second), opening(second)
    for seat in range(matter.game.seats):
        yield from _at_first(matter, eyes, seat, *starts)
        yield from _SecrecyClaims(given, matter, eyes, seat).obligations()


def _at_first(
    matter: EncodedGame, eyes: SeatKnowledge, seat: int, begun: InitialState, opened: MatchOpening
) -> Iterator[Obligation]:
    """Say that first values which a seat sees rest on nothing that is hidden from it."""
    lasting = lasting_states(matter.game)
    # What chance decides is seen or not; what is opened may tell what it tells, and no more.
    states = enumerate(matter.game.states)
    by_chance = {i for i, s in states if isinstance(s.initial, ir.Chance) or s.opened}
    starts: list[
        tuple[ComparedAspect, InitialState | MatchOpening, InitialState | MatchOpening, set[int]]
    ] = [(ComparedAspect.FIRSTS, matter.beginning, begun, by_chance | lasting)]
    if lasting:
        rest = set(range(len(matter.game.states))) - lasting
        starts.append((ComparedAspect.OPENING, matter.opening, opened, by_chance | rest))
    for ask, one, other, given in starts:
        known = eyes.known(seat)
        drawn = same_values((k for k in known if k[0] in given), one.view, other.view)
        dealt = same_visibility(seat, eyes, one.view, other.view)
        claim = same_values((k for k in known if k[0] not in given), one.view, other.view)
        yield Obligation(
            f"{ask.value}, to seat {seat + 1}",
            "at first",
            (*one.facts, *other.facts, drawn, dealt),
            claim,
            StatePair(ask, seat, one.view, other.view),
            claim is build.TRUE,
        )


@dataclass
class _SecrecyClaims:
    """A seat that looks at any two states which look the same to it."""

    given: tuple[BoolTerm, ...]
    matter: EncodedGame
    seat_knowledge: SeatKnowledge
    seat: int
    _rests: dict[int, BoolTerm] = field(default_factory=dict[int, BoolTerm])

    def obligations(self) -> Iterator[Obligation]:
        """Yield all that has to be shown for this seat."""
        yield self._steps()
        for actor in range(self.matter.game.seats):
            yield self._rights(actor)
        for move in self.matter.transitions:
            if isinstance(move.move, ir.ActionSchema) and move.actor == self.seat:
                yield self._choices(move, move.move)
        for move in self.matter.transitions:
            yield self._move(move)
        if says_when_over(self.matter.game):
            yield self._over()

    @cached_property
    def _pair(self) -> SelfComposition:
        """Any two states that look the same to the seat, whatever others see in them."""
        return self_compose(self.matter.view, self.seat, self.seat_knowledge)

    def _resting(self, view: SymbolicEnvironment) -> BoolTerm:
        """Say that no step waits."""
        key = id(view.table)  # which lives as long as its twins, so no other has the same id
        if key not in self._rests:
            self._rests[key] = build.negation(self.matter.waiting(view))
        return self._rests[key]

    def _said(  # noqa: PLR0913, PLR0917
        self,
        what: str,
        group: str,
        pair: SelfComposition,
        facts: Iterable[BoolTerm],
        claim: BoolTerm,
        origin: StatePair,
    ) -> Obligation:
        """Return an obligation, met without asking when both sides are the same term."""
        whole = (*self.given, pair.alike, *facts)
        name = f"{what}, to seat {self.seat + 1}"
        same = claim is build.TRUE
        return Obligation(name, group, whole, claim, origin, same, (pair.differ,))

    # In any state

    def _steps(self) -> Obligation:
        """Say that the same steps wait, and that the hand is over in both or in neither."""
        pair = self._pair
        whens = [step.when for step in self.matter.game.steps]
        if says_when_over(self.matter.game):
            whens.append(OVER)
        claim = build.conjunction(
            build.iff(truth_of(when, pair.one), truth_of(when, pair.other)) for when in whens
        )
        origin = StatePair(ComparedAspect.STEPS, self.seat, pair.one, pair.other)
        return self._said(ComparedAspect.STEPS.value, "in any state", pair, (), claim, origin)

    def _rights(self, actor: int) -> Obligation:
        """Say that it is for this seat to act in both or in neither, and whose turn it is."""
        pair = self._pair
        facts = self._resting(pair.one), self._resting(pair.other)
        claim = build.conjunction(
            self._right(action, actor, pair) for action in self.matter.game.actions
        )
        origin = StatePair(ComparedAspect.RIGHTS, self.seat, pair.one, pair.other)
        what = f"whether it is for seat {actor + 1} to act"
        return self._said(what, "at rest", pair, facts, claim, origin)

    def _right(self, action: ir.ActionSchema, actor: int, pair: SelfComposition) -> BoolTerm:
        with symbols.at_clause(action.clause):
            match action.actor:
                case ir.InTurn(seat=seat) if actor == self.seat:
                    return self.matter.shape.same(encode(seat, pair.one), encode(seat, pair.other))
                case ir.InTurn():
                    return build.TRUE  # as shown by the one above, for all seats at once
                case ir.AnySeat():
                    views = (
                        view.naming(ir.ACTOR, build.int_const(actor))
                        for view in (pair.one, pair.other)
                    )
                    return build.iff(*(may_act(action, actor, view) for view in views))

    def _choices(self, move: Transition, action: ir.ActionSchema) -> Obligation:
        """Say that the seat may itself do the same in both."""
        pair = self._pair
        rest = self._resting(pair.other)
        other = taken(action, self.seat, list(move.arguments), rest, pair.other)
        formed = (self.matter.shape.well_formed(value) for value in move.arguments)
        if action.by_chance:  # the seat learns whether it may, and not what chance can choose
            both = (some_outcome(action, self.seat, view) for view in (pair.one, pair.other))
        else:
            both = (build.conjunction(each.legal[1:]) for each in (move, other))
        claim = build.iff(*both)
        origin = StatePair(ComparedAspect.CHOICES, self.seat, pair.one, pair.other, (move, other))
        facts = (move.legal[0], rest, *formed)
        what = f"whether it may {action.name}"
        return self._said(what, f"before {action.name}", pair, facts, claim, origin)

    # Over a move

    def _move(self, move: Transition) -> Obligation:
        """Say that what the seat sees of a move, and afterwards, is the same in both."""
        hides = self._hides(move)
        by_chance = isinstance(move.move, ir.ActionSchema) and move.move.by_chance
        pair, other = self._again(move, free=hides or by_chance)
        effects, known = move.move.effects, self.seat_knowledge.known(self.seat)
        moves = list(
            zip(moved_cards(effects, move.view), moved_cards(effects, other.view), strict=True)
        )
        seen = build.conjunction(
            same_cards(
                *(visible_moved_cards(each, self.seat, self.seat_knowledge) for each in both)
            )
            for both in moves
        )
        before = build.conjunction(
            same_cards(*(seen_before(each, self.seat, self.seat_knowledge) for each in both))
            for both in moves
        )
        written = move_writes(move.move).states
        views = [replace(one.view, table=one.outcome.table) for one in (move, other)]
        values = same_values((k for k in sorted(known) if k[0] in written), *views)
        revealed = build.conjunction(
            [
                *(
                    revealed_alike(*each, self.seat, self.seat_knowledge, hidden=hides)
                    for each in moves
                ),
                self._same_revealed(effects, *views),
            ]
        )
        after = build.conjunction([seen, values]) if hides else values
        # Openly moved cards tell the seat what they are, so what follows may depend on them. Of a
        # hidden move it knows only the cards that it saw lying there, and must learn no more.
        given = before if hides else seen
        form = build.conjunction(moved_alike(*both) for both in moves)
        claim = build.implies(revealed, build.conjunction([form, build.implies(given, after)]))
        origin = StatePair(ComparedAspect.MOVE, self.seat, pair.one, pair.other, (move, other))
        facts = (*move.legal, *other.legal)
        return self._said(move.name, f"on {move.move.name}", pair, facts, claim, origin)

    def _same_revealed(
        self, effects: tuple[ir.Effected, ...], one: SymbolicEnvironment, other: SymbolicEnvironment
    ) -> BoolTerm:
        """Say that what the text gives a value openly, and the seat sees, is the same after it."""
        states = opened_states(effects)
        seen = (k for k in sorted(self.seat_knowledge.known(self.seat)) if k[0] in states)
        return same_values(seen, one, other)

    def _hides(self, move: Transition) -> bool:
        """Whether the choices of a move are hidden from the seat."""
        return (
            isinstance(move.move, ir.ActionSchema) and move.move.secret and move.actor != self.seat
        )

    def _again(self, move: Transition, *, free: bool) -> tuple[SelfComposition, Transition]:
        """Make the same move in the other state; with any choices, if these are ``free``."""
        pair = self._pair
        if isinstance(move.move, ir.Step) or move.actor is None:
            assert isinstance(move.move, ir.Step)  # noqa: S101
            return pair, step_transition(move.move, pair.other)
        arguments = free_arguments(move.move, pair.other) if free else list(move.arguments)
        rest = self._resting(pair.other)
        return pair, taken(move.move, move.actor, arguments, rest, pair.other)

    # When the hand is over

    def _over(self) -> Obligation:
        """Say that scores are the same in both, and what is kept for the next hand."""
        pair, game = self._pair, self.matter.game
        views = pair.one, pair.other
        facts = [
            fact for view in views for fact in (self._resting(view), self.matter.holds(OVER, view))
        ]
        shape = self.matter.shape
        same = [shape.same(*(encode(entry, view) for view in views)) for entry in entries(game)]
        kept = [between(view) for view in views]
        after = [one.after for one in kept if one is not None]
        if after:
            lasting = lasting_states(game)
            known = sorted(k for k in self.seat_knowledge.known(self.seat) if k[0] in lasting)
            lasts = [same_values(known, *after)]
            if game.until is not None:
                until = game.until.expr
                lasts.append(build.iff(*(truth_of(until, view) for view in after)))
            revealed = self._same_revealed(game.between, *after)
            same.append(build.implies(revealed, build.conjunction(lasts)))
        origin = StatePair(ComparedAspect.OVER, self.seat, pair.one, pair.other)
        return self._said(
            ComparedAspect.OVER.value, BETWEEN, pair, facts, build.conjunction(same), origin
        )
