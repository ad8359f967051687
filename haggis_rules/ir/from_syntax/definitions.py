"""Words that the text gives a meaning, typed when they are first used."""

from __future__ import annotations

from haggis_rules.errors import CircleError, RuleError, WrongTypeError
from haggis_rules.ir import game as ir
from haggis_rules.ir import nodes
from haggis_rules.ir.from_syntax import typing as t
from haggis_rules.ir.from_syntax.expressions import Scope, expression, truth
from haggis_rules.ir.from_syntax.world import World
from haggis_rules.ir.types import Plain, Type
from haggis_rules.source import Span
from haggis_rules.syntax import ast

_PLAIN = {kind.value: kind for kind in Plain if kind is not Plain.COMBINATION}


def type_of(world: World, name: ast.Name) -> Plain | t.ChoiceType:
    """Find a type by its name."""
    if name.text in _PLAIN:
        return _PLAIN[name.text]
    if name.text in world.choices:
        return world.choices[name.text]
    raise world.unknown(name, "type", [*_PLAIN, *world.choices])


class Definitions:
    """All definitions of a text. ``get`` types one, and those that it needs."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._written: dict[str, tuple[str, ast.Define]] = {}
        self._exceptions: dict[str, list[tuple[str, ast.Except]]] = {}
        self._typed: dict[str, ir.Definition | None] = {}
        self._failed: dict[str, RuleError] = {}
        self._open: list[str] = []
        for clause, item in world.of_kind(ast.Define):
            with world.noting():
                world.declare(item.signature.name, "word")
                self._written[item.signature.name.text] = (clause, item)
        world.definition_names = tuple(self._written)
        world.definition = self.get
        for clause, exception in world.of_kind(ast.Except):
            with world.noting():
                if exception.name.text not in self._written:
                    raise world.unknown(exception.name, "word", self._written)
                self._exceptions.setdefault(exception.name.text, []).append((clause, exception))

    def all(self) -> dict[str, ir.Definition]:
        """Type every definition; one that is at fault is left out and its fault noted."""
        found: dict[str, ir.Definition] = {}
        for name in self._written:
            with self._world.noting():
                definition = self.get(name)
                if definition is not None:
                    found[name] = definition
        return found

    def get(self, name: str) -> ir.Definition | None:
        """Type one definition, if there is one. Raises its fault, the same each time."""
        if name not in self._written:
            return None
        if name in self._failed:
            raise self._failed[name]
        clause, item = self._written[name]
        if name in self._open:
            circle = [*self._open[self._open.index(name) :], name]
            raise CircleError(
                " needs ".join(f"`{n}`" for n in circle),
                item.signature.name.span,
                hint="a word cannot say what it means by itself",
            )
        if name not in self._typed:
            self._open.append(name)
            try:
                self._typed[name] = self._define(clause, item)
            except RuleError as fault:
                self._failed[name] = fault
                raise
            finally:
                self._open.pop()
        return self._typed[name]

    def _define(self, clause: str, item: ast.Define) -> ir.Definition:
        name = item.signature.name.text
        form, written = _signature(item.signature)
        scope, params = Scope(self._world), list[ir.Param]()
        for param in written:
            kind = type_of(self._world, param.type)
            scope = scope.naming(param.name, nodes.Variable(kind, param.name.text))
            params.append(ir.Param(param.name.text, kind))
        base = expression(item.value, scope, None)
        found = self._exceptions.get(name, [])
        values = [expression(e.value, scope, base.type) for _, e in found]
        kind_of_all = self._join([base, *values], item.value.span)
        exceptions = tuple(
            ir.Exception_(of, truth(e.when, scope), t.fit(v, kind_of_all, e.value.span))
            for (of, e), v in zip(found, values, strict=True)
        )
        fitted = t.fit(base, kind_of_all, item.value.span)
        return ir.Definition(
            name, clause, form, tuple(params), kind_of_all, fitted, exceptions, item.export
        )

    def _join(self, values: list[nodes.Expr], span: Span) -> Type:
        kind = t.join_types([v.type for v in values], span)
        if kind is Plain.COMBINATION:
            raise WrongTypeError("a word cannot stand for a combination", span)
        return kind


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
