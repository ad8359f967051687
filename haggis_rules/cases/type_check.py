"""Tree to script: the body of an example typed, and every fault in it told at its place."""

from __future__ import annotations

from haggis_rules.cases.initial_position import position
from haggis_rules.cases.names import scope_of
from haggis_rules.cases.quoted import QuotedReader
from haggis_rules.cases.reachability import broken_promise
from haggis_rules.cases.script import (
    GoesOn,
    Holds,
    LeftBehind,
    MakesOnly,
    MayDo,
    OpenPlay,
    ScriptAction,
    ScriptChoice,
    ScriptStage,
    TypedCase,
    TypedClaim,
)
from haggis_rules.cases.seen_claims import type_sight_claim
from haggis_rules.diagnostics.errors import (
    ArgumentCountError,
    NoPositionError,
    NotYetError,
    SeveralFaultsError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.engine.rules import Rules
from haggis_rules.ir.game import (
    ActionParam,
    ActionSchema,
    CardParam,
    Case,
    CombinationParam,
    FreeParam,
)
from haggis_rules.ir.lower.expressions import truth, value
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.nodes import Constant, Expr
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import param_type
from haggis_rules.ir.types import Plain, Type, show
from haggis_rules.semantics.state import Combination, Reading, counts, size
from haggis_rules.syntax import ast


def typed(rules: Rules, case: Case) -> TypedCase:
    """Type an example or a question of these rules.

    Raises ``SeveralFaultsError`` with every fault in it, each at its place.
    """
    typing = _Typing(rules, case)
    written = case.written
    faults = typing.scope.world.faults
    start = None
    if written.given is not None:
        start = position(written.given, rules.game, typing.scope, typing.quoted, rules.budget)
    stages = tuple(typing.stage(turn) for turn in written.turns)
    if start is not None and written.given is not None and not faults:
        fault = broken_promise(rules, start, written.given.span)
        faults += [] if fault is None else [fault]
    if faults:
        raise SeveralFaultsError(faults)
    return TypedCase(case, start, stages)


class _Typing:
    """One example while it is typed. Faults are noted in the world of its scope."""

    def __init__(self, rules: Rules, case: Case) -> None:
        self.game, self.budget = rules.game, rules.budget
        self.placed = case.written.given is not None
        self.quoted = QuotedReader(rules.writing)
        self.scope: Scope = scope_of(rules.game, case, self.quoted)

    def stage(self, turn: ast.Turn) -> ScriptStage:
        """Type what is done, and what is claimed after it."""
        actions: list[ScriptAction] = []
        claims: list[TypedClaim] = []
        for done in turn.done:
            with self.scope.world.noting():
                actions.append(self._script_action(done))
        for claim in turn.claims:
            with self.scope.world.noting():
                claims.append(self._claim(claim))
        return ScriptStage(tuple(actions), tuple(claims))

    def _claim(self, claim: ast.Claim) -> TypedClaim:
        match claim:
            case ast.Can(negated=negated):
                return MayDo(self._script_action(claim), negated, claim.span)
            case ast.Makes(play=play, readings=listed):
                named = frozenset[Reading]() if listed is None else self.quoted.named(listed)
                return MakesOnly(self.quoted.cards(play), named, claim.span)
            case ast.SeesCards() | ast.SeesValue() | ast.SawCards():
                self._needs_position(claim.span)
                return type_sight_claim(claim, self.game, self.scope, self.quoted, self.budget)
            case ast.BetweenHands(claim=inner):
                self._needs_position(claim.span)
                return LeftBehind(self._of_what_lasts(inner), claim.span)
            case ast.MoreHands(negated=negated):
                self._needs_position(claim.span)
                return GoesOn(negated, claim.span)
            case expr:
                node = truth(expr, self.scope)
                read = reads(self.game, node)
                if read.states or read.zones:
                    self._needs_position(claim.span)
                return Holds(node, claim.span)

    def _of_what_lasts(self, expr: ast.Expr) -> Expr:
        node = truth(expr, self.scope)
        read = reads(self.game, node)
        gone = [self.game.states[one] for one in read.states if not self.game.states[one].lasting]
        if gone or read.zones:
            what = f"there is no `{gone[0].name}`" if gone else "there are no cards"
            raise NotYetError(
                f"between hands {what}",
                expr.span,
                hint="only what lasts is there, which is declared as `match state`",
            )
        return node

    def _script_action(self, written: ast.Done | ast.Can) -> ScriptAction:
        seat = ast.SeatLiteral(written.seat, span=written.seat.span)
        actor = self._constant(seat, Plain.SEAT)
        action = self._action(written.action)
        given, wanted = written.arguments, action.params
        if len(given) != len(wanted):
            choices = ", ".join(f"{show(param_type(one))} `{one.name}`" for one in wanted)
            raise ArgumentCountError(
                f"`{action.name}` has {_many(len(wanted), 'choice')}, and this gives {len(given)}",
                written.span,
                hint=f"give one value each for {choices}" if choices else "leave them out",
            )
        self._needs_position(written.span)
        pairs = zip(wanted, given, strict=True)
        chosen = tuple(self._choice(param, one) for param, one in pairs)
        return ScriptAction(action.name, actor, chosen, written.span)

    def _action(self, name: ast.Name) -> ActionSchema:
        known = [action.name for action in self.game.actions]
        if name.text not in known:
            raise self.scope.world.unknown(name, "action", known)
        return self.game.action(name.text)

    def _choice(self, param: ActionParam, given: ast.Argument) -> ScriptChoice:
        match param:
            case CombinationParam():
                return self._play(given)
            case CardParam():
                return self._card(given)
            case FreeParam(type=kind):
                return self._constant(given, kind)

    def _play(self, given: ast.Argument) -> ScriptChoice:
        match given:
            case ast.PlayLiteral(text=words):
                cards, readings = self.quoted.readings(words)
            case ast.CardLiteral(text=name):
                words = ast.Words(name.text, span=name.span)
                cards, readings = self.quoted.readings(words)
            case ast.SeatLiteral() | ast.Word() | ast.Number():
                raise WrongTypeError("a play in quotes belongs here", given.span)
        if len(readings) == 1:
            return Combination(readings[0], cards)
        return OpenPlay(cards, readings)

    def _card(self, given: ast.Argument) -> int:
        if not isinstance(given, ast.PlayLiteral):
            return self._constant(given, Plain.CARD)
        cards = self.quoted.cards(given.text)
        if size(cards) != 1:
            raise WrongTypeError("one card belongs here", given.span)
        ((card, _),) = counts(cards)
        return card

    def _constant(self, given: ast.Argument, kind: Type) -> int:
        node = value(given, self.scope, kind)
        if not isinstance(node, Constant):
            raise WrongTypeError(
                "this depends on the position",
                given.span,
                hint=f"name the {show(kind)} itself",
            )
        return node.index

    def _needs_position(self, span: Span) -> None:
        if not self.placed:
            raise NoPositionError(
                "this speaks of a position, and the example does not give one",
                span,
                hint='say how it begins: `given hand of seat 1 is "...", the rest in ...`',
            )


def _many(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
