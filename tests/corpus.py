"""The same random expressions each time, some for each kind of node."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import NamedTuple, cast, get_args

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from haggis_rules.ir import nodes
from haggis_rules.ir.game import MOST_CARDS, Game, Owner
from haggis_rules.ir.reads import reads
from haggis_rules.ir.traversal import everywhere
from haggis_rules.ir.types import NumberType, OptionType, Plain, Type, Unit
from haggis_rules.semantics.breach import Breach
from haggis_rules.semantics.evaluate import Environment, evaluate
from haggis_rules.semantics.state import GameState, Reading, Value
from tests.engine.games import rules_of
from tests.expressions import Maker, kind_of
from tests.strategies import all_kinds, bindings, expressions, names_of, states

ENOUGH, UNDEFINED = 25, 8  # cases for each kind of node, and at most so many without a value
FEW = 12  # kinds of node that are drawn for when no more are missing
MANY = 250
KINDS: tuple[type, ...] = get_args(nodes.Expr)


class Case(NamedTuple):
    """An expression, and where it is looked at; ``types`` of names, if not as in ``names_of``."""

    game: Game
    node: nodes.Expr
    state: GameState
    before: GameState
    names: dict[str, Value]
    types: Mapping[str, Type] | None = None


@st.composite
def _cases(draw: st.DrawFn, name: str) -> Case:
    game = rules_of(name).game
    kind = draw(st.sampled_from(all_kinds(game)))
    node = draw(expressions(game, kind, before=True, depth=draw(st.integers(1, 4))))
    return Case(game, node, draw(states(game)), draw(states(game)), draw(bindings(game)))


def cases(name: str) -> st.SearchStrategy[Case]:
    """Draw an expression over a game, by its name, and where it is looked at."""
    return _cases(name)


class Quick(Maker):
    """Draws expressions by plain chance, many of them in little time."""

    def __init__(self, game: Game, chance: Random) -> None:
        super().__init__(game, cast("st.DrawFn", None), before=True)
        self.chance = chance

    def below(self, size: int) -> int:
        """Draw a number from 0 to less than ``size``."""
        return self.chance.randrange(size)


@cache
def places(name: str) -> list[Case]:
    """Draw some states of a game, by its name, with what was and what names stand for."""
    where: list[Case] = []

    @settings(
        max_examples=40,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],  # a busy machine is not a fault
    )
    @given(cases(name))
    def gather(case: Case) -> None:
        where.append(case)

    gather()
    return where


@cache
def corpus(name: str) -> dict[type, list[Case]]:
    """Return some cases for each kind of node, the node itself at the root. The game has all."""
    game, chance = rules_of(name).game, Random(1)
    where = places(name)
    found: dict[type, list[Case]] = {kind: [] for kind in KINDS}
    undefined = Counter[type]()
    while scarce := [kind for kind in KINDS if len(found[kind]) < ENOUGH]:
        # What chance seldom makes is drawn for: of its type, and in small trees.
        known = [case.node.type for kind in scarce for case in found[kind]]
        small = known and len(scarce) < FEW
        kind = kind_of(chance.choice(known)) if small else chance.choice(all_kinds(game))
        node = Quick(game, chance).make(kind, names_of(game), 2 if small else 4)
        for part in everywhere(node):
            here = found[type(part)]
            if len(here) < ENOUGH and reads(game, part).names <= set(names_of(game)):
                case = chance.choice(where)._replace(node=part)
                if has_value(case) or undefined[type(part)] < UNDEFINED:
                    undefined[type(part)] += not has_value(case)
                    here.append(case)
    return found


@cache
def pointed(name: str, kind: type) -> list[Case]:
    """Return cases where chance alone seldom leads.

    Readings that are mostly of one pattern, exceptions, the largest of numbers that differ, cards
    that lay elsewhere before or are those of a play, tables of numbers of cards, and seats that do
    not hold any.
    """
    rules, chance, where = rules_of(name), Random(2), places(name)
    game, readings = rules.game, rules.patterns.readings
    found: list[nodes.Expr] = []
    if kind is nodes.Outranks:
        for left in (chance.choice(readings) for _ in range(MANY)):
            alike = [one for one in readings if one[0] == left[0]]
            right = chance.choice(chance.choice([alike, alike, readings]))
            pair = (_as_written(game, left), _as_written(game, right))
            found.append(nodes.Outranks(Plain.TRUTH, *pair))
    if kind is nodes.Call:
        excepted = [d for d in game.definitions.values() if d.exceptions]
        for definition in (chance.choice(excepted) for _ in range(MANY)):
            drawn = (chance.choice(readings) for _ in definition.params)
            arguments = tuple(_as_written(game, reading) for reading in drawn)
            if all(param.type is Plain.READING for param in definition.params):
                found.append(nodes.Call(definition.type, definition.name, arguments))
    if kind in {nodes.Most, nodes.Least}:
        found = [_extreme(game, kind, chance) for _ in range(MANY)]
    if kind is nodes.Lookup:
        found = [_table_of_cards(game, chance) for _ in range(MANY)]
    if kind is nodes.FirstSeat:
        found = [_first_with_few(game, chance) for _ in range(MANY)]
    if kind is nodes.CardsIn:
        groups = range(len(game.groups))
        found = [
            nodes.CardsIn(NumberType(0, MOST_CARDS), nodes.CardsOf(made), chance.choice(groups))
            for reading in (chance.choice(readings) for _ in range(MANY))
            for made in [_one_card(game, reading, chance.randrange(len(game.cards)))]
        ]
    if kind is nodes.SomePlay and len(readings) < MANY:  # many readings make large terms
        found = [_some_play_if_few(game, chance) for _ in range(FEW)]
    if kind is nodes.Before:
        zones = range(len(game.zones))
        held = [nodes.CardsIn(NumberType(0, MOST_CARDS), nodes.EveryZone(i), None) for i in zones]
        found = [nodes.Before(one.type, one) for one in held for _ in range(MANY // len(held))]
    cases = [chance.choice(where)._replace(node=node) for node in found]
    return [case for case in cases if has_value(case)]


def _held(game: Game, chance: Random, seat: nodes.Expr) -> nodes.CardsIn:
    """Ask how many cards some zone of a seat holds."""
    return nodes.CardsIn(
        NumberType(0, MOST_CARDS, Unit.CARDS), _some_zone(game, chance, seat), None
    )


def _some_zone(game: Game, chance: Random, seat: nodes.Expr) -> nodes.OwnedZone:
    owned = [i for i, zone in enumerate(game.zones) if zone.owner is Owner.SEAT]
    return nodes.OwnedZone(chance.choice(owned), seat)


def _some_number(chance: Random) -> nodes.Number:
    some = chance.randrange(20)
    return nodes.Number(NumberType(some, some), some)


def _table_of_cards(game: Game, chance: Random) -> nodes.Expr:
    """Look up the number of cards in a zone, in a table that is written up or down."""
    rows = [nodes.LookupRow(*row) for row in ((0, 0, 4), (1, 3, 7), (4, 9, -2), (10, None, 9))]
    seat = nodes.Constant(Plain.SEAT, chance.randrange(game.seats))
    inner = _held(game, chance, seat)
    return nodes.Lookup(NumberType(-2, 9), inner, tuple(rows[:: chance.choice([1, -1])]))


def _first_with_few(game: Game, chance: Random) -> nodes.Expr:
    """Ask for the first seat that holds few cards, from any seat on."""
    binder = nodes.Binder("x", Plain.SEAT)
    seat = nodes.Constant(Plain.SEAT, chance.randrange(game.seats))
    few = nodes.Below(
        Plain.TRUTH, _held(game, chance, nodes.Variable(Plain.SEAT, "x")), _some_number(chance)
    )
    return nodes.FirstSeat(OptionType(Plain.SEAT), binder, seat, bool(chance.randrange(2)), few)


def _some_play_if_few(game: Game, chance: Random) -> nodes.Expr:
    """Ask whether a seat has some play, and some seat few cards: what is claimed of all plays."""
    seats = [nodes.Constant(Plain.SEAT, chance.randrange(game.seats)) for _ in range(2)]
    zone = _some_zone(game, chance, seats[0])
    few = nodes.Below(Plain.TRUTH, _held(game, chance, seats[1]), _some_number(chance))
    return nodes.SomePlay(Plain.TRUTH, nodes.Binder("x", Plain.READING), zone, few)


def _extreme(game: Game, kind: type, chance: Random) -> nodes.Expr:
    """Ask for the most or the fewest cards in a zone of the seats, of some seats or of all."""
    binder = nodes.Binder("x", Plain.SEAT)
    held = _held(game, chance, nodes.Variable(Plain.SEAT, "x"))
    number = _some_number(chance)
    left, right = (number, held) if chance.randrange(2) else (held, number)
    where = nodes.Below(Plain.TRUTH, left, right)
    typed: type[nodes.Most | nodes.Least] = kind
    return typed(held.type, binder, chance.choice([None, where]), held)


def _as_written(game: Game, reading: Reading) -> nodes.Expr:
    """Write a reading as that of a combination, whatever its one card is."""
    return nodes.ReadingOf(Plain.READING, _one_card(game, reading, 0))


def _one_card(game: Game, reading: Reading, card: int) -> nodes.Expr:
    """Write one card as a combination, whether it makes the reading or not."""
    fields = game.patterns[reading[0]].fields
    written = tuple(
        nodes.Number(NumberType(value, value), value)
        if isinstance(field.type, NumberType)
        else nodes.Constant(field.type, value)
        for field, value in zip(fields, reading[1:], strict=True)
    )
    return nodes.CombinationOf(
        Plain.COMBINATION, nodes.Constant(Plain.CARD, card), reading[0], written
    )


def has_value(case: Case) -> bool:
    """Whether the expression is defined there."""
    try:
        evaluate(case.node, Environment(case.game, case.state, case.names, case.before))
    except Breach:
        return False
    return True
