"""Whether a promise is broken at one moment of play, by evaluation alone.

A moment is a state that play has come to, and the one before it. This is the judge of every case
that a solver finds and of every hand that is searched: nothing of the solver's terms is used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from haggis_rules.enumeration.plays import Enumerator
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.game import Game
from haggis_rules.semantics.between_hands import is_one_hand, is_over, values_after_hand
from haggis_rules.semantics.breach import Breach, NotEnoughCards, NoValue, OutOfBounds, Overlap
from haggis_rules.semantics.evaluate import Environment, evaluate, holds_true, index_of
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import Cards, GameState, Reading, Value, size
from haggis_rules.semantics.transition import failing, is_offered, may_act, waiting
from haggis_verify.encode.between_hands import OVER, entries, says_when_over
from haggis_verify.encode.states import zone_of
from haggis_verify.proving.builtin_promises import APART, BOUNDS, DEFINED

MOST_TRIED = 30  # cards of one zone; of more, too many combinations can be made


@dataclass(frozen=True, slots=True)
class Moment:
    """A state and the one before the last move, None after the deal.

    ``after_hand``: no move led here but what happens between two hands, and lasting variables
    alone are as the state says.
    """

    state: GameState
    before: GameState | None = None
    after_hand: bool = False


def moments(
    game: Game, state: GameState, before: GameState | None, *, between_hands: bool = True
) -> Iterator[Moment]:
    """Yield the moment of a state, and the one after the hand when the hand is over in it.

    The second is dear to find, and is left out where ``between_hands`` is false. Raises ``Breach``
    where what happens between two hands cannot be done.
    """
    yield Moment(state, before)
    over = between_hands and not is_one_hand(game) and waiting(game, state) is None
    if over and holds_true(OVER, Environment(game, state)):
        yield Moment(values_after_hand(game, state), state, after_hand=True)


OWN_BREACHES: dict[str, tuple[type[Breach], ...]] = {
    DEFINED: (NoValue, Overlap),
    BOUNDS: (OutOfBounds, NotEnoughCards),
    APART: (Overlap,),
}


@dataclass(frozen=True, slots=True)
class WatchedPromise:
    """A promise that is looked for in play, by its name and form."""

    name: str
    form: object
    patterns: Patterns

    @property
    def between_hands(self) -> bool:
        """Whether it speaks of what happens between two hands."""
        return isinstance(self.form, ir.EachHand)

    def breach(self, moment: Moment) -> str:
        """Tell how it is broken at this moment; nothing when it is kept."""
        return shown_at(self.name, self.form, moment, self.patterns)


def shown_at(name: str, form: object, moment: Moment, patterns: Patterns) -> str:
    """Tell how a promise, or one of every game's, is broken at this moment."""
    if moment.after_hand and not isinstance(form, ir.EachHand):
        return ""
    try:
        if name == DEFINED:
            found = undefined_value(patterns.game, moment.state)
            return found or between_hands_breach(name, patterns.game, moment.state)
        if name == BOUNDS:
            return between_hands_breach(name, patterns.game, moment.state)
        if name == APART:
            return simultaneous_steps(patterns.game, moment.state)
        return broken(form, moment, patterns)
    except Breach:
        return ""


def broken(form: object, moment: Moment, patterns: Patterns) -> str:
    """Tell how a promise is broken at this moment; nothing when it is kept.

    Raises ``Breach`` where the steps cannot be looked at, and then it is not for this promise.
    """
    scene = Environment(patterns.game, moment.state, before=moment.before)
    match form:
        case ir.Always(claim=claim):
            return claim_failure(claim, scene)
        case ir.AtRest(claim=claim):
            return "" if waiting(patterns.game, moment.state) else claim_failure(claim, scene)
        case ir.EachMove(claim=claim):
            return "" if moment.before is None else claim_failure(claim, scene)
        case ir.EachHand(claim=claim):
            return claim_failure(claim, scene) if moment.after_hand else ""
        case ir.Measure(parts=parts):
            return _measure_failure(parts, scene)
        case ir.AnyMade():
            return _made_failure(form, scene, patterns)
        case ir.Progress():
            resting = waiting(patterns.game, moment.state) is None
            return _progress_failure(form, scene, patterns) if resting else ""
        case _:
            return ""


def claim_failure(claim: nodes.Expr, scene: Environment) -> str:
    """Tell that a claim does not hold, or has no value; nothing when it holds."""
    try:
        return "" if holds_true(claim, scene) else "the promise does not hold"
    except Breach as fault:
        return f"what is promised has no value: {fault}"


def _measure_failure(parts: tuple[nodes.Expr, ...], scene: Environment) -> str:
    try:
        now = [index_of(part, scene) for part in parts]
        if any(part < 0 for part in now):
            return f"a part is negative: {_tuple_text(now)}"
        if scene.before is None:
            return ""
        then = [index_of(part, Environment(scene.game, scene.before)) for part in parts]
    except Breach as fault:
        return f"the measure has no value: {fault}"
    if now == then:
        return f"the measure stays at {_tuple_text(now)}, but has to fall"
    rises = f"goes up from {_tuple_text(then)} to {_tuple_text(now)}, but has to fall"
    return "" if now < then else f"the measure {rises}"


def _tuple_text(parts: list[int]) -> str:
    return f"({', '.join(map(str, parts))})"


def _made_failure(form: ir.AnyMade, scene: Environment, patterns: Patterns) -> str:
    """Look at what can be made of the cards of each owner, unless these are too many to try."""
    exempt = exemption(form, scene)
    if exempt is not None:
        return exempt
    for held in zone_of(scene.state, form.zone):
        if size(held) <= MOST_TRIED:
            settled = patterns.at(scene.state.values)
            for reading, cards in _enumerator(settled).plays(
                held, _parameter_failure(form, patterns)
            ):
                return made_claim_failure(form, reading, cards, scene)
    return ""


def exemption(form: ir.AnyMade, scene: Environment) -> str | None:
    """Tell nothing when a promise does not speak of this state, and why if nobody can say."""
    try:
        return None if form.when is None or holds_true(form.when, scene) else ""
    except Breach as fault:
        return f"the condition has no value: {fault}"


def made_claim_failure(form: ir.AnyMade, reading: Reading, cards: Cards, scene: Environment) -> str:
    """Tell of cards, and of a reading that they make, that what is claimed does not hold of it."""
    failure = claim_failure(form.claim, scene.naming(form.name, reading))
    shown = f"{show_cards(scene.game, cards)} = {show_reading(scene.game, reading)}"
    return f"{shown}: {failure}" if failure else ""


def promise_failure(form: ir.AnyMade, cards: Cards, patterns: Patterns) -> Iterator[Reading]:
    """Yield the readings of exactly these cards of which what is claimed does not hold.

    The definition has the last word. It is slow to say no, so the counting form is asked first.
    """
    counting = _enumerator(patterns)
    for reading in sorted(_parameter_failure(form, patterns)):
        if counting.fits(reading, cards) and patterns.makes(reading, cards):
            yield reading


@lru_cache(maxsize=8)
def _enumerator(patterns: Patterns) -> Enumerator:
    return Enumerator(patterns)


@lru_cache(maxsize=8)
def _parameter_failure(form: ir.AnyMade, patterns: Patterns) -> frozenset[Reading]:
    """Return the readings of which what is claimed does not hold, which no state changes."""
    scene = Environment(patterns.game, GameState((), ()))
    ours = (reading for reading in patterns.readings if reading[0] == form.pattern)
    return frozenset(r for r in ours if claim_failure(form.claim, scene.naming(form.name, r)))


def _progress_failure(form: ir.Progress, scene: Environment, patterns: Patterns) -> str:
    try:
        cases = [witness for witness in form.witnesses if holds_true(witness.when, scene)]
        ends = form.unless is not None and holds_true(form.unless, scene)
    except Breach as fault:
        return f"a case has no value: {fault}"
    if not cases and not ends:
        return "no case holds"
    for witness in cases:
        (action,) = (a for a in scene.game.actions if a.name == witness.action)
        seats = range(scene.game.seats)
        if not any(_is_witnessed(witness, action, seat, scene, patterns) for seat in seats):
            return f"nobody can {witness.action} as the witness says"
    return ""


def _is_witnessed(
    witness: ir.Witness, action: ir.ActionSchema, seat: int, scene: Environment, patterns: Patterns
) -> bool:
    """Whether a seat can take the action as the witness says, with every card that it may be."""
    try:
        if not may_act(action, seat, scene):
            return False
        mine = scene.naming(ir.ACTOR, seat)
        if witness.card is None:
            return _legal(witness, action, seat, mine, patterns)
        name, where = witness.card.name, witness.where
        each = [mine.naming(name, card) for card in range(len(scene.game.cards))]
        wanted = [one for one in each if where is None or holds_true(where, one)]
        return bool(wanted) and all(_legal(witness, action, seat, w, patterns) for w in wanted)
    except Breach:
        return False


def _legal(
    witness: ir.Witness, action: ir.ActionSchema, seat: int, scene: Environment, patterns: Patterns
) -> bool:
    arguments = tuple(evaluate(argument, scene) for argument in witness.arguments)
    return is_offered(action, seat, arguments, scene, patterns) and not any(
        failing(action, seat, arguments, scene)
    )


def undefined_value(game: Game, state: GameState) -> str:
    """Tell what has no value in this state though play may look at it; nothing when all has."""
    scene = Environment(game, state)
    try:
        waits = [holds_true(step.when, scene) for step in game.steps]  # every one is looked at
        for action in () if any(waits) else game.actions:
            for seat in range(game.seats):
                may_act(action, seat, scene)
    except Breach as fault:
        return str(fault)
    return ""


def between_hands_breach(name: str, game: Game, state: GameState) -> str:
    """Tell which breach of this kind there is when a hand is over; nothing when there is none."""
    scene = Environment(game, state)
    if not says_when_over(game) or waiting(game, state) or not holds_true(OVER, scene):
        return ""
    try:
        for entry in entries(game):
            evaluate(entry, scene)
        if not is_one_hand(game):
            is_over(game, values_after_hand(game, state))
    except Breach as fault:
        return str(fault) if isinstance(fault, OWN_BREACHES[name]) else ""
    return ""


def undefined_guard(
    action: ir.ActionSchema, actor: int, arguments: tuple[Value, ...], scene: Environment
) -> str:
    """Tell which guard has no value for this actor and these choices; nothing when all have."""
    names = {p.name: a for p, a in zip(action.params, arguments, strict=True)}
    inside = Environment(scene.game, scene.state, {ir.ACTOR: actor, **names})
    for guard in action.guards:
        try:
            evaluate(guard.expr, inside)
        except Breach as fault:
            return f"{guard.clause}: {fault}"
    return ""


def simultaneous_steps(game: Game, state: GameState) -> str:
    """Tell which two steps wait at one time; nothing when no two do."""
    scene = Environment(game, state)
    waits = (step for step in game.steps if holds_at(step.when, scene))
    for one, other in combinations(waits, 2):
        return f"the steps `{one.name}` and `{other.name}` wait at one time"
    return ""


def holds_at(claim: nodes.Expr, scene: Environment) -> bool:
    """Tell whether a claim holds and has a value at all."""
    try:
        return holds_true(claim, scene)
    except Breach:
        return False
