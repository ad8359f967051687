"""The functions of the choices of one action, in the lowered form. Mirrors ``legal_actions``.

For each action there is a function that counts its choices, and one that takes the one at a place
among them; both go through the choices in the order of the engine.
"""

from __future__ import annotations

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import I32, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    When,
)
from haggis_rules.ir.game import (
    ACTOR,
    ActionSchema,
    CombinationParam,
)
from haggis_rules.ir.types import Plain
from haggis_rules.lowering.bodies.body import LoweredBody
from haggis_rules.lowering.bodies.cards import places
from haggis_rules.lowering.choices.allowed_readings import CountedReadings
from haggis_rules.lowering.choices.choice_search import NOT_TAKEN, WHICH, ChoiceSearch, ChosenAction
from haggis_rules.lowering.clauses.definitions import STATE, function_body
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.clauses.transitions import do_name, may_take
from haggis_rules.lowering.rows.play_choice import PLAY_FOUND
from haggis_rules.lowering.rows.plays import HELD


def count_name(action: ActionSchema) -> str:
    """Return the name of the function that counts the choices of an action."""
    return f"choices of {action.name}"


def take_name(action: ActionSchema) -> str:
    """Return the name of the function that takes one choice of an action."""
    return f"take {action.name}"


def counted_name(action: ActionSchema) -> str:
    """Return the name of the function that takes a choice which has just been counted."""
    return f"take counted {action.name}"


def ways_name(action: ActionSchema) -> str:
    """Return the name of the function that counts in how many ways chance can choose."""
    return f"ways of {action.name}"


def take_way_name(action: ActionSchema) -> str:
    """Return the name of the function that takes what chance has chosen, by one of its ways."""
    return f"take way of {action.name}"


class ActionChoices(ChosenAction):
    """Writes the functions of the choices of one action."""

    def write(self) -> None:
        """Write what counts, and what takes."""
        action = self.plan.action
        self._write(count_name(action))
        if self.listed is not None:
            self._take_counted(self.listed)
        self._write(take_name(action), WHICH)
        if action.by_chance:
            self._write(ways_name(action), weighing=True)
            self._write(take_way_name(action), WHICH, weighing=True)

    def _write(
        self, name: str, which: LocalVariable | None = None, *, weighing: bool = False
    ) -> None:
        """Write what goes through all choices: it counts them, or takes the one that is wanted.

        With ``weighing`` a choice is there as often as chance could make it.
        """
        if self.listed is not None and which is not None:
            self._take_listed(name, which)
            return
        clause = self.plan.action.clause
        body, parameters = function_body(self.context, {ACTOR: Plain.SEAT}, clause)
        seen = body.begin(i32(0), "seen")
        if self.listed is not None:  # a list from before must not stay where none is made
            actor = body.names[ACTOR]
            self.listed.finish(actor, self.listed.begin(actor), body)
        begun = self._begun(body)
        inside = body.inner()
        ChoiceSearch(self, seen, which, weighing=weighing).go(inside, {})
        body.do(When(begun, tuple(inside.statements)), Return(seen))
        given = parameters if which is None else [*parameters, which]
        self.context.write(name, given, body, result=I32, clauses=[clause])

    def _take_listed(self, name: str, which: LocalVariable) -> None:
        """Write what counts all choices, and takes the one that is wanted."""
        action = self.plan.action
        body, parameters = function_body(self.context, {ACTOR: Plain.SEAT}, action.clause)
        actor = body.names[ACTOR]
        body.do(Perform(Invoke(I32, count_name(action), (STATE, actor))))
        taken = Invoke(I32, counted_name(action), (STATE, actor, which))
        body.do(Return(body.begin(taken, "taken")))
        given = [*parameters, which]
        self.context.write(name, given, body, result=I32, clauses=[action.clause])

    def _take_counted(self, listed: CountedReadings) -> None:
        """Write what takes a choice where the last count of this seat was of the same state."""
        action, param = self.plan.action, self.plan.action.params[0]
        body, parameters = function_body(self.context, {ACTOR: Plain.SEAT}, action.clause)
        actor, left = body.names[ACTOR], body.begin(WHICH, "left")
        if not isinstance(param, CombinationParam) or self.plays is None:
            return
        (held,) = places(param.zone, body, expression)
        body.do(Perform(Invoke(None, HELD, (build.add(held.address, i32(held.offset)),))))
        with listed.each(actor, body) as (found, count, inside):
            then = inside.inner()
            then.do(Perform(Invoke(None, PLAY_FOUND, (found, left, i32(self.room)))))
            taken = (STATE, actor, i32(self.room))
            then.do(Perform(Invoke(None, do_name(action), taken)), Return(i32(NOT_TAKEN)))
            within = build.compare(IntegerOperator.LT_S, left, count)
            inside.do(When(within, tuple(then.statements)))
            inside.do(Assign(left, build.subtract(left, count)))
        body.do(Return(build.subtract(WHICH, left)))
        given = [*parameters, WHICH]
        self.context.write(counted_name(action), given, body, result=I32, clauses=[action.clause])

    def _begun(self, body: LoweredBody) -> LoweredExpression:
        """Return whether the seat may begin the action, after statements that look at it."""
        action = self.plan.action
        holds = body.begin(may_take(action, body), "may")
        for guard in self.plan.first:
            with body.only_when(holds) as inside:
                inside.clause = guard.clause
                inside.do(Assign(holds, expression(guard.expr, inside)))
        return holds
