"""Random well-typed expressions, kind by kind. ``tests.strategies`` is the way in.

A builder is called to draw one expression. Each node of the language is made by one of them.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import hull
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit

Kind = Type | Unit | None  # a unit, or None, stands for the numbers in it, whatever their bounds
Names = dict[str, Type]
Build = Callable[[], nodes.Expr]

UNIT_OF = {
    Plain.SEAT: Unit.SEATS,
    Plain.TEAM: Unit.TEAMS,
    Plain.CARD: Unit.CARDS,
    Plain.RANK: Unit.RANKS,
    Plain.SUIT: Unit.SUITS,
}


def kind_of(type_: Type) -> Kind:
    """Forget the bounds of a number's type."""
    return type_.unit if isinstance(type_, NumberType) else type_


def all_kinds(game: Game) -> list[Kind]:
    """Every kind of value that an expression over a game can have."""
    plain = [kind for kind in Plain if has_values(game, kind)]
    return [*plain, *Unit, None, *game.choices, *option_kinds(game)]


def option_kinds(game: Game) -> list[OptionType]:
    """Return the options that an expression can have as its value."""
    return [OptionType(k) for k in (*UNIT_OF, Plain.READING) if has_values(game, k)]


def has_values(game: Game, kind: Plain) -> bool:
    """Whether a game has values of a type at all: it may have no teams, or no suits."""
    return kind in (Plain.READING, Plain.COMBINATION) or game.size(kind) > 0


class Maker:
    """Draws expressions. At most two binders stand within one another, and one over cards."""

    def __init__(self, game: Game, draw: st.DrawFn, *, before: bool) -> None:
        self.game = game
        self.draw = draw
        self.before = before
        self.open: list[Plain] = []

    def make(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        """Draw an expression of a kind."""
        leaves = self._leaves(kind, names)
        if depth > 0:
            builds: list[Build] = [partial(self.pick, leaves)] if leaves else []
            builds += self._anywhere(kind, names, depth - 1)
            builds += self._particular(kind, names, depth - 1)
            return self.pick(builds)
        return self.pick(leaves) if leaves else self._last_resort(kind, names)

    def pick(self, builds: list[Build]) -> nodes.Expr:
        """Draw one of several."""
        return builds[self.below(len(builds))]()

    def below(self, size: int) -> int:
        """Draw a number from 0 to less than ``size``."""
        return self.draw(st.integers(0, size - 1))

    def inside(self, binder: nodes.Binder, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        """Draw what stands inside a binder."""
        self.open.append(binder.type)
        inner = self.make(kind, {**names, binder.name: binder.type}, depth)
        self.open.pop()
        return inner

    def binder(self, kind: Plain) -> nodes.Binder:
        """Return a binder, with a name that hides no other but now and then one of its own kind."""
        return nodes.Binder(f"{kind.value[0]}{len(self.open) * self.below(2)}", kind)

    def may_bind(self) -> list[Plain]:
        """Return the types that may still be bound here."""
        if len(self.open) > 1:
            return []
        kinds = [kind for kind in UNIT_OF if has_values(self.game, kind)]
        return [kind for kind in kinds if kind is not Plain.CARD or kind not in self.open]

    def _leaves(self, kind: Kind, names: Names) -> list[Build]:
        """Return what has no parts."""
        found: list[Build] = [
            partial(nodes.Variable, type_, name)
            for name, type_ in names.items()
            if kind_of(type_) == kind
        ]
        found += [
            partial(nodes.Get, state.type, index, None)
            for index, state in enumerate(self.game.states)
            if state.owner is Owner.NOBODY and kind_of(state.type) == kind
        ]
        found += [
            partial(nodes.Agreed, option.type, index)
            for index, option in enumerate(self.game.options)
            if kind_of(option.type) == kind
        ]
        match kind:
            case Unit() | None:
                found.append(self.number)
            case Plain.TRUTH:
                found.append(lambda: nodes.Truth(kind, bool(self.below(2))))
            case ChoiceType(choices=words):
                found.append(lambda: nodes.Constant(kind, self.below(len(words))))
            case Plain.SEAT | Plain.TEAM | Plain.CARD | Plain.RANK | Plain.SUIT:
                found.append(lambda: nodes.Constant(kind, self.below(self.game.size(kind))))
            case OptionType():
                found.append(lambda: nodes.Nothing(kind))
            case Plain() | NumberType():
                pass
        return found

    def number(self) -> nodes.Expr:
        """Draw a whole number as written."""
        value = self.below(26) - 5
        return nodes.Number(NumberType(value, value, None), value)

    def _last_resort(self, kind: Kind, names: Names) -> nodes.Expr:
        """Return a small expression of a kind that has no leaves here."""
        match kind:
            case Plain.READING:
                return nodes.ReadingOf(kind, self.make(Plain.COMBINATION, names, 0))
            case Plain.COMBINATION:
                from tests.particular import combination

                return combination(self, names, 0)
            case _:
                every = nodes.Binder("s", Plain.SEAT)
                anyone = nodes.First(
                    OptionType(Plain.SEAT), every, nodes.Truth(Plain.TRUTH, value=True)
                )
                return nodes.The(Plain.SEAT, anyone)

    def _anywhere(self, kind: Kind, names: Names, depth: int) -> list[Build]:
        """Return what can have any kind: a choice of two, a word, a variable, the value before."""
        found: list[Build] = [partial(self._if, kind, names, depth)]
        found += [
            partial(self._call, definition.name, names, depth)
            for definition in self.game.definitions.values()
            if kind_of(definition.type) == kind
        ]
        found += [
            partial(self._get, index, names, depth)
            for index, state in enumerate(self.game.states)
            if state.owner is not Owner.NOBODY and kind_of(state.type) == kind
        ]
        if self.before:
            found.append(partial(self._before, kind, names, depth))
        if isinstance(kind, Plain) and (kind in UNIT_OF or kind is Plain.READING):
            found.append(partial(self._the, kind, names, depth))
        return found

    def _particular(self, kind: Kind, names: Names, depth: int) -> list[Build]:
        """Return what has this kind alone."""
        from tests import particular

        match kind:
            case Plain.TRUTH:
                return particular.truths(self, names, depth)
            case Unit() | None:
                return particular.numbers(self, kind, names, depth)
            case OptionType():
                return particular.options(self, kind, names, depth)
            case Plain():
                return particular.things(self, kind, names, depth)
            case ChoiceType() | NumberType():
                return []

    def _the(self, kind: Plain, names: Names, depth: int) -> nodes.Expr:
        return nodes.The(kind, self.make(OptionType(kind), names, depth))

    def _if(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        when = self.make(Plain.TRUTH, names, depth)
        value, other = self.make(kind, names, depth), self.make(kind, names, depth)
        return nodes.If(_hull(value.type, other.type), when, value, other)

    def _call(self, name: str, names: Names, depth: int) -> nodes.Expr:
        definition = self.game.definitions[name]
        arguments = tuple(self.make(kind_of(p.type), names, depth) for p in definition.params)
        return nodes.Call(definition.type, name, arguments)

    def _get(self, index: int, names: Names, depth: int) -> nodes.Expr:
        state = self.game.states[index]
        kind = Plain.SEAT if state.owner is Owner.SEAT else Plain.TEAM
        return nodes.Get(state.type, index, self.make(kind, names, depth))

    def _before(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        self.before = False
        inner = self.make(kind, names, depth)
        self.before = True
        return nodes.Before(inner.type, inner)


def bounds(node: nodes.Expr) -> NumberType:
    """Return the type of a number."""
    return cast("NumberType", node.type)


def _hull(left: Type, right: Type) -> Type:
    if isinstance(left, NumberType) and isinstance(right, NumberType):
        low, high = hull(left.bounds, right.bounds)
        return NumberType(low, high, left.unit or right.unit)
    return left
