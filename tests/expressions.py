"""Random well-typed expressions, kind by kind. ``tests.strategies`` is the way in."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from hypothesis import strategies as st

from haggis_rules.ir import nodes
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
ORDERED = (Unit.CARDS, Unit.SEATS, None, Plain.RANK)


def kind_of(type_: Type) -> Kind:
    """Forget the bounds of a number's type."""
    match type_:
        case NumberType(unit=unit):
            return unit
        case OptionType(inner=inner):
            kind = kind_of(inner)
            return OptionType(kind) if isinstance(kind, Plain | ChoiceType) else type_
        case ChoiceType() | Plain():
            return type_


def all_kinds(game: Game) -> list[Kind]:
    """Every kind of value that an expression over a game can have."""
    inner = [Plain.SEAT, Plain.TEAM, Plain.RANK, Plain.CARD, Plain.READING]
    return [
        Plain.TRUTH,
        *inner,
        Plain.SUIT,
        Plain.COMBINATION,
        *Unit,
        None,
        *game.choices,
        *(OptionType(kind) for kind in inner),
    ]


class Maker:
    """Draws expressions. At most two binders stand within one another, and one over cards."""

    def __init__(self, game: Game, draw: st.DrawFn, *, before: bool) -> None:
        self.game = game
        self.draw = draw
        self.before = before
        self.open: list[Plain] = []

    def make(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        """Draw an expression of a kind."""
        choices = self.leaves(kind, names)
        if depth > 0:
            choices = choices[:1] + self.anywhere(kind, names, depth - 1)
            choices += self.particular(kind, names, depth - 1)
        elif not choices:
            choices = self.last_resort(kind, names)
        return self.draw(st.sampled_from(choices))()

    def leaves(self, kind: Kind, names: Names) -> list[Build]:
        """Give what has no parts, or as good as none."""
        found = [
            lambda n=name, t=type_: nodes.Variable(t, n)
            for name, type_ in names.items()
            if kind_of(type_) == kind
        ]
        found += [
            lambda i=index, t=state.type: nodes.Get(t, i, None)
            for index, state in enumerate(self.game.states)
            if state.owner is Owner.NOBODY and kind_of(state.type) == kind
        ]
        match kind:
            case Unit() | None:
                found.append(self._number)
            case Plain.TRUTH:
                found.append(lambda: nodes.Truth(Plain.TRUTH, self.draw(st.booleans())))
            case ChoiceType(choices=words):
                found.append(lambda: self._constant(kind, len(words)))
            case Plain.TEAM | Plain.CARD | Plain.RANK | Plain.SUIT:
                found.append(lambda: self._constant(kind, self.game.size(kind)))
            case OptionType():
                found.append(lambda: nodes.Nothing(kind))
            case Plain() | NumberType():
                pass
        self.draw(st.randoms(use_true_random=False)).shuffle(found)
        return found

    def last_resort(self, kind: Kind, names: Names) -> list[Build]:
        """Give a small expression of a kind that has no leaves here."""
        match kind:
            case Plain.READING:
                return [lambda: nodes.ReadingOf(kind, self.make(Plain.COMBINATION, names, 0))]
            case Plain.COMBINATION:
                return [lambda: self._combination(names, 0)]
            case _:
                return [lambda: self._the(cast("Plain", kind), names, 0)]

    def anywhere(self, kind: Kind, names: Names, depth: int) -> list[Build]:
        """Give what can have any kind: a choice of two, a word, what is kept, the value before."""
        found: list[Build] = [lambda: self._if(kind, names, depth)]
        found += [
            lambda d=definition.name: self._call(d, names, depth)
            for definition in self.game.definitions.values()
            if kind_of(definition.type) == kind
        ]
        found += [
            lambda i=index: self._get(i, names, depth)
            for index, state in enumerate(self.game.states)
            if state.owner is not Owner.NOBODY and kind_of(state.type) == kind
        ]
        if self.before:
            found.append(lambda: self._before(kind, names, depth))
        if not isinstance(kind, OptionType | Unit) and kind is not None:
            found.append(lambda: self._the(kind, names, depth))
        return found

    def particular(self, kind: Kind, names: Names, depth: int) -> list[Build]:
        """Give what has this kind alone."""
        match kind:
            case Plain.TRUTH:
                return self._truths(names, depth)
            case Unit() | None:
                return self._numbers(kind, names, depth)
            case OptionType():
                return self._options(kind, names, depth)
            case Plain():
                return self._things(kind, names, depth)
            case ChoiceType() | NumberType():
                return []

    # Truths

    def _truths(self, names: Names, depth: int) -> list[Build]:
        def make(kind: Kind) -> nodes.Expr:
            return self.make(kind, names, depth)

        truth = Plain.TRUTH
        pick = self.draw
        found: list[Build] = [
            lambda: nodes.Not(truth, make(truth)),
            lambda: nodes.InGroup(truth, make(Plain.CARD), self._group()),
            lambda: nodes.IsPattern(truth, make(Plain.READING), self._pattern()),
            lambda: nodes.Outranks(truth, make(Plain.READING), make(Plain.READING)),
            lambda: nodes.IsNothing(truth, make(pick(st.sampled_from(self._option_kinds())))),
        ]
        for pair in (nodes.And, nodes.Or, nodes.Implies):
            found.append(lambda p=pair: p(truth, make(truth), make(truth)))
        for pair in (nodes.AtMost, nodes.Below):
            found.append(lambda p=pair: self._two(p, (*ORDERED, *self.game.choices), make))
        kinds = (*ORDERED, *self.game.choices, truth, Plain.SEAT, Plain.READING)
        for some in (kinds, tuple(self._option_kinds())):
            found.append(lambda k=some: self._two(nodes.Equal, k, make))
        for bound in (nodes.Every, nodes.Some):
            found += self._bound(truth, bound, truth, names, depth)
        return found

    def _two(
        self,
        node: type[nodes.Equal | nodes.AtMost | nodes.Below],
        kinds: tuple[Kind, ...],
        make: Callable[[Kind], nodes.Expr],
    ) -> nodes.Expr:
        kind = self.draw(st.sampled_from(kinds))
        return node(Plain.TRUTH, make(kind), make(kind))

    # Numbers

    def _numbers(self, kind: Unit | None, names: Names, depth: int) -> list[Build]:
        found: list[Build] = [
            lambda: self._sum(kind, names, depth),
            lambda: self._difference(kind, names, depth),
            lambda: self._times(kind, names, depth),
        ]
        for binder, unit in UNIT_OF.items():
            found += self._bound(None, nodes.NumberOf, Plain.TRUTH, names, depth, only=binder) * (
                unit is kind
            )
        if kind is not None:
            found += self._bound(None, nodes.Total, kind, names, depth)
        if kind is Unit.POINTS:
            found.append(lambda: self._points(names, depth))
        if kind is Unit.CARDS:
            found += [
                lambda: self._copies_in(names, depth),
                lambda: self._cards_in(names, depth),
                lambda: nodes.DeckCopies(
                    NumberType(0, max(c.copies for c in self.game.cards), Unit.CARDS),
                    self.make(Plain.CARD, names, depth),
                ),
            ]
        return found + self._fields(kind, names, depth)

    def _number(self) -> nodes.Expr:
        value = self.draw(st.integers(0, 20))
        return nodes.Number(NumberType(value, value, None), value)

    def _sum(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        left, right = self.make(kind, names, depth), self.make(kind, names, depth)
        a, b = _bounds(left), _bounds(right)
        return nodes.Plus(NumberType(a.low + b.low, a.high + b.high, a.unit or b.unit), left, right)

    def _difference(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        left, right = self.make(kind, names, depth), self.make(kind, names, depth)
        a, b = _bounds(left), _bounds(right)
        return nodes.Minus(
            NumberType(a.low - b.high, a.high - b.low, a.unit or b.unit), left, right
        )

    def _times(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        factor, inner = self.draw(st.integers(0, 5)), self.make(kind, names, depth)
        a = _bounds(inner)
        return nodes.Times(NumberType(factor * a.low, factor * a.high, a.unit), factor, inner)

    def _points(self, names: Names, depth: int) -> nodes.Expr:
        points = self.draw(st.integers(0, 5))
        unit = self.draw(st.sampled_from([Unit.CARDS, Unit.SEATS]))
        inner = self.make(unit, names, depth)
        a = _bounds(inner)
        type_ = NumberType(points * a.low, points * a.high, Unit.POINTS)
        return nodes.PointsEach(type_, points, inner)

    def _copies_in(self, names: Names, depth: int) -> nodes.Expr:
        type_ = NumberType(0, sum(c.copies for c in self.game.cards), Unit.CARDS)
        card = self.make(Plain.CARD, names, depth)
        return nodes.CopiesIn(type_, card, self.zone_ref(names, depth))

    def _cards_in(self, names: Names, depth: int) -> nodes.Expr:
        type_ = NumberType(0, sum(c.copies for c in self.game.cards), Unit.CARDS)
        group = self._group() if self.draw(st.booleans()) else None
        return nodes.CardsIn(type_, self.zone_ref(names, depth), group)

    def zone_ref(self, names: Names, depth: int) -> nodes.ZoneRef:
        """Draw one zone or several."""
        index = self.draw(st.integers(-1, len(self.game.zones) - 1))
        if index < 0:
            return nodes.AllZones()
        owner = self.game.zones[index].owner
        if self.draw(st.integers(0, 3)) == 0:
            return nodes.EveryZone(index)
        if owner is Owner.NOBODY:
            return nodes.OneZone(index)
        kind = Plain.SEAT if owner is Owner.SEAT else Plain.TEAM
        return nodes.OwnedZone(index, self.make(kind, names, depth))

    # Seats, teams, cards, ranks, suits, readings, combinations

    def _things(self, kind: Plain, names: Names, depth: int) -> list[Build]:
        def make(inner: Kind) -> nodes.Expr:
            return self.make(inner, names, depth)

        match kind:
            case Plain.SEAT:
                count = self.draw(st.integers(-self.game.seats, self.game.seats))
                return [lambda: nodes.SeatsAfter(kind, count, make(Plain.SEAT))] * 2
            case Plain.TEAM:
                return [lambda: nodes.TeamOf(kind, make(Plain.SEAT))] * 2
            case Plain.RANK:
                own: Build = lambda: nodes.RankOf(kind, make(Plain.CARD))  # noqa: E731
                return [own, *self._fields(kind, names, depth)]
            case Plain.SUIT:
                own = lambda: nodes.SuitOf(kind, make(Plain.CARD))  # noqa: E731
                return [own, *self._fields(kind, names, depth)]
            case Plain.READING:
                return [lambda: nodes.ReadingOf(kind, make(Plain.COMBINATION))] * 2
            case Plain.COMBINATION:
                return [lambda: self._combination(names, depth)] * 2
            case Plain.CARD | Plain.TRUTH:
                return []

    def _combination(self, names: Names, depth: int) -> nodes.Expr:
        pattern = self._pattern()
        fields = self.game.patterns[pattern].fields
        return nodes.CombinationOf(
            Plain.COMBINATION,
            self.make(Plain.CARD, names, depth),
            pattern,
            tuple(self._in_field(f.type, names, depth) for f in fields),
        )

    def _in_field(
        self, type_: NumberType | ChoiceType | Plain, names: Names, depth: int
    ) -> nodes.Expr:
        if isinstance(type_, NumberType):
            value = self.draw(st.integers(type_.low, type_.high))
            return nodes.Number(NumberType(value, value, None), value)
        return self.make(kind_of(type_), names, depth)

    def _fields(self, kind: Kind, names: Names, depth: int) -> list[Build]:
        found = {
            field.name: field.type
            for pattern in self.game.patterns
            for field in pattern.fields
            if kind_of(field.type) == kind
        }
        return [
            lambda n=name: nodes.FieldOf(
                self._field_type(n), self.make(Plain.READING, names, depth), n
            )
            for name in found
        ]

    def _field_type(self, name: str) -> Type:
        types = [f.type for p in self.game.patterns for f in p.fields if f.name == name]
        first = types[0]
        if not isinstance(first, NumberType):
            return first
        numbers = [t for t in types if isinstance(t, NumberType)]
        return NumberType(min(t.low for t in numbers), max(t.high for t in numbers), first.unit)

    # Options

    def _option_kinds(self) -> list[Kind]:
        return [kind for kind in all_kinds(self.game) if isinstance(kind, OptionType)]

    def _options(self, kind: OptionType, names: Names, depth: int) -> list[Build]:
        found: list[Build] = [lambda: nodes.Just(kind, self.make(kind.inner, names, depth))]
        if kind.inner in UNIT_OF:
            inner = cast("Plain", kind.inner)
            found += self._bound(kind, nodes.First, Plain.TRUTH, names, depth, only=inner)
        if kind.inner is Plain.SEAT:
            found.append(lambda: self._first_seat(kind, names, depth))
        return found

    def _the(self, kind: Type, names: Names, depth: int) -> nodes.Expr:
        if kind is Plain.SEAT and depth == 0:
            every = nodes.Binder("s0", Plain.SEAT)
            where = nodes.Truth(Plain.TRUTH, value=True)
            return nodes.The(kind, nodes.First(OptionType(kind), every, where))
        inner = OptionType(cast("Plain", kind))
        return nodes.The(kind, self.make(inner, names, depth))

    def _first_seat(self, kind: OptionType, names: Names, depth: int) -> nodes.Expr:
        binder = nodes.Binder(f"s{len(self.open)}", Plain.SEAT)
        seat = self.make(Plain.SEAT, names, depth)
        where = self._inside(binder, Plain.TRUTH, names, depth)
        return nodes.FirstSeat(kind, binder, seat, self.draw(st.booleans()), where)

    # What can have any kind

    def _if(self, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        value, other = self.make(kind, names, depth), self.make(kind, names, depth)
        return nodes.If(
            _hull(value.type, other.type), self.make(Plain.TRUTH, names, depth), value, other
        )

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

    def _bound(
        self,
        type_: Type | None,
        node: type[nodes.Every | nodes.Some | nodes.First | nodes.NumberOf | nodes.Total],
        inside: Kind,
        names: Names,
        depth: int,
        *,
        only: Plain | None = None,
    ) -> list[Build]:
        """Give the binder over each type that may still be bound here."""
        if len(self.open) > 1:
            return []
        kinds = [only] if only else [Plain.SEAT, Plain.TEAM, Plain.CARD, Plain.RANK, Plain.SUIT]
        if Plain.CARD in self.open:
            kinds = [kind for kind in kinds if kind is not Plain.CARD]

        def build() -> nodes.Expr:
            kind = self.draw(st.sampled_from(kinds))
            binder = nodes.Binder(f"{kind.value[0]}{len(self.open)}", kind)
            inner = self._inside(binder, inside, names, depth)
            shown = type_ or self._counted(node, kind, inner)
            return cast("Callable[..., nodes.Expr]", node)(shown, binder, inner)

        return [build] if kinds else []

    def _counted(self, node: object, kind: Plain, inner: nodes.Expr) -> Type:
        size = self.game.size(kind)
        if node is nodes.NumberOf:
            return NumberType(0, size, UNIT_OF[kind])
        a = _bounds(inner)
        return NumberType(size * a.low, size * a.high, a.unit)

    def _inside(self, binder: nodes.Binder, kind: Kind, names: Names, depth: int) -> nodes.Expr:
        self.open.append(binder.type)
        inner = self.make(kind, {**names, binder.name: binder.type}, depth)
        self.open.pop()
        return inner

    def _constant(self, kind: Plain | ChoiceType, size: int) -> nodes.Expr:
        return nodes.Constant(kind, self.draw(st.integers(0, size - 1)))

    def _group(self) -> int:
        return self.draw(st.integers(0, len(self.game.groups) - 1))

    def _pattern(self) -> int:
        return self.draw(st.integers(0, len(self.game.patterns) - 1))


def _bounds(node: nodes.Expr) -> NumberType:
    return cast("NumberType", node.type)


def _hull(left: Type, right: Type) -> Type:
    if isinstance(left, NumberType) and isinstance(right, NumberType):
        low, high = min(left.low, right.low), max(left.high, right.high)
        return NumberType(low, high, left.unit or right.unit)
    return left
