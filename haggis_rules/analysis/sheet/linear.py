"""Numbers as so many for each card in a place, and a rest between two bounds.

It alone knows how to read off a text what a card is worth where it lies. Words of the text are
followed, and what hangs on the state of play is known by its bounds.

This is abstract interpretation (Cousot and Cousot, 1977): a number is a sum of terms and an
interval. Where a sum would not do, the interval of its type takes its place, so every result holds
of all positions, and some are wider than they need be. Quantifiers are unrolled, which can multiply
from word to word; after ``MOST_PARTS`` expressions the types have to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TypeAlias

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import (
    Bounds,
    High,
    Low,
    difference_of,
    hull,
    lowered,
    raised,
    scaled,
    sum_of,
)
from haggis_rules.ir.game import Definition, Game
from haggis_rules.ir.reads import Reads, reads
from haggis_rules.ir.types import NumberType
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Value

MOST_PARTS = 200_000  # expressions that are looked at before their types have to do

OwnerExpr: TypeAlias = (
    "int | nodes.Expr | None"  # whose it is; None where it is not known, or nobody's
)
NameBindings: TypeAlias = Mapping[str, "int | nodes.Expr"]  # what a name of the text stands for


@dataclass(frozen=True, slots=True)
class CardTerm:
    """How many copies of a card lie in a zone, or anywhere when the zone is None."""

    card: int
    zone: int | None
    owner: OwnerExpr


@dataclass(frozen=True, slots=True)
class StateTerm:
    """The value of a state variable."""

    state: int
    owner: OwnerExpr


LinearTerm: TypeAlias = CardTerm | StateTerm


@dataclass(frozen=True, slots=True)
class Linear:
    """So many times each term, and a rest from ``low`` to ``high``."""

    low: Low
    high: High
    terms: Mapping[LinearTerm, int] = field(default_factory=dict[LinearTerm, int])

    def plus(self, other: Linear) -> Linear:
        """Add two numbers."""
        terms = dict(self.terms)
        for term, count in other.terms.items():
            terms[term] = terms.get(term, 0) + count
        return Linear(*sum_of(self.rest, other.rest), terms)

    def times(self, factor: int) -> Linear:
        """Multiply a number by one that is not below none."""
        terms = {term: factor * count for term, count in self.terms.items()}
        return Linear(*scaled(factor, self.rest), terms)

    @property
    def rest(self) -> Bounds:
        """The bounds of the rest."""
        return self.low, self.high


class LinearReader:
    """Reads numbers off the expressions of one game. ``followed`` are state variables."""

    def __init__(self, game: Game, *, followed: Iterable[int] = ()) -> None:
        self.game, self.followed = game, frozenset(followed)
        self._bare = Environment(game, GameState((), ()))
        self._reads: dict[int, Reads] = {}
        self._left = MOST_PARTS

    def of_definition(self, definition: Definition, names: NameBindings | None = None) -> Linear:
        """Read what a word is; its parameters stand for themselves where nothing is said."""
        own = {param.name: nodes.Variable(param.type, param.name) for param in definition.params}
        inside = own if names is None else names
        values = [definition.base, *(one.value for one in definition.exceptions)]
        return self._one_of([self.number(value, inside) for value in values])

    def number(self, node: nodes.Expr, names: NameBindings) -> Linear:
        """Read what an expression is."""
        self._left -= 1
        by_type = _by_type(node)
        found = by_type if self._left < 0 else self._number(node, names)
        if found.terms:
            return found  # the type bounds the whole sum, and not the rest of it
        return Linear(raised(found.low, by_type.low), lowered(found.high, by_type.high))

    def bounds(self, found: Linear) -> Bounds:
        """Return the least and the most that a number is, wherever the cards lie."""
        bounds = found.rest
        for term, count in found.terms.items():
            match term:
                case CardTerm(card=card):
                    bounds = sum_of(bounds, scaled(count, (0, self.game.cards[card].copies)))
                case StateTerm(state=state):
                    kind = self.game.states[state].type
                    if isinstance(kind, NumberType):
                        bounds = sum_of(bounds, scaled(count, kind.bounds))
        return bounds

    def _number(self, node: nodes.Expr, names: NameBindings) -> Linear:
        match node:
            case nodes.Number(value=value):
                return Linear(value, value)
            case nodes.Get(state=state, owner=owner) if state in self.followed:
                return Linear(0, 0, {StateTerm(state, self._closed(owner, names)): 1})
            case nodes.Plus(left=left, right=right):
                return self.number(left, names).plus(self.number(right, names))
            case nodes.Minus(left=left, right=right):
                return self._minus(self.number(left, names), self.number(right, names), node)
            case nodes.Times(factor=factor, inner=inner) if factor >= 0:
                return self.number(inner, names).times(factor)
            case nodes.PointsEach(points=points, inner=inner) if points >= 0:
                return self.number(inner, names).times(points)
            case nodes.CopiesIn(card=card, zone=zone):
                known = self._closed(card, names)
                return self._in_zone([known], zone, names) if type(known) is int else _by_type(node)
            case nodes.CardsIn(zone=zone, group=group):
                cards = enumerate(self.game.cards)
                chosen = [place for place, card in cards if group in {None, card.group}]
                return self._in_zone(chosen, zone, names)
            case nodes.Total(binder=binder, inner=inner):
                found = Linear(0, 0)
                for each in range(self.game.size(binder.type)):
                    found = found.plus(self.number(inner, {**names, binder.name: each}))
                return found
            case nodes.Most(binder=binder, inner=inner) | nodes.Least(binder=binder, inner=inner):
                size = self.game.size(binder.type)
                return self._one_of(
                    [self.number(inner, {**names, binder.name: each}) for each in range(size)]
                )
            case nodes.If(when=when, value=value, other=other):
                known = self.known(when, names)
                if known is not None:
                    return self.number(value if known else other, names)
                return self._one_of([self.number(value, names), self.number(other, names)])
            case nodes.Call(definition=name, arguments=arguments):
                return self._call(self.game.definitions[name], arguments, names)
            case _:
                known = self.known(node, names)
                return _by_type(node) if known is None else Linear(known, known)

    def known(self, node: nodes.Expr, names: NameBindings) -> int | None:
        """Return the index, number or truth that an expression always is; None where it differs."""
        looks = self._reads.get(id(node))
        if looks is None:
            looks = self._reads[id(node)] = reads(self.game, node)
        if looks.states or looks.zones:
            return None
        # Nothing but names is read, and all of them are known: the definition itself computes it.
        fixed: dict[str, Value] = {}
        for name in looks.names:
            value = names.get(name)
            if type(value) is not int:
                return None
            fixed[name] = value
        scene = Environment(self.game, self._bare.state, fixed)
        try:
            found = evaluate(node, scene)
        except Breach:
            return None
        return found if isinstance(found, int) else None

    def _minus(self, left: Linear, right: Linear, node: nodes.Expr) -> Linear:
        if right.terms:
            return _by_type(node)  # counts stay at 0 or more, which ``bounds`` relies on
        low, high = difference_of(left.rest, right.rest)
        return Linear(_by_type(node).low if low is None else low, high, left.terms)

    def _in_zone(self, cards: Sequence[int], zone: nodes.ZoneRef, names: NameBindings) -> Linear:
        match zone:
            case nodes.OneZone(zone=place) | nodes.EveryZone(zone=place):
                return Linear(0, 0, {CardTerm(card, place, None): 1 for card in cards})
            case nodes.OwnedZone(zone=place, owner=owner):
                whose = self._closed(owner, names)
                return Linear(0, 0, {CardTerm(card, place, whose): 1 for card in cards})
            case nodes.AllZones():
                return Linear(0, 0, {CardTerm(card, None, None): 1 for card in cards})
            case nodes.CardsOf():  # which cards they are is for a player to choose
                return Linear(0, sum(self.game.cards[card].copies for card in cards))

    def _call(
        self, definition: Definition, arguments: Sequence[nodes.Expr], names: NameBindings
    ) -> Linear:
        inside: dict[str, int | nodes.Expr] = {}
        for param, argument in zip(definition.params, arguments, strict=True):
            closed = self._closed(argument, names)
            if closed is not None:
                inside[param.name] = closed
        return self.of_definition(definition, inside)

    def _closed(self, node: nodes.Expr | None, names: NameBindings) -> OwnerExpr:
        """Return what an expression is, if it is known, or how it is written outside."""
        if node is None:
            return None
        known = self.known(node, names)
        if known is not None:
            return known
        match node:
            case nodes.Variable(name=name):
                return names.get(name)
            case _:
                same = all(_itself(name, names) for name in reads(self.game, node).names)
                return node if same else None

    def _one_of(self, found: Sequence[Linear]) -> Linear:
        """Read a number that is one of several."""
        first = found[0]
        # Equal terms stay beside the union of the rests; different ones are widened to intervals.
        if all(each.terms == first.terms for each in found):
            both, terms = [each.rest for each in found], first.terms
        else:
            both, terms = [self.bounds(each) for each in found], dict[LinearTerm, int]()
        return Linear(*reduce(hull, both), terms)


def _by_type(node: nodes.Expr) -> Linear:
    """Read the bounds of the type, when it is that of a number."""
    kind = node.type
    return Linear(*kind.bounds) if isinstance(kind, NumberType) else Linear(0, None)


def _itself(name: str, names: NameBindings) -> bool:
    value = names.get(name)
    return isinstance(value, nodes.Variable) and value.name == name
