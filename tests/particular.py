"""The nodes that have one kind of value, for ``tests.expressions``."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from itertools import islice
from typing import cast

from haggis_rules.ir import nodes
from haggis_rules.ir.bounds import (
    Bounds,
    hull,
    least_bounds,
    most_bounds,
    scaled,
)
from haggis_rules.ir.game import Game, Owner
from haggis_rules.ir.types import ChoiceType, NumberType, OptionType, Plain, Type, Unit, pair_type
from haggis_rules.semantics.holding import holding_of
from tests.expressions import UNIT_OF, Build, Kind, Maker, Names, bounds, kind_of, option_kinds
from tests.typed_sums import (
    difference_node,
    number_type,
    points_node,
    product_node,
    sum_node,
    times_node,
)

Make = Callable[[Kind], nodes.Expr]
Bound = type[nodes.Every | nodes.Some | nodes.First | nodes.NumberOf | nodes.Total]
TRUTH = Plain.TRUTH
_EXTREMES = (nodes.Most, nodes.Least)
_SEVERAL: dict[type[nodes.MostOf | nodes.LeastOf], Callable[[Bounds, Bounds], Bounds]] = {
    nodes.MostOf: most_bounds,
    nodes.LeastOf: least_bounds,
}
_MOST_WAYS = 150  # to lay out and suit the plays of a pattern


def truths(maker: Maker, names: Names, depth: int) -> list[Build]:
    """Return what is true or false."""

    def make(kind: Kind) -> nodes.Expr:
        return maker.make(kind, names, depth)

    options: list[Kind] = [*option_kinds(maker.game)]
    ordered: list[Kind] = [Unit.CARDS, Unit.SEATS, None, Plain.RANK, *maker.game.choices]
    compared: list[Kind] = [*ordered, TRUTH, Plain.SEAT, Plain.READING]
    return [
        lambda: nodes.Not(TRUTH, make(TRUTH)),
        lambda: nodes.And(TRUTH, make(TRUTH), make(TRUTH)),
        lambda: nodes.Or(TRUTH, make(TRUTH), make(TRUTH)),
        lambda: nodes.Implies(TRUTH, make(TRUTH), make(TRUTH)),
        lambda: nodes.AtMost(TRUTH, *_two(maker, make, ordered)),
        lambda: nodes.Below(TRUTH, *_two(maker, make, ordered)),
        lambda: nodes.Equal(TRUTH, *_two(maker, make, compared)),
        lambda: nodes.Equal(TRUTH, *_two(maker, make, options)),
        lambda: nodes.IsNothing(TRUTH, make(options[maker.below(len(options))])),
        lambda: nodes.InGroup(TRUTH, make(Plain.CARD), maker.below(len(maker.game.groups))),
        lambda: nodes.IsPattern(TRUTH, make(Plain.READING), _pattern(maker)),
        lambda: nodes.Outranks(TRUTH, make(Plain.READING), make(Plain.READING)),
        *_bound(maker, nodes.Every, TRUTH, names, depth, maker.may_bind()),
        *_bound(maker, nodes.Some, TRUTH, names, depth, maker.may_bind()),
        *_some_play(maker, names, depth),
    ]


def _some_play(maker: Maker, names: Names, depth: int) -> list[Build]:
    """Return that cards in a zone make a play of a pattern which counting decides, if one is."""
    counted = _counted(maker.game) if not maker.open else []

    def build() -> nodes.Expr:
        binder = nodes.Binder("held", Plain.READING)
        read = nodes.Variable(Plain.READING, binder.name)
        of_pattern = nodes.IsPattern(TRUTH, read, counted[maker.below(len(counted))])
        more = maker.inside(binder, TRUTH, names, min(depth, 1))
        claim = nodes.And(TRUTH, of_pattern, more) if maker.below(2) else of_pattern
        zone = zone_ref(maker, names, min(depth, 1))
        while not isinstance(zone, nodes.OneZone | nodes.OwnedZone):
            zone = zone_ref(maker, names, min(depth, 1))
        return nodes.SomePlay(TRUTH, binder, zone, claim)

    return [build] if counted else []


_KNOWN: dict[int, tuple[Game, list[int]]] = {}


def _counted(game: Game) -> list[int]:
    """Return the patterns which counting decides in few ways, so that tests take little time."""
    if id(game) not in _KNOWN:
        _KNOWN[id(game)] = game, _few_ways(game)
    return _KNOWN[id(game)][1]


def _few_ways(game: Game) -> list[int]:
    holding, ways = holding_of(game), Counter[int]()
    for reading in holding.patterns.readings:
        if holding.counted[reading[0]] and ways[reading[0]] <= _MOST_WAYS:
            ways[reading[0]] += sum(1 for _ in islice(holding.demands(reading), _MOST_WAYS + 1))
    return [pattern for pattern, several in ways.items() if several <= _MOST_WAYS]


def _two(maker: Maker, make: Make, kinds: list[Kind]) -> tuple[nodes.Expr, nodes.Expr]:
    kind = kinds[maker.below(len(kinds))]
    return make(kind), make(kind)


def numbers(maker: Maker, kind: Unit | None, names: Names, depth: int) -> list[Build]:
    """Return what is a number of a unit."""

    def make(inner: Kind) -> nodes.Expr:
        return maker.make(inner, names, depth)

    counted = [plain for plain in maker.may_bind() if UNIT_OF[plain] is kind]
    found: list[Build] = [
        lambda: sum_node(make(kind), make(kind)),
        lambda: difference_node(make(kind), make(kind)),
        lambda: times_node(maker.below(8) - 2, make(kind)),
        lambda: product_node(make(kind), make(None), turned=maker.below(2) == 0),
        *(partial(_of_several, maker, node, kind, names, depth) for node in _SEVERAL),
        *_bound(maker, nodes.NumberOf, TRUTH, names, depth, counted),
        *_fields(maker, kind, names, depth),
    ]
    found += [
        partial(_extreme, maker, node, kind, names, depth) for node in _EXTREMES if maker.may_bind()
    ]
    if kind is not None:
        found += _bound(maker, nodes.Total, kind, names, depth, maker.may_bind())
    if kind is Unit.POINTS:
        found.append(
            lambda: points_node(maker.below(8) - 2, make((Unit.CARDS, Unit.SEATS)[maker.below(2)]))
        )
    if kind is None:
        looked_up: list[Kind] = [Unit.CARDS, Unit.SEATS, Unit.POINTS, None, *maker.game.choices]
        found.append(lambda: _lookup(maker, make(looked_up[maker.below(len(looked_up))])))
        if any(zone.owner is Owner.PAIR for zone in maker.game.zones):
            found.append(lambda: _seat_pair(maker, names, depth))
    if kind is Unit.CARDS:
        found += _counts_of_cards(maker, names, depth)
    return found


def _of_several(
    maker: Maker, node: type[nodes.MostOf | nodes.LeastOf], kind: Kind, names: Names, depth: int
) -> nodes.Expr:
    """Return the largest or smallest of two or three numbers."""
    parts = tuple(maker.make(kind, names, depth) for _ in range(2 + maker.below(2)))
    types = [bounds(part) for part in parts]
    unit = next((one.unit for one in types if one.unit is not None), None)
    ends = reduce(_SEVERAL[node], (one.bounds for one in types))
    return node(number_type(ends, unit), parts)


def _lookup(maker: Maker, inner: nodes.Expr) -> nodes.Expr:
    """Return a table over all that a number or a choice can be, its rows in any order."""
    kind = inner.type
    low, high = (0, len(kind.choices) - 1) if isinstance(kind, ChoiceType) else bounds(inner).bounds
    first = low if low is not None else (-9 if high is None else high - 9)
    last = high if high is not None else first + 18
    width = last - first + 1
    cuts = sorted({first, *(first + maker.below(width) for _ in range(maker.below(4)))})
    ends = [*(cut - 1 for cut in cuts[1:]), last]
    rows = [
        nodes.LookupRow(begin, end, maker.below(21) - 5)
        for begin, end in zip(cuts, ends, strict=True)
    ]
    if low is None or (not isinstance(kind, ChoiceType) and maker.below(2)):
        rows[0] = replace(rows[0], low=None)
    if high is None or (not isinstance(kind, ChoiceType) and maker.below(2)):
        rows[-1] = replace(rows[-1], high=None)
    turned = tuple(rows[::-1] if maker.below(2) else rows)
    given = [row.gives for row in rows]
    return nodes.Lookup(NumberType(min(given), max(given)), inner, turned)


def _counts_of_cards(maker: Maker, names: Names, depth: int) -> list[Build]:
    copies = [card.copies for card in maker.game.cards]
    some = NumberType(0, sum(copies), Unit.CARDS)
    alike = NumberType(0, max(copies), Unit.CARDS)

    def card() -> nodes.Expr:
        return maker.make(Plain.CARD, names, depth)

    def group() -> int | None:
        return maker.below(len(maker.game.groups)) if maker.below(2) else None

    return [
        lambda: nodes.CopiesIn(alike, card(), zone_ref(maker, names, depth)),
        lambda: nodes.CardsIn(some, zone_ref(maker, names, depth), group()),
        lambda: nodes.DeckCopies(alike, card()),
    ]


def zone_ref(maker: Maker, names: Names, depth: int) -> nodes.ZoneRef:
    """Draw one zone, several, or a combination."""
    index = maker.below(len(maker.game.zones) + 2) - 2
    if index == -1:
        return nodes.AllZones()
    if index < 0:
        return nodes.CardsOf(maker.make(Plain.COMBINATION, names, depth))
    owner = maker.game.zones[index].owner
    if maker.below(4) == 0:
        return nodes.EveryZone(index)
    if owner is Owner.NOBODY:
        return nodes.OneZone(index)
    if owner is Owner.PAIR:
        return nodes.OwnedZone(index, _seat_pair(maker, names, depth))
    kind = Plain.SEAT if owner is Owner.SEAT else Plain.TEAM
    return nodes.OwnedZone(index, maker.make(kind, names, depth))


def _seat_pair(maker: Maker, names: Names, depth: int) -> nodes.SeatPair:
    one, other = (maker.make(Plain.SEAT, names, depth) for _ in range(2))
    return nodes.SeatPair(pair_type(maker.game.seats), one, other)


def things(maker: Maker, kind: Plain, names: Names, depth: int) -> list[Build]:
    """Return what is a seat, team, card, rank, suit, reading or combination."""

    def make(inner: Kind) -> nodes.Expr:
        return maker.make(inner, names, depth)

    bound: list[Build] = []
    if kind in maker.may_bind():
        bound.append(lambda: _the_one(maker, kind, names, depth))
    match kind:
        case Plain.SEAT:
            seats = maker.game.seats
            after = lambda: nodes.SeatsAfter(kind, maker.below(2 * seats) - seats, make(kind))  # noqa: E731
            return [after, *bound]
        case Plain.TEAM:
            return [lambda: nodes.TeamOf(kind, make(Plain.SEAT)), *bound]
        case Plain.RANK:
            fields = _fields(maker, kind, names, depth)
            return [lambda: nodes.RankOf(kind, make(Plain.CARD)), *fields, *bound]
        case Plain.SUIT:
            fields = _fields(maker, kind, names, depth)
            return [lambda: nodes.SuitOf(kind, make(Plain.CARD)), *fields, *bound]
        case Plain.READING:
            return [lambda: nodes.ReadingOf(kind, make(Plain.COMBINATION))]
        case Plain.COMBINATION:
            return [lambda: combination(maker, names, depth), lambda: written(maker)]
        case Plain.CARD | Plain.TRUTH:
            return bound


def _the_one(maker: Maker, kind: Plain, names: Names, depth: int) -> nodes.Expr:
    """Draw the one of a kind; every other time by what it is, so that there mostly is one."""
    binder = maker.binder(kind)
    if maker.below(2):
        other = maker.make(kind, names, depth)
        where: nodes.Expr = nodes.Equal(TRUTH, nodes.Variable(kind, binder.name), other)
        if isinstance(other, nodes.Variable) and other.name == binder.name:
            where = nodes.Not(TRUTH, where)
    else:
        where = maker.inside(binder, TRUTH, names, depth)
    return nodes.TheOne(kind, binder, where)


def combination(maker: Maker, names: Names, depth: int) -> nodes.Expr:
    """Draw a combination of one card, in any reading."""
    pattern = _pattern(maker)
    fields = tuple(
        _in_field(maker, field.type, names, depth) for field in maker.game.patterns[pattern].fields
    )
    card = maker.make(Plain.CARD, names, depth)
    return nodes.CombinationOf(Plain.COMBINATION, card, pattern, fields)


def written(maker: Maker) -> nodes.Expr:
    """Draw a combination as an example writes it, whether or not its cards make the reading."""
    pattern, game = _pattern(maker), maker.game
    fields = tuple(_any_value(maker, field.type) for field in game.patterns[pattern].fields)
    chosen = sorted({maker.below(len(game.cards)) for _ in range(1 + maker.below(4))})
    cards = tuple((card, 1 + maker.below(game.cards[card].copies)) for card in chosen)
    return nodes.Written(Plain.COMBINATION, pattern, fields, cards)


def _any_value(maker: Maker, type_: NumberType | ChoiceType | Plain) -> int:
    match type_:
        case NumberType():
            values = type_.values()
            return values[maker.below(len(values))]
        case ChoiceType(choices=choices):
            return maker.below(len(choices))
        case Plain():
            return maker.below(maker.game.size(type_))


def _in_field(
    maker: Maker, type_: NumberType | ChoiceType | Plain, names: Names, depth: int
) -> nodes.Expr:
    if isinstance(type_, NumberType):
        value = _any_value(maker, type_)
        return nodes.Number(NumberType(value, value, None), value)
    return maker.make(kind_of(type_), names, depth)


def _fields(maker: Maker, kind: Kind, names: Names, depth: int) -> list[Build]:
    found = {
        field.name
        for pattern in maker.game.patterns
        for field in pattern.fields
        if kind_of(field.type) == kind
    }
    return [partial(_field, maker, name, names, depth) for name in sorted(found)]


def _field(maker: Maker, name: str, names: Names, depth: int) -> nodes.Expr:
    types = [f.type for p in maker.game.patterns for f in p.fields if f.name == name]
    numbers = [type_ for type_ in types if isinstance(type_, NumberType)]
    shown: Type = types[0]
    if numbers:
        shown = number_type(reduce(hull, (t.bounds for t in numbers)), numbers[0].unit)
    return nodes.FieldOf(shown, maker.make(Plain.READING, names, depth), name)


def options(maker: Maker, kind: OptionType, names: Names, depth: int) -> list[Build]:
    """Return what may be none."""
    found: list[Build] = [lambda: nodes.Just(kind, maker.make(kind.inner, names, depth))]
    bound = [plain for plain in maker.may_bind() if plain is kind.inner]
    found += _bound(maker, nodes.First, TRUTH, names, depth, bound)
    if Plain.SEAT in bound:
        found.append(lambda: _first_seat(maker, kind, names, depth))
    return found


def _first_seat(maker: Maker, kind: OptionType, names: Names, depth: int) -> nodes.Expr:
    binder = maker.binder(Plain.SEAT)
    seat = maker.make(Plain.SEAT, names, depth)
    where = maker.inside(binder, TRUTH, names, depth)
    return nodes.FirstSeat(kind, binder, seat, bool(maker.below(2)), where)


def _bound(  # noqa: PLR0913, PLR0917
    maker: Maker, node: Bound, inside: Kind, names: Names, depth: int, kinds: list[Plain]
) -> list[Build]:
    """Return the node with a binder over one of these types, if there are any."""

    def build() -> nodes.Expr:
        binder = maker.binder(kinds[maker.below(len(kinds))])
        inner = maker.inside(binder, inside, names, depth)
        make = cast("Callable[..., nodes.Expr]", node)
        return make(_type_of(maker, node, binder, inner), binder, inner)

    return [build] if kinds else []


def _type_of(maker: Maker, node: Bound, binder: nodes.Binder, inner: nodes.Expr) -> Type:
    size = maker.game.size(binder.type)
    if node is nodes.NumberOf:
        return NumberType(0, size, UNIT_OF[binder.type])
    if node is nodes.Total:
        a = bounds(inner)
        return number_type(hull((0, 0), scaled(size, a.bounds)), a.unit)
    return OptionType(binder.type) if node is nodes.First else TRUTH


def _extreme(
    maker: Maker, node: type[nodes.Most | nodes.Least], kind: Kind, names: Names, depth: int
) -> nodes.Expr:
    """Draw the largest or smallest number over a type, now and then over some of it alone."""
    kinds = maker.may_bind()
    binder = maker.binder(kinds[maker.below(len(kinds))])
    where = maker.inside(binder, TRUTH, names, depth) if maker.below(2) else None
    inner = maker.inside(binder, kind, names, depth)
    return node(inner.type, binder, where, inner)


def _pattern(maker: Maker) -> int:
    return maker.below(len(maker.game.patterns))
