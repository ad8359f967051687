"""The search through the choices of one action, in the lowered form.

It goes through the choices in the order of ``enumeration.legal_actions``.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from haggis_rules.codegen.lowered import build
from haggis_rules.codegen.lowered.build import FALSE, I32, TRUE, i32
from haggis_rules.codegen.lowered.form import (
    Assign,
    IntegerOperator,
    Invoke,
    LocalVariable,
    LoweredExpression,
    Perform,
    Return,
    Store,
    When,
)
from haggis_rules.ir.game import (
    ACTOR,
    ActionParam,
    CardParam,
    CombinationParam,
    FreeParam,
)
from haggis_rules.ir.nodes import OneZone, OwnedZone
from haggis_rules.lowering.bodies.body import LoweredBody, LoweringContext, ReadingPlaces
from haggis_rules.lowering.bodies.cards import CardsPlace, places
from haggis_rules.lowering.bodies.counting_loops import counting, grow
from haggis_rules.lowering.choices.allowed_readings import AllowedReadings, CountedReadings
from haggis_rules.lowering.choices.guard_plans import GuardLevel, GuardPlan, asked_guards
from haggis_rules.lowering.clauses.definitions import STATE
from haggis_rules.lowering.clauses.expressions import expression
from haggis_rules.lowering.clauses.held_cards import hold, reading_at
from haggis_rules.lowering.clauses.transitions import do_name
from haggis_rules.lowering.layouts.state_layout import CARDS_AT, WORD
from haggis_rules.lowering.rows.line_counting import COUNT_LINES
from haggis_rules.lowering.rows.play_choice import PLAY, LoweredPlays
from haggis_rules.lowering.rows.reading_counts import COUNT

NOT_TAKEN: Final = -1  # a place that no choice has, when all are only counted

WHICH = LocalVariable(I32, "which")


class ChosenAction:
    """An action, what its choices are looked for with, and where they are kept."""

    def __init__(
        self, context: LoweringContext, plays: LoweredPlays | None, plan: GuardPlan
    ) -> None:
        self.context, self.plays, self.plan = context, plays, plan
        size = CARDS_AT + WORD * context.layout.words
        params = plan.action.params
        chosen = [param.name for param in params if isinstance(param, CombinationParam)]
        self.room = context.memory.room(size)  # for the combination that is chosen
        # Of several, each but the first has one of its own.
        self.rooms = {name: context.memory.room(size) for name in chosen[1:]}
        self.allowed: AllowedReadings | None = None
        self.listed: CountedReadings | None = None
        alone = len(params) == len(chosen) == 1 and not plan.levels[0].others
        if plays is not None and alone:
            self.listed = CountedReadings(context, plays)
            self.allowed = AllowedReadings(self.context, plays, asked_guards(plan), self.room)
            self.allowed.write(f"readings for {plan.action.name}")

    @property
    def places(self) -> ReadingPlaces:
        """The readings that cards can make."""
        assert self.context.places is not None  # noqa: S101 - what finds plays is written before
        return self.context.places

    def ask(
        self, name: str, arguments: Sequence[LoweredExpression], body: LoweredBody
    ) -> LoweredExpression:
        """Return what a function says of the state, kept where it may fail."""
        called = Invoke(I32, name, (STATE, *arguments))
        return body.begin(called, "holds") if name in self.context.unsafe else called

    def blank(self, params: Sequence[ActionParam]) -> list[LoweredExpression]:
        """Return what stands for choices that nothing looks at."""
        return [i32(self.room) if isinstance(p, CombinationParam) else i32(0) for p in params]


class ChoiceSearch:
    """Goes through all choices, and takes the one that is wanted, if one is."""

    def __init__(
        self,
        action: ChosenAction,
        seen: LocalVariable,
        which: LocalVariable | None,
        *,
        weighing: bool,
    ) -> None:
        self.of, self.seen, self.which, self.weighing = action, seen, which, weighing
        self.weight: LoweredExpression = i32(1)  # of the choice at hand

    def go(self, body: LoweredBody, chosen: Mapping[str, LoweredExpression]) -> None:
        """Write the search from a few choices on."""
        params = self.of.plan.action.params
        if len(chosen) == len(params):
            self._found(body, chosen)
            return
        param = params[len(chosen)]
        match param:
            case FreeParam(type=kind):
                size = self.of.context.game.size(kind)
                with counting(body, param.name, i32(0), i32(size)) as (value, inside):
                    self._next(inside, chosen, param, value)
            case CardParam(zone=zone):
                held = self._zone(zone, body, chosen)
                cards = len(self.of.context.game.cards)
                with counting(body, param.name, i32(0), i32(cards)) as (value, inside):
                    copies = build.load(I32, build.add(held.address, value), held.offset, 1)
                    there = inside.begin(copies, "copies") if self.weighing else copies
                    self.weight = there if self.weighing else i32(1)
                    then = inside.inner()
                    self._next(then, chosen, param, value)
                    inside.do(When(there, tuple(then.statements)))
            case CombinationParam():
                self._combinations(body, chosen, param)

    def _zone(
        self, zone: OneZone | OwnedZone, body: LoweredBody, chosen: Mapping[str, LoweredExpression]
    ) -> CardsPlace:
        inside = body.inner(chosen)
        (held,) = places(zone, inside, expression)
        address = inside.keep(held.address)
        body.do(*inside.statements)
        return CardsPlace(address, held.offset)

    def _next(
        self,
        body: LoweredBody,
        chosen: Mapping[str, LoweredExpression],
        param: ActionParam,
        value: LoweredExpression,
    ) -> None:
        """Go on with one more choice, as far as its guards hold."""
        level = self.of.plan.levels[len(chosen)]
        further = {**chosen, param.name: value}
        self._guarded((*level.by_reading, *level.others), further, body)

    def _guarded(
        self,
        guards: Sequence[str],
        chosen: Mapping[str, LoweredExpression],
        body: LoweredBody,
    ) -> None:
        if not guards:
            self.go(body, chosen)
            return
        inside = body.inner()
        self._guarded(guards[1:], chosen, inside)
        body.do(When(self._holds(guards[0], chosen, body), tuple(inside.statements)))

    def _holds(
        self, guard: str, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> LoweredExpression:
        actor, params = body.names[ACTOR], self.of.plan.action.params
        blank = self.of.blank(params[len(chosen) :])
        return self.of.ask(guard, (actor, *chosen.values(), *blank), body)

    def _combinations(
        self, body: LoweredBody, chosen: Mapping[str, LoweredExpression], param: CombinationParam
    ) -> None:
        """Go through readings: how many plays of one there are is added up at once, if possible."""
        level, plays = self.of.plan.levels[len(chosen)], self.of.plays
        if level.others or len(chosen) + 1 < len(self.of.plan.action.params):
            self._each_play(param, chosen, body)
            return
        allowed, listed = self.of.allowed, self.of.listed
        if plays is None or allowed is None or listed is None:
            self._each_reading(param, chosen, body)
            return
        actor = body.names[ACTOR]
        found = body.begin(Invoke(I32, allowed.name, (STATE, actor)), "allowed")
        self._hold(param, chosen, body)
        given = (allowed.lines(found), listed.begin(actor))
        count = Invoke(I32, COUNT_LINES, given)
        body.do(Assign(self.seen, count))
        listed.finish(actor, body.begin(listed.found_end(), "end"), body)

    def _each_reading(
        self, param: CombinationParam, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> None:
        """Write what asks about each reading where no answers are kept."""
        with self._readings(param, chosen, body) as (place, count, counted):
            if self.which is not None:
                self._take_play(place, count, counted, chosen, self._room(param))
            counted.do(grow(self.seen, count))

    def _each_play(
        self, param: CombinationParam, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> None:
        """Write what goes through plays one by one: their cards matter, or what is chosen next."""
        level, room = self.of.plan.levels[len(chosen)], self._room(param)
        further = {**chosen, param.name: room}
        with (
            self._readings(param, chosen, body) as (place, count, counted),
            counting(counted, "number", i32(0), count) as (number, inside),
        ):
            inside.do(Perform(Invoke(None, PLAY, (place, number, room))))
            asked = inside.inner()
            self._guarded(level.others, further, asked)
            inside.do(*asked.statements)
            if self.of.context.seeks(asked.statements):
                self._hold(param, chosen, inside)

    @contextmanager
    def _readings(
        self, param: CombinationParam, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> Generator[tuple[LocalVariable, LocalVariable, LoweredBody]]:
        """Write a loop over the readings that guards allow, with how many plays each has.

        All readings are asked about where that may fail, and else those that have plays.
        """
        level, room, places = self.of.plan.levels[len(chosen)], self._room(param), self.of.places
        safe = not self.of.context.unsafe.intersection(level.by_reading)
        self._hold(param, chosen, body)
        with counting(body, "place", i32(0), i32(places.total)) as (place, inside):
            count = inside.begin(Invoke(I32, COUNT, (place,)), "count")
            with inside.only_when(count if safe else None) as asking:
                asking.do(Store(room, 0, 4, reading_at(place, places)))
                asked = asking.inner()
                allowed = self._by_reading(level, {**chosen, param.name: room}, asked)
                asking.do(*asked.statements)
                if self.of.context.seeks(asked.statements):
                    self._hold(param, chosen, asking)
                with asking.only_when(allowed) as counted:
                    yield place, count, counted

    def _by_reading(
        self, level: GuardLevel, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> LoweredExpression:
        """Return whether the guards that look at readings allow one, after statements that ask."""
        allowed: LoweredExpression = TRUE
        for guard in level.by_reading:
            holds = body.begin(FALSE, "holds")
            with body.only_when(allowed) as asking:
                asking.do(Assign(holds, self._holds(guard, chosen, asking)))
            allowed = holds
        return allowed

    def _hold(
        self, param: CombinationParam, chosen: Mapping[str, LoweredExpression], body: LoweredBody
    ) -> None:
        """Write what looks at the cards among which a combination is chosen."""
        hold(self._zone(param.zone, body, chosen), body)

    def _room(self, param: CombinationParam) -> LoweredExpression:
        """Return where a combination stands that is chosen."""
        return i32(self.of.rooms.get(param.name, self.of.room))

    def _take_play(
        self,
        place: LocalVariable,
        count: LocalVariable,
        body: LoweredBody,
        chosen: Mapping[str, LoweredExpression],
        room: LoweredExpression,
    ) -> None:
        """Write what takes one of the plays of a reading, if the one wanted is among them."""
        assert self.which is not None  # noqa: S101 - one is wanted
        here = build.subtract(self.which, self.seen)
        then = body.inner()
        then.do(Perform(Invoke(None, PLAY, (place, here, room))))
        self._take(then, {**chosen, "": room})
        body.do(When(build.compare(IntegerOperator.LT_S, here, count), tuple(then.statements)))

    def _found(self, body: LoweredBody, chosen: Mapping[str, LoweredExpression]) -> None:
        if self.which is not None:
            then = body.inner()
            self._take(then, chosen)
            here = build.equal(self.which, self.seen)
            if self.weighing:
                beyond = build.subtract(self.which, self.seen)
                here = build.compare(IntegerOperator.LT_S, beyond, self.weight)
            body.do(When(here, tuple(then.statements)))
        body.do(grow(self.seen, self.weight))

    def _take(self, body: LoweredBody, chosen: Mapping[str, LoweredExpression]) -> None:
        """Do what the action does with these choices, and end."""
        actor, action = body.names[ACTOR], self.of.plan.action
        body.do(Perform(Invoke(None, do_name(action), (STATE, actor, *chosen.values()))))
        body.do(Return(i32(NOT_TAKEN)))
