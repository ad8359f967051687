"""A case on the interpreter, which has to show the same breach: nothing of terms counts here.

Only the values that the solver chose are taken over, decoded into a state and arguments. Whether
the move is legal, what it comes to and whether the promise is broken then are all worked out by
``semantics``. Every way in which that can differ from the case is returned in words, as its fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from haggis_rules.ir import game as ir
from haggis_rules.ir.game import Game
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.semantics.between_hands import is_over, values_after_hand
from haggis_rules.semantics.breach import Breach, OutOfBounds
from haggis_rules.semantics.evaluate import Environment, evaluate, holds_true
from haggis_rules.semantics.patterns import Patterns, show_cards, show_reading
from haggis_rules.semantics.state import GameState, holds
from haggis_rules.semantics.transition import effect, is_legal, may_act, perform, waiting, within
from haggis_verify.counterexample.description import (
    RelevantState,
    describe_change,
    describe_move,
    describe_state,
    describe_value,
    relevant,
)
from haggis_verify.counterexample.distinguishing import distinguish
from haggis_verify.counterexample.moments import (
    OWN_BREACHES,
    Moment,
    claim_failure,
    exemption,
    holds_at,
    made_claim_failure,
    promise_failure,
    shown_at,
    undefined_guard,
)
from haggis_verify.encode.between_hands import OVER, HandTransition, MatchOpening, lasting_states
from haggis_verify.encode.expressions import SymbolicEnvironment
from haggis_verify.encode.initial_states import InitialState
from haggis_verify.encode.settings import show_setting
from haggis_verify.encode.states import decode, decode_cards, decode_state, flat, values_of, zone_of
from haggis_verify.encode.transitions import Transition, decode_arguments
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.obligations.origins import (
    AnyCards,
    AnyTakenCards,
    AnyValues,
    ComparedAspect,
    StatePair,
)
from haggis_verify.proving.builtin_promises import APART, DEFINED, exceptions_to
from haggis_verify.proving.prover import Countermodel
from haggis_verify.solvers.solve import complete_model


@dataclass(frozen=True, slots=True)
class ReenactedCase:
    """A case in words: how the promise is broken in it, or else why that is not seen.

    ``begins``: it begins a match, or is of no state at all.
    """

    lines: list[str]
    shown: str
    fault: str
    begins: bool = False


@dataclass
class Reenactment:
    """A case of one promise. The game of ``patterns`` has the values that are agreed on in it."""

    matter: EncodedGame
    patterns: Patterns
    name: str
    form: object
    found: Countermodel
    lines: list[str] = field(default_factory=list[str])

    @property
    def game(self) -> Game:
        """The game."""
        return self.patterns.game

    def tell(self) -> ReenactedCase:
        """Make the case again."""
        match self.found.obligation.origin:
            case InitialState() as begun:
                return self._begin(begun)
            case MatchOpening() as opened:
                return self._open(opened)
            case Transition() as move:
                return self._move(move)
            case HandTransition():
                return self._between()
            case AnyValues() as values:
                return self._values(values)
            case AnyCards() as cards:
                return self._cards(cards)
            case AnyTakenCards() as taken:
                return self._taken(taken)
            case StatePair() as pair:
                found = distinguish(pair, self.patterns, self.found)
                begins = pair.ask in {ComparedAspect.FIRSTS, ComparedAspect.OPENING}
                return ReenactedCase([*found.lines], found.shown, found.fault, begins)
            case view:
                state = decode_state(self.game, view.table, self.found.chosen)
                relevance = relevant(view.table, [self.found.obligation.claim])
                lines = list(describe_state(self.game, state, relevance))
                shown = self._shown(Moment(state)) or self._overlap(view, state)
                of_no_state = not (relevance.states or relevance.zones)
                return ReenactedCase(lines, shown, "it holds there", begins=of_no_state)

    def _overlap(self, view: SymbolicEnvironment, state: GameState) -> str:
        """Tell that exceptions to the definition that was asked of hold at one time, if they do."""
        game = self.game
        terms = [term for value in view.names.values() for term in flat(value)]
        chosen = complete_model(terms, self.found.chosen)
        for definition in game.definitions.values():
            if self.name == APART and self.found.obligation.name == exceptions_to(definition):
                scene = Environment(game, state)
                for param in definition.params:
                    value = decode(game, param.type, view.names[param.name], chosen)
                    scene = scene.naming(param.name, value)
                if sum(holds_at(one.when, scene) for one in definition.exceptions) > 1:
                    return f"two exceptions to `{definition.name}` hold"
        return ""

    def _shown(self, moment: Moment) -> str:
        return shown_at(self.name, self.form, moment, self.patterns)

    def _is_own(self, fault: Breach | None) -> bool:
        return isinstance(fault, OWN_BREACHES.get(self.name, ()))

    def _breach(self, fault: Breach, where: str) -> ReenactedCase:
        """Return the case of a breach, which shows what is promised only if it is its own."""
        shown = str(fault) if self._is_own(fault) else ""
        return ReenactedCase(self.lines, shown, f"{where}: {fault}")

    # Where a hand or a match begins

    def _begin(self, begun: InitialState) -> ReenactedCase:
        state = decode_state(self.game, begun.view.table, self.found.chosen)
        self.lines = list(describe_state(self.game, state))
        found = self._at_first(state, "it holds after the deal", lasting=False)
        _, message = self._firsts(state, lasting=True)
        return replace(found, begins=not message)

    def _open(self, opened: MatchOpening) -> ReenactedCase:
        state = decode_state(self.game, opened.view.table, self.found.chosen)
        relevance = RelevantState(lasting_states(self.game), frozenset())
        self.lines = list(describe_state(self.game, state, relevance))
        found = self._at_first(state, "it holds when the match opens", lasting=True)
        return replace(found, begins=True)

    def _at_first(self, state: GameState, doubt: str, *, lasting: bool) -> ReenactedCase:
        """See whether the first values are a breach, and else whether the promise is broken."""
        fault, message = self._firsts(state, lasting=lasting)
        if message:
            shown = message if self._is_own(fault) else ""
            return ReenactedCase(self.lines, shown, message)
        return ReenactedCase(self.lines, self._shown(Moment(state)), doubt)

    def _firsts(self, state: GameState, *, lasting: bool) -> tuple[Breach | None, str]:
        """Tell which first value is not what it is in the case, and why if it has none."""
        for index, declared in enumerate(self.game.states):
            if declared.lasting is not lasting or isinstance(declared.initial, ir.Chance):
                continue
            try:
                value = evaluate(declared.initial, Environment(self.game, state))
            except Breach as fault:
                return fault, f"`{declared.name}` has no first value: {fault}"
            if not within(declared.type, value):
                wrong = OutOfBounds(f"`{declared.name}` cannot be {value}")
                return wrong, str(wrong)
            if any(value != current for current in values_of(self.game, state, index)):
                return None, f"`{declared.name}` is {value} at first"
        return None, ""

    # Moves, and what happens between two hands

    def _move(self, move: Transition) -> ReenactedCase:
        table = self.matter.view.table
        state = decode_state(self.game, table, self.found.chosen)
        relevance = relevant(table, [self.found.obligation.claim, *move.legal])
        self.lines = list(describe_state(self.game, state, relevance))
        try:
            after, reason = self._perform(move, state)
        except Breach as fault:
            return self._breach(fault, "the move is a breach")
        if after is None:
            shown = reason if self.name == DEFINED else ""
            return ReenactedCase(self.lines, shown, reason or "the move is not legal")
        self.lines += describe_change(self.game, state, after)
        return ReenactedCase(
            self.lines, self._shown(Moment(after, state)), "it holds after the move"
        )

    def _perform(self, move: Transition, state: GameState) -> tuple[GameState | None, str]:
        """Make the move; no state where it cannot be made, and why."""
        game, scene = self.game, Environment(self.game, state)
        arguments = decode_arguments(game, move, self.found.chosen)
        self.lines.append(describe_move(game, move.move, move.actor or 0, arguments))
        if isinstance(move.move, ir.Step):
            if waiting(game, state) != move.move:
                return None, "another step waits, or none"
            return effect(move.move.effects, scene).state, ""
        assert move.actor is not None  # noqa: S101
        if self.name == DEFINED and waiting(game, state) is None:
            unknown = may_act(move.move, move.actor, scene) and undefined_guard(
                move.move, move.actor, arguments, scene
            )
            if unknown:
                return None, unknown
        if not is_legal(game, self.patterns, state, move.move, move.actor, arguments):
            return None, ""
        return perform(move.move, move.actor, arguments, scene).state, ""

    def _between(self) -> ReenactedCase:
        table, game = self.matter.view.table, self.game
        state = decode_state(game, table, self.found.chosen)
        relevance = relevant(table, [self.found.obligation.claim, *self.matter.over])
        self.lines = [*describe_state(game, state, relevance), "the hand is over"]
        try:
            if waiting(game, state) is not None or not holds_true(OVER, Environment(game, state)):
                return ReenactedCase(self.lines, "", "the hand is not over")
            after = values_after_hand(game, state)
            self.lines += describe_change(game, state, after)
            is_over(game, after)
        except Breach as fault:
            return self._breach(fault, "the end of the hand")
        if isinstance(self.form, ir.EachHand):
            moment = Moment(after, state, after_hand=True)
        else:  # a new hand is dealt, so this is no move from the state before
            moment = Moment(after)
        return ReenactedCase(self.lines, self._shown(moment), "it holds after the hand")

    # Readings and cards, whatever the state

    def _values(self, values: AnyValues) -> ReenactedCase:
        game, chosen = self.game, self.found.chosen
        assert isinstance(self.form, ir.ForAny)  # noqa: S101
        named = {
            param.name: decode(game, param.type, values.view.names[param.name], chosen)
            for param in values.params
        }
        lines = [
            f"{param.name} is {describe_value(game, param.type, named[param.name])}"
            for param in values.params
        ]
        state = decode_state(game, values.view.table, chosen)
        lines += describe_state(
            game, state, relevant(values.view.table, [self.found.obligation.claim])
        )
        shown = claim_failure(self.form.claim, Environment(game, state, named))
        return ReenactedCase(lines, shown, "it holds for these", begins=True)

    def _cards(self, cards: AnyCards) -> ReenactedCase:
        assert isinstance(self.form, ir.Apart)  # noqa: S101
        held = decode_cards(cards.counts, self.found.chosen)
        lines = [show_cards(self.game, held)]
        form = self.form
        for patterns in self.patterns.everywhere:
            made = [r for r in patterns.readings if patterns.makes(r, held)]
            ours = [reading for reading in made if reading[0] == form.pattern]
            theirs = [reading for reading in made if reading[0] in form.others]
            if ours and theirs:
                break
        else:
            return ReenactedCase(lines, "", "these cards do not make both", begins=True)
        lines += [f"seen{when}" for when in [show_setting(patterns)] if when]
        both = " and ".join(show_reading(self.game, some[0]) for some in (ours, theirs))
        return ReenactedCase(lines, f"these cards make {both}", "", begins=True)

    def _taken(self, taken: AnyTakenCards) -> ReenactedCase:
        game, form = self.game, self.form
        assert isinstance(form, ir.AnyMade)  # noqa: S101
        state = decode_state(game, taken.view.table, self.found.chosen)
        scene = Environment(game, state)
        when = Reads() if form.when is None else reads(game, form.when)
        relevance = RelevantState(when.states, when.zones | {form.zone})
        lines = list(describe_state(game, state, relevance))
        exempt = exemption(form, scene)
        if exempt is not None:
            return ReenactedCase(lines, exempt, "the condition does not hold")
        cards = decode_cards(taken.counts, self.found.chosen)
        named = f"of these: {show_cards(game, cards)}"
        if not any(holds(held, cards) for held in zone_of(state, form.zone)):
            return ReenactedCase([*lines, named], "", "nobody has these cards")
        patterns = self.patterns.at(state.values)
        reading = next(promise_failure(form, cards, patterns), None)
        if reading is None:
            return ReenactedCase([*lines, named], "", "it holds for what these cards make")
        return ReenactedCase(lines, made_claim_failure(form, reading, cards, scene), "")
