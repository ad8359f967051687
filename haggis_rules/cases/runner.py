"""An example played through: what is done, step by step, and each claim looked at in both ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from haggis_rules.cases.choosing import may_not, resolve_action
from haggis_rules.cases.claim_functions import claim_functions
from haggis_rules.cases.initial_position import NOWHERE
from haggis_rules.cases.operands import false_operands
from haggis_rules.cases.outcome import (
    CaseOutcome,
    CheckedClaim,
    ClaimFinding,
    Differ,
    Follows,
    MadeReadings,
    PlayedStage,
    TakenAction,
    Unclear,
    Undefined,
    Unfinished,
)
from haggis_rules.cases.script import (
    GoesOn,
    Holds,
    Knows,
    LeftBehind,
    MakesOnly,
    MayDo,
    SawOnly,
    ScriptAction,
    ScriptStage,
    SeesOnly,
    TypedCase,
    TypedClaim,
)
from haggis_rules.cases.seen_claims import contradicting_sight
from haggis_rules.cases.supporting_clauses import all_pattern_clauses, play_clauses
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.position import Position
from haggis_rules.engine.rules import Rules
from haggis_rules.engine.trace import in_order
from haggis_rules.ir import nodes
from haggis_rules.ir.game import ActionSchema, Game, Step
from haggis_rules.semantics.action import Action
from haggis_rules.semantics.between_hands import is_over, values_after_hand
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.patterns import show_reading
from haggis_rules.semantics.state import GameState, Value
from haggis_rules.semantics.transition import follow


def run(rules: Rules, typed: TypedCase) -> CaseOutcome:
    """Play an example of these rules through, and look at all that it claims."""
    running, given = _Running(rules), typed.case.written.given
    opening: tuple[str, ...] = ()
    if typed.start is not None and given is not None:
        opening, stopped = running.open(typed.start, given.span)
        if stopped is not None:
            return CaseOutcome(typed.case, typed.start, (), opening, stopped)
    stages: list[PlayedStage] = []
    for stage in typed.stages:
        stages.append(running.stage(stage))
        if stages[-1].stopped is not None:
            break
    return CaseOutcome(typed.case, typed.start, tuple(stages), opening)


class _Running:
    """An example while it is played through; it has no table where it speaks of plays alone."""

    def __init__(self, rules: Rules) -> None:
        self._rules, self._game = rules, rules.game
        self._table: Position | None = None
        self._shown = 1  # how much each seat had been shown before what was done; first the deal
        # What the hand left behind when it was last asked for, with the clauses of that.
        self._left: tuple[GameState, GameState, frozenset[str]] | None = None

    def open(self, start: GameState, span: Span) -> tuple[tuple[str, ...], CheckedClaim | None]:
        """Take the steps that follow where the example begins. Gives their clauses."""
        trail: set[str] = set()
        try:
            steps = list(follow(self._game, start, trail, self._rules.budget))
            self._table = self._rules.at(start)
        except Breach as breach:
            return (), self._looked(span, _undefined(breach), trail)
        end = steps[-1][1].state if steps else start
        if end != self._table.state:
            return (), self._looked(span, Differ("one position", "another"), trail)
        return in_order(self._game, trail) if steps else (), None

    def stage(self, stage: ScriptStage) -> PlayedStage:
        """Take the actions, and look at the claims after them."""
        before, done = self._state, list[TakenAction]()
        if stage.actions:
            self._shown = 1 + len(self._at().history)
        for action in stage.actions:
            one = self._do(action)
            if isinstance(one, CheckedClaim):
                return PlayedStage(tuple(done), before, self._state, (), one)
            done.append(one)
        return PlayedStage(tuple(done), before, self._state, tuple(map(self._look, stage.claims)))

    @property
    def _state(self) -> GameState | None:
        return None if self._table is None else self._table.state

    def _do(self, action: ScriptAction) -> TakenAction | CheckedClaim:
        trail: set[str] = set()
        try:
            found = resolve_action(self._at(), action, trail)
            if isinstance(found, Action):
                trace, after = self._rules.explain(self._at(), found), self._at().apply(found)
                if trace.entries[-1].state == after.state:
                    self._table = after
                    return TakenAction(found, self._rules.show_action(found), trace)
                found = Differ("one position", "another")
        except Breach as breach:
            found = _undefined(breach)
            trail.update(_acting_with(self._game, breach.clause))
        return self._looked(action.span, found, trail)

    def _look(self, claim: TypedClaim) -> CheckedClaim:
        trail: set[str] = set()
        try:
            match claim:
                case Holds(claim=node):
                    found = self._holds(node, self._state or NOWHERE, trail)
                case SeesOnly() | Knows() | SawOnly():
                    found = contradicting_sight(claim, self._at(), self._shown, trail)
                case LeftBehind() | GoesOn():
                    found = self._afterwards(claim, trail)
                case MakesOnly():
                    found = self._makes(claim, trail)
                case MayDo(action=action, negated=True):
                    found = may_not(self._at(), action, trail)
                case MayDo(action=action):
                    said = resolve_action(self._at(), action, trail)
                    found = None if isinstance(said, Action | Unclear) else said
        except Breach as breach:
            found = _undefined(breach)
        return self._looked(claim.span, found, trail)

    def _afterwards(self, claim: LeftBehind | GoesOn, trail: set[str]) -> ClaimFinding | None:
        """Look at what the hand leaves behind."""
        table = self._at()
        if not table.finished:
            return Unfinished()
        after, rested = self._after_hand(table.state)
        trail |= rested
        match claim:
            case LeftBehind(claim=node):
                return self._holds(node, after, trail)
            case GoesOn(negated=negated):
                over = is_over(self._game, after, trail, self._rules.budget)
                return None if over is negated else Follows(another=not over)

    def _after_hand(self, state: GameState) -> tuple[GameState, frozenset[str]]:
        """Return what the hand leaves behind, once for all claims about it, and its clauses."""
        if self._left is None or self._left[0] is not state:
            trail = set[str]()
            after = values_after_hand(self._game, state, trail, self._rules.budget)
            self._left = state, after, frozenset(trail)
        return self._left[1:]

    def _holds(self, node: nodes.Expr, state: GameState, trail: set[str]) -> ClaimFinding | None:
        trail.update(play_clauses(self._game, node))
        scene = Environment(self._game, state, trail=trail, budget=self._rules.budget)
        defined = _answer(lambda: evaluate(node, scene))
        generated = _answer(lambda: claim_functions(self._rules).function(node)(state, None, {}))
        if type(defined) is not type(generated):
            return Differ(str(defined), str(generated))
        if isinstance(defined, Breach):
            return _undefined(defined)
        if defined != generated:
            return Differ(str(defined), str(generated))
        return None if defined else false_operands(replace(scene, trail=None), node)

    def _makes(self, claim: MakesOnly, trail: set[str]) -> ClaimFinding | None:
        trail.update(all_pattern_clauses(self._game))
        patterns = self._rules.patterns
        if not patterns.states:
            found = frozenset(self._rules.readings(claim.cards))
        elif self._state is None:
            return Undefined("what cards make rests on the state here: begin with `given`", "")
        else:
            values = self._state.values
            patterns = patterns.at(values)
            found = frozenset(self._rules.writing.at(values).readings(claim.cards))
        for reading in sorted(found | claim.readings):
            defined = patterns.makes(reading, claim.cards)
            if defined is not (reading in found):
                shown = show_reading(self._game, reading)
                return Differ(*(f"{shown}: {one}" for one in (defined, not defined)))
        if found == claim.readings:
            return None
        made = tuple(show_reading(self._game, one) for one in sorted(found))
        about = sorted({pattern for pattern, *_ in found ^ claim.readings})
        return MadeReadings(made, tuple(self._game.patterns[one].clause for one in about))

    def _at(self) -> Position:
        if self._table is None:
            message = "typing lets nothing be done where there is no position"
            raise AssertionError(message)
        return self._table

    def _looked(self, span: Span, found: ClaimFinding | None, trail: set[str]) -> CheckedClaim:
        words = " ".join(span.text.split())
        return CheckedClaim(words, found, in_order(self._game, trail), span)


def _acting_with(game: Game, clause: str) -> Iterator[str]:
    """Yield the clauses with effects where one has them: they find what the others leave."""
    moves: list[ActionSchema | Step] = [*game.actions, *game.steps]
    for move in moves:
        clauses = {effect.clause for effect in move.effects}
        if clause in clauses:
            yield from clauses


def _answer(ask: Callable[[], Value]) -> Value | Breach:
    try:
        return ask()
    except Breach as breach:
        return breach


def _undefined(breach: Breach) -> Undefined:
    return Undefined(str(breach), breach.clause, breach.place)
