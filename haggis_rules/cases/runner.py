"""An example played through: what is done, step by step, and each claim looked at in both ways."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from haggis_rules.cases.choosing import may_not, meant
from haggis_rules.cases.initial_position import NOWHERE
from haggis_rules.cases.operands import sides
from haggis_rules.cases.outcome import (
    Differ,
    Done,
    Follows,
    Found,
    Looked,
    Made,
    Outcome,
    Played,
    Unclear,
    Undefined,
    Unfinished,
)
from haggis_rules.cases.script import (
    Claim,
    Deed,
    GoesOn,
    Holds,
    Knows,
    LeftBehind,
    MakesOnly,
    MayDo,
    SawOnly,
    SeesOnly,
    Stage,
    TypedCase,
)
from haggis_rules.cases.seen_claims import sighted
from haggis_rules.cases.supporting_clauses import of_all_patterns, of_plays_in
from haggis_rules.codegen.compiled import Expressions
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.position import Table
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import in_order
from haggis_rules.ir import nodes
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import is_over, settle
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Scene, evaluate
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import State, Value
from haggis_rules.semantics.transition import follow


def run(rules: Rules, typed: TypedCase) -> Outcome:
    """Play an example of these rules through, and look at all that it claims."""
    running, given = _Running(rules), typed.case.written.given
    opening: tuple[str, ...] = ()
    if typed.start is not None and given is not None:
        opening, stopped = running.open(typed.start, given.span)
        if stopped is not None:
            return Outcome(typed.case, typed.start, (), opening, stopped)
    stages: list[Played] = []
    for stage in typed.stages:
        stages.append(running.stage(stage))
        if stages[-1].stopped is not None:
            break
    return Outcome(typed.case, typed.start, tuple(stages), opening)


class _Running:
    """An example while it is played through; it has no table where it speaks of plays alone."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._game = rules, rules.game
        self._table: Table | None = None
        self._shown = 1  # how much each seat had been shown before what was done; first the deal

    def open(self, start: State, span: Span) -> tuple[tuple[str, ...], Looked | None]:
        """Take the steps that follow where the example begins. Gives their clauses."""
        trail: set[str] = set()
        try:
            steps = list(follow(self._game, start, trail))
            self._table = self._rules.at(start)
        except Breach as breach:
            return (), self._looked(span, _undefined(breach), trail)
        end = steps[-1][1].state if steps else start
        if end != self._table.state:
            return (), self._looked(span, Differ("one position", "another"), trail)
        return in_order(self._game, trail) if steps else (), None

    def stage(self, stage: Stage) -> Played:
        """Take the actions, and look at the claims after them."""
        before, done = self._state, list[Done]()
        if stage.deeds:
            self._shown = 1 + len(self._at().history)
        for deed in stage.deeds:
            one = self._do(deed)
            if isinstance(one, Looked):
                return Played(tuple(done), before, self._state, (), one)
            done.append(one)
        return Played(tuple(done), before, self._state, tuple(map(self._look, stage.claims)))

    @property
    def _state(self) -> State | None:
        return None if self._table is None else self._table.state

    def _do(self, deed: Deed) -> Done | Looked:
        trail: set[str] = set()
        try:
            found = meant(self._at(), deed, trail)
            if isinstance(found, Action):
                trace, after = self._rules.explain(self._at(), found), self._at().apply(found)
                if trace.entries[-1].state == after.state:
                    self._table = after
                    return Done(found, self._rules.show_action(found), trace)
                found = Differ("one position", "another")
        except Breach as breach:
            found = _undefined(breach)
        return self._looked(deed.span, found, trail)

    def _look(self, claim: Claim) -> Looked:
        trail: set[str] = set()
        try:
            match claim:
                case Holds(claim=node):
                    found = self._holds(node, self._state or NOWHERE, trail)
                case SeesOnly() | Knows() | SawOnly():
                    found = sighted(claim, self._at(), self._shown, trail)
                case LeftBehind() | GoesOn():
                    found = self._afterwards(claim, trail)
                case MakesOnly():
                    found = self._makes(claim, trail)
                case MayDo(deed=deed, negated=True):
                    found = may_not(self._at(), deed, trail)
                case MayDo(deed=deed):
                    said = meant(self._at(), deed, trail)
                    found = None if isinstance(said, Action | Unclear) else said
        except Breach as breach:
            found = _undefined(breach)
        return self._looked(claim.span, found, trail)

    def _afterwards(self, claim: LeftBehind | GoesOn, trail: set[str]) -> Found | None:
        """Look at what the hand leaves behind."""
        table = self._at()
        if not table.finished:
            return Unfinished()
        after = settle(self._game, table.state, trail)
        match claim:
            case LeftBehind(claim=node):
                return self._holds(node, after, trail)
            case GoesOn(negated=negated):
                over = is_over(self._game, after, trail)
                return None if over is negated else Follows(another=not over)

    def _holds(self, node: nodes.Expr, state: State, trail: set[str]) -> Found | None:
        trail.update(of_plays_in(self._game, node))
        defined = _answer(lambda: evaluate(node, Scene(self._game, state, trail=trail)))
        generated = _answer(lambda: _expressions(self._rules).function(node)(state, None, {}))
        if type(defined) is not type(generated):
            return Differ(str(defined), str(generated))
        if isinstance(defined, Breach):
            return _undefined(defined)
        if defined != generated:
            return Differ(str(defined), str(generated))
        return None if defined else sides(self._game, state, node)

    def _makes(self, claim: MakesOnly, trail: set[str]) -> Found | None:
        trail.update(of_all_patterns(self._game))
        found = frozenset(self._rules.readings(claim.cards))
        for reading in sorted(found | claim.readings):
            defined = self._rules.patterns.makes(reading, claim.cards)
            if defined is not (reading in found):
                shown = show_reading(self._game, reading)
                return Differ(*(f"{shown}: {one}" for one in (defined, not defined)))
        if found == claim.readings:
            return None
        return Made(tuple(show_reading(self._game, one) for one in sorted(found)))

    def _at(self) -> Table:
        if self._table is None:
            message = "typing lets nothing be done where there is no position"
            raise AssertionError(message)
        return self._table

    def _looked(self, span: Span, found: Found | None, trail: set[str]) -> Looked:
        words = " ".join(span.text.split())
        return Looked(words, found, in_order(self._game, trail), span)


@lru_cache(maxsize=16)
def _expressions(rules: Rules) -> Expressions:
    return Expressions(rules.game)


def _answer(ask: Callable[[], Value]) -> Value | Breach:
    try:
        return ask()
    except Breach as breach:
        return breach


def _undefined(breach: Breach) -> Undefined:
    return Undefined(str(breach), breach.clause)
