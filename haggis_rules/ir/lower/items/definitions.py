"""Words that the text gives a meaning, typed when they are first used."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from haggis_rules.diagnostics.errors import (
    CircleError,
    MixedUnitsError,
    RuleError,
    ScoreOwnersError,
    WrongTypeError,
)
from haggis_rules.diagnostics.source import Span
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.costs import Cost, cost, too_costly
from haggis_rules.ir.lower import typing as t
from haggis_rules.ir.lower.dependencies import placed_words, topological_order, words_in
from haggis_rules.ir.lower.expressions import expression, truth
from haggis_rules.ir.lower.scope import Scope
from haggis_rules.ir.lower.symbols import World
from haggis_rules.ir.types import NumberType, Plain, Type, Unit, show
from haggis_rules.syntax import ast

_LONGEST_CIRCLE = 8  # words that a fault repeats

_PLAIN = {kind.value: kind for kind in Plain if kind is not Plain.COMBINATION}


def type_of(world: World, name: ast.Name) -> Plain | t.ChoiceType:
    """Find a type by its name.

    Raises ``WrongTypeError`` where there are no teams or suits, and ``UnknownNameError``.
    """
    if name.text in _PLAIN:
        kind = _PLAIN[name.text]
        if (kind is Plain.TEAM and not world.teams) or (kind is Plain.SUIT and not world.suits):
            raise WrongTypeError(
                f"there are no {name.text}s in this game",
                name.span,
                hint=f"declare them with `{name.text}s`",
            )
        return kind
    if name.text in world.choices:
        return world.choices[name.text]
    raise world.unknown(name, "type", [*_PLAIN, *world.choices])


def typed_params(written: Iterable[ast.Param], scope: Scope) -> tuple[tuple[ir.Param, ...], Scope]:
    """Return parameters with their types, and the scope in which they have a meaning.

    Raises as ``type_of`` does, and ``NameTwiceError``.
    """
    params: list[ir.Param] = []
    for param in written:
        kind = type_of(scope.world, param.type)
        scope = scope.naming(param.name, nodes.Variable(kind, param.name.text))
        params.append(ir.Param(param.name.text, kind))
    return tuple(params), scope


class Definitions:
    """All definitions of a text, typed in the order in which they need one another."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._written: dict[str, tuple[str, ast.Define | ast.Score]] = {}
        self._exceptions: dict[str, list[tuple[str, ast.Except]]] = {}
        self._typed: dict[str, ir.Definition] = {}
        self._failed: dict[str, RuleError] = {}
        self._used: dict[str, defaultdict[str, list[Span]]] = {}
        self.costs: dict[str, Cost] = {}
        for located in world.items:
            if isinstance(located.item, ast.Define | ast.Score):
                with world.noting():
                    name, _ = _heading(located.item)
                    world.declare(name, "word")
                    self._written[name.text] = (located.clause, located.item)
        world.definition_names = tuple(self._written)
        world.score_names = tuple(
            name for name, (_, item) in self._written.items() if isinstance(item, ast.Score)
        )
        world.definition = self.get
        for clause, exception in world.of_kind(ast.Except):
            with world.noting():
                if exception.name.text not in self._written:
                    raise world.unknown(exception.name, "word", self._written)
                self._exceptions.setdefault(exception.name.text, []).append((clause, exception))
        self._type_all()

    def all(self) -> dict[str, ir.Definition]:
        """Return every definition in the order of the text; of those at fault, note the faults."""
        self._world.faults += self._failed.values()
        return {name: self._typed[name] for name in self._written if name in self._typed}

    def get(self, name: str) -> ir.Definition | None:
        """Return one definition, if there is one.

        Raises its fault, a ``RuleError``, the same each time.
        """
        if name in self._failed:
            raise self._failed[name]
        return self._typed.get(name)

    def _type_all(self) -> None:
        # In the order of need, so that the type and the cost of a word are known where it is used.
        # A word that needs one at fault gets that same fault, which is told once.
        scores = self._world.score_names
        needs = {name: words_in(self._meaning(name), scores) for name in self._written}
        order, circles = topological_order(needs)
        for circle in circles:
            if not all(name in self._failed for name in circle):
                fault = self._circle(circle)
                self._failed |= {name: fault for name in circle if name not in self._failed}
        for name in order:
            if name not in self._failed:
                try:
                    self._typed[name] = self._define(*self._written[name])
                    self.costs[name] = self._cost(name)
                except RuleError as fault:
                    self._typed.pop(name, None)
                    self._failed[name] = fault

    def _meaning(self, name: str) -> tuple[ast.Item, ...]:
        """Return all that the text says of a word: what it means, and each exception."""
        return self._written[name][1], *(item for _, item in self._exceptions.get(name, ()))

    def _uses(self, name: str) -> Mapping[str, Sequence[Span]]:
        """Return where the meaning of a word uses others; it is looked through once."""
        if name not in self._used:
            found = self._used[name] = defaultdict[str, list[Span]](list)
            for word, place in placed_words(self._meaning(name), self._world.score_names):
                found[word].append(place)
        return self._used[name]

    def _circle(self, circle: list[str]) -> CircleError:
        _, item = self._written[circle[0]]
        steps = [*pairwise(circle)]
        if len(steps) > _LONGEST_CIRCLE:
            steps = [*steps[: _LONGEST_CIRCLE - 1], steps[-1]]
        uses = [
            (place, f"`{name}` needs `{needed}` here")
            for name, needed in steps
            for place in self._uses(name)[needed]
        ]
        shown = circle if len(circle) <= _LONGEST_CIRCLE else [*circle[:_LONGEST_CIRCLE], "..."]
        return CircleError(
            " needs ".join(f"`{name}`" for name in shown),
            _heading(item)[0].span,
            others=uses[:_LONGEST_CIRCLE],
            hint="the total score adds this up; use the entries that it needs by their names"
            if isinstance(item, ast.Score)
            else "a word cannot say what it means by itself",
        )

    def _cost(self, name: str) -> Cost:
        """Tell what a typed word costs. Raises ``TooDeepError``."""
        definition, sizes = self._typed[name], self._world.sizes()
        values = [e for x in definition.exceptions for e in (x.when, x.value)]
        parts = [cost(value, self.costs, sizes) for value in (definition.base, *values)]
        found = Cost(max(p.levels for p in parts), sum(p.steps for p in parts))
        fault = too_costly(found, f"`{name}`", _heading(self._written[name][1])[0].span)
        if fault is not None:
            raise fault
        return found

    def _define(self, clause: str, item: ast.Define | ast.Score) -> ir.Definition:
        heading, signature = _heading(item)
        name = heading.text
        form, written_params = _signature(signature)
        params, scope = typed_params(written_params, Scope(self._world))
        # The base alone is typed without being told a type; exceptions are typed towards it, and
        # the word gets the smallest type that holds them all.
        base = expression(item.value, scope, None)
        found = self._exceptions.get(name, [])
        values = [self._instead(e.value, item.value, scope, base.type) for _, e in found]
        kind_of_all = self._join([base, *values], item.value.span)
        if isinstance(item, ast.Score):
            kind_of_all = self._points(item, kind_of_all)
        exceptions = tuple(
            ir.Exception_(of, truth(e.when, scope), t.fit(v, kind_of_all, e.value.span))
            for (of, e), v in zip(found, values, strict=True)
        )
        fitted = t.fit(base, kind_of_all, item.value.span)
        exported = isinstance(item, ast.Score) or item.export
        return ir.Definition(name, clause, form, params, kind_of_all, fitted, exceptions, exported)

    def _instead(self, written: ast.Expr, base: ast.Expr, scope: Scope, wanted: Type) -> nodes.Expr:
        """Type the value of an exception. A fault points to the value in place of which it is."""
        try:
            return expression(written, scope, wanted)
        except WrongTypeError as fault:
            fault.others += ((base.span, "else it is this"),)
            raise

    def _points(self, item: ast.Score, kind: Type) -> NumberType:
        """See that an entry of the score sheet gives a seat or team points, as all entries do."""
        first = next(i for _, i in self._written.values() if isinstance(i, ast.Score))
        if item.param.type.text not in {Plain.SEAT.value, Plain.TEAM.value}:
            raise ScoreOwnersError(
                f"a {item.param.type.text} has no score sheet",
                item.param.type.span,
                hint="write `of seat s` or `of team t`",
            )
        if item.param.type.text != first.param.type.text:
            raise ScoreOwnersError(
                f"`{item.name.text}` scores for a {item.param.type.text}, "
                f"and `{first.name.text}` for a {first.param.type.text}",
                item.param.type.span,
                others=[(first.param.type.span, "this entry was first")],
                hint="one score sheet is kept for all seats or for all teams",
            )
        if not isinstance(kind, NumberType):
            raise WrongTypeError(
                f"`{item.name.text}` has to be a number of points",
                item.value.span,
                hint="write `(5 when ... otherwise 0)`"
                if kind is Plain.TRUTH
                else f"this is a {show(kind)}",
            )
        if kind.unit is not None and kind.unit is not Unit.POINTS:
            raise MixedUnitsError(
                f"the score sheet counts points, and this counts {kind.unit.value}",
                item.value.span,
                hint="make points of them by `1 point for each (...)`",
            )
        return replace(kind, unit=Unit.POINTS)

    def _join(self, values: list[nodes.Expr], span: Span) -> Type:
        kind = t.join_types([v.type for v in values], span)
        if kind is Plain.COMBINATION:
            raise WrongTypeError("a word cannot stand for a combination", span)
        return kind


def _heading(item: ast.Define | ast.Score) -> tuple[ast.Name, ast.Signature]:
    match item:
        case ast.Define(signature=signature):
            return signature.name, signature
        case ast.Score(name=name, param=param, span=span):
            return name, ast.Function(name, param, span=span)


def _signature(signature: ast.Signature) -> tuple[ir.Form, tuple[ast.Param, ...]]:
    match signature:
        case ast.Constant():
            return ir.Form.CONSTANT, ()
        case ast.Function(param=param):
            return ir.Form.FUNCTION, (param,)
        case ast.Predicate(param=param):
            return ir.Form.PREDICATE, (param,)
        case ast.PairPredicate(param=param, other=other):
            return ir.Form.PAIR_PREDICATE, (param, other)
        case ast.RelationOf(left=left, right=right):
            return ir.Form.RELATION, (left, right)
