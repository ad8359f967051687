"""Matches played by chance, to see that play comes to where the conditions of promises hold."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from haggis_rules.analysis.simulate import random_playout
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.engine.rules import Rules
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.semantics.between_hands import is_one_hand, values_after_hand
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, holds_true
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.verdicts.model import ConditionWitness
from haggis_verify.counterexample.description import describe_value
from haggis_verify.counterexample.moments import Moment, holds_at
from haggis_verify.counterexample.reach import idle, play_hand
from haggis_verify.encode.between_hands import OVER, says_when_over
from haggis_verify.encode.states import decode, decode_state, flat, flat_state
from haggis_verify.encode.symbols import NotEncodableError
from haggis_verify.obligations.conditions import PromiseCondition, any_values, conditions
from haggis_verify.obligations.matter import EncodedGame
from haggis_verify.solvers.pool import SolverPool
from haggis_verify.solvers.solve import complete_model, model_in
from haggis_verify.terms.smtlib import script

FIRST_HANDS = 8  # before a solver is asked whether what is left can hold at all
FURTHER_HANDS = 40  # in all, and all played fast
MATCHES = 2  # with more hands than one, for what does not hold in a first one


@dataclass(frozen=True, slots=True)
class AskedCondition:
    """A condition, and the promise that it stands in."""

    promise: ir.Promise
    condition: PromiseCondition


@dataclass
class ConditionSearch:
    """What was found so far of some conditions, by their places among them."""

    rules: Rules
    asked: Sequence[AskedCondition]
    found: dict[int, ConditionWitness] = field(default_factory=dict[int, ConditionWitness])
    given_up: set[int] = field(default_factory=set[int])

    def __post_init__(self) -> None:
        expressions = Expressions(self.rules.game)
        self.holds: list[Callable[[GameState, GameState | None, dict[str, Value]], Value]] = [
            expressions.function(one.condition.holds) for one in self.asked
        ]

    # Seeds count from 0, so each run finds the same, and what is found for one condition does not
    # depend on which others are asked for.
    def run(self, never: Callable[[AskedCondition], bool]) -> dict[int, ConditionWitness]:
        """Play until each condition has held, or so many hands and matches are over.

        Those of which ``never`` says after some hands that they cannot hold are given up.
        """
        self._first_hands(range(FIRST_HANDS))
        self.given_up = {index for index in self._left if never(self.asked[index])}
        self._first_hands(range(FIRST_HANDS, FURTHER_HANDS))
        for seed in range(MATCHES):
            if self._left:
                for hand, actions, moment in play_hand(self.rules, seed).moments:
                    self._look(moment, seed, hand, actions)
        return self.found

    @property
    def _left(self) -> list[int]:
        done = self.found.keys() | self.given_up
        return [index for index in range(len(self.asked)) if index not in done]

    def _first_hands(self, seeds: range) -> None:
        for seed in seeds:
            if self._left:
                self._first_hand(seed)

    def _first_hand(self, seed: int) -> None:
        """Play the first hand of a match fast."""
        actions, before = 0, None
        try:
            match = self.rules.new_match(seed)
            self._look(Moment(match.position.start), seed, 1, actions)
            playing = random_playout(self.rules, match.position.state, seed, idle(self.rules, seed))
            for action, after in playing:
                actions += action is not None
                self._look(Moment(after, before), seed, 1, actions)
                before = after
            if before is not None and self._asked_after_hands and self._over(before):
                after = values_after_hand(self.rules.game, before)
                self._look(Moment(after, before, after_hand=True), seed, 1, actions)
        except Breach:
            pass  # which is another promise's

    @property
    def _asked_after_hands(self) -> bool:
        """Whether what is left speaks of what a hand changes, which takes long to work out."""
        return any(isinstance(self.asked[index].promise.form, ir.EachHand) for index in self._left)

    def _over(self, state: GameState) -> bool:
        game = self.rules.game
        return (
            says_when_over(game)
            and not is_one_hand(game)
            and holds_true(OVER, Environment(game, state))
        )

    def _look(self, moment: Moment, seed: int, hand: int, actions: int) -> None:
        """Note which conditions hold at a moment."""
        resting = self.rules.code.waiting(moment.state.values, moment.state.zones) < 0
        for index in self._left:
            one = self.asked[index]
            if _speaks_of(one.promise.form, moment, resting=resting) and self._holds(index, moment):
                words, place = one.condition.words, one.condition.place
                self.found[index] = ConditionWitness(words, place, seed, hand, actions)

    def _holds(self, index: int, moment: Moment) -> bool:
        form = self.asked[index].promise.form
        before = moment.before if isinstance(form, ir.EachMove | ir.EachHand) else None
        try:
            return bool(self.holds[index](moment.state, before, {}))
        except Breach:
            return False


def _speaks_of(form: ir.PromiseForm, moment: Moment, *, resting: bool) -> bool:
    """Tell whether a promise of this form says something of such a moment."""
    match form:
        case ir.EachHand():
            return moment.after_hand
        case ir.EachMove():
            return not moment.after_hand and moment.before is not None
        case ir.AtRest() | ir.Progress():
            return not moment.after_hand and resting
        case ir.Always() | ir.Measure() | ir.AnyMade():
            return not moment.after_hand
        case ir.ForAny() | ir.Apart():
            return False  # of no state: the solvers find values


@dataclass(frozen=True, slots=True)
class ConditionSource:
    """Where conditions are looked for: of values by Z3, and of states in matches.

    ``rules`` gives the rules to play by, where somebody has to play.
    """

    matter: EncodedGame
    solvers: SolverPool
    rules: Callable[[], Rules]

    def witnesses(
        self, promises: Sequence[ir.Promise], never: Callable[[AskedCondition], bool]
    ) -> dict[str, tuple[ConditionWitness, ...]]:
        """Say of each promise, by its name, where its conditions hold, or that it is not known.

        A condition of which ``never`` says that it cannot hold is not looked for any longer.
        """
        asked = [AskedCondition(each, one) for each in promises for one in conditions(each)]
        of_states = [one for one in asked if not isinstance(one.promise.form, ir.ForAny)]
        played = ConditionSearch(self.rules(), of_states).run(never) if of_states else {}
        places = iter(range(len(of_states)))
        found: dict[str, tuple[ConditionWitness, ...]] = {one.name: () for one in promises}
        for one in asked:
            unseen = ConditionWitness(one.condition.words, one.condition.place)
            if isinstance(one.promise.form, ir.ForAny):
                values = self._values_where(one.promise.form, one.condition.holds)
                seen = replace(unseen, values=values)
            else:
                seen = played.get(next(places), unseen)
            found[one.promise.name] += (seen,)
        return found

    def _values_where(self, form: ir.ForAny, condition: nodes.Expr) -> tuple[str, ...]:
        """Name values of the parameters for which a condition holds; none where none are found.

        Z3 finds them, and evaluation has to see that it holds.
        """
        matter, game = self.matter, self.matter.game
        try:
            situation = any_values(form.params, matter)
            question = [*situation.facts, matter.holds(condition, situation.view)]
        except NotEncodableError:
            return ()
        case = model_in(question, self.solvers.z3(script(question)))
        if case is None:
            return ()
        named = situation.view.names
        terms = [term for param in form.params for term in flat(named[param.name])]
        chosen = complete_model([*terms, *flat_state(matter.view.table)], case.chosen)
        values = {one.name: decode(game, one.type, named[one.name], chosen) for one in form.params}
        scene = Environment(game, decode_state(game, matter.view.table, chosen), values)
        if not holds_at(condition, scene):
            return ()
        return tuple(
            f"{one.name} is {describe_value(game, one.type, values[one.name])}"
            for one in form.params
        )
